"""The options of `run` and their help, apart from the commands so that these read as what they do."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

TARGET = "Target"
CREDENTIALS = "Credentials (sent only to the origin of URL)"
CONNECTION = "Connection and budgets"
DATA = "Data"
SELECTION = "Selection"
OUTPUT = "Verdict and reports"

Url = Annotated[str | None, Argument(help="URL of the agent; its card is looked for there.", metavar="URL")]
Profile = Annotated[
    str | None,
    Option(help="What API it is: a2a, another known one, or a file of your own.", rich_help_panel=TARGET),
]
Var = Annotated[
    list[str] | None, Option(help="NAME=VALUE for the profile. Repeatable.", rich_help_panel=TARGET)
]
Card = Annotated[str | None, Option(help="URL or file of the agent card.", rich_help_panel=TARGET)]
Binding = Annotated[
    str | None, Option(help="jsonrpc or http+json: test exactly URL, without a card.", rich_help_panel=TARGET)
]
Tenant = Annotated[str | None, Option(help="Tenant to send, with --binding.", rich_help_panel=TARGET)]
Name = Annotated[str | None, Option(help="Name of the target in the reports.", rich_help_panel=TARGET)]
Demo = Annotated[bool, Option("--demo", help="Check the embedded reference server.", rich_help_panel=TARGET)]

Header = Annotated[
    list[str] | None,
    Option(help="'Name: value', or @file with one a line. Repeatable.", rich_help_panel=CREDENTIALS),
]
BearerEnv = Annotated[
    str | None, Option(help="Environment variable with the bearer token.", rich_help_panel=CREDENTIALS)
]
BearerCommand = Annotated[
    str | None,
    Option(help="Command that prints the bearer token; run again once on 401.", rich_help_panel=CREDENTIALS),
]
OtherHeader = Annotated[
    list[str] | None,
    Option(help="A second principal, who shares no tasks with the first.", rich_help_panel=CREDENTIALS),
]
OtherBearerEnv = Annotated[
    str | None, Option(help="Environment variable with its bearer token.", rich_help_panel=CREDENTIALS)
]
AllowOrigin = Annotated[
    list[str] | None,
    Option(help="Another origin that credentials may go to. Repeatable.", rich_help_panel=CREDENTIALS),
]

Proxy = Annotated[str | None, Option(help="URL of a proxy.", rich_help_panel=CONNECTION)]
Ca = Annotated[
    Path | None, Option(help="PEM file of certificates to trust as well.", rich_help_panel=CONNECTION)
]
Cert = Annotated[Path | None, Option(help="PEM file of a client certificate.", rich_help_panel=CONNECTION)]
Key = Annotated[Path | None, Option(help="PEM file of its key.", rich_help_panel=CONNECTION)]
Timeout = Annotated[float | None, Option(help="Seconds per request (30).", rich_help_panel=CONNECTION)]
RunTimeout = Annotated[float | None, Option(help="Seconds for the run (600).", rich_help_panel=CONNECTION)]
Concurrency = Annotated[
    int | None, Option(help="Requests in flight per interface (8).", rich_help_panel=CONNECTION)
]
MaxRequests = Annotated[
    int | None, Option(help="Most requests per interface (400).", rich_help_panel=CONNECTION)
]
MaxBytes = Annotated[int | None, Option(help="Most bytes per answer (4 MiB).", rich_help_panel=CONNECTION)]
MaxTotal = Annotated[
    int | None,
    Option(help="Most bytes that are kept of an interface (64 MiB).", rich_help_panel=CONNECTION),
]

CreateTasks = Annotated[
    bool | None,
    Option("--create-tasks", help="Allow creating tasks by SendMessage.", rich_help_panel=DATA),
]
CreateCount = Annotated[int | None, Option(help="How many tasks to create first (5).", rich_help_panel=DATA)]
Messages = Annotated[
    Path | None, Option(help="TOML file: a text to send for each state.", rich_help_panel=DATA)
]
Scripted = Annotated[
    bool | None,
    Option("--scripted", help="The agent understands the scripted agents' line.", rich_help_panel=DATA),
]
Tasks = Annotated[Path | None, Option(help="TOML file that names tasks and contexts.", rich_help_panel=DATA)]
Context = Annotated[str | None, Option(help="Survey only this context.", rich_help_panel=DATA)]
HideContent = Annotated[
    bool | None,
    Option("--hide-content", help="Write digests in place of people's texts.", rich_help_panel=DATA),
]

Keyword = Annotated[
    str | None, Option("-k", help="pytest's expression for checks.", rich_help_panel=SELECTION)
]
LevelName = Annotated[
    str | None, Option("--level", help="MUST, SHOULD or NOTE: that and above.", rich_help_panel=SELECTION)
]
RequirementGlob = Annotated[
    list[str] | None,
    Option(
        "--requirement", help="Ids that fit this glob, or a group. Repeatable.", rich_help_panel=SELECTION
    ),
]
DryRun = Annotated[
    bool | None,
    Option("--dry-run", help="Send card and survey reads only, print the plan.", rich_help_panel=SELECTION),
]

Strict = Annotated[bool | None, Option("--strict", help="A broken SHOULD fails.", rich_help_panel=OUTPUT)]
Require = Annotated[
    list[str] | None,
    Option(help="Groups, with commas, of which no MUST may be left untested.", rich_help_panel=OUTPUT),
]
Report = Annotated[Path | None, Option(help="Folder of the reports (reports).", rich_help_panel=OUTPUT)]
ReportAgain = Annotated[
    Path | None, Option("--report", help="Write the reports to this folder.", rich_help_panel=OUTPUT)
]
Html = Annotated[Path | None, Option(help="File of the page (report.html).", rich_help_panel=OUTPUT)]
Json = Annotated[Path | None, Option(help="File of the recording (report.json).", rich_help_panel=OUTPUT)]
Junit = Annotated[Path | None, Option(help="File for CI servers (junit.xml).", rich_help_panel=OUTPUT)]


def groups(written: Sequence[str] | None) -> tuple[str, ...]:
    """Return the groups that --require names, one by one."""
    return tuple(part.strip() for text in written or () for part in text.split(",") if part.strip())


def width() -> int:
    """Return how many columns the terminal has, at most 100."""
    return min(shutil.get_terminal_size().columns, 100)
