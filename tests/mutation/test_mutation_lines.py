"""Which statements are marked, and which recordings can tell a mutant."""

from __future__ import annotations

from contextlib import suppress
from textwrap import dedent

import pytest

from tests.mutation.lines import MET, marked, statement

SOURCE = dedent(
    '''\
    from functools import cache

    LIMIT = 3

    def size(count: int, most: int = 5) -> str:
        """How large."""
        if count > LIMIT:
            return "large" if count > 9 else "middling"
        elif count < 0:
            raise ValueError(
                count
            )
        return "small"

    @cache
    def kept() -> int:
        return LIMIT + 1
    '''
)


@pytest.mark.parametrize(
    ("count", "lines"), [(4, {7, 8}), (0, {7, 9, 13}), (-1, {7, 9, 10})], ids=["large", "small", "raises"]
)
def test_a_call_leaves_the_lines_of_the_statements_that_it_comes_by(count: int, lines: set[int]) -> None:
    names: dict[str, object] = {MET: set()}
    exec(compile(marked(SOURCE), "size.py", "exec", dont_inherit=True), names)
    size = names["size"]
    assert callable(size)
    assert size.__doc__ == "How large."
    with suppress(ValueError):
        size(count)
    assert names[MET] == lines


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((7, 7), 7),
        ((8, 15), 8),
        ((9, 9), 9),
        ((11, 12), 10),
        ((3, 8), None),
        ((5, 27), None),
        ((17, 19), None),
    ],
    ids=["condition", "inside", "elif", "second line", "outside", "default value", "what is kept"],
)
def test_a_place_belongs_to_the_innermost_statement(place: tuple[int, int], line: int | None) -> None:
    assert statement(SOURCE, *place) == line
