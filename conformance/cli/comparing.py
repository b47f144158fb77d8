"""The commands `compare` and `diff` with their options; what they do is in compare.py and differ.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from conformance.cli import options as given
from conformance.cli.refusal import refuse
from conformance.core.errors import ConformanceError

Targets = Annotated[
    list[str],
    typer.Argument(
        help="A URL, a saved report.json, or either with a name: name=URL.", metavar="TARGET TARGET …"
    ),
]
Saved = Annotated[Path, typer.Argument(help="A report.json, or a comparison.json.", show_default=False)]
Keep = Annotated[
    bool,
    typer.Option(
        "--keep-reports", help="Write each run's report too: report-NAME.json.", rich_help_panel=given.OUTPUT
    ),
]


def compare(
    targets: Targets,
    profile: given.Profile = None,
    var: given.Var = None,
    header: given.Header = None,
    bearer_env: given.BearerEnv = None,
    bearer_command: given.BearerCommand = None,
    other_header: given.OtherHeader = None,
    other_bearer_env: given.OtherBearerEnv = None,
    allow_origin: given.AllowOrigin = None,
    proxy: given.Proxy = None,
    ca: given.Ca = None,
    cert: given.Cert = None,
    key: given.Key = None,
    timeout: given.Timeout = None,
    run_timeout: given.RunTimeout = None,
    concurrency: given.Concurrency = None,
    max_requests: given.MaxRequests = None,
    max_bytes: given.MaxBytes = None,
    create_tasks: given.CreateTasks = None,
    create_count: given.CreateCount = None,
    messages: given.Messages = None,
    scripted: given.Scripted = None,
    hide_content: given.HideContent = None,
    level: given.LevelName = None,
    requirement: given.RequirementGlob = None,
    report: given.Report = None,
    keep_reports: Keep = False,
) -> None:
    """Put several agents side by side: comparison.html, .json and .md. URLs are run first, several at once.

    The options hold for every URL: each gets the credentials that are given here.
    """
    words: dict[str, Any] = dict(locals())
    arguments, keep = words.pop("targets"), words.pop("keep_reports")
    from conformance.cli.compare import compare_command  # noqa: PLC0415 - `--help` must be quick

    try:
        code = compare_command(arguments, words, keep=keep)
    except ConformanceError as error:
        refuse(error)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; earlier comparisons are as they were.\n")
        raise typer.Exit(130) from None
    raise typer.Exit(code)


def diff(
    old: Saved,
    new: Saved,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="A pass that is no longer shown, or a red that appeared, is worse too."
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell what got worse, better, appeared or vanished from OLD to NEW, case by case; 1 when something got worse."""
    from conformance.cli.differ import diff_command  # noqa: PLC0415 - `--help` must be quick

    try:
        code = diff_command(old, new, strict=strict, as_json=json)
    except ConformanceError as error:
        refuse(error)
    raise typer.Exit(code)
