"""pytest's side of a run: items become cases, findings become outcomes. The engine is `run`; no judging here."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from conformance.catalogue import Requirement
from conformance.core.errors import ConformanceError
from conformance.judging.asking import VARIED, Check, told
from conformance.plugin import SIDE
from conformance.session.case import Case
from conformance.session.direct import chosen
from conformance.session.ending import INTERRUPTED, Ending
from conformance.session.front import Front, broken, front_of, refuse_workers
from conformance.session.link import Link
from conformance.session.outcome import HOLDING, explained, fails, properties, sentence, status
from conformance.session.places import NOWHERE
from conformance.session.run import Run


class BrokenError(AssertionError):
    """A requirement does not hold; the message is the finding's sentence."""


def connect(config: pytest.Config, app: Any = None) -> int | None:
    """Connect to the endpoint, or to an ASGI app, and register the session; returns the exit code where that fails."""
    given = (plugin for plugin in config.pluginmanager.get_plugins() if isinstance(plugin, Front))
    front = next(given, None)
    link = None
    try:
        refuse_workers(config)
        front = front or front_of(config)
        link = Link(front, app)
        side = Side(config, front, link, link.connect())
    except KeyboardInterrupt:
        if front is not None:
            front.interrupted = True
        return INTERRUPTED
    except Exception as error:
        front = front or Front.nobody()
        found = error if isinstance(error, ConformanceError) else broken(error, link.clean if link else str)
        front.error = found
        front.say(str(found))
        return found.exit_code
    config.pluginmanager.register(side, SIDE)
    config.add_cleanup(link.close)
    if config.getoption("htmlpath", None) and config.pluginmanager.hasplugin("html"):
        from conformance.session.html_columns import HtmlColumns  # noqa: PLC0415 - only with --html

        config.pluginmanager.register(HtmlColumns(side), "task-conformance-html")
    return None


@dataclass(eq=False, repr=False)
class Side(Ending):
    """The plugin that is registered once there is a connection."""

    config: pytest.Config
    front: Front
    link: Link
    run: Run
    cases: dict[str, Case] = field(default_factory=dict)

    # Collecting

    def spread(self, metafunc: pytest.Metafunc) -> None:
        """Make one item of a check for each interface that it applies to."""
        with self.guarded():
            check = metafunc.function.check
            places = self.run.places.of(check) or [NOWHERE]
            metafunc.parametrize("case", places, ids=[_plain(place) for place in places], indirect=True)
            self._vary(metafunc, check)

    def _vary(self, metafunc: pytest.Metafunc, check: Check) -> None:
        """Parametrise by what the profile says; a check that judges nothing here is dropped later."""
        for mark in getattr(check.function, "pytestmark", []):
            if mark.name == VARIED and self.run.judged(check) is not None:
                made = told(mark, self.run.profile)
                metafunc.parametrize(*made.args, **made.kwargs)
            elif mark.name == VARIED:
                metafunc.parametrize(mark.args[0], [None])

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop what was not asked for, and put first what others depend on, whoever has shuffled the items."""
        with self.guarded():
            self._arrange(items)

    def _arrange(self, items: list[pytest.Item]) -> None:
        ours = [item for item in items if _check(item)]
        wanted = chosen(self.front.options, self.run.catalogue)
        kept = [item for item in ours if self._judges(item, wanted)]
        dropped = [item for item in ours if item not in set(kept)]
        if dropped:
            self.config.hook.pytest_deselected(items=dropped)
        ranks = {
            id(check): rank for rank, check in enumerate(self.run.ordered({_check(i): None for i in kept}))
        }
        kept.sort(key=lambda item: ranks[id(_check(item))])
        items[:] = [item for item in items if not _check(item)] + kept

    def _judges(self, item: pytest.Item, wanted: Callable[[Requirement], bool]) -> bool:
        requirement = self.run.judged(_check(item))
        return requirement is not None and wanted(requirement) and self._label(item) is not None

    def _label(self, item: pytest.Item) -> str | None:
        """Return the case's own id, which findings go by whatever pytest makes of parameters; None for no case."""
        params = item.callspec.params  # type: ignore[attr-defined]  # `case` is always parametrised
        for label, values in self.run.cases_of(_check(item)):
            if all(
                params[name] is value or repr(params[name]) == repr(value) for name, value in values.items()
            ):
                return label
        return None

    # Running

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> object:
        """Plan and probe for all items at once, before the first is run."""
        option = self.config.option
        if option.collectonly or (session.testsfailed and not option.continue_on_collection_errors):
            return None
        with self.guarded():
            return self._probe(session.items)

    def _probe(self, items: list[pytest.Item]) -> bool | None:
        for item in items:
            if check := _check(item):
                self.cases[item.nodeid] = self._case(item, check)
        if not self.cases:
            return None
        self.link.call(self.run.look)
        asked = [case for case in self.cases.values() if self.run.barred(case) is None]
        if self.front.planned is not None:
            for case in asked:
                case.plan()
            self.front.planned(self.run, asked)
            return True
        self.link.call(self.run.probe, asked)
        self.run.finished = time.time()
        return None

    def _case(self, item: pytest.Item, check: Check) -> Case:
        params = dict(item.callspec.params)  # type: ignore[attr-defined]  # `case` is always parametrised
        place = params.pop("case")
        return self.run.case(check, place, self._label(item) or "", params)

    @pytest.fixture
    def case(self, request: pytest.FixtureRequest) -> Judged:
        """The case of an item; it is judged when the check is called."""
        return Judged(self, self.cases[request.node.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Carry the verdict beside pytest's outcome; a traceback would print fixtures, credentials among them."""
        report = yield
        case = self.cases.get(item.nodeid)
        if case is None or case.finding is None or call.when != "call":
            return report
        finding = case.finding
        report.conformance = finding.public()  # type: ignore[attr-defined]  # read by reporters
        item.user_properties.extend(properties(finding))
        if report.failed:
            report.longrepr = self.front.named(explained(finding, self.exchanges))
        elif report.skipped:
            path, line, _ = item.location
            report.longrepr = (path, line or 0, self.front.named(sentence(finding)))
        return report

    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        """Name the verdict in pytest's own progress."""
        found = getattr(report, "conformance", None)
        return None if found is None else status(found, failed=report.failed)


@dataclass(repr=False)
class Judged:
    """What the fixture `case` gives: the check calls `run`."""

    side: Side
    case: Case

    def run(self, check: Check, params: Mapping[str, Any]) -> None:  # noqa: ARG002 - the case knows both
        """Judge, and raise what pytest makes the outcome of."""
        with self.side.guarded():
            finding = self.side.run.judge(self.case)
        if fails(finding, strict=self.side.front.options.strict):
            raise BrokenError(sentence(finding))
        if finding.verdict not in HOLDING:
            pytest.skip(sentence(finding))


def _check(item: pytest.Item) -> Any:
    return getattr(getattr(item, "obj", None), "check", None)


def _plain(place: str) -> str:
    """Return a place as a parameter id: reporters trust these, and a tenant comes from the server's card."""
    return re.sub(r"[^\w+@./-]", "_", place, flags=re.ASCII)
