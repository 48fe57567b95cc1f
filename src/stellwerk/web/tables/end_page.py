"""The page of how a game went, its spreadsheet, the picture of its board, and its books for programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk import draw, words
from stellwerk.host.limits.lanes import EXTRAS
from stellwerk.host.live import LiveGame, Look
from stellwerk.play.game import Game
from stellwerk.show.face import face_of
from stellwerk.view import drawn_runs
from stellwerk.view.appearance import dressed, read, trains
from stellwerk.view.books import plain, records, revenues, rides
from stellwerk.view.charts import figures, settled
from stellwerk.view.faults import Missing
from stellwerk.view.spreadsheet import spreadsheet
from stellwerk.words import LANGUAGES

from ..door.work import done, opened, seen
from ..render import page
from ..request import visitor_of, whole
from .table import Shown

SCALE = 2
"""How many pixels a drawing's unit has in a picture that stands alone."""
_SIZE = re.compile(r'<svg ([^>]*viewBox="\S+ \S+ (\S+) (\S+)")')


async def end(request: Request) -> Response:
    """How a game went, or goes: accounts, charts, what stood out, and the board."""
    visitor = visitor_of(request)

    def told(live: LiveGame) -> Response:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            shown = Shown(live, Look(seat, visitor.language))
            game, kept = shown.game, live.books(seat, shown.game)
            best, longest = rides(game, kept, visitor.language)
            found: dict[str, Any] = {
                "shown": shown,
                "game": game,
                "accounts": settled(game, visitor.language),
                "figures": figures(game, kept, visitor.language),
                "revenues": revenues(game, kept, visitor.language),
                "records": records(game, kept, visitor.language),
                "best": best,
                "longest": longest,
                "has_board": _has_board(game),
            }
        return page(request, "end.html", live=live, title=live.title, Markup=Markup, **found)

    return await seen(request, EXTRAS, told)


async def sheet(request: Request) -> Response:
    """Companies by players with all figures, on a page of its own; now, or after a move."""
    visitor, at = visitor_of(request), request.query_params.get("at")

    def told(live: LiveGame) -> Response:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            shown = Shown(live, Look(seat, visitor.language, whole(at, 0, 10**6) if at else None))
            spreads = spreadsheet(shown.game, live.books(seat, shown.game), visitor.language)
            facts = words.summary(shown.game, visitor.language)
            grids = words.grids(shown.game, visitor.language, seat)
        return page(
            request,
            "sheet.html",
            live=live,
            title=live.title,
            shown=shown,
            spreads=spreads,
            facts=facts,
            grids=grids,
        )

    return await seen(request, EXTRAS, told)


def _has_board(game: Game) -> bool:
    face = face_of(game.title)
    return face.board(game.position) is not None or face.area_map(game.position) is not None


async def picture(request: Request) -> Response:
    """The board, now or after a move, as a picture that stands alone; with a company's run of that move."""
    visitor, query = visitor_of(request), request.query_params
    live, chosen, dark = await opened(request), read(query.get("look", "")), query.get("theme") == "dark"

    def drawn() -> str:
        with live.lock:
            moves = len(live.game.actions)
            at = query.get("at")
            number = min(moves, whole(at, 0, 10**6)) if at else moves
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            game = live.seen(seat, visitor.language, number)
            look = draw.look_of(game.title, visitor.language, dark)
            return _board(game, dressed(look, chosen, dark), query.get("run", "")[:20], trains(chosen))

    svg = await done(request, EXTRAS, drawn, live.row.id)
    if not svg:
        raise Missing("fault.no_board")
    headers = {"cache-control": "private, no-cache"}
    if query.get("download"):
        headers["content-disposition"] = f'attachment; filename="{live.row.title}-{live.row.id}.svg"'
    return Response(svg, media_type="image/svg+xml", headers=headers)


def _board(game: Game, look: draw.Look, company: str, colours: Sequence[str]) -> str:
    """The board with its size in pixels, without which other programs do not know how large to show it."""
    board = draw.board_of(game)
    routes = drawn_runs.routes_in(game.events_of(len(game.actions))) if board is not None and company else ()
    mine = [route for route in routes if route.company == company]
    runs = [(colours[route.number % len(colours)], drawn_runs.segments(board, route)) for route in mine if board]
    svg = draw.game_board(game, look, draw.marks((), runs))

    def sized(match: re.Match[str]) -> str:
        width, height = (round(SCALE * float(match[number])) for number in (2, 3))
        return f'<svg width="{width}" height="{height}" {match[1]}'

    return _SIZE.sub(sized, svg, count=1)


async def told(request: Request) -> Response:
    """The books of a game as the visitor's seat may know them."""
    visitor = visitor_of(request)
    wanted = request.query_params.get("language", "")
    language = wanted if wanted in LANGUAGES else visitor.language

    def kept(live: LiveGame) -> dict[str, Any]:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            game = live.seen(seat, language)
            return plain(game, live.books(seat, game), language)

    return JSONResponse(await seen(request, EXTRAS, kept))
