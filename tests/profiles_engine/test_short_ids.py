"""A store of few items with short ids: what no item has can still be asked for, and every page of it is judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from conformance.core.verdicts import Verdict
from tests.profiles_engine.running import run_profile
from tests.profiles_engine.shelves import SIZE, shelves_profile

NOT_FOUND = """
[errors.not_found]
statuses = [404]
[promises."size.limit"]
strength = "must"
[promises."notfound.status"]
strength = "must"
"""


def verdicts(tmp_path: Path, ids: list[object], *, more: int = 0, status: int = 404) -> dict[str, Verdict]:
    """Return the worst verdicts of a list by offset; `more` come too many behind the first page."""

    async def listing(request: Request) -> JSONResponse:
        size, start = (
            int(request.query_params.get(name, usual)) for name, usual in (("limit", SIZE), ("offset", 0))
        )
        page = ids[start : start + size + (more if start else 0)]
        return JSONResponse({"shelves": [{"id": one} for one in page], "count": len(ids)})

    async def reading(request: Request) -> JSONResponse:
        found = [one for one in ids if str(one) == request.path_params["id"]]
        return JSONResponse({"id": found[0]}) if found else JSONResponse({}, status)

    (tmp_path / "mine.toml").write_text(shelves_profile("offset") + NOT_FOUND)
    app = Starlette(routes=[Route("/shelves", listing), Route("/shelves/{id}", reading)])
    run = run_profile(tmp_path / "mine.toml", app, var=[], header=[])
    names = ("size.limit", "notfound.status")
    every = {name: {f.verdict for f in run.findings.values() if f.requirement == name} for name in names}
    return {name: Verdict.FAIL if Verdict.FAIL in found else min(found) for name, found in every.items()}


@pytest.mark.parametrize("form", [int, "s{}".format], ids=["numbers", "texts"])
def test_an_id_that_nobody_has_is_found_among_short_ones(form: type[int], tmp_path: Path) -> None:
    ids: list[object] = [form(number) for number in range(23)]
    assert verdicts(tmp_path, ids)["notfound.status"] is Verdict.PASS


def test_what_is_not_there_and_given_is_noticed(tmp_path: Path) -> None:
    assert verdicts(tmp_path, list(range(23)), status=200)["notfound.status"] is Verdict.FAIL


def test_pages_behind_the_first_are_held_to_their_size(tmp_path: Path) -> None:
    assert verdicts(tmp_path, list(range(23)), more=2)["size.limit"] is Verdict.FAIL
    assert verdicts(tmp_path, list(range(23)))["size.limit"] is not Verdict.FAIL
