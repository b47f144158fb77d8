"""How a list goes on behind a page: what the next request carries, and whether the page says that it is the last.

Which way an API goes is its profile's to say; following it to the end, and no further, is `walks`.
"""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from conformance.bindings.answer import Answer
from conformance.core.missing import MISSING
from conformance.probe.origins import origin_of
from conformance.probe.questions import Question
from conformance.profiles.profile import Pager

_LINK = re.compile(r"<([^<>]*)>((?:[^,\"]|\"(?:[^\"\\]|\\.)*+\")*+)")
_PARAMETER = re.compile(r";\s*([^\s=;,\"]++)\s*(?:=\s*(?:\"((?:[^\"\\]|\\.)*+)\"|([^\s;,\"]*)))?")
COUNTED = frozenset({"page", "offset"})
"""Styles in which the client counts: nothing that the server gives is sent back."""


@dataclass(frozen=True, slots=True)
class Onward:
    """The way on: `mark` is what the next request carries, as text; `end` says why there is none.

    `end` is one of: end (the page said so), no-token (it did not, and there is no way on), origin (the next url is of
    another origin, where nothing is ever sent).
    """

    mark: str = ""
    end: str = ""
    _change: Mapping[str, Any] | None = None
    _url: str = ""

    def applied(self, question: Question) -> Question:
        """Return `question` for the next page."""
        if self._url:
            return question.spoken(http_url=self._url)
        return question.but(**(self._change or {}))


def onward(pager: Pager, pages: Sequence[Answer]) -> Onward:
    """Return the way on behind the last of `pages`, which is an accepted one."""
    if any(signals(pager, pages).values()):
        return Onward(end="end")
    if pager.style in COUNTED:
        return _counted(pager, pages)
    if pager.style in {"next-url", "link"}:
        return _linked(pager, pages[-1])
    last = pages[-1]
    mark = _last_id(last) if pager.style == "last-id" else last.next_token if last.more else ""
    return Onward(str(mark), _change={"page_token": mark}) if mark != "" else Onward(end="no-token")


def signals(pager: Pager, pages: Sequence[Answer]) -> dict[str, bool]:
    """Return which of the pager's documented signs of the end the last of `pages`, an accepted one, shows."""
    return {name: SIGNALS[name](pager, pages) for name in pager.ends}


def said(pager: Pager, name: str, page: Answer) -> str:
    """Return in words what a page says where the sign `name` would stand."""
    places = {
        "has-more-false": ("more",),
        "page-at-pages": ("page", "pages"),
        "offset-at-total": ("offset", "total"),
        "short-page": (),
        "empty-page": (),
        "no-link": (),
    }.get(name, ("next_url" if pager.style in {"next-url", "link"} else "next_token",))
    shown = [f"{_called(page, place)} {_written(page.read(place))}" for place in places]
    if name == "no-link":
        shown = [f"a link to the next page, {next_url(pager, page)}"]
    return ", ".join([*shown, f"{len(page.tasks)} on the page"])


def next_url(pager: Pager, page: Answer) -> str:
    """Return the absolute url of the next page, empty where the page names none."""
    if pager.style == "link":
        found = linked(page.headers("Link"), "next")
    else:
        value = page.read("next_url")
        found = value if isinstance(value, str) else ""
    return urllib.parse.urljoin(page.exchange.sent.request.url, found) if found else ""


def linked(headers: Sequence[str], relation: str) -> str:
    """Return the target of the first link of `relation` in Link headers (RFC 8288), empty without one."""
    for target, written in _LINK.findall(", ".join(headers)):
        parameters: dict[str, str] = {}
        for name, quoted, plain in _PARAMETER.findall(written):
            parameters.setdefault(name.lower(), quoted or plain)
        # With an anchor it is a link from somewhere else than this page (§3.2).
        if relation in parameters.get("rel", "").lower().split() and not parameters.get("anchor"):
            return str(target)
    return ""


def _last_id(page: Answer) -> str | int:
    last = page.tasks[-1].id if page.tasks else ""
    return last if isinstance(last, (str, int)) else ""


def _linked(pager: Pager, page: Answer) -> Onward:
    url = next_url(pager, page)
    if not url:
        return Onward(end="no-token")
    same = _same_origin(page.exchange.sent.request.url, url)
    return Onward(url, _url=url) if same else Onward(url, end="origin")


def _counted(pager: Pager, pages: Sequence[Answer]) -> Onward:
    if not pages[-1].tasks:
        return Onward(end="no-token")
    asked = pages[-1].question.params.get(pager.style)
    if pager.style == "page":
        number = (asked if isinstance(asked, int) else pager.first) + 1
    else:
        start = asked if isinstance(asked, int) else 0
        number = start + len(pages[-1].tasks)
    return Onward(f"{pager.style} {number}", _change={pager.style: number})


def _same_origin(here: str, there: str) -> bool:
    try:
        return origin_of(here) == origin_of(there) and not httpx.URL(there).userinfo
    except (ValueError, httpx.InvalidURL):
        return False


def _number(page: Answer, name: str) -> int | None:
    value = page.read(name)
    return value if type(value) is int else None


def _has_more_false(_: Pager, pages: Sequence[Answer]) -> bool:
    return pages[-1].read("more") is False


def _token(pager: Pager, pages: Sequence[Answer]) -> Any:
    return pages[-1].read("next_url" if pager.style == "next-url" else "next_token")


def _page_at_pages(pager: Pager, pages: Sequence[Answer]) -> bool:
    asked = pages[-1].question.params.get("page")
    page = _number(pages[-1], "page")
    if page is None:
        page = asked if isinstance(asked, int) else pager.first
    count = _number(pages[-1], "pages")
    return count is not None and page - pager.first + 1 >= count


def _offset_at_total(_: Pager, pages: Sequence[Answer]) -> bool:
    offset, total = _number(pages[-1], "offset"), _number(pages[-1], "total")
    if offset is None:
        asked = pages[-1].question.params.get("offset")
        offset = asked if isinstance(asked, int) else sum(len(page.tasks) for page in pages[:-1])
    return total is not None and offset + len(pages[-1].tasks) >= total


def _short_page(_: Pager, pages: Sequence[Answer]) -> bool:
    page = pages[-1]
    size = page.question.params.get("page_size", page.profile.page_size.get("default"))
    return isinstance(size, int) and len(page.tasks) < size


SIGNALS: Mapping[str, Callable[[Pager, Sequence[Answer]], bool]] = {
    "has-more-false": _has_more_false,
    "token-null": lambda pager, pages: _token(pager, pages) is None,
    "token-absent": lambda pager, pages: _token(pager, pages) is MISSING,
    "token-empty": lambda pager, pages: _token(pager, pages) == "",
    "page-at-pages": _page_at_pages,
    "offset-at-total": _offset_at_total,
    "short-page": _short_page,
    "empty-page": lambda _, pages: not pages[-1].tasks,
    "no-link": lambda _, pages: not linked(pages[-1].headers("Link"), "next"),
}
"""What a page must show for each sign of the end that a profile may name."""


def _called(page: Answer, place: str) -> str:
    """Return what the API calls a place of its answers: the end of the pointer, or the header."""
    where = page.profile.answer.get(place, place)
    return str(where["header"]) if isinstance(where, Mapping) else str(where).rpartition("/")[2]


def _written(value: Any) -> str:
    return "is left out" if value is MISSING else "null" if value is None else repr(value)
