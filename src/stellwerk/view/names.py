"""Names of people: whoever gave none is a guest, in the language of whoever reads of them."""

from __future__ import annotations

from .texts import text

GUEST = "~"
"""Kept for somebody who gave no name, perhaps with a number after it; no name that is given has this sign."""


def guest(number: int) -> str:
    """What is kept for a guest with a number."""
    return f"{GUEST} {number}"


def called(name: str, language: str) -> str:
    """A name as somebody reads it.

    >>> called("Ada", "de"), called(GUEST, "de"), called(guest(3), "en"), called("", "en")
    ('Ada', 'Gast', 'Guest 3', 'Guest')
    """
    if name and not name.startswith(GUEST):
        return name
    return text("page.guest", language) + name.removeprefix(GUEST)


def unlike(names: list[str]) -> list[str]:
    """Names that differ: a second Ada becomes Ada 2.

    >>> unlike(["Ada", "Bo", "Ada"])
    ['Ada', 'Bo', 'Ada 2']
    """
    given: list[str] = []
    for name in names:
        number, tried = 1, name
        while tried in given:
            number += 1
            tried = f"{name} {number}"
        given.append(tried)
    return given
