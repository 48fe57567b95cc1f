"""What is printed on a hex or a tile, as SVG: land, track, stops, values, label, name, terrain."""

from functools import lru_cache
from html import escape

from msgspec import Struct

from stellwerk.board.tiles import CITY, OFFBOARD, Stop, Track

from .free_space import Box, Room, corners, places, text_width
from .geometry import (
    CORNER,
    Curve,
    Line,
    Point,
    corner,
    distance,
    outline,
    pair,
    polar,
    samples,
    short,
    side_angle,
    side_middle,
    text_at,
)
from .layout import CITY_RADIUS, SLOT_RADIUS, SLOTS, TOWN_RADIUS, TRACK_WIDTH, Place, Scene, planned_curves, scene
from .look import Palette
from .names import name_text
from .sizes import SMALL, TYPE
from .writing import halved, label_text, terrain_sign, value_badge, value_cells

TUNNEL = "tunnel"  # the kind of track that leads below whatever else lies in a hex
OUTSIDE_WIDTH = 14.0
OTHER_WIDTH = 9.5
_MOUTH = 9.0
_BROAD = 12.0
_SLIGHT = 20.0  # so much small writing may cover
# Marks in a corner that tell a tile's colour without seeing it: so many dots.
PIPS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}


class Ground(Struct, frozen=True):
    """What a hex is besides its track."""

    name: str = ""
    terrain: str = ""
    cost: int = 0
    printed: bool = False  # printed for good: never to be built on
    number: bool = True  # write the tile's number in its corner
    at: str = ""  # coordinates
    label: str = ""  # what the hex demands of later tiles
    entrances: tuple[int, ...] = ()  # sides where a tunnel could begin
    pieces: tuple[tuple[float, float], ...] = ()  # half the size of each loose thing that lies there
    bordered: bool = False  # set off from other hexes
    lines: tuple[tuple[int, ...], ...] = ()  # sides of lines that are still to be built
    brief: tuple[str, ...] = ()  # short forms of the name
    size: float = TYPE  # of what is written
    closed: tuple[str, ...] = ()  # neighbours to which no track may lead


class Parts(Struct, frozen=True):
    """SVG below and above whatever runs along the track."""

    below: str
    above: str
    room: Room  # what is taken up
    ink: str  # for all writing and towns; "" where it is the usual ink
    pieces: tuple[Point, ...]  # middles of loose things


@lru_cache(maxsize=8192)
def face_parts(track: Track, layout: str, ground: Ground, palette: Palette) -> Parts:
    """Draw everything about a hex that does not change while this track lies there."""
    plan = scene(track, layout, ground.lines[0] if ground.lines else ())
    kind = look_of(track, ground.printed, ground.terrain)
    ink = palette.land_ink if kind == "white" else palette.ink
    below = [
        _land(layout, kind, palette, ground.bordered),
        _river(track, layout, palette),
        _mouths(layout, ground.entrances, palette),
        _outside(plan, palette),
        _track(track, plan, kind, palette),
    ]
    room = _room(track, plan, layout)
    for sides in ground.lines:
        for curve in planned_curves(track, layout, sides):
            room.add_track(samples(curve), 3.5)
    above = [
        _stop(stop, plan.places[i], len(track.sides_of[i]) > 1, ink, palette) for i, stop in enumerate(track.stops)
    ]
    above.append(_pips(layout, kind, room))
    discs = {i: _disc(room, layout, *size) for i, size in enumerate(ground.pieces) if _is_disc(*size)}
    size = ground.size
    above += _values(track, layout, room, palette, size)
    if track.label or ground.label:
        above.append(label_text(room, layout, track.label or ground.label, size))
    pieces = tuple(discs.get(i) or _piece(room, layout, *size) for i, size in enumerate(ground.pieces))
    if ground.cost:
        above.append(terrain_sign(room, layout, ground.terrain, ground.cost, palette, size))
    if ground.name:
        above.append(name_text(room, layout, ground.name, ground.brief, size, palette.fill(kind)))
    above.append(_corners(track, layout, ground, room))
    return Parts("".join(below), "".join(above), room, "" if ink == palette.ink else ink, pieces)


def look_of(track: Track, printed: bool, terrain: str = "") -> str:
    """The colour a hex is drawn in: its own, but printed brown is not the brown of tiles, and woods are woods."""
    if printed and not track.paths and terrain == "forest":
        return "forest"
    return "printed" if printed and track.colour == "brown" else track.colour


def _land(layout: str, kind: str, palette: Palette, bordered: bool) -> str:
    inner = ""
    if bordered:
        line = f'd="{outline(layout, 0.955)}" stroke-width="3"'
        inner = f'<path class="border" {line} fill="none" stroke="{palette.border}"/>'
    elif kind in ("printed", "red"):
        line = f'd="{outline(layout, 0.92)}"'
        inner = f'<path class="inset" {line} fill="none" stroke="{palette.ink}" stroke-opacity=".2"/>'
    fill = palette.fill(kind)
    return f'<path class="land" d="{outline(layout)}" fill="{fill}" stroke="{palette.edge}"/>{inner}'


def _river(track: Track, layout: str, palette: Palette) -> str:
    """The water between the two banks of a ferry."""
    banks = [
        corner(layout, side)
        for side in range(6)
        if (side in track.ferry_sides) != ((side + 1) % 6 in track.ferry_sides)
    ]
    if len(banks) != 2:
        return ""
    (x, y), (u, v) = banks
    start, end = (x * 0.93, y * 0.93), (u * 0.93, v * 0.93)
    return (
        f'<path class="river" d="M{pair(start)}Q{pair((start[0] * 0.5, 0))} 0 0T{pair(end)}" fill="none"'
        f' stroke="{palette.water}" stroke-width="9" stroke-opacity=".6"/>'
    )


def _mouths(layout: str, sides: tuple[int, ...], palette: Palette) -> str:
    """The entrances of a hex that tunnels may lead through: an arch at each side."""
    data = ""
    for side in sides:
        (x, y), (u, v) = side_middle(layout, side), polar(side_angle(layout, side) + 90, _MOUTH)
        data += f"M{pair((x - u, y - v))}A{short(_MOUTH)} {short(_MOUTH)} 0 0 0 {pair((x + u, y + v))}z"
    return f'<path class="mouth" d="{data}" fill="{palette.track}" fill-opacity=".55"/>' if data else ""


def _outside(plan: Scene, palette: Palette) -> str:
    """Track of railways that are not in the game: much thicker than any other."""
    data = "".join(curve.data for curve in plan.outside)
    style = f'fill="none" stroke="{palette.outside}" stroke-width="{short(OUTSIDE_WIDTH)}"'
    return f'<path class="outside" d="{data}" {style}/>' if data else ""


def _tunnels(track: Track) -> list[int]:
    """The paths that lead below everything else."""
    return [path for path, kind in enumerate(track.face.kinds) if kind == TUNNEL]


def _tunnel(curve: Curve, palette: Palette) -> str:
    """Track below the ground: a broken line in a pale bed."""
    style = 'fill="none" stroke-linecap="butt"'
    return (
        f'<path class="bed" d="{curve.data}" {style} stroke="{palette.city}" stroke-opacity=".5"'
        f' stroke-width="{short(TRACK_WIDTH + 4)}"/>'
        f'<path class="track tunnel" d="{curve.data}" {style} stroke="{palette.track}"'
        f' stroke-width="{short(TRACK_WIDTH)}" stroke-dasharray="8 5"/>'
    )


def _others(track: Track) -> list[int]:
    """The paths of another kind than ordinary track."""
    return [path for path, kind in enumerate(track.face.kinds) if kind not in ("", TUNNEL)]


def _other(curves: list[Curve], palette: Palette) -> str:
    """Track of another kind: broad, in a colour of its own, with a pale core."""
    data = "".join(curve.data for curve in curves)
    if not data:
        return ""
    return (
        f'<path class="track other" d="{data}" fill="none" stroke="{palette.other_track}"'
        f' stroke-width="{short(OTHER_WIDTH)}"/>'
        f'<path class="core" d="{data}" fill="none" stroke="{palette.city}" stroke-width="3.2"/>'
    )


def _track(track: Track, plan: Scene, kind: str, palette: Palette) -> str:
    """All track of a hex; where two tracks cross without meeting, one passes over the other."""
    if not plan.curves:
        return ""
    style = f'fill="none" stroke="{palette.track}" stroke-width="{short(TRACK_WIDTH)}"'
    layers: list[list[str]] = [[]]
    arrows = ""
    others = _others(track)
    below = [*_tunnels(track), *others]
    for i, curve in enumerate(plan.curves):
        if i in below:
            continue
        if _is_stub(track, i):
            arrows += _arrow(curve)
        crossings = [
            found
            for j, other in enumerate(plan.curves)
            if (j < i or j in below) and not _touch(track, i, j) and (found := _crossing(curve, other)) is not None
        ]
        if crossings:
            layers.append([_gap(curve, share, kind, palette) for share in crossings])
            layers.append([])
        layers[-1].append(curve.data)
    drawn = "".join(_tunnel(plan.curves[i], palette) for i in below if i not in others)
    drawn += _other([plan.curves[i] for i in others], palette)
    for i, layer in enumerate(layers):
        if layer:
            drawn += "".join(layer) if i % 2 else f'<path class="track" d="{"".join(layer)}" {style}/>'
    return drawn + arrows


def _is_stub(track: Track, path: int) -> bool:
    return any(end < 0 and track.stops[~end].kind == OFFBOARD for end in track.paths[path])


def _arrow(curve: Curve) -> str:
    """The head of track that leads off the board."""
    (x, y), (u, v) = curve.start, curve.end
    far = distance(curve.start, curve.end)
    dx, dy = (u - x) / far, (v - y) / far
    points = ((u + 7 * dy, v - 7 * dx), (u + 12 * dx, v + 12 * dy), (u - 7 * dy, v + 7 * dx))
    line = "L".join(pair(point) for point in points)
    return f'<path class="arrow" d="M{line}z"/>'


def _touch(track: Track, i: int, j: int) -> bool:
    return bool({*track.paths[i]} & {*track.paths[j]})


def _crossing(curve: Curve, other: Curve) -> float | None:
    """How far along a curve it meets another, None if it does not."""
    mine, theirs = samples(curve, 2), samples(other, 2)
    near, i = min((min(distance(point, there) for there in theirs), i) for i, point in enumerate(mine))
    return i / (len(mine) - 1) if near < 2 and 0 < i < len(mine) - 1 else None


def _gap(curve: Curve, share: float, kind: str, palette: Palette) -> str:
    """A stretch of bare land on both sides of the track that passes over."""
    half = 8.0
    dashes = f"0 {short(max(0.0, curve.length * share - half))} {short(2 * half)} 999"
    return (
        f'<path class="gap" d="{curve.data}" fill="none" stroke="{palette.fill(kind)}"'
        f' stroke-width="{short(TRACK_WIDTH + 3.5)}" stroke-dasharray="{dashes}"/>'
    )


def _stop(stop: Stop, place: Place, joined: bool, ink: str, palette: Palette) -> str:
    """A city, or a town: a bar across track that passes, a dot where track ends or meets."""
    x, y = place.at
    if stop.kind == CITY:
        return _city(max(stop.slots, 1), place.at, palette, stop.group)
    if stop.kind == OFFBOARD:
        return ""
    if place.tangent is None:
        radius = TOWN_RADIUS + (1.5 if joined else 0)
        return f'<circle class="town"{_centre(place.at)} r="{short(radius)}"/>'
    dx, dy = place.tangent[0] - x, place.tangent[1] - y
    scale = 10.5 / distance((dx, dy), (0, 0))
    one, other = (x - dy * scale, y + dx * scale), (x + dy * scale, y - dx * scale)
    return f'<path class="town" d="{Line(one, other).data}" stroke="{ink}" stroke-width="5.5"/>'


def _city(slots: int, at: Point, palette: Palette, group: str) -> str:
    """The circles of a city; in those that are not for everybody stands who may use them."""
    places = [(x + at[0], y + at[1]) for x, y in slots_at(slots)]
    for_whom = "".join(
        f'<text class="group"{text_at(x, y + 7)} font-size="19" font-weight="bold" fill="{palette.other_track}">'
        f"{escape(group)}</text>"
        for x, y in places
        if group
    )
    if slots == 1:
        return (
            f'<circle class="city"{_centre(at)} r="{short(CITY_RADIUS)}" fill="{palette.city}"'
            f' stroke="{palette.track}" stroke-width="1.8"/>{for_whom}'
        )
    order = places if slots != 4 else [places[i] for i in (0, 1, 3, 2)]
    line = "L".join(pair(point) for point in order)
    shape = f'd="M{line}z"'
    wide = 2 * (SLOT_RADIUS + 2)
    ring = f'r="{short(SLOT_RADIUS)}" fill="none" stroke="{palette.track}"'
    circles = "".join(f'<circle class="slot"{_centre(place)} {ring}/>' for place in places)
    white = palette.city
    return (
        f'<path class="city-edge" {shape} stroke="{palette.track}" stroke-width="{short(wide + 3)}"/>'
        f'<path class="city" {shape} fill="{white}" stroke="{white}" stroke-width="{short(wide)}"/>'
        + circles
        + for_whom
    )


def slots_at(slots: int) -> tuple[Point, ...]:
    """Middles of a city's places, seen from the middle of the city."""
    known = SLOTS.get(slots)
    return known or tuple(polar(360 * i / slots - 90, 5.5 * slots) for i in range(slots))


def _centre(at: Point) -> str:
    x, y = short(at[0]), short(at[1])
    return (f' cx="{x}"' if x != "0" else "") + (f' cy="{y}"' if y != "0" else "")


def _room(track: Track, plan: Scene, layout: str) -> Room:
    room = Room(layout)
    for curve in plan.outside:
        room.add_track(samples(curve), OUTSIDE_WIDTH / 2 + 1.5)
    for curve in plan.curves:
        room.add_track(samples(curve), TRACK_WIDTH / 2 + 1.5)
    for path, curve in enumerate(plan.curves):
        if _is_stub(track, path):
            room.add_disc(curve.end, 9)
    for stop, place in zip(track.stops, plan.places, strict=True):
        if stop.kind == CITY:
            radius = CITY_RADIUS + 1.5 if stop.slots < 2 else SLOT_RADIUS + 4
            for x, y in slots_at(max(stop.slots, 1)):
                room.add_disc((place.at[0] + x, place.at[1] + y), radius)
        elif stop.kind != OFFBOARD:
            room.add_disc(place.at, TOWN_RADIUS + 2 if place.tangent is None else 11)
    return room


def _is_disc(wide: float, high: float) -> bool:
    """Whether a loose thing is about as high as it is broad, and large."""
    return wide > _BROAD and abs(wide - high) < 3


def _disc(room: Room, layout: str, wide: float, high: float) -> Point:
    """Where a large disc lies: beside what is in the middle, before anything is written."""
    spot = room.best(places(layout, wide - 1.5, high - 3, "rim"))  # a disc leaves the corners of its box free
    return spot.x, spot.y


def _piece(room: Room, layout: str, wide: float, high: float) -> Point:
    """Where a loose thing of this size lies: a small one at the rim, a large one across the hex."""
    spot = room.best(places(layout, wide, high, "middle" if wide > _BROAD and high > _BROAD else "rim"))
    return spot.x, spot.y


def _pips(layout: str, kind: str, room: Room) -> str:
    """The dots of a tile's colour, in the last corner."""
    pips = PIPS.get(kind, 0)
    if not pips:
        return ""
    x, y = polar(90 if layout == "pointy" else 60, CORNER - 7)
    room.add_box(Box(x, y, 2.5 * pips, 2))
    start = pair((x - 2.5 * pips + 0.5, y - 2))
    return f'<path class="pips" d="M{start}{"m5 0".join(["h4v4h-4z"] * pips)}"/>'


def _corners(track: Track, layout: str, ground: Ground, room: Room) -> str:
    """Coordinates and the number of the tile, small, in corners that are free."""
    drawn = ""
    texts = (("at", ground.at, 1, 12), ("number", track.tile if ground.number else "", -1, 16))
    for kind, text, down, inward in texts:
        if text:
            half = halved(text_width(text, SMALL) / 2)
            found = corners(layout, CORNER - inward, half, SMALL * 0.4)
            found.sort(key=lambda box: box.y * down)
            spot = found[0] if room.harm(found[0]) < _SLIGHT else room.find(found)[0]
            room.add_box(spot)
            drawn += (
                f'<text class="{kind}"{text_at(spot.x, spot.y + SMALL * 0.36)} font-size="{short(SMALL)}"'
                f' fill-opacity=".6">{escape(text)}</text>'
            )
    return drawn


def _values(track: Track, layout: str, room: Room, palette: Palette, size: float) -> list[str]:
    drawn = []
    seen = set()
    for stop in track.stops:
        if stop.values in seen:
            continue
        seen.add(stop.values)
        if len(stop.values) > 1 or stop.values[0][0]:
            drawn.append(value_cells(room, layout, stop, palette, size))
        elif stop.values[0][1]:
            drawn.append(value_badge(room, layout, short(stop.values[0][1]), palette, size))
    if track.face.ferry:
        loss = f"{track.face.ferry.value:+d}".replace("-", "−")
        drawn.append(value_badge(room, layout, loss, palette, size, palette.water))
    return drawn
