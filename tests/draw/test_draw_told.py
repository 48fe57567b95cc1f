"""What a hex says to those who cannot see it: its track, its stops, its free places."""

import pytest
from draw_samples import LOOK, SVG, box, parse, with_class

import stellwerk
from stellwerk.board.board import Board
from stellwerk.draw import GERMAN, Look, board_svg, game_board, look_of, small_board

TITLES = ("1835", "1844", "1873", "1881", "chicago-express")


def told(text):
    return {group.get("data-hex"): group.find(f"{SVG}title").text for group in with_class(parse(text), "hex")}


def board():
    """Tile 14 in Leipzig H16, with track to the south-west and the east among others."""
    whole, at = Board.empty(box()), box().grid.index["H16"]
    track = next(
        track for track in box().tracks["14"] if {side for side in range(6) if track.exits >> side & 1} >= {0, 4}
    )
    return whole.lay(at, box().tracks["6"][0]).lay(at, track), at


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_hex_says_what_it_is(title, language):
    game = stellwerk.new(title, ["Anna", "Bert", "Cora"])
    root = parse(game_board(game, look_of(game.title, language)))
    groups = list(with_class(root, "hex"))
    assert groups
    for group in groups:
        assert group.get("role") == "img"
        text = group.find(f"{SVG}title").text
        assert group.get("data-hex") in text
        assert "{" not in text


def test_a_city_says_its_free_places_and_where_its_track_leads():
    whole, at = board()
    sides = [side for side in range(6) if whole.tracks[at].exits >> side & 1]
    # Around H16, from the lower left clockwise.
    around = ("I15", "H14", "G15", "G17", "H18", "I17")
    there = ", ".join(around[side] for side in sorted(sides, key=whole.tracks[at].sides_of[0].index))
    empty = told(board_svg(whole, LOOK, homes=()))["H16"]
    assert empty == f"Leipzig H16: green, tile 14, city 30 with 2 free places, track to {there}"
    one = told(board_svg(whole.with_station("BY", at * 8), LOOK, homes=()))["H16"]
    assert one == f"Leipzig H16: green, tile 14, city 30 with one free place, track to {there}; stations BY"
    full = whole.with_station("BY", at * 8).with_station("SX", at * 8)
    german = told(board_svg(full, Look(LOOK.liveries, words=GERMAN), homes=()))["H16"]
    assert (
        german
        == f"Leipzig H16: grün, Plättchen 14, Stadt 30 ohne freien Platz, Gleise nach {there}; Bahnhöfe BY, SX"
    )


def test_plain_track_says_from_where_to_where():
    hex_ = box().grid.index["H12"]
    straight = next(track for track in box().tracks["9"] if track.exits == 1 << 1 | 1 << 4)
    text = told(board_svg(Board.empty(box()).lay(hex_, straight), LOOK))["H12"]
    assert text in (
        "H12: yellow, tile 9, track from H10 to H14",
        "H12: yellow, tile 9, track from H14 to H10",
    )


def test_track_that_ends_at_the_edge_says_so():
    texts = told(board_svg(Board.empty(box()), Look(words=GERMAN)))
    assert "Rand" not in texts["H16"]
    hex_ = box().grid.index["O5"]
    for track in box().tracks["9"]:
        beyond = [box().grid.neighbours[hex_][side] for side in range(6) if track.exits >> side & 1]
        if -1 in beyond:
            assert "Rand" in told(board_svg(Board.empty(box()).lay(hex_, track), Look(words=GERMAN)))["O5"]
            break
    else:
        pytest.fail("O5 is not at the edge")


def test_ground_and_sides_that_no_track_may_cross_are_told():
    game = stellwerk.new("1835", ["Anna", "Bert", "Cora"])
    hexes = told(game_board(game, look_of(game.title, "en")))
    assert "mountains, costs 70" in hexes["O7"]
    closed = [text for text in hexes.values() if "no track to " in text]
    assert len(closed) == 2, "the bar west of Hamburg has two sides"
    german = told(game_board(game, look_of(game.title, "de")))
    assert "Gebirge, kostet 70" in german["O7"]
    chicago = stellwerk.new("chicago-express", ["Anna", "Bert", "Cora"])
    assert any("forest, costs" in text for text in told(game_board(chicago, look_of(chicago.title))).values())


def test_a_small_board_has_every_hex_and_every_city():
    for title in TITLES:
        game = stellwerk.new(title, ["Anna", "Bert", "Cora"])
        drawn = small_board(game)
        hexes = game_board(game, look_of(game.title)).count("data-hex=")
        paths = {path.get("class"): path.get("d") for path in parse(drawn)}
        assert paths["cities"].count("h0") > 5
        assert sum(path.get("d").count("z") for path in parse(drawn)) == hexes
        assert "style=" not in drawn
        assert len(drawn) < 12_000
