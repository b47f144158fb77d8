"""A malformed catalogue is named by file and key, as our own fault."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from conformance.catalogue import load_catalogue
from conformance.catalogue.loading import HERE, label_of
from conformance.core.errors import SuiteError

INDEX = 'title = "Small"\nspecification = "A2A 1.0.1"\ngroups = ["size"]\n'
SECTIONS = '["3.1"]\ntitle = "Core"\nurl = "https://example.org/#31-core"\n'
ROW = 'title = "pageSize"\n[limit]\nstatement = "It holds."\nlevel = "MUST"\nsections = ["3.1"]\n'


def write(folder: Path, *, index: str = INDEX, sections: str = SECTIONS, rows: str = ROW) -> Path:
    for name, content in (("index", index), ("sections", sections), ("size", rows)):
        (folder / f"{name}.toml").write_text(content, encoding="utf-8")
    return folder


def test_a_level_stands_for_one_clause_that_says_the_statement(tmp_path: Path) -> None:
    (clause,) = load_catalogue(write(tmp_path))["size.limit"].clauses
    assert (clause.key, clause.level, clause.indirect, clause.text) == ("main", "MUST", False, "It holds.")


def test_bindings_are_all_three_unless_said(tmp_path: Path) -> None:
    assert load_catalogue(write(tmp_path))["size.limit"].bindings == ("jsonrpc", "http+json", "grpc")


MALFORMED = {
    "no statement": (
        ROW.replace('statement = "It holds."', ""),
        "size.toml is malformed: limit.statement must be text",
    ),
    "no level": (ROW.replace('level = "MUST"', ""), "limit.clauses must stand there"),
    "level and clauses": (ROW + "clauses = []\n", "limit.clauses must stand there"),
    "no clause": (ROW.replace('level = "MUST"', "clauses = []"), "limit.clauses lack main"),
    "unknown level": (ROW.replace('"MUST"', '"MAY"'), "limit.clauses.main has the unknown level 'MAY'"),
    "clause without text": (
        ROW.replace('level = "MUST"', 'clauses = [{ key = "main", level = "MUST" }]'),
        "limit.clauses must hold key, level and text",
    ),
    "clause twice": (
        ROW.replace(
            'level = "MUST"',
            'clauses = [{ key = "main", level = "MUST", text = "A." }, { key = "main", level = "NOTE", text = "B." }]',
        ),
        "odd or repeated key 'main'",
    ),
    "unknown section": (ROW.replace("3.1", "9.9"), r"limit.sections holds unknown \['9.9'\]"),
    "unknown binding": (ROW + 'bindings = ["soap"]\n', "limit.bindings holds unknown"),
    "unknown operation": (ROW + 'operations = ["put"]\n', "limit.operations holds unknown"),
    "unknown permission": (ROW + 'permission = "root"\n', "limit.permission holds unknown"),
    "unknown prerequisite": (ROW + 'after = ["size.minimum"]\n', "size.limit.after unknown"),
    "unknown key": (ROW + 'nevr = "x"\n', r"limit holds unknown keys \['nevr'\]"),
    "no list": (ROW + 'after = "size.limit"\n', "limit.after must be a list"),
    "no text": (ROW + "needs = 51\n", "limit.needs must be text"),
    "no table": ('title = "pageSize"\nlimit = 1\n', "limit must be a table"),
    "no title": (ROW.replace('title = "pageSize"', ""), "title must be text"),
    "odd name": (ROW.replace("[limit]", "[Limit_1]"), "Limit_1 is no kebab-case name"),
    "no toml": ("[", "size.toml can't be read"),
}


@pytest.mark.parametrize(("rows", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_rows_are_named(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(SuiteError, match=message):
        load_catalogue(write(tmp_path, rows=rows))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    write(tmp_path, index=INDEX.replace("size", "order"))
    with pytest.raises(SuiteError, match=r"order\.toml can't be read"):
        load_catalogue(tmp_path)


def test_a_malformed_section_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match=r"sections\.toml is malformed: 3\.1 must hold title and url"):
        load_catalogue(write(tmp_path, sections='["3.1"]\ntitle = "Core"\n'))


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("3.1.4", "§3.1.4"),
        ("proto:Task.id", "proto Task.id"),
        ("RFC 3986 6.2.2.2", "RFC 3986 §6.2.2.2"),
        ("JSON-RPC 5", "JSON-RPC §5"),
    ],
)
def test_labels_are_for_people(name: str, label: str) -> None:
    assert label_of(name) == label


def test_every_file_and_every_section_is_used() -> None:
    files = {path.stem for path in HERE.glob("*.toml")}
    assert files - {"index", "sections"} == {group.key for group in load_catalogue().groups}
    used = {section.label for requirement in load_catalogue() for section in requirement.sections}
    listed = tomllib.loads((HERE / "sections.toml").read_text(encoding="utf-8"))
    assert {label_of(name) for name in listed} == used
