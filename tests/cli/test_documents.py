"""What the documents tell people to type can be typed: options, requirements, faults."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from conformance.catalogue.promised import catalogue_of
from conformance.cli.app import app
from conformance.cli.prove import named
from conformance.profiles import load_profile

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
LINE = re.compile(r"^ {4}task-conformance (.+?)(?: {2,}.*)?$", re.MULTILINE)


LINES = [
    (path.name, shlex.split(found[1], comments=True))
    for path in DOCUMENTS
    for found in LINE.finditer(path.read_text())
]


@pytest.mark.parametrize(("document", "words"), LINES)
def test_a_command_of_the_documents_is_one(document: str, words: list[str]) -> None:
    command: Any = typer.main.get_command(app)
    rest = words
    while hasattr(command, "commands"):
        command, rest = command.commands[rest[0]], rest[1:]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("-")} <= known | {"--help"}, document


@pytest.mark.parametrize(("document", "words"), LINES)
def test_faults_and_requirements_of_the_documents_are_some(document: str, words: list[str]) -> None:
    name, *rest = words
    if "--fault" in rest:
        assert named(rest[rest.index("--fault") + 1]), document
    elif name == "prove" and rest and not rest[0].startswith("-"):
        assert named(*(word for word in rest if word != "NAME")) is not None, document
    elif name == "explain" and len(rest) == 1:
        assert rest[0] in catalogue_of(load_profile("a2a")), document


def test_there_are_such_lines() -> None:
    assert len(LINES) > 30


@pytest.mark.parametrize("file", ["catalogue/token.toml", "checks/test_token.py", "proof/faults_token.py"])
def test_the_example_of_a_check_is_a_real_one(file: str) -> None:
    blocks = re.findall(
        r"^```\w+\n(.+?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert any(block in (ROOT / "conformance" / file).read_text() for block in blocks)
