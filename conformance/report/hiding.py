"""`--hide-content`: what people wrote is replaced by a digest before a report is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from conformance.core.jsontext import Unreadable, encode, parse

CONTENT = ("text", "data", "raw", "url", "filename")
"""The members of a part that hold content (§4.1.6)."""


def without_content(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the report with the content of every message and artifact part replaced by its digest."""
    exchanges = {
        name: {
            **exchange,
            "request": _hidden(exchange["request"]),
            "response": exchange["response"] and _hidden(exchange["response"]),
        }
        for name, exchange in report["exchanges"].items()
    }
    targets = [{**target, "messages": {}} for target in report["targets"]]
    return {**report, "exchanges": exchanges, "targets": targets}


def _hidden(part: Mapping[str, Any]) -> dict[str, Any]:
    if part["encoding"] != "utf-8" or '"parts"' not in part["body"]:
        return dict(part)
    try:
        value = parse(part["body"].encode()).value
    except Unreadable:
        return {**part, "body": _digest(part["body"])}
    return {**part, "body": json.dumps(_walk(value), ensure_ascii=False, default=str)}


def _walk(value: Any) -> Any:
    if isinstance(value, list):
        return [_walk(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    return {name: _parts(entry) if name == "parts" else _walk(entry) for name, entry in value.items()}


def _parts(parts: Any) -> Any:
    if not isinstance(parts, list):
        return _walk(parts)
    return [
        {name: _digest(entry) if name in CONTENT else entry for name, entry in part.items()}
        if isinstance(part, dict)
        else part
        for part in parts
    ]


def _digest(value: Any) -> str:
    return f"sha256:{hashlib.sha256(encode(value)).hexdigest()[:16]}"
