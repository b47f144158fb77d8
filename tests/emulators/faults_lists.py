"""Servers that break one thing of a list by last id, or of a list by Link header."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.emulators import link_header, openai_list
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply
from tests.emulators.registry import fault


@fault("size.default", "Without limit, 21 batches come.")
class DefaultOfTwentyOne(openai_list.Rules):
    default_limit = 21


@fault("size.limit", "A page holds one batch more than asked for, below 100.")
class OneMoreBatch(openai_list.Rules):
    def cut(self, found: Sequence[Record], start: int, limit: int) -> Sequence[Record]:
        return super().cut(found, start, limit + 1 if limit not in (1, 20, 100) else limit)


@fault("size.maximum", "Up to 200 batches come on a page.")
class MaximumOfTwoHundredBatches(openai_list.Rules):
    largest_limit = 200


@fault("pages.walk-ends", "The last page leads back to the first.")
class BatchesGoRound(openai_list.Rules):
    def start(self, found: Sequence[Record], after: str | None) -> int:
        return super().start(found, after) % len(found)

    def page(self, page: Sequence[Record], *, more: bool) -> JSON:
        return super().page(page, more=True)


@fault("pages.walk-complete", "after names the first of the next page but one.")
class SkipsABatch(openai_list.Rules):
    def start(self, found: Sequence[Record], after: str | None) -> int:
        return super().start(found, after) + (after is not None)


@fault("pages.end-signal", "has_more is true on the last page.")
class AlwaysMoreBatches(openai_list.Rules):
    def page(self, page: Sequence[Record], *, more: bool) -> JSON:
        return super().page(page, more=True)


@fault("order.newest-first", "The oldest batch comes first.")
class OldestBatchFirst(openai_list.Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return super().ordered(records)[::-1]


@fault("get.returns-the-item", "Reading a batch gives the newest one.")
class ReadsTheNewestBatch(openai_list.Rules):
    def reading(self, call: Call) -> Reply:
        reply = super().reading(call)
        newest = self.ordered(openai_list.batches(self.count))[0]
        return reply if reply.status >= 400 else Reply(self.shown(newest))


@fault("notfound.status", "An unknown batch is answered with 400.")
class UnknownIsABadRequest(openai_list.Rules):
    def not_found(self, given: str) -> Reply:
        return Reply(super().not_found(given).body, 400)


@fault("notfound.envelope", "The refusal of an unknown batch has no envelope.")
class BareRefusal(openai_list.Rules):
    def not_found(self, given: str) -> Reply:
        return Reply(super().not_found(given).body["error"]["message"], 404)


@fault("shape.timestamps", "created_at is text.")
class TimesAreText(openai_list.Rules):
    def time(self, at: int) -> Any:
        return str(super().time(at))


@fault("size.default", "Without per_page, 31 jobs come.")
class DefaultOfThirtyOneJobs(link_header.Rules):
    default_size = 31


@fault("size.maximum", "Up to 200 jobs come on a page.")
class MaximumOfTwoHundredJobs(link_header.Rules):
    largest_size = 200


@fault("pages.accepted", "The next url leads nowhere.")
class NextLeadsNowhere(link_header.Rules):
    def url(self, call: Call, size: int, number: int) -> str:
        return super().url(call, size, number).replace("/jobs", "/job")


@fault("pages.walk-ends", "The last page leads back to the first.")
class JobsGoRound(link_header.Rules):
    def links(self, call: Call, size: int, number: int, pages: int) -> dict[str, str]:
        links = super().links(call, size, number, pages)
        return {"next": self.url(call, size, 1), **links}


@fault("pages.walk-complete", "Each following page begins with the last job of the page before.")
class RepeatsAJob(link_header.Rules):
    def cut(self, found: Sequence[Record], start: int, size: int) -> Sequence[Record]:
        return super().cut(found, start - 1 if start and size > 1 else start, size)


@fault("pages.end-signal", "The last page has a next one, which is empty.")
class OnePageMore(link_header.Rules):
    def links(self, call: Call, size: int, number: int, pages: int) -> dict[str, str]:
        return super().links(call, size, number, pages + 1)


@fault("order.newest-first", "The oldest job comes first.")
class OldestJobFirst(link_header.Rules):
    def ordered(self, records: Sequence[Record]) -> list[Record]:
        return super().ordered(records)[::-1]


@fault("order.newest-first", "What a state lets through comes oldest first.")
class FilteredTheOtherWayRound(link_header.Rules):
    def matching(self, call: Call) -> list[Record]:
        found = super().matching(call)
        return found if call.query.get("state", "all") == "all" else found[::-1]


@fault("filter.selects", "state is not looked at.")
class AnyJob(link_header.Rules):
    def keeps(self, record: Record, wanted: str) -> bool:
        return True


@fault("filter.keeps-on-pages", "The next url has lost the filter.")
class NextLosesTheFilter(link_header.Rules):
    def url(self, call: Call, size: int, number: int) -> str:
        query = {name: value for name, value in call.query.items() if name != "state"}
        return super().url(Call(call.path, query, call.headers, call.url), size, number)


@fault("notfound.status", "An unknown job is answered with 410.")
class UnknownIsGone(link_header.Rules):
    def nothing_here(self) -> Reply:
        return Reply(super().nothing_here().body, 410)


@fault("size.bounds-accepted", "limit 100 is refused.")
class RefusesAHundredBatches(openai_list.Rules):
    largest_limit = 99


@fault("pages.accepted", "The id of the last item is refused.")
class RefusesTheLastId(openai_list.Rules):
    def start(self, found: Sequence[Record], after: str | None) -> int:
        return super().start(found, after and "none")


@fault("error.unauthenticated", "Who has no key is not allowed in with 400.")
class StrangersAreABadRequest(openai_list.Rules):
    def unauthenticated(self) -> Reply:
        return Reply(super().unauthenticated().body, 400)


@fault("shape.members", "The last page does not say whether there are more.", also=("pages.end-signal",))
class NothingOfMoreAtTheEnd(openai_list.Rules):
    def page(self, page: Sequence[Record], *, more: bool) -> JSON:
        body = super().page(page, more=more)
        if not more:
            del body["has_more"]
        return body


@fault("size.limit", "A page holds one job more than asked for where that is 2.")
class OneMoreJob(link_header.Rules):
    def cut(self, found: Sequence[Record], start: int, size: int) -> Sequence[Record]:
        return super().cut(found, start, size + 1 if size == 2 else size)


@fault("size.bounds-accepted", "per_page 100 is refused.")
class RefusesAHundredJobs(link_header.Rules):
    def size(self, given: str | None) -> int:
        if given == "100":
            raise RefusedError(Reply({"message": "Validation Failed"}, 422))
        return super().size(given)


@fault("get.returns-the-item", "Reading a job gives the newest one.")
class ReadsTheNewestJob(link_header.Rules):
    def reading(self, call: Call) -> Reply:
        super().reading(call)
        return Reply(self.shown(self.ordered(link_header.jobs(self.count))[0]))


@fault("get.agrees-with-list", "A job is open when it is read by itself.")
class ReadsOpenJobs(link_header.Rules):
    def reading(self, call: Call) -> Reply:
        return Reply({**super().reading(call).body, "state": "open"})


@fault("notfound.envelope", "The refusal of an unknown job has no message.")
class NothingIsSaidOfUnknownJobs(link_header.Rules):
    def nothing_here(self) -> Reply:
        return Reply({}, 404)


@fault("error.unauthenticated", "Who has no credential is answered with 400.")
class StrangersAskBadly(link_header.Rules):
    def unauthenticated(self) -> Reply:
        return Reply(super().unauthenticated().body, 400)


@fault("shape.timestamps", "created_at has no zone.")
class TimesWithoutAZone(link_header.Rules):
    def time(self, at: int) -> Any:
        return super().time(at).removesuffix("Z")
