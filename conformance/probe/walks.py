"""Following the pages of a list to its end, and no further than a hostile list allows."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from conformance.bindings.answer import Answer
from conformance.bindings.reading import Kind
from conformance.bindings.task import Task
from conformance.probe.asker import Asker, gather
from conformance.probe.pagers import COUNTED, Onward, onward
from conformance.probe.questions import Question
from conformance.profiles.profile import Pager, Profile

MOST_PAGES = 40
MOST_EMPTY, LAST_EMPTY = 12, 3
"""After so many empty pages in a row, each with a token, a walk is given up; the second where all have come."""
CONFIRMING, LAPS, LOOKUPS = 1000, 10_000, 10_000_000
"""Repeat indices of walks that confirm, of tokens that came before, and of looks after a walk: each apart."""
STUCK = 5
"""A token that was sent so often may still have been a store's that had nothing ready; not one sent more often."""
BEHIND = "behind"
"""Why a walk ended that asked for a page behind the last one, as it had to; that page is then none of the walk."""
MOST_TOKEN = 64 * 1024
"""A token longer than this many characters is not sent back; no URL would carry it."""


@dataclass(repr=False)
class WalkResult:
    """The pages of a walk, and why it ended.

    `end` is one of: end (the list said so), no-token (it did not, and there is no way on), stopped (a page was not
    accepted), page (one that holds tasks came again), token (one came again and again and brought nothing), empty
    (too many empty pages), pages (enough of them), size (of a token), origin (the next url is of another one).
    `again` is the same walk once more, asked for where something looked wrong. `unread` are ids that were expected and
    missed, where the API can't be asked what became of them.
    """

    pages: list[Answer]
    end: str = ""
    lookups: list[Answer] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    tokens_again: list[Answer] = field(default_factory=list)
    again: WalkResult | None = None

    @property
    def tasks(self) -> list[Task]:
        """Every task of every page, in order; not kept, since pages may be large."""
        return [task for page in self.pages if page.accepted for task in page.tasks]

    @property
    def ids(self) -> list[str]:
        """Every id in order, repeats included."""
        return [one for page in self.pages if page.accepted for one in page.ids if isinstance(one, str)]

    @property
    def last(self) -> Answer:
        """The last page asked for."""
        return self.pages[-1]

    @property
    def ended(self) -> bool:
        """Whether the list itself said that it ends."""
        return self.end == "end"

    @property
    def over(self) -> bool:
        """Whether the list came to an end, said or not."""
        return self.end in {"end", "no-token"}

    @property
    def counted(self) -> bool:
        """Whether as many tasks came as the last page says there are."""
        total = self.last.read("total") if self.last.accepted else None
        ids = {str(one) for page in self.pages if page.accepted for one in page.ids}
        return type(total) is int and total == len(ids)

    @property
    def twice(self) -> list[str]:
        """Ids that came more than once."""
        return [task_id for task_id, times in Counter(self.ids).items() if times > 1]

    @property
    def phantom(self) -> bool:
        """Whether the last page is an empty one that a token had promised."""
        return self.ended and len(self.pages) > 1 and not self.last.ids and bool(self.ids)

    @property
    def readable(self) -> list[str]:
        """Ids that the walk missed and that GetTask can still read."""
        return [*self.unread, *(str(answer.task.id) for answer in self.lookups if answer.accepted)]


@dataclass(frozen=True)
class Walk:
    """Ask `question`, then page after page as the profile's `pager` says, taking page sizes from `sizes` in turn.

    It ends after pages that weigh more than `most_weight` together, where that is given. `expected` are ids that should
    be met; those that are not are looked up with GetTask, so that a purged task is not called lost. `confirm`: where
    something looks wrong the walk is made once more, so that what happened in a store on the move is not held against a
    server.
    """

    question: Question
    sizes: Sequence[int] = ()
    expected: frozenset[str] = frozenset()
    most_pages: int = MOST_PAGES
    most_weight: int = 2**40
    repeat: int = 0
    confirm: bool = False
    pager: int = 0

    @property
    def cost(self) -> int:
        """Roughly how many requests it takes, for the plan that is shown."""
        size = min(self.sizes, default=0) or self.question.params.get("page_size") or 50
        tasks = max(len(self.expected), 1)
        return min(self.most_pages, -(-tasks // max(int(size), 1)))

    def sized(self, page: int) -> Question:
        """Return the question for a page, counted from 0."""
        if not self.sizes:
            return self.question
        return self.question.but(page_size=self.sizes[page % len(self.sizes)])

    async def run(self, asker: Asker) -> WalkResult:
        """Walk."""
        walk = await self.walked(asker)
        if self.confirm and _odd(walk):
            walk.again = await replace(self, repeat=self.repeat + CONFIRMING).walked(asker)
        return walk

    async def walked(
        self, asker: Asker, between: Callable[[WalkResult], Awaitable[None]] | None = None
    ) -> WalkResult:
        """Walk once; `between` is awaited after the first page."""
        walk = WalkResult([await asker.ask(self.sized(0), self.repeat)])
        if between is not None:
            await between(walk)
        path = _Path(pager_of(walk.last.profile, self.pager), self.expected)
        while not (end := path.end(walk) or self._enough(walk)):
            mark = path.way.mark
            if path.sent[mark]:
                walk.tokens_again.append(walk.last)
            following = path.way.applied(self.sized(len(walk.pages)))
            # A token that came before may still bring fresh tasks: it is really sent again.
            walk.pages.append(await asker.ask(following, self.repeat + LAPS * path.sent[mark]))
            path.sent[mark] += 1
        if end == BEHIND:
            walk.pages.pop()
        walk.end = "no-token" if end == BEHIND else end
        if self.expected and walk.over:
            await self._look_up(asker, walk)
        return walk

    async def _look_up(self, asker: Asker, walk: WalkResult) -> None:
        missed = sorted(self.expected - set(walk.ids))[:5]
        if "get" in walk.last.profile.operations:
            walk.lookups = await gather(partial(self._now, asker, task_id) for task_id in missed)
        else:
            walk.unread = missed

    async def _now(self, asker: Asker, task_id: str) -> Answer:
        """Return GetTask's answer as it is after this walk, whoever asked for the task before."""
        told = zlib.crc32(f"{self.question.key} {list(self.sizes)} {self.repeat}".encode())
        return await asker.ask(Question("get", {"id": task_id}), LOOKUPS + told)

    def _enough(self, walk: WalkResult) -> str:
        patience = LAST_EMPTY if walk.counted else MOST_EMPTY
        recent = walk.pages[-patience:]
        if len(recent) == patience and not any(page.ids for page in recent):
            return "empty"
        heavy = sum(page.exchange.weight for page in walk.pages) > self.most_weight
        return "pages" if heavy or len(walk.pages) >= self.most_pages else ""


def pager_of(profile: Profile, index: int = 0) -> Pager:
    """Return one of the ways in which an API goes from page to page; tokens where the profile names none."""
    return profile.pagers[index] if profile.pagers else Pager("token")


class _Path:
    """What a walk remembers on its way: the pages that held something, and what was sent how often."""

    def __init__(self, pager: Pager, expected: frozenset[str]) -> None:
        self.pager = pager
        self.expected = expected
        self.way = Onward()
        self.sent: Counter[str] = Counter()
        self._contents: set[tuple[str, ...]] = set()

    def end(self, walk: WalkResult) -> str:
        """Return why nothing is to be asked after the last page, empty when `way` is to be followed."""
        page, came_by = walk.last, self.way.mark
        if page.kind is not Kind.ACCEPTED:
            return BEHIND if page.refused and self._unsaid and _far(walk, self.expected) else "stopped"
        ids = tuple(map(str, page.ids))
        if ids in self._contents:
            again = ids == tuple(map(str, walk.pages[-2].ids))
            return BEHIND if again and self._unsaid else "page"
        self.way = onward(self.pager, walk.pages)
        if self.way.end:
            return self.way.end
        if len(self.way.mark) > MOST_TOKEN:
            return "size"
        if ids:
            self._contents.add(ids)
        elif self.sent[came_by] > STUCK:
            return "token"
        return ""

    @property
    def _unsaid(self) -> bool:
        """Whether the client counts, and nothing says by what it is to know the last page."""
        return self.pager.style in COUNTED and not self.pager.ends


def _far(walk: WalkResult, expected: frozenset[str]) -> bool:
    """Whether the page before the last may have ended the list: a later or a short one, or nothing is missed."""
    if len(walk.pages) != 2:
        return len(walk.pages) > 2
    first = walk.pages[0]
    short = len(first.ids) < int(first.question.params.get("page_size") or 0)
    return short or (bool(expected) and expected <= set(walk.ids))


def _odd(walk: WalkResult) -> bool:
    return not walk.over or bool(walk.twice or walk.readable) or walk.phantom
