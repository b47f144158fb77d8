"""The profiles that docs/profiles.md shows: the short one and the whole one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

TEXT = (Path(__file__).parents[2] / "docs" / "profiles.md").read_text("utf-8")
SHORT, WHOLE = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def changed(old: str, new: str, text: str = WHOLE) -> str:
    """Return the whole profile with one place changed; the place must be there once."""
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)


def data(text: str = WHOLE) -> dict[str, Any]:
    """Return what a profile's text holds."""
    return tomllib.loads(text)
