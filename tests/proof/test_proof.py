"""The whole proof: each fault is caught by what it breaks and by nothing else; nothing conforming is."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from conformance.catalogue import load_catalogue
from conformance.core.verdicts import Level, Verdict
from conformance.proof.prove import Proof, prove, uncovered
from conformance.proof.registry import faults, variants
from conformance.proof.trial import Trial
from conformance.report.matrix import headline, matrix_lines, render_matrix
from conformance.session.direct import all_checks


def test_every_requirement_has_a_check_and_every_check_a_requirement() -> None:
    judged = {check.requirement for check in all_checks()}
    assert judged == set(load_catalogue().requirements)


ONE_WAY = {"version.header-case/main"}
"""MUST clauses that can be broken in one way only: the spelling of a header's name."""


def test_there_are_faults_and_variants_enough() -> None:
    assert len(faults()) >= 120
    assert len(variants()) >= 40
    assert {"written-to-all-the-time", "messages-only", "never-finishes"} <= {one.name for one in variants()}


def test_each_sentence_is_said_once() -> None:
    sentences = [one.sentence for one in (*faults(), *variants())]
    assert len(sentences) == len(set(sentences))


def test_every_must_is_broken_in_two_ways() -> None:
    broken = Counter(f"{fault.requirement}/{fault.clause}" for fault in faults() if fault.level is Level.MUST)
    assert {name for name, ways in broken.items() if ways < 2} == ONE_WAY


def test_every_clause_that_can_fail_has_a_fault() -> None:
    assert uncovered() == []


def test_faults_name_requirements_and_clauses_that_there_are() -> None:
    catalogue = load_catalogue()
    for fault in faults():
        assert fault.clause in {clause.key for clause in catalogue[fault.requirement].clauses}, fault.name
        assert set(fault.also) <= set(catalogue.requirements), fault.name
        assert fault.sentence.endswith("."), fault.name
    for variant in variants():
        assert set(variant.warns) <= set(catalogue.requirements), variant.name


@pytest.fixture(scope="module")
def proof() -> Proof:
    return prove()


@pytest.mark.slow
def test_everything_comes_out_as_it_must(proof: Proof) -> None:
    assert not proof.missed, "\n".join(matrix_lines(proof.missed))
    assert proof.holds


@pytest.mark.slow
def test_the_page_holds_every_trial(proof: Proof) -> None:
    page = render_matrix(proof)
    assert headline(proof) in page
    for trial in proof.trials:
        assert f'id="{trial.name}"' in page


def test_on_the_page_what_went_wrong_stands_first_then_group_by_group() -> None:
    trials = [
        Trial(
            "fault",
            "early",
            "Is early.",
            {"get.artifacts": "fail"},
            {("get.artifacts", "jsonrpc"): Verdict.FAIL},
        ),
        Trial("fault", "late", "Is late.", {"size.limit": "fail"}, {("size.limit", "jsonrpc"): Verdict.FAIL}),
        Trial(
            "fault",
            "amiss",
            "Is amiss.",
            {"size.echo": "fail"},
            {("get.artifacts", "a"): Verdict.WARN},
            ("no",),
        ),
    ]
    page = render_matrix(Proof(trials, []))
    order = ["Came out otherwise", ">amiss</a>", ">GetTask</th>", ">early</a>", ">pageSize</th>", ">late</a>"]
    places = [page.index(text) for text in order]
    assert places == sorted(places)
    assert page.index('id="amiss"') < page.index('id="early"')


def test_the_document_names_only_what_there_is() -> None:
    text = (Path(__file__).parents[2] / "docs" / "proof.md").read_text()
    known = {entry.name for entry in (*faults(), *variants())}
    named = set(re.findall(r"(?:faults?|variants?) ((?:`[a-z0-9-]+`(?:, )?)+)", text))
    told = {name for group in named for name in re.findall(r"`([^`]+)`", group)}
    assert told
    assert told <= known
    assert not re.findall(r"\d+ (?:faults|variants|hostile)", text), (
        "how many there are is `prove --list`'s to say"
    )
    shown = text.partition("## What is not proved")[0]
    tests = set(re.findall(r"`(test_[a-z_]+)`", shown))
    ours = "".join(path.read_text() for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert tests
    assert not [name for name in tests if f"def {name}(" not in ours]
