"""The version header of an API that has one, as its profile names it."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.checks._promises import refused_as
from conformance.judging import ask, expect, promise, varied
from conformance.judging.refusals import controlled
from conformance.probe.questions import Question, list_tasks
from conformance.probe.store import Store
from conformance.profiles import Profile


def in_version(store: Store, version: str) -> Question:
    """Ask for a list in a version."""
    return list_tasks().with_headers(**{store.profile.version.header: version})


@promise("version.default")
@ask(lambda store: list_tasks(), named=lambda store: in_version(store, store.profile.version.default))
def test_no_version_means_the_default(answer: Answer, named: Answer, store: Store) -> None:
    """The same items come as with its name."""
    one, other = ([str(task.id) for task in store.still(page.tasks)] for page in (answer, named))
    wanted = f"the same as with {store.profile.version.header}: {store.profile.version.default}"
    came = f"{len(one)} {store.profile.items_name}, and {len(other)} with it"
    expect(set(one) == set(other), wanted, came, marks=answer.mark_place("items"))


def versions(profile: Profile) -> list[str]:
    """Return the versions that there are."""
    return list(dict.fromkeys([*filter(None, [profile.version.default]), *profile.version.known]))


@promise("version.echo")
@varied("version", versions)
@ask(in_version)
def test_the_version_is_named_in_the_answer(answer: Answer, version: str) -> None:
    """In the header of the same name."""
    header = answer.profile.version.header
    if expect(answer.accepted, f"{header} {version} is accepted", answer, marks=answer.mark_whole()):
        found = answer.headers(header)
        came = ", ".join(found) or "no such header"
        expect(found == [version], f"{header}: {version}", came, marks=answer.mark(f"header:{header}"))


@promise("version.unknown")
@ask(lambda store: in_version(store, store.profile.version.unknown), control=lambda store: list_tasks())
def test_an_unknown_version_is_refused_as_named(answer: Answer, control: Answer) -> None:
    """On the ground that the same without a version is accepted."""
    controlled(control)
    refused_as(answer, answer.profile.errors["version"])
