"""The page on which a finished game is looked back on, and games that go on from a position of it."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stellwerk.bots import advises
from stellwerk.bots.analysis import until
from stellwerk.host.bots.analyses import Analyses, Job
from stellwerk.host.imports.import_worker import brought
from stellwerk.host.limits.lanes import CHANGES, EXTRAS
from stellwerk.host.live import LiveGame, barred
from stellwerk.view.analysis import told
from stellwerk.view.faults import Fault, Missing

from ..door.work import done, opened, seen, tab_of, welcomed
from ..render import page
from ..request import allowances_of, field, form, host_of, visitor_of, whole


async def analysis(request: Request) -> Response:
    """What everybody could expect, and what could have been better; or how far the work on it is."""
    language = visitor_of(request).language
    analyses: Analyses = request.app.state.analyses

    def shown(live: LiveGame) -> Response:
        with live.lock:
            _look_at(live)
            job: Job = analyses.look((live.row.id, len(live.game.actions)), live.game.to_json)
            game = live.seen(None, language) if job.found else None
        spoken = told(game, job.found, language) if game and job.found else None
        return page(request, "analysis.html", live=live, title=live.title, job=job, told=spoken, Markup=Markup)

    return await seen(request, EXTRAS, shown)


async def play_on(request: Request) -> Response:
    """A game of one's own that goes on from a position of a finished one."""
    data = await form(request)
    host, language = host_of(request), visitor_of(request).language
    asker, allowances = tab_of(request).asker, allowances_of(request)
    live = await opened(request)

    def kept() -> str:
        with live.lock:
            _look_at(live)
            game = until(live.game, whole(field(data, "number"), 0, len(live.game.actions)))
            game.players = live.names(language)
        person = welcomed(request, field(data, "name"))
        allowances.brought(person, asker, len(game.players))
        return host.take_in(person, brought(game))

    return RedirectResponse(f"/games/{await done(request, CHANGES, kept, live.row.id)}", 303)


def _look_at(live: LiveGame) -> None:
    """Only what is over is told: a forecast would advise those who still play."""
    if not live.game.over:
        raise Fault("fault.not_over")
    if not advises(live.game.title):
        raise Missing("fault.no_analysis")
    bar = barred(live.row)
    if bar:
        raise bar
