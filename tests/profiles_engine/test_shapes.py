"""Lists of other shapes are spoken by a file alone, and none of their promises is left unjudged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.profiles_engine.running import HERE, run_profile
from tests.profiles_engine.shape_servers import APP

SHAPES = sorted((HERE / "shapes").glob("*.toml"))
SHORT = "The store lacks"
"""Why sizes that are larger than the store can't be judged."""


@pytest.mark.parametrize("shape", SHAPES, ids=lambda file: file.stem)
def test_a_list_of_another_shape_needs_a_file_alone(shape: Path) -> None:
    given = ["namespace=ns"] if shape.stem == "continue" else []
    run = run_profile(shape, APP, var=given, header=[])
    found = [(f.requirement, f.case, str(f.verdict), f.came, f.reason) for f in run.findings.values()]
    wrong = [told for told in found if told[2] not in {"pass", "note"}]
    assert [told for told in wrong if told[0][:5] != "size." or not told[4].startswith(SHORT)] == []
    assert {told[0] for told in found} == set(run.profile.promises)
