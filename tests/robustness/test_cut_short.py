"""An answer of which not all came says nothing of the server's rules, and the end of a JSON text is not its fault."""

from __future__ import annotations

import pytest

from conformance.bindings import Binding
from conformance.bindings.http_json import HttpJson
from conformance.bindings.jsonrpc import JsonRpc
from conformance.bindings.reading import Kind
from conformance.probe.exchange import Exchange
from conformance.probe.questions import list_tasks
from conformance.probe.wire import Failure, FailureKind, Sent, WireRequest, WireResponse
from conformance.profiles import load_profile
from tests.checks.harness import judged, reds, verdicts

PROFILE = load_profile("a2a")
WHOLE = b'{"jsonrpc": "2.0", "id": "1", "result": {"tasks": []}}'


def kind(binding: Binding, body: bytes, failure: FailureKind | None) -> Kind:
    response = WireResponse(200, (), body, truncated=failure is not None)
    why = Failure(failure, "why") if failure else None
    sent = Sent(WireRequest("POST", "http://a/"), response, why, 1.0)
    return binding.decode(list_tasks(), Exchange("x", "jsonrpc", "main", "list", "", 0, 0, 1, sent)).kind


@pytest.mark.parametrize("binding", [JsonRpc(PROFILE), HttpJson(PROFILE)], ids=["jsonrpc", "http"])
@pytest.mark.parametrize(
    ("body", "failure", "expected"),
    [
        (WHOLE, None, Kind.ACCEPTED),
        (WHOLE[:-3], None, Kind.UNREADABLE),
        (WHOLE[:-3], "too-large", Kind.FAULT),
        (WHOLE, "timeout", Kind.FAULT),
        (WHOLE[:-3], "dropped", Kind.FAULT),
        (WHOLE, "dropped", Kind.ACCEPTED),
    ],
)
def test_what_an_answer_that_broke_off_is(
    binding: Binding, body: bytes, failure: FailureKind | None, expected: Kind
) -> None:
    assert kind(binding, body, failure) is expected


def test_lists_over_the_cap_are_inconclusive() -> None:
    """Where the check can do with a smaller page, it is asked for one: the artifacts, not the largest page."""
    found = judged("artifacts", "shape.json", "size.limit", **{"max-bytes": 20_000, "create-tasks": False})
    assert not reds(found)
    assert verdicts(found)["size.limit", "jsonrpc"] == "inconclusive"
    assert verdicts(found)["artifacts.included-when-true", "jsonrpc"] == "pass"
