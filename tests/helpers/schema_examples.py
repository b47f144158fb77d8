"""Good examples of what the schemas are for, and how a test spoils one."""

from __future__ import annotations

import json
from typing import Any

from conformance.core.schemas import directory

MISSING = object()
NAMES = sorted(entry.name.removesuffix(".json") for entry in (directory() / "a2a").iterdir())

PART = {"text": "hello"}
MESSAGE = {"messageId": "m1", "role": "ROLE_AGENT", "parts": [PART]}
ARTIFACT = {"artifactId": "a1", "parts": [PART]}
TASK = {
    "id": "t1",
    "contextId": "c1",
    "status": {"state": "TASK_STATE_COMPLETED", "message": MESSAGE, "timestamp": "2026-01-01T00:00:00Z"},
    "artifacts": [ARTIFACT],
    "history": [MESSAGE],
    "metadata": {"any": [None, {"context_id": 1}]},
}
PAGE = {"tasks": [TASK], "nextPageToken": "", "pageSize": 50, "totalSize": 1}
DETAILS = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND"}]
ERROR = {"code": -32001, "message": "Task not found", "data": DETAILS}
HTTP_ERROR = {"error": {"code": 404, "status": "NOT_FOUND", "message": "no", "details": DETAILS}}
ANSWER = {"jsonrpc": "2.0", "id": 1, "result": {}}
REFUSAL = {"jsonrpc": "2.0", "id": "x", "error": {"code": -32001, "message": "no"}}
GOOD = {
    "task": TASK,
    "message": MESSAGE,
    "artifact": ARTIFACT,
    "part": PART,
    "list-tasks-response": PAGE,
    "jsonrpc-response": ANSWER,
    "error-jsonrpc": ERROR,
    "error-http": HTTP_ERROR,
    "error-details": DETAILS,
}


def changed(value: Any, pointer: str, new: object) -> Any:
    """Return a copy of `value` with `new` at `pointer`, or without what is there."""
    result = json.loads(json.dumps(value))
    *path, last = [int(step) if step.isdigit() else step for step in pointer.split("/")[1:]]
    place = result
    for step in path:
        place = place[step]
    if new is MISSING:
        del place[last]
    else:
        place[last] = new
    return result
