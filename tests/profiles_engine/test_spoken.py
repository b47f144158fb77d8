"""What goes over the wire: variables, credential, constant headers, places of parameters, pointers into bodies."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.bindings.rest import Rest, first
from conformance.checks.test_common_refusals import with_unfit
from conformance.core.errors import TargetError
from conformance.core.missing import MISSING
from conformance.core.pointers import at
from conformance.core.timestamps import SECOND, moment
from conformance.probe.questions import get_task, list_tasks
from conformance.profiles import recorded_profile
from conformance.target.interfaces import Interface
from tests.profiles_engine.notes import TOKEN, Notes
from tests.profiles_engine.running import profile_file, run_profile


def test_variables_and_headers_are_sent(tmp_path: Path) -> None:
    notes = Notes()
    run = run_profile(profile_file(tmp_path, {"size.limit": "must"}), notes.app)
    assert {headers["x-project"] for headers in notes.seen} == {"p1"}
    assert {headers["api-key"] for headers in notes.seen} == {f"Key {TOKEN}"}
    assert "a2a-version" not in notes.seen[0]
    urls = [exchange.sent.request.url for exchange in run.sites["http"].exchanges]
    assert all(url.startswith("http://notes.test/v1/p1/notes") for url in urls)


def test_a_bearer_token_goes_where_the_profile_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES_TOKEN", TOKEN)
    notes = Notes()
    profile = profile_file(tmp_path, {"size.limit": "must", "error.unauthenticated": "must"})
    run = run_profile(profile, notes.app, header=None, **{"bearer-env": "NOTES_TOKEN"})
    assert {str(finding.verdict) for finding in run.findings.values()} == {"pass"}
    assert {headers.get("api-key") for headers in notes.seen} == {f"Key {TOKEN}", None}
    sent = [exchange.sent.request.headers for exchange in run.sites["http"].exchanges]
    assert TOKEN not in str(sent)


def test_parameters_go_to_their_places() -> None:
    spoken = recorded_profile(
        {
            "name": "posted",
            "title": "Posted",
            "specification": "1",
            "operations": {
                "list": {
                    "method": "POST",
                    "path": "/search",
                    "params": {
                        "page_size": {"name": "/page/size", "in": "body"},
                        "page_token": {"name": "page.token", "in": "body"},
                        "page": {"name": "/a.b/c~1d", "in": "body"},
                        "offset": {"name": "X-Offset", "in": "header"},
                    },
                },
                "get": {"path": "/items/{id}", "params": {"window": "last"}},
            },
            "item": {"id": "/id"},
            "filters": [
                {"name": "state", "param": "s", "pointer": "/state"},
                {"name": "kind", "param": "/where/kind", "pointer": "/kind", "in": "body"},
                {
                    "name": "pinned",
                    "param": "X-Pinned",
                    "pointer": "/pinned",
                    "kind": "boolean",
                    "in": "header",
                },
            ],
        }
    )
    interface = Interface("http", "REST", "http://api.test/base?k=v", "")
    question = list_tasks(
        page_size=5, page_token="t", offset=7, page=2, state="a b", kind="k", pinned=True, artifacts=True
    )
    request = Rest(spoken).encode(question.with_extra(deep=True), interface, {"Api-Key": "x"})
    assert (request.method, request.url) == ("POST", "http://api.test/base/search?k=v&s=a%20b")
    assert json.loads(request.body or b"") == {
        "page": {"size": 5, "token": "t"},
        "a.b": {"c/d": 2},
        "where": {"kind": "k"},
        "deep": True,
    }
    headers = {name.lower(): value for name, value in request.headers}
    assert (headers["x-offset"], headers["x-pinned"]) == ("7", "true")
    assert headers["api-key"] == "x"
    assert headers["content-type"] == "application/json"
    read = Rest(spoken).encode(get_task("a/b c", window=3), interface, {})
    assert (read.method, read.url) == ("GET", "http://api.test/base/items/a%2Fb%20c?k=v&last=3")
    assert read.body is None


@pytest.mark.parametrize(
    ("pointers", "found"),
    [(("/error/code", "/code"), 7), (("/nowhere", "/code"), None), (("/nowhere",), MISSING), ((), MISSING)],
)
def test_the_first_place_that_is_there_counts(pointers: tuple[str, ...], found: object) -> None:
    assert first({"error": {"code": 7}, "code": None}, pointers) == found


@pytest.mark.parametrize(
    ("value", "form", "found"),
    [
        ("1970-01-01T00:00:01Z", "rfc3339", SECOND),
        ("1970-01-01T00:00:01", "rfc3339", None),
        ("1970-01-01T00:00:01", "naive", SECOND),
        ("1970-01-01 00:00:01.5", "naive", SECOND * 3 // 2),
        ("1970-01-01T01:00:01+01:00", "naive", SECOND),
        ("1970-01-01T01:00:01.000+0100", "naive", SECOND),
        ("1970-01-01T01:00:01+0100", "rfc3339", None),
        ("1970-01-01T01:00:01+01000", "naive", None),
        (1, "seconds", SECOND),
        (0.1, "seconds", SECOND // 10),
        (1, "milliseconds", 1_000_000),
        ("1", "seconds", None),
        (True, "integer", None),
        (None, "rfc3339", None),
        (3, "text", None),
    ],
)
def test_moments(value: object, form: str, found: int | None) -> None:
    assert moment(value, form) == found


def test_texts_are_sorted_as_they_are() -> None:
    texts = ["", "0", "01", "1", "a", "aa", "ab", "ä"]
    assert sorted(texts, key=lambda text: moment(text, "text") or 0) == texts


def test_a_step_of_any_length_leads_nowhere() -> None:
    assert at([1], "/" + "1" * 5000) is MISSING


def test_an_unfit_value_may_be_a_false_one() -> None:
    kind = {"name": "kind", "param": "kind", "pointer": "/kind", "invalid": 0}
    data = {"name": "x", "title": "X", "specification": "1", "operations": {}, "item": {}, "filters": [kind]}
    store = SimpleNamespace(profile=recorded_profile(data))
    assert with_unfit(store, "kind").params == {"kind": 0}  # type: ignore[arg-type]  # it has all that is asked


def test_a_list_that_is_elsewhere_is_told_with_what_came(tmp_path: Path) -> None:
    changes = {'items = "/notes"': 'items = "/data"'}
    with pytest.raises(TargetError, match="HTTP 200, but no list at /data; what came has notes, ") as caught:
        run_profile(profile_file(tmp_path, {"size.limit": "must"}, **changes), Notes().app)
    assert "[answer]" in str(caught.value)


def test_ids_that_are_elsewhere_are_told(tmp_path: Path) -> None:
    changes = {'id = "/id"\nstate': 'id = "/ident"\nstate'}
    run = run_profile(profile_file(tmp_path, {"pages.walk-ends": "must"}, **changes), Notes().app)
    reasons = {finding.reason for finding in run.findings.values()}
    assert all("no note has an id at /ident" in reason for reason in reasons), reasons


def test_an_end_that_is_not_signalled_is_told_in_the_words_of_the_api(tmp_path: Path) -> None:
    changes = {'more = "/more"': 'more = "/page/hasMore"'}
    run = run_profile(profile_file(tmp_path, {"pages.end-signal": "must"}, **changes), Notes().app)
    [found] = [f for f in run.findings.values() if f.verdict == "fail" and f.case == "whole"]
    assert found.expected == '"hasMore is false" and "next is null" on the last page'
    assert found.came.startswith("hasMore is left out, ")
