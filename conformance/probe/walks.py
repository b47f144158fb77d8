"""Following page tokens to the end of a list, and no further than a hostile list allows."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from conformance.bindings.answer import Answer, Kind, Task
from conformance.probe.asker import Asker
from conformance.probe.questions import Question

MOST_PAGES = 40
MOST_TOKEN = 64 * 1024
"""A token longer than this many characters is not sent back; no URL would carry it."""


@dataclass(repr=False)
class WalkResult:
    """The pages of a walk, and why it ended: `end` is one of end, stopped, token, page, pages, size, no-token."""

    pages: list[Answer]
    end: str = ""
    lookups: list[Answer] = field(default_factory=list)

    @functools.cached_property
    def tasks(self) -> list[Task]:
        """Every task of every page, in order."""
        return [task for page in self.pages if page.accepted for task in page.tasks]

    @functools.cached_property
    def ids(self) -> list[str]:
        """Every id in order, repeats included."""
        return [task.id for task in self.tasks if isinstance(task.id, str)]

    @property
    def last(self) -> Answer:
        """The last page asked for."""
        return self.pages[-1]

    @property
    def ended(self) -> bool:
        """Whether the list itself said that it ends."""
        return self.end == "end"

    @property
    def readable(self) -> list[str]:
        """Ids that the walk missed and that GetTask can still read."""
        return [str(answer.task.id) for answer in self.lookups if answer.accepted]


@dataclass(frozen=True)
class Walk:
    """Ask `question`, then page after page with the tokens given, taking page sizes from `sizes` in turn.

    `expected` are ids that should be met; those that are not are looked up with GetTask, so that a purged task is not
    called lost.
    """

    question: Question
    sizes: Sequence[int] = ()
    expected: frozenset[str] = frozenset()
    most_pages: int = MOST_PAGES
    repeat: int = 0

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
        walk = WalkResult([await asker.ask(self.sized(0), self.repeat)])
        tokens: set[str] = set()
        contents: set[tuple[str, ...]] = set()
        while not walk.end:
            page = walk.last
            walk.end = self._end(page, tokens, contents) or (
                "pages" if len(walk.pages) >= self.most_pages else ""
            )
            if not walk.end:
                tokens.add(page.more)
                following = self.sized(len(walk.pages)).but(page_token=page.more)
                walk.pages.append(await asker.ask(following, self.repeat))
        if self.expected and walk.end in {"end", "no-token"}:
            missed = sorted(self.expected - set(walk.ids))[:5]
            walk.lookups = await asker.ask_all(Question("get", {"id": task_id}) for task_id in missed)
        return walk

    @staticmethod
    def _end(page: Answer, tokens: set[str], contents: set[tuple[str, ...]]) -> str:
        if page.kind is not Kind.ACCEPTED:
            return "stopped"
        ids = tuple(str(task.id) for task in page.tasks)
        if ids in contents:
            return "page"
        if ids:
            contents.add(ids)
        token = page.next_token
        if token == "":
            return "end"
        if not isinstance(token, str):
            return "no-token"
        if len(token) > MOST_TOKEN:
            return "size"
        # The same token may carry fresh tasks; with the same page_size and question it is the same request.
        return "token" if token in tokens else ""
