"""The pytest plugin's front: options, and nothing else until an endpoint is given.

It is loaded into every test run on a machine that has the suite, so it imports next to nothing and stays out of the
way; `session.pytest_side` does the work.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

OPTIONS = {
    "endpoint": "URL of the agent under test; turns the conformance checks on",
    "profile": "what API it is: a2a, another known one, or a file of your own",
    "var": "NAME=VALUE for the profile",
    "card": "URL or file of the agent card",
    "binding": "jsonrpc or http+json: test exactly this URL, without a card",
    "tenant": "tenant to send, with --conformance-binding",
    "name": "name of the target in the reports",
    "header": "a header that carries a credential, 'Name: value' or @file",
    "bearer-env": "environment variable that holds the bearer token",
    "bearer-command": "command that prints the bearer token, run again once on 401",
    "other-header": "the same for a second principal, who shares no tasks with the first",
    "other-bearer-env": "environment variable that holds the second principal's bearer token",
    "allow-origin": "another origin that credentials may go to",
    "proxy": "URL of a proxy",
    "ca": "PEM file of certificates to trust as well",
    "cert": "PEM file of a client certificate",
    "key": "PEM file of its key",
    "timeout": "seconds that a request may take",
    "run-timeout": "seconds that the asking may take",
    "concurrency": "requests in flight per interface",
    "max-requests": "most requests per interface",
    "max-bytes": "most bytes per answer",
    "max-total": "most bytes that are kept of an interface",
    "create-count": "how many tasks to create first",
    "messages": "TOML file: a text to send for each state",
    "tasks": "TOML file that names tasks and contexts",
    "context": "survey only this context",
    "requirement": "only requirements whose id fits this glob",
    "level": "only requirements of this level or above: MUST, SHOULD or NOTE",
    "require": "groups, with commas, of which no MUST may be left untested",
    "report": "folder to write report.html, report.json and junit.xml to",
}
"""Options that take a value; all are prefixed, since a clash with somebody's own would be fatal for them."""
MANY = frozenset({"var", "header", "other-header", "allow-origin", "requirement", "require"})
FLAGS = {
    "create-tasks": "allow the checks to create tasks by SendMessage",
    "scripted": "the agent understands the scripted agents' line",
    "hide-content": "write digests in place of people's texts",
    "strict": "a broken SHOULD fails",
}
SIDE = "task-conformance-session"
CHECKS = "conformance.checks"
NEEDS = "The conformance checks need --conformance-endpoint URL."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, every one prefixed."""
    group = parser.getgroup("conformance", "A2A task conformance")
    for name, text in OPTIONS.items():
        action = "append" if name in MANY else "store"
        group.addoption(f"--conformance-{name}", action=action, default=None, help=text)
    for name, text in FLAGS.items():
        group.addoption(f"--conformance-{name}", action="store_true", default=False, help=text)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the hook by which a test suite hands over an app of its own."""
    from conformance import hooks  # noqa: PLC0415 - a module of a few lines, only read when pytest asks

    pluginmanager.add_hookspecs(hooks)


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker; without an endpoint that is all."""
    config.addinivalue_line("markers", "conformance_requirement(id): what a conformance check judges")
    config.addinivalue_line("markers", "conformance_varied(names, choices): cases that the profile makes")


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Connect before anything is collected; an endpoint that can't be used is exit 2 and one sentence."""
    fronted = any(
        getattr(plugin, "fronts_conformance", False) for plugin in config.pluginmanager.get_plugins()
    )
    given = fronted or config.getoption("--conformance-endpoint") is not None
    if not given and not _asked_for(config):
        return None
    if config.getoption("help", False) or config.getoption("version", 0):
        return None
    app = None if fronted else config.hook.pytest_conformance_app(config=config)
    if not given and app is None:
        sys.stderr.write(f"{NEEDS}\n")
        return 2
    from conformance.session.pytest_side import connect  # noqa: PLC0415 - only when an endpoint is given

    return connect(config, app)


def _asked_for(config: pytest.Config) -> bool:
    """Whether the checks are named on the command line, as `--pyargs conformance.checks` does."""
    named = [str(arg).partition("::")[0] for arg in config.args]
    return any(name == CHECKS or name.startswith(f"{CHECKS}.") for name in named)


@pytest.hookimpl(wrapper=True, specname="pytest_cmdline_main")
def pytest_conformance_exit_code(config: pytest.Config) -> Generator[None, Any, Any]:
    """Give the exit code its meaning where the checks have run; pytest's own are other people's business."""
    try:
        code = yield
    except pytest.UsageError as error:
        side = config.pluginmanager.get_plugin(SIDE)
        if side is None:
            raise
        return side.misused(error)
    side = config.pluginmanager.get_plugin(SIDE)
    return code if side is None or code is None else side.exit_code(int(code))


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Say in one line what the checks need, in place of one fixture error for each."""
    if session.config.pluginmanager.has_plugin(SIDE) or session.config.option.collectonly:
        return
    if any(getattr(getattr(item, "obj", None), "check", None) is not None for item in items):
        pytest.exit(NEEDS, returncode=2)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Without an endpoint a check is one item, so that collecting is quick; with one the session decides."""
    if "case" in metafunc.fixturenames and getattr(metafunc.function, "check", None) is not None:
        side = metafunc.config.pluginmanager.get_plugin(SIDE)
        if side is not None:
            side.spread(metafunc)
