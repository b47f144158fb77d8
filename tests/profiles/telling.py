"""What is wrong with a profile, as its author is told."""

from __future__ import annotations

import tomllib
from importlib import resources

from conformance.profiles.mistakes import mistakes

A2A = (resources.files("conformance.profiles") / "a2a.toml").read_text("utf-8")


def told(text: str) -> list[str]:
    """Return what is wrong with a profile, a line each."""
    return [str(mistake) for mistake in mistakes(tomllib.loads(text))]
