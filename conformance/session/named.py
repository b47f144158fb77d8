"""What the user named by --tasks or --context, and an interface does not show: a slip, or a task that is gone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from conformance.probe.questions import get_task, list_tasks
from conformance.probe.survey import Scope
from conformance.session.site import Site


def expected(site: Site, sites: Collection[Site], scope: Scope) -> Scope:
    """Return what of `scope` is to be known at `site`: not what is known at interfaces of another tenant only."""
    tenant = site.interface.tenant
    others = [other.store for other in sites if other.interface.tenant != tenant]

    def here(names: Sequence[str], known: Collection[str], elsewhere: Iterable[Collection[str]]) -> list[str]:
        away = set().union(*elsewhere) - set(known)
        return [name for name in names if name not in away]

    return Scope(
        here(scope.ids, site.store.read, (store.read for store in others)),
        here(scope.contexts, site.store.contexts, (store.contexts for store in others)),
    )


def unknown(sites: Collection[Site], scope: Scope) -> list[dict[str, str]]:
    """Return the ids that GetTask did not give, and the contexts whose list was empty, with what came."""
    return [
        {"interface": site.key, "kind": kind, "id": name, "came": came}
        for site in sites
        if not site.silent
        for kind, name, came in _unknown(site, expected(site, sites, scope))
    ]


def _unknown(site: Site, scope: Scope) -> Iterator[tuple[str, str, str]]:
    came = {answer.question.key: answer for answer in site.asker.answers}
    for task_id in scope.ids:
        answer = came.get(get_task(task_id).key)
        if task_id not in site.store.read:
            yield (
                "task",
                task_id,
                "another task" if answer and answer.accepted else str(answer or "not asked"),
            )
    for name in scope.contexts:
        walked = [question for question in site.store.walked if question.params.get("context") == name]
        answer = came.get((walked[0] if walked else list_tasks()).key)
        if name not in site.store.contexts:
            yield "context", name, "no task" if answer and answer.accepted else str(answer or "not asked")
