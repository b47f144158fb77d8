"""A list in GitHub's manner: a bare array, and where to go on in the Link header.

`python -m tests.emulators.link_header` serves it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply

STATES = ("open", "closed", "closed")


@functools.cache
def jobs(count: int) -> Sequence[Record]:
    """Return the first `count` jobs, some of them made in the same second; their ids are numbers."""
    return [
        Record(
            parts.made(number),
            str(5000 + number),
            {"title": f"job {number}", "state": STATES[number % len(STATES)]},
        )
        for number in range(count)
    ]


class Rules(parts.Rules):
    """A plain list of this kind."""

    api = "link-header"
    routes = {"/jobs": "listing", "/jobs/{id}": "reading"}  # noqa: RUF012 - nobody changes it
    count = 133
    default_size = 30
    largest_size = 100

    def listing(self, call: Call) -> Reply:
        """Answer with a page."""
        self.admit(call)
        size = self.size(call.query.get("per_page"))
        number = self.number(call.query.get("page"))
        found = self.matching(call)
        page = self.cut(found, (number - 1) * size, size)
        links = self.links(call, size, number, -(-len(found) // size))
        header = ", ".join(f'<{url}>; rel="{relation}"' for relation, url in links.items())
        return Reply([self.listed(record) for record in page], headers={"link": header} if header else {})

    def reading(self, call: Call) -> Reply:
        """Answer with one job."""
        self.admit(call)
        for record in jobs(self.count):
            if record.id == call.path["id"]:
                return Reply(self.shown(record))
        raise RefusedError(self.nothing_here())

    def admit(self, call: Call) -> None:
        if not self.admitted(call):
            raise RefusedError(self.unauthenticated())

    def size(self, given: str | None) -> int:
        """Return how many jobs a page may hold: too many is the most, what makes no sense is the default."""
        size = parts.whole_number(given or "")
        return self.default_size if size is None or size < 1 else min(size, self.largest_size)

    def cut(self, found: Sequence[Record], start: int, size: int) -> Sequence[Record]:
        """Return one page of what was found."""
        return found[start : start + size]

    def number(self, given: str | None) -> int:
        """Return which page is asked for, the first where that makes no sense."""
        return max(parts.whole_number(given or "") or 1, 1)

    def matching(self, call: Call) -> list[Record]:
        """Return the jobs of the state asked for, all of them by default, in order."""
        wanted = call.query.get("state", "all")
        found = self.ordered(jobs(self.count))
        return [record for record in found if self.keeps(record, wanted)]

    def keeps(self, record: Record, wanted: str) -> bool:
        return wanted in ("all", record.body["state"])

    def links(self, call: Call, size: int, number: int, pages: int) -> dict[str, str]:
        """Return the urls of the Link header by relation: none on the only page, no next on the last."""
        links: dict[str, str] = {}
        if number > 1:
            links |= {"prev": self.url(call, size, number - 1), "first": self.url(call, size, 1)}
        if number < pages:
            links |= {"next": self.url(call, size, number + 1), "last": self.url(call, size, pages)}
        return links

    def url(self, call: Call, size: int, number: int) -> str:
        """Return the absolute url of another page of the same list."""
        query = {**call.query, "per_page": size, "page": number}
        return urlunsplit(urlsplit(call.url)._replace(query=urlencode(query)))

    def listed(self, record: Record) -> JSON:
        return self.shown(record)

    def shown(self, record: Record) -> JSON:
        return {"id": int(record.id), **record.body, "created_at": self.time(record.at)}

    def time(self, at: int) -> Any:
        """Write an instant to the second."""
        return parts.naive(at)[:19] + "Z"

    def ordered(self, records: Sequence[Record]) -> list[Record]:
        """Return the records newest first, by the second that is shown."""
        return sorted(records, key=lambda record: (-(record.at // 1_000_000), record.id))

    def unauthenticated(self) -> Reply:
        return Reply({"message": "Requires authentication"}, 401)


if __name__ == "__main__":
    parts.serve(Rules())
