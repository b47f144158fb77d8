"""Scenarios about page tokens: a walk held against the same list, what a changed token gives, former names.

Walking itself is `walks`; what is created meanwhile is `growth`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.bindings.answer import Answer
from conformance.probe.asker import Asker
from conformance.probe.questions import Question, list_tasks
from conformance.probe.walks import Walk, WalkResult

FOLLOWED = 3_000
"""The repeat index of first pages whose token is used otherwise."""
DRAWN = 3
"""How many sequences of page sizes are drawn."""


@dataclass(frozen=True)
class Compared:
    """A walk that is expected to meet whatever the same list in pages of the largest size holds."""

    walk: Walk
    largest: Question

    @property
    def cost(self) -> int:
        """Roughly how many requests it takes."""
        return self.walk.cost + 1

    async def run(self, asker: Asker) -> WalkResult:
        """Walk in the largest pages, then as asked."""
        whole = await Walk(self.largest, most_pages=self.walk.most_pages).run(asker)
        expected = self.walk.expected | frozenset(whole.ids)
        return await replace(self.walk, expected=expected).run(asker)


@dataclass(frozen=True)
class Followed:
    """The first page, and what the changed request with its token gave; None where there was no token."""

    first: Answer
    second: Answer | None

    @property
    def outcome(self) -> str:
        """What became of the changed request, in words."""
        if self.second is None:
            return "no token was given"
        if not self.second.accepted:
            return str(self.second)
        if not self.second.tasks:
            return "an empty page"
        return "the first page" if same_tasks(self.first, self.second) else f"{len(self.second.tasks)} tasks"


@dataclass(frozen=True)
class Follow:
    """Ask `question`, then with the token that it gave: `changes` to its parameters, `turned` the token."""

    question: Question
    changes: Mapping[str, Any] = field(default_factory=dict)
    turned: Callable[[str], str] = str
    cost = 2

    async def run(self, asker: Asker) -> Followed:
        """Ask the one, then the other."""
        # A token may be good for one use only: a walk's is left alone.
        first = await asker.ask(self.question, FOLLOWED)
        if not first.accepted or not first.more:
            return Followed(first, None)
        changed = self.question.but(**self.changes, page_token=self.turned(first.more))
        return Followed(first, await asker.ask(changed))


@dataclass(frozen=True)
class Sized:
    """What pageSize=1 gave, and where that was more than one task, what 1 by each other name gave."""

    rightly: Answer
    otherwise: Mapping[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True)
class SizeAs:
    """Ask for a page of one task by the right name and, if that is not heeded, by each of `others`."""

    others: Sequence[str]
    cost = 1

    async def run(self, asker: Asker) -> Sized:
        """Ask the one, or all of them."""
        rightly = await asker.ask(list_tasks(page_size=1))
        if not rightly.accepted or len(rightly.tasks) < 2:
            return Sized(rightly)
        return Sized(
            rightly, {name: await asker.ask(list_tasks().with_extra(**{name: 1})) for name in self.others}
        )


@dataclass(frozen=True)
class Named:
    """A page's token sent as pageToken, and where that gave the first page again, as `cursor`."""

    first: Answer
    rightly: Answer | None = None
    formerly: Answer | None = None


@dataclass(frozen=True)
class SendAs:
    """Send the token of a page by its right name and, if that is not heeded, by a former one."""

    question: Question
    former: str
    cost = 2

    async def run(self, asker: Asker) -> Named:
        """Ask the two or three."""
        first = await asker.ask(self.question)
        if not first.accepted or not first.more:
            return Named(first)
        rightly = await asker.ask(self.question.but(page_token=first.more))
        if not same_tasks(first, rightly):
            return Named(first, rightly)
        formerly = await asker.ask(self.question.with_extra(**{self.former: first.more}))
        return Named(first, rightly, formerly)


def same_tasks(one: Answer, other: Answer) -> bool:
    """Say whether two answers list the same tasks, at least one, in the same order."""
    if not one.accepted or not other.accepted:
        return False
    ids = [[str(task.id) for task in answer.tasks] for answer in (one, other)]
    return bool(ids[0]) and ids[0] == ids[1]


def changed_first(token: str) -> str:
    """Return the token with its first character changed to another letter.

    One inside would be a digit of a time in one run and a part of an id in the next, and be taken otherwise.
    """
    return ("A" if token[:1] != "A" else "B") + token[1:]


@functools.cache
def drawn_sizes() -> Sequence[tuple[int, ...]]:
    """Return sequences of page sizes from 1 to 3, drawn by Hypothesis, the same in every run of one version.

    Each changes its size and starts with a page that can't hold 3 tasks.
    """
    # Only a run needs it, and it takes longer to import than all else.
    from hypothesis import HealthCheck, Phase, given, settings  # noqa: PLC0415
    from hypothesis import strategies as st  # noqa: PLC0415

    found: dict[tuple[int, ...], None] = {}
    sizes = st.lists(st.integers(1, 3), min_size=2, max_size=4).filter(lambda s: s[0] < 3 and len(set(s)) > 1)

    # On a busy machine drawing is slow, which says nothing about a server.
    @settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=10 * DRAWN,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(sizes)
    def draw(drawn: list[int]) -> None:
        found[tuple(drawn)] = None

    draw()
    return list(found)[:DRAWN]
