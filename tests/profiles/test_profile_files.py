"""The profiles of the two real APIs say what is documented, as firmly as it is; those of users are good files too."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from conformance.catalogue.common import load_common
from conformance.catalogue.promised import catalogue_of
from conformance.core.verdicts import Level
from conformance.profiles import Profile, described_profile, load_profile

HERE = Path(__file__).parent
OWN = sorted(HERE.glob("*.toml"))
RIGHTBRAIN, PINECONE = described_profile("rightbrain"), described_profile("pinecone")
EVERY = [RIGHTBRAIN, PINECONE, *(described_profile(str(path)) for path in OWN)]
LEVELS = {
    "must": Level.MUST,
    "documented": Level.SHOULD,
    "inferred": Level.NOTE,
    "unspecified": Level.NOTE,
}


def firm(profile: Profile, strength: str) -> set[str]:
    """Return what is promised just so firmly."""
    return {name for name, promise in profile.promises.items() if promise.strength == strength}


@pytest.mark.parametrize("profile", EVERY, ids=lambda profile: profile.name)
def test_strengths_are_levels(profile: Profile) -> None:
    for requirement in catalogue_of(profile):
        wanted = LEVELS[profile.promises[requirement.id].strength]
        weakened = requirement.id == "order.newest-first" and profile.order.field_strength == "inferred"
        assert requirement.level is (Level.NOTE if weakened else wanted)


@pytest.mark.parametrize(
    ("profile", "host"), [(RIGHTBRAIN, "docs.rightbrain.ai"), (PINECONE, "docs.pinecone.io")]
)
def test_what_is_promised_names_its_page(profile: Profile, host: str) -> None:
    for promise in profile.promises.values():
        if promise.strength in {"must", "documented"}:
            parts = urlsplit(promise.source)
            assert (parts.scheme, parts.netloc, parts.fragment) == ("https", host, "")
    assert urlsplit(profile.documentation).netloc == host


def test_rightbrain_promises_in_words() -> None:
    assert firm(RIGHTBRAIN, "must") == {
        "size.default",
        "size.limit",
        "size.bounds-accepted",
        "size.maximum",
        "pages.accepted",
        "pages.walk-ends",
        "pages.walk-complete",
        "filter.bounds",
        "get.returns-the-item",
    }


def test_rightbrain_leaves_open() -> None:
    weak = firm(RIGHTBRAIN, "inferred") | firm(RIGHTBRAIN, "unspecified")
    assert {"order.newest-first", "error.bad-token", "error.invalid-parameter", "notfound.envelope"} <= weak
    absent = load_common().rows.keys() - RIGHTBRAIN.promises.keys()
    assert {name.partition(".")[0] for name in absent} == {"omission", "window", "total", "version", "pages"}


def test_rightbrains_facts() -> None:
    ids = {"org_id": "o", "project_id": "p", "task_agent_id": "t"}
    profile = load_profile("rightbrain", ids)
    assert profile.operations["list"].path == "/api/v1/org/o/project/p/task-agent/t/run"
    assert profile.operations["get"].path == "/api/v1/org/o/project/p/task-agent/t/run/{id}"
    size = profile.page_size
    assert (size["default"], size["minimum"], size["maximum"]) == (100, 1, 100)
    assert [(pager.style, pager.ends) for pager in profile.pagers] == [("token", ("has-more-false",))]
    bounds = {one.param: one.operator for one in profile.filters if one.operator != "equals"}
    assert bounds == {
        "created_after": "at-or-after",
        "created_before": "at-or-before",
        "min_duration_ms": "at-least",
    }
    equal = {one.param for one in profile.filters if one.operator == "equals"}
    assert equal == {
        "session_id",
        "status",
        "task_agent_revision_id",
        "is_error",
        "had_task_tool_fail",
        "had_mcp_tool_fail",
    }
    assert {name: found.statuses for name, found in profile.errors.items()} == {
        "not_found": (404,),
        "malformed_id": (400,),
        "invalid": (422,),
        "bad_token": (400, 422),
        "unauthenticated": (401,),
    }
    assert profile.order.time == "naive"


def test_pinecone_promises_in_words() -> None:
    assert firm(PINECONE, "must") == {
        "order.newest-first",
        "pages.offset-wins",
        "window.at-most",
        "window.end",
        "window.unset",
        "window.count",
        "get.returns-the-item",
        "version.echo",
        "version.unknown",
    }
    assert catalogue_of(PINECONE)["order.newest-first"].level is Level.NOTE
    assert {"size.minimum", "size.not-a-number", "order.stable"} <= firm(PINECONE, "unspecified")
    assert "omission.list" in firm(PINECONE, "inferred")


def test_pinecones_facts() -> None:
    size = PINECONE.page_size
    assert (size["default"], size["minimum"], size["maximum"]) == (30, 1, 1000)
    assert {pager.style: pager.ends for pager in PINECONE.pagers} == {
        "page": ("page-at-pages",),
        "offset": ("offset-at-total",),
    }
    assert PINECONE.pagers[0].first == 1
    assert set(PINECONE.answer.values()) == {"/items", "/total", "/limit", "/offset", "/page", "/pages"}
    window = PINECONE.window
    assert (window.keep, window.unset, window.zero) == ("trailing", "all", "none")
    assert "window" not in PINECONE.operations["list"].params
    assert PINECONE.version.header == "X-Pinecone-Api-Version"
    assert (PINECONE.version.default, PINECONE.version.known) == ("2026-07", ("2026-07", "unstable"))
    assert PINECONE.errors["version"].statuses == (400,)
    assert PINECONE.errors["version"].codes == ("unsupported_api_version",)
    assert set(PINECONE.known_states) == {
        "scheduled",
        "starting",
        "provisioning",
        "running",
        "stopping",
        "completed",
        "cancelled",
        "failed",
    }


def test_those_of_users_are_files_alone() -> None:
    assert [path.name for path in OWN] == ["link-header.toml", "openai-list.toml"]
    assert {profile.name for profile in EVERY[2:]} == {"link-header", "openai-list"}
    assert EVERY[2].answer["items"] == ""
    assert [pager.style for profile in EVERY[2:] for pager in profile.pagers] == ["link", "last-id"]
