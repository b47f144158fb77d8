"""Profiles are found by name or path, read with the line of a mistake in TOML, and filled with variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.core.errors import UsageError
from conformance.profiles import described_profile, load_profile, names
from conformance.profiles.files import MOST
from conformance.profiles.profile import Param
from tests.profiles.document import SHORT, WHOLE, changed


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "notes.toml"
    found.write_text(WHOLE)
    return found


def refused(name: object, **variables: str) -> str:
    """Return what is said of a profile that can't be used."""
    with pytest.raises(UsageError) as caught:
        load_profile(str(name), variables)
    assert caught.value.exit_code == 2
    return str(caught.value)


def test_those_of_the_suite() -> None:
    assert {"a2a", "pinecone", "rightbrain"} <= set(names())
    for name in names():
        assert described_profile(name).name == name


def test_a_name_that_is_nobodys() -> None:
    told = refused("rightbrian")
    assert "There is no profile 'rightbrian'. Did you mean rightbrain?" in told
    assert "./rightbrian.toml" in told


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "can't be read: No such file" in refused(tmp_path / "mine.toml")
    assert "can't be read: Is a directory" in refused(tmp_path)
    assert "can't be read" in refused("./a\0b.toml")
    assert "can't be read" in refused("")


def test_a_file_that_is_no_toml(file: Path) -> None:
    file.write_text('format = "task-conformance-profile/1"\nname = notes\n')
    assert "is not TOML: Invalid value (at line 2, column 8)" in refused(file)
    file.write_text("name = 1\nname = 2\n")
    assert "line 2" in refused(file)
    file.write_text("a = " + "[" * 5000)
    assert "is not TOML" in refused(file)


def test_a_file_that_is_no_text(file: Path) -> None:
    file.write_bytes(b'name = "\xff"')
    assert "is not UTF-8 text (byte 8)" in refused(file)
    file.write_text("#" * (MOST + 1))
    assert "has more than 1000000 bytes" in refused(file)


def test_the_name_of_a_file_is_shown_without_what_it_does_to_a_terminal(tmp_path: Path) -> None:
    told = refused(tmp_path / "\x1b[2Jmine.toml")
    assert "\\x1b[2Jmine.toml" in told
    assert "\x1b" not in told


def test_mistakes_are_told_below_the_sentence(file: Path) -> None:
    file.write_text(changed("[get_answer]", "[get_anser]"))
    assert refused(file).endswith(
        "has a mistake:\n  get_anser: there is no such key; did you mean get_answer?"
    )


def test_variables_are_filled_in(file: Path) -> None:
    profile = load_profile(str(file), {"project": "p1"})
    assert profile.operations["get"].path == "/v1/p1/notes/{id}"
    assert profile.headers == {"X-Project": "p1"}
    assert described_profile(str(file)).operations["list"].path == "/v1/{project}/notes"


def test_a_value_is_one_step_of_a_path(file: Path) -> None:
    profile = load_profile(str(file), {"project": "a/../b?c#d {id}%41"})
    assert profile.operations["list"].path == "/v1/a%2F..%2Fb%3Fc%23d%20%7Bid%7D%2541/notes"
    assert profile.headers == {"X-Project": "a/../b?c#d {id}%41"}


def test_a_variable_that_is_missing_or_unknown(file: Path) -> None:
    told = refused(file)
    assert "needs the variable 'project'" in told
    assert "--var project=… gives it: The project whose notes are listed." in told
    assert "needs the variable 'project'" in refused(file, project="")
    assert "has no variable 'projekt'. It has: project." in refused(file, projekt="p1", project="p1")


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\0", "\u202e", "ü"])
def test_a_value_that_no_request_can_carry(file: Path, value: str) -> None:
    assert "--var project holds a character that a header can't hold" in refused(file, project=value)


def test_a_value_in_a_path_alone_may_be_anything_that_can_be_seen(file: Path) -> None:
    file.write_text(changed('X-Project = "{project}"', 'X-Project = "p1"'))
    assert load_profile(str(file), {"project": "ü"}).operations["list"].path == "/v1/%C3%BC/notes"


def test_a_default_is_taken_where_nothing_is_given(file: Path) -> None:
    file.write_text(changed('are listed."', 'are listed."\ndefault = "p0"'))
    assert load_profile(str(file)).headers == {"X-Project": "p0"}
    assert load_profile(str(file), {"project": "p1"}).headers == {"X-Project": "p1"}


def test_what_a_file_leaves_out_is_plain(file: Path) -> None:
    file.write_text(SHORT)
    profile = load_profile(str(file))
    assert profile.operations["list"].method == "GET"
    assert profile.operations["list"].params["page_size"] == Param("limit", "query")
    assert (profile.item_name, profile.items_name, profile.get_root) == ("task", "tasks", "")
    assert profile.pagers[0].ends == ()
    assert profile.filters == ()
    assert profile.version.header == ""
    assert profile.known_states == ()


def test_parameters_may_have_a_place(file: Path) -> None:
    file.write_text(changed('page = "page"', 'page = { name = "X-Page", in = "header" }'))
    assert load_profile(str(file), {"project": "p1"}).operations["list"].params["page"] == Param(
        "X-Page", "header"
    )


@pytest.mark.parametrize("value", [".", ".."])
def test_a_variable_leads_to_no_other_path(value: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(WHOLE)
    with pytest.raises(UsageError, match="which leads to another path"):
        load_profile(str(file), {"project": value})
