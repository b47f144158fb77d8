"""How HTTP+JSON is spoken: verbs, and parameters that are there twice."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.judging import ask, expect, note, requirement
from conformance.judging.refusals import controlled, judgeable
from conformance.probe.questions import list_tasks

NOT_ALLOWED, NOT_IMPLEMENTED = 405, 501


@requirement("http.wrong-verb")
@ask(lambda store: list_tasks().spoken(http_method="PUT"), control=lambda store: list_tasks())
def test_a_wrong_verb_is_refused(answer: Answer, control: Answer) -> None:
    """PUT on /tasks does nothing; 405 says which verbs there are (RFC 9110 §15.5.6)."""
    controlled(control)
    status = answer.status
    refused = 400 <= status < 500 or status == NOT_IMPLEMENTED
    if not refused:
        judgeable(answer)
    expect(refused, "a 4xx or 501", f"HTTP {status}", marks=answer.mark("status"))
    if status == NOT_ALLOWED:
        allow = ", ".join(answer.headers("Allow"))
        expect(
            answer.headers("Allow"), "an Allow header with 405", allow or "none", marks=answer.mark("status")
        )


@requirement("http.head")
@ask(lambda store: list_tasks().spoken(http_method="HEAD"))
def test_what_head_gives_is_recorded(answer: Answer) -> None:
    """GET's headers without a body, or a refusal."""
    form = ", ".join(answer.headers("Content-Type")) or "no Content-Type"
    note("HEAD /tasks", f"HTTP {answer.status}, {form}" if answer.status else answer)


@requirement("http.repeated-param")
@ask(lambda store: list_tasks(page_size=1).spoken(http_query="pageSize=1&pageSize=2"))
def test_what_a_repeated_parameter_does_is_recorded(answer: Answer) -> None:
    """The first counts, the last, or neither."""
    note("pageSize=1&pageSize=2", f"{len(answer.tasks)} tasks" if answer.accepted else answer)
