"""How a pytest session ends: the report, the exit code, and what is said when the suite itself broke."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from conformance import checks
from conformance.core.errors import ConformanceError, SuiteError, UsageError
from conformance.core.hostile import for_terminal
from conformance.report.hiding import without_content
from conformance.session.case import Case
from conformance.session.front import Front, broken
from conformance.session.link import Link
from conformance.session.outcome import fails
from conformance.session.recording import Exchanges, written
from conformance.session.run import Run
from conformance.session.summary import FAILED, SUITE, USAGE, exit_code

INTERRUPTED = 130
CHECKS = Path(checks.__path__[0])
TRANSLATED: dict[int, int] = {
    pytest.ExitCode.INTERNAL_ERROR: SUITE,
    pytest.ExitCode.USAGE_ERROR: USAGE,
    pytest.ExitCode.NO_TESTS_COLLECTED: USAGE,
}
"""What pytest's own exit codes are in ours, where the findings did not decide."""
ENDED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


class Ending:
    """The part of the session's plugin that looks after its end."""

    config: pytest.Config
    front: Front
    link: Link
    run: Run
    cases: dict[str, Case]
    decided: int | None = None
    halted: bool = False
    files: Sequence[Path] = ()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """End the session with one sentence, in place of a traceback, where code of ours breaks."""
        try:
            yield
        except Exception as error:
            found = error if isinstance(error, ConformanceError) else broken(error, self.link.clean)
            self.front.error = found
            self.decided = found.exit_code
            pytest.exit(self.link.clean(str(found)), returncode=found.exit_code)

    @property
    def complete(self) -> bool:
        """Whether every case is judged: not so after -x, or where somebody's own fixture broke."""
        return all(case.finding is not None for case in self.cases.values())

    @cached_property
    def exchanges(self) -> Mapping[str, Any]:
        """What was sent and came, as report.json holds it; read it once everything is asked."""
        found = Exchanges(self.run)
        if self.front.options.hide_content:
            hidden: Mapping[str, Any] = without_content({"exchanges": found, "targets": []})["exchanges"]
            return hidden
        return found

    @cached_property
    def report(self) -> dict[str, Any]:
        """The run as report.json holds it; read it once everything is judged."""
        report = written(self.run)
        if self.front.options.hide_content and self.front.plain:
            report = without_content(report)
        return report | {"complete": self.complete and not self.halted}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module of checks that can't be collected: that is our fault, and no usage error."""
        if report.failed and (self.config.rootpath / report.nodeid).is_relative_to(CHECKS):
            lines = report.longreprtext.strip().splitlines() or [""]
            text = self.link.clean(for_terminal(lines[-1].removeprefix("E").strip(), 400))
            self.front.error = self.front.error or SuiteError(
                f"The suite itself broke ({text}).", hint="Please report it."
            )
            self.decided = SUITE

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note that the session was ended, by the user or by somebody's pytest.exit: no report is written then."""
        self.halted = True
        # pytest's own word for "stopped", after errors in collecting for one, is a kind of KeyboardInterrupt.
        stopped = isinstance(excinfo.value, pytest.Session.Interrupted)
        self.front.interrupted = isinstance(excinfo.value, KeyboardInterrupt) and not stopped

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Turn the findings into the exit code, and hand over the finished run."""
        if self.halted or exitstatus not in ENDED or self.config.option.collectonly or self.front.planned:
            return
        if not self.cases:
            if session.testscollected == 0:
                self._decide(session, USAGE)
            return
        with self.guarded():
            self._decide(session, self._code(session))
            self._publish()

    def _code(self, session: pytest.Session) -> int:
        findings, options = list(self.run.findings.values()), self.front.options
        code = exit_code(findings, self.run.catalogue, strict=options.strict, require=options.require)
        ours = sum(fails(finding, strict=options.strict) for finding in findings)
        others = session.testsfailed - ours
        return FAILED if others > 0 and code != SUITE else code

    def _decide(self, session: pytest.Session, code: int) -> None:
        session.exitstatus = self.decided = code

    def _publish(self) -> None:
        if self.front.finished is not None:
            self.front.finished(self.run, self.report)
        directory = self.front.options.report if self.front.plain else None
        if directory is None:
            return
        if not self.complete:
            self.front.say("Not every check was judged; earlier reports are as they were.")
            return
        from conformance.report.write import Paths, write_reports  # noqa: PLC0415 - only where reports are wanted

        self.files = write_reports(self.report, Paths.under(directory), strict=self.front.options.strict)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what the command would say."""
        if self.decided is None or not self.cases or self.front.error or self.config.get_verbosity() < 0:
            return
        from conformance.report.console import render_console  # noqa: PLC0415 - only for people who watch

        columns = min(shutil.get_terminal_size().columns, 120)
        terminalreporter.section("task conformance")
        terminalreporter.write_line(render_console(self.report, width=columns, files=self.files).rstrip())

    def misused(self, error: pytest.UsageError) -> int:
        """Return the exit code of what pytest could not make sense of, such as an expression after -k."""
        self.front.error = UsageError(" ".join(str(part) for part in error.args))
        self.front.say(str(self.front.error))
        return USAGE

    def exit_code(self, code: int) -> int:
        """Return our exit code for a session that pytest ended with `code`."""
        if self.front.interrupted:
            return INTERRUPTED
        return TRANSLATED.get(code, code) if self.decided is None else self.decided
