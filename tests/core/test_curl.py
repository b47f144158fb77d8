"""A pasted command must do what was sent and nothing else: bash itself is asked."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conformance.core.curl import curl, variable

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there")
fixed = settings(derandomize=True, database=None, deadline=None, max_examples=15)

STUB = """
curl() {
  local word; for word in "$@"; do printf 'a%s\\0' "$word"; done
  case "$*" in *'--data-binary @-'*) od -An -v -tx1 | tr -d ' \\n'; printf '\\0' ;; esac
  printf 'end\\0'
}
"""
SECRETS = {"API_KEY": "s3cr3t-'\"$(id)`id`\\!", "pass word": "s3cr3t"}

nasty = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
shellish = st.text(alphabet="'\"$`\\!(){}[]*?~;&|<>#%@ \n\r\t=ab\x1b\u202e\x7f\xa0é")
texts = nasty | shellish | st.sampled_from(["", "!!", "-o", "@/etc/passwd", "a'b!c", *SECRETS.values()])
bodies = st.none() | st.binary() | texts.map(str.encode) | st.just(b"@x") | st.just(b"a\0\\n" + b"s3cr3t")
requests = st.tuples(
    st.sampled_from(["GET", "POST", "HEAD", "PUT", "x'y"]),
    texts.map("http://h/".__add__),
    st.lists(st.tuples(st.just("X-Test"), texts), max_size=3),
    bodies,
)


def run(commands: Sequence[str]) -> list[list[str]]:
    """Let one bash run all the commands with a curl that prints its words; return the words of each."""
    sets = "\n".join(f"export {variable(name)}={ansi(value)}" for name, value in SECRETS.items())
    script = "\n".join([STUB, sets, *commands])
    done = subprocess.run(["bash", "--norc", "-s"], input=script.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    results: list[list[str]] = [[]]
    for word in done.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        if word == "end":  # no argument's: each of those begins with an a
            results.append([])
        else:
            results[-1].append(word)
    return results[:-1]


def ansi(value: str) -> str:
    return "$'" + "".join(f"\\x{byte:02x}" for byte in value.encode()) + "'"


def words(command: str) -> list[str]:
    (found,) = run([command])
    return [word[1:] for word in found]


@needs_bash
@fixed
@given(st.lists(requests, min_size=20, max_size=60))
@example([("GET", "http://h/end", [], None)])
def test_bash_hands_curl_exactly_what_was_sent(
    batch: list[tuple[str, str, list[tuple[str, str]], bytes | None]],
) -> None:
    commands = [curl(*request, secrets=SECRETS) for request in batch]
    results = run(commands)
    assert len(results) == len(batch)
    for (method, url, headers, body), command, found in zip(batch, commands, results, strict=True):
        assert command.isprintable()
        assert "s3cr3t" not in command
        piped = body is not None and b"\0" in body
        if piped:
            assert bytes.fromhex(found.pop()) == body
        given = [word[1:] for word in found]
        assert given.pop() == url
        lines = [given[i + 1] for i, word in enumerate(given[:-1]) if word == "-H"]
        for _, value in headers:
            flat = " ".join(part for part in value.replace("\r", "\n").split("\n"))
            squeezed = "".join(flat.split())
            assert any("".join(line.partition(":")[2].split()) == squeezed for line in lines) or not squeezed
        if body is not None and not piped:
            assert given[-1].encode("utf-8", "surrogateescape") == body
            assert given[-2] == ("--data-raw" if body.startswith(b"@") else "--data-binary")
        if method not in {"GET", "HEAD"} or body is not None:
            assert given[given.index("-X") + 1] == method


@needs_bash
def test_an_ordinary_request_reads_well() -> None:
    headers = [
        ("Host", "example.org"),
        ("Accept", "application/json"),
        ("User-Agent", "t/1"),
        ("Content-Type", "application/json"),
        ("Content-Length", "9"),
        ("Authorization", "Bearer s3cr3t"),
    ]
    command = curl("POST", "http://example.org/a2a", headers, b'{"id":"1"}', secrets={"TOKEN": "s3cr3t"})
    assert command == (
        "curl --silent --show-error --include -X POST -H 'Accept: application/json' -H 'User-Agent: t/1' "
        "-H 'Content-Type: application/json' -H 'Authorization: Bearer '\"$TOKEN\" "
        '--data-binary \'{"id":"1"}\' http://example.org/a2a'
    )


@needs_bash
@pytest.mark.parametrize(
    ("url", "flag", "there"),
    [
        ("http://h/tasks/../x", "--path-as-is", True),
        ("http://h/tasks/.", "--path-as-is", True),
        ("http://h/tasks/..%2Fx", "--path-as-is", False),
        ("http://h/tasks/a..b", "--path-as-is", False),
        ("http://[::1]:80/", "--globoff", True),
        ("http://h/{a,b}", "--globoff", True),
        ("http://h/a", "--globoff", False),
    ],
)
def test_flags_that_keep_the_url_as_it_is(url: str, flag: str, there: bool) -> None:
    assert (flag in words(curl("GET", url, []))) is there


@needs_bash
def test_headers_that_curl_would_add_are_kept_out() -> None:
    assert {"Accept:", "User-Agent:", "Content-Type:"} <= set(words(curl("POST", "http://h/", [], b"")))
    assert "Content-Type:" not in words(curl("GET", "http://h/", []))
    assert "accept: x" in words(curl("GET", "http://h/", [("accept", "x")]))
    assert "Accept:" not in words(curl("GET", "http://h/", [("accept", "x")]))


@needs_bash
def test_an_empty_header_is_sent_empty_and_a_bad_name_left_out() -> None:
    got = words(curl("GET", "http://h/", [("X-Empty", ""), ("@file", "x"), ("a\r\nb", "c")]))
    assert "X-Empty;" in got
    assert not any("file" in word or "\n" in word for word in got)


def test_a_line_break_in_a_header_starts_no_other() -> None:
    assert "'X: a Evil: b'" in curl("GET", "http://h/", [("X", "a\r\nEvil: b")])


def test_a_head_request_waits_for_no_body() -> None:
    assert "--head" in curl("HEAD", "http://h/", [])


def test_a_placeholder_of_a_recording_becomes_the_variable() -> None:
    command = curl("GET", "http://h/", [("X-Key", "[redacted:KEY]")], secrets={"KEY": "[redacted:KEY]"})
    assert "-H 'X-Key: '\"$KEY\"" in command


@pytest.mark.parametrize(
    ("name", "word"),
    [("KEY", "KEY"), ("pass word", "pass_word"), ("2nd", "_2nd"), ("", "_"), ("$(x)", "__x_")],
)
def test_any_name_becomes_a_variable(name: str, word: str) -> None:
    assert variable(name) == word


@needs_bash
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not there")
def test_the_real_curl_knows_the_options() -> None:
    command = curl("POST", "http://[::1]:1/a/../b", [("Accept-Encoding", "gzip")], b"a\0b")
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert "Failed to connect" in done.stderr or "Could" in done.stderr


@pytest.mark.parametrize(("coding", "flag"), [("gzip, deflate", True), ("identity", False)])
def test_only_a_coded_answer_is_to_be_decoded(coding: str, *, flag: bool) -> None:
    line = curl("GET", "https://agent.example.com/tasks", [("Accept-Encoding", coding)])
    assert ("--compressed" in line) == flag
