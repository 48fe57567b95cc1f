"""What the board of Harzbahn 1873 shows: state track, cities, works, planned routes, turned markers."""

import msgspec
import pytest
from draw_samples import SVG, parse, with_class

import stellwerk
from stellwerk.bank.chart import Chart, ChartSheet
from stellwerk.board.board import stop_number
from stellwerk.draw import GERMAN, Look, chart_svg, game_board, look_of, tile_svg
from stellwerk.titles.t1873.data import material


@pytest.fixture
def game():
    return stellwerk.new("1873", ["Anna", "Bert", "Cora"])


def hexes(game, language="en"):
    return {
        g.get("data-hex"): g for g in with_class(parse(game_board(game, look_of(game.title, language))), "hex")
    }


def parts(group, kind):
    return list(with_class(group, kind))


def title(group):
    return group.find(f"{SVG}title").text


def changed(game, **values):
    game._states[-1] = msgspec.structs.replace(game.state, **values)
    return game


def texts(group):
    return [text.text for text in group.iter(f"{SVG}text")]


def test_state_track_is_much_thicker_than_other_track(game):
    wernigerode = hexes(game)["B9"]
    (state,), usable = parts(wernigerode, "outside"), parts(wernigerode, "track")
    assert float(state.get("stroke-width")) >= 1.8 * float(usable[0].get("stroke-width"))
    assert state.get("d").count("M") == 2
    assert "track of other railways" in title(wernigerode)
    assert not parts(hexes(game)["C4"], "outside")


def test_state_track_of_a_tile_turns_with_it():
    tracks = material().box.tracks["987"]
    drawn = {next(with_class(parse(tile_svg(track)), "outside")).get("d") for track in tracks}
    assert len(drawn) == 3  # it leads straight through: half a turn looks the same


def test_sides_that_no_track_may_cross_are_ridges_of_the_harz(game):
    """They are brown on the printed board, and not blue as water is."""
    look = look_of(game.title)
    (barrier,) = with_class(parse(game_board(game, look)), "barrier")
    assert "ridge" in barrier.get("class").split()
    assert barrier.get("d").count("M") == 12
    red, green, blue = (int(barrier.get("stroke")[i : i + 2], 16) for i in (1, 3, 5))
    assert red > green > blue


def test_cities_have_a_border_and_villages_none(game):
    found = hexes(game)
    bordered = {name for name, group in found.items() if parts(group, "border")}
    assert {"B9", "D9", "F15", "I18"} <= bordered
    assert not {"C16", "F5", "E18", "C12"} & bordered


def test_works_show_number_multiplier_and_machine(game):
    machines = {**game.state.machines, "W8": 3}
    netzkater = parts(hexes(changed(game, machines=machines), "de")["I8"], "work")[0]
    assert texts(netzkater) == ["W8", "×20", "3"]
    assert "Werk W8 ×20, Maschine 3" in title(hexes(game, "de")["I8"])
    assert texts(parts(hexes(game)["E18"], "fixed")[0]) == ["PM", "40"]


def test_a_works_companys_works_have_its_colour_and_closed_ones_are_pale(game):
    papers = game.state.papers.moved("W8", "CO").moved("W7", "bank")
    found = hexes(changed(game, papers=papers, stock_round=1))
    assert parts(found["I8"], "work")[0].get("data-company") == "CO"
    assert not parts(found["I8"], "work")[0].get("opacity")
    assert parts(found["I14"], "work")[0].get("opacity")


def test_routes_are_thin_lines_until_they_are_built(game):
    found = hexes(game)
    assert {name for name, group in found.items() if parts(group, "planned")} == {
        "B17", "H19", "C8", "D7", "E6", "H7", "I8", "F3", "G2", "H3", "C10", "C12", "C14", "D15",
    }  # fmt: skip
    assert [line.get("data-company") for line in parts(found["C8"], "planned")] == ["NWE"]
    assert "NWE will build here" in title(found["C8"])
    assert not parts(hexes(changed(game, complete=frozenset(("NWE",))))["C8"], "planned")


def test_an_inactive_marker_is_pale_with_a_bar(game):
    index = material().box.grid.index
    board = game.state.board.with_station("HBE", stop_number(index["C16"], 0))
    changed(game, board=board.with_station("HBE", stop_number(index["E18"], 0)))
    changed(game, inactive=frozenset((("HBE", index["E18"]),)))
    found = hexes(game, "de")
    assert not parts(found["C16"], "inactive")
    (marker,) = parts(found["E18"], "inactive")
    assert marker.get("opacity")
    assert len(parts(marker, "bar")) == 1
    assert not parts(parts(found["C16"], "station")[0], "bar")
    assert "HBE (inaktiv)" in title(found["E18"])


def test_a_long_chart_goes_on_in_further_lines():
    sheet, chart = ChartSheet([[10, 20, 30, 40, 50]]), Chart({(0, 3): ("A",)})
    drawn = parse(chart_svg(sheet, chart, Look(words=GERMAN), across=2))
    fields = {field.get("data-field"): field.get("transform") for field in with_class(drawn, "field")}
    assert fields["0,0"] == "translate(0 0)"
    assert fields["0,3"] == "translate(56 60)"
    assert fields["0,4"] == "translate(0 120)"
    assert next(with_class(drawn, "marker")).get("data-company") == "A"
