"""Building blocks of datasets: tasks, messages and artifacts whose ids follow from their names."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from conformance.reference.errors import JSON
from conformance.reference.store import Record

ALICE, BOB = "alice", "bob"
NAMESPACE = uuid.UUID("5d3c0a3e-6a2f-4f0e-9f5b-1f6f6f0c7a11")


@dataclass(frozen=True)
class Maker:
    """Makes one principal's tasks in one tenant ("" is the default one)."""

    tenant: str
    principal: str

    def uuid(self, name: str) -> str:
        """Return an id that is this principal's alone and the same each time."""
        return str(uuid.uuid5(NAMESPACE, f"{self.tenant}/{self.principal}/{name}"))

    def context(self, name: str) -> str:
        """Return a readable context id, different in each tenant and for each principal."""
        return "-".join(filter(None, (self.tenant, "" if self.principal == ALICE else self.principal, name)))

    def task(
        self,
        name: str,
        stamp: str | None,
        *,
        context: str,
        state: str = "COMPLETED",
        task_id: str = "",
        messages: int = 1,
        artifacts: int = 0,
        says: str = "",
        metadata: JSON | None = None,
    ) -> Record:
        """Return a task; `messages` counts user and agent in turn, `says` is the status message."""
        task_id = task_id or self.uuid(name)
        context = self.context(context)
        texts = [f"message {number} of {name}" for number in range(1, messages + 1)]
        return Record(
            tenant=self.tenant,
            principal=self.principal,
            id=task_id,
            context=context,
            state=f"TASK_STATE_{state}",
            stamp=stamp,
            message=self.message(f"{name} status", says, context, task_id, user=False) if says else None,
            metadata=metadata,
            history=[
                self.message(text, text, context, task_id, user=index % 2 == 0)
                for index, text in enumerate(texts)
            ],
            artifacts=[artifact(number, name) for number in range(1, artifacts + 1)],
        )

    def message(self, name: str, text: str, context: str, task_id: str, *, user: bool) -> JSON:
        return {
            "messageId": self.uuid(f"message {task_id} {name}"),
            "contextId": context,
            "taskId": task_id,
            "role": "ROLE_USER" if user else "ROLE_AGENT",
            "parts": [{"text": text}],
        }


CONTENTS: Sequence[JSON] = (
    {"text": "All went well."},
    {"data": None, "mediaType": "application/json"},
    {"raw": "iVBORw0KGgo=", "filename": "dot.png", "mediaType": "image/png"},
    {"data": {"passed": 12, "failed": [], "note": None, "ratio": 1e-9}, "metadata": {"unit": "tests"}},
    {"url": "https://files.example.com/result.txt", "filename": "result.txt", "mediaType": "text/plain"},
)


def artifact(number: int, name: str) -> JSON:
    """Return an artifact with one or two parts of varying content."""
    parts = [CONTENTS[(number + len(name)) % len(CONTENTS)], {"text": f"artifact {number} of {name}"}]
    return {
        "artifactId": f"artifact-{number}",
        "name": f"artifact {number}",
        "parts": parts[number % 2 :],
        "metadata": {"number": number},
    }
