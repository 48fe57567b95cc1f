"""Tunnels below other track, their entrances, marks of hexes, and loose things, drawn on the board of 1844."""

import msgspec
import pytest
from draw_samples import SVG, parse, with_class

import stellwerk
from stellwerk.draw import GERMAN, Look, board_svg, game_board, look_of, tile_svg
from stellwerk.show.face import face_of
from stellwerk.show.tables import Piece
from stellwerk.titles.t1844.data import material


@pytest.fixture
def game():
    return stellwerk.new("1844", ["Anna", "Beat", "Carla"])


def hexes(text):
    return {group.get("data-hex"): group for group in with_class(parse(text), "hex")}


def parts(group, kind):
    return list(with_class(group, kind))


def title(group):
    return group.find(f"{SVG}title").text


def changed(game, **values):
    game._states[-1] = msgspec.structs.replace(game.state, **values)
    return game


def dug(game, name, tile="tunnel straight", rotation=0):
    board, box = game.state.board, material().box
    return board.cross(box.grid.index[name], box.track(tile, rotation))


def test_entrances_are_marked_until_there_is_a_tunnel(game):
    before = hexes(board_svg(game.state.board, Look()))
    assert parts(before["H27"], "mouth")
    assert not parts(before["C10"], "mouth")
    assert "6 tunnel entrances" in title(before["H27"])
    after = hexes(board_svg(dug(game, "H27"), Look(words=GERMAN)))
    assert not parts(after["H27"], "mouth")
    assert title(after["H27"]).endswith("Tunnel")


def test_a_tunnel_is_a_broken_line_and_other_track_passes_over_it(game):
    box = material().box
    board = dug(game, "H19", "tunnel straight", 2)
    alone = hexes(board_svg(board, Look()))["H19"]
    line = parts(alone, "tunnel")[0]
    assert line.get("stroke-dasharray")
    assert not parts(alone, "gap")
    over = hexes(board_svg(board.lay(box.grid.index["H19"], box.tracks["FO3"][0]), Look()))["H19"]
    order = [child.get("class") for child in over if child.tag == f"{SVG}path"]
    assert order.index("track tunnel") < order.index("gap")
    assert "track" in order[order.index("gap") :]
    plain = [each for each in parts(over, "track") if "tunnel" not in each.get("class")]
    assert all(not each.get("stroke-dasharray") for each in plain)


def test_a_tunnel_tile_alone_is_broken_too():
    assert "stroke-dasharray" in tile_svg(material().box.tracks["tunnel curve"][0])


def test_a_hex_shows_the_mark_that_later_tiles_must_have(game):
    drawn = hexes(board_svg(game.state.board, Look()))
    assert [text.text for text in parts(drawn["D19"], "label")] == ["Z"]
    assert [text.text for text in parts(drawn["F11"], "label")] == ["B"]


def test_free_sites_are_faded_and_mountain_railways_tell_what_they_bring(game):
    site = material().box.grid.index["F19"]
    changed(game, mountains={"B2": (site, 1)})
    drawn = hexes(game_board(game, look_of(game.title)))
    assert "mountain railway B2 10/40/50/60" in title(drawn["F19"])
    railway = parts(drawn["F19"], "mountain")[0]
    assert railway.get("opacity") is None
    assert [cell.get("class") for cell in parts(railway, "cell")] == [
        f"cell {colour}" for colour in ("yellow", "green", "brown", "gray")
    ]
    assert parts(drawn["G14"], "site")[0].get("opacity")
    assert not parts(drawn["F19"], "site")


def test_destinations_are_flagged_until_they_are_paid(game):
    flags = [piece.label for piece in face_of(game.title).pieces(game.position) if piece.hex == "J13"]
    assert flags == ["RhB", "BLS"]
    changed(game, rewarded=frozenset({"RhB"}))
    drawn = hexes(game_board(game, look_of(game.title, "de")))
    assert [flag.get("data-company") for flag in parts(drawn["J13"], "flag")] == ["BLS"]
    assert "Ziel von BLS" in title(drawn["J13"])


def test_loose_things_lie_beside_one_another(game):
    pieces = [Piece("E14", "works", label) for label in ("A", "B", "C")]
    drawn = hexes(board_svg(game.state.board, Look(), pieces=pieces))["E14"]
    texts = [each.find(f"{SVG}text") for each in parts(drawn, "piece")]
    assert [text.text for text in texts] == ["A", "B", "C"]
    assert len({(text.get("x"), text.get("y")) for text in texts}) == 3


def test_titles_without_loose_things_draw_none():
    game = stellwerk.new("1835", ["North", "East", "West"])
    assert face_of(game.title).pieces(game.position) == ()
