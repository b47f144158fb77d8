"""Which interfaces of a card are tested, under which keys, and why others are not."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from conformance.core.errors import TargetError, UsageError
from conformance.target.interfaces import (
    MOST_TESTED,
    highest_minor,
    interfaces_of,
    require_tested,
    without_card,
)

HERE = frozenset({"http://a:80"})


def entry(binding="JSONRPC", url="http://a/x", version="1.0", **more):
    return {"protocolBinding": binding, "url": url, "protocolVersion": version} | more


def read(*entries, allowed=HERE):
    return interfaces_of({"supportedInterfaces": list(entries)}, allowed)


def keys(*entries):
    return [interface.key for interface in read(*entries)]


def reason(*args, **more) -> str:
    (interface,) = read(entry(*args, **more))
    assert not interface.tested
    return interface.reason


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([entry(), entry("HTTP+JSON"), entry("GRPC", "a:443")], ["jsonrpc", "http+json", "grpc"]),
        ([entry("jsonrpc")], ["jsonrpc"]),
        ([entry(tenant="t")], ["jsonrpc"]),
        ([entry(tenant="t"), entry(tenant="u")], ["jsonrpc/t", "jsonrpc/u"]),
        ([entry(), entry(tenant="u")], ["jsonrpc", "jsonrpc/u"]),
        ([entry(), entry(version="1.1")], ["jsonrpc@1.0", "jsonrpc@1.1"]),
        ([entry(version="0.3"), entry()], ["jsonrpc@0.3", "jsonrpc"]),
        ([entry(tenant="t"), entry(tenant="t", version="0.3")], ["jsonrpc", "jsonrpc@0.3"]),
        ([entry(tenant="t"), entry(tenant="t", version="1.1")], ["jsonrpc@1.0", "jsonrpc@1.1"]),
        (
            [entry(tenant="t"), entry(tenant="t", version="1.1"), entry(tenant="u")],
            ["jsonrpc/t@1.0", "jsonrpc/t@1.1", "jsonrpc/u"],
        ),
        ([entry(), entry(url="http://a/y")], ["jsonrpc", "jsonrpc#2"]),
        ([entry(), entry()], ["jsonrpc", "jsonrpc#2"]),
        ([entry(tenant="a b/\x1bé"), entry(tenant="u")], ["jsonrpc/a%20b%2F%1B%C3%A9", "jsonrpc/u"]),
    ],
)
def test_keys(entries, expected):
    assert keys(*entries) == expected


@given(
    st.lists(
        st.builds(
            entry,
            st.sampled_from(["JSONRPC", "HTTP+JSON", "GRPC", "odd", ""]),
            st.sampled_from(["http://a/x", "http://a/y", "http://b", "nonsense"]),
            st.sampled_from(["1.0", "1.1", "0.3", "x", ""]),
            tenant=st.sampled_from(["", "t", "u", "t@1.0", "#2"]),
        )
        | st.from_type(dict).map(dict)
        | st.none(),
        min_size=1,
        max_size=12,
    )
)
@settings(derandomize=True, database=None, max_examples=200)
def test_keys_differ_whatever_the_card_lists(entries):
    assert len(set(keys(*entries))) == len(entries)


def test_urls_and_tenants_stay_as_written():
    (interface,) = read(entry(url="HTTP://A:80/x//%61?y", tenant=" t "))
    assert (interface.url, interface.tenant, interface.tested) == ("HTTP://A:80/x//%61?y", " t ", True)


@pytest.mark.parametrize(("written", "version"), [("1.0", "1.0"), ("1.2.7", "1.2"), ("01.0", "1.0")])
def test_versions_are_major_and_minor(written, version):
    (interface,) = read(entry(version=written))
    assert (interface.version, interface.tested, interface.reason) == (version, True, "")


def test_a_missing_version_is_assumed_and_said():
    (interface,) = read({"protocolBinding": "JSONRPC", "url": "http://a"})
    assert (interface.version, interface.tested) == ("1.0", True)
    assert "1.0 is assumed" in interface.reason


def test_why_an_interface_is_not_tested():
    assert "A2A 0.3" in reason(version="0.3.0")
    assert "A2A 2.0" in reason(version="2.0")
    assert "not a version" in reason(version="one")
    assert reason("GRPC", "a:443") == "gRPC is not spoken by this version"
    assert "protocolBinding" in reason("CARRIER-PIGEON")
    assert "--allow-origin https://b:443 allows it" in reason(url="https://b/x?secret")
    assert "--allow-origin https://a:443" in reason(url="https://a/x")
    assert "can't be used" in reason(url="a/x")
    assert "password" in reason(url="http://me:pw@a/x")
    assert "twice" in read(entry(), entry())[1].reason


def test_an_origin_that_is_allowed_is_tested():
    (interface,) = read(entry(url="https://b/x"), allowed={*HERE, "https://b:443"})
    assert interface.tested


@pytest.mark.parametrize("card", [{}, {"supportedInterfaces": []}, {"supportedInterfaces": [{}] * 65}])
def test_cards_without_a_sensible_list(card):
    with pytest.raises(TargetError):
        interfaces_of(card, HERE)


def test_a_target_with_nothing_to_test():
    require_tested(read(entry(), entry("GRPC")))
    with pytest.raises(TargetError, match=r"speaks A2A 0\.3 only"):
        require_tested(read(entry(version="0.3"), entry("HTTP+JSON", version="0.3")))
    with pytest.raises(TargetError, match="grpc: gRPC is not spoken"):
        require_tested(read(entry("GRPC"), entry(version="0.3")))


def test_highest_minor():
    assert (
        highest_minor(read(entry(), entry(version="1.12"), entry(version="0.30"), entry(version="x"))) == 12
    )
    assert highest_minor(read(entry(version="0.3"))) == 0


def test_without_a_card():
    interface = without_card("http://a/x?y", "http+json", "t")
    assert (interface.key, interface.binding, interface.url, interface.tenant) == (
        "http+json",
        "HTTP+JSON",
        "http://a/x?y",
        "t",
    )
    with pytest.raises(UsageError, match="jsonrpc"):
        without_card("http://a", "grpc")


def test_public():
    assert read(entry())[0].public() == {
        "key": "jsonrpc",
        "binding": "JSONRPC",
        "url": "http://a/x",
        "version": "1.0",
        "tenant": None,
        "tested": True,
        "reason": "",
    }


def test_no_more_interfaces_are_tested_than_a_run_has_room_for():
    found = read(
        *[entry(url=f"http://a/{number}") for number in range(MOST_TESTED + 3)], entry("GRPC", "a:443")
    )
    assert [interface.tested for interface in found] == [True] * MOST_TESTED + [False] * 4
    assert "--binding" in found[MOST_TESTED].reason
