"""What a check makes of SendMessage's answers: agents are free in what they answer and accept."""

from __future__ import annotations

from conformance.bindings.answer import Answer
from conformance.bindings.task import Task
from conformance.judging.ledger import inconclusive
from conformance.probe.sending import created


def task_or_end(answer: Answer) -> Task:
    """Return the task that SendMessage gave; without one the case ends as inconclusive, saying why."""
    if not answer.accepted:
        raise inconclusive(
            f"The agent did not accept the message ({answer}); --messages gives it other texts."
        )
    task = created(answer)
    if task is None:
        raise inconclusive("The agent answered with a Message; --messages gives it texts that make a task.")
    return task
