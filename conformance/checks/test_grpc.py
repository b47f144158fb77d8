"""gRPC, as far as it is its own; an interface that is not tested is named by the run."""

from __future__ import annotations

import pytest

from conformance.bindings.answer import Answer
from conformance.judging import ask, expect, requirement
from conformance.judging.refusals import judgeable
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.unknown import unknown_id


@requirement("grpc.service")
@pytest.mark.parametrize("operation", ["get", "list"])
@ask(lambda store, operation: list_tasks() if operation == "list" else get_task(unknown_id(store)))
def test_the_service_answers(answer: Answer) -> None:
    """Under its own name, a task that is not there included."""
    expect(judgeable(answer).speaks, "an answer of the service", answer, marks=answer.mark())
