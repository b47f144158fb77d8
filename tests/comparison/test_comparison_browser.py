"""The comparison in a real browser: rows by difference, search, links, keyboard, both schemes, narrow and wide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.comparison.page import render_comparison
from conformance.comparison.table import compared
from tests.comparison.conftest import Report, edited
from tests.comparison.test_comparison_command import hostile
from tests.report.test_report_browser import CONTRAST, after_a_frame, by_css, press, shown, tick

pytestmark = pytest.mark.slow
ROWS = "return [...document.querySelectorAll('tr.r')].filter(r => r.getClientRects().length).length"
BROKEN = "artifacts.omitted-by-default"
PANEL = "return document.querySelector('.part:target')?.getClientRects().length ?? 0"


@pytest.fixture(scope="module")
def page(good: Report, bad: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five targets, ten columns."""
    path = tmp_path_factory.mktemp("comparison") / "comparison.html"
    named = [("one", good), ("two", bad), ("three", good), ("four", bad), ("five", edited(good, hostile))]
    path.write_text(render_comparison(compared(named)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pair_page(good: Report, bad: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("comparison") / "comparison.html"
    path.write_text(render_comparison(compared([("good", good), ("bad", bad)])), encoding="utf-8")
    return path


@pytest.mark.parametrize("script", [True, False])
def test_rows_that_differ_can_be_shown_alone(browser: Any, pair_page: Path, script: bool) -> None:
    with shown(browser, pair_page, script=script):
        every = browser.execute_script(ROWS)
        tick(browser, "f-d-1")
        left = after_a_frame(browser, ROWS) if script else browser.execute_script(ROWS)
        assert 1 <= left < every
        assert browser.execute_script(f"return document.getElementById('{BROKEN}').getClientRects().length")


@pytest.mark.parametrize("script", [True, False])
def test_a_link_to_a_cell_opens_its_evidence(browser: Any, pair_page: Path, script: bool) -> None:
    with shown(browser, pair_page, fragment=f"#{BROKEN}/bad/jsonrpc", script=script):
        part = by_css(browser, ".part:target")
        assert part.is_displayed()
        assert part.text.count("curl ") >= 2
        marked = [line.text for line in part.find_elements("css selector", "ins")]
        assert any('"artifacts"' in line for line in marked)
        by_css(browser, ".panel:has(.part:target) .close").click()
        assert browser.execute_script(PANEL) == 0


def test_a_link_shows_a_row_that_a_filter_hides(browser: Any, pair_page: Path) -> None:
    with shown(browser, pair_page):
        tick(browser, "f-d-1")
        browser.execute_script("location.hash = '#size.default'")
        assert after_a_frame(
            browser, "return document.getElementById('size.default').getClientRects().length"
        )


def test_search_and_keyboard(browser: Any, pair_page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    with shown(browser, pair_page):
        press(browser, "d")
        assert after_a_frame(browser, ROWS) < 10
        press(browser, "j", "l", "l", "o")
        assert after_a_frame(browser, PANEL)
        press(browser, Keys.ESCAPE)
        assert not after_a_frame(browser, PANEL)
        press(browser, "d", "/", "omitted-by-default")
        assert after_a_frame(browser, ROWS) == 1
        press(browser, Keys.ESCAPE)
        assert after_a_frame(browser, ROWS) > 10
        press(browser, "?")
        assert by_css(browser, "#help").is_displayed()
        press(browser, Keys.ESCAPE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_five_targets_fit_and_can_be_read(browser: Any, page: Path, scheme: str, width: int) -> None:
    with shown(browser, page, fragment=f"#{BROKEN}/two/jsonrpc", width=width, scheme=scheme):
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        # The script can't read the mixed colours of marked lines.
        poor = [one for one in browser.execute_script(CONTRAST) if not one.startswith(("INS", "DEL"))]
        assert poor == []
        assert browser.execute_script(PANEL)


def test_nothing_that_a_server_wrote_runs(browser: Any, page: Path) -> None:
    with shown(browser, page):
        links = "return [...document.querySelectorAll('a.cell')].map(a => a.hash)"
        for link in browser.execute_script(links)[:60]:
            browser.execute_script("location.hash = arguments[0]", link)
        assert browser.execute_script("return window.pwned ?? null") is None
        assert browser.execute_script("return document.scripts.length") == 1
        assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
        assert browser.get_log("browser") == []
