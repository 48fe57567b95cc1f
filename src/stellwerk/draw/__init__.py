"""Board, tiles, chart and runs as SVG.

    board_svg(board, look)                    the board with its markers
    plan_svg(plan, look)                      a board without track
    tile_svg(track), tile_sheet_svg(box)      one tile, and all tiles of a box
    chart_svg(sheet, chart, look, starts)     the share-price chart
    crest(look, company)                      a company's crest
    game_board(game, look_of(game.title))     the same of a game of any title; also game_chart, game_tiles

Drawings have no `style` attributes, ids or scripts, so that they may stand in a page that forbids these. Every
kind of element has a class for the page's stylesheet; a file that stands alone takes its colours from the palette.
"""

from .board import BoardDrawing, board_svg, board_type, hex_middle
from .chart import chart_svg
from .crest import crest
from .games import (
    ChartScene,
    Scene,
    board_of,
    chart_scene,
    game_board,
    game_chart,
    game_drawing,
    game_scene,
    game_tiles,
    look_of,
)
from .look import (
    DARK,
    ENGLISH,
    GERMAN,
    LIGHT,
    Home,
    Livery,
    Look,
    Marks,
    Palette,
    RunMark,
    Segment,
    Words,
    marks,
)
from .plan import plan_svg
from .runs import link_segments, ring, run_segments
from .small import small_board
from .tiles import tile_sheet_svg, tile_svg

__all__ = [
    "DARK",
    "ENGLISH",
    "GERMAN",
    "LIGHT",
    "BoardDrawing",
    "ChartScene",
    "Home",
    "Livery",
    "Look",
    "Marks",
    "Palette",
    "RunMark",
    "Scene",
    "Segment",
    "Words",
    "board_of",
    "board_svg",
    "board_type",
    "chart_scene",
    "chart_svg",
    "crest",
    "game_board",
    "game_chart",
    "game_drawing",
    "game_scene",
    "game_tiles",
    "hex_middle",
    "link_segments",
    "look_of",
    "marks",
    "plan_svg",
    "ring",
    "run_segments",
    "small_board",
    "tile_sheet_svg",
    "tile_svg",
]
