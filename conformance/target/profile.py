"""The profile that a run speaks, from its options; and what does not go with one that is no A2A."""

from __future__ import annotations

from conformance.core.errors import UsageError
from conformance.core.redact import CREDENTIAL_HEADERS
from conformance.profiles import Profile, load_profile
from conformance.target.interfaces import Interface
from conformance.target.settings import RunOptions

OURS = "a2a"
REST = "REST"
ONLY_A2A = (
    "binding",
    "card",
    "tenant",
    "create_tasks",
    "scripted",
    "messages",
    "context",
    "hide_content",
    "demo",
)
"""Options about an agent card, about messages to an agent, or about where people's words stand in its tasks."""


def profile_of(options: RunOptions) -> Profile:
    """Return the profile of a run with the values of --var in it.

    UsageError where there is no such profile, where it is wrong, or where another option does not go with it.
    """
    profile = load_profile(options.profile, variables_of(options))
    if profile.catalogue == OURS:
        return profile
    for name in ONLY_A2A:
        if getattr(options, name):
            shown = name.replace("_", "-")
            raise UsageError(
                f"--{shown} is about A2A agents and does not go with --profile {profile.name}.",
                hint="The profile says how the API is spoken.",
            )
    secret = CREDENTIAL_HEADERS | {profile.auth.header.lower()}
    for name in profile.headers:
        if name.lower() in secret:
            raise UsageError(
                f"The profile {profile.name} holds a credential in headers.{name}: it would be sent as everybody.",
                hint="--header @FILE or --bearer-env gives it, and keeps it out of reports.",
            )
    return profile


def variables_of(options: RunOptions) -> dict[str, str]:
    """Return the values of --var by name. UsageError on one that is not NAME=VALUE, or given twice."""
    found: dict[str, str] = {}
    for text in options.var:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError("--var is written as NAME=VALUE.", hint="Such as --var org_id=4711.")
        if name in found:
            raise UsageError(f"--var {name} is given twice.")
        found[name] = value
    return found


def beside(profile: Profile, url: str) -> Interface:
    """Return the one interface of an API that has no card."""
    return Interface(profile.binding, REST, url, "", None)
