"""pytest as a user starts it, in a folder of his own, with a conftest that hands over an app."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.report.conftest import browser

__all__ = ["browser"]

Plain = Callable[..., subprocess.CompletedProcess[str]]
SECONDS = 120
CHECKS = ("--pyargs", "conformance.checks")
SIZE = (*CHECKS, "--conformance-requirement", "size")


@pytest.fixture
def clean_environment() -> dict[str, str]:
    """The environment without proxies and without settings of the pytest that runs this test."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith("PYTEST") and name != "CI"
    } | {"NO_COLOR": "1", "COLUMNS": "100"}


@pytest.fixture
def plain(tmp_path: Path, clean_environment: dict[str, str]) -> Plain:
    """Return the function that runs `pytest` with arguments, in `tmp_path` as working directory."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=tmp_path,
            env=clean_environment | environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    return run


APP = """
from conformance.reference import Rules, create_app

{rules}

def pytest_conformance_app(config):
    return create_app({dataset!r}, tenants=False, open=True, rules=Broken())

{more}
"""


@pytest.fixture
def with_app(tmp_path: Path) -> Callable[..., None]:
    """Return the function that writes a conftest with an app; `rules` is the body of a class of rules."""

    def write(rules: str = "pass", *, dataset: str = "demo", more: str = "") -> None:
        body = "\n".join(f"    {line}" for line in rules.splitlines())
        text = APP.format(rules=f"class Broken(Rules):\n{body}", dataset=dataset, more=more)
        (tmp_path / "conftest.py").write_text(text, encoding="utf-8")

    return write
