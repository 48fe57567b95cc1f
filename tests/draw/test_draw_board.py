"""The board's drawing says what lies on the board."""

import re

import pytest
from draw_samples import COMPANIES, LOOK, SVG, box, busy_board, middle, parse, with_class

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.draw import DARK, GERMAN, Look, board_svg, hex_middle, marks, run_segments
from stellwerk.draw.face import slots_at
from stellwerk.draw.geometry import corner
from stellwerk.draw.layout import scene

SEEDS = range(4)


def hexes(text: str) -> dict:
    return {group.get("data-hex"): group for group in with_class(parse(text), "hex")}


@pytest.mark.parametrize("seed", SEEDS)
def test_one_group_a_hex_with_title_and_colour(seed):
    board = busy_board(seed)
    groups = hexes(board_svg(board, LOOK))
    assert list(groups) == list(box().grid.names)
    for name, track in zip(box().grid.names, board.tracks, strict=True):
        title = groups[name].find(f"{SVG}title").text
        assert name in title
        assert track.tile in title
        permanent = not track.tile and track.colour == "brown"
        assert ("printed" if permanent else track.colour) in groups[name].get("class").split()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_marker_of_the_board_is_drawn_in_its_hex(seed):
    board = busy_board(seed)
    board = board.with_station("XY", box().grid.index["L6"] * 8 + 7)
    groups = hexes(board_svg(board, LOOK, homes=()))
    for hex_, name in enumerate(box().grid.names):
        wanted = sorted(c for stop, marks_ in board.stations.items() if stop // 8 == hex_ for c in marks_)
        assert sorted(g.get("data-company") for g in with_class(groups[name], "station")) == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_markers_stand_in_places_of_their_city(seed):
    board = busy_board(seed)
    groups = hexes(board_svg(board, LOOK, homes=()))
    for stop, companies in board.stations.items():
        hex_, number = divmod(stop, 8)
        track = board.tracks[hex_]
        city = complex(*scene(track, "pointy").places[number].at)
        free = [city + complex(*place) for place in slots_at(track.stops[number].slots)]
        for company in companies:
            discs = with_class(groups[box().grid.names[hex_]], "station")
            at = middle(next(disc for disc in discs if disc.get("data-company") == company))
            nearest = min(free, key=lambda place, at=at: abs(at - place))
            assert abs(at - nearest) < 0.2
            free.remove(nearest)


@pytest.mark.parametrize("seed", SEEDS)
def test_markers_lie_apart_from_one_another(seed):
    board = busy_board(seed, markers=200)
    for group in hexes(board_svg(board, LOOK)).values():
        at = [middle(disc) for disc in (*with_class(group, "station"), *with_class(group, "home"))]
        gaps = [abs(a - b) for i, a in enumerate(at) for b in at[:i]]
        assert min(gaps, default=99) > 15


def test_homes_are_hollow_until_the_company_stands_there():
    board = Board.empty(box())
    text = board_svg(board, LOOK)
    assert {ring.get("data-company") for ring in with_class(parse(text), "home")} == {"BY", "BA", "HE", "MS"}
    assert not list(with_class(parse(text), "station"))
    board = board.with_station("BY", box().grid.index["O15"] * 8)
    left = {ring.get("data-company") for ring in with_class(parse(board_svg(board, LOOK)), "home")}
    assert left == {"BA", "HE", "MS"}
    only = [ring.get("data-company") for ring in with_class(parse(board_svg(board, LOOK, homes=["HE"])), "home")]
    assert only == ["HE"]


def test_who_has_still_to_choose_a_city_stands_in_none():
    home = next(with_class(hexes(board_svg(Board.empty(box()), LOOK))["L6"], "home"))
    ring = home.find(f"{SVG}circle")
    cities = with_class(hexes(board_svg(Board.empty(box()), LOOK))["L6"], "city")
    for city in cities:
        gap = abs(middle(home) - complex(float(city.get("cx", 0)), float(city.get("cy", 0))))
        assert gap > float(city.get("r")) + float(ring.get("r"))


def test_cost_is_shown_until_a_tile_lies_there():
    board, hex_ = Board.empty(box()), box().grid.index["G13"]
    group = hexes(board_svg(board, LOOK))["G13"]
    assert [text.text for text in with_class(group, "cost")] == ["70"]
    assert list(with_class(group, "mountain"))
    built = board.lay(hex_, box().successors(hex_, board.tracks[hex_])[0])
    assert not list(with_class(hexes(board_svg(built, LOOK))["G13"], "cost"))


def test_values_by_phase_stand_in_cells_of_their_colours():
    group = hexes(board_svg(Board.empty(box()), LOOK))["H22"]
    cells = [cell.get("class").split()[1] for cell in with_class(group, "cell")]
    assert cells == ["yellow", "green", "brown"]
    assert [text.text for text in with_class(group, "value")] == ["20", "30", "40"]


def test_the_barrier_lies_on_the_side_between_its_hexes():
    grid = box().grid
    bar = next(with_class(parse(board_svg(Board.empty(box()), LOOK)), "barrier")).get("d")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", bar)]
    ends = {(numbers[0], numbers[1]), (numbers[2], numbers[3])}
    corners = []
    for name in ("B10", "C9"):
        x, y = hex_middle(grid, grid.index[name])
        around = [corner("pointy", side) for side in range(6)]
        corners.append({(round(x + u, 1), round(y + v, 1)) for u, v in around})
    shared = {a for a in corners[0] for b in corners[1] if abs(complex(*a) - complex(*b)) < 0.3}
    assert len(shared) == 2
    assert all(min(abs(complex(*end) - complex(*there)) for there in shared) < 0.3 for end in ends)


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_follow_their_track_from_stop_to_stop(seed):
    board = busy_board(seed)
    links = board.links()
    assert links
    for link in links:
        segments = run_segments(board, [link])
        assert len(segments) == link.hexes + 1
        assert (segments[0][0], segments[-1][0]) == (link.a // 8, link.b // 8)
        crossed = 0
        for hex_, one, other in segments:
            assert any({one, other} == set(path) for path in board.tracks[hex_].paths)
            for side in (one, other):
                crossed |= board.box.grid.side_bits[hex_][side] if side >= 0 else 0
        assert crossed == link.bits


def test_runs_and_highlights_are_drawn_in_their_hexes():
    board = busy_board(1)
    segments = run_segments(board, board.links()[:1])
    root = parse(board_svg(board, LOOK, marks=marks(["H20", "C11"], [("#c00", segments)])))
    groups = {group.get("data-hex"): group for group in with_class(root, "hex")}
    wanted = {box().grid.names[hex_] for hex_, _, _ in segments}
    drawn = {name for name, group in groups.items() if list(with_class(group, "run"))}
    assert drawn == wanted
    assert [path.get("data-hex") for path in next(with_class(root, "highlights"))] == ["H20", "C11"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_run_is_also_one_line_without_a_break_from_its_first_stop_to_its_last(seed):
    board = busy_board(seed)
    links = board.links()
    for one in links[:12]:
        # The second link may be written the other way round: it is run from where the first one ends.
        other = next((link for link in links if link is not one and one.b in (link.a, link.b)), None)
        if other is None:
            continue
        segments = run_segments(board, [one, other])
        last = other.b if other.a == one.b else other.a
        root = parse(board_svg(board, LOOK, marks=marks((), [("#c00", segments)])))
        (way,) = with_class(root, "way")
        assert way.get("data-route") == "0"
        data = way.get("d")
        assert data.count("M") == 1
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", data)]
        for stop, drawn in ((one.a, numbers[:2]), (last, numbers[-2:])):
            hex_, number = divmod(stop, 8)
            if board.tracks[hex_].stops[number].kind != "offboard":
                x, y = hex_middle(box().grid, hex_)
                u, v = scene(board.tracks[hex_], "pointy").places[number].at
                assert abs(complex(*drawn) - complex(x + u, y + v)) < 0.3


def test_a_run_where_no_track_lies_is_refused():
    with pytest.raises(ValueError, match="no track joins"):
        board_svg(Board.empty(box()), LOOK, marks=marks(runs=[("#c00", [(box().grid.index["H20"], 0, 3)])]))


@pytest.mark.parametrize("palette", [LOOK.palette, DARK])
@pytest.mark.parametrize("seed", SEEDS)
def test_fit_for_a_page_without_inline_style(seed, palette):
    text = board_svg(busy_board(seed), Look(LOOK.liveries, LOOK.homes, palette, GERMAN))
    for element in parse(text).iter():
        assert not {"style", "id", "onclick"} & set(element.keys())
        assert element.tag not in (f"{SVG}style", f"{SVG}script")
    assert not re.search(r"\.\d\d", text)


def test_same_board_same_text():
    text = board_svg(busy_board(2), LOOK)
    fresh = Box.__new__(Box)
    fresh.__dict__.update(box().__dict__)
    board = busy_board(2)
    again = Board(fresh, board.tracks, dict(reversed(board.stations.items())), board.left)
    assert board_svg(again, LOOK) == text


def test_names_that_need_escaping():
    hostile = {"layout": "pointy", "first_tiles": {}, "hexes": {"A1": {"name": '<b>"Ä & Ö"</b>'}, "A3": {}}}
    root = parse(board_svg(Board.empty(Box(hostile, {})), LOOK))
    assert "".join(text.text for text in with_class(root, "name")).replace(" ", "") == '<b>"Ä&Ö"</b>'


def test_flat_hexes_meet_at_their_sides():
    flat = Box({"layout": "flat", "first_tiles": {}, "hexes": {"A1": {}, "C1": {}, "B2": {}}}, {})
    middles = [hex_middle(flat.grid, hex_) for hex_ in range(3)]
    assert abs(complex(*middles[0]) - complex(*middles[1])) == pytest.approx(100)
    assert abs(complex(*middles[0]) - complex(*middles[2])) == pytest.approx(100)
    assert len(hexes(board_svg(Board.empty(flat), LOOK))) == 3


def test_companies_without_livery_are_drawn_all_the_same():
    board = Board.empty(box()).with_station("ZZ", box().grid.index["H20"] * 8)
    assert [g.get("data-company") for g in with_class(parse(board_svg(board, Look())), "station")] == ["ZZ"]
    assert "ZZ" not in COMPANIES
