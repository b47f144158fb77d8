"""Waiting is kept short: the server under test is in this process."""

from __future__ import annotations

import pytest

from conformance.probe import sending


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "POLL_SECONDS", 0.02)
