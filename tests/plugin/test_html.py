"""The page of pytest-html with our columns, in a real browser: what it shows, how it filters, that nothing runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.plugin.conftest import SECONDS, SIZE

pytestmark = pytest.mark.slow
CONFTEST = """
from tests.plugin.hostile import hostile_app

def pytest_conformance_app(config):
    return hostile_app()

def pytest_metadata(metadata):
    metadata["password of the build server"] = "hunter2 <img src=x onerror='window.pwned=6'>"
"""
ROWS = (
    "return [...document.querySelectorAll('#results-table > tbody')].filter(r => r.getClientRects().length)"
)
COUNT = f"{ROWS}.length"
SEEN = ".filter(e => e.getClientRects().length).map(e => e.innerText)"
CELLS = f"return [...arguments[0].querySelectorAll('.collapsible td')]{SEEN}"
HEADERS = f"return [...document.querySelectorAll('#results-table th')]{SEEN}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of two pages of a hostile server: ours.html alone, mixed.html with a test of the user's."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_theirs.py").write_text("def test_theirs(): assert 'their own traceback' == 1")
    root = str(Path(__file__).parents[2])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    for name, more in (("ours.html", ["--self-contained-html", "-v"]), ("mixed.html", ["test_theirs.py"])):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *SIZE, f"--html={name}", *more],
            cwd=folder,
            env=kept | {"PYTHONPATH": root, "BUILD_URL": "http://ci:hunter2@build.example"},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 1, done.stdout + done.stderr
        assert "hunter2" not in done.stdout + (folder / name).read_text(encoding="utf-8")
        assert "\x1b" not in done.stdout
    return folder


@contextmanager
def opened(browser: Any, path: Path) -> Iterator[Any]:
    browser.get("about:blank")
    browser.get_log("browser")
    browser.set_window_size(1200, 900)
    browser.get(path.as_uri())
    yield browser


@pytest.mark.parametrize("name", ["ours.html", "mixed.html"])
def test_nothing_that_a_server_wrote_runs(browser: Any, pages: Path, name: str) -> None:
    with opened(browser, pages / name):
        browser.find_element("id", "show_all_details").click()
        for column in ("verdict", "requirement", "interface"):
            browser.execute_script(f"document.querySelector('[data-column-type={column}]').click()")
        text = browser.execute_script("return document.body.innerText")
        assert "<img src=x onerror=" in text
        cells = browser.find_elements("css selector", ".col-said")
        assert any("<script>window.pwned=2</script>" in cell.text for cell in cells)
        assert "javascript:window.pwned=3" in text
        assert browser.execute_script("return window.pwned ?? null") is None
        found = "return [...document.querySelectorAll('{}')].map(e => e.outerHTML.slice(0, 80))"
        assert browser.execute_script(found.format("iframe, svg, #results-table script, img[src=x]")) == []
        links = browser.execute_script("return [...document.links].map(a => a.protocol)")
        assert set(links) == {"https:"}
        assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_columns_verdicts_and_evidence(browser: Any, pages: Path) -> None:
    with opened(browser, pages / "ours.html"):
        assert browser.execute_script(HEADERS) == [
            "Verdict",
            "Requirement",
            "Level",
            "Interface",
            "What came",
        ]
        browser.find_element("id", "conformance-v-fail").click()
        rows = [row for row in browser.execute_script(ROWS) if "size.default" in row.text]
        rows.sort(key=lambda row: "filtered" in row.text)
        assert len(rows) == 8
        cells = browser.execute_script(CELLS, rows[0])
        assert cells[:3] == ["fail", "size.default", "MUST"]
        assert cells[4] == "Expected at most 50 tasks. Came: 60 tasks."
        link = rows[0].find_element("css selector", ".col-requirement a")
        assert link.get_attribute("href").startswith("https://")
        evidence = rows[0].find_element("css selector", ".conformance")
        assert "curl --silent" in evidence.text
        assert evidence.find_element("css selector", "pre.body mark").is_displayed()
        assert not browser.find_element("id", "environment").is_displayed()
        assert browser.execute_script("return document.title").startswith("A2A task conformance: <img src=x")


def test_filters_of_our_verdicts(browser: Any, pages: Path) -> None:
    with opened(browser, pages / "ours.html"):
        whole = browser.execute_script(COUNT)
        boxes = browser.find_elements("css selector", "[name=conformance-v]")
        labels = [box.find_element("xpath", "./..").text.rsplit(" ", 1) for box in boxes]
        assert {name for name, _ in labels} == {"fail", "note", "pass"}
        for box, (_, number) in zip(boxes, labels, strict=True):
            box.click()
            assert browser.execute_script(COUNT) == int(number)
            box.click()
        assert browser.execute_script(COUNT) == whole == sum(int(number) for _, number in labels)
        browser.find_element("id", "conformance-v-fail").click()
        browser.find_element("id", "conformance-i-1").click()
        browser.find_element("css selector", "[data-column-type=requirement]").click()
        shown = browser.execute_script(ROWS)
        assert {browser.execute_script(CELLS, row)[3] for row in shown} == {"http+json"}


def test_their_own_tests_keep_their_place(browser: Any, pages: Path) -> None:
    with opened(browser, pages / "mixed.html"):
        row = next(row for row in browser.execute_script(ROWS) if "test_theirs" in row.text)
        assert browser.execute_script(CELLS, row)[:2] == ["Failed", ""]
        assert "their own traceback" in row.text
        browser.find_element("id", "conformance-v-fail").click()
        assert not any("test_theirs" in row.text for row in browser.execute_script(ROWS))


def test_a_click_opens_a_row(browser: Any, pages: Path) -> None:
    with opened(browser, pages / "ours.html"):
        browser.find_element("id", "conformance-v-pass").click()
        row = browser.execute_script(ROWS)[0]
        assert "curl" not in row.text
        row.find_element("css selector", ".col-verdict").click()
        assert "curl --silent" in browser.execute_script(ROWS)[0].text
