"""The page as text: what stands in it, what never may, how large it grows. test_browser.py looks at it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from conformance.core.verdicts import Verdict
from conformance.report.html import render_html
from tests.report import samples
from tests.report.parts import finding, report, requirement

TAGS = {
    "html",
    "head",
    "meta",
    "link",
    "title",
    "style",
    "body",
    "a",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "header",
    "nav",
    "main",
    "section",
    "div",
    "dl",
    "dt",
    "dd",
    "b",
    "i",
    "br",
    "code",
    "pre",
    "mark",
    "bdi",
    "small",
    "strong",
    "span",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "ul",
    "ol",
    "li",
    "details",
    "summary",
    "form",
    "fieldset",
    "legend",
    "label",
    "input",
    "output",
    "button",
    "kbd",
    "dialog",
    "script",
    "footer",
    "figure",
    "figcaption",
    "svg",
    "polyline",
    "circle",
    "path",
}
LOADING = {"src", "srcset", "data", "poster", "action", "formaction", "background", "ping", "xlink:href"}


class Page(HTMLParser):
    """What a browser would see: elements with attributes, and text by element."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def having(self, **wanted: str) -> list[dict[str, str]]:
        """Return the attributes of the elements that have these classes or data."""
        names = {key.rstrip("_").replace("_", "-"): value for key, value in wanted.items()}
        return [
            attrs
            for _, attrs in self.elements
            if all(value in attrs.get(key, "").split(" ") for key, value in names.items())
        ]


@pytest.fixture(scope="module")
def whole() -> str:
    return render_html(samples.whole())


@pytest.fixture(scope="module")
def hostile() -> str:
    return render_html(samples.hostile())


def test_every_verdict_and_every_row_is_there(whole: str) -> None:
    rows = Page(whole).having(class_="row")
    expected = {(entry["requirement"], entry["interface"]) for entry in samples.whole()["findings"]}
    assert len(rows) == len(expected)
    assert {row["data-v"].replace("-", " ") for row in rows} == set(Verdict)


def test_the_worst_stands_first(whole: str) -> None:
    order = [row["data-v"].replace("-", " ") for row in Page(whole).having(class_="row")]
    assert order == sorted(order, key=list(Verdict).index)


def test_the_top_says_what_was_checked(whole: str) -> None:
    text = " ".join("".join(Page(whole).texts["body"]).split())
    for words in (
        "4 of 15 MUST requirements failed.",
        "Next: Fix token.always-present first",
        "test-runner 2.4.0, Example Works",
        "https://agent.example.com/.well-known/agent-card.json",
        "2026-11-30 23:00:00 UTC, 12.5 s",
        "A2A 1.0.1, profile a2a",
        "at most 8 at once, longest chain 31",
        "not tested: It is on another origin, grpc.example.net: give --allow-origin grpc.example.net.",
        "It needs permission to create tasks: give --create-tasks.",
        "Expected at most 50 tasks on the page. Came: 51 tasks.",
    ):
        assert words in text, words


def test_a_failing_row_carries_its_evidence(whole: str) -> None:
    start = whole.index('id="size.default/jsonrpc"')
    row = whole[start : whole.index("</details>", start)]
    assert "curl --silent" in row
    assert 'Bearer \'"$BEARER"' in row.replace("&#39;", "'")
    marked = re.findall(r"<mark>(.*?)</mark>", row)
    assert any("00000032-848d-4f4d-8cd1-3204d1e1bbaf" in line for line in marked)
    assert not any("00000001-848d" in line for line in marked)
    assert "Never failed on" in row
    assert "fewer tasks" in row


def test_further_broken_clauses_are_named(whole: str) -> None:
    assert "<b>Also, clause main:</b> <bdi>Expected a JSON body. Came: an HTML page.</bdi>" in whole


def test_a_passing_row_links_its_evidence(whole: str) -> None:
    start = whole.index('id="token.walk-complete/http+json"')
    row = whole[start : whole.index("</details>", start)]
    assert "curl" not in row
    assert row.count('href="#x-http+json-walk-') == 20


def test_every_link_inside_the_page_leads_somewhere(whole: str, hostile: str) -> None:
    for text in (whole, hostile):
        elements = Page(text).elements
        names = Counter(attrs["id"] for _, attrs in elements if "id" in attrs)
        assert [name for name, count in names.items() if count > 1] == []
        links = {
            attrs["href"] for tag, attrs in elements if tag == "a" and attrs.get("href", "").startswith("#")
        }
        assert [link for link in links if unquote(link[1:]) not in names and link[1:] not in names] == []


def test_every_requirement_is_in_the_table(whole: str) -> None:
    table = whole[whole.index('id="requirements"') : whole.index('id="exchanges"')]
    for entry in samples.whole()["catalogue"]["requirements"]:
        assert f">{entry['id']}<" in table
    assert ">not judged<" not in table


def test_what_failed_stands_at_the_top(whole: str) -> None:
    top = whole[: whole.index('id="checked"')]
    failed = {f["requirement"] for f in samples.whole()["findings"] if f["verdict"] in {"fail", "error"}}
    assert failed == set(re.findall(r'href="#([a-z-]+\.[a-z-]+)/', top))


def test_a_requirement_without_a_finding_says_so(whole: str) -> None:
    made = report(
        [requirement("size.r", "A rule."), requirement("size.other", "Another.")],
        [finding("size.r", "jsonrpc")],
    )
    text = render_html(made)
    assert text.count(">not judged<") == 1
    assert "1 of 2 requirements were not asked about" in text
    assert "were not asked about" not in whole


def test_recorded_behaviours_have_a_column_per_interface(whole: str) -> None:
    section = whole[whole.index('id="behaviours"') : whole.index('id="requirements"')]
    assert re.findall(r'<th scope="col">(.*?)</th>', section) == ["Behaviour", "jsonrpc", "http+json"]
    assert "all of 6 messages" in section
    assert "no history" in section


@pytest.mark.parametrize("complete", [False, None])
def test_an_incomplete_report_says_so(whole: str, complete: bool | None) -> None:
    made = samples.whole()
    del made["complete"]
    if complete is not None:
        made["complete"] = complete
    assert "<strong>Incomplete.</strong>" in render_html(made)
    assert "<strong>Incomplete.</strong>" not in whole


def test_the_policy_lets_nothing_run_but_our_script(hostile: str) -> None:
    parsed = Page(hostile)
    (policy,) = [
        attrs["content"]
        for _, attrs in parsed.elements
        if "content-security-policy" in attrs.get("http-equiv", "").lower()
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (content,) = re.findall(rf"<{tag}>(.*?)</{tag}>", hostile, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"


def test_hostile_text_stays_text(hostile: str) -> None:
    parsed = Page(hostile)
    assert {tag for tag, _ in parsed.elements} <= TAGS
    attributes = {name for _, attrs in parsed.elements for name in attrs}
    assert (
        not {name for name in attributes if name.startswith("on")}
        | (attributes & LOADING)
        | (attributes & {"style"})
    )
    assert len(parsed.texts["script"]) == 1
    assert "pwned" not in parsed.texts["script"][0] + parsed.texts["style"][0]
    links = {attrs["href"] for _, attrs in parsed.elements if "href" in attrs}
    assert all(re.match(r"(#|https?://|data:,$)", link) for link in links)


def test_nothing_unseen_is_left_in_the_page(hostile: str) -> None:
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", hostile
    )
    assert "\\u202etxt.exe" in hostile
    hostile.encode("utf-8")


def test_what_is_templates_to_others_is_text_to_us(hostile: str) -> None:
    assert "{{ 7*7 }}" in hostile


def test_a_row_opens_where_its_id_stands_and_leads_away_only_where_its_section_does() -> None:
    page = render_html(samples.whole())
    rows = re.findall(r'<summary>.*?<span class="id">(.*?)</span>', page, re.DOTALL)
    linked = [row for row in rows if "<a " in row]
    assert linked
    assert all(
        re.fullmatch(r"[a-z.-]+ <small><a href=\"https://[^\"]+\">[^<]+</a></small>", row) for row in linked
    )
