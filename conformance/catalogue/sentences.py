"""The words that fill the places in the common catalogue's statements: names, numbers and policies of a profile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from conformance.profiles.profile import Profile, Refusals

POLICIES = {
    "reject": "is refused",
    "clamp": "is brought into bounds",
    "default": "is read as unset",
    "empty": "gives an empty page",
}
WINDOWS = {"all": "all {parts}", "none": "no {parts}"}
SIGNS = {
    "has-more-false": "{more} is false",
    "token-null": "{token} is null",
    "token-absent": "{token} is left out",
    "token-empty": '{token} is ""',
    "page-at-pages": "{page} is {pages}",
    "offset-at-total": "{offset} and the page's {items} make {total}",
    "short-page": "the page is shorter than asked for",
    "empty-page": "the page is empty",
    "no-link": "there is no link to a next page",
}
TIMES = {
    "rfc3339": "a date and time with its zone (RFC 3339)",
    "naive": "a date and time",
    "seconds": "a number of seconds since 1970",
    "milliseconds": "a number of milliseconds since 1970",
    "integer": "a number",
    "text": "a text",
}
OPERATORS = {
    "at-or-after": "from",
    "at-least": "at least",
    "after": "after",
    "at-or-before": "up to",
    "at-most": "at most",
    "before": "before",
}


def words_of(profile: Profile) -> dict[str, str]:
    """Return the words by the names of the places; what a profile does not know is "?"."""
    size, window = profile.page_size, profile.window
    words: dict[str, str] = defaultdict(lambda: "?")
    words |= {
        "item": profile.item_name,
        "items": profile.items_name,
        "Items": profile.items_name.capitalize(),
        "timestamp": last(profile.item.get("timestamp", "")),
        "direction": "oldest first" if profile.order.direction == "ascending" else "newest first",
        "time": TIMES.get(profile.order.time, profile.order.time),
        "echo": last(profile.answer.get("page_size", "")),
        "total": last(profile.answer.get("total", "")),
        "window_items": last(profile.item.get("window", "")),
        "window_count": last(profile.item.get("window_count", "")),
        "kept": {"trailing": "last", "leading": "first"}.get(window.keep, window.keep),
        "version": profile.version.header,
        "version_default": profile.version.default,
        "omitted": listed(last(member) for member in profile.omission.members),
        "forms": listed(profile.omission.forms, "or"),
        "switch": listed(f"{name}={value}" for name, value in profile.omission.switch.items()).replace(
            "True", "true"
        ),
        "members": listed(last(place) for place in profile.answer.values()),
        "equal_filters": listed(one.param for one in profile.filters if one.operator == "equals"),
        "bound_filters": listed(
            f"{one.param} ({OPERATORS[one.operator]})" for one in profile.filters if one.operator in OPERATORS
        ),
        "envelope": listed(profile.error_message or profile.error_code, "or"),
    }
    words |= {key: str(value) for key, value in size.items()}
    above = "is refused, or gives no more than that" if "above" not in size else ""
    words["above"] = above or POLICIES.get(str(size["above"]), "is refused, or gives no more than that")
    for key in ("zero", "negative", "not_a_number"):
        words[key] = POLICIES.get(str(size.get(key)), "is answered in any way")
    words |= {f"{key}_window": _window(getattr(window, key), words) for key in ("zero", "unset")}
    for operation in profile.operations.values():
        named = {key: getattr(param, "name", str(param)) for key, param in operation.params.items()}
        words |= {key: name for key, name in named.items() if key not in words or key == "window"}
    words |= {key: refusal(found) for key, found in profile.errors.items()}
    if "version" in profile.errors:
        words["version_error"] = refusal(profile.errors["version"])
    words["version"] = profile.version.header
    words["ends"] = "; ".join(sign(name, profile) for name in ends(profile))
    return words


def ends(profile: Profile) -> list[str]:
    """Return the signs of the end of all the profile's pagers, each once."""
    return list(dict.fromkeys(name for pager in profile.pagers for name in pager.ends))


def refusal(refusals: Refusals) -> str:
    """Return how a refusal is spelled: "HTTP 404", "HTTP 400 and the code bad_version"."""
    statuses = f"HTTP {listed(map(str, refusals.statuses), 'or')}"
    return f"{statuses} and the code {listed(map(str, refusals.codes), 'or')}" if refusals.codes else statuses


def listed(parts: Iterable[str], word: str = "and") -> str:
    """Return "a, b and c"."""
    found = list(parts)
    return f"{', '.join(found[:-1])} {word} {found[-1]}" if len(found) > 1 else "".join(found)


def last(pointer: object) -> str:
    """Return what stands at the end of a pointer, or the header's name, as people call it."""
    if isinstance(pointer, Mapping):
        return str(pointer["header"])
    return str(pointer).rpartition("/")[2] or "the body"


def _window(meaning: str, words: dict[str, str]) -> str:
    return WINDOWS.get(meaning, "any number of {parts}").format(parts=words["window_items"])


def sign(name: str, profile: Profile) -> str:
    """Return a sign of the end in words: "has_next is false"."""
    answer = profile.answer
    token = answer.get("next_token", answer.get("next_url", ""))
    places = {key: last(answer.get(key, "")) for key in ("more", "page", "pages", "offset", "total")}
    return SIGNS[name].format(token=last(token), items=profile.items_name, **places)
