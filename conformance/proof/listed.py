"""What faults and variants find in a ListTasks result, to change it."""

from __future__ import annotations

from typing import Any

from conformance.reference.errors import JSON


def listed(operation: str, result: JSON) -> list[dict[str, Any]]:
    """Return the tasks of a ListTasks result themselves, nothing for another operation."""
    tasks = result["tasks"] if operation == "ListTasks" else []
    assert isinstance(tasks, list)
    return tasks
