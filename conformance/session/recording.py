"""report.json: a run written down, and read back so that it can be judged again without a network."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance import __version__
from conformance.core.errors import UsageError
from conformance.probe.exchange import Exchange
from conformance.probe.wire import Failure, Sent, WireRequest, WireResponse
from conformance.profiles import Profile, load_profile, recorded_profile
from conformance.profiles.mistakes import refuse
from conformance.session.created import left_open
from conformance.session.named import unknown
from conformance.session.run import Run
from conformance.session.summary import exit_code, summary
from conformance.session.target import Target, recorded_site
from conformance.target.interfaces import Interface
from conformance.target.profile import OURS
from conformance.target.settings import RunOptions
from conformance.target.tasks_file import NamedTasks

FORMAT = "task-conformance-report/1"


def written(run: Run) -> dict[str, Any]:
    """Return the run as report.json; to have it as plain dicts, write it and read it again."""
    findings = list(run.findings.values())
    options = run.options
    code = exit_code(findings, run.catalogue, strict=options.strict, require=options.require)
    creates = options.create_count if options.create_tasks else 0
    counted = summary(
        findings,
        run.catalogue,
        code,
        require=options.require,
        create=creates if run.profile.catalogue == OURS else None,
    )
    counted["requests"] = {key: len(site.exchanges) for key, site in run.sites.items()}
    counted["peak_in_flight"] = max((site.asker.peak for site in run.sites.values()), default=0)
    counted["left_open"] = left_open(run.sites.values())
    counted["unknown"] = unknown(run.sites.values(), run.scope)
    counted["longest_chain"] = max((site.asker.longest for site in run.sites.values()), default=0)
    return {
        "format": FORMAT,
        "suite": {"name": "task-conformance", "version": __version__},
        "catalogue": _catalogue(run),
        "started": _time(run.started),
        "finished": _time(run.finished or time.time()),
        "options": options.public() | {"nonce": run.nonce, "second_credential": run.has_other},
        "profile": dict(run.profile.data),
        "targets": [run.target.public()],
        "survey": {key: site.store.summary() for key, site in run.sites.items()},
        "exchanges": Exchanges(run),
        "findings": [finding.public() for finding in findings],
        "summary": counted,
        "complete": True,
    }


def rewritten(run: Run, recording: Mapping[str, Any]) -> dict[str, Any]:
    """Return a recorded run that was judged again as report.json; what was asked, and when, stays as it was."""
    report = written(run)
    report["summary"]["peak_in_flight"] = recording["summary"]["peak_in_flight"]
    kept = {name: recording[name] for name in ("started", "finished") if name in recording}
    return report | kept | {"judged": _time(time.time())}


class Exchanges(Mapping[str, Any]):
    """What was sent and came so far, as report.json holds it.

    Each exchange is made when it is looked at: all bodies once more as text may be more than there is room for.
    """

    def __init__(self, run: Run) -> None:
        self._by_id = {e.id: e for site in run.sites.values() for e in site.exchanges}

    def __getitem__(self, exchange_id: str) -> dict[str, Any]:
        return _exchange(self._by_id[exchange_id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)


def _catalogue(run: Run) -> dict[str, Any]:
    catalogue = run.catalogue
    return {
        "profile": run.profile.name,
        "title": catalogue.title,
        "specification": catalogue.specification,
        "groups": [{"key": group.key, "title": group.title} for group in catalogue.groups],
        "requirements": [
            {
                "id": requirement.id,
                "group": requirement.group,
                "statement": requirement.statement,
                "level": str(requirement.level),
                "clauses": [
                    {"key": clause.key, "level": str(clause.level), "text": clause.text}
                    for clause in requirement.clauses
                ],
                "sections": [
                    {"label": section.label, "url": section.url} for section in requirement.sections
                ],
                "never": requirement.never,
                "needs": requirement.needs,
                "after": list(requirement.after),
            }
            for requirement in catalogue
        ],
    }


def _time(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def _exchange(exchange: Exchange) -> dict[str, Any]:
    sent = exchange.sent
    response = sent.response
    return {
        "interface": exchange.interface,
        "principal": exchange.principal,
        "operation": exchange.operation,
        "key": exchange.key,
        "repeat": exchange.repeat,
        "attempt": exchange.attempt,
        "depth": exchange.depth,
        "request": {
            "method": sent.request.method,
            "url": sent.request.url,
            "headers": [list(header) for header in sent.request.headers],
            **_body(sent.request.body or b""),
        },
        "response": None
        if response is None
        else {
            "status": response.status,
            "headers": [list(header) for header in response.headers],
            **_body(response.body),
            "truncated": response.truncated,
        },
        "failure": sent.failure and {"kind": sent.failure.kind, "text": sent.failure.text},
        "ms": round(sent.ms, 1),
    }


def _body(data: bytes) -> dict[str, str]:
    try:
        return {"body": data.decode(), "encoding": "utf-8"}
    except UnicodeDecodeError:
        return {"body": base64.b64encode(data).decode(), "encoding": "base64"}


def _bytes(part: Mapping[str, Any]) -> bytes:
    body = str(part["body"])
    return base64.b64decode(body) if part["encoding"] == "base64" else body.encode()


def recorded_run(recording: Mapping[str, Any], **changes: Any) -> Run:
    """Return a run whose answers are those of `recording`; `changes` are options that bear on judging only.

    What was selected then is selected again unless they select something else: the rest was not asked.
    Raises UsageError where the report holds no target.
    """
    if not recording.get("targets"):
        raise UsageError("The report holds no target to judge.")
    profile = _profile(recording)
    target = _target(profile, recording["targets"][0])
    kept = recording["options"]
    selected = {"requirement": tuple(kept.get("requirement") or ()), "level": kept.get("level")}
    changes = {
        **selected,
        **{name: value for name, value in changes.items() if value or name not in selected},
    }
    options = RunOptions(
        url=target.url,
        profile=profile.name,
        create_tasks=bool(kept.get("create_tasks")),
        create_count=int(kept.get("create_count") or 5),
        scripted=bool(kept.get("scripted")),
        context=kept.get("context"),
        max_requests=10**9,
        max_total=2**40,
        **changes,
    )
    recorded: dict[str, dict[tuple[str, int, int], Exchange]] = {}
    for exchange_id, data in recording["exchanges"].items():
        exchange = _read_exchange(exchange_id, data)
        place = recorded.setdefault(exchange.interface, {})
        place.setdefault((exchange.key, exchange.repeat, exchange.attempt), exchange)
    tested = [interface for interface in target.interfaces if interface.tested]
    sites = {i.key: recorded_site(profile, i, options, recorded.get(i.key, {})) for i in tested}
    return Run(options, target, sites, str(kept.get("nonce", "")), bool(kept.get("second_credential")))


def _profile(recording: Mapping[str, Any]) -> Profile:
    """Return the profile that a recording was made with: A2A's of today, another as it stands in the recording."""
    name = recording["catalogue"]["profile"]
    if name == OURS:
        return load_profile(name)
    data = recording.get("profile")
    if data is None:
        raise UsageError(f"The report does not hold its profile, {name}.", hint="It can't be judged again.")
    refuse(data, "in the report")
    return recorded_profile(data)


def _target(profile: Profile, data: Mapping[str, Any]) -> Target:
    named = data.get("named") or {}
    return Target(
        profile,
        name=data["name"],
        url=data["url"],
        card=data["card"],
        interfaces=[Interface(**interface) for interface in data["interfaces"]],
        secured=bool(data.get("secured")),
        extensions=tuple(data.get("extensions", ())),
        named=NamedTasks(tuple(named.get("tasks", ())), tuple(named.get("contexts", ()))),
        messages=data.get("messages") or {},
    )


def _read_exchange(exchange_id: str, data: Mapping[str, Any]) -> Exchange:
    request, response, failure = data["request"], data["response"], data["failure"]
    sent = Sent(
        WireRequest(request["method"], request["url"], _headers(request["headers"]), _bytes(request)),
        response
        and WireResponse(
            response["status"], _headers(response["headers"]), _bytes(response), response["truncated"]
        ),
        failure and Failure(failure["kind"], failure["text"]),
        data["ms"],
    )
    return Exchange(
        exchange_id,
        data["interface"],
        data["principal"],
        data["operation"],
        data["key"],
        data["repeat"],
        data.get("attempt", 0),
        data.get("depth", 1),
        sent,
    )


def _headers(pairs: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in pairs)
