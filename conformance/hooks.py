"""The hook that a test suite's conftest can implement."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.hookspec(firstresult=True)
def pytest_conformance_app(config: pytest.Config) -> Any:
    """Return an ASGI app to test in-process, or None for none.

    `--conformance-endpoint` is then the app's base url and nothing is sent over the network; left out, it is
    http://127.0.0.1. The hook is called once, and only where the checks are asked for: in a run of
    `pytest --pyargs conformance.checks`, or with `--conformance-endpoint`. The app's lifespan is started before the
    first request and ended after the last; an app without one is fine, one that fails to start is exit code 2.

    In the conftest.py of the directory that pytest is started in:

        def pytest_conformance_app(config):
            from my_agent import create_app

            return create_app()
    """
