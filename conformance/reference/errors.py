"""The errors of the protocol, once, with their face on each binding (§3.3.2, §5.4, §9.5, §11.6).

No wire format here beyond the detail objects that both bindings share: the bindings wrap them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

A2A_DOMAIN = "a2a-protocol.org"
OWN_DOMAIN = "task-conformance"
ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"

JSON = dict[str, object]


@dataclass
class A2AError(Exception):
    """A refusal. `violations` maps each bad parameter's name to what is wrong with it."""

    message: str
    rpc_code: int
    http_status: int
    status: str
    reason: str = ""
    domain: str = A2A_DOMAIN
    violations: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def details(self) -> list[JSON]:
        """Return the detail objects, each with its `@type`; never empty."""
        found: list[JSON] = []
        if self.reason:
            info: JSON = {"@type": ERROR_INFO, "reason": self.reason, "domain": self.domain}
            found.append(info | ({"metadata": dict(self.metadata)} if self.metadata else {}))
        if self.violations:
            fields = [{"field": name, "description": why} for name, why in self.violations.items()]
            found.append({"@type": BAD_REQUEST, "fieldViolations": fields})
        return found


def invalid(violations: Mapping[str, str]) -> A2AError:
    """Return the validation error that names each bad parameter."""
    return A2AError("Invalid parameters", -32602, 400, "INVALID_ARGUMENT", violations=dict(violations))


def task_not_found() -> A2AError:
    """Return the answer for what is not there and for what is somebody else's: no id, no difference."""
    return A2AError("Task not found", -32001, 404, "NOT_FOUND", "TASK_NOT_FOUND")


def task_not_cancelable() -> A2AError:
    return A2AError("The task has ended already", -32002, 400, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE")


def push_not_supported() -> A2AError:
    return A2AError(
        "Push notifications are not supported",
        -32003,
        400,
        "FAILED_PRECONDITION",
        "PUSH_NOTIFICATION_NOT_SUPPORTED",
    )


def unsupported_operation(why: str) -> A2AError:
    return A2AError(why, -32004, 400, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION")


def version_not_supported(asked: str) -> A2AError:
    return A2AError(
        f"A2A version {asked or '0.3 (none was named)'} is not supported, 1.0 is",
        -32009,
        400,
        "FAILED_PRECONDITION",
        "VERSION_NOT_SUPPORTED",
        metadata={"requestedVersion": asked or "0.3", "supportedVersions": "1.0"},
    )


def unauthenticated(challenge: str, why: str) -> A2AError:
    """Return the refusal of a missing or wrong credential; `challenge` is the WWW-Authenticate value."""
    return A2AError(
        why,
        -32000,
        401,
        "UNAUTHENTICATED",
        "UNAUTHENTICATED",
        OWN_DOMAIN,
        headers={"WWW-Authenticate": challenge},
    )


def bad_json(why: str) -> A2AError:
    return A2AError(
        f"Invalid JSON payload: {why}", -32700, 400, "INVALID_ARGUMENT", "INVALID_JSON", OWN_DOMAIN
    )


def bad_request(why: str) -> A2AError:
    """Return the refusal of JSON that is no JSON-RPC request, or no object where HTTP wants one."""
    return A2AError(
        f"Request payload validation error: {why}",
        -32600,
        400,
        "INVALID_ARGUMENT",
        "INVALID_REQUEST",
        OWN_DOMAIN,
    )


def too_large(limit: int) -> A2AError:
    return A2AError(
        f"The request body has more than {limit} bytes",
        -32600,
        413,
        "INVALID_ARGUMENT",
        "TOO_LARGE",
        OWN_DOMAIN,
    )


def unknown_method() -> A2AError:
    return A2AError("Method not found", -32601, 404, "NOT_FOUND", "METHOD_NOT_FOUND", OWN_DOMAIN)


def no_such_path() -> A2AError:
    return A2AError("Nothing is served here", -32601, 404, "NOT_FOUND", "NO_SUCH_PATH", OWN_DOMAIN)


def method_not_allowed(allow: str) -> A2AError:
    """Return the refusal of a verb; `allow` is the Allow header's value (RFC 9110, 15.5.6)."""
    return A2AError(
        f"Only {allow} here",
        -32601,
        405,
        "UNIMPLEMENTED",
        "METHOD_NOT_ALLOWED",
        OWN_DOMAIN,
        headers={"Allow": allow},
    )


def internal() -> A2AError:
    return A2AError("Internal error", -32603, 500, "INTERNAL", "INTERNAL", OWN_DOMAIN)
