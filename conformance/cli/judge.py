"""`task-conformance judge`: a recorded run is judged again, by the checks of today and without a network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio

from conformance.cli.output import say
from conformance.cli.run import publish
from conformance.report.console import render_console
from conformance.report.load import load_report
from conformance.session.direct import judge_again
from conformance.session.recording import recorded_run, rewritten


def judge_command(recording: Path, words: Mapping[str, Any], report: Path | None) -> int:
    """Judge `recording` and print the verdict; with `report` write the reports there. Raises UsageError."""
    kept = load_report(recording)
    run = recorded_run(kept, **words, report=report)
    run.catalogue.refuse_unknown(words.get("requirement") or (), words.get("require") or ())
    anyio.run(judge_again, run)
    judged = rewritten(run, kept)
    if report is not None:
        return publish(judged, run.options)
    say(render_console(judged, width=100))
    return int(judged["summary"]["exit"])
