"""What the survey found in the store: the ground on which questions are chosen and answers are judged."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.core.pointers import at
from conformance.probe.questions import Question
from conformance.profiles import Profile

EQUAL = "equals"
"""The operator of a filter for a value."""
LARGE = 100
"""The largest page that is asked for where the profile names no maximum."""
WHOLE: Mapping[str, Any] = {"page_size": LARGE, "artifacts": True, "window": 100}
"""Ask for everything there is to see of each task, in the largest pages."""
PLAIN_NAME = re.compile("[A-Za-z0-9._~-]+").fullmatch
"""Whether a name stands in a URL as itself (RFC 3986 §2.3)."""


@dataclass(repr=False)
class Store:
    """One principal's tasks at one interface.

    `tasks` came from a walk of the whole list, artifacts included, in the order of the list; `read` from GetTask on a
    sample. `complete` says whether the walk reached the end, `restricted` whether the user named what may be looked
    at. `moved` is known once the second survey is done: ids that changed, came or went during the run, which no rule
    about order, completeness or totals may hold against a server. Where that survey could not be made, the store is not
    `watched`, and anything may have moved.
    """

    profile: Profile
    tasks: Sequence[Task] = ()
    read: Mapping[str, Task] = field(default_factory=dict)
    first: Answer | None = None
    complete: bool = False
    sound: bool = False
    """Whether the list itself said that it ends there, and showed no task twice on the way."""
    restricted: bool = False
    trouble: str = ""
    wide: Mapping[str, Any] = field(default_factory=lambda: WHOLE)
    """What asks for everything there is to see of each task, in the largest pages that could be read."""
    walked: Sequence[Question] = ()
    """What the walks began with, in pages of the size that could be read."""
    fitting: int | None = None
    """The largest page that is not over what an answer may weigh, where the largest permitted one is."""
    pages: int = 0
    total: Any = None
    moved: frozenset[str] = frozenset()
    moved_total: bool = False
    watched: bool = False
    other: Store | None = None
    created: Sequence[str] = ()
    sent: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ids of the messages that the suite itself sent to tasks it created, in the order sent, by task id."""
    shown: Mapping[str, Task] = field(default_factory=dict)
    """Tasks as SendMessage's answers showed them."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the target is: `interface`, `binding`, `tenant`, `version`, `highest_minor`, `secured`, `offers_old`; and of
    the run `scripted`, `nonce`, `messages`, `named`."""

    @property
    def largest(self) -> int:
        """How many tasks a page is asked for that is to hold all it can."""
        return self.fitting or int(self.profile.page_size.get("maximum") or LARGE)

    @functools.cached_property
    def by_id(self) -> dict[str, Task]:
        """The tasks by id, as GetTask or else the list shows them."""
        return self._listed | dict(self.read)

    @property
    def ids(self) -> list[str]:
        """Every known id, listed ones first."""
        return list(self.by_id)

    @functools.cached_property
    def contexts(self) -> dict[str, list[Task]]:
        """The listed tasks by contextId."""
        found: dict[str, list[Task]] = {}
        for task in self.tasks:
            if isinstance(task.context, str) and task.context:
                found.setdefault(task.context, []).append(task)
        return found

    @functools.cached_property
    def by_filter(self) -> dict[str, dict[str | int, list[Task]]]:
        """The listed tasks by filter for a value, as the profile names them, and by the value that they have there."""
        found: dict[str, dict[str | int, list[Task]]] = {}
        for one in (one for one in self.profile.filters if one.operator == EQUAL):
            values = found.setdefault(one.name, {})
            for task in self.tasks:
                value = at(task.raw, one.pointer)
                if isinstance(value, (str, int)) and value != "":
                    values.setdefault(value, []).append(task)
        return found

    @functools.cached_property
    def states(self) -> Counter[str]:
        """How many listed tasks are in each state, most frequent first."""
        counted = Counter(task.state for task in self.tasks if isinstance(task.state, str))
        return Counter(dict(counted.most_common()))

    @functools.cached_property
    def dated(self) -> list[Task]:
        """The listed tasks that have a readable status timestamp, newest first."""
        return sorted((t for t in self.tasks if t.instant is not None), key=lambda t: -(t.instant or 0))

    @functools.cached_property
    def instants(self) -> list[int]:
        """The distinct status timestamps in nanoseconds, newest first."""
        return sorted({t.instant for t in self.dated if t.instant is not None}, reverse=True)

    @functools.cached_property
    def _listed(self) -> dict[str, Task]:
        return {task.id: task for task in self.tasks if isinstance(task.id, str) and task.id}

    def views(self, task_id: str) -> list[Task]:
        """Every view of a task that the survey had."""
        return [seen[task_id] for seen in (self._listed, self.read) if task_id in seen]

    def messages(self, task_id: str) -> int:
        """How many messages of a task any view showed."""
        return max((len(view.history) for view in self.views(task_id)), default=0)

    def artifacts(self, task_id: str) -> tuple[str, ...]:
        """The most artifact ids of a task that any view showed."""
        return max((view.artifact_ids for view in self.views(task_id)), key=len, default=())

    @functools.cached_property
    def by_messages(self) -> list[str]:
        """Ids of tasks that show messages, longest history first, terminal ones before others."""
        counts = {task_id: self.messages(task_id) for task_id in self.ids}
        shown = [task_id for task_id in self.ids if counts[task_id]]
        return sorted(shown, key=lambda i: (-counts[i], not self.by_id[i].is_terminal))

    @functools.cached_property
    def by_artifacts(self) -> list[str]:
        """Ids of tasks that show artifacts, terminal ones first, then by how many they have, most first."""
        counts = {task_id: len(self.artifacts(task_id)) for task_id in self.ids}
        shown = [task_id for task_id in self.ids if counts[task_id]]
        return sorted(shown, key=lambda i: (not self.by_id[i].is_terminal, -counts[i]))

    @functools.cached_property
    def terminal(self) -> list[str]:
        """Ids of tasks in a terminal state."""
        return [task_id for task_id in self.ids if self.by_id[task_id].is_terminal]

    def context_of(self, least: int, most: int = 12) -> str | None:
        """Return the smallest context that holds at least `least` and at most `most` tasks, None without one.

        One whose name needs no encoding in a URL goes before one that does.
        """
        fitting = [name for name, tasks in self.contexts.items() if least <= len(tasks) <= most]
        return min(fitting, key=lambda name: (not PLAIN_NAME(name), len(self.contexts[name])), default=None)

    def still(self, tasks: Iterable[Task]) -> list[Task]:
        """Return the tasks that did not move during the run and that the survey knew."""
        known = (task for task in tasks if isinstance(task.id, str))
        return [task for task in known if task.id in self.by_id and task.id not in self.moved]

    @property
    def quiet(self) -> bool:
        """Whether nothing at all moved, so that totals can be held against each other."""
        return not self.moved and not self.moved_total

    def lose_sight(self) -> None:
        """Take it that everything has moved, unless a second survey has told what did."""
        if not self.watched:
            self.moved, self.moved_total = frozenset(self.ids), True

    def summary(self) -> dict[str, Any]:
        """Return the survey as report.json holds it; what the API has not is left out."""
        counted = {
            "contexts": ("context", self.contexts),
            "with_artifacts": ("artifacts", self.by_artifacts),
            "with_history": ("window", self.by_messages),
        }
        return {
            "tasks": len(self.tasks),
            **{name: len(found) for name, (place, found) in counted.items() if place in self.profile.item},
            "states": dict(self.states),
            "pages": self.pages,
            "complete": self.complete,
            "moved": len(self.moved),
            "total_size": self.total
            if isinstance(self.total, int) and not isinstance(self.total, bool)
            else None,
            "trouble": self.trouble,
        }
