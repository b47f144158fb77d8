"""Which recordings a mutant meets, and which mutants are not made."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.__main__ import modules
from tests.mutation.recordings import servers, telling
from tests.mutation.spared import OPERATORS, wordy


def test_names_of_recordings_are_unique() -> None:
    names = [server.name for server in servers()]
    assert len(names) == len(set(names))


def test_a_check_meets_what_is_of_its_group_or_of_none_and_all_variants() -> None:
    met = {server.name: by for server, by in telling("conformance/checks/test_size.py")}
    assert set(met.values()) == {("test_size",)}
    assert next(iter(met)) == "healthy"
    for server in servers():
        meets = server.variant or not server.groups or "size" in server.groups
        assert (server.name in met) == meets, server.name


def test_a_helper_of_checks_meets_those_that_use_it() -> None:
    used = {name for _, by in telling("conformance/checks/_order.py") for name in by}
    filtered = {"test_filter", "test_filter_after", "test_filter_narrows", "test_filter_time"}
    lists = {"test_artifacts", "test_every_list", "test_history_lists", "test_near"}
    assert used == filtered | lists | {"test_order", "test_token"}


def test_what_reads_answers_meets_every_server_by_its_own_group() -> None:
    met = {server.name: by for server, by in telling("conformance/bindings/answer.py")}
    assert "test_token" in met["sorted-within-pages"]
    assert met.keys() == {server.name for server in servers()}
    assert met["default-of-fifty-one"] == ("test_every_list", "test_size")
    assert len(met["healthy"]) > 15


def test_what_no_recording_tells_is_not_mutated() -> None:
    found = modules()
    assert {"conformance/checks/test_size.py", "conformance/judging/asking.py"} <= set(found)
    assert not any("test_common_" in name or name.endswith("_promises.py") for name in found)
    assert not any(name.endswith("rest.py") for name in found)
    assert not list(telling("conformance/checks/test_common_get.py"))


@pytest.mark.parametrize(
    ("source", "spared"),
    [
        ("expect(a == 1, 'x' + y, came, marks=m[2])", ["'x' + y", "came", "m[2]"]),
        ("note('n', f'{a + 1}')", ["f'{a + 1}'"]),
        ("needing('text', lambda s: s > 1)", ["'text'"]),
        ("came = a or b", ["a or b"]),
        ("page, index = f(a[0]) if a else (b, 0)", ["f(a[0]) if a else (b, 0)"]),
        ("def f(a: int | str) -> int | None: ...", ["int | str", "int | None"]),
    ],
)
def test_words_are_spared_and_conditions_are_not(source: str, spared: list[str]) -> None:
    found = [source[start:end] for (_, start), (_, end) in wordy(ast.parse(source))]
    assert sorted(found) == sorted(spared)


def test_comparisons_have_few_mutants() -> None:
    assert OPERATORS.fullmatch("core/ReplaceComparisonOperator_LtE_Lt")
    assert not OPERATORS.fullmatch("core/ReplaceComparisonOperator_Eq_Gt")
    assert not OPERATORS.fullmatch("core/RemoveDecorator")
