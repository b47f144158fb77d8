"""A small API of notes that keeps every promise of the common catalogue, or breaks the one it is told to."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

TOKEN = "notes-secret-token"
COUNT = 45
DEFAULT, MAXIMUM = 10, 20
VERSION = "X-Notes-Version"


def notes() -> list[dict[str, Any]]:
    """Return the notes, newest first; two and two share a time."""
    made = []
    for number in range(COUNT):
        minute, second = divmod(number // 2, 60)
        made.append(
            {
                "id": f"note-{number:04d}-{(number * 7919) % 10007:05d}",
                "state": ("done", "open", "failed")[number % 3],
                "group": f"g{0 if number < 5 else 1 if number < 12 else 2}",
                "pinned": number % 4 == 0,
                "effort": number % 10,
                "created_at": f"2026-03-01T10:{minute:02d}:{second:02d}.250Z",
                "steps": [{"id": f"s{index}"} for index in range(number % 6)],
                "steps_total": number % 6,
            }
        )
    return made[::-1]


class Notes:
    """The app. `broken` is the requirement that it breaks, empty for none."""

    def __init__(self, broken: str = "", *, pager: str = "cursor") -> None:
        self.broken = broken
        self.pager = pager
        self.asked = 0
        self.seen: list[dict[str, str]] = []
        self.app = Starlette(
            routes=[
                Route("/v1/{project}/notes", self.list),
                Route("/v1/{project}/notes/{id}", self.read),
            ]
        )

    def breaks(self, requirement: str) -> bool:
        """Whether a requirement is the one to break."""
        return self.broken == requirement

    def refused(self, status: int, code: str) -> JSONResponse:
        return JSONResponse({"error": {"code": code, "message": f"this is {code}"}}, status)

    def early(self, request: Request) -> JSONResponse | None:
        """Return the refusal of a request without credential or with an unknown version."""
        self.seen.append(dict(request.headers))
        if request.headers.get("api-key") != f"Key {TOKEN}":
            return self.refused(403 if self.breaks("error.unauthenticated") else 401, "who_are_you")
        version = request.headers.get(VERSION)
        if version not in (None, "1", "2") and not self.breaks("version.unknown"):
            return self.refused(400, "no_such_version")
        return None

    def marked(self, request: Request, response: JSONResponse) -> JSONResponse:
        version = request.headers.get(VERSION)
        if version and not self.breaks("version.echo"):
            response.headers[VERSION] = version
        return response

    async def list(self, request: Request) -> JSONResponse:
        """Answer with a page."""
        if early := self.early(request):
            return early
        query, size = request.query_params, self.size(request.query_params.get("limit"))
        if isinstance(size, JSONResponse):
            return size
        if query.get("state") not in (None, "done", "open", "failed") and not self.breaks(
            "error.invalid-parameter"
        ):
            return self.refused(422, "bad_value")
        found = [note for note in self.ordered(size) if self.fits(note, query)]
        start = self.start(query, size)
        if start is None:
            return self.refused(400, "bad_cursor")
        page = found[start : start + size]
        shown = [self.listed(note, query) for note in page]
        if self.breaks("version.default") and VERSION.lower() not in request.headers:
            shown = shown[:-1]
        return self.marked(request, JSONResponse(self.envelope(shown, found, start, size, query)))

    def size(self, given: str | None) -> int | JSONResponse:
        """Return the size of a page, or the refusal of one."""
        if given is None:
            return DEFAULT + 1 if self.breaks("size.default") else DEFAULT
        if not given.lstrip("-").isdigit():
            lenient = self.breaks("size.not-a-number")
            return DEFAULT if lenient else self.refused(422, "bad_value")
        size = int(given)
        if size < 1:
            return 5 if self.breaks("size.minimum") else self.refused(422, "bad_value")
        if size > MAXIMUM:
            return size if self.breaks("size.maximum") else MAXIMUM
        if self.breaks("size.bounds-accepted") and size == 1:
            return self.refused(422, "bad_value")
        return size + 1 if self.breaks("size.limit") and size < MAXIMUM else size

    def ordered(self, size: int) -> list[dict[str, Any]]:
        self.asked += 1
        found = notes()
        if self.breaks("order.newest-first"):
            found = found[::-1]
        if self.breaks("order.stable") and self.asked % 2:
            for index in range(0, len(found) - 1):
                if found[index]["created_at"] == found[index + 1]["created_at"]:
                    found[index], found[index + 1] = found[index + 1], found[index]
        if self.breaks("pages.size-independent") and size == 1:
            found = sorted(found, key=lambda note: note["id"])
        if self.breaks("pages.walk-complete") and size < MAXIMUM:
            found = [note for note in found if not note["id"].startswith(("note-0001", "note-0040"))]
        return found

    def fits(self, note: dict[str, Any], query: Any) -> bool:
        """Whether the filters let a note through."""
        late = "offset" in query or "cursor" in query
        ignored = self.breaks("filter.keeps-on-pages") and late
        if self.breaks("filter.selects") and "group" in query:
            return True
        kept = all(query.get(name) in (None, note[name]) for name in ("state", "group"))
        kept = kept and query.get("pinned") in (None, str(note["pinned"]).lower())
        if "since" in query:
            strict = self.breaks("filter.bounds")
            later = note["created_at"] > query["since"]
            kept = kept and (later or (not strict and note["created_at"] == query["since"]))
        if "effort" in query:
            kept = kept and note["effort"] >= int(query["effort"])
        return kept or ignored

    def start(self, query: Any, size: int) -> int | None:
        """Return how many notes stand before the page, None for a cursor that is none."""
        if "cursor" in query:
            if self.breaks("pages.accepted"):
                return None
            known = query["cursor"][:1] == "c" and query["cursor"][1:].isdigit()
            if not known:
                return 0 if self.breaks("error.bad-token") else None
            return 0 if self.breaks("pages.walk-ends") else int(query["cursor"][1:])
        if "offset" in query and not (self.breaks("pages.offset-wins") and "page" in query):
            return int(query["offset"])
        return (int(query.get("page", 1)) - 1) * size

    def listed(self, note: dict[str, Any], query: Any) -> dict[str, Any]:
        shown = {name: value for name, value in note.items() if name != "steps_total"}
        with_steps = query.get("with_steps") == "true" and not self.breaks("omission.switch")
        if not with_steps and not self.breaks("omission.list"):
            del shown["steps"]
        if self.breaks("shape.timestamps"):
            shown["created_at"] = "yesterday"
        return shown

    def envelope(self, shown: Any, found: Any, start: int, size: int, query: Any) -> dict[str, Any]:
        end = start + len(shown)
        more = end < len(found)
        total = len(found)
        if self.breaks("total.before-paging"):
            total = len(found) - start
        if self.breaks("total.matches"):
            total += 7
        answer = {
            "notes": shown,
            "total": total,
            "limit": size + 1 if self.breaks("size.echo") else size,
            "offset": start,
            "more": True if self.breaks("pages.end-signal") else more,
            "next": f"c{end}" if more else None,
        }
        if self.breaks("total.present"):
            del answer["total"]
        if self.breaks("shape.members"):
            del answer["offset"]
        return answer

    async def read(self, request: Request) -> JSONResponse:
        """Answer with one note."""
        if early := self.early(request):
            return early
        wanted = request.path_params["id"]
        if wanted == "%%%" and not self.breaks("notfound.malformed-id"):
            return self.refused(400, "bad_id")
        found = next((note for note in notes() if note["id"] == wanted), None)
        if found is None:
            if self.breaks("notfound.envelope"):
                return JSONResponse({"detail": "nothing"}, 404)
            return self.refused(400 if self.breaks("notfound.status") else 404, "no_such_note")
        if self.breaks("get.returns-the-item"):
            found = found | {"id": "another"}
        if self.breaks("get.agrees-with-list"):
            found = found | {"state": "other"}
        return self.marked(
            request, JSONResponse({"note": self.window(found, request.query_params.get("steps"))})
        )

    def window(self, note: dict[str, Any], given: str | None) -> dict[str, Any]:
        steps, count = note["steps"], len(note["steps"])
        if given is None:
            kept = steps[-2:] if self.breaks("window.unset") else steps
        elif int(given) == 0:
            kept = steps if self.breaks("window.zero") else []
        elif self.breaks("window.end"):
            kept = steps[: int(given)]
        else:
            kept = steps[-int(given) - self.breaks("window.at-most") :]
        return note | {"steps": kept, "steps_total": len(kept) if self.breaks("window.count") else count}
