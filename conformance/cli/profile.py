"""`task-conformance profile`: check a profile's file, tell what it has checked, list those that come with the suite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from conformance.cli.output import say
from conformance.cli.refusal import refuse
from conformance.core.errors import ConformanceError
from conformance.core.hostile import for_terminal

app = typer.Typer(
    help="Other task APIs: check a profile, show what it has checked, list those that there are.",
    no_args_is_help=True,
)
Named = Annotated[str, typer.Argument(help="A profile's name, or the path of a file.", metavar="NAME|FILE")]


@app.command()
def check(file: Named) -> None:
    """Say whether a profile can be used; else everything that is wrong with it, and where."""
    _told(lambda: _checked(file))


@app.command()
def show(name: Named) -> None:
    """Tell in sentences what a profile has checked, how firmly and why, and what it leaves out."""
    _told(lambda: _shown(name))


@app.command("list")
def list_() -> None:
    """List the profiles that come with the suite."""
    _told(_listed)


def _told(lines: Callable[[], list[str]]) -> None:
    """Print lines, made safe for a terminal."""

    try:
        found = lines()
        say("".join(f"{for_terminal(line, 2000)}\n" for line in found))
    except ConformanceError as error:
        refuse(error)


def _checked(file: str) -> list[str]:
    from conformance.catalogue.common import load_common  # noqa: PLC0415 - `--help` must be quick
    from conformance.cli.profile_words import counted  # noqa: PLC0415
    from conformance.profiles import described_profile  # noqa: PLC0415

    profile = described_profile(file)
    if profile.catalogue:
        return [f"{file} can be used: {profile.title}. Its promises are those of {profile.specification}."]
    promised = f"{len(profile.promises)} of {len(load_common().rows)} promises: {counted(profile)}"
    needed = [f"--var {name}=…" for name, one in profile.variables.items() if one.default is None]
    lines = [f"{file} can be used: {profile.title}, {promised}."]
    return [*lines, *([f"It needs {' '.join(needed)}."] if needed else [])]


def _shown(name: str) -> list[str]:
    from conformance.cli import options  # noqa: PLC0415 - `--help` must be quick
    from conformance.cli.profile_words import described  # noqa: PLC0415
    from conformance.profiles import described_profile  # noqa: PLC0415

    return list(described(described_profile(name), options.width()))


def _listed() -> list[str]:
    from conformance.profiles import described_profile, names  # noqa: PLC0415 - `--help` must be quick

    found = [described_profile(name) for name in names()]
    lines = [f"{one.name:<14}{one.title}, {one.specification}" for one in found]
    return [*lines, "", "A file of your own is given by its path, such as ./mine.toml."]
