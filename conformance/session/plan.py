"""The plan of a run, for people: what would be asked at each interface, for which requirement, and what would not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.core.hostile import for_terminal
from conformance.probe.questions import Question
from conformance.session.case import Case, questions_in
from conformance.session.named import unknown
from conformance.session.run import Run


def plan_lines(run: Run, cases: Sequence[Case]) -> Iterator[str]:
    """Yield the plan line by line: requests per interface, a line per requirement, why others are left out."""
    for key, site in run.sites.items():
        here = [case for case in cases if key in case.askers]
        questions = {q.key for case in here for q in questions_in(case.asked) if isinstance(q, Question)}
        walks = {repr(q): q for case in here for q in questions_in(case.asked) if not isinstance(q, Question)}
        to_come = len(questions) + sum(getattr(walk, "cost", 3) for walk in walks.values())
        seen = f"{site.asker.spent} requests sent for the survey, which saw {len(site.store.tasks)} tasks"
        yield for_terminal(f"{key}: {seen}; about {to_come} to come", 300)
    for one in unknown(run.sites.values(), run.scope):
        line = (
            f"{one['interface']}: the {one['kind']} {one['id']} was named, and did not come ({one['came']})"
        )
        yield for_terminal(line, 300)
    if run.options.create_tasks:
        yield f"{run.options.create_count} tasks would be created first, by SendMessage."
    yield ""
    asked = [case for case in cases if case.asked is not None]
    width = max((len(case.requirement.id) for case in asked), default=0)
    for requirement in run.catalogue:
        if of_it := [case for case in asked if case.requirement.id == requirement.id]:
            yield _line(run, of_it, width)
    yield from _left_out(run)


def _line(run: Run, cases: Sequence[Case], width: int) -> str:
    """Return what is asked for one requirement, in the specification's names."""
    requirement = cases[0].requirement
    methods = [run.profile.operations[name].rpc or name for name in requirement.operations]
    methods += ["SendMessage"] if any(case.check.asking.writes for case in cases) else []
    count = f"{len(cases)} case{'s' if len(cases) > 1 else ''}"
    return (
        f"{requirement.id:{width}}  {requirement.level!s:6}  {count:9}  {', '.join(dict.fromkeys(methods))}"
    )


def _left_out(run: Run) -> Iterator[str]:
    reasons: dict[str, dict[str, None]] = {}
    for case in run.cases:
        barred = run.barred(case)
        if reason := barred.reason if barred else case.lost or case.broke:
            reasons.setdefault(reason, {})[case.requirement.id] = None
    if reasons:
        yield ""
        created = " before tasks are created" if run.options.create_tasks else ""
        yield f"Not asked{created}, here or at some interface:"
    for reason, names in reasons.items():
        yield f"  {for_terminal(reason, 300)}"
        yield f"    {', '.join(names)}"
