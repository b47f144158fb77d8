"""The hook that a test suite's conftest can implement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest


def pytest_conformance_app(config: pytest.Config) -> Any:
    """Return an ASGI app to test in-process; `--conformance-endpoint` is then its base URL, or left out."""
