"""One case of one check at one interface: what it asked, what came, and its finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from conformance.bindings.answer import Answer
from conformance.catalogue.model import Requirement
from conformance.core.verdicts import Verdict
from conformance.judging.asking import Check
from conformance.judging.finding import Finding, concluded
from conformance.probe.asker import Asker, Unanswered, gather, witnessed
from conformance.probe.questions import Question
from conformance.probe.store import Store

ACROSS = "all"
"""The interface of findings that span interfaces."""


class Scenario(Protocol):
    """Questions that depend on each other's answers."""

    async def run(self, asker: Asker) -> Any:
        """Ask, and return what the check judges."""
        ...


@dataclass(repr=False)
class Case:
    """A case; `stores` and `askers` go by interface key and hold more than one only where the check spans them."""

    check: Check
    requirement: Requirement
    interface: str
    id: str
    params: Mapping[str, Any]
    askers: Mapping[str, Asker] = field(default_factory=dict)
    stores: Mapping[str, Store] = field(default_factory=dict)
    asked: dict[str, Any] | None = None
    answers: dict[str, Any] = field(default_factory=dict)
    evidence: list[Answer] = field(default_factory=list)
    lost: str = ""
    broke: str = ""
    finding: Finding | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What findings go by: requirement, interface, case."""
        return self.requirement.id, self.interface, self.id

    @property
    def operation(self) -> str:
        """The operation that the case is about, empty where it has none of its own."""
        return str(self.params.get("operation", ""))

    @property
    def store(self) -> Store:
        """The store that questions are chosen from."""
        return next(iter(self.stores.values()))

    def plan(self) -> None:
        """Work out what is to be asked; what goes wrong here costs this case alone."""
        asking = self.check.asking
        try:
            unmet = asking.unmet(self.store)
            if unmet:
                trouble = self.store.trouble
                why = f": its list could not be read ({trouble})" if trouble else ""
                self.lost = f"The store lacks {unmet}{why}."
            else:
                self.asked = asking.questions(self.store, self.params)
        except Exception as error:
            self.broke = (
                f"What to ask could not be worked out ({type(error).__name__}: {error}). Please report it."
            )

    async def ask(self) -> None:
        """Ask everything that was planned."""
        if self.asked is None:
            return
        with witnessed() as seen:
            try:
                self.answers = {name: await self._answer(asked) for name, asked in self.asked.items()}
            except Unanswered as unanswered:
                self.lost = f"Not every question was answered: {unanswered}."
            except Exception as error:
                self.broke = f"Asking broke ({type(error).__name__}: {error}). Please report it."
        self.evidence = seen

    async def _answer(self, asked: Any) -> Any:
        if not self.check.asking.across:
            return await answered(asked, next(iter(self.askers.values())))
        found = await gather(partial(answered, asked, asker) for asker in self.askers.values())
        return dict(zip(self.askers, found, strict=True))

    def blank(self, verdict: Verdict, reason: str = "") -> Finding:
        """Return a finding of this case with nothing in it yet."""
        seen = [answer.exchange for answer in self.evidence]
        seen += [answer.hiccup for answer in self.evidence if answer.hiccup]
        # As they were sent, and not as answers came: a recording has its own order of those.
        places = {exchange.id: (exchange.interface, len(exchange.id), exchange.id) for exchange in seen}
        clause = self.requirement.clauses[0]
        return Finding(
            requirement=self.requirement.id,
            interface=self.interface,
            case=self.id,
            check=self.check.name,
            verdict=verdict,
            clause=clause.key,
            level=clause.level,
            reason=reason,
            exchanges=tuple(sorted(places, key=places.__getitem__)),
        )

    def judge(self) -> Finding:
        """Return the finding; the answers are only read."""
        if self.broke:
            return self.blank(Verdict.ERROR, self.broke)
        if self.lost:
            return self.blank(Verdict.INCONCLUSIVE, self.lost)
        blank = self.blank(Verdict.PASS)
        finding = concluded(
            self.requirement, blank, lambda: self.check.judge(self.answers, self.store, self.params)
        )
        if finding.verdict in {Verdict.FAIL, Verdict.WARN} and (gone := self._gone(finding)):
            return self.blank(Verdict.INCONCLUSIVE, gone)
        return finding

    def _gone(self, finding: Finding) -> str:
        """Return why a finding says nothing: it rests on a task that is not there any more, which agents may do."""
        moved = frozenset[str]().union(*(store.moved for store in self.stores.values()))
        pointed = {mark.exchange for mark in finding.marks}
        for answer in self.evidence:
            wanted = answer.question.params.get("id") if answer.question.operation == "get" else None
            if (
                answer.refused
                and isinstance(wanted, str)
                and wanted in moved
                and answer.exchange.id in pointed
            ):
                return f"A task that was to be read changed or went during the run ({answer})."
        return ""


async def answered(asked: Any, asker: Asker) -> Any:
    """Return what was asked in the same shape, with answers in place of questions and results of scenarios."""
    if isinstance(asked, Question):
        return await asker.ask(asked)
    if isinstance(asked, Mapping):
        found = await gather(partial(answered, value, asker) for value in asked.values())
        return dict(zip(asked, found, strict=True))
    if isinstance(asked, (list, tuple)):
        return await gather(partial(answered, value, asker) for value in asked)
    if asked is None:
        return None
    return await asked.run(asker)


def questions_in(asked: Any) -> Iterator[Question | Scenario]:
    """Yield the questions and scenarios in what a case asks, for the plan that is shown."""
    if isinstance(asked, Mapping):
        asked = list(asked.values())
    if isinstance(asked, (list, tuple)):
        for value in asked:
            yield from questions_in(value)
    elif asked is not None:
        yield asked
