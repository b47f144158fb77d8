"""The browser that the report's tests use, for reports of hostile servers."""

from __future__ import annotations

from tests.report.conftest import browser

__all__ = ["browser"]
