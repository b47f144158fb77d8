"""Credentials: what each principal sends, what is secret, and errors that give nothing away."""

import base64

import anyio
import pytest

from conformance.core.errors import UsageError
from conformance.target.credentials import COMMAND_SECONDS, WRONG, Credentials
from conformance.target.headers import header_name
from conformance.target.settings import RunOptions

ENVIRON = {"TOKEN": "s3cret-token", "OTHER": "0ther-token", "EMPTY": "  ", "BROKEN": "two\nlines"}


def credentials(**options) -> Credentials:
    return Credentials(RunOptions(**options), ENVIRON)


def refused(**options) -> str:
    with pytest.raises(UsageError) as caught:
        credentials(**options)
    text = str(caught.value) + repr(caught.value.__cause__)
    assert "s3cret" not in text
    return text


def test_nothing_given_is_nothing_sent():
    found = credentials()
    assert (found.headers("main"), found.headers("other"), found.headers("anonymous")) == ((), (), ())
    assert found.headers("wrong") == (("Authorization", f"Bearer {WRONG}"),)
    assert [found.has(who) for who in ("main", "other", "anonymous", "wrong")] == [False, False, True, True]
    assert found.secrets == {}


def test_a_bearer_token_from_the_environment():
    found = credentials(bearer_env="TOKEN", header=("X-Team: blue team",))
    assert found.headers("main") == (("X-Team", "blue team"), ("Authorization", "Bearer s3cret-token"))
    assert found.headers("wrong") == (("X-Team", WRONG), ("Authorization", f"Bearer {WRONG}"))
    assert found.headers("anonymous") == ()
    assert found.secrets == {"X_TEAM": "blue team", "TOKEN": "s3cret-token"}


def test_a_second_principal():
    found = credentials(bearer_env="TOKEN", other_bearer_env="OTHER", other_header=("X-Api-Key: k",))
    assert found.has("other")
    assert found.headers("other") == (("X-Api-Key", "k"), ("Authorization", "Bearer 0ther-token"))
    assert found.secrets == {"TOKEN": "s3cret-token", "OTHER": "0ther-token", "OTHER_X_API_KEY": "k"}


def test_secrets_within_header_values():
    basic = base64.b64encode(b"me:pa:ss").decode()
    found = credentials(header=(f"Authorization: Basic {basic}", "Cookie: sid=abc; x=y"))
    assert found.secrets == {
        "AUTHORIZATION": basic,
        "AUTHORIZATION_PASSWORD": "pa:ss",
        "COOKIE": "sid=abc; x=y",
        "COOKIE_SID": "abc",
        "COOKIE_X": "y",
    }
    wrong = dict(found.headers("wrong"))
    assert base64.b64decode(wrong["Authorization"].split()[1]).decode() == f"{WRONG}:{WRONG}"
    assert wrong["Cookie"] == f"wrong={WRONG}"


def test_headers_from_a_file(tmp_path):
    file = tmp_path / "headers"
    file.write_text("# mine\n\nAuthorization: Bearer s3cret\r\nX-A:b:c\n")
    found = credentials(header=(f"@{file}",))
    assert found.headers("main") == (("Authorization", "Bearer s3cret"), ("X-A", "b:c"))


def test_what_is_wrong_with_a_source_is_said_without_its_value(tmp_path):
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("\n# nothing\n")
    binary.write_bytes(b"Authorization: s3cret\xff")
    assert "variable NONE is not set" in refused(bearer_env="NONE")
    assert "variable EMPTY is empty" in refused(bearer_env="EMPTY")
    assert "variable BROKEN is not a token" in refused(other_bearer_env="BROKEN")
    assert "No such file" in refused(header=(f"@{tmp_path}/none",))
    assert "holds no header" in refused(header=(f"@{empty}",))
    assert "not UTF-8" in refused(header=(f"@{binary}",))
    assert "Name: value" in refused(header=("s3cret",))
    assert "Name: value" in refused(header=("X Y: s3cret",))
    assert "line break" in refused(header=("X: s3cret\r\nY: z",))
    assert "value of Authorization is empty" in refused(header=("Authorization: Bearer ",))
    assert "value of X is empty" in refused(other_header=("X:",))
    assert "given twice" in refused(header=("X: s3cret", "x: s3cret2"))
    assert "set by the suite" in refused(header=("A2A-Version: 1.0",))
    assert "only one" in refused(header=("authorization: s3cret",), bearer_env="TOKEN")
    assert "only one" in refused(bearer_env="TOKEN", bearer_command="true")
    assert "the same as the first" in refused(bearer_env="TOKEN", other_bearer_env="TOKEN")


def test_a_command_that_fails_shows_no_output(capfd):
    assert "exit code 3" in refused(bearer_command="sh -c 'echo s3cret; exit 3'")
    assert "prints is empty" in refused(bearer_command="true")
    assert "not a token" in refused(bearer_command="printf 's3cret one'")
    assert "No such file" in refused(bearer_command="/none/such")
    assert "not a command line" in refused(bearer_command="echo 's3cret")
    assert "not a command line" in refused(bearer_command=" ")
    assert "s3cret" not in "".join(capfd.readouterr())


def test_a_command_that_hangs(monkeypatch):
    monkeypatch.setattr("conformance.target.credentials.COMMAND_SECONDS", 0.1)
    assert "did not end within" in refused(bearer_command="sleep 5")
    assert COMMAND_SECONDS >= 30


def counting(path, last) -> str:
    """A command that prints one, two, … and `last` from the third time on."""
    path.write_text("")
    return f"sh -c 'echo >> {path}; n=$(wc -l < {path}); [ $n -lt 3 ] && echo token-$n || {last}'"


def test_renewing(tmp_path):
    found = credentials(bearer_command=counting(tmp_path / "n", "echo token-2"))
    first = found.headers("main")

    async def together():
        results = []

        async def one():
            results.append(await found.renew(first))

        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(one)
        return results

    assert anyio.run(together) == [True] * 5
    assert found.headers("main") == (("Authorization", "Bearer token-2"),)
    assert found.secrets == {"BEARER_TOKEN": "token-1", "BEARER_TOKEN_2": "token-2"}
    assert not anyio.run(found.renew, found.headers("main"))


def test_renewing_in_vain(tmp_path):
    failing = credentials(bearer_command=counting(tmp_path / "n", "exit 1"))
    assert anyio.run(failing.renew, failing.headers("main"))
    assert not anyio.run(failing.renew, failing.headers("main"))
    assert failing.headers("main") == (("Authorization", "Bearer token-2"),)
    without = credentials(bearer_env="TOKEN")
    assert not anyio.run(without.renew, without.headers("main"))


def test_what_may_be_shown_of_a_header():
    shown = [header_name(text) for text in ("A-B: s3cret", "@file", "s3cret", "s3 cret: x")]
    assert shown == ["A-B", "@file", "(unreadable)", "(unreadable)"]
