"""Servers that break one thing that Rightbrain's documentation says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, Reply
from tests.emulators.registry import fault
from tests.emulators.rightbrain import Rules, runs


@fault("size.default", "Without page_limit, 101 runs come.")
class DefaultOfAHundredAndOne(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return found[start : start + limit + self.unasked]

    unasked = 0

    def page_limit(self, given: str | None) -> int:
        self.unasked = int(given is None)
        return super().page_limit(given)


@fault("size.limit", "A page holds one run more than asked for, below 100.")
class OneMoreThanAsked(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start, limit + 1 if 1 < limit < 100 else limit)


@fault("size.bounds-accepted", "page_limit 100 is refused.")
class RefusesAHundred(Rules):
    def page_limit(self, given: str | None) -> int:
        return self.too_large(100) if given == "100" else super().page_limit(given)


@fault("size.bounds-accepted", "page_limit 1 is refused.")
class RefusesOne(Rules):
    def page_limit(self, given: str | None) -> int:
        return self.too_small(1) if given == "1" else super().page_limit(given)


@fault("size.maximum", "Up to 200 runs come on a page.")
class MaximumOfTwoHundred(Rules):
    largest_limit = 200


@fault("size.minimum", "page_limit 0 gives an empty page that claims the end.")
class ZeroIsAnEmptyEnd(Rules):
    def too_small(self, limit: int) -> int:
        return 0

    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return super().pagination(page, limit, more=more and bool(page))


@fault("size.not-a-number", "page_limit that is no number is taken as unset.")
class TextIsUnset(Rules):
    def no_number(self, given: str) -> int:
        return self.default_limit


@fault("size.echo", "page_limit in the answer is 100 whatever was asked for.")
class EchoOfAHundred(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return super().pagination(page, 100, more=more)


@fault("pages.accepted", "A cursor is refused.")
class RefusesCursors(Rules):
    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        return super().start(found, cursor and "-")


@fault("pages.walk-ends", "The last page leads back to the first.")
class GoesRound(Rules):
    def cursor(self, record: Record) -> str:
        return "first" if record.id == self.last else super().cursor(record)

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        self.last = found[-1].id if found else ""
        return super().start(found, None if cursor == "first" else cursor)

    last = ""

    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return super().pagination(page, limit, more=bool(page))


@fault("pages.walk-complete", "The first run of each following page is left out.")
class SkipsBetweenPages(Rules):
    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        return super().start(found, cursor) + bool(cursor)


@fault("pages.walk-complete", "Pages of more than one run begin with the last of the page before.")
class RepeatsBetweenPages(Rules):
    single = False

    def page_limit(self, given: str | None) -> int:
        self.single = given == "1"
        return super().page_limit(given)

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        start = super().start(found, cursor)
        return start if self.single else max(0, start - 1)


@fault("pages.end-signal", "has_next is true on the last page.")
class AlwaysHasNext(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return {**(super().pagination(page, limit, more=more) or {}), "has_next": True}


@fault("pages.size-independent", "Runs of one instant come the other way round in pages of fewer than 6.")
class SmallPagesTurnTies(Rules):
    few = False

    def page_limit(self, given: str | None) -> int:
        limit = super().page_limit(given)
        self.few = limit < 6
        return limit

    def ordered(self, records: Sequence[Record]) -> list[Record]:
        found = super().ordered(records)
        turned = sorted(found, key=lambda record: record.id, reverse=True)
        return sorted(turned, key=lambda record: -record.at) if self.few else found

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        places = {self.cursor(record): place for place, record in enumerate(found)}
        return places[cursor] + 1 if cursor in places else super().start(found, cursor)


@fault("order.newest-first", "The oldest run comes first.")
class OldestFirst(Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return super().ordered(records)[::-1]

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        places = {self.cursor(record): place for place, record in enumerate(found)}
        return places[cursor] + 1 if cursor in places else super().start(found, cursor)


@fault("filter.bounds", "created_after leaves out the run of that very instant.")
class AfterIsExclusive(Rules):
    def keeps(self, record: Record, name: str, wanted: Any) -> bool:
        return super().keeps(record, name, wanted) and not (name == "created_after" and record.at == wanted)


@fault("filter.bounds", "created_before leaves out the run of that very instant.")
class BeforeIsExclusive(Rules):
    def keeps(self, record: Record, name: str, wanted: Any) -> bool:
        return super().keeps(record, name, wanted) and not (name == "created_before" and record.at == wanted)


@fault("filter.bounds", "min_duration_ms leaves out the runs of that very duration.")
class LongerThan(Rules):
    def value(self, name: str, given: str) -> Any:
        value = super().value(name, given)
        return value + 1 if name == "min_duration_ms" else value


@fault("filter.bounds", "created_after goes by the hour.")
class AfterByTheHour(Rules):
    def value(self, name: str, given: str) -> Any:
        value = super().value(name, given)
        return value - value % 3_600_000_000 if name == "created_after" else value


@fault("filter.selects", "status is not looked at.")
class AnyStatus(Rules):
    def keeps(self, record: Record, name: str, wanted: Any) -> bool:
        return name == "status" or super().keeps(record, name, wanted)


@fault("filter.selects", "is_error=false is taken as unset.")
class FalseIsUnset(Rules):
    def keeps(self, record: Record, name: str, wanted: Any) -> bool:
        return (name == "is_error" and wanted is False) or super().keeps(record, name, wanted)


@fault("filter.selects", "A session loses its oldest run.")
class SessionsLoseOne(Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        return found[:-1] if "session_id" in call.query else found


@fault("filter.keeps-on-pages", "With a cursor the filters are forgotten.")
class CursorForgetsFilters(Rules):
    def matching(self, call: Call) -> list[Record]:
        return self.ordered(runs(self.count)) if "cursor" in call.query else super().matching(call)


@fault("get.returns-the-item", "Reading a run gives the newest one.")
class ReadsTheNewest(Rules):
    def read(self, record: Record) -> JSON:
        return super().read(self.ordered(runs(self.count))[0])

    def listed(self, record: Record) -> JSON:
        return super().read(record)


@fault("get.agrees-with-list", "A run takes a millisecond longer when it is read by itself.")
class ReadsLonger(Rules):
    def listed(self, record: Record) -> JSON:
        return super().read(record)

    def read(self, record: Record) -> JSON:
        return {**super().read(record), "duration_ms": record.body["duration_ms"] + 1}


@fault("notfound.status", "An unknown run is null.")
class NothingIsNull(Rules):
    def not_found(self) -> Reply:
        return Reply(None, 200)


@fault("notfound.malformed-id", "A malformed id breaks the server.")
class MalformedIdBreaks(Rules):
    def malformed_id(self) -> Reply:
        return Reply({"detail": "Internal Server Error"}, 500)


@fault("error.invalid-parameter", "What is no valid value is answered with 404.")
class InvalidIsNotFound(Rules):
    def invalid(self, name: str, message: str, kind: str) -> Reply:
        return Reply(super().invalid(name, message, kind).body, 404)


@fault("error.bad-token", "A made-up cursor gives the first page.")
class AnyCursorIsTheFirst(Rules):
    def bad_cursor(self, cursor: str) -> int:
        return 0


@fault("error.unauthenticated", "Without a credential there is nothing to be found.")
class HidesFromStrangers(Rules):
    def unauthenticated(self) -> Reply:
        return self.not_found()


@fault("shape.members", "pagination has no page_limit.", also=("size.echo",))
class NoPageLimit(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        found = super().pagination(page, limit, more=more) or {}
        return {name: value for name, value in found.items() if name != "page_limit"}


@fault("shape.timestamps", "created of the newest run is a day without a time.")
class DaysOnly(Rules):
    def time(self, at: int) -> Any:
        written = parts.zoned(at)
        return written[:10] if at == parts.made(self.count - 1) else written
