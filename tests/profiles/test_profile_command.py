"""`task-conformance profile`: what it says, where, and with which exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from conformance.catalogue.common import load_common
from conformance.cli.app import app
from conformance.profiles import names
from tests.profiles.document import SHORT, WHOLE, changed

WIDE = {"COLUMNS": "100", "NO_COLOR": "1"}


def profile(*words: str) -> Result:
    return CliRunner().invoke(app, ["profile", *words], env=WIDE)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "notes.toml"
    found.write_text(WHOLE)
    return found


def flat(text: str) -> str:
    """Return a text as one line, however it was folded."""
    return " ".join(text.split())


def test_a_good_file(file: Path) -> None:
    done = profile("check", str(file))
    assert done.exit_code == 0
    assert done.stderr == ""
    assert f"{file} can be used: Notes, 41 of {len(load_common().rows)} promises: " in flat(done.stdout)
    assert "14 must, 19 documented, 5 inferred and 3 unspecified" in flat(done.stdout)
    assert "It needs --var project=…" in done.stdout


@pytest.mark.parametrize("name", names())
def test_those_of_the_suite_can_be_used(name: str) -> None:
    done = profile("check", name)
    assert done.exit_code == 0
    assert f"{name} can be used" in done.stdout


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_bad_file(command: str, file: Path) -> None:
    file.write_text(changed("[get_answer]", "[get_anser]", changed('= "clamp"', '= "clam"')))
    done = profile(command, str(file))
    assert done.exit_code == 2
    assert done.stdout == ""
    first, *rest = done.stderr.splitlines()
    assert first == f"task-conformance: The profile {file} has 2 mistakes:"
    assert rest == [
        "  get_anser: there is no such key; did you mean get_answer?",
        '  page_size.above: is "clam", and must be "reject" or "clamp" or "default" or "empty" or '
        '"unspecified"; did you mean clamp?',
    ]


def test_a_file_that_is_no_toml(file: Path) -> None:
    file.write_text("format = \n")
    done = profile("check", str(file))
    assert done.exit_code == 2
    assert "line 1" in done.stderr


def test_nothing_in_a_file_gets_at_the_terminal(file: Path) -> None:
    file.write_text(SHORT + '"\\u001b[2J\\n::error::x" = { strength = "\\u202emust" }\n')
    done = profile("check", str(file))
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 2
    assert all(line.isprintable() for line in done.stderr.splitlines())
    assert "::error" not in done.stderr


def test_show_tells_how_the_api_is_asked(file: Path) -> None:
    done = profile("show", str(file))
    assert done.exit_code == 0
    text = flat(done.stdout)
    for sentence in (
        "Notes (notes)",
        "Notes are listed with GET /v1/{project}/notes, which takes limit, cursor, page and offset.",
        "One note is read with GET /v1/{project}/notes/{id}, which takes steps.",
        'A bearer token goes into Api-Key, as "Key …".',
        "Each request has X-Project: {project}.",
        "--var project=…: The project whose notes are listed.",
        "From page to page by token: next of one answer is cursor of the next request; the end is documented: "
        "more is false or next is null.",
        "From page to page by offset: offset is the number of notes that came before;",
    ):
        assert sentence in text


def sections(text: str) -> dict[str, str]:
    """Return what `show` says under each heading."""
    blocks = text.split("\n\n")
    return {flat(block.splitlines()[0]).split(":")[0]: flat(block) for block in blocks}


def test_show_tells_how_firmly_and_where(file: Path) -> None:
    told = sections(profile("show", str(file)).stdout)
    must, should, note = told["Must hold"], told["Documented"], told["Only recorded"]
    assert (
        "size.default Without limit a page holds at most 10 notes. must, https://notes.example/docs#limit"
        in must
    )
    assert "size.maximum A limit above 20 is taken as 20. documented" in should
    assert "pages.offset-wins Where offset and page are both given, offset counts. unspecified" in note
    assert "filter.bounds" in must
    assert "since: must, https://notes.example/docs#since" in must
    assert "Not judged" not in told


def test_show_tells_what_weakens_a_promise(file: Path) -> None:
    file.write_text(changed('time = "rfc3339"', 'time = "rfc3339"\nfield_strength = "inferred"'))
    told = sections(profile("show", str(file)).stdout)
    assert "order.newest-first" not in told["Must hold"]
    assert "must, but order.field_strength is inferred" in told["Only recorded"]


def test_show_tells_what_is_left_out_and_why(file: Path) -> None:
    file.write_text(SHORT)
    told = sections(profile("show", str(file)).stdout)
    left = told["Not judged"]
    assert (
        "total.present, total.before-paging and total.matches: the profile says nothing of answer.total"
        in left
    )
    assert "operations.get.params.window or operations.list.params.window" in left
    assert "size.limit" in left.split("not promised, though the profile says all that it would take")[0]
    promised = {"pages.walk-complete", "pages.walk-ends"}
    assert all((name in left) != (name in promised) for name in load_common().rows)


def test_show_tells_that_nothing_is_said_of_pages(file: Path) -> None:
    start, _, end = SHORT.partition("[[pager]]")
    file.write_text(start + '[promises]\n"shape.members" = { strength = "must" }')
    assert end
    text = flat(profile("show", str(file)).stdout)
    assert "Nothing is said of pages: only the first one is read." in text
    assert "No task can be read by itself." in text


def test_show_knows_a2a() -> None:
    done = profile("show", "a2a")
    assert done.exit_code == 0
    assert "size.maximum" in done.stdout
    assert "Not judged" not in done.stdout


@pytest.mark.parametrize("name", ["a2a", "pinecone", "rightbrain"])
def test_lines_are_as_wide_as_the_terminal_but_for_addresses(name: str) -> None:
    lines = profile("show", name).stdout.splitlines()
    assert [line for line in lines if len(line) > 100 and "https://" not in line] == []


def test_list_names_those_that_there_are() -> None:
    done = profile("list")
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines() if line][: len(names())] == names()


def test_a_run_tells_mistakes_line_by_line(file: Path) -> None:
    file.write_text(changed("[get_answer]", "[get_anser]"))
    done = CliRunner().invoke(app, ["run", "http://127.0.0.1:9", "--profile", str(file)], env=WIDE)
    assert done.exit_code == 2
    assert done.stderr.splitlines()[1:] == ["  get_anser: there is no such key; did you mean get_answer?"]


def test_a_byte_order_mark_at_the_start_is_none_of_a_files_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + SHORT.encode())
    done = profile("check", str(file))
    assert done.exit_code == 0, done.output


def test_what_is_taken_for_the_end_where_none_is_documented(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed('ends = ["offset-at-total"]', ""))
    told = flat(profile("show", str(file)).stdout)
    assert (
        "how the end is told is not documented: an empty page, the last one once more and a refusal" in told
    )
