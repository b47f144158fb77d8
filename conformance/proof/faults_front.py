"""Servers whose urls or headers do not work as the card and the bindings say, one thing each."""

from __future__ import annotations

from conformance.proof.front import Elsewhere, OneSpelling
from conformance.proof.registry import fault
from conformance.reference import Rules


@fault("version.header-case", "A2A-Version is known in that spelling only.")
class VersionInCapitals(Rules):
    class Front(OneSpelling):
        lost = frozenset({b"a2a-version"})


@fault("bindings.declared", "At the declared url of HTTP+JSON there is nothing.", bindings=("http+json",))
class NothingAtHttp(Rules):
    class Front(Elsewhere):
        path = "/http"


@fault("bindings.declared", "At the declared url of JSON-RPC there is a web page.", bindings=("jsonrpc",))
class PageAtRpc(Rules):
    class Front(Elsewhere):
        path = "/rpc"
        status = 200
