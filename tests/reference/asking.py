"""A small client of the reference server that asks the same thing over either binding."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from conformance.reference import MAIN_TOKEN

BINDINGS = ("jsonrpc", "http+json")


@dataclass
class Answer:
    """What came: `result`, or the refusal's `code` (JSON-RPC's or the HTTP status), `details` and `text`."""

    response: httpx.Response
    result: Any
    error: dict[str, Any] | None

    @property
    def code(self) -> int | None:
        return None if self.error is None else self.error["code"]

    @property
    def details(self) -> list[dict[str, Any]]:
        assert self.error is not None, self.result
        return self.error["data"] if "data" in self.error else self.error["details"]

    @property
    def reason(self) -> str:
        return next((detail["reason"] for detail in self.details if "reason" in detail), "")

    @property
    def fields(self) -> list[str]:
        return [field["field"] for detail in self.details for field in detail.get("fieldViolations", ())]


class Asker:
    """Asks one server over one binding, as one principal, in one tenant."""

    def __init__(self, client: httpx.Client, binding: str, token: str = MAIN_TOKEN, tenant: str = "") -> None:
        self.client = client
        self.binding = binding
        self.tenant = tenant
        self.headers = {"Authorization": f"Bearer {token}", "A2A-Version": "1.0"}

    def list(self, **params: Any) -> Answer:
        if self.binding == "jsonrpc":
            return self.rpc("ListTasks", params)
        return self.http("GET", "/tasks", params=params)

    def get(self, task_id: Any, **params: Any) -> Answer:
        if self.binding == "jsonrpc":
            return self.rpc("GetTask", {"id": task_id, **params})
        return self.http("GET", f"/tasks/{quote(task_id, safe='')}", params=params)

    def send(self, text: str, *, configuration: dict[str, Any] | None = None, **message: Any) -> Answer:
        parts = [{"text": text}]
        params: dict[str, Any] = {
            "message": {"messageId": "m-1", "role": "ROLE_USER", "parts": parts} | message
        }
        if configuration is not None:
            params["configuration"] = configuration
        return self.send_params(params)

    def send_params(self, params: dict[str, Any]) -> Answer:
        if self.binding == "jsonrpc":
            return self.rpc("SendMessage", params)
        return self.http("POST", "/message:send", json=params)

    def rpc(self, method: str, params: Any) -> Answer:
        if self.tenant and isinstance(params, dict):
            params = {"tenant": self.tenant, **params}
        body = {"jsonrpc": "2.0", "id": "q", "method": method, "params": params}
        return rpc_answer(self.client.post("/rpc", json=body, headers=self.headers))

    def http(self, verb: str, path: str, *, params: dict[str, Any] | None = None, json: Any = None) -> Answer:
        prefix = "/http" + (f"/{self.tenant}" if self.tenant else "")
        query = {
            name: value if isinstance(value, str) else dumped(value)
            for name, value in (params or {}).items()
            if value is not None
        }
        response = self.client.request(verb, prefix + path, params=query, json=json, headers=self.headers)
        body = response.json() if response.content else {}
        assert response.headers["content-type"] == "application/a2a+json"
        return Answer(response, None if "error" in body else body, body.get("error"))

    def walk(self, **params: Any) -> Iterator[dict[str, Any]]:
        """Return every page of a list."""
        token = ""
        while True:
            page = self.list(**params, pageToken=token).result
            yield page
            token = page["nextPageToken"]
            if not token:
                return

    def ids(self, **params: Any) -> list[str]:
        return [task["id"] for page in self.walk(**params) for task in page["tasks"]]


def rpc_answer(response: httpx.Response) -> Answer:
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert body["jsonrpc"] == "2.0"
    assert set(body) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    return Answer(response, body.get("result"), body.get("error"))


def dumped(value: object) -> str:
    return json.dumps(value)


def invalid(binding: str) -> int:
    """Return the code of a validation error."""
    return -32602 if binding == "jsonrpc" else 400
