"""The parts of the pytest side that need no session."""

from __future__ import annotations

from typing import Any

import anyio
import httpx
import pytest

from conformance.core.errors import UsageError
from conformance.core.verdicts import Verdict
from conformance.judging.finding import Finding
from conformance.session.front import Front, broken
from conformance.session.in_process import served
from conformance.session.outcome import fails, properties, sentence, status
from conformance.session.pytest_side import _plain
from conformance.target.settings import RunOptions


async def ask(app: Any) -> httpx.Response:
    async with served(app) as transport, httpx.AsyncClient(transport=transport) as client:
        return await client.get("http://app.test/")


async def answering(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        raise ValueError("no lifespan here")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"fine"})


async def failing(scope: Any, receive: Any, send: Any) -> None:
    raise ZeroDivisionError


async def refusing(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "lifespan.startup.failed", "message": "Traceback …\nOSError: no database"})


def test_an_app_without_a_lifespan_is_fine() -> None:
    assert anyio.run(ask, answering).text == "fine"


def test_an_error_of_the_app_is_a_500() -> None:
    assert anyio.run(ask, failing).status_code == 500


def test_an_app_that_does_not_start_is_told() -> None:
    with pytest.raises(UsageError, match="did not start: OSError: no database"):
        anyio.run(ask, refusing)


def finding(verdict: Verdict, **more: Any) -> Finding:
    return Finding("size.default", "jsonrpc", "list", "test_x", verdict, **more)


def test_a_should_fails_only_where_it_is_strict() -> None:
    warn = finding(Verdict.WARN)
    assert (fails(warn, strict=False), fails(warn, strict=True)) == (False, True)
    assert [v for v in Verdict if fails(finding(v), strict=False)] == [Verdict.ERROR, Verdict.FAIL]


def test_every_verdict_has_a_letter_and_its_name() -> None:
    said = {v: status(finding(v).public(), failed=False) for v in Verdict}
    assert len({letter for _, letter, _ in said.values()}) == len(Verdict)
    assert {v: word for v, (_, _, word) in said.items()} == {v: v.upper() for v in Verdict}


def test_properties_say_what_junit_has_no_place_for() -> None:
    found = dict(properties(finding(Verdict.NOTE, observations=(("what", "that"),))))
    assert found["verdict"] == "note"
    assert found["says"] == "what: that."
    assert {"requirement", "clause", "level", "interface"} <= found.keys()


def test_a_sentence_is_one_line_whatever_a_server_wrote() -> None:
    line = sentence(finding(Verdict.FAIL, expected="x", came="a\nb\x1b[31m"))
    assert line == "fail: size.default at jsonrpc: Expected x. Came: a\\nb\\x1b[31m."


def test_a_place_is_no_markup_in_a_parameter_id() -> None:
    assert _plain("jsonrpc/<script>alert('x')</script>\u202e") == "jsonrpc/_script_alert__x___/script__"
    assert [_plain(place) for place in ("http+json", "all", "-")] == ["http+json", "all", "-"]


def test_what_broke_is_named_without_its_wrapping() -> None:
    group = ExceptionGroup("unhandled", [ExceptionGroup("again", [KeyError("x")])])
    assert str(broken(group)) == "The suite itself broke (KeyError: 'x'). Please report it."
    hidden = broken(ValueError("token s3cret"), lambda text: text.replace("s3cret", "…"))
    assert "s3cret" not in str(hidden)


def test_plain_pytest_calls_options_by_their_own_names() -> None:
    text = "It needs --create-tasks, --header or --ca FILE; not --no-such, --header-x or --conformance-ca."
    said = "It needs --conformance-create-tasks, --conformance-header or --conformance-ca FILE; "
    assert (
        Front(RunOptions(), plain=True).named(text) == said + "not --no-such, --header-x or --conformance-ca."
    )
    assert Front(RunOptions()).named(text) == text
