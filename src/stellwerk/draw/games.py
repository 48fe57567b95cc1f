"""Drawings of a game of any title, as it stands: board, share-price chart and tiles, in the title's colours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from stellwerk.board.board import Board
from stellwerk.play.game import Game, Title
from stellwerk.show.face import Face, face_of
from stellwerk.show.market import PriceMove
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import ChartView, Piece, PlannedLine

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


class Scene(NamedTuple):
    """All that a board with track is drawn from: the same board with the same things on it looks the same."""

    board: Board
    look: Look
    marks: Marks
    homes: tuple[str, ...]
    pieces: tuple[Piece, ...]
    planned: tuple[PlannedLine, ...]
    turned: frozenset[tuple[str, str]]

    def drawing(self) -> BoardDrawing:
        """How it looks."""
        return board_drawing(
            self.board,
            self.look,
            marks=self.marks,
            homes=self.homes,
            pieces=self.pieces,
            planned=self.planned,
            turned=self.turned,
        )


def game_scene(game: Game, look: Look, marks: Marks = NO_MARKS) -> Scene | None:
    """What the board of a game is drawn from, where it has track."""
    face, position = face_of(game.title), game.position
    board = face.board(position)
    if board is None:
        return None
    return Scene(
        board,
        look,
        Marks((*marks.highlights, *face.marked(position)), marks.runs),
        tuple(face.homes_to_come(position)),
        tuple(face.pieces(position)),
        tuple(face.planned(position)),
        frozenset(face.turned(position)),
    )


def game_drawing(game: Game, look: Look, marks: Marks = NO_MARKS) -> BoardDrawing:
    """The same in its parts; nothing at all where there is no board."""
    scene = game_scene(game, look, marks)
    if scene is not None:
        return scene.drawing()
    areas = face_of(game.title).area_map(game.position)
    return plan_drawing(areas, look) if areas is not None else NO_BOARD


class ChartScene(NamedTuple):
    """All that a chart is drawn from; `ways` are where markers can go, where arrows are asked for."""

    view: ChartView
    look: Look
    ways: Mapping[str, tuple[PriceMove, ...]] | None

    def drawing(self) -> str:
        """How it looks."""
        view = self.view
        return chart_svg(
            view.sheet, view.chart, self.look, view.starts, view.across, view.tints, view.moves, self.ways
        )


def chart_scene(game: Game, look: Look, ways: bool = False) -> ChartScene | None:
    """What the share-price chart of a game is drawn from, where it has one."""
    here = on_table(game.title, game.position)
    return None if here.chart is None else ChartScene(here.chart, look, here.price_moves if ways else None)


def game_chart(game: Game, look: Look) -> str:
    """The share-price chart; empty where there is none."""
    scene = chart_scene(game, look)
    return "" if scene is None else scene.drawing()


def game_tiles(game: Game, look: Look, columns: int = 10) -> str:
    """The tiles by colour with what is left of each; empty where there are none."""
    board = board_of(game)
    if board is None:
        return ""
    left = board.left if game.actions else None
    return tile_sheet_svg(board.box, left, palette=look.palette, words=look.words, columns=columns)
