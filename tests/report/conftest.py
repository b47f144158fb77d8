"""Pages written to disk, and a browser to look at them with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.report.html import render_html
from tests.report import samples

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-quic --disable-dev-shm-usage"
)


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that gives the page of a sample report, rendered once."""
    directory = tmp_path_factory.mktemp("pages")

    def page(name: str) -> Path:
        path = directory / f"{name}.html"
        if not path.exists():
            path.write_text(render_html(getattr(samples, name)()), encoding="utf-8")
        return path

    return page


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; without one the test is skipped, on CI it fails."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    missing = [name for name, path in (("chromium", chromium), ("chromedriver", driver)) if not path]
    if missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(
            f"not installed: {', '.join(missing)}"
        )
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(chromium)
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(str(driver)))
    yield started
    started.quit()
