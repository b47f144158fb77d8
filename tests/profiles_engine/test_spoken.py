"""What goes over the wire: variables, credential, constant headers, places of parameters, pointers into bodies."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.bindings.rest import first
from conformance.core.missing import MISSING
from conformance.core.timestamps import SECOND, moment
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
