"""Which hexes of a board are drawn otherwise than a page has them, so that only these are sent and drawn again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .cache import Shelf

HEX = '<g class="hex '
Hashes = dict[str, int]
"""Of one board: what each hex looks like, and under "" everything around them."""


class Redrawn(Struct, frozen=True):
    """What is to be drawn again on the board `base`; `rest` is all but the hexes, empty where that is the same."""

    base: str
    hexes: dict[str, str]
    rest: str


class Boards:
    """The boards that were last drawn of a game, by their digests. Only hashes are kept, a few kB a board."""

    def __init__(self, known: Shelf) -> None:
        self.known = known

    def remember(self, digest: str, drawing: str) -> None:
        """Have a board that is sent to somebody."""
        if self.known.get(digest) is None:
            parts = taken_apart(drawing)
            self.known.put(digest, {hex_: hash(markup) for hex_, markup in parts.items()})

    def since(self, known: Iterable[str], drawing: str) -> Redrawn | None:
        """What differs from the board that somebody has; None where theirs is not known or is quite another."""
        base = next((digest for digest in known if self.known.get(digest) is not None), "")
        before, parts = self.known.get(base), taken_apart(drawing)
        if not before or before.keys() != parts.keys():
            return None
        other = {hex_: markup for hex_, markup in parts.items() if before[hex_] != hash(markup)}
        rest = other.pop("", "")
        return Redrawn(base, other, rest)


def taken_apart(drawing: str) -> dict[str, str]:
    """A drawing's hexes by name, and under "" what is left without them; nothing for a drawing without hexes.

    >>> taken_apart('<svg><g><g class="hex" data-hex="A1"></g></g></svg>')
    {}
    >>> one, other = '<g class="hex a" data-hex="A1"><g></g></g>', '<g class="hex b" data-hex="A2"></g>'
    >>> taken_apart(f"<svg><g>{one}{other}</g></svg>") == {"A1": one, "A2": other, "": "<svg><g></g></svg>"}
    True
    """
    head, *pieces = drawing.split(HEX)
    if not pieces:
        return {}
    parts = {}
    pieces[-1], tail = _cut(pieces[-1])
    for piece in pieces:
        if piece.count("<g") + 1 != piece.count("</g>") or not piece.endswith("</g>"):
            return {}
        name = piece.partition('data-hex="')[2].partition('"')[0]
        parts[name] = HEX + piece
    return {**parts, "": head + tail}


def _cut(piece: str) -> tuple[str, str]:
    """The last hex, and what follows it."""
    depth, at = 1, 0
    while depth:
        opened, closed = piece.find("<g", at), piece.find("</g>", at)
        if closed < 0:
            return piece, ""
        depth, at = (depth + 1, opened + 2) if -1 < opened < closed else (depth - 1, closed + 4)
    return piece[:at], piece[at:]
