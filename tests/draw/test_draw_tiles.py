"""Each tile is drawn with the track that its notation tells."""

import re
from collections import Counter

import pytest
from draw_samples import box, parse, with_class

from stellwerk.board.tiles import CITY, OFFBOARD, TOWN, Track, read_face
from stellwerk.draw import LIGHT, tile_sheet_svg, tile_svg
from stellwerk.draw.face import PIPS, Ground, face_parts
from stellwerk.draw.geometry import between_sides, samples, side_middle
from stellwerk.draw.layout import curve_between, scene

ALL = [track for tracks in box().tracks.values() for track in tracks]
PRINTED = [track for track in box().printed if track.paths]


def strokes(root) -> list[tuple[complex, complex]]:
    """Both ends of each stroke of track, read from the path data."""
    found = []
    for path in with_class(root, "track"):
        for stroke in re.findall(r"M[^M]+", path.get("d")):
            numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", stroke)]
            found.append((complex(*numbers[:2]), complex(*numbers[-2:])))
    return found


def nearest_side(point: complex, layout: str) -> int | None:
    return next((side for side in range(6) if abs(point - complex(*side_middle(layout, side))) < 0.2), None)


@pytest.mark.parametrize("layout", ["pointy", "flat"])
@pytest.mark.parametrize("track", [*ALL, *PRINTED], ids=repr)
def test_track_is_drawn_between_the_right_sides_and_stops(track, layout):
    root = parse(tile_svg(track, layout=layout))
    places = scene(track, layout).places
    drawn = Counter()
    for start, end in strokes(root):
        sides = [side for side in (nearest_side(start, layout), nearest_side(end, layout)) if side is not None]
        if len(sides) == 1:
            stop = min(range(len(places)), key=lambda n: abs(end - complex(*places[n].at)))
            if track.stops[stop].kind != OFFBOARD:
                assert abs(end - complex(*places[stop].at)) < 0.2
            sides.append(~stop)
        drawn[frozenset(sides)] += 1
    assert drawn == Counter(frozenset(path) for path in track.paths)


@pytest.mark.parametrize("layout", ["pointy", "flat"])
@pytest.mark.parametrize(("other", "sag"), [(1, 28.87), (2, 13.4), (3, 0), (4, 13.4), (5, 28.87)])
def test_curves_are_sharp_gentle_and_straight(layout, other, sag):
    curve = between_sides(layout, 0, other)
    assert abs(complex(*curve.at(0.5))) == pytest.approx(sag, abs=0.1)
    inside = samples(curve)[1]
    start = complex(*curve.start)
    inward = (complex(*inside) - start) / -start
    assert abs(inward.imag) < 0.25 * inward.real  # leaves its side at about a right angle


@pytest.mark.parametrize("track", ALL, ids=repr)
def test_stops_are_clear_of_foreign_track_and_of_one_another(track):
    plan = scene(track, "pointy")
    for stop, place in enumerate(plan.places):
        room = 13 + 3.5 if track.stops[stop].kind == CITY else 10
        for path, curve in zip(track.paths, plan.curves, strict=True):
            if ~stop not in path:
                assert min(abs(complex(*p) - complex(*place.at)) for p in samples(curve, 1)) > room
        for other in plan.places[:stop]:
            assert abs(complex(*place.at) - complex(*other.at)) > (20 if track.stops[stop].kind == TOWN else 27)


def test_printed_bypass_is_clear_of_the_city():
    track = box().printed[box().grid.index["C13"]]
    bypass = curve_between(track, "pointy", 1, 5)
    city = complex(*scene(track, "pointy").places[0].at)
    assert min(abs(complex(*point) - city) for point in samples(bypass, 1)) > 13 + 3.5
    assert curve_between(track, "pointy", 0, 4) is None


@pytest.mark.parametrize("track", ALL, ids=repr)
def test_places_values_label_and_number(track):
    root = parse(tile_svg(track))
    slots = sum(stop.slots for stop in track.stops if stop.kind == CITY)
    single = sum(stop.kind == CITY and stop.slots == 1 for stop in track.stops)
    assert len(list(with_class(root, "slot"))) + single == slots
    assert len(list(with_class(root, "town"))) == sum(stop.kind == TOWN for stop in track.stops)
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    for stop in track.stops:
        assert str(stop.values[0][1]) in texts
    assert not track.label or track.label in texts
    assert track.tile in texts


@pytest.mark.parametrize("track", [*ALL, *box().printed], ids=repr)
def test_writing_keeps_clear_of_stops_and_other_writing(track):
    """What is taken up in a hex: no two things on top of each other, names of usual length included."""
    room = face_parts(track, "pointy", Ground("Hannover", "", 0, at="H20"), LIGHT).room
    boxes = room._boxes
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            over = min(
                one.half_width + other.half_width - abs(one.x - other.x),
                one.half_height + other.half_height - abs(one.y - other.y),
            )
            assert over < 2.5, (one, other)


def test_colours_are_told_by_dots_too():
    for track in ALL:
        pips = next(with_class(parse(tile_svg(track)), "pips"))
        assert pips.get("d").count("z") == PIPS[track.colour]


def test_sheet_has_every_tile_with_its_count():
    root = parse(tile_sheet_svg(box()))
    entries = {entry.get("data-tile"): entry for entry in with_class(root, "entry")}
    assert set(entries) == set(box().tiles)
    for id_, entry in entries.items():
        assert next(with_class(entry, "count")).text == f"×{box().tiles[id_].count}"


def test_sheet_tells_what_is_left_and_what_is_gone():
    left = {id_: tile.count for id_, tile in box().tiles.items()} | {"8": 3, "14": 0}
    root = parse(tile_sheet_svg(box(), left))
    entries = {entry.get("data-tile"): entry for entry in with_class(root, "entry")}
    assert next(with_class(entries["8"], "count")).text == "3/16"
    assert [id_ for id_, entry in entries.items() if "gone" in entry.get("class").split()] == ["14"]


def test_ferry_shows_river_and_loss():
    root = parse(tile_svg(box().tracks["221"][0]))
    assert len(list(with_class(root, "river"))) == 1
    assert "−10" in [text.text for text in with_class(root, "value")]


def test_values_of_a_city_by_phase():
    track = Track(read_face("city=revenue:yellow_60|green_80|brown_120,slots:2;path=a:1,b:_0"), colour="gray")
    root = parse(tile_svg(track))
    assert [cell.get("class").split()[1] for cell in with_class(root, "cell")] == ["yellow", "green", "brown"]
