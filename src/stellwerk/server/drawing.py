"""Drawings for pages: the same code as `stellwerk render`, with a title's colours and the reader's words."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from msgspec import Struct

from stellwerk import draw
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.board.links import Link
from stellwerk.play.core import Event
from stellwerk.play.game import Game
from stellwerk.play.plans import plan_of
from stellwerk.play.tables import tables_of
from stellwerk.titles.registry import find_title
from stellwerk.words import tag

WORDS = {"de": draw.GERMAN, "en": draw.ENGLISH}
TRAINS = ("#d5278f", "#1769d2", "#e06c00", "#0c8a6a", "#7a3fc4", "#9c2a2a")
"""A colour a train; each is told from tiles and markers by day and by night."""


class Route(Struct, frozen=True):
    """What one train ran."""

    company: str
    train: str
    value: int
    colour: str
    number: int
    stops: tuple[tuple[str, int, int], ...]
    bits: int


@cache
def look_of(title: str, language: str, dark: bool = False) -> draw.Look:
    """A title's colours and homes as drawings want them."""
    look = tables_of(find_title(title)).look()
    return draw.Look(
        liveries=tuple(
            (livery.company, draw.Livery(livery.colour, ink(livery.colour), livery.label))
            for livery in look.liveries
        ),
        homes=tuple(draw.Home(home.company, home.hex, home.city) for home in look.homes),
        palette=draw.DARK if dark else draw.LIGHT,
        words=WORDS[language],
    )


def ink(colour: str) -> str:
    """Black or white, whichever can be read on a colour.

    >>> ink("#ffd700"), ink("#05a")
    ('#000', '#fff')
    """
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return "#000" if red * 299 + green * 587 + blue * 114 > 140_000 else "#fff"


def board_of(game: Game) -> Board | None:
    """The board with track, where a title has one."""
    return tables_of(game.title).board(game.position)


def board_svg(game: Game, language: str, routes: tuple[Route, ...] = (), dark: bool = False) -> str:
    """The board of any title, as it stands; empty where there is none."""
    look = look_of(game.title.id, language, dark)
    board = board_of(game)
    if board is not None:
        runs = [(route.colour, segments(board, route)) for route in routes]
        homes = tables_of(game.title).homes_to_come(game.position)
        return draw.board_svg(board, look, marks=draw.marks((), runs), homes=homes)
    plan = plan_of(game.title, game.position)
    return draw.plan_svg(plan, look) if plan is not None else ""


def chart_svg(game: Game, language: str) -> str:
    """The share-price chart, where there is one."""
    view = tables_of(game.title).chart(game.position)
    return draw.chart_svg(view.sheet, view.chart, look_of(game.title.id, language), view.starts) if view else ""


def tiles_svg(game: Game, language: str) -> str:
    """The supply of tiles, where there are any."""
    board = board_of(game)
    return draw.tile_sheet_svg(board.box, board.left, words=WORDS[language]) if board else ""


def routes_in(events: tuple[Event, ...]) -> tuple[Route, ...]:
    """The routes that some events tell of, a colour a train."""
    found: list[Route] = []
    for event in events:
        if tag(event) == "route_run":
            company, number = event.company, len(found)  # type: ignore[attr-defined]  # by its tag
            found.append(
                Route(
                    company,
                    event.train,  # type: ignore[attr-defined]
                    event.value,  # type: ignore[attr-defined]
                    TRAINS[number % len(TRAINS)],
                    number,
                    event.stops,  # type: ignore[attr-defined]
                    int(event.bits, 16),  # type: ignore[attr-defined]
                )
            )
    return tuple(found)


def segments(board: Board, route: Route) -> tuple[draw.Segment, ...]:
    """The track of a route, found again on a board; nothing where the track is no longer the same."""
    index = board.box.grid.index
    stops = [index[hex_] * PLACES + place for hex_, place, _ in route.stops]
    left = route.bits
    links: list[Link] = []
    for one, other in pairwise(stops):
        fitting = [
            link
            for link in board.links()
            if {link.a, link.b} == {one, other} and link.bits and not link.bits & ~left
        ]
        if not fitting:
            return ()
        link = max(fitting, key=lambda link: link.bits.bit_count())
        left &= ~link.bits
        links.append(link)
    try:
        return draw.run_segments(board, links)
    except ValueError:
        return ()
