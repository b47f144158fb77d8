"""`task-conformance run`: options in, a pytest session of the suite's own, reports out."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue.promised import catalogue_of
from conformance.cli.options import groups
from conformance.cli.output import say
from conformance.cli.progress import showing
from conformance.core.errors import UsageError
from conformance.report.console import render_console
from conformance.report.hiding import without_content
from conformance.report.write import Paths, is_file, write_reports
from conformance.session.case import Case
from conformance.session.ending import INTERRUPTED
from conformance.session.front import Front
from conformance.session.plan import plan_lines
from conformance.session.run import Run
from conformance.target.profile import profile_of
from conformance.target.settings import RunOptions

SESSION = Path(__file__).parent.parent / "session"
REPORTS = Path("reports")
ARENAS = -8
"""glibc's M_ARENA_MAX (mallopt(3))."""


def run_command(words: Mapping[str, Any]) -> int:
    """Run, write the reports, print the verdict, and return the exit code. Raises ConformanceError."""
    given = {name: _plain(name, value) for name, value in words.items()}
    options = RunOptions.merged(given | {"url": given["url"] or None})
    refuse_unknown(options)
    if not options.demo:
        return _run(options)
    if options.url:
        raise UsageError("--demo checks the embedded server; a URL does not go with it.")
    with _demo(options) as prepared:
        return _run(prepared)


def _plain(name: str, value: Any) -> Any:
    if name == "require":
        return list(groups(value)) or None
    return None if value is False else value


def refuse_unknown(options: RunOptions) -> None:
    """Raise UsageError where the profile, a glob of --requirement or a group of --require can't be used."""
    catalogue_of(profile_of(options)).refuse_unknown(options.requirement, options.require)


@contextmanager
def _demo(options: RunOptions) -> Iterator[RunOptions]:
    """Start the reference server and return the options that check it, tasks created by its owner's permission."""
    from conformance.reference import MAIN_TOKEN, OTHER_TOKEN, create_app, running  # noqa: PLC0415

    with running(create_app("demo")) as url:
        yield replace(
            options,
            url=url,
            header=(f"Authorization: Bearer {MAIN_TOKEN}",),
            other_header=(f"Authorization: Bearer {OTHER_TOKEN}",),
            create_tasks=True,
            scripted=True,
            report=options.report or REPORTS / "demo",
        )


def _share_one_heap() -> None:
    """Let the threads of the run use one heap, where the C library has several.

    One thread asks, then another judges; what the first has freed would stay reserved for it.
    """
    with suppress(OSError, TypeError, AttributeError):
        ctypes.CDLL(None).mallopt(ARENAS, 1)


def _run(options: RunOptions) -> int:
    _share_one_heap()
    options.target()
    refuse_unwritable(report_paths(options))
    finished: list[dict[str, Any]] = []

    def keep(_: Run, report: dict[str, Any]) -> None:
        finished.append(report)

    def show(run: Run, cases: Sequence[Case]) -> None:
        lines = (
            "Only the card and the survey were read; nothing was created. What a run would ask:",
            "",
            *plan_lines(run, cases),
        )
        say("".join(f"{line}\n" for line in lines))
        finished.append({})

    with showing(options) as progress:
        front = Front(options, progress, finished=keep, planned=show if options.dry_run else None)
        _pytest(options, front)
    if front.interrupted:
        sys.stderr.write("Interrupted; earlier reports are as they were.\n")
        return INTERRUPTED
    if front.error is not None:
        raise front.error
    if not finished:
        raise UsageError("Nothing was selected.", hint="`task-conformance list` shows what there is.")
    if options.dry_run:
        return 0
    return publish(finished[0], options)


def _pytest(options: RunOptions, front: Front) -> None:
    """Start the session with nothing of the user's pytest in it: no plugins, no conftest, no settings."""
    arguments = ["-c", str(SESSION / "pytest.ini"), "--rootdir", str(SESSION.parent), "--noconftest"]
    arguments += ["-p", "no:cacheprovider", "-p", "no:terminal", "-p", "conformance.plugin"]
    arguments += ["-k", options.keyword] if options.keyword else []
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        pytest.main([*arguments, str(SESSION.parent / "checks")], plugins=[front])
    except KeyboardInterrupt:
        front.interrupted = True
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update({name: value for name, value in kept.items() if value is not None})


def publish(report: dict[str, Any], options: RunOptions) -> int:
    """Write the reports, print the verdict, and return the exit code that the report holds.

    Raises UsageError where a report can't be written, once the verdict is printed.
    """
    if options.hide_content:
        report = without_content(report)
    files: Sequence[Path] = ()
    try:
        files = write_reports(report, report_paths(options), strict=options.strict)
    finally:
        columns = min(os.get_terminal_size().columns, 120) if sys.stdout.isatty() else 100
        colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        say(render_console(report, width=columns, colour=colour, files=files))
    return int(report["summary"]["exit"])


def refuse_unwritable(paths: Paths) -> None:
    """Raise UsageError where a report could not be written: better before the run than after it."""
    for path in filter(None, (paths.json, paths.html, paths.junit)):
        folder = next(parent for parent in path.absolute().parents if os.path.lexists(parent))
        if not folder.is_dir():
            raise UsageError(
                f"{path} can't be written: {folder} is no folder.", hint="--report names another place."
            )
        if not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(
                f"{path} can't be written: {folder} takes no files.", hint="--report names another place."
            )


def report_paths(options: RunOptions) -> Paths:
    """Return where the reports go. Raises UsageError where one would overwrite another."""
    usual = Paths.under(options.report or REPORTS)
    paths = Paths(options.json or usual.json, options.html or usual.html, options.junit or usual.junit)
    named = [
        os.path.realpath(path) for path in (paths.json, paths.html, paths.junit) if path and is_file(path)
    ]
    if twice := next((name for name in named if named.count(name) > 1), None):
        raise UsageError(f"Two reports would be written to {twice}.", hint="Give each a name of its own.")
    return paths
