"""Servers that do what Pinecone's documentation leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.emulators import parts
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply
from tests.emulators.pinecone import LATEST, VERSION, Rules
from tests.emulators.registry import variant


@variant("limit 0 and below is the default.")
class TooSmallIsTheDefault(Rules):
    def too_small(self, limit: int) -> int:
        return self.default_limit


@variant("limit 0 and below is 1.")
class TooSmallIsOne(Rules):
    def too_small(self, limit: int) -> int:
        return 1


@variant("limit 0 and below gives an empty page.")
class TooSmallIsNone(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return [] if self.none else super().cut(found, start, limit)

    none = False

    def limit(self, given: str | None) -> int:
        self.none = False
        return super().limit(given)

    def too_small(self, limit: int) -> int:
        self.none = True
        return 1

    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return {**counts, "limit": 0, "pages": 0} if self.none else counts


@variant("limit above 1000 is 1000.")
class TooLargeIsClamped(Rules):
    def too_large(self, limit: int) -> int:
        return self.largest_limit


@variant("limit above 1000 is the default.")
class TooLargeIsTheDefault(Rules):
    def too_large(self, limit: int) -> int:
        return self.default_limit


@variant("limit that is no number is the default.")
class NoNumberIsTheDefault(Rules):
    def no_number(self, given: str) -> int:
        return self.default_limit


@variant("What is out of range is answered with 422.")
class OutOfRangeIsUnprocessable(Rules):
    def invalid(self, message: str) -> Reply:
        return Reply(super().invalid(message).body, 422)


@variant("page and offset that make no sense are the first.")
class BadPlacesAreTheFirst(Rules):
    def offset(self, given: str) -> int:
        return max(0, parts.whole_number(given) or 0)

    def page(self, given: str) -> int:
        return max(1, parts.whole_number(given) or 1)


@variant("A page behind the last one is answered with 404.")
class NoPageBehindTheLast(Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        if start and start >= len(found):
            raise RefusedError(Reply({"message": "There is no such page."}, 404))
        return super().cut(found, start, limit)


@variant("page is 1 where an offset was given.")
class OffsetsHaveNoPage(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return {**counts, "page": 1} if "offset" in call.query else counts


@variant("An empty list has one page.")
class AtLeastOnePage(Rules):
    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        counts = super().counts(call, total, limit, start)
        return {**counts, "pages": max(1, counts["pages"])}


@variant("Listed tasks have no steps.")
class ListsHaveNoSteps(Rules):
    def listed(self, record: Record) -> JSON:
        shown = super().listed(record)
        del shown["steps"]
        return shown


@variant("The steps of listed tasks are null.")
class ListedStepsAreNull(Rules):
    def listed(self, record: Record) -> JSON:
        return {**super().listed(record), "steps": None}


@variant("Listed tasks say how many steps they have.")
class ListsCountSteps(Rules):
    def listed(self, record: Record) -> JSON:
        return {**super().listed(record), "steps_total": len(record.body["steps"])}


@variant("With steps_limit 0 there is no steps_total.")
class NoStepsNoTotal(Rules):
    def counted(self, steps: list[JSON], limit: int | None) -> JSON:
        return {} if limit == 0 else super().counted(steps, limit)


@variant("A bad steps_limit is taken as unset.")
class BadStepsLimitIsUnset(Rules):
    def bad_steps_limit(self, given: str) -> int | None:
        return None


@variant("A bad steps_limit is 0.")
class BadStepsLimitIsNone(Rules):
    def bad_steps_limit(self, given: str) -> int | None:
        return 0


@variant("The version is named only where one was asked for.")
class EchoOnRequestOnly(Rules):
    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        return super().echoed(asked, status) if asked else {}


@variant("Refusals name the version as well.")
class EchoOnErrors(Rules):
    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        return {VERSION: asked or LATEST}


@variant("Refusals name the latest version.")
class LatestOnErrors(Rules):
    def echoed(self, asked: str | None, status: int) -> dict[str, str]:
        return {VERSION: LATEST} if status >= 400 else super().echoed(asked, status)


@variant("Every refusal has a code.")
class CodesEverywhere(Rules):
    def sent(self, call: Call, reply: Reply) -> Reply:
        if reply.status >= 400:
            reply.body.setdefault("code", f"http_{reply.status}")
        return super().sent(call, reply)


@variant("Refusals hold members of which nothing is said.")
class WordyRefusals(Rules):
    def sent(self, call: Call, reply: Reply) -> Reply:
        if reply.status >= 400:
            reply.body.update(request_id="r-1", details=[])
        return super().sent(call, reply)


@variant("A malformed id is answered with 400.")
class MalformedIdIsRefused(Rules):
    def reading(self, call: Call) -> Reply:
        if "%" in call.path["id"]:
            raise RefusedError(self.invalid("id is malformed"))
        return super().reading(call)


@variant("Times have no zone.")
class NaiveTimes(Rules):
    def time(self, at: int) -> Any:
        return parts.naive(at)


@variant("Times are written to the second.")
class WholeSeconds(Rules):
    def time(self, at: int) -> Any:
        return parts.naive(at)[:19] + "Z"

    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return sorted(records, key=lambda record: (-(record.at // 1_000_000), record.id))


@variant("The newest is what was last worked on, not what was made last.")
class NewestByActivity(Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return sorted(records, key=lambda record: (-self.activity(record), record.id))

    def shown(self, record: Record) -> JSON:
        return {**super().shown(record), "last_activity_at": parts.zoned(self.activity(record))}

    def activity(self, record: Record) -> int:
        return record.at + int(record.body["runtime_seconds"]) * 100_000_000


@variant("Some tasks are in a state of which nothing is said.")
class AnotherState(Rules):
    def shown(self, record: Record) -> JSON:
        state = record.body["state"]
        return {**super().shown(record), "state": self.states.get(state, state)}

    def keeps(self, record: Record, name: str, wanted: str) -> bool:
        back = {new: old for old, new in self.states.items()}
        return super().keeps(record, name, back.get(wanted, wanted) if name == "state" else wanted)

    states = {"scheduled": "queued"}  # noqa: RUF012 - nobody changes it


@variant("Tasks and answers hold members of which nothing is said.")
class MoreMembers(Rules):
    def shown(self, record: Record) -> JSON:
        return {**super().shown(record), "agent_id": None, "progress": {"pct": 50.0}}

    def counts(self, call: Call, total: int, limit: int, start: int) -> JSON:
        return {**super().counts(call, total, limit, start), "next": None}


@variant("Who has no credential gets a code too.")
class UnauthenticatedWithACode(Rules):
    def unauthenticated(self) -> Reply:
        return Reply({"message": "No token.", "code": "unauthenticated"}, 401, {"www-authenticate": "Bearer"})


@variant("There are no more than forty tasks.")
class FewTasks(Rules):
    count = 40


@variant("There are no tasks.")
class NoTasks(Rules):
    count = 0
