"""Servers that show artifacts in lists when they should not, or hide them when they should not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from conformance.proof.listed import listed
from conformance.proof.registry import fault
from conformance.reference import Rules, queries
from conformance.reference.errors import JSON
from conformance.reference.queries import Caller, ListQuery


@fault("artifacts.omitted-by-default", "Lists show artifacts unless told not to.")
class ArtifactsUnasked(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, include_artifacts=params.get("includeArtifacts") in (None, True))


@fault("artifacts.omitted-by-default", "Lists not asked for artifacts have an empty array in their place.")
class EmptyArrayUnasked(Rules):
    bare = False

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.bare = params.get("includeArtifacts") is None
        return super().list_query(caller, params)

    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        if self.bare:
            task["artifacts"] = []


@fault("artifacts.omitted-when-false", "That the flag is there turns artifacts on, whatever it says.")
class FalseIsTrue(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        query = super().list_query(caller, params)
        return replace(query, include_artifacts=params.get("includeArtifacts") is not None)


@fault("artifacts.omitted-when-false", "With the flag false, the member is null.")
class NullWhenFalse(Rules):
    refused = False

    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        self.refused = params.get("includeArtifacts") is False
        return super().list_query(caller, params)

    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        if self.refused:
            task["artifacts"] = None


@fault("artifacts.included-when-true", "The flag does nothing: no list shows artifacts.", clause="flag-works")
class FlagIgnored(Rules):
    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:  # noqa: ARG002
        task.pop("artifacts", None)


@fault("artifacts.included-when-true", "Lists leave out the artifacts of every other task.")
class EveryOtherBare(Rules):
    def answer(self, caller: Caller, operation: str, result: JSON) -> JSON:  # noqa: ARG002
        for task in [task for task in listed(operation, result) if task.get("artifacts")][::2]:
            task["artifacts"] = []
        return result


@fault("artifacts.flag-validated", "Whatever is no boolean counts as false.")
class FlagOfAnyKind(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:  # noqa: ARG002
        flag = params.get("includeArtifacts")
        return queries.list_query({**params, "includeArtifacts": flag is True})


@fault(
    "artifacts.flag-validated", "On HTTP, whatever is no boolean counts as false.", bindings=("http+json",)
)
class QueryFlagOfAnyKind(Rules):
    def list_query(self, caller: Caller, params: Mapping[str, object]) -> ListQuery:
        flag = params.get("includeArtifacts")
        if caller.binding == "http+json" and not isinstance(flag, bool):
            params = {**params, "includeArtifacts": None}
        return super().list_query(caller, params)


@fault(
    "artifacts.included-when-true",
    "With the flag true, artifacts are empty.",
    clause="flag-works",
    bindings=("jsonrpc",),
)
class EmptyWhenTrue(Rules):
    def list_artifacts(self, caller: Caller, task: JSON, *, include: bool) -> None:
        super().list_artifacts(caller, task, include=include)
        if include and caller.binding == "jsonrpc":
            task["artifacts"] = []
