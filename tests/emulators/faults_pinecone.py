"""Servers that break one thing that Pinecone's documentation says of lists of tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, Reply
from tests.emulators.pinecone import Rules, tasks
from tests.emulators.registry import fault


@fault("size.default", "Without limit, 31 tasks come.")
class DefaultOfThirtyOne(Rules):
    unasked = False

    def limit(self, given: str | None) -> int:
        self.unasked = given is None
        return super().limit(given)

    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start, limit + self.unasked)


@fault("size.limit", "A page holds one task more than asked for where that is 7.")
class OneMoreThanAsked(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start, limit + 1 if limit == 7 else limit)


@fault("size.bounds-accepted", "limit 1000 is refused.")
class RefusesAThousand(Rules):
    def limit(self, given: str | None) -> int:
        return self.too_large(1000) if given == "1000" else super().limit(given)


@fault("size.bounds-accepted", "limit 1 is refused.")
class RefusesOne(Rules):
    def limit(self, given: str | None) -> int:
        return self.too_small(1) if given == "1" else super().limit(given)


@fault("size.maximum", "Up to 2000 tasks come on a page.")
class MaximumOfTwoThousand(Rules):
    largest_limit = 2000


@fault("size.echo", "limit in the answer is the number of tasks on the page.")
class EchoOfTheCount(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        here = len(self.cut(range(total), start, limit))  # type: ignore[arg-type]  # only counted
        return {**super().counts(call, total, limit, start), "limit": here}


@fault("size.echo", "limit in the answer is 30 whatever was asked for.")
class EchoOfThirty(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        return {**super().counts(call, total, limit, start), "limit": 30}


@fault("pages.accepted", "Every page but the first is refused.")
class OnlyTheFirstPage(Rules):
    def page(self, given: str) -> int:
        return super().page(given) if given == "1" else self.bad_place("page")


@fault("pages.accepted", "Every offset but 0 is refused.")
class OnlyOffsetZero(Rules):
    def offset(self, given: str) -> int:
        return super().offset(given) if given == "0" else self.bad_place("offset")


@fault("pages.walk-ends", "Behind the last page the list begins again.")
class GoesRound(Rules):
    def start(self, call: Call, limit: int) -> int:
        return super().start(call, limit) % len(self.matching(call) or [0])

    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        place = super().start(call, limit)
        pages = place // limit + 2
        return {**super().counts(call, total + place + limit, limit, place), "pages": pages}


@fault("pages.walk-complete", "The first task of each following page is left out.")
class SkipsBetweenPages(Rules):
    def start(self, call: Call, limit: int) -> int:
        start = super().start(call, limit)
        return start + 1 if start and "offset" not in call.query else start


@fault("pages.walk-complete", "Each following page begins with the last task of the page before.")
class RepeatsBetweenPages(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start - 1 if start and limit > 1 else start, limit)


@fault("pages.end-signal", "pages counts one too many.")
class APageTooMany(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return {**counts, "pages": counts["pages"] + 1}


@fault("pages.size-independent", "Tasks of one instant come the other way round in pages of fewer than 6.")
class SmallPagesTurnTies(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        if self.limit(call.query.get("limit")) >= 6:
            return found
        turned = sorted(found, key=lambda record: record.id, reverse=True)
        return sorted(turned, key=lambda record: -record.at)


@fault("pages.offset-wins", "page wins over offset.")
class PageWins(Rules):
    def start(self, call: Call, limit: int) -> int:
        if "page" not in call.query:
            return super().start(call, limit)
        return (self.page(call.query["page"]) - 1) * limit


@fault("order.newest-first", "The oldest task comes first.")
class OldestFirst(Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return super().ordered(records)[::-1]


@fault("order.newest-first", "Each task changes places with the next.")
class PairsAreTurned(Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        found = super().ordered(records)
        return [found[place ^ 1 if place ^ 1 < len(found) else place] for place in range(len(found))]


@fault("order.newest-first", "With a workflow the oldest task comes first.")
class FilteredOldestFirst(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        return found[::-1] if "workflow" in call.query else found


@fault("order.newest-first", "Behind an offset each page runs from the oldest to the newest task.")
class OldestFirstBehindAnOffset(Rules):
    def listing(self, call: Call) -> Reply:
        reply = super().listing(call)
        if call.query.get("offset", "0") != "0":
            reply.body["items"].reverse()
        return reply


@fault(
    "order.stable", "Tasks of one instant come the other way round each other time that the same is asked."
)
class TiesTurn(Rules):
    def __init__(self) -> None:
        self.times: Counter[str] = Counter()

    def matching(self, call: Call) -> list[Record]:
        self.times[call.url] += 1
        found = super().matching(call)
        if self.times[call.url] % 2:
            return found
        turned = sorted(found, key=lambda record: record.id, reverse=True)
        return sorted(turned, key=lambda record: -record.at)


@fault("filter.selects", "state is not looked at.")
class AnyState(Rules):
    def keeps(self, record: Record, name: str, wanted: str) -> bool:
        return name == "state" or super().keeps(record, name, wanted)


@fault("filter.selects", "Of a workflow only the first hundred tasks come.")
class AHundredOfAWorkflow(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        return found[:100] if "workflow" in call.query else found


@fault("filter.selects", "A workflow also holds the newest task of the others.")
class WorkflowsLetAnotherIn(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        if "workflow" not in call.query:
            return found
        inside = {record.id for record in found}
        others = [record for record in self.ordered(tasks(self.count)) if record.id not in inside]
        return [*others[:1], *found]


@fault("filter.keeps-on-pages", "Filters hold on the first page only.")
class FirstPageFilters(Rules):
    def matching(self, call: Call) -> list[Record]:
        later = call.query.get("page", "1") != "1" or call.query.get("offset", "0") != "0"
        return self.ordered(tasks(self.count)) if later else super().matching(call)


@fault("omission.list", "Lists hold the steps as well.")
class ListsHoldSteps(Rules):
    def listed(self, record: Record) -> JSON:
        return self.read(record, None)


@fault("total.present", "There is no total where no offset is asked for.", also=("shape.members",))
class NoTotal(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        if "offset" not in call.query:
            del counts["total"]
        return counts


@fault("total.before-paging", "total is what is left from this page on.")
class TotalOfTheRest(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return counts if "offset" in call.query else {**counts, "total": max(0, total - start)}


@fault("total.matches", "total is one too many.")
class OneInTotalTooMany(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return counts if "offset" in call.query else {**counts, "total": total + 1}


@fault("shape.members", "There is no offset.")
class NoOffset(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        del counts["offset"]
        return counts


@fault("shape.timestamps", "created_at of the newest task is a day without a time.")
class DaysOnly(Rules):
    def time(self, at: int) -> Any:
        written = parts.zoned(at)
        return written[:10] if at == parts.made(self.count - 1) else written
