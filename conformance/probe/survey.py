"""What the store holds, found by one walk and a few reads; and what moved, found by walking again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.core.missing import MISSING
from conformance.probe.asker import Asker, Unanswered, gather
from conformance.probe.questions import Principal, Question, get_task, list_tasks
from conformance.probe.store import LARGE, WHOLE, Store
from conformance.probe.walks import Walk, WalkResult
from conformance.profiles import Profile

PAGES = 10
WEIGHT = 4 * 1024 * 1024
"""After pages of so many bytes together a store has shown enough to choose from; the checks need room too."""
SAMPLE, OTHERS = 8, 4
"""How many tasks are read, and how many of the other principal, of which less is asked."""
HEAVY = 2 * 1024 * 1024
"""After so many bytes of tasks together no more of them are remembered, but for those that the user named."""
SEEDED = 4
"""How many of the tasks that the suite created are read, whatever else there is."""
PLAIN: Sequence[Mapping[str, Any]] = ({"page_size": 20}, {})
"""What is asked instead when a server can't answer that."""
SMALLER = (50, 25, 12, 6, 3, 1)
"""The sizes of pages that are tried in turn where larger ones are over what an answer may weigh."""


def whole(profile: Profile) -> Mapping[str, Any]:
    """Return the parameters that ask for everything there is to see, as far as the API has them."""
    if profile.catalogue == "a2a":
        return WHOLE
    known = profile.operations["list"].params
    wanted = {**WHOLE, "page_size": profile.page_size.get("maximum") or WHOLE["page_size"]}
    return {name: value for name, value in wanted.items() if name in known}


@dataclass(frozen=True)
class Scope:
    """What a survey looks at: the whole list, or only `contexts`, and tasks that the user named.

    Naming tasks or contexts says that listing everything is not wanted. Tasks that the suite `created` are read too.
    """

    ids: Sequence[str] = ()
    contexts: Sequence[str] = ()
    created: Sequence[str] = ()

    @property
    def whole(self) -> bool:
        """Whether the whole list is walked."""
        return not self.ids and not self.contexts

    def filters(self) -> list[dict[str, str]]:
        """Return the filters of the walks to make, one each."""
        return [{}] if self.whole else [{"context": name} for name in self.contexts]


EVERYTHING = Scope()


async def survey(
    asker: Asker, profile: Profile, *, by: Principal = "main", scope: Scope = EVERYTHING
) -> Store:
    """Return what `by` sees of `scope`.

    It never raises for what a server does: `Store.trouble` says why a list could not be read.
    """
    store = Store(profile)
    walks: list[WalkResult] = []
    try:
        first = await asker.ask(list_tasks().by(by))
        store.first = first
        if first.accepted or first.too_large:
            walks = await gather(partial(_walk, asker, profile, by, filters) for filters in scope.filters())
            await _fit(asker, store, by, walks)
        else:
            store.trouble = str(first)
        if walks and not any(walk.pages[0].accepted for walk in walks):
            store.trouble = str(walks[0].pages[0])
    except Unanswered as unanswered:
        store.trouble = str(unanswered)
    tasks = [task for walk in walks for task in walk.tasks]
    if tasks and all(task.id in (MISSING, None, "") for task in tasks):
        store.trouble = f"no {profile.item_name} has an id at {profile.item['id']}"
    store.tasks = _remembered(walks, profile)
    store.walked = [walk.pages[0].question for walk in walks]
    store.pages = sum(len(walk.pages) for walk in walks)
    store.restricted = not scope.whole
    store.complete = (
        scope.whole and bool(walks) and _reached_the_end(walks) and len(_unique(tasks)) == len(store.tasks)
    )
    store.sound = store.complete and all(walk.ended and not walk.twice for walk in walks)
    store.total = _total(walks)
    # A new record: what the old one has worked out from the list alone is stale now.
    return replace(store, read=await _sample(asker, store, by, (*scope.ids, *scope.created[:SEEDED])))


async def survey_again(asker: Asker, store: Store) -> None:
    """Walk once more and note in `store` what changed, came or went since.

    Where that fails `store` stays unwatched.
    """
    if not store.walked:
        store.watched = True
        return
    try:
        walks = await gather(partial(_walked, asker, question, repeat=1) for question in store.walked)
    except Unanswered:
        return
    before = {str(task.id): task.changes for task in store.tasks}
    after = {str(task.id): task.changes for task in _remembered(walks, store.profile)}
    shared = before.keys() & after.keys()
    moved = {task_id for task_id in shared if before[task_id] != after[task_id]}
    # What a second walk that broke off does not show may have changed as well.
    moved |= before.keys() ^ after.keys()
    moved |= store.read.keys() - after.keys() if _reached_the_end(walks) and not store.restricted else set()
    store.moved = frozenset(moved)
    store.moved_total = bool(walks) and _total(walks) != store.total
    store.watched = True


def _reached_the_end(walks: Sequence[WalkResult]) -> bool:
    return all(walk.end in {"end", "no-token"} for walk in walks)


def _total(walks: Sequence[WalkResult]) -> Any:
    """Return the total that the first readable page gives, None where there is none."""
    pages = (page for walk in walks for page in walk.pages if page.accepted and page.result is not None)
    first = next(pages, None)
    return first.read("total") if first else None


async def _walk(asker: Asker, profile: Profile, by: Principal, filters: Mapping[str, str]) -> WalkResult:
    walk = WalkResult([])
    for params in (whole(profile), *PLAIN):
        walk = await _readable(asker, list_tasks(**params, **filters).by(by))
        if walk.pages[0].accepted:
            break
    return walk


async def _readable(asker: Asker, question: Question) -> WalkResult:
    """Walk in pages as asked, in smaller ones where those weigh more than an answer may."""
    walk = await _walked(asker, question)
    sizes = [size for size in SMALLER if size < question.params.get("page_size", LARGE)]
    while walk.last.too_large and sizes:
        try:
            walk = await _walked(asker, question.but(page_size=sizes.pop(0)))
        except Unanswered:
            break
    return walk


async def _walked(asker: Asker, question: Question, repeat: int = 0) -> WalkResult:
    return await Walk(question, most_pages=PAGES, most_weight=WEIGHT, repeat=repeat).run(asker)


async def _fit(asker: Asker, store: Store, by: Principal, walks: Sequence[WalkResult]) -> None:
    """Note how large a page can be that shows no more than lists have to, where those of the survey had to be small."""
    wide = whole(store.profile)
    asked = [walk.pages[0].question.params for walk in walks]
    if all(params.get("page_size") == wide.get("page_size") for params in asked):
        return
    sizes = [params["page_size"] for params in asked if params.keys() >= wide.keys()]
    store.wide = {**wide, "page_size": min(sizes)} if sizes else wide
    for size in (store.largest, *SMALLER):
        if size <= store.largest and not (await asker.ask(list_tasks(page_size=size).by(by))).too_large:
            store.fitting = size
            return


def _remembered(walks: Sequence[WalkResult], profile: Profile) -> list[Task]:
    """Return what the walks showed, but not more than they can: a page may be a hundred times too large."""
    most = PAGES * int(profile.page_size.get("maximum") or LARGE) * len(walks)
    return _unique([task for walk in walks for task in walk.tasks])[:most]


def _unique(tasks: Sequence[Task]) -> list[Task]:
    """Return the first view of each id: a list that repeats itself must not look like a larger store."""
    return list({str(task.id): task for task in reversed(tasks)}.values())[::-1]


async def _sample(asker: Asker, store: Store, by: Principal, ids: Sequence[str]) -> dict[str, Task]:
    """Return the GetTask views of named ids and of the tasks that promise most: messages, artifacts, an end."""
    if "get" not in store.profile.operations:
        return {}
    chosen = dict.fromkeys(
        [*ids, *store.by_messages[:3], *store.by_artifacts[:2], *store.terminal[:4], *store.ids]
    )
    wanted = list(chosen)[: max(SAMPLE if by == "main" else OTHERS, len(ids))]

    async def read(question: Question) -> Answer | None:
        try:
            return await asker.ask(question)
        except Unanswered:
            return None

    answers = await gather(partial(read, get_task(task_id).by(by)) for task_id in wanted)
    found: dict[str, Task] = {}
    room = HEAVY
    for task_id, answer in zip(wanted, answers, strict=True):
        if answer is None or not answer.accepted or answer.task.id != task_id:
            continue
        if task_id in ids or room > 0:
            found[task_id] = answer.task
            room -= answer.exchange.weight
    return found
