"""The reference server: a real A2A 1.0 agent that keeps every promise about reading tasks.

It is the demo's target and the ground that checks are proved on: rules.py has one small method per promise.
It imports nothing of the rest of the suite, so that the two can't share a mistake.
"""

from conformance.reference.app import MAIN_TOKEN, OTHER_TOKEN, create_app
from conformance.reference.rules import Rules
from conformance.reference.running import running

__all__ = ["MAIN_TOKEN", "OTHER_TOKEN", "Rules", "create_app", "running"]
