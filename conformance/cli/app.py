"""The commands and their options. Each imports what it needs when it is called: `--help` must be quick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from conformance import __version__
from conformance.cli import comparing
from conformance.cli import options as given
from conformance.cli import profile as profiles
from conformance.cli.refusal import refuse
from conformance.core.errors import ConformanceError

app = typer.Typer(
    name="task-conformance",
    help="Check how a live A2A agent answers GetTask and ListTasks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        typer.echo(f"task-conformance {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Check how a live A2A agent answers GetTask and ListTasks."""


@app.command()
def run(
    url: given.Url = None,
    profile: given.Profile = None,
    var: given.Var = None,
    card: given.Card = None,
    binding: given.Binding = None,
    tenant: given.Tenant = None,
    name: given.Name = None,
    demo: given.Demo = False,
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
    max_total: given.MaxTotal = None,
    create_tasks: given.CreateTasks = None,
    create_count: given.CreateCount = None,
    messages: given.Messages = None,
    scripted: given.Scripted = None,
    tasks: given.Tasks = None,
    context: given.Context = None,
    hide_content: given.HideContent = None,
    keyword: given.Keyword = None,
    level: given.LevelName = None,
    requirement: given.RequirementGlob = None,
    dry_run: given.DryRun = None,
    strict: given.Strict = None,
    require: given.Require = None,
    report: given.Report = None,
    html: given.Html = None,
    json: given.Json = None,
    junit: given.Junit = None,
) -> None:
    """Check the agent at URL, or with --demo the embedded reference server, and write the reports."""
    from conformance.cli.run import run_command  # noqa: PLC0415

    words = dict(locals())
    words.pop("run_command")
    try:
        code = run_command(words)
    except ConformanceError as error:
        refuse(error)
    raise typer.Exit(code)


@app.command()
def judge(
    recording: Annotated[
        Path, typer.Argument(help="The report.json of an earlier run.", metavar="REPORT.JSON")
    ],
    keyword_level: given.LevelName = None,
    requirement: given.RequirementGlob = None,
    strict: given.Strict = None,
    require: given.Require = None,
    report: given.ReportAgain = None,
) -> None:
    """Judge a recorded run again, without any network."""
    from conformance.cli.judge import judge_command  # noqa: PLC0415

    words: dict[str, Any] = {
        "level": keyword_level,
        "requirement": tuple(requirement or ()),
        "strict": bool(strict),
        "require": given.groups(require),
    }
    try:
        code = judge_command(recording, words, report)
    except ConformanceError as error:
        refuse(error)
    raise typer.Exit(code)


@app.command()
def prove(
    names: Annotated[
        list[str] | None, typer.Argument(help="Only these faults and variants.", metavar="NAME")
    ] = None,
    fault: Annotated[
        str | None,
        typer.Option(help="Write the report that a user of this faulty server would get.", metavar="NAME"),
    ] = None,
    list_: Annotated[
        bool, typer.Option("--list", help="List faults, variants and hostile behaviours, run none.")
    ] = False,
    report: given.Report = None,
) -> None:
    """Prove that every check can fail, only for its reason, and that nothing conforming does."""
    from conformance.cli.prove import fault_command, list_command, prove_command  # noqa: PLC0415

    try:
        if list_:
            code = list_command()
        else:
            code = fault_command(fault, report) if fault else prove_command(names or [], report)
    except ConformanceError as error:
        refuse(error)
    raise typer.Exit(code)


def described(name: str | None) -> tuple[Any, Any]:
    """Return the catalogue and the profile of an API; its variables are left open."""
    from conformance.catalogue.promised import catalogue_of  # noqa: PLC0415 - `--help` must be quick
    from conformance.profiles import described_profile  # noqa: PLC0415

    try:
        profile = described_profile(name or "a2a")
        return catalogue_of(profile), profile
    except ConformanceError as error:
        refuse(error)


@app.command("list")
def list_requirements(
    glob: Annotated[str, typer.Argument(help="Only ids that fit this glob, or one group.")] = "*",
    profile: given.Profile = None,
) -> None:
    """List the requirements: id, level, statement."""
    from conformance.catalogue import explain  # noqa: PLC0415

    catalogue, _ = described(profile)
    found = catalogue.match(glob)
    if not found:
        refuse(catalogue.nothing_fits(glob))
    typer.echo(explain.listing(catalogue, found, width=given.width()), nl=False)


@app.command()
def explain(
    requirement: Annotated[str, typer.Argument(help="A requirement's id, as `list` shows it.")],
    profile: given.Profile = None,
) -> None:
    """Explain one requirement: clauses, section, what is never failed, which checks judge it."""
    from conformance.catalogue.explain import explain as explained  # noqa: PLC0415
    from conformance.proof.registry import faults  # noqa: PLC0415
    from conformance.session.direct import every_check  # noqa: PLC0415

    catalogue, spoken = described(profile)
    if requirement not in catalogue:
        refuse(catalogue.nothing_fits(requirement))
    found = catalogue[requirement]
    checks = [check.name for check in every_check() if catalogue.judged(check.key) is found]
    broken = []
    if spoken.catalogue == "a2a":
        broken = [fault.name for fault in faults() if requirement in (fault.requirement, *fault.also)]
    typer.echo(explained(found, checks, broken, width=given.width(), profile=spoken), nl=False)


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)
    ] = 8000,
    dataset: Annotated[str, typer.Option(help="demo, demo-undated, walkthrough or empty.")] = "demo",
    fault: Annotated[
        str | None,
        typer.Option(help="A fault or variant that it has; `prove --list` shows them.", metavar="NAME"),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Ask for no credential.")] = False,
) -> None:
    """Run the reference server until it is interrupted."""
    from conformance.cli.serve import serve_command  # noqa: PLC0415

    try:
        serve_command(port, dataset, fault, open_=open_)
    except ConformanceError as error:
        refuse(error)
    except KeyboardInterrupt:
        sys.exit(130)


app.add_typer(profiles.app, name="profile")
app.command()(comparing.compare)
app.command()(comparing.diff)
