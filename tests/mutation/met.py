"""A pytest plugin that writes down which statements the tests of each file come by: `-p tests.mutation.met`.

MUTATED names the modules, MET_FILE where to write. By file, since tests of one file may share what is made once.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections import defaultdict
from pathlib import Path

from tests.mutation.lines import MET, marked
from tests.mutation.warm import InPlace, dotted

MODULES = json.loads(os.environ["MUTATED"])
FOUND: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))

sys.meta_path.insert(0, InPlace({Path(name): marked(Path(name).read_text()) for name in MODULES}))


def _met() -> dict[str, set[int]]:
    return {name: vars(importlib.import_module(dotted(Path(name))))[MET] for name in MODULES}


def pytest_collection_finish() -> None:
    for lines in _met().values():
        lines.clear()


def pytest_runtest_logfinish(nodeid: str) -> None:
    for name, lines in _met().items():
        FOUND[nodeid.partition("::")[0]][name] |= lines
        lines.clear()


def pytest_sessionfinish() -> None:
    found = {file: {name: sorted(met) for name, met in by.items() if met} for file, by in FOUND.items()}
    Path(os.environ["MET_FILE"]).write_text(json.dumps(found))
