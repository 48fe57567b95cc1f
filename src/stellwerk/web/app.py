"""The application: routes, layers, and what happens when something goes wrong."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from stellwerk import words
from stellwerk.host.bots.advice import Advisers
from stellwerk.host.bots.analyses import Analyses
from stellwerk.host.bulletin import Bulletin
from stellwerk.host.clocks import time_up
from stellwerk.host.clocks.timekeeper import Timekeeper
from stellwerk.host.drawers import Drawers
from stellwerk.host.hearsay import listening_to_others
from stellwerk.host.host import Host
from stellwerk.host.imports.importing import Imports
from stellwerk.host.limits.buckets import Purses
from stellwerk.host.limits.lanes import VIEWS, Lanes
from stellwerk.host.limits.quotas import Allowances
from stellwerk.host.limits.shared import Shared
from stellwerk.host.live import LiveGame
from stellwerk.host.logs import told_path
from stellwerk.host.notices.notices import Notices
from stellwerk.host.people.accounts import Accounts
from stellwerk.host.people.passkeys import Passkeys
from stellwerk.host.people.ratings import Ratings
from stellwerk.host.people.recovery import Recovery
from stellwerk.host.people.visitors import Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.sweeping import Sweeper
from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Busy, Fault, Refused, Stale, TooLarge, Unkept
from stellwerk.view.learning import LEAVES, anchor
from stellwerk.view.texts import language_for, text

from . import api, openapi, pages
from .app_card import app_card
from .bundle import STATIC
from .calling import post, send
from .door.metrics import Meter, health, metrics
from .door.middleware import Shield
from .door.packing import LEVEL, SMALLEST, Packing
from .door.passing import Passing
from .door.ways import Ways
from .door.work import done
from .operator_page import OperatorsDoor
from .people import accounts as account_pages
from .people import looks, passkeys, pushes
from .people import neighbours as neighbour_pages
from .people import recovery as recovery_pages
from .people.my_games import here, mine, next_game
from .people.profile_pages import (  # fmt: skip
    call_change_profile,
    call_profile,
    call_ratings,
    change_profile,
    finished,
    profile,
    ratings,
)
from .render import page
from .request import own_page, visitor_of
from .tables import absence, agreements, analysis_page, end_page, orders, previews, talk, teaching
from .tables import tournament_pages as cups
from .tables.tables_page import anywhere, call_anywhere, call_tables, tables

_log = logging.getLogger(__name__)

PAGES = [
    Route("/", pages.lobby),
    Route("/app.webmanifest", app_card),
    Route("/table.css", pages.bundle),
    Route("/table.js", pages.bundle),
    Route("/lesson.js", pages.bundle),
    Route("/titles/{title}", pages.title_page),
    *(Route(f"/titles/{{title}}/{name}", teaching.learning_page(name)) for name in LEAVES),
    Route("/lessons", teaching.begin, methods=["POST"]),
    Route("/titles/{title}/colours.css", pages.title_colours),
    Route("/titles/{title}/{theme}.svg", pages.title_board),
    Route("/games", pages.create, methods=["POST"]),
    Route("/games/import", pages.bring, methods=["POST"]),
    Route("/games/{id}", pages.table),
    Route("/games/{id}/view", pages.view),
    Route("/games/{id}/act", pages.act, methods=["POST"]),
    Route("/games/{id}/log", pages.older),
    Route("/games/{id}/tiles.svg", pages.tiles),
    Route("/games/{id}/end", end_page.end),
    Route("/games/{id}/sheet", end_page.sheet),
    Route("/me/passkeys/options", passkeys.to_make, methods=["POST"]),
    Route("/me/passkeys", passkeys.make, methods=["POST"]),
    Route("/me/passkeys/end", passkeys.end, methods=["POST"]),
    Route("/enter/passkey/options", passkeys.to_enter, methods=["POST"]),
    Route("/enter/passkey", passkeys.enter, methods=["POST"]),
    Route("/me/push", pushes.keep, methods=["POST"]),
    Route("/me/push/end", pushes.end, methods=["POST"]),
    Route("/worker.js", pushes.worker),
    Route("/titles/{title}/print.pdf", pages.title_print),
    Route("/settings", looks.settings, methods=["GET"]),
    Route("/settings", looks.choose, methods=["POST"]),
    Route("/look.css", looks.colours),
    Route("/games/{id}/board.svg", end_page.picture),
    Route("/games/{id}/analysis", analysis_page.analysis),
    Route("/games/{id}/analysis", analysis_page.play_on, methods=["POST"]),
    Route("/games/{id}/file", pages.export),
    Route("/games/{id}/hexes/{hex}", pages.hex_choices),
    Route("/games/{id}/run", pages.compose),
    Route("/games/{id}/preview", previews.beside),
    Route("/games/{id}/orders", orders.beside),
    Route("/games/{id}/talk", talk.beside),
    Route("/games/{id}/agree", agreements.beside),
    Route("/games/{id}/undone", agreements.taken_back_beside),
    Route("/games/{id}/notes", talk.notes_beside),
    Route("/games/{id}/sit", pages.sit, methods=["POST"]),
    Route("/games/{id}/take", agreements.offered, methods=["GET"]),
    Route("/games/{id}/take", agreements.take_offered, methods=["POST"]),
    Route("/games/{id}/bots", pages.fill, methods=["POST"]),
    Route("/games/{id}/leave", pages.rise, methods=["POST"]),
    Route("/games/{id}/remove", pages.remove, methods=["POST"]),
    Route("/games/{id}/close", pages.shut, methods=["POST"]),
    Route("/games/{id}/lesson/end", teaching.end, methods=["POST"]),
    Route("/games/{id}/lesson/back", teaching.come_back, methods=["POST"]),
    Route("/me", account_pages.me),
    Route("/me", account_pages.change_me, methods=["POST"]),
    Route("/me/unblock", neighbour_pages.unblock, methods=["POST"]),
    Route("/games/{id}/people", neighbour_pages.people),
    Route("/games/{id}/block", neighbour_pages.block, methods=["POST"]),
    Route("/games/{id}/report", neighbour_pages.report, methods=["POST"]),
    Route("/me/notices", account_pages.change_notices, methods=["POST"]),
    Route("/confirm/{key}", account_pages.confirm),
    Route("/tables", tables),
    Route("/tables/anywhere", anywhere, methods=["POST"]),
    Route("/people/{name}", profile),
    Route("/ratings", ratings),
    Route("/finished", finished),
    Route("/me/profile", change_profile, methods=["POST"]),
    Route("/tournaments", cups.all_of_them),
    Route("/tournaments", cups.make, methods=["POST"]),
    Route("/tournaments/{tournament}", cups.one_of_them),
    Route("/tournaments/{tournament}/join", cups.join, methods=["POST"]),
    Route("/tournaments/{tournament}/leave", cups.leave, methods=["POST"]),
    Route("/tournaments/{tournament}/remove", cups.remove, methods=["POST"]),
    Route("/tournaments/{tournament}/begin", cups.begin, methods=["POST"]),
    Route("/tournaments/{tournament}/drop", cups.drop, methods=["POST"]),
    Route("/mine", mine),
    Route("/next", next_game),
    Route("/here", here),
    *(Route(f"/operator{below}", OperatorsDoor()) for below in ("", "/", "/{act}", "/{act}/")),
    Route("/me/tokens", account_pages.give_token, methods=["POST"]),
    Route("/health", health),
    Route("/metrics", metrics),
    Route("/me/renew", account_pages.renew, methods=["POST"]),
    Route("/me/account", account_pages.register, methods=["POST"]),
    Route("/me/program", account_pages.mark, methods=["POST"]),
    Route("/me/password", account_pages.change_password, methods=["POST"]),
    Route("/me/email", account_pages.change_email, methods=["POST"]),
    Route("/me/sessions", account_pages.end_session, methods=["POST"]),
    Route("/me/delete", account_pages.erase, methods=["POST"]),
    Route("/enter", account_pages.entrance),
    Route("/enter", account_pages.enter, methods=["POST"]),
    Route("/lost", recovery_pages.lost),
    Route("/lost", recovery_pages.ask, methods=["POST"]),
    Route("/lost/{key}", recovery_pages.found),
    Route("/lost/{key}", recovery_pages.renew, methods=["POST"]),
    Route("/exit", account_pages.leave, methods=["POST"]),
    Route("/come/{key}", pages.come),
    Route("/come/{key}", pages.arrive, methods=["POST"]),
    Route("/prefer/{what}/{value}", pages.prefer),
    Route("/api", openapi.readable),
]
API = [
    Route("/api/openapi.json", openapi.described),
    Route("/api/titles", api.titles),
    Route("/api/titles/{title}", api.title),
    Route("/api/guests", api.become_guest, methods=["POST"]),
    Route("/api/token", api.renew, methods=["POST"]),
    Route("/api/accounts", account_pages.call_register, methods=["POST"]),
    Route("/api/account/program", account_pages.call_mark, methods=["POST"]),
    Route("/api/account/password", account_pages.call_password, methods=["POST"]),
    Route("/api/account/lost", recovery_pages.call_ask, methods=["POST"]),
    Route("/api/account/recover", recovery_pages.call_renew, methods=["POST"]),
    Route("/api/account/delete", account_pages.call_erase, methods=["POST"]),
    Route("/api/games/{id}/block", neighbour_pages.call_block, methods=["POST"]),
    Route("/api/games/{id}/report", neighbour_pages.call_report, methods=["POST"]),
    Route("/api/tokens", account_pages.call_token, methods=["POST"]),
    Route("/api/sessions", account_pages.call_sessions, methods=["GET"]),
    Route("/api/sessions", account_pages.call_enter, methods=["POST"]),
    Route("/api/sessions/end", account_pages.call_end, methods=["POST"]),
    Route("/api/people/{name}", call_profile),
    Route("/api/ratings", call_ratings),
    Route("/api/account/profile", call_change_profile, methods=["POST"]),
    Route("/api/tournaments", cups.call_all),
    Route("/api/tournaments", cups.call_make, methods=["POST"]),
    Route("/api/tournaments/{tournament}", cups.call_one),
    Route("/api/tournaments/{tournament}/join", cups.call_join, methods=["POST"]),
    Route("/api/tournaments/{tournament}/leave", cups.call_leave, methods=["POST"]),
    Route("/api/tournaments/{tournament}/begin", cups.call_begin, methods=["POST"]),
    Route("/api/tables", call_tables),
    Route("/api/tables/anywhere", call_anywhere, methods=["POST"]),
    Route("/api/games", api.games, methods=["GET"]),
    Route("/api/games", api.create, methods=["POST"]),
    Route("/api/games/import", api.bring, methods=["POST"]),
    Route("/api/games/import", api.bringing, methods=["GET"]),
    Route("/api/games/{id}", api.game),
    Route("/api/games/{id}/view", api.game_view),
    Route("/api/games/{id}/tables", api.tables),
    Route("/api/games/{id}/books", end_page.told),
    Route("/api/games/{id}/actions", api.legal, methods=["GET"]),
    Route("/api/games/{id}/actions", api.act, methods=["POST"]),
    Route("/api/games/{id}/preview", previews.preview, methods=["POST"]),
    Route("/api/games/{id}/programs", orders.listed, methods=["GET"]),
    Route("/api/games/{id}/programs", orders.set_up, methods=["POST"]),
    Route("/api/games/{id}/programs/stop", orders.stop, methods=["POST"]),
    Route("/api/games/{id}/talk", talk.heard, methods=["GET"]),
    Route("/api/games/{id}/talk", talk.say, methods=["POST"]),
    Route("/api/games/{id}/talk/mute", talk.mute, methods=["POST"]),
    Route("/api/games/{id}/notes", talk.notes, methods=["GET"]),
    Route("/api/games/{id}/notes", talk.write, methods=["POST"]),
    Route("/api/games/{id}/asks", agreements.listed, methods=["GET"]),
    Route("/api/games/{id}/asks", agreements.ask, methods=["POST"]),
    Route("/api/games/{id}/asks/answer", agreements.answer, methods=["POST"]),
    Route("/api/games/{id}/asks/take", agreements.take, methods=["POST"]),
    Route("/api/games/{id}/resign", agreements.resign, methods=["POST"]),
    Route("/api/games/{id}/branch", agreements.branch, methods=["POST"]),
    Route("/api/games/{id}/discard", agreements.discard, methods=["POST"]),
    Route("/api/games/{id}/undone", agreements.taken_back),
    Route("/api/games/{id}/clock", absence.clock),
    Route("/api/vacation", absence.vacation, methods=["GET"]),
    Route("/api/vacation", absence.leave, methods=["POST"]),
    Route("/api/games/{id}/undo", api.undo, methods=["POST"]),
    Route("/api/games/{id}/redo", api.redo, methods=["POST"]),
    Route("/api/games/{id}/seats", api.sit, methods=["POST"]),
    Route("/api/games/{id}/bots", api.fill, methods=["POST"]),
    Route("/api/games/{id}/leave", api.rise, methods=["POST"]),
    Route("/api/games/{id}/remove", api.remove, methods=["POST"]),
    Route("/api/games/{id}/close", api.shut, methods=["POST"]),
    Route("/api/games/{id}/log", api.log),
    Route("/api/games/{id}/advice", api.advice),
    Route("/api/games/{id}/file", pages.export),
    Route("/api/games/{id}/stream", api.stream),
]
OFTEN = {
    "/games/{id}/view", "/games/{id}/act", "/games/{id}/hexes/{hex}", "/api/games/{id}/actions",
    "/api/games/{id}/stream",
}  # fmt: skip
"""Looked for first: what every turn asks for; no other address is like these."""


class Files(StaticFiles):
    """Files; an address that carries a version may be kept for good, others are asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, and how long it may be kept."""
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if versioned else "no-cache"
        return response


def create_app(settings: Settings) -> Starlette:
    """A server with its own data."""
    host = Host(settings)
    visitors, lanes = Visitors(host.storage), Lanes(settings.lanes)
    meter = Meter()
    bulletin, notices = Bulletin(host, visitors), Notices(host, visitors, post, send)
    recovery = Recovery(host, visitors)
    analyses = Analyses()

    purses, allowances = Purses(settings.rate, settings.burst), Allowances(lambda: host.quotas, host.storage)
    among = settings.place.together
    drawers = Drawers(host, str(settings.meeting)) if among else None
    ways = Ways(settings, drawers) if drawers is not None else None
    limits = Shared({**purses.named, **allowances.named} if among else {})
    hearsay = listening_to_others(host, visitors, limits, drawers) if among or settings.queued else None

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if drawers is not None:
            drawers.start()
        waking = threading.Thread(target=host.wake, name="wake")
        waking.start()
        sweeper = Sweeper(host, visitors)
        sweeper.start()
        bulletin.start()
        notices.start()
        recovery.start()
        timekeeper = Timekeeper(host.storage, settings.place.has, partial(time_up.see_to, host))
        timekeeper.start()
        if hearsay is not None:
            hearsay.start()
        yield
        if hearsay is not None:
            hearsay.stop()
        timekeeper.stop()
        recovery.stop()
        notices.stop()
        bulletin.stop()
        sweeper.stop()
        if drawers is not None:
            drawers.stop()
        analyses.close()
        host.close()
        waking.join()

    app = Starlette(
        routes=[
            *sorted((*PAGES, *API), key=lambda route: route.path not in OFTEN),
            Mount("/static", GZipMiddleware(Files(directory=STATIC), SMALLEST, LEVEL)),
        ],
        lifespan=lifespan,
        middleware=[
            Middleware(Passing, settings=settings, ways=ways),
            Middleware(
                Shield,
                settings=settings,
                visitors=visitors,
                lanes=lanes,
                closing=host.news.is_closed,
                count=meter.count,
                purses=purses,
            ),
            Middleware(Packing),
        ],
        exception_handlers={
            Fault: _faulty,
            StellwerkError: _faulty,
            HTTPException: _http,
            ClientDisconnect: _gone,
            Exception: _unforeseen,
        },
    )
    app.state.host = host
    app.state.visitors = visitors
    app.state.lanes = lanes
    app.state.meter = meter
    app.state.bulletin, app.state.notices = bulletin, notices
    app.state.recovery = recovery
    app.state.ratings = Ratings(host.storage)
    app.state.accounts = Accounts(host, visitors)
    app.state.passkeys = Passkeys(host, visitors, app.state.accounts)
    app.state.allowances = allowances
    app.state.advisers = Advisers(host.robots)
    app.state.imports = Imports(settings.imports)
    app.state.analyses = analyses
    app.state.hearsay = hearsay
    app.state.drawers, app.state.ways = drawers, ways
    return app


def _wants_json(request: Request) -> bool:
    return request.scope["path"].startswith("/api/") or "json" in request.headers.get("accept", "")


async def _faulty(request: Request, error: Exception) -> Response:
    """Something a person can put right, in their language."""
    language = visitor_of(request).language
    if isinstance(error, Unkept):
        _log.error(
            "request %s %s failed: %s", request.method, told_path(request.scope["path"]), error.values["problem"]
        )
    status = error.status if isinstance(error, Fault) else 400
    answer: dict[str, object] = {"key": "fault"}
    live = _live(request) if isinstance(error, Refused | Stale) else None
    if isinstance(error, Refused) and live:
        sentence = words.refusal(error.refusal, live.told(language), language)
        sentence = sentence[:1].upper() + sentence[1:]
        answer |= {"rule": error.refusal.rule, "reason": error.refusal.reason}
        rule = error.refusal.rule
        answer["anchor"] = anchor(live.row.title, rule)
        message = f"{sentence} ({live.title.name} § {rule})" if rule else f"{sentence}."
    elif isinstance(error, Fault):
        answer["key"] = error.key
        answer |= error.beside
        message = text(error.key, language, **error.values)
    else:
        message = str(error)
    answer["error"] = message
    if isinstance(error, Stale) and live:
        with suppress(Busy):
            person, game = visitor_of(request).person, live
            answer["state"] = await done(request, VIEWS, lambda: api.state(game, person, language), live.row.id)
    headers = error.headers if isinstance(error, Fault) else {}
    if _wants_json(request):
        return JSONResponse(answer, status, headers)
    return _told(request, status, message, headers)


def _told(request: Request, status: int, message: str, headers: Mapping[str, str]) -> Response:
    """A page that says what is wrong; after a form with the way back to it."""
    back = own_page(request.headers.get("referer", ""), request.url.netloc) if request.method == "POST" else "/"
    answer = page(request, "fault.html", status, message=message, back=back if back != "/" else "")
    answer.headers.update(headers)
    return answer


def _live(request: Request) -> LiveGame | None:
    """The game that a request is about, if it is at hand."""
    live: LiveGame | None = request.app.state.host.at_hand(request.path_params.get("id", ""))
    return live


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = {404: "fault.no_page", 405: "fault.method"}.get(error.status_code, "fault.request")
    message = text(key, visitor_of(request).language)
    if _wants_json(request):
        return JSONResponse({"error": message, "key": key}, error.status_code, error.headers)
    return _told(request, error.status_code, message, error.headers or {})


async def _gone(request: Request, error: Exception) -> Response:
    """More came in than is read, or nobody is there any more to be told anything."""
    limit = request.scope["state"].get("too_large")
    if limit is not None:
        return await _faulty(request, TooLarge("fault.too_large", limit=limit))
    return Response(status_code=400)


async def _unforeseen(request: Request, error: Exception) -> Response:
    """Our own mistake: noted for us, one sentence for the visitor."""
    _log.error("request %s %s failed", request.method, told_path(request.scope["path"]), exc_info=error)
    visitor = request.scope.get("state", {}).get("visitor")
    language = visitor.language if visitor else language_for(request.headers.get("accept-language", ""))
    return JSONResponse({"error": text("fault.ours", language), "key": "fault.ours"}, 500)
