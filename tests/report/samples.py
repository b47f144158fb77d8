"""The sample reports that every test of this room renders."""

from tests.report.edges import HOSTILE, hostile, large
from tests.report.realistic import whole

__all__ = ["HOSTILE", "hostile", "large", "whole"]
