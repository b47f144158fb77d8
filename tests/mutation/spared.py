"""Which mutants are not worth a run: those of texts, annotations, registrations and pointers to evidence.

OPERATORS cuts down what else cosmic-ray makes of a module: for each comparison its opposite and its neighbours.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.tools.filters.filter_app import FilterApp
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkResult

OPERATORS = re.compile(
    r"core/(AddNot|Replace(True|False)With\w+|Replace(And|Or)With\w+|Replace(Break|Continue)With\w+"
    r"|NumberReplacer|ZeroIterationForLoop|ExceptionReplacer"
    r"|ReplaceUnaryOperator_(USub_UAdd|Delete_Not)"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorMod_Mul|Pow_Mul|BitOr_BitAnd|BitAnd_BitOr)"
    r"|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE"
    r"|GtE_Gt|GtE_Lt))"
)
WORDS = frozenset(
    {"expected", "came", "reason", "marks", "ids", "slots", "frozen", "repr", "eq", "strict", "writes"}
)
"""Keyword arguments that hold texts, pointers to evidence, how a record is made, or when a question is asked."""
SPEAKING = frozenset(
    {"expect", "doubt", "inconclusive", "not_applicable", "Need", "needing", "point_at", "picture"}
)
"""Calls whose arguments are words, but for the first of `expect` and for functions."""

Span = tuple[tuple[int, int], tuple[int, int]]


class Spared(FilterApp):
    """Marks the mutants that are not worth a run as skipped."""

    def filter(self, work_db: WorkDB, args: argparse.Namespace) -> None:
        """Skip what OPERATORS does not name, and what lies in a span of words."""
        spans: dict[Path, list[Span]] = {}
        for item in list(work_db.pending_work_items):
            mutation = item.mutations[0]
            path = mutation.module_path
            if path not in spans:
                spans[path] = list(wordy(ast.parse(path.read_text())))
            if not OPERATORS.fullmatch(mutation.operator_name) or _inside(mutation, spans[path]):
                skipped = WorkResult(output="spared", worker_outcome=WorkerOutcome.SKIPPED)
                work_db.set_result(item.job_id, skipped)


def _inside(mutation: MutationSpec, spans: list[Span]) -> bool:
    start, end = tuple(mutation.start_pos), tuple(mutation.end_pos)
    return any(first <= start and end <= last for first, last in spans)


def wordy(tree: ast.AST) -> Iterator[Span]:
    """Yield the spans, (line, column) to (line, column), of all that is words."""
    for node in ast.walk(tree):
        for part in _parts(node):
            if part is not None:
                yield (part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)


def _parts(node: ast.AST) -> Iterator[ast.expr | None]:
    if isinstance(node, ast.JoinedStr):
        yield node
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = (*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg)
        yield from (argument.annotation for argument in arguments if argument)
        yield node.returns
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation
    elif isinstance(node, ast.Assign) and _names(node) & {"came", "wanted", "reason", "marks", "page, index"}:
        yield node.value
    elif isinstance(node, ast.Call):
        yield from (keyword.value for keyword in node.keywords if keyword.arg in WORDS)
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in {"mark", "mark_item"}:
            yield node
        if name in SPEAKING:
            said = node.args[1:] if name == "expect" else node.args
            yield from (part for part in said if not isinstance(part, ast.Lambda))


def _names(node: ast.Assign) -> set[str]:
    return {ast.unparse(target).strip("()") for target in node.targets}


if __name__ == "__main__":
    sys.exit(Spared().main())
