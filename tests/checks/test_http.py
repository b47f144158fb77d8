"""The checks of how HTTP+JSON is spoken."""

from __future__ import annotations

from tests.checks.harness import judged, verdicts

GROUP = "http"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert found == {
        ("http.wrong-verb", "http+json"): "pass",
        ("http.head", "http+json"): "note",
        ("http.repeated-param", "http+json"): "note",
    }
