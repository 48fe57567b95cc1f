"""Standard tiles by their numbers, and what becomes what where a title does not say it.

A title's tiles.toml names each tile of its box once: a standard one by its count (`7 = 8`), any other with all it
has (`X1 = { count = 2, colour = "green", track = "…" }`), a standard one that is printed otherwise with that.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from .grid import SIDES
from .tiles import Tile, Track, read_face

COLOURS = ("yellow", "green", "brown", "gray")
"""Each replaces the one before."""

Entry = Mapping[str, Any]
Tracks = Mapping[str, Sequence[Track]]
"""Each tile in every position that differs from the others."""


@cache
def standard_tiles() -> Mapping[str, Mapping[str, str]]:
    """Colour and track of every standard tile.

    >>> standard_tiles()["9"]
    {'colour': 'yellow', 'track': 'path=a:0,b:3'}
    """
    text = resources.files(__package__ or "").joinpath("standard_tiles.toml").read_text(encoding="utf-8")
    sheets = tomllib.loads(text)
    return {
        number: {"colour": colour, "track": track}
        for colour, tiles in sheets.items()
        for number, track in tiles.items()
    }


def complete(tiles: Mapping[str, int | Entry]) -> dict[str, dict[str, Any]]:
    """Every tile of a box with colour, count and track, and with what it becomes if it becomes anything.

    >>> complete({"9": 3, "20": 1, "47": {"count": 1, "becomes": []}})["9"]
    {'count': 3, 'colour': 'yellow', 'track': 'path=a:0,b:3', 'becomes': ['20']}
    """
    whole = {id_: _whole(id_, entry) for id_, entry in tiles.items()}
    tracks = {id_: _tracks(id_, entry) for id_, entry in whole.items()}
    usual = {id_: ways for id_, ways in tracks.items() if not whole[id_].get("special")}
    for id_, entry in whole.items():
        becomes = entry.pop("becomes", None)
        if becomes is None:
            becomes = list(promotions(tracks[id_][0], usual))
        if becomes:
            entry["becomes"] = becomes
    return whole


def _tracks(id_: str, entry: Entry) -> tuple[Track, ...]:
    face, rotations = read_face(entry["track"]), entry.get("rotations", SIDES)
    return Tile(id_, entry["colour"], entry["count"], face, rotations=tuple(rotations)).tracks()


def _whole(id_: str, entry: int | Entry) -> dict[str, Any]:
    own = {"count": entry} if isinstance(entry, int) else dict(entry)
    return {**own, **{key: value for key, value in standard_tiles().get(id_, {}).items() if key not in own}}


def promotions(old: Track, tiles: Tracks) -> Iterator[str]:
    """Tiles of the next colour with the same label and kind of stops that keep all track in some position.

    Stops may grow together; none is added.
    """
    if old.colour not in COLOURS[:-1]:
        return
    colour = COLOURS[COLOURS.index(old.colour) + 1]
    for id_, ways in tiles.items():
        fits = ways[0].colour == colour and len(ways[0].stops) <= len(old.stops) and _alike(ways[0], old)
        if fits and any(new.keeps(old) for new in ways):
            yield id_


def first_tiles(old: Track, tiles: Tracks) -> Iterator[str]:
    """Tiles for a hex without track: of the first colour, with its label and as many stops of its kind."""
    for id_, (new, *_) in tiles.items():
        if new.colour == COLOURS[0] and len(new.stops) == len(old.stops) and _alike(new, old):
            yield id_


def _alike(one: Track, other: Track) -> bool:
    return one.label == other.label and {stop.kind for stop in one.stops} == {stop.kind for stop in other.stops}
