"""The server's pieces by themselves: numbers, timestamps, tokens, scripts, the clock, and how it runs."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import anyio
import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.reference import MAIN_TOKEN, Rules, create_app, running, timestamps, tokens
from conformance.reference.queries import Caller
from conformance.reference.scripted import Script, ScriptError, parse, script_of
from conformance.reference.store import Store
from conformance.reference.validate import whole
from tests.reference.asking import Asker

drawn = settings(derandomize=True, database=None, max_examples=60)
TABLE = st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (5, 5),
        (5.0, 5),
        ("5", 5),
        ("5e0", 5),
        ("5.0", 5),
        ("-2147483648", -(2**31)),
        (2**31, None),
        ("05", None),
        ("+5", None),
        ("", None),
        (" 5", None),
        (1.5, None),
        (True, None),
        ([], None),
        ("1e99999999999999999999", None),
    ],
)
def test_whole_numbers(value: object, number: int | None) -> None:
    assert whole(value) == number


@drawn
@given(TABLE, st.integers(0, 10**9 - 1))
def test_timestamps_are_exact(moment: datetime, nanoseconds: int) -> None:
    moment = moment.replace(microsecond=0)
    whole_seconds = int((moment.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
    text = f"{moment:%Y-%m-%dT%H:%M:%S}".rjust(19, "0")
    assert timestamps.parse(f"{text}.{nanoseconds:09}Z") == whole_seconds * 10**9 + nanoseconds
    assert timestamps.parse(f"{text}+02:30") == (whole_seconds - 9000) * 10**9


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-01-01t00:00:00Z",
        "2026-01-01T00:00:60Z",
        "2026-13-01T00:00:00Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.0000000001Z",
        "2026-01-01T00:00:00+24:00",
        "٢٠٢٦-01-01T00:00:00Z",
    ],
)
def test_what_is_no_timestamp(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the message is datetime's own
        timestamps.parse(text)


@drawn
@given(st.integers(-(2**63), 2**63 - 1), st.text(max_size=40))
def test_tokens_come_back(ns: int, task_id: str) -> None:
    task_id = task_id.encode("utf-8", "ignore").decode()
    token = tokens.seal(b"key", tokens.Position(ns, task_id), "query")
    assert tokens.unseal(b"key", token, "query") == (ns, task_id)
    with pytest.raises(ValueError, match="not a token"):
        tokens.unseal(b"other", token, "query")


@pytest.mark.parametrize(
    ("line", "script"),
    [
        ("#conformance", Script()),
        (
            "#conformance state=input-required messages=2",
            Script(states=("TASK_STATE_INPUT_REQUIRED",), messages=2),
        ),
        ("#conformance messages=3 artifacts=2", Script(messages=3, artifacts=2)),
        (
            "#conformance then=working,failed hold=50ms state=completed",
            Script(states=("TASK_STATE_WORKING", "TASK_STATE_FAILED"), hold=0.05),
        ),
        (
            "#conformance timestamp=2026-01-01T00:00:00.5Z artifact-update=1",
            Script(timestamp="2026-01-01T00:00:00.5Z", artifact_updates=1),
        ),
    ],
)
def test_script_lines(line: str, script: Script) -> None:
    assert parse(line) == script_of(f"Some words\n{line}\n") == script


@pytest.mark.parametrize(
    "line",
    [
        "#conformance x",
        "#conformance  state=failed",
        "#conformance state=failed state=failed",
        "#conformance then=",
        "#conformance timestamp=2026-01-01T00:00:00+01:00",
    ],
)
def test_bad_script_lines(line: str) -> None:
    with pytest.raises(ScriptError):
        parse(line)


@pytest.mark.parametrize("text", ["", "#conformancex", "#conformance\nlater words", "x #conformance"])
def test_text_without_a_script(text: str) -> None:
    assert script_of(text) is None


def test_the_clock_never_stands_still_or_goes_back() -> None:
    store = Store([])
    came = [store.tick(now) for now in (5_000_000, 5_999_999, 3_000_000, 9_100_000)]
    assert came == [f"1970-01-01T00:00:00.{digits}Z" for digits in ("005", "006", "007", "009")]


class Refusing(Rules):
    """Refuses large pages, on one binding only."""

    def page_limit(self, caller: Caller, asked: int | None) -> int:
        self.oversize = "refuse" if caller.binding == "jsonrpc" else "clamp"
        return super().page_limit(caller, asked)


def test_one_rule_can_be_another_on_one_binding() -> None:
    app = create_app("demo", rules=Refusing())
    with running(app) as base, httpx.Client(base_url=base, trust_env=False) as client:
        assert Asker(client, "jsonrpc").list(pageSize=101).fields == ["pageSize"]
        assert Asker(client, "http+json").list(pageSize=101).result["pageSize"] == 100


class Broken(Rules):
    def next_token(self, *args: object, **kwargs: object) -> str:
        raise KeyError("on purpose")


def test_a_fault_of_ours_is_said_and_survived(binding: str) -> None:
    with running(create_app(rules=Broken())) as base, httpx.Client(base_url=base, trust_env=False) as client:
        asker = Asker(client, binding)
        assert asker.list().code == (-32603 if binding == "jsonrpc" else 500)
        assert asker.get("x").reason == "TASK_NOT_FOUND"


def test_a_server_stops_with_work_and_connections_open() -> None:
    others = set(threading.enumerate())
    with running(create_app("empty")) as base:
        client = httpx.Client(base_url=base, trust_env=False)
        Asker(client, "jsonrpc").send("#conformance hold=10s", configuration={"returnImmediately": True})
    with pytest.raises(httpx.TransportError):
        client.get("/rpc")
    client.close()
    assert not [t for t in threading.enumerate() if t.name == "reference server" and t not in others]


def test_an_app_can_be_served_twice_and_starts_anew() -> None:
    app = create_app("empty")
    for _ in range(2):
        with running(app) as base, httpx.Client(base_url=base, trust_env=False) as client:
            asker = Asker(client, "http+json", MAIN_TOKEN)
            assert asker.list().result["totalSize"] == 0
            asker.send("Hello")


def test_a_taken_port_and_an_unknown_dataset() -> None:
    with (
        running(create_app("empty")) as base,
        pytest.raises(OSError, match="in use"),
        running(create_app("empty"), port=int(base.rsplit(":", 1)[1])),
    ):
        pass
    with pytest.raises(ValueError, match="walkthrough"):
        create_app("nothing")


def test_an_app_works_in_process_too() -> None:
    async def ask() -> list[object]:
        transport = httpx.ASGITransport(create_app("empty"))
        async with httpx.AsyncClient(transport=transport, base_url="http://agent") as client:
            client.headers = httpx.Headers({"Authorization": f"Bearer {MAIN_TOKEN}", "A2A-Version": "1.0"})
            message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "x"}]}
            sent = await client.post("/http/message:send", json={"message": message})
            listed = await client.get("/http/tasks")
            return [sent.json()["task"]["id"], listed.json()["tasks"][0]["id"]]

    sent, listed = anyio.run(ask)
    assert sent == listed


def test_many_callers_at_once(demo: httpx.Client) -> None:
    headers = {"Authorization": f"Bearer {MAIN_TOKEN}", "A2A-Version": "1.0"}

    async def ask() -> set[int]:
        async with httpx.AsyncClient(base_url=demo.base_url, headers=headers, trust_env=False) as client:
            asked = [client.get("/http/tasks", params={"pageSize": 1 + n % 5}) for n in range(60)]
            return {response.status_code for response in await asyncio.gather(*asked)}

    assert asyncio.run(ask()) == {200}
