"""What board and chart of 1881 show: two kinds of track, the line, the S-Bahn's stations, limit, edge, bonuses."""

import math

import msgspec
import pytest
from draw_samples import SVG, parse, with_class

import stellwerk
from stellwerk.draw import game_board, game_chart, look_of
from stellwerk.draw.geometry import APOTHEM
from stellwerk.draw.layout import CITY_RADIUS


@pytest.fixture
def game():
    return stellwerk.new("1881", ["Anna", "Bert", "Cora"])


def drawn(game, language="en"):
    return parse(game_board(game, look_of(game.title, language)))


def hexes(game, language="en"):
    return {g.get("data-hex"): g for g in with_class(drawn(game, language), "hex")}


def parts(group, kind):
    return list(with_class(group, kind))


def title(group):
    return group.find(f"{SVG}title").text


def changed(game, **values):
    game._states[-1] = msgspec.structs.replace(game.state, **values)
    return game


def test_track_of_the_sbahn_is_broader_of_another_colour_and_hollow(game):
    zoo = hexes(game)["G5"]
    tram, sbahn = [], []
    for path in parts(zoo, "track"):
        (sbahn if "other" in path.get("class") else tram).append(path)
    assert float(sbahn[0].get("stroke-width")) > float(tram[0].get("stroke-width"))
    assert sbahn[0].get("stroke") != tram[0].get("stroke")
    assert len(parts(zoo, "core")) == len(sbahn) == 1
    assert sbahn[0].get("d").count("M") == 2  # west and east


def test_the_line_is_broken_until_it_is_built(game):
    (line,) = parts(hexes(game)["F5"], "line")
    assert line.get("stroke-dasharray")
    assert "line of S" in title(hexes(game)["F5"])
    box = game.rules.printed.box
    f5 = box.grid.index["F5"]
    (track,) = box.successors(f5, box.printed[f5])
    built = changed(game, board=game.state.board.lay(f5, track))
    assert not parts(hexes(built)["F5"], "line")
    assert parts(hexes(built)["F5"], "core")


def place(group):
    (city,) = parts(group, "city")
    return float(city.get("cx", 0)), float(city.get("cy", 0))


def test_a_station_of_the_sbahn_bears_an_s_and_lies_beside_the_trams_track(game):
    """Tram track leads straight through the middle of F5, the line crosses it there."""
    before = hexes(game)["F5"]
    assert [text.text for text in parts(before, "group")] == ["S"]
    assert "for S only" in title(before)
    far = math.hypot(*place(before))
    assert CITY_RADIUS + 3.5 < far < APOTHEM - CITY_RADIUS
    box = game.rules.printed.box
    f5 = box.grid.index["F5"]
    (track,) = box.successors(f5, box.printed[f5])
    after = hexes(changed(game, board=game.state.board.lay(f5, track)))["F5"]
    assert place(after) == place(before)


def test_hubs_bear_no_letter(game):
    assert not parts(hexes(game)["G5"], "group")


def test_the_limit_goes_round_eight_hexes(game):
    """E6, F6, F7, G5, G6, G7, H6 and H7 share fourteen sides: 8 × 6 − 2 × 14 are outside."""
    (limit,) = parts(drawn(game), "limit")
    assert limit.get("d").count("M") == 20


def test_the_periphery_is_marked_at_the_edge_of_the_board(game):
    """Staaken lies at the edge with its west side alone."""
    look = look_of(game.title)
    assert len(look.edge) == 13
    assert "G1" in look.edge
    (edge,) = parts(drawn(game), "edge")
    assert edge.get("d").count("M") >= 13


def labels(group, sign):
    return [piece.find(f"{SVG}text").text for piece in parts(group, "piece") if sign in piece.get("class")]


def test_bonuses_stay_until_they_are_won(game):
    assert sorted(labels(hexes(game)["B3"], "bonus")) == ["+100", "+50"]
    joined = frozenset({game.rules.printed.box.grid.index["B3"]})
    assert labels(hexes(changed(game, joined=joined))["B3"], "bonus") == ["+50"]


def test_ferries_stay_for_good(game):
    names = [name for name, group in hexes(game).items() if labels(group, "ferry") == ["40"]]
    assert sorted(names) == ["J1", "K1", "K14", "L14"]
    assert "ferry 40" in title(hexes(game)["J1"])


def test_woods_are_no_grey_tiles(game):
    assert "forest" in hexes(game)["E1"].get("class").split()
    assert not parts(hexes(game)["E1"], "pips")
    assert "forest" in parts(hexes(game)["A8"], "terrain")[0].get("class")


def test_columns_that_hexes_are_not_named_after_have_no_numbers(game):
    (frame,) = parts(drawn(game), "frame")
    assert {text.text for text in frame.iter(f"{SVG}text")} == set("ABCDEFGHIJKLMN")


def test_the_chart_has_zones_arrows_and_fields_that_lie(game):
    chart = parse(game_chart(game, look_of(game.title)))
    fields = {g.get("data-field"): g for g in with_class(chart, "field")}
    tint = {key: group.find(f"{SVG}rect").get("class").split()[-1] for key, group in fields.items()}
    assert (tint["0,0"], tint["4,0"], tint["4,1"], tint["19,6"]) == ("red", "yellow", "white", "red")
    assert len(parts(chart, "turn")) == 12
    assert not parts(chart, "move")
    paper = fields["6,4"].find(f"{SVG}rect")
    assert float(paper.get("width")) > float(paper.get("height"))


@pytest.mark.parametrize(
    ("language", "limit", "edge"),
    [
        ("en", "within the red city limit", "on the periphery"),
        ("de", "innerhalb der roten Stadtgrenze", "am Stadtrand"),
    ],
)
def test_a_hex_says_that_it_lies_within_the_red_limit_or_on_the_periphery(game, language, limit, edge):
    shown = hexes(game, language)
    assert limit in title(shown["G7"])
    assert limit in title(shown["G5"])  # Zoo counts as centre (9.4)
    assert limit not in title(shown["G4"])
    assert edge in title(shown["K1"])
    assert edge not in title(shown["G7"])
