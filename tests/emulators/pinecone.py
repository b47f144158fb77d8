"""Pinecone's "get a task (with steps)" and "list tasks", as far as documented; `python -m tests.emulators.pinecone`.

Where the documentation is silent the plainest answer is given; `variants_pinecone.py` holds the others.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply

VERSION = "x-pinecone-api-version"
LATEST, UNSTABLE = "2026-07", "unstable"
WORKFLOWS = ("search", "curate", "search", "import", "explore", "search", "pack")
STATES = ("completed", "running", "completed", "failed", "cancelled", "completed", "scheduled", "completed")
RARE = {3: "starting", 5: "provisioning", 8: "stopping"}
FILTERS = ("workflow", "state", "context", "q")
EVERYTHING = 1100


@functools.cache
def tasks(count: int) -> Sequence[Record]:
    """Return the first `count` tasks, with 0 to 8 steps each; contexts of 3, 6 and 12 tasks, the rest in two more."""
    return [task(number) for number in range(count)]


def task(number: int) -> Record:
    """Return one task; its steps are the oldest first."""
    context = 0 if number < 3 else 1 if number < 9 else 2 if number < 21 else 3 + number % 2
    body = {
        "project_id": parts.identifier("project", 0),
        "context_id": parts.identifier("context", context),
        "created_by": f"person-{number % 4}",
        "workflow": WORKFLOWS[number % len(WORKFLOWS)],
        "state": RARE.get(number, STATES[number % len(STATES)]),
        "input": {"ask": f"question {number}"},
        "steps": [
            {"step_id": f"step-{index}", "status": "completed", "commentary": f"{index} of task {number}"}
            for index in range(1, number % 9 + 1)
        ],
        "tokens_prompt": 10 * number,
        "tokens_completion": number,
        "runtime_seconds": number % 50,
    }
    return Record(parts.made(number), parts.identifier("task", number), body)


class Rules(parts.Rules):
    """What the documentation promises."""

    api = "pinecone"
    routes = {"/api/tasks": "listing", "/api/tasks/{id}": "reading"}  # noqa: RUF012 - nobody changes it
    count = EVERYTHING
    default_limit = 30
    largest_limit = 1000

    def listing(self, call: Call) -> Reply:
        """Answer with a page of tasks."""
        self.admit(call)
        limit = self.limit(call.query.get("limit"))
        start = self.start(call, limit)
        found = self.matching(call)
        items = [self.listed(record) for record in self.cut(found, start, limit)]
        return Reply({"items": items, **self.counts(call, len(found), limit, start)})

    def reading(self, call: Call) -> Reply:
        """Answer with one task."""
        self.admit(call)
        limit = self.steps_limit(call.query.get("steps_limit"))
        for record in tasks(self.count):
            if record.id == call.path["id"]:
                return Reply(self.read(record, limit))
        raise RefusedError(self.not_found())

    def admit(self, call: Call) -> None:
        """Refuse whoever has no token, and versions that there are not."""
        if not self.admitted(call):
            raise RefusedError(self.unauthenticated())
        self.version(call.headers.get(VERSION))

    def version(self, asked: str | None) -> None:
        """Refuse a version that there is not; none is the latest."""
        if asked not in (None, LATEST, UNSTABLE):
            raise RefusedError(self.wrong_version())

    def limit(self, given: str | None) -> int:
        """Return how many tasks a page may hold."""
        if given is None:
            return self.default_limit
        limit = parts.whole_number(given)
        if limit is None:
            return self.no_number(given)
        if limit < 1:
            return self.too_small(limit)
        return limit if limit <= self.largest_limit else self.too_large(limit)

    def no_number(self, given: str) -> int:
        raise RefusedError(self.invalid("limit must be an integer"))

    def too_small(self, limit: int) -> int:
        raise RefusedError(self.invalid("limit must be 1 or more"))

    def too_large(self, limit: int) -> int:
        raise RefusedError(self.invalid("limit must be 1000 or less"))

    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        """Return one page of what was found."""
        return found[start : start + limit]

    def start(self, call: Call, limit: int) -> int:
        """Return how many tasks are passed over: `offset` wins over `page`."""
        if "offset" in call.query:
            return self.offset(call.query["offset"])
        return (self.page(call.query.get("page", "1")) - 1) * limit

    def offset(self, given: str) -> int:
        offset = parts.whole_number(given)
        return offset if offset is not None and offset >= 0 else self.bad_place("offset")

    def page(self, given: str) -> int:
        page = parts.whole_number(given)
        return page if page is not None and page >= 1 else self.bad_place("page")

    def bad_place(self, name: str) -> int:
        raise RefusedError(self.invalid(f"{name} is out of range"))

    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        """Return the five members beside `items`."""
        pages = -(-total // limit)
        return {
            "total": total,
            "limit": limit,
            "offset": start,
            "page": start // limit + 1,
            "pages": pages,
        }

    def matching(self, call: Call) -> list[Record]:
        """Return the tasks that the filters let through, in order."""
        found = self.ordered(tasks(self.count))
        for name in FILTERS:
            if call.query.get(name):
                found = [record for record in found if self.keeps(record, name, call.query[name])]
        return found

    def keeps(self, record: Record, name: str, wanted: str) -> bool:
        """Say whether one filter lets a task through."""
        if name == "q":
            searched = (record.id, record.body["created_by"], str(record.body["input"]))
            return any(wanted.lower() in text.lower() for text in searched)
        return bool(record.body["context_id" if name == "context" else name] == wanted)

    def listed(self, record: Record) -> JSON:
        """Return a task as it stands in a list: its steps are for who reads it."""
        return {**self.shown(record), "steps": []}

    def read(self, record: Record, limit: int | None) -> JSON:
        """Return a task as it is read by itself."""
        steps = record.body["steps"]
        return {**self.shown(record), "steps": self.recent(steps, limit), **self.counted(steps, limit)}

    def shown(self, record: Record) -> JSON:
        return {"id": record.id, **record.body, "created_at": self.time(record.at)}

    def recent(self, steps: list[JSON], limit: int | None) -> list[JSON]:
        """Return the last `limit` steps; unset is all."""
        if limit is None:
            return steps
        return steps[-limit:] if limit else self.none_of(steps)

    def none_of(self, steps: list[JSON]) -> list[JSON]:
        """Return what a limit of 0 leaves."""
        return []

    def counted(self, steps: list[JSON], limit: int | None) -> JSON:
        """Return the full count of steps."""
        return {"steps_total": len(steps)}

    def steps_limit(self, given: str | None) -> int | None:
        """Return how many trailing steps are asked for."""
        if given is None:
            return None
        limit = parts.whole_number(given)
        return limit if limit is not None and limit >= 0 else self.bad_steps_limit(given)

    def bad_steps_limit(self, given: str) -> int | None:
        raise RefusedError(self.invalid("steps_limit must be an integer, 0 or more"))

    def time(self, at: int) -> Any:
        return parts.zoned(at)

    def unauthenticated(self) -> Reply:
        return Reply({"message": "Unauthorized"}, 401)

    def not_found(self) -> Reply:
        return Reply({"message": "task not found"}, 404)

    def invalid(self, message: str) -> Reply:
        return Reply({"message": message}, 400)

    def wrong_version(self) -> Reply:
        return Reply({"message": "There is no such API version.", "code": "unsupported_api_version"}, 400)

    def sent(self, call: Call, reply: Reply) -> Reply:
        """Name the version that answered."""
        reply.headers |= self.echoed(call.headers.get(VERSION), reply.status)
        return reply

    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        """Return the header that names the version, none on errors."""
        return {VERSION: asked or LATEST} if status < 400 else {}


if __name__ == "__main__":
    parts.serve(Rules())
