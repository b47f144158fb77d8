"""pageToken as input: what is no token of the server's, tokens changed or used elsewhere, former names, their form."""

from __future__ import annotations

import base64
import binascii
import re

import pytest

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.checks._answers import MADE_UP as WORD
from conformance.checks._lists import NARROW, narrow, narrow_list
from conformance.core.missing import MISSING
from conformance.judging import ask, at_least, expect, inconclusive, note, requirement
from conformance.judging.needs import LISTED_TASK
from conformance.judging.refusals import judgeable
from conformance.probe.paging import Follow, Followed, Named, SendAs, SizeAs, Sized, changed_first, same_tasks
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store

TWO_TASKS = at_least(2)
MADE_UP = {"a word": WORD, "base64": "bm8tc3VjaC10b2tlbi1oZXJl"}
HOSTILE = {
    "quotes": "'\" OR '1'='1' --",
    "dots and slashes": "../../../../etc/passwd",
    "NUL": "conformance\0token",
    "non-ASCII": "令牌-ü-\U0001f642",
    "4 KB": "conformance" * 364,
    "nested JSON in base64": base64.urlsafe_b64encode(b"[" * 1500).decode(),
}


def sent(token: str) -> Question:
    """Return the request with a token; without it, it is a control that others ask too."""
    return list_tasks(page_size=2, page_token=token)


def misread(answer: Answer, control: Answer) -> str:
    """Return how a made-up token was taken wrongly: as the first page, or as a fault that came twice; else ""."""
    if not control.accepted or not control.tasks:
        raise inconclusive(f"The same request without a token gave no tasks ({control}).")
    if answer.kind is not Kind.GATEWAY and judgeable(answer).kind is Kind.FAULT:
        return f"twice a fault of the server: {answer.trouble}"
    return "the first page" if same_tasks(control, answer) else ""


@requirement("token.garbage")
@pytest.mark.parametrize("token", MADE_UP)
@ask(
    lambda store, token: sent(MADE_UP[token]),
    control=lambda store: list_tasks(page_size=2),
    needs=LISTED_TASK,
)
def test_a_made_up_token_is_refused(answer: Answer, control: Answer) -> None:
    """What the server never gave is the client's mistake."""
    wrong = misread(judgeable(answer), control)
    expect(not wrong, "neither the first page nor a server's fault", wrong, marks=answer.mark())
    if wrong:
        return
    came = f"{len(answer.tasks)} tasks" if answer.accepted else answer
    if expect(answer.refused, "it is refused", came, clause="refused", marks=answer.mark()):
        refusal, invalid = answer.refusal, answer.profile.errors["invalid"]
        usual = refusal is not None and (refusal.code, refusal.status)[refusal.code is None] in (
            invalid.rpc,
            invalid.http,
        )
        expect(
            usual, f"refused with {invalid.rpc} or {invalid.http}", answer, clause="code", marks=answer.mark()
        )


@requirement("token.hostile")
@pytest.mark.parametrize("token", HOSTILE)
@ask(
    lambda store, token: sent(HOSTILE[token]),
    control=lambda store: list_tasks(page_size=2),
    needs=LISTED_TASK,
)
def test_hostile_text_is_only_another_made_up_token(answer: Answer, control: Answer) -> None:
    """Refused by whatever stands in front of the server is refused, too."""
    wrong = misread(answer, control)
    expect(not wrong, "neither the first page nor a server's fault", wrong, marks=answer.mark())


@requirement("token.tampered")
@ask(lambda store: Follow(narrow_list(store, page_size=1), turned=changed_first), needs=NARROW)
def test_what_a_changed_token_gives(answer: Followed) -> None:
    """Refused, taken as a position, or seen through: all are the server's choice."""
    note("its first character changed", answer.outcome)


def changed_query(store: Store, change: str) -> Follow:
    """Return a page's token used with another page size, or with a state or context that the page had not."""
    question = narrow_list(store, page_size=1)
    if change == "page size":
        return Follow(question, {"page_size": 2})
    context = (narrow(store) or {}).get("context")
    others = [name for name in store.contexts if name != context]
    if others:
        return Follow(question, {"context": others[0]})
    return Follow(question, {"status": next(iter(store.states), store.profile.states["terminal"][0])})


@requirement("token.changed-query")
@pytest.mark.parametrize("change", ["page size", "filter"])
@ask(changed_query, needs=NARROW)
def test_what_a_token_gives_for_another_query(answer: Followed, change: str) -> None:
    """Refused, a position, or as if nothing had changed."""
    note(f"with another {change}", answer.outcome)


@requirement("token.format")
@ask(lambda store: narrow_list(store, page_size=1), needs=NARROW)
def test_what_a_token_looks_like(answer: Answer, store: Store) -> None:
    """Recorded, since clients must not care."""
    if not answer.more:
        raise inconclusive("The page gave no token.")
    note("form of a token", form(answer.more, store))


def form(token: str, store: Store) -> str:
    """Return what a token seems to be."""
    if token in store.by_id:
        return "the id of a task"
    if re.fullmatch(r"[0-9]{1,9}", token):
        return "a number, such as an offset has"
    decoded = unpacked(token)
    if re.fullmatch(r"[0-9]{1,9}", decoded) or re.search(r"(?i)\b(offset|skip)\b", decoded):
        return "base64 of what looks like an offset"
    if decoded.startswith(("{", "[")):
        return "JSON in base64"
    if decoded.isprintable() and decoded:
        return "text in base64"
    return f"opaque, {len(token)} characters"


def unpacked(token: str) -> str:
    """Return the text inside base64 or base64url, empty where there is none."""
    padded = token.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return ""


@requirement("token.names")
@pytest.mark.parametrize("name", ["pageSize"])
@ask(lambda store: SizeAs(["limit", "page_size"]), unsized=lambda store: list_tasks(), needs=TWO_TASKS)
def test_page_size_is_the_name(answer: Sized, unsized: Answer) -> None:
    """Only another name, a former one or that of the proto, that works in place of the right one is wrong."""
    counts = [len(a.tasks) if a.accepted else -1 for a in (answer.rightly, unsized)]
    if counts[0] < 0 or counts[1] < 2:
        raise inconclusive("The pages asked for don't tell whether pageSize is heeded.")
    heeded = [name for name, page in answer.otherwise.items() if page.accepted and len(page.tasks) == 1]
    other = heeded[0] if heeded else "another"
    came = f"pageSize=1 gives {counts[0]} tasks, {other}=1 gives 1"
    expect(not heeded, f"pageSize is the name, not {other}", came, marks=answer.rightly.mark())


@requirement("token.names")
@pytest.mark.parametrize("name", ["nextPageToken"])
@ask(lambda store: [list_tasks(page_size=1), list_tasks().with_extra(limit=1)], needs=TWO_TASKS)
def test_next_page_token_is_not_called_next_cursor(answer: list[Answer]) -> None:
    """A page that leaves something out has the token under its own name."""
    pages = [page for page in answer if page.accepted]
    if not pages:
        raise inconclusive(f"No page came ({answer[0]}).")
    for page in pages:
        former = page.result.get("nextCursor", MISSING) if isinstance(page.result, dict) else MISSING
        swapped = page.next_token is MISSING and isinstance(former, str) and former
        came = "nextCursor, and no nextPageToken"
        expect(not swapped, "the token is called nextPageToken", came, marks=page.mark("/nextCursor"))


@requirement("token.names")
@pytest.mark.parametrize("name", ["pageToken"])
@ask(lambda store: SendAs(list_tasks(page_size=1), "cursor"), needs=TWO_TASKS)
def test_page_token_is_not_called_cursor(answer: Named) -> None:
    """A token that gives the first page again as pageToken, and another one as cursor."""
    if answer.rightly is None:
        raise inconclusive(f"The first page gave no token ({answer.first}).")
    page = answer.formerly
    swapped = page is not None and page.accepted and page.tasks and not same_tasks(answer.first, page)
    came = "as pageToken it gives the first page again, as cursor another one"
    expect(not swapped, "the token is sent as pageToken", came, marks=answer.rightly.mark())
