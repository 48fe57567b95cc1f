"""Drawings of a game of any title, as it stands: board, share-price chart and tiles, in the title's colours."""

from __future__ import annotations

from functools import lru_cache

from stellwerk.board.board import Board
from stellwerk.play.game import Game, Title
from stellwerk.show.face import Face, face_of, price_moves

from .board import NO_BOARD, BoardDrawing, board_drawing
from .chart import chart_svg
from .crest import CHARGES, rgb
from .look import DARK, ENGLISH, GERMAN, LIGHT, NO_MARKS, Home, Livery, Look, Marks
from .plan import plan_drawing
from .tiles import tile_sheet_svg

WORDS = {"de": GERMAN, "en": ENGLISH}


def look_of(title: Title, language: str = "en", dark: bool = False) -> Look:
    """A title's colours and homes as drawings want them."""
    return _look_of(face_of(title), language, dark)


@lru_cache(maxsize=64)
def _look_of(face: Face, language: str, dark: bool) -> Look:
    look = face.look()
    return Look(
        liveries=tuple(
            (livery.company, Livery(livery.colour, ink(livery.colour), livery.label, CHARGES[i % len(CHARGES)]))
            for i, livery in enumerate(look.liveries)
        ),
        homes=tuple(Home(home.company, home.hex, home.city) for home in look.homes),
        palette=DARK if dark else LIGHT,
        words=WORDS[language],
        bordered=look.bordered,
        limit=look.limit,
        edge=look.edge,
        brief=look.brief,
        barrier=look.barrier,
    )


def ink(colour: str) -> str:
    """Black or white, whichever can be read on a colour.

    >>> ink("#ffd700"), ink("#05a")
    ('#000', '#fff')
    """
    red, green, blue = rgb(colour)
    return "#000" if red * 299 + green * 587 + blue * 114 > 140_000 else "#fff"


def board_of(game: Game) -> Board | None:
    """The board with track, where a title has one."""
    return face_of(game.title).board(game.position)


def game_board(game: Game, look: Look, marks: Marks = NO_MARKS) -> str:
    """The board of any title; empty where there is none. Marks are for boards with track."""
    return str(game_drawing(game, look, marks))


def game_drawing(game: Game, look: Look, marks: Marks = NO_MARKS) -> BoardDrawing:
    """The same in its parts; nothing at all where there is no board."""
    face, position = face_of(game.title), game.position
    board = face.board(position)
    if board is not None:
        marks = Marks((*marks.highlights, *face.marked(position)), marks.runs)
        return board_drawing(
            board,
            look,
            marks=marks,
            homes=face.homes_to_come(position),
            pieces=face.pieces(position),
            planned=face.planned(position),
            turned=face.turned(position),
        )
    areas = face.area_map(position)
    return plan_drawing(areas, look) if areas is not None else NO_BOARD


def game_chart(game: Game, look: Look, ways: bool = False) -> str:
    """The share-price chart, with arrows wherever markers can go if asked for; empty where there is none."""
    view = face_of(game.title).chart(game.position)
    if view is None:
        return ""
    arrows = price_moves(game) if ways else None
    return chart_svg(view.sheet, view.chart, look, view.starts, view.across, view.tints, view.moves, arrows)


def game_tiles(game: Game, look: Look, columns: int = 10) -> str:
    """The tiles by colour with what is left of each; empty where there are none."""
    board = board_of(game)
    if board is None:
        return ""
    left = board.left if game.actions else None
    return tile_sheet_svg(board.box, left, palette=look.palette, words=look.words, columns=columns)
