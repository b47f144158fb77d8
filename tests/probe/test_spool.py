"""Large bodies are kept in a file that nobody sees; where that can't be, in memory."""

from __future__ import annotations

import resource
import tempfile
from pathlib import Path

import pytest

from conformance.probe.spool import SMALL, Spool
from conformance.probe.wire import Sent, WireRequest, WireResponse


def sent(body: bytes) -> Sent:
    return Sent(WireRequest("GET", "http://a/"), WireResponse(200, (("A", "b"),), body, True), None, 1.0)


def test_large_bodies_come_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spool = Spool()
    bodies = [bytes([number]) * (SMALL + number) for number in range(4)]
    kept = [spool.keep(sent(body)) for body in bodies]
    assert [one.response.body for one in kept] == bodies
    assert [one.response.body for one in kept[::-1]] == bodies[::-1]
    assert [isinstance(one.response.content, bytes) for one in kept] == [True, False, False, False]
    assert [one.response.content.size for one in kept[1:]] == [SMALL + 1, SMALL + 2, SMALL + 3]
    assert kept[1].response.headers == (("A", "b"),)
    assert kept[1].response.truncated
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_for_a_file_they_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    body = b"x" * (SMALL + 1)
    kept = Spool().keep(sent(body))
    assert kept.response.content == body


def test_a_disk_that_is_full_costs_nothing_that_is_kept() -> None:
    spool, body, larger = Spool(), b"x" * 20_000, b"y" * 38_000
    first = spool.keep(sent(body))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        second = spool.keep(sent(larger))
        third = spool.keep(sent(body))
        assert [one.response.body for one in (first, second, third)] == [body, larger, body]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [isinstance(one.response.content, bytes) for one in (first, second, third)] == [False, True, False]


def test_no_answer_is_nothing_to_keep() -> None:
    nothing = Sent(WireRequest("GET", "http://a/"), None, None, 1.0)
    assert Spool().keep(nothing) is nothing
