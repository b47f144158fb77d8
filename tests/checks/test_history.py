"""The checks of historyLength."""

from __future__ import annotations

import pytest

from conformance.checks._history import End, Order, end_of, recent
from tests.checks.harness import judged, verdicts

GROUP = "history"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["history.most-recent", "http+json"] == found["history.send", "jsonrpc"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) == {"inconclusive", "not tested"}


@pytest.mark.parametrize(
    ("part", "end"),
    [
        (["c"], End.LAST),
        (["c", "b"], End.LAST),
        (["a", "b"], End.FIRST),
        (["b"], End.OTHER),
        (["x"], End.OTHER),
        (["a", "b", "c"], End.SAME),
        (["a", "b", "c", "d"], End.OTHER),
        ([], None),
        ([""], None),
    ],
)
def test_which_end_of_a_history_came(part: list[str], end: End | None) -> None:
    assert end_of(["a", "b", "c"], part) is end


def test_ids_that_repeat_tell_nothing() -> None:
    assert end_of(["a", "a"], ["a"]) is None
    assert end_of(["a", ""], ["a"]) is None
    assert end_of(["a", "b"], [""]) is None


def test_only_a_known_order_makes_the_first_messages_wrong() -> None:
    assert recent(End.FIRST, Order.UNKNOWN) is None
    assert recent(End.FIRST, Order.OLDEST_FIRST) is False
    assert recent(End.FIRST, Order.NEWEST_FIRST) is True
    assert recent(End.LAST, Order.NEWEST_FIRST) is False
    assert recent(End.LAST, Order.UNKNOWN) is True
    assert recent(End.OTHER, Order.UNKNOWN) is False
