"""Methods under other names: asked only where the right name is not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from conformance.bindings.answer import Answer
from conformance.probe.asker import Asker
from conformance.probe.questions import Question

METHOD_NOT_FOUND = -32601


@dataclass(repr=False)
class Named:
    """The answer under the right name, and under others by name; those are there only where the right one failed."""

    right: Answer
    others: Mapping[str, Answer] = field(default_factory=dict)


@dataclass(frozen=True)
class OtherNames:
    """Ask `question`, and if its method is not known, by the method `names`."""

    question: Question
    names: Sequence[str]

    async def run(self, asker: Asker) -> Named:
        """Ask."""
        right = await asker.ask(self.question)
        if not is_unknown(right):
            return Named(right)
        found = await asker.ask_all(self.question.spoken(rpc_method=name) for name in self.names)
        return Named(right, dict(zip(self.names, found, strict=True)))


def is_unknown(answer: Answer) -> bool:
    """Whether an answer says that there is no such method."""
    return answer.refusal is not None and answer.refusal.code == METHOD_NOT_FOUND
