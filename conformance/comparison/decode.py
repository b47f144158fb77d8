"""What a page token and an answer say in a few words: the actual value, for people to compare.

Whether that conforms is the checks' business.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from conformance.core.hostile import shorten
from conformance.core.jsontext import Unreadable, parse
from conformance.report.words import plural

MAX_VALUE: Final = 240
SHORT: Final = 24
"""Characters of a token that is shown as it is when nothing in it can be read."""
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")


def decode_token(token: str) -> str:
    """Return what a page token holds where its writing lets that be seen: "base64 of JSON {…}", "a number: 50".

    Nothing is decrypted or verified; a token is opaque to clients (§3.1.4), and this only tells what servers do.
    """
    if not token:
        return "empty"
    readers = (_simple, _json_in, _jwt, _encoded)
    return next((said for said in (read(token) for read in readers) if said), _closed(token))


def _simple(token: str) -> str:
    if token.isascii() and token.isdigit():
        return f"a number: {shorten(token, 40)}"
    return f"a UUID: {token}" if _UUID.fullmatch(token) else ""


def _json_in(token: str) -> str:
    written = _json(token.encode("utf-8", "replace")) if token[0] in "{[" else ""
    return f"JSON {written}" if written else ""


def _jwt(token: str) -> str:
    parts = [_bytes(part) or b"" for part in token.split(".")]
    if len(parts) != 3 or not all(part.startswith(b"{") for part in parts[:2]):
        return ""
    return f"a JWT: {' '.join(map(_json, parts[:2]))}"


def _encoded(token: str) -> str:
    data = _bytes(token) or b""
    if data[:1] in (b"{", b"[") and (written := _json(data)):
        return f"base64 of JSON {written}"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    inner = _bytes(text) or b""
    if inner[:1] == b"{" and (written := _json(inner)):
        return f"base64 of base64 of JSON {written}"
    return f"base64 of text: {shorten(text, MAX_VALUE)}" if text and text.isprintable() else ""


def _closed(token: str) -> str:
    if len(token) <= SHORT and token.isprintable():
        return f"plain text: {token}"
    data = _bytes(token)
    return f"opaque, {len(token)} characters" + (f" (base64 of {len(data)} bytes)" if data else "")


def _bytes(text: str) -> bytes | None:
    if len(text) < 4 or not _BASE64.fullmatch(text):
        return None
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        return None


def _json(data: bytes) -> str:
    try:
        value = parse(data).value
    except Unreadable:
        return ""
    return shorten(json.dumps(value, ensure_ascii=False, default=str), MAX_VALUE)


def token_in(exchange: Mapping[str, Any]) -> str | None:
    """Return the page token that an answer gave, None where it gave none or an empty one."""
    result = _result(exchange)
    token = result.get("nextPageToken") if isinstance(result, dict) else None
    return token if isinstance(token, str) and token else None


def identifier_in(exchange: Mapping[str, Any]) -> Any:
    """Return the id of the task that an answer is, None where it is none."""
    result = _result(exchange)
    return result.get("id") if isinstance(result, dict) and "error" not in result else None


def answer_in_words(exchange: Mapping[str, Any]) -> str:
    """Return an answer's status and its text: "HTTP 200, error -32602: Invalid parameters", "HTTP 200, 50 tasks"."""
    response = exchange["response"]
    if response is None:
        failure = exchange["failure"]
        return f"no answer: {failure['kind']}" if failure else "no answer"
    status = f"HTTP {response['status']}"
    body = _body(exchange)
    if not isinstance(body, dict):
        kind = "not JSON" if response["body"] else "an empty body"
        return f"{status}, {kind if body is None else shorten(json.dumps(body, default=str), 80)}"
    if "error" in body:
        return f"{status}, {_error(body['error'])}"
    if response["status"] >= 400:
        return f"{status}, {shorten(json.dumps(body, ensure_ascii=False, default=str), MAX_VALUE)}"
    return f"{status}, {_what(_result(exchange))}"


def _error(error: Any) -> str:
    if not isinstance(error, dict):
        return f"error {shorten(json.dumps(error, ensure_ascii=False, default=str), 80)}"
    code, status, message = (error.get(name) for name in ("code", "status", "message"))
    named = " ".join(str(part) for part in ("error", code, status) if part is not None)
    return shorten(f"{named}: {message}" if message else named, MAX_VALUE)


def _what(result: Any) -> str:
    if not isinstance(result, dict):
        return shorten(json.dumps(result, ensure_ascii=False, default=str), 80)
    if isinstance(result.get("tasks"), list):
        tasks = len(result["tasks"])
        rest = [f"pageSize {result['pageSize']}"] if "pageSize" in result else ["no pageSize"]
        rest += [] if "totalSize" in result else ["no totalSize"]
        longest = max((_messages(task) for task in result["tasks"]), default=0)
        rest.append(f"at most {plural(longest, 'message')} of history" if longest else "no history")
        return shorten(", ".join([plural(tasks, "task"), *rest]), MAX_VALUE)
    task = result.get("task", result)
    if isinstance(task, dict) and isinstance(task.get("status"), dict):
        messages = _messages(task)
        history = f"{plural(messages, 'message')} of history" if messages else "no history"
        return shorten(f"a task in {task['status'].get('state')}, {history}", MAX_VALUE)
    return shorten(f"an object with {', '.join(sorted(map(str, result))) or 'nothing'}", 120)


def _messages(task: Any) -> int:
    history = task.get("history") if isinstance(task, dict) else None
    return len(history) if isinstance(history, list) else 0


def _body(exchange: Mapping[str, Any]) -> Any:
    response = exchange["response"]
    if response is None or response["encoding"] != "utf-8":
        return None
    try:
        return parse(response["body"].encode("utf-8", "replace")).value
    except Unreadable:
        return None


def _result(exchange: Mapping[str, Any]) -> Any:
    body = _body(exchange)
    return body["result"] if isinstance(body, dict) and "result" in body and "jsonrpc" in body else body
