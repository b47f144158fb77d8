"""Servers that do what Rightbrain's documentation leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply
from tests.emulators.registry import variant
from tests.emulators.rightbrain import Rules


@variant('next_cursor is "" on the last page.')
class EmptyCursorAtTheEnd(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        found = super().pagination(page, limit, more=more) or {}
        return {**found, "next_cursor": found["next_cursor"] or ""}


@variant("next_cursor is not there on the last page.")
class NoCursorAtTheEnd(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        found = super().pagination(page, limit, more=more) or {}
        return {name: value for name, value in found.items() if value is not None}


@variant("next_cursor leads on from the last page, to an empty one.")
class CursorAtTheEnd(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        following = self.cursor(page[-1]) if page else None
        return {"next_cursor": following, "has_next": more, "page_limit": limit}


@variant("pagination is null where there is nothing.")
class NothingToPage(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return super().pagination(page, limit, more=more) if page else None


@variant("pagination is null on the last page.", warns=("pages.end-signal",))
class NoPaginationAtTheEnd(Rules):
    def pagination(self, page: Sequence[Record], limit: int, *, more: bool) -> JSON | None:
        return super().pagination(page, limit, more=more) if more else None


@variant("page_limit 0 and below is the default.")
class TooSmallIsTheDefault(Rules):
    def too_small(self, limit: int) -> int:
        return self.default_limit


@variant("page_limit 0 and below is 1.")
class TooSmallIsOne(Rules):
    def too_small(self, limit: int) -> int:
        return 1


@variant("page_limit 0 and below gives an empty page.")
class TooSmallIsNone(Rules):
    def too_small(self, limit: int) -> int:
        return 0


@variant("page_limit above 100 is 100.")
class TooLargeIsClamped(Rules):
    def too_large(self, limit: int) -> int:
        return self.largest_limit


@variant("page_limit that is no number is the default.")
class NoNumberIsTheDefault(Rules):
    def no_number(self, given: str) -> int:
        return self.default_limit


@variant("Pages hold at most 60 runs, whatever was asked for.")
class ShortPages(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start, min(limit, 60))


@variant("Times have no zone.")
class NaiveTimes(Rules):
    def time(self, at: int) -> Any:
        return parts.naive(at)


@variant("Times have an offset in place of Z.")
class TimesWithAnOffset(Rules):
    def time(self, at: int) -> Any:
        return parts.naive(at) + "+00:00"


@variant("The oldest run comes first.")
class OldestComesFirst(Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return super().ordered(records)[::-1]

    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        places = {self.cursor(record): place for place, record in enumerate(found)}
        return places[cursor] + 1 if cursor in places else super().start(found, cursor)


@variant("Runs come by id.")
class ById(OldestComesFirst):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return sorted(records, key=lambda record: record.id)


@variant("A cursor is a number of runs to pass over.")
class CursorIsAnOffset(Rules):
    def start(self, found: Sequence[Record], cursor: str | None) -> int:
        self.found = found
        number = parts.whole_number(cursor or "0")
        return self.bad_cursor(str(cursor)) if number is None or number < 0 else number

    found: Sequence[Record] = ()

    def cursor(self, record: Record) -> str:
        return str(self.found.index(record) + 1)


@variant("A made-up cursor is answered with 400.")
class BadCursorIsABadRequest(Rules):
    def bad_cursor(self, cursor: str) -> int:
        raise RefusedError(self.malformed_id())


@variant("A made-up cursor gives the first page.")
class BadCursorIsTheFirst(Rules):
    def bad_cursor(self, cursor: str) -> int:
        return 0


@variant("A made-up cursor gives an empty page.")
class BadCursorIsTheEnd(Rules):
    def bad_cursor(self, cursor: str) -> int:
        return self.count


@variant("A malformed id is answered with 422, as by the framework.")
class MalformedIdIsInvalid(Rules):
    def malformed_id(self) -> Reply:
        return self.invalid("run_id", "Input should be a valid UUID", "uuid_parsing")


@variant("A malformed id is answered with 404.")
class MalformedIdIsUnknown(Rules):
    def malformed_id(self) -> Reply:
        return self.not_found()


@variant("Refusals hold reason and message themselves.")
class FlatRefusals(Rules):
    def sent(self, call: Call, reply: Reply) -> Reply:
        nested = reply.status >= 400 and isinstance(reply.body.get("detail"), dict)
        return Reply(reply.body["detail"], reply.status) if nested else reply


@variant("Refusals are the framework's: a text in detail.")
class TextRefusals(Rules):
    def sent(self, call: Call, reply: Reply) -> Reply:
        nested = reply.status >= 400 and isinstance(reply.body.get("detail"), dict)
        return Reply({"detail": reply.body["detail"]["message"]}, reply.status) if nested else reply


@variant("What is not valid is refused in the envelope of the others.")
class InvalidWithAReason(Rules):
    def invalid(self, name: str, message: str, kind: str) -> Reply:
        return Reply({"detail": {"reason": kind, "message": message}}, 422)


@variant("Who has no credential is told so in detail.")
class UnauthenticatedInDetail(Rules):
    def unauthenticated(self) -> Reply:
        return Reply({"detail": {"reason": "unauthorized", "message": "A token is needed."}}, 401)


@variant("A status that there is not is refused.")
class UnknownStatusIsInvalid(Rules):
    def value(self, name: str, given: str) -> Any:
        if name == "status" and given not in {"running", "waiting_for_human", "completed", "failed"}:
            raise RefusedError(self.invalid(name, "Input should be a status", "enum"))
        return super().value(name, given)


@variant("Some runs are in a state of which nothing is said.")
class AnotherState(Rules):
    def read(self, record: Record) -> JSON:
        status = record.body["status"]
        return {**super().read(record), "status": self.states.get(status, status)}

    def value(self, name: str, given: str) -> Any:
        back = {new: old for old, new in self.states.items()}
        return super().value(name, back.get(given, given) if name == "status" else given)

    states = {"running": "queued"}  # noqa: RUF012 - nobody changes it


@variant("Runs and answers hold members of which nothing is said.")
class MoreMembers(Rules):
    def read(self, record: Record) -> JSON:
        return {**super().read(record), "credits": 0.5, "trace": None}

    def listing(self, call: Call) -> Reply:
        reply = super().listing(call)
        return Reply({**reply.body, "links": {}})
