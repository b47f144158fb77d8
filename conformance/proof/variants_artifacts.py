"""Conforming servers that write artifacts, or their absence, in another way."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.proof.registry import variant
from conformance.reference import Rules
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery

SPELLINGS = {
    "true": True,
    "TRUE": True,
    "True": True,
    "false": False,
    1: True,
    0: False,
    "1": True,
    "0": False,
}


@variant("A task without artifacts has no artifacts member, even when artifacts are asked for.")
class NoEmptyArtifacts(Rules):
    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        if task.get("artifacts") == []:
            del task["artifacts"]


@variant("A boolean may be written in many ways.")
class LenientFlag(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        flag = params.get("includeArtifacts")
        known = isinstance(flag, (str, int)) and flag in SPELLINGS
        return super().list_query(caller, {**params, "includeArtifacts": SPELLINGS[flag] if known else flag})
