"""Certificates over real TLS: trusted, expired, self-signed, for another host, and the client's own."""

import datetime
import ssl

import anyio
import pytest
import trustme

from conformance.core.errors import TargetError, UsageError
from conformance.probe.connection import ssl_context
from conformance.probe.transport import ConnectionSettings, Sent, Transport, WireRequest
from conformance.target.card import find_card
from tests.helpers.rawserver import CLOSE, RawServer, reply


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture(scope="module")
def ca(authority, tmp_path_factory):
    path = tmp_path_factory.mktemp("ca") / "ca.pem"
    authority.cert_pem.write_to_path(path)
    return path


def server_context(issued) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    issued.configure_cert(context)
    return context


def send(server, **settings) -> Sent:
    async def run():
        wanted = ConnectionSettings(timeout=5.0, **settings)
        async with Transport(wanted, allowed_origins=[server.url]) as transport:
            return await transport.send(WireRequest("GET", server.url))

    return anyio.run(run)


def refused(server, **settings) -> str:
    async def run():
        wanted = ConnectionSettings(timeout=5.0, **settings)
        async with Transport(wanted, allowed_origins=[server.url]) as transport:
            await find_card(transport, server.url)

    with pytest.raises(TargetError) as caught:
        anyio.run(run)
    return str(caught.value)


def test_an_authority_that_is_named_is_trusted(authority, ca):
    with RawServer(reply(b"ok"), tls=server_context(authority.issue_cert("localhost"))) as server:
        assert send(server, ca=ca).response.body == b"ok"
        assert send(server).failure.kind == "tls"
        assert "not trusted here. --ca FILE names the authority" in refused(server)


def test_an_expired_certificate(authority, ca):
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    issued = authority.issue_cert("localhost", not_before=past, not_after=past + datetime.timedelta(days=1))
    with RawServer(reply(b"ok"), tls=server_context(issued)) as server:
        assert "its certificate has expired. It has to be renewed." in refused(server, ca=ca)
        assert server.requests == []


def test_a_certificate_for_another_host(authority, ca):
    with RawServer(reply(b"ok"), tls=server_context(authority.issue_cert("agent.example"))) as server:
        assert "its certificate is for another host name" in refused(server, ca=ca)


def test_a_self_signed_certificate(tmp_path):
    alone = trustme.CA()
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    alone.private_key_pem.write_to_path(key)
    alone.cert_pem.write_to_path(cert)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with RawServer(reply(b"ok"), tls=context) as server:
        assert "its certificate is self-signed. --ca FILE trusts it." in refused(server)


def test_a_client_certificate(authority, ca, tmp_path):
    context = server_context(authority.issue_cert("localhost"))
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED
    mine = authority.issue_cert("me@example.org")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    mine.private_key_pem.write_to_path(key)
    mine.cert_chain_pems[0].write_to_path(cert)
    with RawServer(reply(b"ok"), tls=context) as server:
        assert send(server, ca=ca, cert=cert, key=key).response.body == b"ok"
        assert "--cert and --key give one" in refused(server, ca=ca)


@pytest.mark.parametrize(
    ("answer", "kind"), [([reply(b"", 400), CLOSE], "tls"), ([5.0], "timeout"), ([CLOSE], "tls")]
)
def test_what_answers_does_not_speak_tls(answer, kind):
    with RawServer(answer) as server:
        url = server.url.replace("http://", "https://")

        async def run():
            async with Transport(ConnectionSettings(timeout=2), allowed_origins=[url]) as transport:
                return await transport.send(WireRequest("GET", url))

        failure = anyio.run(run).failure
        assert failure.kind == kind, failure
        assert ("does not speak TLS" in failure.text) is (len(answer) == 2)


def test_files_that_can_not_be_used(authority, ca, tmp_path):
    junk = tmp_path / "junk.pem"
    junk.write_text("no certificate")
    for settings in (
        {"ca": tmp_path / "none"},
        {"ca": junk},
        {"cert": junk},
        {"cert": tmp_path / "none"},
        {"cert": ca, "key": junk},
        {"key": ca},
    ):
        with pytest.raises(UsageError, match="--"):
            ssl_context(ConnectionSettings(**settings))


def test_an_encrypted_key_does_not_ask_on_the_terminal(authority, tmp_path):
    from cryptography.hazmat.primitives import serialization

    mine = authority.issue_cert("me@example.org")
    plain = serialization.load_pem_private_key(mine.private_key_pem.bytes(), None)
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    key.write_bytes(
        plain.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"word"),
        )
    )
    mine.cert_chain_pems[0].write_to_path(cert)
    with pytest.raises(UsageError, match="must not be encrypted"):
        ssl_context(ConnectionSettings(cert=cert, key=key))


def test_a_connection_that_ends_within_tls_is_dropped(authority, ca):
    with RawServer([CLOSE], tls=server_context(authority.issue_cert("localhost"))) as server:
        assert send(server, ca=ca).failure.kind == "dropped"
