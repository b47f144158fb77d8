"""Whatever stdout, stderr, the reports' places and the working directory are: no traceback, no verdict by mistake."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.core.errors import UsageError
from conformance.reference import create_app, running
from conformance.report.write import write_whole

pytestmark = pytest.mark.slow
FULL = Path("/dev/full")
NO_DISK = pytest.mark.skipif(not FULL.is_char_device(), reason="there is no /dev/full here")


@pytest.fixture(scope="module")
def rpc() -> Iterator[str]:
    with running(create_app("walkthrough", open=True)) as url:
        yield f"{url}/rpc"


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `tc` is the command; its exit code is the command's."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    text = f'set -o pipefail; tc() {{ "{sys.executable}" -m conformance "$@"; }}; {line}'
    return subprocess.run(
        [bash, "-c", text],
        cwd=folder,
        env=dict(os.environ) | {"NO_COLOR": "1"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def checked(line: str, folder: Path, code: int, **environment: str) -> str:
    done = shell(line, folder, **environment)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def run(url: str, options: str = "") -> str:
    return f"tc run {url} --binding jsonrpc --requirement rpc.method-names {options}"


@pytest.mark.parametrize("ending", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_closed_streams(rpc: str, tmp_path: Path, ending: str) -> None:
    checked(f"{run(rpc)} {ending}", tmp_path, 0)
    assert (tmp_path / "reports" / "report.html").exists()


def test_an_ascii_terminal(rpc: str, tmp_path: Path) -> None:
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert "1 of" in checked(run(rpc), tmp_path, 0, **poor)
    assert "1 of" in checked("tc judge reports/report.json", tmp_path, 0, **poor)
    checked("tc run http://127.0.0.1:9 --requirement ünï", tmp_path, 2, **poor)


def test_a_reader_who_has_gone_changes_no_exit_code(rpc: str, tmp_path: Path) -> None:
    checked(f"{run(rpc)} | true", tmp_path, 0)
    (tmp_path / "reports" / "report.json").replace(tmp_path / "old.json")
    changed = json.loads((tmp_path / "old.json").read_text())
    for finding in changed["findings"]:
        finding["verdict"] = "fail"
    (tmp_path / "new.json").write_text(json.dumps(changed))
    checked("tc diff old.json new.json | true", tmp_path, 1)


@NO_DISK
@pytest.mark.parametrize("line", ["", "list", "explain size.maximum"])
def test_stdout_on_a_full_disk(rpc: str, tmp_path: Path, line: str) -> None:
    said = checked(f"{f'tc {line}' if line else run(rpc)} >/dev/full", tmp_path, 2)
    assert "No space left" in said


@NO_DISK
def test_stderr_on_a_full_disk(tmp_path: Path) -> None:
    checked("tc run 2>/dev/full", tmp_path, 2)


def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    assert "working directory" in checked(
        "mkdir gone && cd gone && rmdir ../gone && tc run http://127.0.0.1:9", tmp_path, 2
    )


def test_reports_that_do_not_fit_leave_older_ones_and_the_verdict_is_printed(
    rpc: str, tmp_path: Path
) -> None:
    checked(run(rpc), tmp_path, 0)
    before = (tmp_path / "reports" / "report.json").read_bytes()
    said = checked(f"ulimit -f 2; {run(rpc)}", tmp_path, 2)
    assert "can't be written" in said
    assert "1 of" in said
    assert (tmp_path / "reports" / "report.json").read_bytes() == before
    assert sorted(path.name for path in (tmp_path / "reports").iterdir()) == [
        "junit.xml",
        "report.html",
        "report.json",
    ]


def test_two_reports_in_one_file_are_refused_before_anything_is_asked(tmp_path: Path) -> None:
    assert "Two reports" in checked(run("http://127.0.0.1:9", "--html a --json ./a"), tmp_path, 2)


def test_a_place_that_takes_no_report_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said = checked(run("http://127.0.0.1:9", "--report file/reports"), tmp_path, 2)
    assert "is no folder" in said
    assert "Connection refused" not in said


def test_an_interrupt_before_the_run_is_one_word(tmp_path: Path) -> None:
    code = (
        "import conformance.cli.output as output; from conformance.__main__ import main\n"
        "def interrupted(): raise KeyboardInterrupt\n"
        "output.ready = interrupted; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Interrupted.\n")


def test_judging_a_selected_run_again_selects_the_same(rpc: str, tmp_path: Path) -> None:
    checked(run(rpc), tmp_path, 0)
    checked("tc judge reports/report.json", tmp_path, 0)
    checked("tc judge reports/report.json --requirement size", tmp_path, 3)


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, ["one ", "two"])
    reader.join(10)
    assert got == ["one two"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "latest.html", tmp_path / "page.html"
    link.symlink_to(target)
    write_whole(link, "page")
    assert link.is_symlink()
    assert target.read_text() == "page"


def test_a_folder_in_the_way_and_a_link_in_circles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    for path in (tmp_path, tmp_path / "circle" / "x"):
        with pytest.raises(UsageError, match="can't be written"):
            write_whole(path, "page")
