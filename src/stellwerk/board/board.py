"""The board as it lies on the table: tiles and station markers, an immutable value.

What follows from the track (links, reach) hangs on the value itself, so that two branches of a search never
read each other's network.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from .box import Box
from .grid import PLACES, SIDES
from .links import End, Link, all_links, ends_around, links_through, sides_met, walks
from .reach import Reach, extend, reach_of, still_holds
from .tiles import Track

# The last number of a hex is a marker that lies in the hex but in no city yet: its company has still to choose.
UNDECIDED = PLACES - 1

T = TypeVar("T")


class Board:
    """Tracks by hex, station markers by stop, tiles left in the box."""

    __slots__ = (
        "_at_stops",
        "_at_stops_before",
        "_changed",
        "_full",
        "_links",
        "_links_before",
        "_reach",
        "_reach_before",
        "_stops_of",
        "box",
        "left",
        "memo",
        "stations",
        "track_memo",
        "tracks",
    )

    def __init__(
        self,
        box: Box,
        tracks: tuple[Track, ...],
        stations: Mapping[int, tuple[str, ...]],
        left: Mapping[str, int],
        links: tuple[Link, ...] | None = None,
    ) -> None:
        self.box, self.tracks, self.stations, self.left = box, tracks, stations, left
        self._links = links
        self._links_before: tuple[tuple[Link, ...], int] | None = None
        """Links of the board before, and the hex in which this one differs: few are ever asked for theirs."""
        self._reach: dict[str, Reach] = {}
        self._reach_before: Mapping[str, tuple[Reach, int]] = {}
        self._changed: tuple[int, ...] = ()
        """Hexes that have changed, in order; each reach from before knows how many had when it was found."""
        self._at_stops: dict[str, dict[int, Any]] = {}
        self._at_stops_before: tuple[Mapping[str, Mapping[int, Any]], tuple[int, ...]] = {}, ()
        """What was known at stops on an earlier board, and the hexes that have changed since."""
        self._stops_of: dict[str, list[int]] | None = None
        self._full: tuple[tuple[int, tuple[str, ...]], ...] | None = None
        """Cities without a free circle, with who has a marker there."""
        self.memo: dict[Any, Any] = {}
        """What others work out from track and markers."""
        self.track_memo: dict[Any, Any] = {}
        """What others work out from the track alone; boards that differ only in markers share it."""

    @classmethod
    def empty(cls, box: Box) -> "Board":
        """The board as printed, with every tile still in the box."""
        return cls(box, box.printed, {}, {id_: tile.count for id_, tile in box.tiles.items()})

    def digest_key(self) -> tuple[Any, ...]:
        """Everything that tells two boards apart, as plain values."""
        tiles = tuple((track.tile, track.rotation) for track in self.tracks)
        crossings = tuple(
            (hex_, track.crossing.tile, track.crossing.rotation)
            for hex_, track in enumerate(self.tracks)
            if track.crossing
        )
        return (tiles, self.stations, self.left, *crossings)

    def lay(self, hex_: int, track: Track) -> "Board":
        """Lay a tile; what lay there goes back to the box, markers stay in the city that grew out of theirs."""
        old = self.tracks[hex_]
        left = dict(self.left)
        left[track.tile] -= 1
        if old.tile:
            left[old.tile] += 1
        stations = self.stations
        moved = {key: marks for key, marks in stations.items() if key // PLACES == hex_}
        if moved:
            kept = {key: marks for key, marks in stations.items() if key not in moved}
            for key, marks in moved.items():
                new = _heir(hex_, key, old, track)
                kept[new] = kept.get(new, ()) + marks
            stations = kept
        return self._relaid(hex_, track.crossed_by(old.crossing) if old.crossing else track, stations, left)

    def cross(self, hex_: int, track: Track) -> "Board":
        """Lead track across what lies in a hex, on a level of its own."""
        left = {**self.left, track.tile: self.left[track.tile] - 1}
        return self._relaid(hex_, self.tracks[hex_].crossed_by(track), self.stations, left)

    def _relaid(
        self, hex_: int, track: Track, stations: Mapping[int, tuple[str, ...]], left: Mapping[str, int]
    ) -> "Board":
        tracks = (*self.tracks[:hex_], track, *self.tracks[hex_ + 1 :])
        board = Board(self.box, tracks, stations, left)
        board._remember_reach(self, (hex_,))
        if not track.only_adds_to(self.tracks[hex_]):
            known = board._reach_before.items()
            board._reach_before = {company: (reach, at) for company, (reach, at) in known if not reach.is_in(hex_)}
        if self._links is not None or self._links_before is not None:
            board._links_before = self.links(), hex_
        before, changed = (self._at_stops, ()) if self._at_stops else self._at_stops_before
        board._at_stops_before = before, (*changed, hex_) if before else ()
        if stations is self.stations:  # no marker stands where the track has changed
            board._stops_of, board._full = self._stops_of, self._full
        return board

    def with_station(self, company: str, stop: int) -> "Board":
        """A marker of the company in this stop."""
        return self.with_stations({**self.stations, stop: (*self.stations.get(stop, ()), company)})

    def without_station(self, company: str, stop: int) -> "Board":
        """The company's marker taken off this stop."""
        marks = tuple(mark for mark in self.stations[stop] if mark != company)
        rest = {key: value for key, value in self.stations.items() if key != stop}
        return self.with_stations({**rest, stop: marks} if marks else rest)

    def forget(self) -> None:
        """Let go of what was worked out of this board; it is worked out again where it is asked for."""
        self.memo, self.track_memo, self._links, self._links_before = {}, {}, None, None
        self._reach, self._reach_before, self._changed = {}, {}, ()
        self._at_stops, self._at_stops_before = {}, ({}, ())
        self._stops_of, self._full = None, None

    def with_stations(self, stations: Mapping[int, tuple[str, ...]]) -> "Board":
        """The same track with other markers."""
        board = Board(self.box, self.tracks, stations, self.left, self.links())
        board.track_memo = self.track_memo
        board._at_stops, board._at_stops_before = self._at_stops, self._at_stops_before
        stops = self.stations.keys() | stations.keys()
        board._remember_reach(self, [s // PLACES for s in stops if self.stations.get(s) != stations.get(s)])
        return board

    def _remember_reach(self, before: "Board", changed: Iterable[int]) -> None:
        """Take over what is known of reach from a board that differs in these hexes: it may be worth extending."""
        now = len(before._changed)
        found = {company: (reach, now) for company, reach in before._reach.items()}
        self._reach_before = {**before._reach_before, **found} if found else before._reach_before
        self._changed = (*before._changed, *changed)

    def stops_of(self, company: str) -> list[int]:
        """Where the company's markers stand."""
        found = self._stops_of
        if found is None:
            found = self._stops_of = {}
            for stop, marks in self.stations.items():
                for mark in dict.fromkeys(marks):
                    found.setdefault(mark, []).append(stop)
        return found.get(company, [])[:]

    def is_in(self, company: str, hex_: int) -> bool:
        """Whether the company has a marker in this hex, in whichever city."""
        first = hex_ * PLACES
        return any(company in self.stations.get(stop, ()) for stop in range(first, first + PLACES))

    def free_places(self, stop: int) -> int:
        """Circles of a city without a marker."""
        return self.tracks[stop // PLACES].stops[stop % PLACES].slots - len(self.stations.get(stop, ()))

    def full_of_strangers(self, company: str) -> set[int]:
        """Cities with no free circle and no marker of the company."""
        if self._full is None:
            tracks = self.tracks
            self._full = tuple(
                (stop, marks)
                for stop, marks in self.stations.items()
                if stop % PLACES != UNDECIDED and len(marks) >= tracks[stop // PLACES].stops[stop % PLACES].slots
            )
        return {stop for stop, marks in self._full if company not in marks}

    def reach(self, company: str) -> Reach:
        """Which sides and stops trains of the company could arrive at."""
        reach = self._reach.get(company)
        if reach is None:
            before = self._before(company)
            reach = self._reach[company] = extend(self, company, *before) if before else reach_of(self, company)
        return reach

    def _before(self, company: str) -> tuple[Reach, frozenset[int]] | None:
        """The company's reach on an earlier board, and the hexes that have changed since."""
        before = self._reach_before.get(company)
        return (before[0], frozenset(self._changed[before[1] :])) if before else None

    def arrives(self, company: str, hex_: int, sides: int) -> bool:
        """Whether trains of the company could arrive in a hex by one of these sides.

        Where they already could before something changed, there or at the next stop, what that added need not be
        followed yet.
        """
        reach = self._reach.get(company)
        if reach is None:
            before = self._before(company)
            if before and still_holds(self, company, *before) and self._leads_to(before[0], hex_, sides):
                return True
            reach = self.reach(company)
        return bool(reach.arrived[hex_] & sides)

    def _leads_to(self, reach: Reach, hex_: int, sides: int) -> bool:
        """Whether trains that come as far as this arrive in a hex by one of these sides, as a glance tells."""
        if reach.arrived[hex_] & sides:
            return True
        ends = (
            end for side in SIDES if sides >> side & 1 for end in walks(self.box.grid, self.tracks, hex_, side)
        )
        return any(reach.plainly_runs_to(stop, bits, frozenset()) for stop, _, bits, _ in ends)

    def reach_from(self, company: str, stop: int) -> Reach:
        """The same from one of its markers alone; the others still keep their cities open."""
        return reach_of(self, company, (stop,))

    def at_stops(self, key: str, there: Callable[[int], Iterable[tuple[int, T]]]) -> Mapping[int, T]:
        """What the track of each hex alone says of its stops: asked anew only where track has changed."""
        found = self._at_stops.get(key)
        if found is None:
            known, hexes = self._at_stops_before
            before = known.get(key)
            found = dict(before) if before is not None else {}
            for hex_ in range(len(self.tracks)) if before is None else hexes:
                for stop in range(hex_ * PLACES, (hex_ + 1) * PLACES):
                    found.pop(stop, None)
                found.update(there(hex_))
            self._at_stops[key] = found
        return found

    def links(self) -> tuple[Link, ...]:
        """All stretches of track between two stops."""
        if self._links is None:
            before = self._links_before
            self._links = all_links(self.box.grid, self.tracks) if before is None else self._relinked(*before)
        return self._links

    def _relinked(self, before: tuple[Link, ...], hex_: int) -> tuple[Link, ...]:
        """Links of a board that differs in one hex: only those through it are found anew."""
        sides = self.box.hex_sides[hex_]
        kept = [link for link in before if not link.bits & sides]
        return (*kept, *links_through(self.box.grid, self.tracks, hex_))

    def links_with(self, hex_: int, track: Track) -> list[Link]:
        """Links that would end in a hex or pass through it if a tile lay there; no board is made for it."""
        old = self.tracks[hex_]
        new = track.crossed_by(old.crossing) if old.crossing else track
        sides, ends = self._ends_around(hex_, new)
        if not new.joins_any(sides):
            return []
        tracks = list(self.tracks)
        tracks[hex_] = new
        return links_through(self.box.grid, tracks, hex_, ends)

    def _ends_around(self, hex_: int, track: Track) -> tuple[int, Mapping[int, Sequence[End]]]:
        """Where walks end that leave a hex, by side, whatever lies in it, and the sides by which any may end.

        Many tiles are tried in one hex, and most of them lead nowhere: as long as none joins track around the hex
        no walk is made.
        """
        found: tuple[int, Mapping[int, Sequence[End]]] | None = self.track_memo.get(("ends", hex_))
        if found is None:
            met: int | None = self.track_memo.get(("met", hex_))
            if met is None:
                met = self.track_memo["met", hex_] = sides_met(self.box.grid, self.tracks, hex_)
            if not track.joins_any(met):
                return met, {}
            ends = ends_around(self.box.grid, self.tracks, hex_, met)
            sides = sum(1 << side for side in SIDES if ends.get(side, True))
            found = self.track_memo["ends", hex_] = sides, ends
        return found


def stop_number(hex_: int, stop: int) -> int:
    """The number of a stop on the board."""
    return hex_ * PLACES + stop


def _heir(hex_: int, key: int, old: Track, new: Track) -> int:
    if key % PLACES == UNDECIDED:
        return key if len(new.stops) > 1 else hex_ * PLACES
    heir = new.heir(old, key % PLACES)
    return hex_ * PLACES + (UNDECIDED if heir is None else heir)
