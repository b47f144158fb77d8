"""pytest's side of a run: items become cases, findings become outcomes. The engine is `run`; no judging here."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from conformance.core.errors import ConformanceError, UsageError
from conformance.core.hostile import for_terminal
from conformance.core.verdicts import Verdict
from conformance.judging.asking import Check
from conformance.judging.finding import Finding
from conformance.plugin import FLAGS, OPTIONS, SIDE
from conformance.session.case import Case
from conformance.session.direct import chosen
from conformance.session.recording import written
from conformance.session.run import Progress, Run, silent
from conformance.session.summary import USAGE, exit_code
from conformance.session.target import Opening
from conformance.target.settings import RunOptions

FAILING = {Verdict.FAIL, Verdict.ERROR}
HOLDING = {Verdict.PASS, Verdict.NOTE}
LETTERS = {
    Verdict.PASS: ".",
    Verdict.NOTE: "n",
    Verdict.WARN: "w",
    Verdict.FAIL: "F",
    Verdict.ERROR: "E",
    Verdict.BLOCKED: "b",
    Verdict.INCONCLUSIVE: "i",
    Verdict.NOT_TESTED: "t",
    Verdict.NOT_APPLICABLE: "-",
}


class BrokenError(AssertionError):
    """A requirement does not hold; the message is the finding's sentence."""


@dataclass(eq=False, repr=False)
class Front:
    """What the command hands to the session it starts: options, progress, and who takes the finished run."""

    options: RunOptions
    progress: Progress = silent
    finished: Callable[[Run, dict[str, Any]], None] | None = None
    planned: Callable[[Run, Sequence[Case]], None] | None = None
    inner: httpx.AsyncBaseTransport | None = None
    interrupted: bool = False
    run: Run | None = None
    """A run that is ready, as one from a recording is; then nothing is connected to."""
    fronts_conformance = True


class Connection(Protocol):
    """How a session gets at its run."""

    run: Run


def connect(config: pytest.Config) -> int | None:
    """Connect to the endpoint and register the session; returns exit code 2, after one line, where that fails."""
    given = (plugin for plugin in config.pluginmanager.get_plugins() if isinstance(plugin, Front))
    try:
        front = next(given, None) or Front(_options(config))
        _refuse_workers(config)
        if front.inner is None and front.run is None:
            front.inner = _app(config)
        side = Side(config, front)
        side.connect()
    except ConformanceError as error:
        sys.stderr.write(f"task-conformance: {for_terminal(str(error), 2000)}\n")
        return error.exit_code
    config.pluginmanager.register(side, SIDE)
    config.add_cleanup(side.close)
    return None


def _refuse_workers(config: pytest.Config) -> None:
    if config.getoption("numprocesses", None) or config.getoption("tx", None):
        raise UsageError(
            "Workers (-n) are of no use here: requests are concurrent already.", hint="Leave -n out."
        )


def _options(config: pytest.Config) -> RunOptions:
    given: dict[str, Any] = {}
    for name in (*OPTIONS, *FLAGS):
        value = config.getoption(f"--conformance-{name}")
        given[{"endpoint": "url"}.get(name, name)] = value or None
    for name in ("timeout", "max-requests"):
        if given[name] is not None:
            given[name] = _number(name, given[name])
    if given["url"] is None:
        given["url"] = "http://127.0.0.1"
    return RunOptions.merged(given)


def _number(name: str, text: str) -> float | int:
    try:
        return int(text) if name == "max-requests" else float(text)
    except ValueError:
        raise UsageError(f"--conformance-{name} takes a number, not {text!r}.") from None


def _app(config: pytest.Config) -> httpx.AsyncBaseTransport | None:
    app = config.hook.pytest_conformance_app(config=config)
    app = app[0] if isinstance(app, list) and app else app
    return httpx.ASGITransport(app) if app else None


@dataclass(eq=False, repr=False)
class Side:
    """The plugin that is registered once there is a connection."""

    config: pytest.Config
    front: Front
    portal: BlockingPortal | None = None
    opening: Opening | None = None
    ready: Run | None = None
    cases: dict[str, Case] = field(default_factory=dict)
    _portals: Any = None

    @property
    def run(self) -> Run:
        """The run; it is there once `connect` has been called."""
        assert self.ready is not None
        return self.ready

    # Before the collection

    def connect(self) -> None:
        """Find the target and greet its interfaces, in an event loop that lives as long as the session."""
        self._portals = start_blocking_portal("asyncio")
        self.portal = self._portals.__enter__()
        if self.front.run is not None:
            self.ready = self.front.run
            return
        options = self.front.options
        options.target()
        self.opening = Opening(options, inner=self.front.inner)
        try:
            self.ready = self.portal.call(self._open, self.opening)
        except BaseException:
            self.close()
            raise

    async def _open(self, opening: Opening) -> Run:
        target = await opening.find()
        sites = await opening.sites(target)
        has_other = opening.credentials.has("other")
        return Run(opening.options, target, sites, opening.nonce, has_other, progress=self.front.progress)

    def close(self) -> None:
        """Close connections and end the event loop."""
        if self._portals is None:
            return
        if self.portal is not None:
            if self.opening is not None:
                self.portal.call(self.opening.transport.__aexit__, None, None, None)
            # What an interrupted run still has in flight must not be waited for.
            self.portal.call(self.portal.stop, True)
        self._portals.__exit__(None, None, None)
        self._portals = None

    # Collecting

    def spread(self, metafunc: pytest.Metafunc) -> None:
        """Make one item of a check for each interface that it applies to."""
        places = self.run.places(metafunc.function.check)
        metafunc.parametrize("case", places, ids=places, indirect=True)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop what was not asked for, and put first what others depend on."""
        ours = [item for item in items if _check(item)]
        wanted = chosen(self.front.options)
        kept = [item for item in ours if wanted(self.run.catalogue[_check(item).requirement])]
        dropped = [item for item in ours if item not in set(kept)]
        if dropped:
            self.config.hook.pytest_deselected(items=dropped)
        ranks = {
            id(check): rank for rank, check in enumerate(self.run.ordered({_check(i): None for i in kept}))
        }
        kept.sort(key=lambda item: ranks[id(_check(item))])
        items[:] = [item for item in items if not _check(item)] + kept

    # Running

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> object:
        """Plan and probe for all items at once, before the first is run."""
        if session.testsfailed or self.config.option.collectonly:
            return None
        for item in session.items:
            if check := _check(item):
                self.cases[item.nodeid] = self._case(item, check)
        assert self.portal is not None
        self.portal.call(self.run.look)
        asked = [case for case in self.cases.values() if self.run.barred(case) is None]
        if self.front.planned is not None:
            for case in asked:
                case.plan()
            self.front.planned(self.run, asked)
            return True
        self.portal.call(self.run.probe, asked)
        self.run.finished = time.time()
        return None

    def _case(self, item: pytest.Item, check: Check) -> Case:
        params = dict(item.callspec.params)  # type: ignore[attr-defined]  # `case` is always parametrised
        place = params.pop("case")
        return self.run.case(check, place, _label(check, params), params)

    @pytest.fixture
    def case(self, request: pytest.FixtureRequest) -> Judged:
        """The case of an item; it is judged when the check is called."""
        return Judged(self.run, self.cases[request.node.nodeid])

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
        report.longrepr = None if finding.verdict in HOLDING else sentence(finding)
        if report.outcome == "skipped":
            path, line, _ = item.location
            report.longrepr = (path, line or 0, sentence(finding))
        return report

    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        """Name the verdict in pytest's own progress."""
        found = getattr(report, "conformance", None)
        if found is None:
            return None
        verdict = Verdict(found["verdict"])
        category = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.ERROR: "error"}.get(
            verdict, str(verdict)
        )
        return category, LETTERS[verdict], str(verdict).upper()

    def pytest_keyboard_interrupt(self) -> None:
        """Note that the user wants no more: no report is written then."""
        self.front.interrupted = True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Turn the findings into the exit code, and hand over the finished run."""
        if exitstatus == pytest.ExitCode.INTERRUPTED or self.config.option.collectonly or self.front.planned:
            return
        findings = list(self.run.findings.values())
        if not self.cases:
            session.exitstatus = USAGE
            return
        options = self.front.options
        code = exit_code(findings, self.run.catalogue, strict=options.strict, require=options.require)
        others = session.testsfailed - sum(finding.verdict in FAILING for finding in findings)
        session.exitstatus = max(code, 1) if others > 0 else code
        if self.front.finished is not None:
            self.front.finished(self.run, written(self.run))


@dataclass(repr=False)
class Judged:
    """What the fixture `case` gives: the check calls `run`."""

    engine: Run
    case: Case

    def run(self, check: Check, params: Mapping[str, Any]) -> None:  # noqa: ARG002 - the case knows both
        """Judge, and raise what pytest makes the outcome of."""
        finding = self.engine.judge(self.case)
        if finding.verdict in FAILING:
            raise BrokenError(sentence(finding))
        if finding.verdict not in HOLDING:
            pytest.skip(sentence(finding))


def sentence(finding: Finding) -> str:
    """Return a finding in one line, safe to print."""
    head = f"{finding.verdict}: {finding.requirement} at {finding.interface}"
    said = f"expected {finding.expected}; came {finding.came}" if finding.expected else finding.reason
    return for_terminal(f"{head}: {said}", 600)


def _check(item: pytest.Item) -> Any:
    return getattr(getattr(item, "obj", None), "check", None)


def _label(check: Check, params: Mapping[str, Any]) -> str:
    """Return the case's own id: what the findings go by, whatever pytest makes of parameters."""
    for label, values in check.cases():
        if all(params[name] is value or repr(params[name]) == repr(value) for name, value in values.items()):
            return label
    return ""
