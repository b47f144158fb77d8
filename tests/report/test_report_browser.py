"""The page in a real browser: nothing of a server's runs, filters work with and without script, nothing overflows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

Pages = Callable[[str], Path]
VISIBLE = "return [...document.querySelectorAll('details.row')].filter(r => r.getClientRects().length).length"
FOCUSED = "return document.activeElement.closest('details.row')?.querySelector('.open').id ?? null"


@contextmanager
def shown(
    browser: Any,
    path: Path,
    *,
    fragment: str = "",
    script: bool = True,
    width: int = 1280,
    scheme: str = "light",
) -> Iterator[Any]:
    """Open a page, with its script or without, as wide as asked."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get(path.as_uri() + fragment)
    yield browser
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def by_css(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def tick(browser: Any, name: str) -> None:
    by_css(browser, f"label:has(#{name})").click()


def press(browser: Any, *keys: str) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def after_a_frame(browser: Any, expression: str) -> Any:
    return browser.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done("
        f"(() => {{ {expression} }})())))"
    )


def test_nothing_that_a_server_wrote_runs(browser: Any, written: Pages) -> None:
    with shown(browser, written("hostile")):
        browser.execute_script(
            "for (const d of document.querySelectorAll('details')) d.open = true; document.body.offsetHeight"
        )
        for link in browser.execute_script(
            "return [...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash)"
        ):
            browser.execute_script("location.hash = arguments[0]", link)
        assert browser.execute_script("return window.pwned ?? null") is None
        assert browser.execute_script("return document.scripts.length") == 1
        assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
        assert browser.get_log("browser") == []


def test_the_policy_holds_even_if_markup_slipped_through(
    browser: Any, written: Pages, tmp_path: Path
) -> None:
    bad = (
        "<script>window.pwned=1</script><img src=x onerror='window.pwned=2'>"
        "<a id=bad href='javascript:window.pwned=3'>x</a>"
    )
    path = tmp_path / "slipped.html"
    path.write_text(
        written("whole").read_text(encoding="utf-8").replace("<main>", f"<main>{bad}"), encoding="utf-8"
    )
    with shown(browser, path):
        by_css(browser, "#bad").click()
        assert browser.execute_script("return window.pwned ?? null") is None


@pytest.mark.parametrize("script", [True, False])
def test_filters_work_with_and_without_script(browser: Any, written: Pages, script: bool) -> None:
    with shown(browser, written("whole"), script=script):
        counts = []
        for box in ("f-v-fail", "f-v-warn", "f-i-1", "f-v-fail", "f-v-warn", "f-i-1"):
            tick(browser, box)
            # With scripts off no frame is called back; then there is nothing to wait for either.
            counts.append(after_a_frame(browser, VISIBLE) if script else browser.execute_script(VISIBLE))
        assert counts == [4, 7, 2, 1, 12, 31]


def test_without_script_every_row_and_its_evidence_is_there(browser: Any, written: Pages) -> None:
    with shown(browser, written("whole"), script=False):
        assert browser.execute_script(VISIBLE) == 31
        assert not by_css(browser, ".search").is_displayed()
        row = by_css(browser, "details.row[data-v=fail]")
        row.find_element("css selector", "summary .v").click()
        assert "curl --silent" in row.text
        assert row.find_element("css selector", "pre.body mark").is_displayed()


@pytest.mark.parametrize("script", [True, False])
def test_a_permalink_opens_its_row(browser: Any, written: Pages, script: bool) -> None:
    with shown(browser, written("whole"), fragment="#size.maximum/http+json", script=script):
        state = "const row = document.getElementById('size.maximum/http+json').closest('details'); "
        assert browser.execute_script(state + "return row.open")
        top = browser.execute_script(state + "return row.getBoundingClientRect().top")
        assert 0 <= top < 900


def test_a_permalink_shows_a_row_that_a_filter_hides(browser: Any, written: Pages) -> None:
    with shown(browser, written("whole")):
        tick(browser, "f-v-fail")
        browser.execute_script("location.hash = '#history.zero/jsonrpc'")
        hidden = "return document.getElementById('history.zero/jsonrpc').getClientRects().length"
        assert after_a_frame(browser, hidden) == 1


def test_a_link_to_an_exchange_opens_it(browser: Any, written: Pages) -> None:
    with shown(browser, written("whole"), fragment="#token.walk-complete/http+json"):
        by_css(browser, "details[open] .links a").click()
        opened = "return document.getElementById('x-http+json-walk-0').closest('details').open"
        assert after_a_frame(browser, opened)


def test_search_narrows_and_counts(browser: Any, written: Pages) -> None:
    with shown(browser, written("whole")):
        field = by_css(browser, "#search")
        field.send_keys("nextPageToken last")
        assert after_a_frame(browser, VISIBLE) == 1
        assert by_css(browser, "#shown").text == "1 of 31"
        field.send_keys(" nowhere")
        assert after_a_frame(browser, VISIBLE) == 0
        assert by_css(browser, "#nothing").is_displayed()
        by_css(browser, "button[type=reset]").click()
        assert after_a_frame(browser, VISIBLE) == 31
        assert not by_css(browser, "#nothing").is_displayed()


def test_the_keyboard_walks_opens_searches_and_helps(browser: Any, written: Pages) -> None:
    from selenium.webdriver.common.keys import Keys

    with shown(browser, written("whole")):
        press(browser, "j")
        first = browser.execute_script(FOCUSED)
        press(browser, "j", "j")
        third = browser.execute_script(FOCUSED)
        press(browser, "k")
        second = browser.execute_script(FOCUSED)
        assert (first, second, third) == (
            "token.walk-complete/jsonrpc",
            "size.default/jsonrpc",
            "token.always-present/jsonrpc",
        )
        is_open = "return document.activeElement.closest('details').open"
        press(browser, "o")
        assert browser.execute_script(is_open)
        press(browser, Keys.ENTER)
        assert not browser.execute_script(is_open)
        press(browser, "/", "jjj")
        assert by_css(browser, "#search").get_attribute("value") == "jjj"
        press(browser, Keys.ESCAPE)
        assert by_css(browser, "#search").get_attribute("value") == ""
        press(browser, "?")
        assert by_css(browser, "#help").is_displayed()
        press(browser, Keys.ESCAPE)
        assert not by_css(browser, "#help").is_displayed()


def test_j_passes_over_what_is_filtered(browser: Any, written: Pages) -> None:
    with shown(browser, written("whole")):
        tick(browser, "f-v-warn")
        press(browser, "j")
        assert browser.execute_script(FOCUSED) == "size.echo/jsonrpc"


@pytest.mark.parametrize("name", ["whole", "hostile"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_the_page_never_scrolls_sideways(
    browser: Any, written: Pages, name: str, scheme: str, width: int
) -> None:
    with shown(browser, written(name), width=width, scheme=scheme):
        browser.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
        browser.execute_script(
            "for (const e of document.querySelectorAll('.row,.whole')) e.style.contentVisibility='visible'"
        )
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width


CONTRAST = """
const channel = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const parse = c => c.match(/[\\d.]+/g).map(Number);
const light = c => { const [r, g, b] = parse(c).map(channel); return .2126 * r + .7152 * g + .0722 * b; };
const back = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor, p = parse(c);
  if (p.length < 4 || p[3] > 0) return c; } return 'rgb(255,255,255)'; };
const poor = new Set();
for (const e of document.querySelectorAll('body *')) {
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
  if (e.closest('svg, script, style, dialog')) continue;
  const a = light(getComputedStyle(e).color), b = light(back(e));
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (ratio < 4.5) poor.add(`${e.tagName}.${e.className} ${ratio.toFixed(2)}`);
}
return [...poor];
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_the_contrast_of_wcag_aa(browser: Any, written: Pages, scheme: str) -> None:
    with shown(browser, written("whole"), scheme=scheme):
        browser.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
        tick(browser, "f-v-fail")
        assert browser.execute_script(CONTRAST) == []


def test_dark_is_dark(browser: Any, written: Pages) -> None:
    colours = []
    for scheme in ("light", "dark"):
        with shown(browser, written("whole"), scheme=scheme):
            colours.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert colours == ["rgb(253, 253, 251)", "rgb(21, 23, 26)"]


def test_five_thousand_findings_can_be_filtered_and_searched(browser: Any, written: Pages) -> None:
    with shown(browser, written("large")):
        assert by_css(browser, "#shown").text == "5,000 of 5,000"
        tick(browser, "f-v-fail")
        assert after_a_frame(browser, VISIBLE) == 200
        assert by_css(browser, "#shown").text == "200 of 5,000"
        by_css(browser, "#search").send_keys("rule-1249")
        assert after_a_frame(browser, VISIBLE) == 0
        tick(browser, "f-v-fail")
        assert after_a_frame(browser, VISIBLE) == 4
        by_css(browser, "button[type=reset]").click()
        assert after_a_frame(browser, VISIBLE) == 5000
