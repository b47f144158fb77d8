"""Which mutants a sample holds, what a changed module makes stale, and that a mutant is told from its origin."""

from __future__ import annotations

from pathlib import Path

import pytest
from cosmic_ray.work_item import MutationSpec, WorkItem

from tests.mutation.__main__ import settings
from tests.mutation.warm import chosen, dependents


def items(count: int) -> list[WorkItem]:
    specs = [MutationSpec(Path("a.py"), "core/AddNot", n, (n + 1, 0), (n + 1, 9)) for n in range(count)]
    return [WorkItem.single(f"{n:032}", spec) for n, spec in enumerate(specs)]


def test_a_larger_sample_holds_a_smaller_one_and_seeds_differ() -> None:
    found = items(100)
    fifth, half = chosen(found, 0.2, 1), chosen(found, 0.5, 1)
    assert (len(fifth), len(half), len(chosen(found, 1, 1))) == (20, 50, 100)
    assert half[:20] == fifth
    assert chosen(found[::-1], 0.2, 1) == fifth
    assert chosen(found, 0.2, 2) != fifth
    assert len(chosen(items(3), 0.1, 1)) == 1


def test_what_imports_a_mutated_module_is_loaded_anew() -> None:
    stale = dependents(Path("conformance/checks/_order.py"))
    assert stale[0] == "conformance.checks._order"
    assert {"conformance.checks.test_order", "conformance.checks.test_filter"} <= set(stale)
    assert "conformance.checks.test_size" not in stale
    assert "tests.mutation.recordings" in dependents(Path("conformance/bindings/answer.py"))


@pytest.mark.parametrize("share", ["0", "1.5", "-1"])
def test_a_sample_is_a_share(monkeypatch: pytest.MonkeyPatch, share: str) -> None:
    monkeypatch.setenv("SAMPLE", share)
    with pytest.raises(ValueError, match="a share of the mutants"):
        settings()
