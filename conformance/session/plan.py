"""The plan of a run, for people: what would be asked, and how much of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.core.hostile import for_terminal
from conformance.probe.questions import Question
from conformance.session.case import Case, questions_in
from conformance.session.run import Run


def plan_lines(run: Run, cases: Sequence[Case]) -> Iterator[str]:
    """Yield the plan line by line: per interface what the survey took and what the checks would send."""
    for key, site in run.sites.items():
        here = [case for case in cases if key in case.askers]
        questions = {q.key: q for case in here for q in questions_in(case.asked) if isinstance(q, Question)}
        walks = {repr(q): q for case in here for q in questions_in(case.asked) if not isinstance(q, Question)}
        asked = sum(getattr(walk, "cost", 3) for walk in walks.values())
        yield f"{key}: {site.asker.spent} requests so far, for the survey ({len(site.store.tasks)} tasks seen)"
        yield f"  {len(questions)} questions and {len(walks)} scenarios of about {asked} requests to come"
    yield ""
    for case in cases:
        yield f"{case.requirement.id} [{case.interface}] {case.id}".rstrip()
        if case.lost or case.broke:
            yield f"    not asked: {case.lost or case.broke}"
            continue
        kinds = Counter(for_terminal(_named(asked), 160) for asked in questions_in(case.asked))
        yield from (
            f"    {name}" + (f" ({count} times)" if count > 1 else "") for name, count in kinds.items()
        )


def _named(asked: object) -> str:
    if isinstance(asked, Question):
        return asked.key
    question = getattr(asked, "question", None)
    about = f" from {question.key}" if isinstance(question, Question) else ""
    return f"{type(asked).__name__}{about}"
