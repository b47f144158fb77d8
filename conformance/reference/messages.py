"""The parameters of SendMessage, validated (§3.2.1, §3.2.2, §4.1.4)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.reference.errors import JSON, push_not_supported
from conformance.reference.validate import Reader

CONTENTS = ("text", "raw", "url", "data")


@dataclass(frozen=True, kw_only=True)
class SendQuery:
    """SendMessage. `message` holds known members only; `text` is its last text part's."""

    message: JSON
    text: str
    context_id: str
    task_id: str
    history_length: int | None
    return_immediately: bool


def send_query(params: Mapping[str, object]) -> SendQuery:
    """Read SendMessage's parameters; raises the validation error."""
    outer = Reader(params)
    given = member(outer, "message")
    options = member(outer, "configuration")
    if params.get("message") is None:
        outer.wrong("message", "Must be given")
    reader, configuration = Reader(given, prefix="message."), Reader(options, prefix="configuration.")
    parts = read_parts(reader)
    message: JSON = {
        "messageId": reader.text("messageId", required=True),
        "role": "ROLE_USER",
        "parts": parts,
    }
    if given.get("role") not in ("ROLE_USER", 1):
        reader.wrong("role", "Must be ROLE_USER")
    for name in ("extensions", "referenceTaskIds"):
        if names := strings(reader, name):
            message[name] = names
    if metadata := member(reader, "metadata"):
        message["metadata"] = metadata
    query = SendQuery(
        message=message,
        text=next((str(part["text"]) for part in reversed(parts) if "text" in part), ""),
        context_id=reader.text("contextId"),
        task_id=reader.text("taskId"),
        history_length=configuration.integer("historyLength"),
        return_immediately=configuration.flag("returnImmediately") or False,
    )
    strings(configuration, "acceptedOutputModes")
    outer.violations |= reader.violations | configuration.violations
    outer.finish()
    if options.get("taskPushNotificationConfig") is not None:
        raise push_not_supported()
    return query


def read_parts(reader: Reader) -> list[JSON]:
    """Return the message's parts, each with exactly one content (§4.1.6); a `data` of null is content."""
    given = reader.members.get("parts")
    if not isinstance(given, list) or not given:
        reader.wrong("parts", "At least one part is required")
        return []
    parts: list[JSON] = []
    for index, item in enumerate(given):
        if not isinstance(item, dict):
            reader.wrong(f"parts[{index}]", "Must be an object")
            continue
        found = [name for name in CONTENTS if item.get(name) is not None or (name == "data" and name in item)]
        if len(found) != 1 or (found[0] != "data" and not isinstance(item[found[0]], str)):
            reader.wrong(f"parts[{index}]", f"Must have exactly one of {', '.join(CONTENTS)}")
        elif found[0] == "raw" and not is_base64(item["raw"]):
            reader.wrong(f"parts[{index}].raw", "Must be base64")
        else:
            extras = [name for name in ("metadata", "filename", "mediaType") if item.get(name) is not None]
            parts.append({name: item[name] for name in (*found, *extras)})
    return parts


def member(reader: Reader, name: str) -> JSON:
    """Return a member that is an object; unset is empty."""
    value = reader.members.get(name)
    if value is not None and not isinstance(value, dict):
        reader.wrong(name, "Must be an object")
    return value if isinstance(value, dict) else {}


def strings(reader: Reader, name: str) -> list[str]:
    """Return a member that is a list of strings; unset is empty."""
    value = reader.members.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        reader.wrong(name, "Must be a list of strings")
        return []
    return value


def is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True
