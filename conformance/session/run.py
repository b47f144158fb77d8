"""The engine of a run: target, survey, plan, probe. What a finding means for the whole is `summary`'s business."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from graphlib import TopologicalSorter
from typing import Any

import anyio

from conformance.catalogue import Catalogue, Requirement
from conformance.catalogue.promised import catalogue_of
from conformance.core.verdicts import Verdict
from conformance.judging.asking import Check
from conformance.judging.finding import Finding, unmet
from conformance.probe.asker import gather
from conformance.probe.questions import Principal
from conformance.probe.seeding import Seeds
from conformance.probe.store import Store
from conformance.probe.survey import Scope, survey, survey_again
from conformance.profiles import Profile
from conformance.session.case import Case
from conformance.session.created import Sown, sown
from conformance.session.named import expected
from conformance.session.places import Places
from conformance.session.site import Site
from conformance.session.target import Target
from conformance.target.settings import RunOptions

OFFERED = "bindings.list-offered"
"""Where it is undecided, the credential is not good for lists, and nothing is known of them."""
HELD = {Verdict.PASS, Verdict.WARN, Verdict.NOTE, Verdict.NOT_APPLICABLE}
PRINCIPALS: tuple[Principal, Principal] = ("main", "other")
Progress = Callable[[str, int, int], None]
"""Called with the phase, how many of its steps are done, and how many there are."""


def silent(phase: str, done: int, total: int) -> None:
    """Show no progress."""


@dataclass(repr=False)
class Run:
    """One run against one target, live or recorded. `ends` is when its time is up, on anyio's clock."""

    options: RunOptions
    target: Target
    sites: dict[str, Site]
    nonce: str
    has_other: bool
    started: float = field(default_factory=time.time)
    finished: float = 0.0
    progress: Progress = silent
    findings: dict[tuple[str, str, str], Finding] = field(default_factory=dict)
    cases: list[Case] = field(default_factory=list)
    timed_out: bool = False
    ends: float = 0.0

    @property
    def profile(self) -> Profile:
        """The profile that is spoken."""
        return self.target.profile

    @cached_property
    def catalogue(self) -> Catalogue:
        """What is required of the target."""
        return catalogue_of(self.profile)

    # Which check runs where

    @property
    def places(self) -> Places:
        """Where checks are run."""
        return Places(self.catalogue, self.sites, self.target.interfaces, secured=self.target.secured)

    def judged(self, check: Check) -> Requirement | None:
        """Return the requirement that `check` judges of this target, None where it judges none."""
        return self.catalogue.judged(check.key)

    def cases_of(self, check: Check) -> list[tuple[str, dict[str, Any]]]:
        """Return id and parameters of the cases of a check, those of operations that are not required left out."""
        requirement = self.judged(check)
        if requirement is None:
            return []
        return [
            (case_id, params)
            for case_id, params in check.cases(self.profile)
            if self.catalogue.judges is None or params.get("operation", "") in {"", *requirement.operations}
        ]

    def case(self, check: Check, place: str, case_id: str, params: Mapping[str, Any]) -> Case:
        """Return the case of `check` at `place`, ready to be planned."""
        requirement = self.judged(check)
        assert requirement is not None
        sites = self.places.sites_at(place, check)
        case = Case(
            check,
            requirement,
            place,
            case_id,
            params,
            askers={site.key: site.asker for site in sites},
            stores={site.key: site.store for site in sites},
        )
        self.cases.append(case)
        return case

    def barred(self, case: Case) -> Finding | None:
        """Return the finding of a case that is not asked at all, None for one that is."""
        return self.places.barred(case) or self._not_permitted(case)

    def _not_permitted(self, case: Case) -> Finding | None:
        for permission in case.requirement.permissions:
            if permission == "create" and not self.options.create_tasks:
                return case.blank(Verdict.NOT_TESTED, "It needs permission to create tasks: --create-tasks.")
            if permission == "second-credential" and not self.has_other:
                reason = "It needs a second credential: --other-bearer-env or --other-header."
                return case.blank(Verdict.NOT_TESTED, reason)
        return None

    # Asking

    async def look(self) -> None:
        """Create tasks where that is permitted, and survey every site, for each principal there is.

        The facts that questions depend on are noted first: they name what is sent.
        """
        with self._in_time() as scope:
            await self._look()
        self.timed_out = scope.cancelled_caught

    def _in_time(self) -> anyio.CancelScope:
        self.ends = self.ends or anyio.current_time() + self.options.run_timeout
        return anyio.CancelScope(deadline=self.ends)

    async def _look(self) -> None:
        asked = [site for site in self.sites.values() if not site.silent]
        for site in asked:
            site.store.facts = self.target.facts(site.interface) | {
                "nonce": self.nonce,
                "scripted": self.options.scripted,
                "certificate": self.options.cert is not None,
                "messages": self.target.messages,
            }
        seeds = await self._seeds(asked)
        self.progress("survey", 0, len(asked))
        stores = await gather(partial(self._survey, site, seeds) for site in asked)
        for site, store in zip(asked, stores, strict=True):
            store.facts = site.store.facts
            site.store.__dict__.update(store.__dict__)
            site.asker.held = store.pages + (store.other.pages if store.other else 0)
        for site in asked:
            site.store.facts = {**site.store.facts, "named": expected(site, asked, self.scope).ids}
        self.progress("survey", len(asked), len(asked))

    async def _seeds(self, asked: Sequence[Site]) -> Sown:
        if not self.options.create_tasks or self.options.dry_run:
            return {}
        self.progress("creating tasks", 0, 1)
        seeds = await sown(asked, self.options.create_count, other=self.has_other)
        self.progress("creating tasks", 1, 1)
        return seeds

    @property
    def scope(self) -> Scope:
        """What the survey may look at: `--tasks` and `--context` restrict it."""
        named = self.target.named
        contexts = (*named.contexts, *([self.options.context] if self.options.context else []))
        return Scope(named.tasks, tuple(dict.fromkeys(contexts)))

    async def _survey(self, site: Site, seeds: Sown) -> Store:
        mine, others = (seeds.get((site.interface.tenant, by), Seeds()) for by in PRINCIPALS)
        found = await survey(site.asker, self.profile, scope=replace(self.scope, created=mine.ids))
        mine.known_to(found)
        if self.has_other:
            found.other = await survey(site.asker, self.profile, by="other", scope=Scope(created=others.ids))
            others.known_to(found.other)
        return found

    async def probe(self, cases: Sequence[Case]) -> None:
        """Ask what `cases` need: reading cases at once, the survey again, then the cases that write."""
        time_up = f"The run's time of {self.options.run_timeout:g} s is up; --run-timeout raises it."
        for case in cases:
            case.plan()
            if self.timed_out:  # what the store lacks, it may lack for that reason alone
                case.lost = time_up
        with self._in_time() as scope:
            await self._ask([case for case in cases if not case.check.asking.writes], "checks")
            await self._look_again()
            await self._ask([case for case in cases if case.check.asking.writes], "checks that create tasks")
        for store in self._watched():
            store.lose_sight()
        self.timed_out = self.timed_out or scope.cancelled_caught
        for case in cases if self.timed_out else ():
            if case.asked is not None and case.asked.keys() != case.answers.keys():
                case.lost = case.lost or time_up

    async def _ask(self, cases: Sequence[Case], phase: str) -> None:
        done = 0

        async def ask(case: Case) -> None:
            nonlocal done
            await case.ask()
            done += 1
            self.progress(phase, done, len(cases))

        async with anyio.create_task_group() as group:
            for case in cases:
                group.start_soon(ask, case)

    async def _look_again(self) -> None:
        self.progress("second survey", 0, 1)

        async def again(site: Site) -> None:
            await survey_again(site.asker, site.store)
            if site.store.other:
                await survey_again(site.asker, site.store.other)

        for site in self.sites.values():
            site.asker.held = 0
        await gather(partial(again, site) for site in self.sites.values() if not site.silent)
        self.progress("second survey", 1, 1)

    def _watched(self) -> Iterator[Store]:
        for site in self.sites.values():
            yield from (store for store in (site.store, site.store.other) if store is not None)

    # Judging

    def judge(self, case: Case) -> Finding:
        """Return the finding of a case; those of the requirements it depends on are expected to be in."""
        finding = self.barred(case) or self._settled(case, case.judge())
        case.finding = self.findings[case.key] = finding
        return finding

    def _settled(self, case: Case, finding: Finding) -> Finding:
        """Turn red into blocked where a prerequisite failed: one root cause, one failure."""
        if finding.verdict not in {Verdict.FAIL, Verdict.WARN, Verdict.INCONCLUSIVE}:
            return finding
        names = set(self.catalogue.prerequisites(case.requirement.id, case.operation))
        held = partial(self._held, case)
        near = set(self.catalogue.prerequisites(case.requirement.id, case.operation, held=held))
        for other, found in self._before(case):
            if other.requirement.id in near and self._undermines(other.requirement, found):
                reason = f"{other.requirement.id} failed, and this can't be judged without it."
                return replace(finding, verdict=Verdict.BLOCKED, reason=reason, expected="", came="", also=())
            if other.requirement.id == OFFERED in names and found.verdict is Verdict.INCONCLUSIVE:
                reason = finding.reason or found.reason
                return replace(
                    finding, verdict=Verdict.INCONCLUSIVE, reason=reason, expected="", came="", also=()
                )
        return finding

    def _before(self, case: Case) -> Iterator[tuple[Case, Finding]]:
        """Yield the cases that are judged and may bear on `case`: at its interfaces, of its operation."""
        for other in self.cases:
            shared = case.interface == other.interface or other.interface in case.stores
            same = not case.operation or not other.operation or case.operation == other.operation
            if shared and same and other.finding is not None:
                yield other, other.finding

    def _held(self, case: Case, name: str) -> bool:
        """Whether a prerequisite of `case` was judged there and held: then what it rests on was good enough."""
        found = [finding for other, finding in self._before(case) if other.requirement.id == name]
        judged = {Verdict.PASS, Verdict.WARN} | ({Verdict.NOTE} if self.catalogue[name].observed else set())
        return (
            {finding.verdict for finding in found} <= HELD
            and any(finding.verdict in judged for finding in found)
            and not any(self._undermines(self.catalogue[name], finding) for finding in found)
        )

    def _undermines(self, requirement: Requirement, finding: Finding) -> bool:
        """Whether a prerequisite did not hold; among promises that counts however firmly it is promised."""
        if self.catalogue.judges is None:
            return finding.verdict is Verdict.FAIL
        return unmet(requirement, finding)

    def ordered(self, checks: Iterable[Check]) -> list[Check]:
        """Return `checks` so that what others depend on comes first, else in the catalogue's order."""
        graph = {requirement.id: requirement.after for requirement in self.catalogue}
        ranks = {name: rank for rank, name in enumerate(TopologicalSorter(graph).static_order())}
        judged = ((check, self.judged(check)) for check in checks)
        known = [(ranks[found.id], check) for check, found in judged if found is not None]
        return [check for _, check in sorted(known, key=lambda pair: pair[0])]
