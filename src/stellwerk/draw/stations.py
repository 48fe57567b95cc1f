"""Station markers in their places, and the names of companies that have still to come there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from stellwerk.board.board import UNDECIDED, Board
from stellwerk.board.grid import PLACES

from .crest import disc, label
from .face import Parts, slots_at
from .free_space import places
from .geometry import Point, pair, short
from .layout import Scene
from .look import Home, Livery, Look, Palette

MARKER_RADIUS = 15.0
_EDGE_RADIUS = 12.0


def marker(
    livery: Livery, company: str, at: Point, size: float, radius: float = MARKER_RADIUS, inactive: bool = False
) -> str:
    """A company's disc; one that is turned over is pale, with a bar across it."""
    kind, bar = ("station", "")
    if inactive:
        kind, wide = 'station inactive" opacity=".55', radius * 0.75
        line = f"M{pair((-wide, wide))}L{pair((wide, -wide))}"
        bar = f'<path class="bar" d="{line}" stroke="#000" stroke-width="2.6"/>'
    return f"{_head(kind, company, at)}{disc(livery, radius, size)}{bar}</g>"


def hollow(
    livery: Livery, company: str, at: Point, palette: Palette, size: float, radius: float = MARKER_RADIUS
) -> str:
    """The place kept for a company: a broken ring of its colour and its name."""
    return (
        f'{_head("home", company, at)}<circle r="{short(radius - 1)}" fill="{palette.city}"'
        f' stroke="{livery.fill}" stroke-width="2" stroke-dasharray="4 2"/>'
        f"{label(livery.label, radius, size, palette.track)}</g>"
    )


def _head(kind: str, company: str, at: Point) -> str:
    return f'<g transform="translate({pair(at)})" class="{kind}" data-company="{escape(company)}">'


def homes_by_hex(board: Board, look: Look, homes: Iterable[str] | None) -> dict[int, list[Home]]:
    """Homes still to be shown: those named, or those of all companies without a marker on the board."""
    if homes is None:
        there = {company for marks in board.stations.values() for company in marks}
        wanted = [home for home in look.homes if home.company not in there]
    else:
        named = frozenset(homes)
        wanted = [home for home in look.homes if home.company in named]
    found: dict[int, list[Home]] = {}
    for home in wanted:
        hex_ = board.box.grid.index.get(home.hex)
        if hex_ is not None:
            found.setdefault(hex_, []).append(home)
    return found


def stations_by_hex(stations: Mapping[int, tuple[str, ...]]) -> dict[int, list[tuple[int, tuple[str, ...]]]]:
    """Markers hex by hex, as pairs of stop and companies, in the order of the stops."""
    found: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
    for number in sorted(stations):
        found.setdefault(number // PLACES, []).append((number % PLACES, stations[number]))
    return found


def markers_in(
    scene: Scene,
    parts: Parts,
    slots: tuple[int, ...],
    stations: Sequence[tuple[int, tuple[str, ...]]],
    homes: Sequence[Home],
    look: Look,
    layout: str,
    size: float,
    turned: Collection[str] = (),
) -> str:
    """All discs and rings of one hex; `turned` are the companies whose markers are turned over.

    Who has no place in a city stands at the edge.
    """
    free = {stop: _slot_points(scene, stop, count) for stop, count in enumerate(slots)}
    wanted = [(stop, company, True) for stop, companies in stations for company in companies]
    for home in homes:
        city = UNDECIDED if home.city is None else home.city
        wanted.append((0 if len(slots) == 1 else city, home.company, False))
    drawn = []
    outside = []
    for stop, company, stands in wanted:
        left = free.get(stop)
        if left:
            drawn.append(_disc(look, company, stands, left.pop(), size, MARKER_RADIUS, company in turned))
        else:
            outside.append((company, stands))
    if outside:
        edge = parts.room.spots(places(layout, _EDGE_RADIUS - 1, _EDGE_RADIUS - 1, "rim"), len(outside))
        drawn += [
            _disc(look, company, stands, at, size, _EDGE_RADIUS, company in turned)
            for (company, stands), at in zip(outside, edge, strict=True)
        ]
    return "".join(drawn)


def _disc(look: Look, company: str, stands: bool, at: Point, size: float, radius: float, inactive: bool) -> str:
    livery = look.livery(company)
    if stands:
        return marker(livery, company, at, size, radius, inactive)
    return hollow(livery, company, at, look.palette, size, radius)


def _slot_points(scene: Scene, stop: int, count: int) -> list[Point]:
    x, y = scene.places[stop].at
    return [(x + dx, y + dy) for dx, dy in reversed(slots_at(count))] if count else []
