"""One run of the suite on each column, shared by all tests that look at what it found."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.agents.columns import COLUMNS, SEEDING, Column, Report, examined
from tests.agents.start import LANGUAGES, Running

AT_ONCE = max(1, min(4, os.cpu_count() or 1))


@dataclass(frozen=True)
class Examined:
    """A column's agent, which still runs, and the report of the run that gave it its tasks."""

    column: Column
    agent: Running
    report: Report


Runs = Callable[..., Examined]


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    """Return what gives the run on a column, made when it is first asked for: `runs(column)`.

    `runs(column, ahead=columns)` begins those as well, several at once; `runs(column, again=True)` is a second run, on
    an agent of its own. Raises what the agent's start raised.
    """
    made: dict[tuple[Column, bool], Future[Examined]] = {}
    building = threading.Lock()  # two columns of a language are one build
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(AT_ONCE) as pool:

        def examine(column: Column, folder: Path) -> Examined:
            with building:
                LANGUAGES[column.language]()
            one = stack.enter_context(column.running())
            return Examined(column, one, examined(one.url, folder / "run", *SEEDING))

        def begin(column: Column, again: bool) -> Future[Examined]:
            key = (column, again)
            if key not in made:
                made[key] = pool.submit(examine, column, tmp_path_factory.mktemp("run"))
            return made[key]

        def run(column: Column, *, again: bool = False, ahead: Sequence[Column] = ()) -> Examined:
            for other in ahead:
                begin(other, again)
            return begin(column, again).result()

        yield run


def column(language: str, store: str) -> Column:
    """Return one of COLUMNS."""
    return next(one for one in COLUMNS if (one.language, one.store) == (language, store))
