"""Whole servers as they are built: several of the other variants at once."""

from __future__ import annotations

from conformance.proof.registry import variant
from conformance.proof.variants_artifacts import NoEmptyArtifacts
from conformance.proof.variants_error import PlainWords
from conformance.proof.variants_filter import BoundRoundedUp, StrictTimes, TotalUnfiltered
from conformance.proof.variants_history import HistoryCapped, HistoryOnlyWhenAskedFor
from conformance.proof.variants_order import OrderedByMilliseconds, TiesFalling
from conformance.proof.variants_shape import MediaTypeWithParameters, SpacedJson, WholeSeconds
from conformance.proof.variants_size import (
    EchoOfTheCount,
    EchoOfTheWish,
    RefusesOversize,
    TwentyAtMost,
    ZeroIsOne,
)
from conformance.proof.variants_time import SECOND, LateList
from conformance.proof.variants_token import LongTokens, PlainTokens, ShortPages, TokenTiedToPageSize
from conformance.reference.queries import Caller
from conformance.reference.store import Condition, key_of
from conformance.reference.tokens import Position


@variant(
    "A document store: milliseconds, pages of 20, plain tokens, totals without the filter, a list that is late."
)
class DocumentStore(
    LateList,
    OrderedByMilliseconds,
    BoundRoundedUp,
    TwentyAtMost,
    PlainTokens,
    TotalUnfiltered,
    NoEmptyArtifacts,
):
    pass


@variant("A strict framework: sizes above 100, offsets of time and tokens for other page sizes are refused.")
class StrictFramework(
    RefusesOversize, StrictTimes, TokenTiedToPageSize, PlainWords, MediaTypeWithParameters, EchoOfTheWish
):
    pass


@variant(
    "A database whose times are whole seconds: shown, sorted and filtered by them, and within one by ids."
)
class SecondsDatabase(WholeSeconds):
    unit = SECOND

    def order(self, caller: Caller) -> str:  # noqa: ARG002
        return f"ns / {self.unit} DESC, id"

    def beyond(self, caller: Caller, position: Position) -> Condition:  # noqa: ARG002
        here = position.ns // self.unit
        return Condition(
            f"ns / {self.unit} < ? OR (ns / {self.unit} = ? AND id > ?)", (here, here, position.id)
        )

    def after(self, caller: Caller, bound: int) -> Condition:
        return super().after(caller, key_of(-(-bound // self.unit) * self.unit))


@variant("A database whose times are whole minutes: what is created and changed within one has one time.")
class MinutesDatabase(SecondsDatabase):
    unit = 60 * SECOND

    def stamp(self, whole: str, digits: str) -> str:  # noqa: ARG002
        return f"{whole[:16]}:00Z"


@variant(
    "A log: whole seconds, falling ties, short pages, long tokens, little history, the count for a page size."
)
class Log(
    WholeSeconds, TiesFalling, ShortPages, LongTokens, HistoryCapped, EchoOfTheCount, ZeroIsOne, SpacedJson
):
    pass


@variant("A thin gateway: no history unless asked, capped pages, everything spaced out.")
class ThinGateway(HistoryOnlyWhenAskedFor, TwentyAtMost, NoEmptyArtifacts, SpacedJson):
    pass
