"""What people write, without what would disturb those who read it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

MARKS = 4
"""On a letter: more than any writing has, and few enough to stay within their line."""


def plain(text: str, longest: int, lines: bool = False) -> str:
    """What somebody wrote without what cannot be seen, or turns writing round; one line unless lines may stay.

    >>> plain("  well \\u202e done\\x00 ", 20), plain("a\\nb", 20), plain("a\\nb", 20, lines=True)
    ('well done', 'a b', 'a\\nb')
    >>> len(plain("e" + 40 * "\\u0301", 100))
    5
    """
    kept = "".join(
        char if char == "\n" or unicodedata.category(char)[0] != "C" else " " for char in text[: 4 * longest]
    )
    kept = "".join(_low(kept))
    kept = "\n".join(" ".join(line.split()) for line in kept.split("\n"))
    kept = re.sub(r"\n{3,}", "\n\n", kept) if lines else " ".join(kept.split())
    return kept.strip()[:longest]


def _low(text: str) -> Iterator[str]:
    """Letters without towers of marks, which would reach over what stands above."""
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MARKS:
            yield char
