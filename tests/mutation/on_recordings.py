"""What a mutant meets: every recording that can tell is judged as the unmutated code judged it.

Its name keeps it out of other runs; `python -m tests.mutation` calls it, and says in MUTATION_EXPECTED what to expect.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.mutation.recordings import judged, read


def test_every_recording_is_judged_as_before() -> None:
    """The first difference ends it: a killed mutant is told from a survivor, not by how much."""
    for expected in json.loads(Path(os.environ["MUTATION_EXPECTED"]).read_text()):
        found = judged(read(Path(expected["path"])), expected["by"])
        for key in found.keys() | expected["outcome"].keys():
            assert found.get(key) == expected["outcome"].get(key), (expected["name"], key)
