"""Everything that a player needs can be read when a whole board is shown on a laptop or a larger screen."""

import re

import pytest
from draw_samples import SVG, parse, with_class

import stellwerk
from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.draw import Look, board_of, board_svg, game_board, look_of

TITLES = ("1835", "1844", "1873", "1881", "chicago-express")
# What the page leaves for a board, as measured: the screen without the cards beside it, history and head, which is
# higher in some titles; and the pixels that letters must have there.
SCREENS = {"1366 x 768": (974, 634, 9), "1920 x 1080": (1460, 946, 11)}
HIGHER_HEAD = {"1873": 17, "1881": 40}
NEAR_ONLY = {"at", "number", "full"}


@pytest.fixture(scope="module")
def boards():
    return {title: stellwerk.new(title, ["Anna", "Bert", "Cora"]) for title in TITLES}


def drawing(game, language="de"):
    return parse(game_board(game, look_of(game.title, language)))


def view(root):
    return tuple(map(float, root.get("viewBox").split()))


def sizes(element, inherited):
    """Font size and classes of every text, as a browser would work them out."""
    size = float(element.get("font-size", inherited))
    for child in element:
        if child.tag == f"{SVG}text":
            yield float(child.get("font-size", size)), set(child.get("class", "").split())
        else:
            yield from sizes(child, size)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("screen", SCREENS)
def test_writing_is_large_enough_on_a_board_shown_whole(boards, title, screen):
    root = drawing(boards[title])
    _, _, width, height = view(root)
    wide, high, readable = SCREENS[screen]
    scale = min(wide / width, (high - HIGHER_HEAD.get(title, 0)) / height)
    needed = [size * scale for size, classes in sizes(root, 0) if not classes & NEAR_ONLY]
    assert len(needed) > 100
    assert min(needed) >= readable


@pytest.mark.parametrize("title", TITLES)
def test_little_room_is_wasted_around_the_hexes(boards, title):
    root = drawing(boards[title])
    left, top, width, height = view(root)
    at = [
        tuple(float(n) for n in re.findall(r"-?[\d.]+", group.get("transform")))
        for group in with_class(root, "hex")
    ]
    pad = [min(x for x, _ in at) - left, left + width - max(x for x, _ in at)]
    pad += [min(y for _, y in at) - top, top + height - max(y for _, y in at)]
    # To the corner of a hex it is 58 from its middle, and a number of the type size 20 takes up 15 above that.
    assert max(pad) < 58 + 15 + 10


@pytest.mark.parametrize("title", TITLES[:4])
def test_every_named_stop_is_named_on_the_whole_board(boards, title):
    board = board_of(boards[title])
    groups = {group.get("data-hex"): group for group in with_class(drawing(boards[title]), "hex")}
    for hex_, name in enumerate(board.box.names):
        if name and board.tracks[hex_].stops:
            shown = [
                text
                for text in with_class(groups[board.box.grid.names[hex_]], "name")
                if "full" not in text.get("class")
            ]
            assert shown, name


def test_a_long_name_is_shortened_from_afar_and_whole_when_near(boards):
    """Oldenburg shares its hex with much track, a city and a value: nine letters of size 20 do not fit."""
    groups = {group.get("data-hex"): group for group in with_class(drawing(boards["1835"]), "hex")}
    texts = {tuple(text.get("class").split()): text for text in with_class(groups["D6"], "name")}
    brief, whole = texts["name", "short"], texts["name", "full"]
    assert whole.text == "Oldenburg"
    assert brief.text.startswith("Old")
    assert brief.text.endswith(".")
    assert brief.get("display") == "none"  # a file that stands alone shows the whole name
    assert float(whole.get("font-size")) < 20


def test_a_title_says_how_it_shortens_names(boards):
    game = boards["1835"]
    look = look_of(game.title)
    assert ("Frankfurt", ("Frankf.", "Ffm.")) in look.brief
    named = {name for name, _ in look.brief}
    assert named <= set(board_of(game).box.names)


def test_small_boards_are_not_written_on_in_tiny_letters():
    """Three hexes fill a screen whatever is written on them: letters stay in proportion to tiles."""
    small = Box({"layout": "flat", "first_tiles": {}, "hexes": {"A1": {}, "C1": {}, "B2": {}}}, {})
    assert 12 < float(parse(board_svg(Board.empty(small), Look())).get("font-size")) < 15
