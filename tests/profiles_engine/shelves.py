"""A list of shelves whose pages are joined in one of several ways: by a link, an url, the last id, a page number."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

TOTALS = """
[promises."total.present"]
strength = "must"
[promises."total.before-paging"]
strength = "must"
[promises."total.matches"]
strength = "must"
"""
STYLES = ("link", "next-url", "last-id", "page", "offset")
SIZE = 4


class Shelves:
    """The app; `elsewhere` is the origin that next urls name in place of its own."""

    def __init__(self, style: str, count: int = 11, elsewhere: str = "") -> None:
        self.style = style
        self.elsewhere = elsewhere
        self.shelves = [{"id": f"shelf-{number:03d}", "kind": "wood"} for number in range(count)]
        self.requests: list[Request] = []
        self.app = Starlette(routes=[Route("/shelves", self.list), Route("/shelves/{id}", self.read)])

    async def list(self, request: Request) -> JSONResponse:
        self.requests.append(request)
        query = request.query_params
        size = int(query.get("limit", SIZE))
        start = self.start(query, size)
        page = self.shelves[start : start + size]
        more = start + size < len(self.shelves)
        base = f"{self.elsewhere or 'http://notes.test'}/shelves"
        url = f"{base}?limit={size}&from={start + size}"
        headers = {}
        body: Any = {"shelves": page, "count": len(self.shelves)}
        if self.style == "link":
            body = page
            headers["X-Total-Count"] = str(len(self.shelves))
            headers["Link"] = f'<{base}>; rel="first"' + (f', <{url}>; rel="next"' if more else "")
        elif self.style == "next-url":
            body["next"] = url if more else None
        elif self.style == "last-id":
            body["has_more"] = more
        elif self.style == "page":
            body["pages"] = -(-len(self.shelves) // size)
        return JSONResponse(body, headers=headers)

    def start(self, query: Any, size: int) -> int:
        if "after" in query:
            return next(i for i, shelf in enumerate(self.shelves) if shelf["id"] == query["after"]) + 1
        if "page" in query:
            return (int(query["page"]) - 1) * size
        return int(query.get("from", query.get("offset", 0)))

    async def read(self, request: Request) -> JSONResponse:
        self.requests.append(request)
        found = [shelf for shelf in self.shelves if shelf["id"] == request.path_params["id"]]
        return JSONResponse(found[0]) if found else JSONResponse({"error": "no such shelf"}, 404)


def shelves_profile(style: str) -> str:
    """Return the profile of a style."""
    ends = {
        "link": '["no-link"]',
        "next-url": '["token-null"]',
        "last-id": '["has-more-false"]',
        "page": '["page-at-pages"]',
        "offset": '["offset-at-total"]',
    }[style]
    params = {"last-id": ', page_token = "after"', "page": ', page = "page"', "offset": ', offset = "offset"'}
    places = {
        "link": 'total = { header = "X-Total-Count" }',
        "next-url": 'next_url = "/next"',
        "last-id": 'more = "/has_more"',
        "page": 'pages = "/pages"',
        "offset": 'total = "/count"',
    }
    return f'''
format = "task-conformance-profile/1"
name = "shelves"
title = "Shelves"
specification = "Shelves 1"
documentation = "https://shelves.example/docs"
item_name = "shelf"
items_name = "shelves"
binding = "http"
[operations.list]
method = "GET"
path = "/shelves"
params = {{ page_size = "limit"{params.get(style, "")} }}
[operations.get]
method = "GET"
path = "/shelves/{{id}}"
[answer]
items = "{"" if style == "link" else "/shelves"}"
{places.get(style, "")}
[item]
id = "/id"
[[pager]]
style = "{style}"
ends = {ends}
[page_size]
default = 4
minimum = 1
maximum = 100
[promises."pages.accepted"]
strength = "must"
[promises."pages.walk-ends"]
strength = "must"
[promises."pages.walk-complete"]
strength = "must"
[promises."pages.end-signal"]
strength = "must"
[promises."pages.size-independent"]
strength = "must"
{TOTALS if style == "link" else ""}
'''
