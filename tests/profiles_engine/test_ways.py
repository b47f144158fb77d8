"""Every way from page to page; and that no credential ever goes where a page points away from its origin."""

from __future__ import annotations

import re
from pathlib import Path

import anyio
import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from conformance.core.verdicts import Verdict
from conformance.probe.pagers import linked
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.target.settings import RunOptions
from tests.profiles_engine.running import run_profile
from tests.profiles_engine.shelves import SIZE, STYLES, Shelves, shelves_profile

SECRET = "shelves-secret-token"
AWAY = "http://elsewhere.test"


class Hosts(httpx.AsyncBaseTransport):
    """Several apps, each at a host of its own."""

    def __init__(self, **apps: Shelves) -> None:
        self.apps = {f"{name}.test": httpx.ASGITransport(one.app) for name, one in apps.items()}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self.apps[request.url.host].handle_async_request(request)


def run_shelves(tmp_path: Path, style: str, hosts: Hosts, **options: object) -> Run:
    (tmp_path / "shelves.toml").write_text(shelves_profile(style))
    given = {
        "url": "http://notes.test",
        "profile": str(tmp_path / "shelves.toml"),
        "header": [f"Authorization: Bearer {SECRET}"],
    }
    merged = RunOptions.merged(given | options, tmp_path)

    async def go() -> Run:
        return await run_checks(merged, inner=hosts, patience=0.01)

    return anyio.run(go)


@pytest.mark.parametrize("style", STYLES)
def test_a_walk_meets_everything(style: str, tmp_path: Path) -> None:
    shelves = Shelves(style)
    run = run_shelves(tmp_path, style, Hosts(notes=shelves))
    found = [(f.requirement, f.case, f.verdict, f.came, f.reason) for f in run.findings.values()]
    assert [told for told in found if told[2] is not Verdict.PASS] == []
    assert len({told[0] for told in found}) == (8 if style == "link" else 5)
    if style == "link":
        assert run.catalogue["total.present"].statement.startswith("Every list answer says in X-Total-Count")
    site = run.sites["http"]
    assert [task.id for task in site.store.tasks] == [shelf["id"] for shelf in shelves.shelves]
    assert site.store.complete


@pytest.mark.parametrize("style", STYLES)
def test_a_list_that_starts_again_is_noticed(style: str, tmp_path: Path) -> None:
    shelves = Shelves(style)
    shelves.start = lambda query, size: 0
    run = run_shelves(tmp_path, style, Hosts(notes=shelves))
    verdicts = {f.requirement: f.verdict for f in run.findings.values() if f.requirement == "pages.walk-ends"}
    assert verdicts == {"pages.walk-ends": Verdict.FAIL}


def without_ends(style: str) -> str:
    """Return the profile of a style that says nothing of how the end is told."""
    text = re.sub(r"^ends = .*\n", "", shelves_profile(style), flags=re.MULTILINE)
    return text.replace('[promises."pages.end-signal"]\nstrength = "must"\n', "")


class Beyond(Shelves):
    """What comes behind the last page: it once more, an empty one, or a refusal."""

    def __init__(self, style: str, beyond: str) -> None:
        super().__init__(style)
        self.beyond = beyond

    async def list(self, request: Request) -> JSONResponse:
        query = request.query_params
        size = int(query.get("limit", SIZE))
        if self.start(query, size) < len(self.shelves) or self.beyond == "empty":
            return await super().list(request)
        if self.beyond == "refused":
            return JSONResponse({"error": "no such page"}, 404)
        last = (len(self.shelves) - 1) // size * size
        return JSONResponse({"shelves": self.shelves[last:]})


@pytest.mark.parametrize("beyond", ["empty", "last again", "refused"])
@pytest.mark.parametrize("style", ["page", "offset"])
def test_where_no_end_is_documented_nothing_behind_it_is_held_against_a_server(
    style: str, beyond: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(without_ends(style))
    run = run_profile(tmp_path / "mine.toml", Beyond(style, beyond).app, var=[], header=[])
    found = [(f.requirement, f.case, str(f.verdict), f.came, f.reason) for f in run.findings.values()]
    assert [told for told in found if told[2] != "pass"] == []
    assert {told[0] for told in found} >= {"pages.walk-ends", "pages.walk-complete"}


@pytest.mark.parametrize(
    ("fault", "broken"), [("the page is not looked at", "pages.walk-complete"), ("refused", "pages.accepted")]
)
def test_a_server_that_gives_the_first_page_only_is_noticed(fault: str, broken: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(without_ends("page"))
    shelves = Beyond("page", "refused")
    shelves.start = lambda query, size: 99 if fault == "refused" and query.get("page", "1") != "1" else 0
    run = run_profile(tmp_path / "mine.toml", shelves.app, var=[], header=[])
    assert {f.requirement for f in run.findings.values() if f.verdict is Verdict.FAIL} == {broken}


@pytest.mark.parametrize("allowed", [None, [AWAY]], ids=["not allowed", "allowed"])
@pytest.mark.parametrize("style", ["link", "next-url"])
def test_nothing_is_sent_to_another_origin(style: str, allowed: list[str] | None, tmp_path: Path) -> None:
    here, there = Shelves(style, elsewhere=AWAY), Shelves(style)
    run = run_shelves(tmp_path, style, Hosts(notes=here, elsewhere=there), **{"allow-origin": allowed})
    assert here.requests
    assert all(request.headers["authorization"] == f"Bearer {SECRET}" for request in here.requests)
    assert there.requests == []
    ended = {f.requirement: (f.verdict, f.reason) for f in run.findings.values()}
    assert ended["pages.walk-ends"][0] is Verdict.INCONCLUSIVE
    assert "another origin" in ended["pages.walk-ends"][1]


@pytest.mark.parametrize(
    "away",
    [
        "https://notes.test",
        "http://notes.test:8080",
        "http://notes.test@elsewhere.test",
        "//elsewhere.test",
        "http://me:secret@notes.test",
    ],
)
def test_what_only_looks_like_the_origin_is_another(away: str, tmp_path: Path) -> None:
    here, there = Shelves("link", elsewhere=away), Shelves("link")
    run = run_shelves(tmp_path, "link", Hosts(notes=here, elsewhere=there))
    assert there.requests == []
    assert all("from=" not in str(request.url) for request in here.requests)
    assert {f.verdict for f in run.findings.values() if f.requirement == "pages.walk-ends"} == {
        Verdict.INCONCLUSIVE
    }


@pytest.mark.parametrize(
    ("headers", "target"),
    [
        (['<a>; rel="next"'], "a"),
        (["<a>; rel=next"], "a"),
        (['<a>; rel="prev", <b>; rel="last next"'], "b"),
        (['<a>; rel="first"', '<b>; REL="NEXT"'], "b"),
        (['<a,b;c>; title="x, y"; rel="next"'], "a,b;c"),
        (['<a>; rel="nextish"'], ""),
        (['<a>; title="rel=next"'], ""),
        (['<a>; title="x; rel=next"; rel="prev"'], ""),
        ([r'<a>; title="a \"b\", c"; rel="next"'], "a"),
        (['<a>; title="<b>; rel=last"; rel="next"'], "a"),
        (["<a>;; rel=next;"], "a"),
        (["<a>; rel=prev; rel=next, <b>; rel=next"], "b"),
        (['<a>; rel="next"; anchor="#part", <b>; rel="next"; anchor=""'], "b"),
        (['<a>; title="never closed, <b>; rel="next"'], ""),
        (["<" * 50_000], ""),
        (["<a>" + ';x="' * 30_000], ""),
        (["no link at all"], ""),
        ([], ""),
    ],
)
def test_links_are_read(headers: list[str], target: str) -> None:
    assert linked(headers, "next") == target


@pytest.mark.parametrize("where", ["body", "header"])
def test_a_token_may_be_a_number(where: str, tmp_path: Path) -> None:
    shelves = [{"id": f"shelf-{number:03d}"} for number in range(11)]

    async def listing(request: Request) -> JSONResponse:
        size, start = int(request.query_params.get("limit", SIZE)), int(request.query_params.get("from", 0))
        more = start + size < len(shelves)
        body = {"shelves": shelves[start : start + size]}
        if where == "body":
            return JSONResponse(body | {"next": start + size if more else None, "more": more})
        # A token keeps its zeros.
        headers = {"X-More": str(more).lower()} | ({"X-Next": f"{start + size:04d}"} if more else {})
        return JSONResponse(body, headers=headers)

    places = {"body": ('"/next"', '"/more"'), "header": ('{ header = "X-Next" }', '{ header = "X-More" }')}[
        where
    ]
    text = (
        shelves_profile("next-url")
        .replace('params = { page_size = "limit" }', 'params = { page_size = "limit", page_token = "from" }')
        .replace('next_url = "/next"', f"next_token = {places[0]}\nmore = {places[1]}")
        .replace('style = "next-url"', 'style = "token"')
        .replace('["token-null"]', '["has-more-false"]')
    )
    (tmp_path / "mine.toml").write_text(text)
    app = Starlette(routes=[Route("/shelves", listing)])
    run = run_profile(tmp_path / "mine.toml", app, var=[], header=[])
    found = [(f.requirement, f.case, f.verdict, f.came) for f in run.findings.values()]
    assert [told for told in found if told[2] is not Verdict.PASS] == []
    tokens = [e.sent.request.url.partition("from=")[2] for e in run.sites["http"].exchanges]
    assert ("0004" if where == "header" else "4") in tokens
