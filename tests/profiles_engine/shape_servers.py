"""Lists in the manner of well-known APIs; the profiles that speak them stand in the folder `shapes`."""

from __future__ import annotations

import json
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

COUNT = 23


def numbers(start: int = 0) -> range:
    """Return the numbers of the items from a place on, the newest first."""
    return range(COUNT - start, 0, -1)


def refused(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": {"code": status, "message": message}}, status)


# Stripe's manner: the id of the last item, has_more, seconds, a parameter with brackets.
def charge(number: int) -> dict[str, Any]:
    return {"id": f"ch_{number}", "object": "charge", "created": 1_700_000_000 + 60 * number}


async def charges(request: Request) -> Response:
    query = request.query_params
    limit = int(query.get("limit", 10))
    after = query.get("starting_after", f"ch_{COUNT + 1}")
    if not 1 <= limit <= 100:
        return refused(400, "limit is out of bounds")
    if not after.removeprefix("ch_").isdigit():
        return refused(400, "no such charge")
    start = COUNT + 1 - int(after.removeprefix("ch_"))
    found = [
        one for one in map(charge, numbers(start)) if one["created"] >= int(query.get("created[gte]", 0))
    ]
    more = len(found) > limit
    return JSONResponse({"object": "list", "url": "/v1/charges", "has_more": more, "data": found[:limit]})


async def one_charge(request: Request) -> Response:
    wanted = request.path_params["id"]
    found = [one for one in map(charge, numbers()) if one["id"] == wanted]
    return JSONResponse(found[0]) if found else refused(404, "no such charge")


# AIP-158's manner: POST with a body, names with slashes, no token at the end, an empty page on the way.
def job(number: int) -> dict[str, Any]:
    return {"name": f"projects/p-1/jobs/j {number}", "state": ("DONE", "ACTIVE", "DONE")[number % 3]}


async def jobs(request: Request) -> Response:
    body = json.loads(await request.body())
    size, token = body.get("pageSize", 0), body.get("pageToken") or "t0"
    if type(size) is not int or size < 0:
        return refused(400, "pageSize is no number from 0 on")
    if token[:1] not in "te" or not token[1:].isdigit():
        return refused(400, "no such token")
    state, start = body.get("filter", {}).get("state"), int(token[1:])
    found = [one for one in map(job, numbers()) if state in (None, one["state"])]
    if token[:1] == "e":
        return JSONResponse({"jobs": [], "totalSize": len(found), "nextPageToken": f"t{start}"})
    end = start + min(size or 5, 10)
    shown: dict[str, Any] = {"jobs": found[start:end], "totalSize": len(found)}
    following = f"{'t' if end % 3 else 'e'}{end}"
    return JSONResponse(shown | ({"nextPageToken": following} if end < len(found) else {}))


async def one_job(request: Request) -> Response:
    wanted = request.path_params["name"]
    found = [one for one in map(job, numbers()) if one["name"] == wanted]
    return JSONResponse(found[0]) if found else refused(404, "no such job")


# Kubernetes' manner: a token within metadata, "" at the end, ids and times there as well, 410 for a stale token.
def pod(number: int) -> dict[str, Any]:
    made = f"2026-01-01T00:{number:02d}:00Z"
    return {"metadata": {"name": f"pod-{number}", "creationTimestamp": made}, "status": {"phase": "Running"}}


def status(code: int, reason: str) -> JSONResponse:
    return JSONResponse({"kind": "Status", "reason": reason, "message": reason, "code": code}, code)


async def pods(request: Request) -> Response:
    limit, token = int(request.query_params.get("limit", 500)), request.query_params.get("continue") or "c0"
    if token[:1] != "c" or not token[1:].isdigit():
        return status(410, "Expired")
    start = int(token[1:])
    found = sorted(map(pod, numbers()), key=lambda one: str(one["metadata"]["name"]))
    rest = len(found) - start - limit
    metadata: dict[str, Any] = {"resourceVersion": "7", "continue": f"c{start + limit}" if rest > 0 else ""}
    if rest > 0:
        metadata["remainingItemCount"] = rest
    return JSONResponse({"kind": "PodList", "metadata": metadata, "items": found[start : start + limit]})


async def one_pod(request: Request) -> Response:
    found = [one for one in map(pod, numbers()) if one["metadata"]["name"] == request.path_params["id"]]
    return JSONResponse(found[0]) if found else status(404, "NotFound")


# Jira's manner: startAt, maxResults and total, ids that are numbers as text, times with +0000.
def issue(number: int) -> dict[str, Any]:
    made = f"2026-01-01T00:{number:02d}:00.000+0000"
    return {
        "id": f"{10_000 + number}",
        "key": f"T-{number}",
        "fields": {"created": made, "status": {"name": "Open"}},
    }


async def issues(request: Request) -> Response:
    query = request.query_params
    size, start = min(int(query.get("maxResults", 50)), 100), int(query.get("startAt", 0))
    found = [issue(number) for number in numbers(start)][:size]
    return JSONResponse({"startAt": start, "maxResults": size, "total": COUNT, "issues": found})


async def one_issue(request: Request) -> Response:
    found = [one for one in map(issue, numbers()) if one["id"] == request.path_params["id"]]
    missing = JSONResponse({"errorMessages": ["Issue does not exist."], "errors": {}}, 404)
    return JSONResponse(found[0]) if found else missing


# A cursor deep within the answer, parameters with brackets, items in an envelope each, JSON:API's manner.
def run(number: int) -> dict[str, Any]:
    return {"type": "runs", "id": str(number), "attributes": {"state": "done" if number % 3 else "open"}}


async def runs(request: Request) -> Response:
    query = request.query_params
    size, start = int(query.get("page[size]", 10)), int(query.get("page[after]", 0))
    found = [
        one for one in map(run, numbers()) if query.get("filter[state]") in (None, one["attributes"]["state"])
    ]
    end = start + size
    page = {"next": str(end) if end < len(found) else None, "total": len(found)}
    return JSONResponse({"data": found[start:end], "meta": {"page": page}})


async def one_run(request: Request) -> Response:
    found = [one for one in map(run, numbers()) if one["id"] == request.path_params["id"]]
    missing = JSONResponse({"errors": [{"code": "not-found", "title": "no such run"}]}, 404)
    return JSONResponse({"data": found[0]}) if found else missing


APP = Starlette(
    routes=[
        Route("/v1/charges", charges),
        Route("/v1/charges/{id}", one_charge),
        Route("/v1/jobs:search", jobs, methods=["POST"]),
        Route("/v1/{name:path}", one_job),
        Route("/api/v1/namespaces/ns/pods", pods),
        Route("/api/v1/namespaces/ns/pods/{id}", one_pod),
        Route("/rest/api/search", issues),
        Route("/rest/api/issue/{id}", one_issue),
        Route("/runs", runs),
        Route("/runs/{id}", one_run),
    ]
)
