"""What is drawn on a tile or a printed hex, and what that track connects.

The community's notation: parts separated by `;`, such as `city=revenue:20,slots:2`, `town=revenue:10`,
`offboard=revenue:yellow_20|green_30`, `path=a:0,b:_0` (a side, or `_n` for the n-th stop), `label=Y`. A path
may say what kind of track it is: `path=a:0,b:3,track:tunnel`. Track of kind `outside` belongs to railways that
are not in the game: it is only there to be seen, and to be kept.
"""

from array import array
from functools import cached_property
from itertools import accumulate, chain, product

from msgspec import Struct

from .grid import PLACES as STOPS
from .grid import SIDES

CITY, TOWN, OFFBOARD = "city", "town", "offboard"
OUTSIDE = "outside"


class NotationError(ValueError):
    """A tile's notation cannot be read."""


class Stop(Struct, frozen=True):
    """A city, a town or an off-board place. `values` is by colour of the phase, "" for all of them."""

    kind: str
    values: tuple[tuple[str, int], ...]
    slots: int = 0
    group: str = ""
    """The kind of company that alone uses it; empty if all do."""

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
    outside: tuple[tuple[int, int], ...] = ()
    """Paths that nobody in the game runs on or joins."""


def read_face(notation: str, ferry: Ferry | None = None) -> Face:
    """Read the notation of one tile or hex.

    >>> read_face("town=revenue:10;path=a:0,b:_0").paths
    ((0, -1),)
    """
    try:
        return _read_face(notation, ferry)
    except (KeyError, ValueError) as error:
        raise NotationError(f"the notation {notation!r} cannot be read: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return f"there is no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)


def _read_face(notation: str, ferry: Ferry | None) -> Face:
    stops: list[Stop] = []
    paths: list[tuple[int, int]] = []
    kinds: list[str] = []
    outside: list[tuple[int, int]] = []
    label = ""
    for part in filter(None, notation.split(";")):
        name, _, rest = part.partition("=")
        if name in (CITY, TOWN, OFFBOARD):
            stops.append(_read_stop(name, _fields(rest)))
        elif name == "path":
            ends = _fields(rest)
            path, kind = (_read_end(ends["a"]), _read_end(ends["b"])), ends.get("track", "")
            if kind == OUTSIDE:
                outside.append(path)
            else:
                paths.append(path)
                kinds.append(kind)
        elif name == "label":
            label = rest
        else:
            raise NotationError(f"{part!r} is unknown")
    for a, b in (*paths, *outside):
        if (a < 0 and b < 0) or a == b or any(~end >= len(stops) for end in (a, b)):
            raise NotationError(f"there is no path from {_written(a)} to {_written(b)}")
    return Face(tuple(stops), tuple(paths), label, ferry, tuple(kinds), tuple(outside))


def _fields(text: str) -> dict[str, str]:
    pairs = (field.partition(":") for field in text.split(",") if field)
    return {key: value for key, _, value in pairs}


def _read_end(text: str) -> int:
    number = int(text.removeprefix("_"))
    if number not in (range(STOPS) if text.startswith("_") else SIDES):
        raise NotationError(f"{text} is neither a side nor a stop")
    return ~number if text.startswith("_") else number


def _written(end: int) -> str:
    return str(end) if end >= 0 else f"_{~end}"


def _read_stop(kind: str, fields: dict[str, str]) -> Stop:
    revenue = fields["revenue"]
    if "_" in revenue:
        pairs = (item.split("_") for item in revenue.split("|"))
        values = tuple((colour, int(amount)) for colour, amount in pairs)
    else:
        values = (("", int(revenue)),)
    return Stop(kind, values, int(fields.get("slots", 1)) if kind == CITY else 0, fields.get("groups", ""))


class Track:
    """A face turned to lie in a hex, with its connections worked out once.

    `exits` is a 6-bit mask of sides with track, `stop_exits` of those with a stop, `pairs` masks of two sides that
    plain track joins; `through[side]` the sides joined to one by plain track; `stops_at[side]` the stops on it;
    `sides_of[stop]` the sides that lead to a stop.
    """

    def __init__(self, face: Face, rotation: int = 0, tile: str = "", colour: str = "white") -> None:
        self.face, self.rotation, self.tile, self.colour = face, rotation, tile, colour
        self.stops = face.stops
        self._of_kind: dict[str, Track] = {}
        self.base: Track = self
        """The same without what crosses it."""
        self.crossing: Track | None = None
        """Track on another level that was laid across, a tunnel; they meet nowhere in this hex."""
        self.terminals = frozenset(n for n, stop in enumerate(face.stops) if stop.kind == OFFBOARD)
        self.label = face.label

        def turned(end: int) -> int:
            return (end + rotation) % 6 if end >= 0 else end

        self.paths = tuple((turned(a), turned(b)) for a, b in face.paths)
        self.outside = frozenset(frozenset((turned(a), turned(b))) for a, b in face.outside)
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
        self.exit_sides = tuple(side for side in SIDES if through[side] or stops_at[side])
        self.exits = sum(1 << side for side in self.exit_sides)
        self.stop_exits = sum(1 << side for side in SIDES if stops_at[side])
        self.pairs = tuple((1 << a) + (1 << b) for a, b in self.paths if a >= 0 and b >= 0)
        self.ferry_sides = frozenset(turned(side) for side in face.ferry.sides) if face.ferry else frozenset()

    def __repr__(self) -> str:
        return f"Track({self.tile or self.colour}, {self.rotation})"

    def of_kind(self, kind: str) -> "Track":
        """The same with track of one kind alone; its stops keep their numbers.

        >>> Track(read_face("city=revenue:0;path=a:0,b:_0;path=a:1,b:_0,track:light")).of_kind("light").sides_of
        ((1,),)
        """
        found = self._of_kind.get(kind)
        if found is None:
            face, paths = self.face, tuple(zip(self.face.paths, self.face.kinds, strict=True))
            kept = tuple(path for path, each in paths if each == kind)
            only = Face(face.stops, kept, face.label, face.ferry, (kind,) * len(kept))
            found = self._of_kind[kind] = Track(only, self.rotation, self.tile, self.colour)
        return found

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
    def packed(self) -> bytes:
        """`through`, `stops_at`, `sides_of` and `terminals` in one piece of memory: where lists begin, then all.

        >>> list(memoryview(Track(read_face("path=a:1,b:4")).packed).cast("H"))[-2:]
        [4, 1]
        """
        sides_of = (*self.sides_of, *((),) * STOPS)[:STOPS]
        lists = (*self.through, *self.stops_at, *sides_of, tuple(sorted(self.terminals)))
        begins = accumulate(map(len, lists), initial=len(lists) + 1)
        return array("H", [*begins, *chain.from_iterable(lists)]).tobytes()

    @cached_property
    def shape(self) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
        """What is connected, whatever the order in which it is written down."""
        plain = frozenset(frozenset(path) for path in self.paths if min(path) >= 0)
        return plain, frozenset(frozenset(sides) for sides in self.sides_of)

    @cached_property
    def pattern(self) -> tuple[tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]], ...]:
        """What is connected by each kind of track: positions of a tile in which this is the same are one."""
        return tuple(self.of_kind(kind).shape for kind in sorted(set(self.face.kinds))) or (self.shape,)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Sides that are joined with one another, as masks: one for each path and for each stop."""
        plain = [1 << a | 1 << b for a, b in self.paths if min(a, b) >= 0]
        return (*plain, *(sum(1 << side for side in sides) for sides in self.sides_of))

    def keeps(self, old: "Track") -> bool:
        """Whether every connection of the old track is still there, and what is outside the game is as it was."""
        return self.keeps_track(old) and not self.joins_stops(old)

    def keeps_track(self, old: "Track") -> bool:
        """The same, whatever becomes of stops that were apart."""
        if self.outside != old.outside:
            return False
        mixed = set(old.face.kinds) | set(self.face.kinds)
        if len(mixed) > 1:
            return all(self.of_kind(kind)._keeps(old.of_kind(kind)) for kind in mixed)
        return self._keeps(old)

    def _keeps(self, old: "Track") -> bool:
        return old.shape[0] <= self.shape[0] and all(self._heirs(old))

    def _heirs(self, old: "Track") -> list[list[int]]:
        """For each stop of the old track that track leads to, the stops that lie on all of that."""
        return [
            [new for new, new_sides in enumerate(self.sides_of) if set(sides) <= set(new_sides)]
            for sides in old.sides_of
            if sides
        ]

    def joins_stops(self, old: "Track") -> bool:
        """Whether stops that were apart run into one, though there is one for each of them.

        >>> apart = Track(read_face("city=revenue:40;city=revenue:40;path=a:0,b:_0;path=a:2,b:_1"))
        >>> new = read_face("city=revenue:50;city=revenue:50;path=a:0,b:_0;path=a:2,b:_0;path=a:3,b:_1")
        >>> [rotation for rotation in range(6) if Track(new, rotation).joins_stops(apart)]
        [0]
        """
        if len(self.stops) < len(old.stops):
            return False
        ways = list(product(*self._heirs(old)))
        return bool(ways) and all(len(set(way)) < len(way) for way in ways)

    def only_adds_to(self, old: "Track") -> bool:
        """Whether all track of the old one is still there, and every stop is still itself: none grew together."""
        return (
            len(self.stops) == len(old.stops)
            and self.terminals == old.terminals
            and old.shape[0] <= self.shape[0]
            and all(set(sides) <= set(new) for sides, new in zip(old.sides_of, self.sides_of, strict=True))
        )

    def joins_any(self, sides: int) -> bool:
        """Whether track joins one of these sides to a stop or two of them to each other.

        >>> line = Track(read_face("path=a:1,b:4"))
        >>> line.joins_any(0b10010), line.joins_any(0b00011)
        (True, False)
        """
        return bool(self.stop_exits & sides) or any(pair & sides == pair for pair in self.pairs)

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
    special: bool = False
    """Laid by a rule of its own alone."""

    def tracks(self) -> tuple[Track, ...]:
        """The tile in each position that differs from the earlier ones."""
        seen: list[Track] = []
        for rotation in self.rotations:
            track = Track(self.face, rotation, self.id, self.colour)
            if all(track.pattern != other.pattern for other in seen):
                seen.append(track)
        return tuple(seen)
