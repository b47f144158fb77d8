"""One tested interface of a run: its line, its asker, what its store holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from conformance.bindings.answer import Answer
from conformance.core.hostile import shorten
from conformance.probe.asker import Asker, Line, Unanswered, gather
from conformance.probe.exchange import Exchange
from conformance.probe.questions import get_task, list_tasks
from conformance.probe.store import Store
from conformance.probe.unknown import UNKNOWN_ID
from conformance.profiles import Profile
from conformance.target.interfaces import Interface

MEMBERS = 8
"""Members of an answer that are named where the list is not in its place."""
GREETING = 9_000
"""The repeat index of what is asked before tasks are created."""


@dataclass(repr=False)
class Site:
    """An interface that is asked. `silent` says why it can't be judged at all, empty when it can.

    `unreachable`: nothing answers from here. `locked`: what answers refuses the credential.
    """

    interface: Interface
    line: Line
    asker: Asker
    store: Store
    silent: str = ""
    unreachable: bool = False
    locked: bool = False
    exchanges: list[Exchange] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The interface's key."""
        return self.interface.key

    async def greet(self, *, before_seeds: bool) -> None:
        """Ask two plain questions and note in `silent` when what answers does not speak the binding.

        An interface that can't be reached from here is told from one that answers something else. `before_seeds`:
        tasks will be created, so the answers are not those that checks are to read.
        """
        repeat = GREETING if before_seeds else 0
        questions = [list_tasks()]
        if "get" in self.store.profile.operations:
            questions.append(get_task(UNKNOWN_ID))
        try:
            answers = await gather(partial(self.asker.ask, question, repeat) for question in questions)
        except Unanswered as unanswered:
            self.silent = str(unanswered)
            return
        self.locked = all(locked(answer) for answer in answers)
        if self.locked:
            self.silent = f"HTTP {answers[0].status}, a credential is asked for"
            return
        if any(answer.speaks for answer in answers):
            return
        first = answers[0]
        failure = first.exchange.sent.failure
        self.unreachable = failure is not None and failure.kind in {"connect", "tls"}
        self.silent = first.trouble or _elsewhere(first) or str(first)


def _elsewhere(answer: Answer) -> str:
    """Say what an accepted answer holds in place of the list, empty where it was not accepted."""
    if not answer.accepted:
        return ""
    found = answer.document
    members = (
        ", ".join(shorten(name, 40) for name in list(found)[:MEMBERS]) if isinstance(found, dict) else ""
    )
    holds = f"; what came has {members}" if members else ""
    return f"HTTP {answer.status}, but no list at {answer.profile.answer['items'] or 'its root'}{holds}"


def locked(answer: Answer) -> bool:
    """Whether an answer says that the credential is missing or wrong (§3.3.2)."""
    return answer.status in {401, 403} and not answer.accepted


def base_headers(profile: Profile, interface: Interface, extensions: Sequence[str]) -> dict[str, str]:
    """Return the service parameters that every request to an A2A `interface` carries (§3.2.6)."""
    if profile.catalogue != "a2a":
        return {}
    headers = {"A2A-Version": interface.version}
    if extensions:
        headers["A2A-Extensions"] = ",".join(extensions)
    return headers
