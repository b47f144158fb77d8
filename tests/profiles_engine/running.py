"""Runs of profiles against apps in this process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import httpx

from conformance.catalogue.common import load_common
from conformance.session.direct import run_checks
from conformance.session.run import Run
from conformance.target.settings import RunOptions
from tests.profiles_engine.notes import TOKEN

HERE = Path(__file__).parent
PROMISABLE = tuple(load_common().rows)


def profile_file(folder: Path, promises: Mapping[str, str], base: str = "notes.toml", **changes: str) -> Path:
    """Write a profile with `promises`, strength by requirement; `changes` replace texts of the base."""
    text = (HERE / base).read_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    rows = (
        f'[promises."{name}"]\nstrength = "{strength}"\nsource = "https://notes.example/docs#{name}"\n'
        for name, strength in promises.items()
    )
    file = folder / "mine.toml"
    file.write_text("\n".join([text, *rows]))
    return file


def run_profile(profile: Path | str, app: Any, **options: Any) -> Run:
    """Return the run of a profile's checks on an ASGI app."""
    given = {
        "url": "http://notes.test",
        "profile": str(profile),
        "var": ["project=p1"],
        "header": [f"Api-Key: Key {TOKEN}"],
    }
    merged = RunOptions.merged(given | options, HERE)

    async def go() -> Run:
        return await run_checks(merged, inner=httpx.ASGITransport(app), patience=0.01)

    return anyio.run(go)
