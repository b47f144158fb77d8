"""Creating tasks by SendMessage, for seeds and for scenarios that write; only ever with the user's permission."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.probe.asker import Asker
from conformance.probe.questions import Principal, Question, get_task, send_message
from conformance.probe.store import Store

PLAIN_TEXT = "This is a conformance test. Please answer this message briefly."
POLLS = 8
POLL_SECONDS = 0.5


@dataclass(frozen=True)
class Scribe:
    """Writes messages whose ids tell where they come from; `label` keeps the scenarios of a run apart."""

    label: str
    nonce: str
    scripted: bool
    texts: Mapping[str, str]

    def message(
        self, number: int, *, context: str | None = None, task: str | None = None, **script: Any
    ) -> dict[str, Any]:
        """Return a message; `script` becomes the scripted agents' line, where the agent understands it.

        A key of `script` is written with `-` for `_`; `state` also chooses among the texts that the user gave.
        """
        state = f"TASK_STATE_{str(script.get('state', 'completed')).upper().replace('-', '_')}"
        text = self.texts.get(state) or self.texts.get("TASK_STATE_COMPLETED") or PLAIN_TEXT
        if self.scripted:
            pairs = "".join(f" {key.replace('_', '-')}={value}" for key, value in script.items())
            text = f"{text}\n#conformance{pairs}"
        message = {
            "messageId": f"conformance-{self.nonce}-{self.label}-{number}",
            "role": "ROLE_USER",
            "parts": [{"text": text}],
        }
        return message | ({"contextId": context} if context else {}) | ({"taskId": task} if task else {})


def scribe(store: Store, label: str) -> Scribe:
    """Return a scribe for one scenario of the run that `store` belongs to."""
    facts = store.facts
    # An agent may take a message with a known id for one sent twice, whatever interface it came to.
    place = re.sub(r"[^A-Za-z0-9]+", "-", str(facts.get("interface", "")))
    return Scribe(
        f"{place}-{label}" if place else label,
        str(facts.get("nonce")),
        bool(facts.get("scripted")),
        facts.get("messages") or {},
    )


async def send(
    asker: Asker, message: Mapping[str, Any], by: Principal = "main", **configuration: Any
) -> Answer:
    """Send `message`; `configuration` are the members of SendMessageConfiguration (§3.2.2)."""
    params = {"configuration": configuration} if configuration else {}
    return await asker.ask(send_message(message, **params).by(by))


def created(answer: Answer) -> Task | None:
    """Return the task that an answer to SendMessage holds, None for a Message, a refusal or a fault."""
    return answer.sent_task if answer.accepted else None


async def settled(
    asker: Asker, task: Task, by: Principal = "main", polls: int = POLLS, start: int = 0
) -> Answer:
    """Return GetTask's answer once the task has come to rest, or the last one of a few polls.

    What was asked before is not asked again: `start` is the first repeat index, for a look after a change.
    """
    question = get_task(task.id).by(by)
    answer = await asker.ask(question, repeat=start)
    for poll in range(start + 1, start + polls):
        if answer.accepted and at_rest(answer.task):
            break
        await asker.pause(POLL_SECONDS)
        answer = await asker.ask(question, repeat=poll)
    return answer


def at_rest(task: Task) -> bool:
    """Whether an agent does nothing more to the task of its own accord."""
    return task.is_terminal or task.state in task.profile.states["interrupted"]


async def until(asker: Asker, question: Question, good: Any, polls: int = POLLS, start: int = 0) -> Answer:
    """Ask `question` until `good(answer)` holds, a few times: no text promises that a list is up to date at once.

    `start` is the first repeat index: a question that was asked before the change needs one of its own.
    """
    answer = await asker.ask(question, repeat=start)
    for poll in range(start + 1, start + polls):
        if answer.accepted and good(answer):
            break
        await asker.pause(POLL_SECONDS)
        answer = await asker.ask(question, repeat=poll)
    return answer
