"""The printed board and the box of tiles of one title, with all that can be worked out before play."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .catalogue import first_tiles, promotions
from .grid import NOWHERE, SIDES, Grid, opposite
from .tiles import CITY, TOWN, Ferry, Tile, Track, read_face


class Box:
    """Grid, printed track, tiles, first tiles and costs: everything about track that never changes.

    `successors(track, hex)` is the heart of fast track laying: what may lie there next, with the old track
    kept and no side into the sea, the edge of the board or the blind side of a printed hex.
    Tiles are as `catalogue.complete` gives them. What comes first on a hex follows from colour, label and stops
    where the board names neither `first_tiles` nor what the hex `becomes`.
    """

    def __init__(self, board: Mapping[str, Any], tiles: Mapping[str, Mapping[str, Any]]) -> None:
        hexes: Mapping[str, Mapping[str, Any]] = board["hexes"]
        barriers = board.get("barriers", {}).get("sides", ())
        self.grid = Grid(hexes, board["layout"], barriers, board.get("numbering", ""))
        self.tiles = {id_: _tile(id_, entry) for id_, entry in tiles.items()}
        self.tracks = {id_: tile.tracks() for id_, tile in self.tiles.items()}
        self._usual = {id_: ways for id_, ways in self.tracks.items() if not self.tiles[id_].special}
        self.names = tuple(entry.get("name", "") for entry in hexes.values())
        self.costs = tuple(entry.get("cost", 0) for entry in hexes.values())
        self.terrain = tuple(entry.get("terrain", "") for entry in hexes.values())
        self.printed = tuple(
            Track(read_face(entry.get("track", "")), colour=entry.get("colour", "white"))
            for entry in hexes.values()
        )
        self.kinds = tuple(_kind(track) for track in self.printed)
        first: Mapping[str, Sequence[str]] | None = board.get("first_tiles")
        self.becomes = tuple(
            tuple(entry["becomes"] if "becomes" in entry else self._first(track, kind, first))
            for entry, kind, track in zip(hexes.values(), self.kinds, self.printed, strict=True)
        )
        self.marks = tuple(entry.get("label", "") for entry in hexes.values())
        """Labels that a hex demands of every tile but the first, which is an ordinary one."""
        self.entrances = tuple(frozenset(entry.get("entrances", ())) for entry in hexes.values())
        """Sides by which track can be led through a hex below what else lies there."""
        self.lines = tuple(sum(1 << side for side in entry.get("line", ())) for entry in hexes.values())
        """Sides that track of the kind `line_kind` leads along on every tile of a hex; 0 without a line."""
        self.line_kind: str = board.get("line_kind", "")
        self.shores = tuple(
            tuple(sum(1 << side for side in shore) for shore in entry.get("shores", ()))
            for entry in hexes.values()
        )
        """Groups of sides between which no track of a hex may lead."""
        self.hex_sides = tuple(sum(bits) for bits in self.grid.side_bits)
        self.closed_sides = tuple(self._closed_sides(hex_) for hex_ in range(len(self.printed)))
        self._successors: dict[tuple[int, str, int], tuple[Track, ...]] = {}
        self._turned: dict[tuple[str, int], Track | None] = {}

    def _first(self, track: Track, kind: str, named: Mapping[str, Sequence[str]] | None) -> Iterable[str]:
        """What may be laid first on a hex that does not say so itself."""
        if not _is_open(track):
            return promotions(track, self._usual)
        return first_tiles(track, self._usual) if named is None else named.get(kind, ())

    def track(self, tile: str, rotation: int) -> Track | None:
        """The tile lying as if turned by `rotation`, in its first equal position; None if it may not lie so."""
        key = tile, rotation % 6
        if key not in self._turned:
            self._turned[key] = self._first_equal(*key)
        return self._turned[key]

    def _first_equal(self, tile: str, rotation: int) -> Track | None:
        wanted = Track(self.tiles[tile].face, rotation)
        same = (t for t in self.tracks[tile] if (t.pattern, t.ferry_sides) == (wanted.pattern, wanted.ferry_sides))
        return next(same, None)

    def _closed_sides(self, hex_: int) -> int:
        mask = 0
        for side in SIDES:
            beyond = self.grid.neighbours[hex_][side]
            open_ = self.becomes[beyond] or self.entrances[beyond]
            blind = not open_ and not self.printed[beyond].exits >> opposite(side) & 1
            if beyond == NOWHERE or blind:
                mask |= 1 << side
        return mask

    def successors(self, hex_: int, track: Track) -> tuple[Track, ...]:
        """Every tile and rotation that may replace `track` on this hex, whoever builds."""
        key = (hex_, track.tile, track.rotation)
        found = self._successors.get(key)
        if found is None:
            ids = self.tiles[track.tile].becomes if track.tile else self.becomes[hex_]
            closed, kept = self.closed_sides[hex_], track.base
            found = tuple(
                new
                for id_ in ids
                if not track.tile or self.bears_mark(hex_, id_)
                for new in self.tracks[id_]
                if not new.exits & closed and new.keeps(kept) and self._suits(hex_, new)
            )
            self._successors[key] = found
        return found

    def _suits(self, hex_: int, track: Track) -> bool:
        """Whether a tile keeps to the line that is drawn on the hex, and to its shores."""
        if self.line_kind and track.of_kind(self.line_kind).exits != self.lines[hex_]:
            return False
        shores = self.shores[hex_]
        return not shores or all(any(not group & ~shore for shore in shores) for group in track.groups)

    def bears_mark(self, hex_: int, tile: str) -> bool:
        """Whether a tile that replaces another has the label of the hex; labels of other hexes stay there."""
        label = self.tiles[tile].face.label
        return label == self.marks[hex_] if self.marks[hex_] or label in self.marks else True


def _tile(id_: str, entry: Mapping[str, Any]) -> Tile:
    ferry = entry.get("ferry")
    face = read_face(entry["track"], Ferry(tuple(ferry["sides"]), ferry["value"]) if ferry else None)
    return Tile(
        id_,
        entry["colour"],
        entry["count"],
        face,
        tuple(entry.get("becomes", ())),
        tuple(entry.get("rotations", SIDES)),
        entry.get("special", False),
    )


def _is_open(track: Track) -> bool:
    """White hexes, and printed ones on which no track leads anywhere yet."""
    return track.colour == "white" or (bool(track.stops) and not track.paths)


def _kind(track: Track) -> str:
    towns = sum(stop.kind == TOWN for stop in track.stops)
    cities = sum(stop.kind == CITY for stop in track.stops)
    if cities:
        return f"city {track.label}".strip()
    return ("plain", "town", "towns")[towns]
