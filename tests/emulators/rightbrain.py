"""Rightbrain's "list task agent runs" and one run, as far as documented; `python -m tests.emulators.rightbrain`.

Where the documentation is silent the plainest answer is given; `variants_rightbrain.py` holds the others.
"""

from __future__ import annotations

import base64
import binascii
import functools
import json
import uuid
from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply

ORG, PROJECT, AGENT = (parts.identifier(kind, 0) for kind in ("org", "project", "task-agent"))
VARIABLES = {"org_id": ORG, "project_id": PROJECT, "task_agent_id": AGENT}
RUNS = "/api/v1/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/run"
STATES = ("completed", "running", "completed", "failed", "completed", "waiting_for_human", "failed")
FLAGS = ("is_error", "had_task_tool_fail", "had_mcp_tool_fail")
TEXTS = ("session_id", "status", "task_agent_revision_id")
TIMES = ("created_after", "created_before")
FILTERS = (*FLAGS, *TEXTS, *TIMES, "min_duration_ms")


@functools.cache
def runs(count: int) -> Sequence[Record]:
    """Return the first `count` runs: a dozen sessions, the first of three runs, the second of six, one large."""
    return [run(number) for number in range(count)]


def run(number: int) -> Record:
    """Return one run."""
    state = STATES[number % len(STATES)]
    session = 0 if number < 3 else 1 if number < 9 else 2 + number % 10 if number < 60 else 12
    body = {
        "task_agent_id": AGENT,
        "task_agent_revision_id": parts.identifier("revision", number // 50),
        "session_id": parts.identifier("session", session),
        "status": state,
        "is_error": state == "failed",
        "had_task_tool_fail": number % 3 == 2,
        "had_mcp_tool_fail": number % 3 == 1,
        "duration_ms": 40 * (number % 11) + 7,
        "task_input": {"question": f"What is {number} times {number}?"},
        "response": {"answer": str(number * number)} if state == "completed" else None,
    }
    return Record(parts.made(number), parts.identifier("run", number), body)


class Rules(parts.Rules):
    """What the documentation promises."""

    api = "rightbrain"
    routes = {RUNS: "listing", RUNS + "/{run_id}": "reading"}  # noqa: RUF012 - nobody changes it
    count = 134
    default_limit = 100
    largest_limit = 100

    def listing(self, call: Call) -> Reply:
        """Answer with a page of runs."""
        self.admit(call)
        limit = self.page_limit(call.query.get("page_limit"))
        found = self.matching(call)
        start = self.start(found, call.query.get("cursor"))
        page = self.cut(found, start, limit)
        more = start + len(page) < len(found)
        results = [self.listed(record) for record in page]
        return Reply({"results": results, "pagination": self.pagination(page, limit, more=more)})

    def reading(self, call: Call) -> Reply:
        """Answer with one run."""
        self.admit(call)
        run_id = self.run_id(call.path["run_id"])
        for record in runs(self.count):
            if record.id == run_id:
                return Reply(self.read(record))
        raise RefusedError(self.not_found())

    def admit(self, call: Call) -> None:
        """Refuse whoever has no token, and whatever is not in the one project that there is."""
        if not self.admitted(call):
            raise RefusedError(self.unauthenticated())
        if any(call.path[name] != value for name, value in VARIABLES.items()):
            raise RefusedError(self.not_found())

    def page_limit(self, given: str | None) -> int:
        """Return how many runs a page may hold."""
        if given is None:
            return self.default_limit
        limit = parts.whole_number(given)
        if limit is None:
            return self.no_number(given)
        if limit < 1:
            return self.too_small(limit)
        return limit if limit <= self.largest_limit else self.too_large(limit)

    def no_number(self, given: str) -> int:
        raise RefusedError(self.invalid("page_limit", "Input should be a valid integer", "int_parsing"))

    def too_small(self, limit: int) -> int:
        raise RefusedError(
            self.invalid("page_limit", "Input should be greater than or equal to 1", "greater_than_equal")
        )

    def too_large(self, limit: int) -> int:
        raise RefusedError(
            self.invalid("page_limit", "Input should be less than or equal to 100", "less_than_equal")
        )

    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        """Return one page of what was found."""
        return found[start : start + limit]

    def matching(self, call: Call) -> list[Record]:
        """Return the runs that the filters let through, in order."""
        found = self.ordered(runs(self.count))
        for name in FILTERS:
            if name in call.query:
                wanted = self.value(name, call.query[name])
                found = [record for record in found if self.keeps(record, name, wanted)]
        return found

    def value(self, name: str, given: str) -> Any:
        """Return what a filter is set to."""
        parsed: Any = given
        if name in FLAGS:
            parsed = {"true": True, "1": True, "false": False, "0": False}.get(given.lower())
        elif name in TIMES:
            parsed = parts.instant(given)
        elif name == "min_duration_ms":
            parsed = parts.whole_number(given)
        if parsed is None:
            raise RefusedError(self.invalid(name, "Input should be valid", "value_error"))
        return parsed

    def keeps(self, record: Record, name: str, wanted: Any) -> bool:
        """Say whether one filter lets a run through; the three bounds are inclusive."""
        if name == "created_after":
            return bool(record.at >= wanted)
        if name == "created_before":
            return bool(record.at <= wanted)
        if name == "min_duration_ms":
            return bool(record.body["duration_ms"] >= wanted)
        return bool(record.body[name] == wanted)

    def cursor(self, record: Record) -> str:
        """Return the cursor that stands behind a run."""
        return base64.urlsafe_b64encode(json.dumps([record.at, record.id]).encode()).decode()

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        """Return where the page begins."""
        if cursor is None:
            return 0
        try:
            at, run_id = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
            return sum((-record.at, record.id) <= (-at, run_id) for record in found)
        except (binascii.Error, ValueError, TypeError):
            return self.bad_cursor(cursor)

    def bad_cursor(self, cursor: str) -> int:
        raise RefusedError(self.invalid("cursor", "Input should be a cursor that was given", "value_error"))

    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        """Return the answer's other half."""
        following = self.cursor(page[-1]) if more and page else None
        return {"next_cursor": following, "has_next": more, "page_limit": limit}

    def listed(self, record: Record) -> JSON:
        """Return a run as it stands in a list: nothing is left out."""
        return self.read(record)

    def read(self, record: Record) -> JSON:
        """Return a run as it is read by itself."""
        return {"id": record.id, **record.body, "created": self.time(record.at)}

    def time(self, at: int) -> Any:
        return parts.zoned(at)

    def run_id(self, given: str) -> str:
        """Return the id in the path; what is no UUID is malformed."""
        try:
            return str(uuid.UUID(given))
        except ValueError:
            raise RefusedError(self.malformed_id()) from None

    def unauthenticated(self) -> Reply:
        return Reply({"error": {"code": 401, "message": "Unauthorized"}}, 401)

    def not_found(self) -> Reply:
        return Reply({"detail": {"reason": "not_found", "message": "There is no such run."}}, 404)

    def malformed_id(self) -> Reply:
        return Reply({"detail": {"reason": "malformed_id", "message": "The id is no UUID."}}, 400)

    def invalid(self, name: str, message: str, kind: str) -> Reply:
        """Return the answer to a parameter that is not valid, as the framework writes it."""
        return Reply({"detail": [{"loc": ["query", name], "msg": message, "type": kind}]}, 422)


if __name__ == "__main__":
    parts.serve(Rules())
