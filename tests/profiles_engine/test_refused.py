"""What does not go with a profile, or does not answer as it says, is told in one sentence before anything is judged."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route

from conformance.catalogue.promised import catalogue_of
from conformance.core.errors import TargetError, UsageError
from conformance.reference import create_app
from conformance.target.profile import profile_of
from conformance.target.settings import RunOptions
from tests.profiles_engine.notes import Notes
from tests.profiles_engine.running import profile_file, run_profile

SIZE = {"size.limit": "must"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("binding", "http+json"),
        ("card", "http://notes.test/card"),
        ("create-tasks", True),
        ("tenant", "acme"),
        ("scripted", True),
        ("context", "c1"),
        ("hide-content", True),
    ],
)
def test_options_of_a2a_are_refused(option: str, value: object, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"--{option} .*--profile notes"):
        run_profile(profile_file(tmp_path, SIZE), Notes().app, **{option: value})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["project"], "NAME=VALUE"),
        (["=p1"], "NAME=VALUE"),
        (["project=p1", "project=p2"], "project is given twice"),
    ],
)
def test_odd_variables_are_refused(given: list[str], told: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=told):
        run_profile(profile_file(tmp_path, SIZE), Notes().app, var=given)


def test_requirements_of_a2a_are_unknown_here(tmp_path: Path) -> None:
    options = RunOptions(profile=str(profile_file(tmp_path, SIZE)), var=("project=p1",))
    catalogue = catalogue_of(profile_of(options))
    with pytest.raises(UsageError, match=r"No requirement fits 'history\.zero'"):
        catalogue.refuse_unknown(["history.zero"], [])


@pytest.mark.parametrize(
    "response",
    [HTMLResponse("<p>hello</p>"), JSONResponse({"hello": "world"}), HTMLResponse("no", 404)],
    ids=["a page", "other JSON", "a page that is not there"],
)
def test_what_answers_otherwise_is_no_target(response: object, tmp_path: Path) -> None:
    async def answer(request: object) -> object:
        return response

    app = Starlette(routes=[Route("/{rest:path}", answer)])
    with pytest.raises(TargetError, match="No interface answers as the profile notes says"):
        run_profile(profile_file(tmp_path, SIZE), app)


def test_a_refused_credential_is_told(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="credential"):
        run_profile(profile_file(tmp_path, SIZE), Notes().app, header=["Api-Key: Key wrong"])


@pytest.mark.parametrize("name", ["Authorization", "api-key", "Cookie"])
def test_a_credential_in_the_profile_is_refused(name: str, tmp_path: Path) -> None:
    file = profile_file(tmp_path, SIZE, **{"[headers]": f'[headers]\n{name} = "secret"'})
    with pytest.raises(UsageError, match=f"headers.{name}"):
        run_profile(file, Notes().app)


def test_contexts_can_not_be_named(tmp_path: Path) -> None:
    (tmp_path / "tasks.toml").write_text('contexts = ["c1"]\n')
    with pytest.raises(UsageError, match="contexts are A2A's"):
        run_profile(profile_file(tmp_path, SIZE), Notes().app, tasks=tmp_path / "tasks.toml")


def test_an_agent_is_no_api_of_notes(tmp_path: Path) -> None:
    app = create_app("demo", open=True)
    with pytest.raises(TargetError, match="No interface answers as the profile notes says"):
        run_profile(profile_file(tmp_path, SIZE), app)
