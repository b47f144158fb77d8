"""The value of a JSON member that is not there; `null` is Python's None, so it can't serve."""

from __future__ import annotations

import enum
from typing import Final


class Missing(enum.Enum):
    """Type of MISSING, an enum so that type checkers can narrow it."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing.MISSING
