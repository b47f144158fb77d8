"""Options from the command line and files: which wins, what is refused, what may be shown."""

import json
from pathlib import Path

import pytest

from conformance.core.errors import UsageError
from conformance.target.messages import read_messages
from conformance.target.settings import RunOptions
from conformance.target.tasks_file import NamedTasks, read_tasks


def write(directory, **files):
    for name, text in files.items():
        (directory / f"{name.replace('_', '-')}.toml").write_text(text)


def refused(tmp_path, text="", given=(), name="task-conformance") -> str:
    (tmp_path / f"{name}.toml").write_text(text)
    with pytest.raises(UsageError) as caught:
        RunOptions.merged(dict(given), tmp_path)
    return str(caught.value)


def test_command_line_over_own_file_over_pyproject(tmp_path):
    write(
        tmp_path,
        pyproject='[tool.task-conformance]\nurl = "http://p"\ntimeout = 1\nconcurrency = 2\nstrict = true\n',
        task_conformance='url = "http://t"\ntimeout = 2.5\nallow-origin = ["http://b"]\n',
    )
    options = RunOptions.merged({"url": "http://c", "strict": False, "timeout": None}, tmp_path)
    assert (options.url, options.timeout, options.concurrency, options.strict) == ("http://c", 2.5, 2, False)
    assert options.allow_origin == ("http://b",)
    assert options.max_requests == 400


def test_a_byte_order_mark_at_the_start_is_none_of_a_files_text(tmp_path):
    (tmp_path / "task-conformance.toml").write_bytes(b'\xef\xbb\xbfurl = "http://t"\n')
    assert RunOptions.merged({}, tmp_path).url == "http://t"


def test_no_files_and_other_peoples_tables(tmp_path):
    assert RunOptions.merged({}, tmp_path) == RunOptions()
    write(tmp_path, pyproject="[project]\nname = 'x'\n[tool.other]\nurl = 7\n")
    assert RunOptions.merged({}, tmp_path) == RunOptions()


def test_the_working_directory_is_where_files_are(tmp_path, monkeypatch):
    write(tmp_path, task_conformance='card = "card.json"')
    monkeypatch.chdir(tmp_path)
    assert RunOptions.merged({}).card == "card.json"


def test_names_are_written_with_either_dash_and_one_text_is_a_list(tmp_path):
    write(tmp_path, task_conformance='max-requests = 7\nmax_bytes = 2048\nheader = "A: b"\nhtml = "~/r.html"')
    options = RunOptions.merged({}, tmp_path)
    assert (options.max_requests, options.max_bytes, options.header) == (7, 2048, ("A: b",))
    assert options.html == Path("~/r.html").expanduser()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("time-out = 3", "'time-out' is not known. Did you mean timeout?"),
        ("zzzz = 3", "'zzzz' is not known. It may hold: allow-origin,"),
        ("timeout = 'x'", "task-conformance.toml: timeout takes a number"),
        ("timeout = 0", "at least 0.001"),
        ("timeout = inf", "timeout is at least"),
        ("timeout = nan", "timeout is at least"),
        ("timeout = true", "takes a number"),
        ("concurrency = 2.5", "takes a whole number"),
        ("concurrency = true", "takes a whole number"),
        ("concurrency = 65", "at most 64"),
        ("max-requests = 0", "at least 1"),
        ("strict = 1", "takes true or false"),
        ("url = ''", "takes a text that is not empty"),
        ("url = ['x']", "takes a text"),
        ("require = [1]", "takes texts"),
        ("require = ['']", "takes texts"),
        ("ca = 1", "takes a file's name"),
        ("ca = ' '", "takes a file's name"),
        ("binding = 'grpc'", "one of jsonrpc, http+json"),
        ("level = 'MAY'", "one of MUST, SHOULD, NOTE"),
        ("level = ", "is not TOML"),
        ("a = " + "[" * 5000, "is not TOML"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, text, words):
    assert words in refused(tmp_path, text)


def test_the_place_of_a_mistake_is_named(tmp_path):
    assert "--timeout takes" in refused(tmp_path, given={"timeout": "x"})
    assert "--max-requests is at least 1" in refused(tmp_path, given={"max_requests": 0})
    place = "pyproject.toml [tool.task-conformance]: 'urll' is not known. Did you mean url?"
    assert place in refused(tmp_path, "[tool.task-conformance]\nurll = 'x'", name="pyproject")
    assert "not a table" in refused(tmp_path, "[tool]\ntask-conformance = 1", name="pyproject")


def test_level_in_any_case(tmp_path):
    assert RunOptions.merged({"level": "must"}, tmp_path).level == "MUST"


@pytest.mark.parametrize("url", [None, "", "  ", "agent.example", "ftp://a", "http://", "http://me:pw@a"])
def test_urls_that_are_no_target(url):
    with pytest.raises(UsageError) as caught:
        RunOptions(url=url).target()
    assert caught.value.hint
    assert "pw" not in str(caught.value)


def test_allowed_origins():
    options = RunOptions(url="https://a/x", allow_origin=("http://b:8080/anything",))
    assert options.allowed_origins() == {"https://a:443", "http://b:8080"}
    with pytest.raises(UsageError, match="--allow-origin b can't be used"):
        RunOptions(url="http://a", allow_origin=("b",)).allowed_origins()


def test_the_origin_of_a_card():
    assert RunOptions(card="HTTPS://c/x").card_origins() == {"https://c:443"}
    assert RunOptions(card="https.json").card_origins() == RunOptions().card_origins() == frozenset()
    with pytest.raises(UsageError, match="--card"):
        RunOptions(card="http://[").card_origins()


def test_the_connection():
    options = RunOptions(timeout=3.0, proxy="http://p:1", ca=Path("ca.pem"), max_bytes=4096)
    connection = options.connection()
    assert (connection.timeout, connection.max_bytes) == (3.0, 4096)
    assert (connection.proxy, connection.ca) == ("http://p:1", Path("ca.pem"))


def test_what_is_shown_holds_no_secret():
    options = RunOptions(
        url="http://me:s3cret@a/x@y",
        card="https://me:s3cret@a/card",
        header=("Authorization: Bearer s3cret", "@headers.txt", "s3cret"),
        other_header=("X-Key: s3cret",),
        bearer_env="TOKEN",
        bearer_command="print s3cret",
        proxy="http://me:s3cret@proxy:3128",
        ca=Path("ca.pem"),
    )
    shown = json.dumps(options.public())
    assert "s3cret" not in shown
    assert "s3cret" not in repr(RunOptions(header=options.header, proxy=options.proxy))
    assert "s3cret" not in repr(RunOptions(bearer_command="s3cret", other_header=options.other_header))
    public = options.public()
    assert (public["url"], public["proxy"], public["ca"]) == ("http://a/x@y", "http://proxy:3128", "ca.pem")
    assert public["header"] == ["Authorization", "@headers.txt", "(unreadable)"]
    assert public["create_count"] == 5


def test_messages(tmp_path):
    file = tmp_path / "messages.toml"
    file.write_text('completed = "Hi"\ninput-required = "Book"\nTASK_STATE_FAILED = "Fail"\n')
    assert read_messages(file) == {
        "TASK_STATE_COMPLETED": "Hi",
        "TASK_STATE_INPUT_REQUIRED": "Book",
        "TASK_STATE_FAILED": "Fail",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('complete = "x"', "Did you mean completed?"),
        ("completed = 1", "takes a text"),
        ('completed = " "', "takes a text"),
        ('completed = "a"\nTASK_STATE_COMPLETED = "b"', "is there twice"),
        ("", "holds no message"),
    ],
)
def test_messages_that_can_not_be_used(tmp_path, text, words):
    file = tmp_path / "messages.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=words.replace("?", r"\?")):
        read_messages(file)


def test_tasks(tmp_path):
    file = tmp_path / "tasks.toml"
    file.write_text('tasks = ["b", "a", "b"]\n')
    assert read_tasks(file) == NamedTasks(("b", "a"), ())
    file.write_text('contexts = "c"\n')
    assert read_tasks(file) == NamedTasks((), ("c",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no task"),
        ("tasks = []", "names no task"),
        ("tasks = [1]", "tasks takes texts"),
        ('task = ["a"]', "Did you mean tasks"),
    ],
)
def test_tasks_that_can_not_be_used(tmp_path, text, words):
    file = tmp_path / "tasks.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=words):
        read_tasks(file)
    with pytest.raises(UsageError, match="No such file"):
        read_tasks(tmp_path / "none.toml")
