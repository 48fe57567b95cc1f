"""What is drawn on a tile or a printed hex, and what that track connects.

The community's notation: parts separated by `;`, such as `city=revenue:20,slots:2`, `town=revenue:10`,
`offboard=revenue:yellow_20|green_30`, `path=a:0,b:_0` (a side, or `_n` for the n-th stop), `label=Y`. A path
may say what kind of track it is: `path=a:0,b:3,track:tunnel`.
"""

from functools import cached_property

from msgspec import Struct

from .grid import SIDES

CITY, TOWN, OFFBOARD = "city", "town", "offboard"


class NotationError(ValueError):
    """A tile's notation cannot be read."""


class Stop(Struct, frozen=True):
    """A city, a town or an off-board place. `values` is by colour of the phase, "" for all of them."""

    kind: str
    values: tuple[tuple[str, int], ...]
    slots: int = 0

    def value(self, colour: str) -> int | None:
        """What a train earns here; None where the place cannot be visited in this colour."""
        for name, amount in self.values:
            if name in ("", colour):
                return amount
        return None


class Ferry(Struct, frozen=True):
    """Sides on one bank of a river through a city, and what a run loses (or wins) by crossing it."""

    sides: tuple[int, ...]
    value: int


class Face(Struct, frozen=True):
    """Stops, paths (pairs of ends) and label as drawn. An end is a side 0–5 or `~n` for stop n.

    `kinds` goes with `paths`: "" is ordinary track.
    """

    stops: tuple[Stop, ...] = ()
    paths: tuple[tuple[int, int], ...] = ()
    label: str = ""
    ferry: Ferry | None = None
    kinds: tuple[str, ...] = ()


def read_face(notation: str, ferry: Ferry | None = None) -> Face:
    """Read the notation of one tile or hex.

    >>> read_face("town=revenue:10;path=a:0,b:_0").paths
    ((0, -1),)
    """
    stops: list[Stop] = []
    paths: list[tuple[int, int]] = []
    kinds: list[str] = []
    label = ""
    for part in filter(None, notation.split(";")):
        name, _, rest = part.partition("=")
        if name in (CITY, TOWN, OFFBOARD):
            stops.append(_read_stop(name, _fields(rest)))
        elif name == "path":
            ends = _fields(rest)
            paths.append((_read_end(ends["a"]), _read_end(ends["b"])))
            kinds.append(ends.get("track", ""))
        elif name == "label":
            label = rest
        else:
            raise NotationError(f"unknown part {part!r} in tile notation {notation!r}")
    return Face(tuple(stops), tuple(paths), label, ferry, tuple(kinds))


def _fields(text: str) -> dict[str, str]:
    return dict(field.split(":", 1) for field in text.split(",") if field)


def _read_end(text: str) -> int:
    return ~int(text[1:]) if text.startswith("_") else int(text)


def _read_stop(kind: str, fields: dict[str, str]) -> Stop:
    revenue = fields["revenue"]
    if "_" in revenue:
        pairs = (item.split("_") for item in revenue.split("|"))
        values = tuple((colour, int(amount)) for colour, amount in pairs)
    else:
        values = (("", int(revenue)),)
    return Stop(kind, values, int(fields.get("slots", 1)) if kind == CITY else 0)


class Track:
    """A face turned to lie in a hex, with its connections worked out once.

    `exits` is a 6-bit mask of sides with track; `through[side]` the sides joined to it by plain track;
    `stops_at[side]` the stops on it; `sides_of[stop]` the sides that lead to a stop.
    """

    def __init__(self, face: Face, rotation: int = 0, tile: str = "", colour: str = "white") -> None:
        self.face, self.rotation, self.tile, self.colour = face, rotation, tile, colour
        self.stops = face.stops
        self.base: Track = self
        """The same without what crosses it."""
        self.crossing: Track | None = None
        """Track on another level that was laid across, a tunnel; they meet nowhere in this hex."""
        self.terminals = frozenset(n for n, stop in enumerate(face.stops) if stop.kind == OFFBOARD)
        self.label = face.label

        def turned(end: int) -> int:
            return (end + rotation) % 6 if end >= 0 else end

        self.paths = tuple((turned(a), turned(b)) for a, b in face.paths)
        through: list[list[int]] = [[] for _ in SIDES]
        stops_at: list[list[int]] = [[] for _ in SIDES]
        sides_of: list[list[int]] = [[] for _ in face.stops]
        for a, b in self.paths:
            if a < 0 <= b:
                a, b = b, a
            if b >= 0:
                through[a].append(b)
                through[b].append(a)
            else:
                stops_at[a].append(~b)
                sides_of[~b].append(a)
        self.through = tuple(tuple(sides) for sides in through)
        self.stops_at = tuple(tuple(stops) for stops in stops_at)
        self.sides_of = tuple(tuple(sides) for sides in sides_of)
        self.exits = sum(1 << side for side in SIDES if through[side] or stops_at[side])
        self.ferry_sides = frozenset(turned(side) for side in face.ferry.sides) if face.ferry else frozenset()

    def __repr__(self) -> str:
        return f"Track({self.tile or self.colour}, {self.rotation})"

    def crossed_by(self, other: "Track") -> "Track":
        """This track with another across it, on a level of its own.

        >>> line = Track(read_face("path=a:1,b:4"))
        >>> line.crossed_by(Track(read_face("path=a:0,b:2"), rotation=3)).paths
        ((1, 4), (3, 5))
        """
        face = Face(self.stops, self.paths + other.paths, self.label, kinds=self.face.kinds + other.face.kinds)
        both = Track(face, 0, self.tile, self.colour)
        both.rotation, both.base, both.crossing = self.rotation, self.base, other
        return both

    @cached_property
    def shape(self) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
        """What is connected, whatever the order in which it is written down."""
        plain = frozenset(frozenset(path) for path in self.paths if min(path) >= 0)
        return plain, frozenset(frozenset(sides) for sides in self.sides_of)

    def keeps(self, old: "Track") -> bool:
        """Whether every connection of the old track is still there."""
        if not old.shape[0] <= self.shape[0]:
            return False
        return all(
            not sides or any(set(sides) <= set(new_sides) for new_sides in self.sides_of)
            for sides in old.sides_of
        )

    def only_adds_to(self, old: "Track") -> bool:
        """Whether all track of the old one is still there, and every stop is still itself: none grew together."""
        return (
            len(self.stops) == len(old.stops)
            and self.terminals == old.terminals
            and old.shape[0] <= self.shape[0]
            and all(set(sides) <= set(new) for sides, new in zip(old.sides_of, self.sides_of, strict=True))
        )

    def heir(self, old: "Track", stop: int) -> int | None:
        """The stop that a stop of the old track has become; None where that is a free choice.

        >>> one = Track(read_face("city=revenue:0"))
        >>> Track(read_face("city=revenue:20;path=a:0,b:_0")).heir(one, 0)
        0
        """
        if len(self.stops) == 1:
            return 0
        sides = set(old.sides_of[stop])
        if not sides:
            return None
        return next(new for new, new_sides in enumerate(self.sides_of) if sides <= set(new_sides))


class Tile(Struct, frozen=True):
    """One kind of tile in the box."""

    id: str
    colour: str
    count: int
    face: Face
    becomes: tuple[str, ...] = ()
    rotations: tuple[int, ...] = (0, 1, 2, 3, 4, 5)

    def tracks(self) -> tuple[Track, ...]:
        """The tile in each position that differs from the earlier ones."""
        seen: list[Track] = []
        for rotation in self.rotations:
            track = Track(self.face, rotation, self.id, self.colour)
            if all(track.shape != other.shape for other in seen):
                seen.append(track)
        return tuple(seen)
