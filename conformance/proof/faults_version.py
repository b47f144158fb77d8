"""Servers that misread A2A-Version, one rule each."""

from __future__ import annotations

from dataclasses import replace

from conformance.proof.registry import fault
from conformance.reference import Rules, errors
from conformance.reference.errors import JSON, A2AError
from conformance.reference.queries import Binding


@fault("version.unsupported", "Every version is served as 1.0 if one is named.")
class AnyVersionWillDo(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        if not asked:
            super().version(binding, asked)


@fault("version.unsupported", "An unsupported version is a bad parameter.", bindings=("jsonrpc",))
class VersionIsBadParameter(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        try:
            super().version(binding, asked)
        except A2AError:
            if binding != "jsonrpc":
                raise
            raise errors.invalid({"A2A-Version": "Must be 1.0"}) from None


@fault(
    "version.unsupported",
    "An unsupported version is a bare 400.",
    bindings=("http+json",),
    clause="http-body",
)
class VersionWithoutReason(Rules):
    def http_error(self, error: A2AError) -> JSON:
        unsaid = error.reason == "VERSION_NOT_SUPPORTED"
        return super().http_error(replace(error, reason="BAD_REQUEST") if unsaid else error)


@fault("version.minor", "Only the major version is compared.")
class MajorVersionOnly(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        super().version(binding, "1.0" if asked.startswith("1.") else asked)


@fault("version.absent", "No version is read as 1.0.", clause="answered-as-1-0")
class NoVersionIsTheNewest(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        super().version(binding, asked or "1.0")


@fault("version.minor", "On HTTP+JSON the next minor version will do.", bindings=("http+json",))
class NextMinorWillDo(Rules):
    def version(self, binding: Binding, asked: str) -> None:
        super().version(binding, "1.0" if binding == "http+json" and asked == "1.1" else asked)
