"""Servers that do what is left open of a list by last id, or of a list by Link header."""

from __future__ import annotations

from collections.abc import Sequence

from tests.emulators import link_header, openai_list
from tests.emulators.parts import JSON, Call, Record, RefusedError, Reply
from tests.emulators.registry import variant


@variant("limit out of range is cut to it.")
class LimitsAreClamped(openai_list.Rules):
    def out_of_range(self, limit: int | None) -> int:
        return self.default_limit if limit is None else max(1, min(limit, self.largest_limit))


@variant("limit out of range is the default.")
class LimitsFallBack(openai_list.Rules):
    def out_of_range(self, limit: int | None) -> int:
        return self.default_limit


@variant("An unknown after is answered with 404.")
class UnknownAfterIsNotFound(openai_list.Rules):
    def unknown_after(self, after: str) -> int:
        raise RefusedError(self.not_found(after))


@variant("An unknown after gives an empty page.")
class UnknownAfterIsTheEnd(openai_list.Rules):
    def unknown_after(self, after: str) -> int:
        return self.count


@variant("first_id and last_id are not there on an empty page.")
class EmptyPagesHaveNoEnds(openai_list.Rules):
    def ends(self, data: Sequence[JSON]) -> JSON:
        return super().ends(data) if data else {}


@variant("The refusals have no code.")
class NoCodes(openai_list.Rules):
    def refusal(self, status: int, message: str, code: str | None) -> Reply:
        return super().refusal(status, message, None)


@variant("Urls in the Link header are relative.")
class RelativeLinks(link_header.Rules):
    def url(self, call: Call, size: int, number: int) -> str:
        return "/jobs" + super().url(call, size, number).partition("/jobs")[2]


@variant("The Link header names next alone.")
class NextAlone(link_header.Rules):
    def links(self, call: Call, size: int, number: int, pages: int) -> dict[str, str]:
        links = super().links(call, size, number, pages)
        return {name: url for name, url in links.items() if name == "next"}


@variant("The Link header has relations without quotes and other parameters.")
class LinksWithoutQuotes(link_header.Rules):
    def listing(self, call: Call) -> Reply:
        reply = super().listing(call)
        if "link" in reply.headers:
            reply.headers["link"] = reply.headers["link"].replace(
                '; rel="next"', '; title="on, and on"; REL=next'
            )
        return reply


@variant("per_page out of range is refused.")
class SizesAreRefused(link_header.Rules):
    def size(self, given: str | None) -> int:
        if given is not None and not (given.isdigit() and 1 <= int(given) <= self.largest_size):
            raise RefusedError(Reply({"message": "Validation Failed"}, 422))
        return super().size(given)


@variant("Listed jobs have no title.")
class ListsAreShort(link_header.Rules):
    def listed(self, record: Record) -> JSON:
        shown = super().listed(record)
        del shown["title"]
        return shown


@variant("Who has no credential finds nothing.")
class StrangersFindNothing(link_header.Rules):
    def unauthenticated(self) -> Reply:
        return self.nothing_here()
