"""A profile holds no credential, whatever the header is called: it would be sent as everybody, and be shown."""

from __future__ import annotations

import pytest

from conformance.profiles.mistakes import mistakes
from tests.profiles.document import changed, data


def told(header: str) -> list[str]:
    """Return what is said of a profile with one more constant header."""
    return [
        str(mistake) for mistake in mistakes(data(changed("[headers]", f'[headers]\n{header} = "x1y2z3"')))
    ]


@pytest.mark.parametrize(
    "header",
    [
        "X-Pinecone-Api-Key",
        "apikey",
        "Ocp-Apim-Subscription-Key",
        "AWS_SECRET_ACCESS_KEY",
        "Private-Token",
        "X-Vault-Token",
        "X-Amz-Security-Token",
        "X-Client-Secret",
        "X-Forwarded-Authorization",
    ],
)
def test_a_credential_by_its_name(header: str) -> None:
    [line] = told(header)
    assert line.startswith(f"headers.{header}: is a credential")
    assert "x1y2z3" not in line


@pytest.mark.parametrize(
    "header",
    ["X-Atlassian-Token", "X-Key", "X-Api-Version", "X-Keyboard", "Accept", "X-Tokens", "X-Notsecret"],
)
def test_a_constant(header: str) -> None:
    assert told(header) == []
