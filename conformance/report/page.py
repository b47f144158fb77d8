"""The skeleton that every HTML page of ours has: templates, style, script, and the policy that locks it down.

What a page tells does not belong here.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from conformance.core.verdicts import Verdict
from conformance.report.words import SIGNS, UNASKED, interface_name, plural

_TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\ufffe\uffff]"
)


def render_page(
    template: str, *, sheets: Sequence[str] = (), style: str = "", code: str = "page.js", **context: Any
) -> str:
    """Render `template` (which extends base.html) into one file that loads nothing and runs no script but ours.

    `sheets` are style sheets of ours beside the common one, `code` is the page's script behind what all pages share:
    files among the templates.
    `style` is added to the sheets; it must hold nothing that came from a server.
    """
    styles = "\n".join([sheet("style.css"), *map(_asset, sheets), style])
    script = _asset("listing.js") + _asset(code)
    policy = (
        f"default-src 'none'; style-src {_hash(styles)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    assets = {"sheet": Markup(styles), "script": Markup(script)}  # noqa: S704 - ours, and never escaped in these elements
    return _environment().get_template(template).render(policy=policy, **assets, **context)


def render_part(template: str, **context: Any) -> str:
    """Render `template` as a part of somebody else's page: escaped as ours are, without a policy to fall back on."""
    return _environment().get_template(template).render(**context)


def visible(value: object) -> str:
    """Return text with what would be unseen, or would turn what follows round, written out as \\u202e."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", str(value))


def long_text(value: str) -> Markup:
    """Escape text that stands between tags, and only there: quotes stay, which saves a third of a JSON body."""
    plain = visible(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(plain)  # noqa: S704 - escaped in the line above


def slug(verdict: str) -> str:
    """Return a verdict as a name in markup: "not tested" is not-tested."""
    return verdict.replace(" ", "-")


def web_url(url: str) -> str:
    """Return `url` where it is safe to follow, else an empty string."""
    return url if re.match(r"https?://", url, re.IGNORECASE) else ""


def instant(text: str | None) -> str:
    """Return a time of the report without its fraction and letters: 2026-11-30 23:00:00 UTC."""
    return f"{text[:10]} {text[11:19]} UTC" if text else "–"


def fragment(identifier: str) -> str:
    """Return an element's id as it stands behind a `#`."""
    return quote(visible(identifier), safe="/+@.:-_~!$&'()*,;=?")


def json_text(value: object) -> str:
    """Return a value of the report's options as a person would write it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _signs() -> str:
    """Return the style rules that put its sign before each verdict; the second half is what is read aloud."""
    return "\n".join(
        f".v.{slug(verdict)}::before,.sign.{slug(verdict)}::before{{content:'{sign.symbol}' / ''}}"
        for verdict, sign in SIGNS.items()
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def sheet(name: str) -> str:
    """Return a style sheet of ours, by its file's name, with the signs of the verdicts."""
    return f"{_asset(name)}\n{_signs()}"


@functools.cache
def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8").strip()


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) else visible(value),
    )
    environment.filters.update(
        long_text=long_text,
        slug=slug,
        web_url=web_url,
        instant=instant,
        interface=interface_name,
        fragment=fragment,
        json_text=json_text,
    )
    environment.globals.update(plural=plural, sign=lambda verdict: SIGNS[Verdict(verdict)], unasked=UNASKED)
    return environment
