"""Scripted agents on other people's SDKs, and how tests start them.

Each language has a directory with an agent of its own, which understands docs/scripted-agents.md and
depends on nothing of the suite. What the agents answer is judged elsewhere.
"""

import pytest

pytest.register_assert_rewrite("tests.agents.seeding")
