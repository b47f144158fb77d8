"""The checks of A2A-Version."""

from __future__ import annotations

from functools import partial

import anyio
import httpx
import pytest

from conformance.proof import Fault, Variant, faults, variants
from conformance.proof.trial import demo_options
from conformance.reference import create_app
from conformance.session.direct import run_checks
from tests.checks.harness import judged, reds, verdicts

GROUP = "version"


def test_the_reference_server_keeps_every_rule() -> None:
    found = verdicts(judged(GROUP))
    assert set(found.values()) <= {"pass", "note"}
    assert found["version.header-case", "jsonrpc"] == found["version.absent", "http+json"] == "pass"


def test_an_empty_store_leaves_everything_open() -> None:
    found = verdicts(judged(GROUP, dataset="empty", second=False, **{"create-tasks": False}))
    assert set(found.values()) == {"inconclusive"}


class _CaseSensitive(httpx.AsyncBaseTransport):
    """A server that knows the header in one spelling only."""

    def __init__(self) -> None:
        self.inner = httpx.ASGITransport(create_app(tenants=False))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        kept = [(name, value) for name, value in request.headers.raw if name != b"a2a-version"]
        asked = httpx.Request(request.method, request.url, headers=kept, content=await request.aread())
        return await self.inner.handle_async_request(asked)


def test_a_header_known_in_one_spelling_only_is_found() -> None:
    options = demo_options(requirement=("version",))
    run = anyio.run(partial(run_checks, options, inner=_CaseSensitive()))
    assert reds(run.findings.values()) == {"version.header-case"}


@pytest.mark.parametrize("fault", faults(GROUP), ids=lambda fault: fault.name)
def test_a_fault_turns_its_requirement_red(fault: Fault) -> None:
    findings = judged(GROUP, rules=fault.rules())
    assert reds(findings) == {fault.requirement}
    broken = [f for f in findings if f.requirement == fault.requirement and f.came]
    assert {f.interface for f in broken} == set(fault.bindings)
    assert fault.clause in {f.clause for f in broken}


@pytest.mark.parametrize("variant", variants(GROUP), ids=lambda variant: variant.name)
def test_what_is_allowed_stays_green(variant: Variant) -> None:
    assert not reds(judged(GROUP, rules=variant.rules())) - set(variant.warns)
