"""Where track and stops go in a hex: the curves of the track, and the stops on it or beside it."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from stellwerk.board.tiles import CITY, OFFBOARD, TOWN, Track

from .geometry import (
    Curve,
    Line,
    Point,
    between_sides,
    distance,
    from_side,
    part,
    polar,
    samples,
    side_angle,
    side_middle,
)

CITY_RADIUS = 16.5
SLOT_RADIUS = 16.0
TOWN_RADIUS = 7.5
TRACK_WIDTH = 7.0
_MANY = 4  # so many stubs

# Middles of the places of a city, by their number.
SLOTS: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-16.0, 0.0), (16.0, 0.0)),
    3: ((-16.0, 9.2), (16.0, 9.2), (0.0, -18.5)),
    4: ((-16.0, -16.0), (16.0, -16.0), (-16.0, 16.0), (16.0, 16.0)),
}


class Place(Struct, frozen=True):
    """Where a stop is drawn. On a bar, `tangent` is a point further along the track."""

    at: Point
    tangent: Point | None = None


class Scene(Struct, frozen=True):
    """The track of one hex as curves, in the order of `track.paths`, its stops, and track outside the game."""

    places: tuple[Place, ...]
    curves: tuple[Curve, ...]
    outside: tuple[Curve, ...] = ()


@lru_cache(maxsize=4096)
def scene(track: Track, layout: str, line: tuple[int, ...] = ()) -> Scene:
    """Lay out the track of a hex; a city that no track leads to yet lies on the line that is to be built there."""
    plain = [between_sides(layout, a, b) for a, b in track.paths if a >= 0 and b >= 0]
    rails = {
        stop: between_sides(layout, *sides)
        for stop, sides in enumerate(track.sides_of)
        if len(sides) == 2 and (track.stops[stop].kind == TOWN or (plain and _on_other_track(track, stop)))
    }
    if plain and len(line) == 2 and len(track.stops) == 1 and not track.sides_of[0]:
        rails[0] = between_sides(layout, *line)
    shares: dict[int, float] = {}
    for stop, rail in rails.items():
        others = [*plain, *(other for key, other in rails.items() if key != stop)]
        taken = [rails[key].at(share) for key, share in shares.items()]
        shares[stop] = _clear_share(rail, others, taken, _radius(track, stop) + TRACK_WIDTH / 2 + 2)
    fixed = {stop: rails[stop].at(share) for stop, share in shares.items()}
    ats = _relax(
        track,
        [fixed.get(stop) or _wish(track, stop, layout) for stop in range(len(track.stops))],
        set(fixed),
        plain,
    )
    places = tuple(
        Place(at, rails[stop].at(shares[stop] + 0.02) if stop in rails else None) for stop, at in enumerate(ats)
    )
    curves = tuple(_curve(track, layout, a, b, ats, rails, shares) for a, b in track.paths)
    strange = sorted(tuple(sorted(path)) for path in track.outside)
    outside = tuple(_curve(track, layout, ends[0], ends[-1], ats, {}, {}) for ends in strange)
    return Scene(places, curves, outside)


def _on_other_track(track: Track, stop: int) -> bool:
    """Whether a stop lies on track of a kind of its own, which may cross ordinary track in the hex."""
    return all(kind != "" for path, kind in zip(track.paths, track.face.kinds, strict=True) if ~stop in path)


def curve_between(track: Track, layout: str, a: int, b: int) -> Curve | None:
    """The curve that joins two ends in this hex, None where no track does."""
    for path, curve in zip(track.paths, scene(track, layout).curves, strict=True):
        if {a, b} == set(path):
            return curve
    return None


def planned_curves(track: Track, layout: str, sides: Sequence[int]) -> tuple[Curve, ...]:
    """Where track that is still to be built would lie: from side to side, by the stop if there is one."""
    places = scene(track, layout, tuple(sides)).places
    if places:
        return tuple(from_side(layout, side, places[0].at) for side in sides)
    return (between_sides(layout, sides[0], sides[-1]),)


def _clear_share(rail: Curve, others: Sequence[Curve], taken: Sequence[Point], wanted: float) -> float:
    """How far along its track a stop lies, clear of other track and other stops."""
    points = [point for other in others for point in samples(other)]
    best, best_room = 0.5, -1.0
    for share in (0.5, 0.3, 0.7, 0.25, 0.75, 0.4, 0.6):
        at = rail.at(share)
        room = min(
            min((distance(at, point) for point in points), default=99.0),
            min((distance(at, point) / 2 for point in taken), default=99.0),
        )
        if room >= wanted:
            return share
        if room > best_room:
            best, best_room = share, room
    return best


def _wish(track: Track, stop: int, layout: str) -> Point:
    """Where a stop would lie if it were alone."""
    count = len(track.stops)
    if count == 1:
        return 0.0, 0.0
    sides = track.sides_of[stop]
    if not sides:
        gap = 21.0 if track.stops[stop].kind == CITY else 14.0
        return (gap * (2 * stop - count + 1), 0.0) if count < 3 else polar(360 * stop / count - 90, gap + 3)
    middles = [side_middle(layout, side) for side in sides]
    x, y = sum(m[0] for m in middles) / len(sides), sum(m[1] for m in middles) / len(sides)
    far = distance((x, y), (0, 0))
    if far < 1:
        return 0.0, 0.0
    wanted = 27.0 if len(sides) == 1 or far > 30 else 20.0
    return x / far * wanted, y / far * wanted


def _relax(track: Track, ats: list[Point], fixed: set[int], plain: Sequence[Curve]) -> list[Point]:
    """Push stops off plain track and off one another."""
    points = [point for curve in plain for point in samples(curve, 3)]
    reach = [_radius(track, stop) for stop in range(len(ats))]
    for _ in range(12):
        for stop, at in enumerate(ats):
            if stop in fixed or track.stops[stop].kind == OFFBOARD:
                continue
            nearest = _nearest(points, at)
            if nearest is not None:
                at = _pushed(at, nearest, reach[stop] + TRACK_WIDTH / 2 + 2.5)
            for other, there in enumerate(ats):
                if other != stop:
                    at = _pushed(at, there, reach[stop] + reach[other] + 5, 0.5 if other not in fixed else 1)
            ats[stop] = at
    return ats


def _nearest(points: Sequence[Point], at: Point) -> Point | None:
    return min(points, key=lambda point: distance(point, at), default=None)


def _radius(track: Track, stop: int) -> float:
    place = track.stops[stop]
    if place.kind != CITY:
        return TOWN_RADIUS
    return CITY_RADIUS if place.slots < 2 else CITY_RADIUS + 14


def _pushed(at: Point, off: Point, room: float, force: float = 1) -> Point:
    gap = distance(at, off)
    if gap >= room or gap < 0.01:
        return at
    push = (room - gap) / gap * force
    return at[0] + (at[0] - off[0]) * push, at[1] + (at[1] - off[1]) * push


def _curve(
    track: Track,
    layout: str,
    a: int,
    b: int,
    ats: Sequence[Point],
    rails: dict[int, Curve],
    shares: dict[int, float],
) -> Curve:
    if a < 0 and b < 0:
        return Line(ats[~a], ats[~b])
    if a >= 0 and b >= 0:
        return between_sides(layout, a, b)
    side, stop = (a, ~b) if a >= 0 else (b, ~a)
    if stop in rails:
        first, last = track.sides_of[stop]
        share = shares[stop]
        rail = rails[stop] if side == first else between_sides(layout, last, first)
        return part(rail, share if side == first else 1 - share)
    if track.stops[stop].kind == OFFBOARD:
        far = 34 if len(track.sides_of[stop]) < _MANY else 41  # short ones leave the middle free
        return Line(side_middle(layout, side), polar(side_angle(layout, side), far))
    return from_side(layout, side, ats[stop])
