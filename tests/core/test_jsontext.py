"""A JSON text from a server may be anything: what is read, what is noted, what is refused."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.core.jsontext import MAX_DEPTH, OddNumber, Unreadable, encode, parse

fixed = settings(derandomize=True, database=None, deadline=None)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def kinds(data: bytes) -> list[str]:
    return [problem.kind for problem in parse(data).problems]


@fixed
@given(json_values)
def test_a_clean_text_is_read_as_json_reads_it(value: object) -> None:
    document = parse(json.dumps(value).encode())
    assert document.value == value
    assert document.problems == ()


@fixed
@given(st.binary() | st.text(alphabet='[]{}",:\\ud8 eE+-.019Nantrufls\x00é').map(str.encode))
def test_nothing_but_unreadable_is_raised(data: bytes) -> None:
    try:
        document = parse(data)
    except Unreadable:
        return
    assert parse(encode(document.value)).problems == ()


@pytest.mark.parametrize(
    ("data", "kind", "value"),
    [
        (b'\xef\xbb\xbf{"a":1}', "bom", {"a": 1}),
        (b'{"a":"\xff"}', "not-utf8", {"a": "\ufffd"}),
        ('{"a":"é"}'.encode("utf-16"), "not-utf8", {"a": "é"}),
        (b'{"a":1,"b":0,"a":2}', "duplicate-member", {"a": 2, "b": 0}),
        (b'{"a":NaN}', "nan", {"a": OddNumber("NaN")}),
        (b"[-Infinity]", "nan", [OddNumber("-Infinity")]),
        (b'{"a":1} x', "trailing", {"a": 1}),
        (b'{"a":1}{"a":2}', "trailing", {"a": 1}),
        (b'["\\ud83d"]', "lone-surrogate", ["\ufffd"]),
        (b'{"\\uDE00":1}', "lone-surrogate", {"\ufffd": 1}),
        (b'["a\nb"]', "control-character", ["a\nb"]),
    ],
)
def test_a_problem_is_noted_and_the_value_is_had(data: bytes, kind: str, value: object) -> None:
    assert kinds(data) == [kind]
    assert parse(data).value == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"<html>", "expecting value, line 1, column 1"),
        (b'{"a":', "expecting value"),
        (b"{'a':1}", "not JSON"),
        (b"[1,]", "not JSON"),
        (b"\x00\x00", "not JSON"),
    ],
)
def test_what_is_no_json_is_unreadable(data: bytes, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        parse(data)


def test_surrogate_pairs_are_characters() -> None:
    assert parse(b'["\\ud83d\\ude00"]').value == ["\U0001f600"]
    assert kinds(b'["\\ud83d\\ude00"]') == []


@pytest.mark.parametrize("text", ["1" * 5000, "-" + "9" * 100_000, "1e999999", "-1e" + "9" * 50, "1.5e400"])
def test_numbers_beyond_the_machine_are_kept_as_written(text: str) -> None:
    assert parse(f'{{"n":{text}}}'.encode()).value == {"n": OddNumber(text)}


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_nesting_has_a_limit(opening: str) -> None:
    with pytest.raises(Unreadable, match="nested deeper than 200"):
        parse((opening * 100_000).encode())


def test_nesting_up_to_the_limit_is_read_and_brackets_in_strings_do_not_count() -> None:
    assert parse(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH).problems == ()
    assert parse(json.dumps({"text": '["\\' * 5000}).encode()).value == {"text": '["\\' * 5000}
    with pytest.raises(Unreadable, match="deeper"):
        parse(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


def test_an_unclosed_string_of_escaped_quotes_takes_linear_time() -> None:
    start = time.perf_counter()
    with pytest.raises(Unreadable):
        parse(b"[" * 201 + b'"' + b'\\"' * 500_000)
    assert time.perf_counter() - start < 2


def test_only_the_first_problem_of_a_kind_is_kept() -> None:
    assert len(parse(b"[" + b'{"a":1,"a":2},' * 1000 + b"NaN,NaN]").problems) == 2


def test_keys_tell_numbers_and_booleans_apart() -> None:
    assert len({encode({"n": n}) for n in (1, 1.0, True, "1", OddNumber("1"))}) == 5


@fixed
@given(st.dictionaries(st.text(st.characters()), json_values))
def test_keys_do_not_depend_on_order_and_read_back(value: dict[str, object]) -> None:
    backwards = dict(reversed(value.items()))
    assert encode(value) == encode(backwards)
    assert json.loads(encode(value)) == value


def test_a_key_with_a_lone_surrogate_is_utf8_and_its_own() -> None:
    assert encode("\ud800").decode() == '"\\ud800"'
    assert encode("\ud800") != encode("\\ud800")


def test_only_json_is_encoded() -> None:
    with pytest.raises(TypeError):
        encode({"a": {1, 2}})


def test_more_values_than_memory_is_for_are_refused() -> None:
    with pytest.raises(Unreadable, match="500,000 values"):
        parse(b"[" + b"[]," * 400_000 + b"0]")
    assert len(parse(b'["' + b"," * 600_000 + b'"]').value[0]) == 600_000
