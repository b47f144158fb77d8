"""Scenarios that judge SendMessage itself. They create tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.bindings.answer import Answer
from conformance.probe.asker import Asker
from conformance.probe.questions import list_tasks
from conformance.probe.sending import Scribe, created, send


@dataclass(frozen=True)
class Configured:
    """Send a message with a `configuration`; where that is refused, the same without it, as a control.

    Where the control is accepted the first is sent anew: an agent may decline a message once, whatever stands in it.
    """

    scribe: Scribe
    configuration: Mapping[str, Any]
    script: Mapping[str, Any] = field(default_factory=dict)

    async def run(self, asker: Asker) -> tuple[Answer, Answer | None]:
        """Return both answers, None for the second where it was not needed."""
        first = await send(asker, self.scribe.message(1, **self.script), **self.configuration)
        if not first.refused:
            return first, None
        control = await send(asker, self.scribe.message(2, **self.script))
        if control.accepted:
            first = await send(asker, self.scribe.message(3, **self.script), **self.configuration)
        return first, control


@dataclass(frozen=True)
class BadConfiguration:
    """Create a task, send a message with a bad `configuration` into its context, look what is there then."""

    scribe: Scribe
    configuration: Mapping[str, Any]

    async def run(self, asker: Asker) -> BadConfigured:
        """Return what came."""
        control = await send(asker, self.scribe.message(1))
        task = created(control)
        context = task.context if task is not None and isinstance(task.context, str) else None
        bad = await send(asker, self.scribe.message(2, context=context), **self.configuration)
        if not context:
            return BadConfigured(control, bad)
        return BadConfigured(
            control, bad, await asker.ask(list_tasks(context=context, page_size=100, window=0))
        )


@dataclass(frozen=True)
class BadConfigured:
    """The good send, the bad one, and the list of their context where the good one's task has one."""

    control: Answer
    bad: Answer
    listed: Answer | None = None

    @property
    def made(self) -> list[str]:
        """Ids of tasks in the context that are not the control's."""
        task = created(self.control)
        if self.listed is None or not self.listed.accepted or task is None:
            return []
        same = (found for found in self.listed.tasks if found.context == task.context)
        return [str(found.id) for found in same if found.id != task.id]
