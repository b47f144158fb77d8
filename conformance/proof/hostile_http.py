"""Hostile servers that speak HTTP and mean ill: redirects, throttling, outages, challenges."""

from __future__ import annotations

from conformance.proof.hostile import Asked, hostile
from conformance.proof.rawserver import Answer, reply


@hostile("It redirects all requests to another host.")
def redirects_elsewhere(ask: Asked) -> Answer:
    return _redirect(ask, f"{ask.elsewhere}{ask.target}")


@hostile("It redirects the card to another host.")
def redirects_the_card_elsewhere(ask: Asked) -> Answer:
    return reply(b"", 302, location=f"{ask.elsewhere}{ask.target}")


@hostile("It redirects in circles, the card too.")
def redirects_in_circles(ask: Asked) -> Answer:
    return reply(b"", 307, location=ask.target)


@hostile("It redirects to file:, javascript:, data: and half an address.")
def redirects_to_no_server(ask: Asked) -> Answer:
    places = (
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,x",
        "//",
        "http://[",
        "\\\\host\\x",
        "",
    )
    return _redirect(ask, places[ask.number % len(places)])


@hostile("It throttles every second request, and says to wait a second.", "--max-requests", "30")
def throttles(ask: Asked) -> Answer:
    return _now_and_then(ask, 2, 429, retry_after="1")


@hostile("It throttles all requests, and says to wait for thirty years.", "--max-requests", "20")
def throttles_for_years(ask: Asked) -> Answer:
    return ask.right().bytes() if ask.is_card else reply(b"slow down", 429, retry_after="999999999")


@hostile("It throttles, and what it says about waiting is garbage.", "--max-requests", "60")
def throttles_with_garbage(ask: Asked) -> Answer:
    waits = ("-5", "NaN", "1e9", "soon", "9" * 5000, "\u00b2", "Wed, 21 Oct 2099 07:28:00 GMT", "")
    return _now_and_then(ask, 2, 429, retry_after=waits[ask.number // 2 % len(waits)])


@hostile("Every fifth answer is 503.", "--max-requests", "60")
def unavailable_now_and_then(ask: Asked) -> Answer:
    return _now_and_then(ask, 5, 503)


@hostile("Every second answer is 500.")
def fails_every_second_time(ask: Asked) -> Answer:
    return _now_and_then(ask, 2, 500)


@hostile("Every answer is 500, with a stack trace of megabytes.", "--max-requests", "60")
def fails_at_length(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    return reply("Traceback (most recent call last):\n" * 60_000, 500, content_type="text/plain")


@hostile("Every answer says that a credential is missing, in a challenge of a hundred schemes.")
def challenges(ask: Asked) -> Answer:
    if ask.is_card:
        return ask.right().bytes()
    schemes = ", ".join(f'Scheme{number} realm="\\"<script>{number}"' for number in range(100))
    return reply(b"{}", 401, www_authenticate=schemes)


def _redirect(ask: Asked, place: str) -> Answer:
    return ask.right().bytes() if ask.is_card else reply(b"", 307, location=place)


def _now_and_then(ask: Asked, every: int, status: int, **headers: str) -> Answer:
    if ask.is_card or ask.number % every:
        return ask.right().bytes()
    return reply(b"not now", status, **headers)
