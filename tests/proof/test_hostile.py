"""Every hostile server under the real command: it ends in time, says something, leaks nothing, runs nothing."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest

from conformance.core.hostile import for_terminal
from conformance.proof.hostile import SECRET, behaviours
from conformance.reference import create_app, running
from conformance.report.load import check_report
from tests.proof.ordeal import BUDGET, Ordeal, undergo

pytestmark = pytest.mark.slow
BEHAVIOURS = {behaviour.name: behaviour for behaviour in behaviours()}
MOST_MEBIBYTES = 200
FORMS = {
    SECRET,
    quote(SECRET, safe=""),
    base64.b64encode(SECRET.encode()).decode(),
    json.dumps(SECRET)[1:-1].replace("/", "\\/"),
    "".join(f"\\u{ord(char):04x}" for char in SECRET),
    "".join(f"&#{ord(char)};" for char in SECRET),
    "".join(f"%{ord(char):02X}" for char in SECRET),
}
"""The writings in which a server repeats the secret, and in which no output may hold it."""
COMMAND = re.compile(r"(?m)^\s*::|##\[|##vso\[|##teamcity\[")
OURS = ["link", "form", "form"]
"""What the page itself has of the elements that could load or send something: an icon of no bytes, its filters."""
OPENED = [
    "html-in-strings",
    "html-in-ids",
    "html-in-headers",
    "html-in-errors",
    "html-in-member-names",
    "utf-7",
]
"""Behaviours whose reports a browser opens."""


@pytest.fixture(scope="module")
def ordeals(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Future[Ordeal]]]:
    """Every selected run by its server's name; as many at a time as there are processors, and one that waits."""
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    wanted = dict.fromkeys(item.callspec.params["name"] for item in items if "ordeals" in item.fixturenames)
    root = tmp_path_factory.mktemp("hostile")
    with (
        running(create_app("demo", tenants=False)) as upstream,
        ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool,
    ):
        yield {name: pool.submit(undergo, BEHAVIOURS[name], upstream, root / name) for name in wanted}
        pool.shutdown(cancel_futures=True)


def test_there_are_as_many_as_promised() -> None:
    assert len(BEHAVIOURS) >= 40
    assert len({behaviour.sentence for behaviour in BEHAVIOURS.values()}) == len(BEHAVIOURS)


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_a_run_survives(name: str, ordeals: Mapping[str, Future[Ordeal]]) -> None:
    ordeal = ordeals[name].result()
    assert ordeal.seconds < BUDGET, "it had to be killed"
    assert ordeal.code in {1, 2, 3}, ordeal.stdout + ordeal.stderr
    assert 0 < ordeal.mebibytes < MOST_MEBIBYTES
    assert ordeal.leaked == []
    assert not [request for request in ordeal.requests if re.search(rb"(?im)^(cookie|x-injected):", request)]
    _is_fit_to_be_printed(ordeal.stdout)
    _is_fit_to_be_printed(ordeal.stderr)
    if ordeal.code == 2:
        [line] = ordeal.stderr.decode().splitlines()
        assert line.startswith("task-conformance: ")
        assert not ordeal.reports.exists()
        texts = []
    else:
        texts = [_report(ordeal), _page(ordeal), _junit(ordeal)]
    for text in (*texts, ordeal.stdout.decode(), ordeal.stderr.decode()):
        assert not [form for form in FORMS if form in text]


def _is_fit_to_be_printed(output: bytes) -> None:
    """No control characters, no workflow commands, no traceback."""
    text = output.decode()
    assert "Traceback" not in text
    assert not COMMAND.search(text)
    for line in text.splitlines():
        assert for_terminal(line, len(line) + 1) == line


def _report(ordeal: Ordeal) -> str:
    text = (ordeal.reports / "report.json").read_text(encoding="utf-8")
    report = json.loads(text)
    check_report(report)
    assert report["complete"]
    assert report["findings"]
    assert not [finding for finding in report["findings"] if finding["verdict"] == "error"]
    return text


class _Scripts(HTMLParser):
    """Counts scripts, and collects what would load or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag in {"iframe", "object", "embed", "base", "img", "link", "form"}:
            self.bad.append(tag)
        for name, value in attributes:
            if name.startswith("on") or (value or "").strip().lower().startswith(
                ("javascript:", "data:text")
            ):
                self.bad.append(f"{tag} {name}")


def _page(ordeal: Ordeal) -> str:
    text = (ordeal.reports / "report.html").read_text(encoding="utf-8")
    parser = _Scripts()
    parser.feed(text)
    assert (parser.scripts, parser.bad) == (1, OURS)
    assert len(text) < 6_000_000
    return text


def _junit(ordeal: Ordeal) -> str:
    text = (ordeal.reports / "junit.xml").read_text(encoding="utf-8")
    assert ET.fromstring(text).findall(".//testcase")
    return text


@pytest.mark.parametrize("name", OPENED)
def test_a_browser_runs_nothing_of_the_servers(
    name: str, ordeals: Mapping[str, Future[Ordeal]], browser: Any
) -> None:
    ordeal = ordeals[name].result()
    page: Path = ordeal.reports / "report.html"
    assert page.exists(), ordeal.stderr
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get(page.as_uri())
    browser.execute_script(
        "for (const d of document.querySelectorAll('details')) d.open = true; document.body.offsetHeight"
    )
    for link in browser.execute_script(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash).slice(0, 60)"
    ):
        browser.execute_script("location.hash = arguments[0]", link)
    assert browser.execute_script("return window.pwned ?? null") is None
    assert browser.execute_script("return document.scripts.length") == 1
    assert browser.execute_script("return document.querySelectorAll('iframe, img, base, object').length") == 0
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert browser.get_log("browser") == []
    assert browser.current_url.startswith(page.as_uri())
