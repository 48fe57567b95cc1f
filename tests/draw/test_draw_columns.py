"""A board whose letters are columns, drawn and as a map of characters."""

import re

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.draw import Look, board_svg
from stellwerk.terminal.charmap import board_map

BOARD = {"layout": "flat", "numbering": "columns", "first_tiles": {}, "hexes": {"J3": {}, "J5": {}, "K4": {}}}
BOX = Box(BOARD, {})


def test_letters_stand_above_and_numbers_beside():
    drawn = board_svg(Board.empty(BOX), Look())
    around = re.findall(r"<text[^>]*>([^<]*)</text>", drawn[drawn.index('<g class="frame"') :].split("</g>")[0])
    assert sorted(set(around)) == ["3", "4", "5", "J", "K"]


def test_the_map_has_them_too():
    lines = board_map(Board.empty(BOX), {}).plain.splitlines()
    assert lines[0].split() == ["J", "K"]
    assert [line[0] for line in lines if line[0] != " "] == ["3", "4", "5"]
