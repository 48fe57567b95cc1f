"""Which hexes of a board are drawn otherwise than a page has them, so that only these are sent and drawn again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from stellwerk.draw import BoardDrawing, Scene

from .kept.cache import Shelf

LATEST = 4
"""Boards that are here as they were drawn: those of a few who look on."""
Hashes = dict[str, int]
"""Of one board: what each hex looks like, and under "" everything around them."""


HASHED = 100
"""Bytes that the hash of a hex takes."""


class Redrawn(Struct, frozen=True):
    """What is to be drawn again on the board `base`; `rest` is all but the hexes, empty where that is the same."""

    base: str
    hexes: dict[str, str]
    rest: str


class Boards:
    """The boards that were last drawn of a game, by their digests.

    Of most only hashes are kept, a few kB a board; the latest are here as they were drawn.
    """

    def __init__(self, known: Shelf) -> None:
        self.known = known
        self._latest: OrderedDict[str, BoardDrawing] = OrderedDict()
        self._scenes: list[tuple[Scene, BoardDrawing]] = []

    def drawing(self, scene: Scene) -> BoardDrawing:
        """How a board looks; the latest are not drawn again while nothing on them is another."""
        for known, drawing in self._scenes:
            if known == scene:
                return drawing
        drawing = scene.drawing()
        self._scenes = [*self._scenes[1 - LATEST :], (scene, drawing)]
        return drawing

    def digest(self, drawing: BoardDrawing) -> str | None:
        """The digest of one of the latest boards."""
        return next((digest for digest, known in self._latest.items() if known == drawing), None)

    def remember(self, digest: str, drawing: BoardDrawing) -> None:
        """Have a board that is sent to somebody."""
        if not drawing.hexes:
            return
        if self.known.get(digest) is None:
            hashes = {hex_: hash(markup) for hex_, markup in _parts(drawing)}
            self.known.put(digest, hashes, HASHED * len(hashes))
        self._latest[digest] = drawing
        if len(self._latest) > LATEST:
            self._latest.popitem(last=False)

    def clear(self) -> None:
        """Forget all of them."""
        self.known.clear()
        self._latest.clear()
        self._scenes.clear()

    def since(self, known: Iterable[str], digest: str) -> Redrawn | None:
        """What of a board differs from the one that somebody has; None where that is not known, or another."""
        base = next((each for each in known if self.known.get(each) is not None), "")
        before: Hashes | None = self.known.get(base)
        drawing: BoardDrawing | None = self._latest.get(digest)
        if not before or drawing is None:
            return None
        parts = dict(_parts(drawing))
        if before.keys() != parts.keys():
            return None
        other = {hex_: markup for hex_, markup in parts.items() if before[hex_] != hash(markup)}
        rest = other.pop("", "")
        return Redrawn(base, other, rest)


def _parts(drawing: BoardDrawing) -> Iterator[tuple[str, str]]:
    """Hexes by name, and under "" what lies around them."""
    yield from drawing.hexes
    yield "", f"{drawing.before}{drawing.after}".strip()
