"""Which statements a recording comes by: no other recording can tell a mutant there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

MET = "_met"
"""The name, in a marked module, of the set that gets the lines."""
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = ("body", "orelse", "finalbody")


def marked(source: str) -> ast.Module:
    """Return a module in which each statement of a function first adds its line to MET."""
    tree = ast.parse(source)
    for block in _blocks(tree):
        first = 1 if isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant) else 0
        block[first:] = [each for one in block[first:] for each in (_mark(one), one)]
    return ast.fix_missing_locations(tree)


def statement(source: str, line: int, column: int) -> int | None:
    """Return the line of the innermost statement, in a function, that holds a place.

    None where every recording comes by it, or may: outside of functions, and where results are kept from one call to
    the next.
    """
    tree = ast.parse(source)
    if any(_holds(function, line, column) for function in _functions(tree) if _keeps(function)):
        return None
    held = (one for block in _blocks(tree) for one in block if _holds(one, line, column))
    return max((one.lineno for one in held), default=None)


def _functions(tree: ast.AST) -> Iterator[FUNCTION]:
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTION))


def _blocks(tree: ast.AST) -> list[list[ast.stmt]]:
    found: dict[int, list[ast.stmt]] = {}
    for function in _functions(tree):
        for node in ast.walk(function):
            blocks = (getattr(node, name, None) for name in BLOCKS)
            found.update((id(block), block) for block in blocks if isinstance(block, list) and block)
    return list(found.values())


def _mark(one: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.parse(f"{MET}.add({one.lineno})").body[0], one)


def _holds(node: ast.stmt, line: int, column: int) -> bool:
    start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return start <= (line, column) < end


def _keeps(function: FUNCTION) -> bool:
    return any("cache" in ast.unparse(decorator) for decorator in function.decorator_list)
