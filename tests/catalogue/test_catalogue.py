"""The catalogue's promises: ids that never change, dependencies that end, texts fit to print."""

from __future__ import annotations

import graphlib
import re

import pytest
from a2a.types import a2a_pb2

from conformance.catalogue import Catalogue, Requirement, load_catalogue
from conformance.core.verdicts import Level

PUBLISHED = """
    get.returns-the-task get.not-wrapped get.artifacts get.artifact-ids-unique get.repeatable
    get.agrees-with-list get.after-send get.context-kept get.current-state get.terminal-stays
    get.path-encoding get.path-unreserved
    history.at-most history.most-recent history.zero history.zero-omitted history.unset
    history.negative history.not-a-number history.large history.same-meaning history.send
    history.send-validated history.status-message history.chronological
    size.bounds-accepted size.default size.limit size.maximum size.clamp-keeps-rest size.minimum
    size.not-a-number size.echo size.applied
    token.always-present token.empty-at-end token.accepted token.walk-complete token.walk-ends
    token.keeps-filter token.garbage token.hostile token.tampered token.format token.cursor-based
    token.survives-update token.names token.changed-query
    order.newest-first order.numeric order.moves-up order.stable order.dated order.artifact-update
    artifacts.omitted-by-default artifacts.omitted-when-false artifacts.included-when-true
    artifacts.flag-validated
    filter.context filter.context-unknown filter.empty-is-array filter.status filter.status-unknown
    filter.after-inclusive filter.after-excludes filter.after-instant filter.after-validated
    filter.names filter.combined filter.sync filter.query-encoding filter.zero-is-unset
    total.present total.before-paging total.matches
    notfound.code notfound.error-info notfound.malformed-id notfound.empty-id notfound.hidden
    scope.list scope.total scope.token scope.while-working scope.unauthenticated scope.challenge
    error.jsonrpc-envelope error.data-typed error.http-body error.client-fault error.codes
    error.says-which error.unknown-ignored
    rpc.method-names rpc.id-types rpc.params-omitted rpc.params-type rpc.notification rpc.batch
    http.wrong-verb http.head http.repeated-param
    shape.list shape.task shape.error shape.timestamps shape.content-type shape.json
    shape.message-context
    version.unsupported version.minor version.header-case version.patch version.absent version.query
    tenant.path tenant.param tenant.wrong
    bindings.declared bindings.list-offered bindings.same-result bindings.same-error
    bindings.same-auth
    grpc.service
"""
"""What users type, put into baselines and link to. An id may be added here, never changed or removed."""

CATALOGUE = load_catalogue()
every_requirement = pytest.mark.parametrize("requirement", CATALOGUE, ids=lambda requirement: requirement.id)


def test_published_ids_are_all_there_and_no_others() -> None:
    assert set(PUBLISHED.split()) == set(CATALOGUE.requirements)


def test_ids_begin_with_the_key_of_their_group() -> None:
    groups = {group.key for group in CATALOGUE.groups}
    assert {(r.id.split(".")[0], r.group) for r in CATALOGUE} == {(key, key) for key in groups}


def test_dependencies_exist_and_never_lead_back() -> None:
    order = graphlib.TopologicalSorter({r.id: r.after for r in CATALOGUE}).static_order()
    assert set(order) == set(CATALOGUE.requirements)


def test_a_note_is_nobodys_prerequisite() -> None:
    named = {name for requirement in CATALOGUE for name in requirement.after}
    assert {name for name in named if CATALOGUE[name].level is Level.NOTE} == set()


def test_prerequisites_share_a_binding_with_what_waits_for_them() -> None:
    apart = [
        (requirement.id, name)
        for requirement in CATALOGUE
        for name in requirement.after
        if not set(requirement.bindings) & set(CATALOGUE[name].bindings)
    ]
    assert apart == []


def test_whatever_lists_waits_for_listing_to_be_offered() -> None:
    free = {
        requirement.id
        for requirement in CATALOGUE
        if requirement.operations == ("list",)
        and "bindings.list-offered" not in CATALOGUE.prerequisites(requirement.id)
    }
    assert free == {"bindings.list-offered"}


@every_requirement
def test_clauses_have_keys_of_their_own_and_one_is_main(requirement: Requirement) -> None:
    keys = [clause.key for clause in requirement.clauses]
    assert len(set(keys)) == len(keys)
    assert "main" in keys


@every_requirement
def test_texts_are_sentences_that_fit_a_row(requirement: Requirement) -> None:
    assert len(requirement.statement) <= 125
    texts = [requirement.statement, *(clause.text for clause in requirement.clauses)]
    texts += [text for text in (requirement.ruling, requirement.spec_note) if text]
    for text in texts:
        assert text.endswith(".")
        assert text == " ".join(text.split())


@every_requirement
def test_a_requirement_says_where_it_stands(requirement: Requirement) -> None:
    assert requirement.sections
    assert requirement.operations
    assert requirement.bindings


@every_requirement
def test_what_the_user_must_give_is_named_among_the_needs(requirement: Requirement) -> None:
    assert ("permission to create tasks" in requirement.needs) == ("create" in requirement.permissions)
    assert ("two credentials" in requirement.needs) == ("second-credential" in requirement.permissions)


def test_levels_are_those_of_the_strongest_clause() -> None:
    levels = {name: CATALOGUE[name].level for name in ("size.maximum", "order.stable", "history.unset")}
    assert levels == {"size.maximum": "MUST", "order.stable": "SHOULD", "history.unset": "NOTE"}
    assert CATALOGUE["history.large"].level is Level.MUST
    assert CATALOGUE["history.large"].clause("main").level is Level.SHOULD


def test_musts_through_input_validation_are_marked() -> None:
    assert CATALOGUE["token.garbage"].clause("main").indirect
    assert not CATALOGUE["token.garbage"].clause("refused").indirect
    assert not CATALOGUE["size.default"].clause("main").indirect


def test_an_unknown_clause_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match=r"size\.maximum has no clause 'mian', only main, answer"):
        CATALOGUE["size.maximum"].clause("mian")


@pytest.mark.parametrize(
    ("glob", "ids"),
    [
        ("total.*", ["total.present", "total.before-paging", "total.matches"]),
        ("total", ["total.present", "total.before-paging", "total.matches"]),
        ("*.negative", ["history.negative"]),
        ("size.maximum", ["size.maximum"]),
        ("tot", []),
        ("TOTAL", []),
    ],
)
def test_globs_choose_requirements(glob: str, ids: list[str]) -> None:
    assert [requirement.id for requirement in CATALOGUE.match(glob)] == ids


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("size.maxmum", "size.maximum"), ("token.walk-completed", "token.walk-complete"), ("qqqq", None)],
)
def test_the_nearest_id_is_proposed(typed: str, meant: str | None) -> None:
    assert CATALOGUE.nearest(typed) == meant


def test_prerequisites_reach_through_all_levels() -> None:
    assert CATALOGUE.prerequisites("history.zero-omitted")[:2] == ("history.zero", "history.at-most")
    assert "bindings.declared" in CATALOGUE.prerequisites("history.zero-omitted")


@pytest.mark.parametrize(
    ("requirement", "operation", "counts", "does_not"),
    [
        ("history.at-most", "get", "get.returns-the-task", "bindings.list-offered"),
        ("history.at-most", "list", "bindings.list-offered", "get.returns-the-task"),
        ("history.send", "send", "history.at-most", "bindings.list-offered"),
    ],
)
def test_prerequisites_of_another_operation_do_not_count(
    requirement: str, operation: str, counts: str, does_not: str
) -> None:
    names = CATALOGUE.prerequisites(requirement, operation)
    assert counts in names
    assert does_not not in names


def test_records_and_mapping_can_not_be_changed() -> None:
    with pytest.raises(TypeError):
        CATALOGUE.requirements["x"] = CATALOGUE["size.maximum"]
    with pytest.raises(AttributeError):
        CATALOGUE["size.maximum"].statement = ""


def test_the_catalogue_behaves_as_a_collection() -> None:
    assert len(list(CATALOGUE)) == len(CATALOGUE) == len(PUBLISHED.split())
    assert "size.maximum" in CATALOGUE
    assert "size.minimun" not in CATALOGUE
    assert [r.group for r in CATALOGUE.group("total")] == ["total"] * 3
    assert isinstance(load_catalogue(), Catalogue)
    assert load_catalogue() is CATALOGUE


def sections() -> dict[str, str]:
    """Every section that a requirement names, with its url."""
    return {section.label: section.url for requirement in CATALOGUE for section in requirement.sections}


def test_sections_lead_to_public_specifications() -> None:
    shapes = {
        r"§[\d.]+": r"https://a2a-protocol\.org/latest/specification/#\d+-[a-z0-9-]+",
        r"proto \w+\.\w+": r"https://github\.com/a2aproject/A2A/blob/v1\.0\.1/specification/a2a\.proto#L\d+",
        r"RFC \d+ §[\d.]+": r"https://www\.rfc-editor\.org/rfc/rfc\d+#section-[\d.]+",
        r"JSON-RPC §[\d.]+": r"https://www\.jsonrpc\.org/specification#[a-z_]+",
    }
    for label, url in sections().items():
        assert any(re.fullmatch(a, label) and re.fullmatch(b, url) for a, b in shapes.items()), label


def test_links_go_to_the_section_that_the_label_names() -> None:
    for label, url in sections().items():
        if label.startswith("§"):
            assert re.search(rf"#{label[1:].replace('.', '')}-", url), label
        if label.startswith("RFC"):
            _, number, section = label.split()
            assert url.endswith(f"/rfc{number}#section-{section[1:]}")


def test_proto_labels_name_what_the_published_proto_has() -> None:
    file = a2a_pb2.DESCRIPTOR
    for label in (label for label in sections() if label.startswith("proto ")):
        owner, member = label.removeprefix("proto ").split(".")
        if owner in file.message_types_by_name:
            assert member in file.message_types_by_name[owner].fields_by_name, label
        elif owner in file.enum_types_by_name:
            assert member in file.enum_types_by_name[owner].values_by_name, label
        else:
            assert member in file.services_by_name[owner].methods_by_name, label


def test_proto_lines_stand_in_the_order_of_the_proto() -> None:
    """A line number that has slipped would, most likely, leave its place between its neighbours."""
    file = a2a_pb2.DESCRIPTOR
    order = [
        f"{service.name}.{method.name}"
        for service in file.services_by_name.values()
        for method in service.methods
    ]
    linked = {
        label.removeprefix("proto "): int(url.rsplit("#L")[-1])
        for label, url in sections().items()
        if "#L" in url
    }
    for message in file.message_types_by_name.values():
        lines = [
            linked[name] for field in message.fields if (name := f"{message.name}.{field.name}") in linked
        ]
        assert lines == sorted(set(lines)), message.name
    lines = [linked[name] for name in order if name in linked]
    assert lines == sorted(set(lines))
    assert len(set(linked.values())) == len(linked)


def test_nothing_behind_a_prerequisite_that_held_counts() -> None:
    names = CATALOGUE.prerequisites("history.zero-omitted", held=lambda name: name == "history.zero")
    assert "history.zero" in names
    assert "history.at-most" not in names


def test_a_group_is_no_requirement_and_is_told_as_what_it_is() -> None:
    assert "'size' is a group. `task-conformance list size`" in str(CATALOGUE.nothing_fits("size"))
