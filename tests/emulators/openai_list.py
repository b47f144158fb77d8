"""A list in OpenAI's manner: `after` is the id of the last item, `has_more` tells the end.

`python -m tests.emulators.openai_list` serves it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply

STATES = ("completed", "in_progress", "completed", "failed", "cancelled")


@functools.cache
def batches(count: int) -> Sequence[Record]:
    """Return the first `count` batches, some of them made in the same second."""
    return [
        Record(
            parts.made(number),
            f"batch_{parts.identifier('batch', number).replace('-', '')}",
            {"object": "batch", "status": STATES[number % len(STATES)], "endpoint": "/v1/responses"},
        )
        for number in range(count)
    ]


class Rules(parts.Rules):
    """A plain list of this kind."""

    api = "openai-list"
    routes = {"/v1/batches": "listing", "/v1/batches/{id}": "reading"}  # noqa: RUF012 - nobody changes it
    count = 123
    default_limit = 20
    largest_limit = 100

    def ordered(self, records: Sequence[Record]) -> list[Record]:
        """Return the records newest first, by the second that is shown."""
        return sorted(records, key=lambda record: (-(record.at // 1_000_000), record.id))

    def listing(self, call: Call) -> Reply:
        """Answer with a page."""
        self.admit(call)
        limit = self.limit(call.query.get("limit"))
        found = self.ordered(batches(self.count))
        start = self.start(found, call.query.get("after"))
        page = self.cut(found, start, limit)
        return Reply(self.page(page, more=start + len(page) < len(found)))

    def reading(self, call: Call) -> Reply:
        """Answer with one batch."""
        self.admit(call)
        for record in batches(self.count):
            if record.id == call.path["id"]:
                return Reply(self.shown(record))
        raise RefusedError(self.not_found(call.path["id"]))

    def admit(self, call: Call) -> None:
        if not self.admitted(call):
            raise RefusedError(self.unauthenticated())

    def limit(self, given: str | None) -> int:
        """Return how many batches a page may hold."""
        if given is None:
            return self.default_limit
        limit = parts.whole_number(given)
        if limit is None or not 1 <= limit <= self.largest_limit:
            return self.out_of_range(limit)
        return limit

    def out_of_range(self, limit: int | None) -> int:
        raise RefusedError(self.refusal(400, "limit must be an integer from 1 to 100", None))

    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        """Return one page of what was found."""
        return found[start : start + limit]

    def start(self, found: Sequence[Record], after: str | None) -> int:
        """Return where the page begins."""
        if after is None:
            return 0
        places = {record.id: place for place, record in enumerate(found)}
        return places[after] + 1 if after in places else self.unknown_after(after)

    def unknown_after(self, after: str) -> int:
        raise RefusedError(self.refusal(400, "after is the id of no batch", "invalid_value"))

    def page(self, page: Sequence[Record], *, more: bool) -> JSON:
        """Return the body of a list."""
        data = [self.shown(record) for record in page]
        return {"object": "list", "data": data, **self.ends(data), "has_more": more}

    def ends(self, data: Sequence[JSON]) -> JSON:
        """Return the first id and the last, null where there is none."""
        return {"first_id": data[0]["id"] if data else None, "last_id": data[-1]["id"] if data else None}

    def shown(self, record: Record) -> JSON:
        return {"id": record.id, **record.body, "created_at": self.time(record.at)}

    def time(self, at: int) -> Any:
        return at // 1_000_000

    def unauthenticated(self) -> Reply:
        return self.refusal(401, "There is no such key.", "invalid_api_key")

    def not_found(self, given: str) -> Reply:
        return self.refusal(404, "There is no such batch.", "not_found")

    def refusal(self, status: int, message: str, code: str | None) -> Reply:
        error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
        return Reply({"error": error}, status)

    def nothing_here(self) -> Reply:
        return self.refusal(404, "There is no such path.", None)


if __name__ == "__main__":
    parts.serve(Rules())
