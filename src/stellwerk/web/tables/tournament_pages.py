"""Pages and calls of tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.clocks.clock import read_terms, spoken_terms
from stellwerk.host.host import Host
from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.storage.rows import Person
from stellwerk.host.storage.tables.tournament_rows import Tournament
from stellwerk.host.tables import table_setup, tournaments
from stellwerk.host.tables.open_tables import unusual
from stellwerk.host.tables.tournaments import Standing
from stellwerk.view.about import about, read_options, shelf
from stellwerk.view.names import called

from ..api import language_of, listed
from ..door.work import done
from ..render import page
from ..request import body, field, form, host_of, somebody, visitor_of, whole
from .tables_page import spoken_options

_Act = Callable[[Host, str, Person], None]


async def all_of_them(request: Request) -> Response:
    """Tournaments, the last first, and a form for a new one."""

    def made() -> Response:
        found = host_of(request).storage.last_tournaments(tournaments.SHOWN)
        language = visitor_of(request).language
        titles = shelf(language)
        return page(
            request, "tournaments.html", tournaments=found, titles=titles, longest=tournaments.LONGEST_NAME,
            abouts=[about(one.id, language) for one in titles],
        )  # fmt: skip

    return await done(request, LISTS, made)


async def make(request: Request) -> Response:
    """A new tournament."""
    data = await form(request)
    person, host, title = somebody(request), host_of(request), table_setup.known_title(field(data, "title"))
    players = whole(data.get("players"), 2, table_setup.MOST_SEATS)
    terms, name = spoken_terms(field(data, "clock"), field(data, "late")), field(data, "name")
    keys = [option.key for option in about(title, "en").options]
    options = read_options(title, {key: field(data, f"option.{title}.{key}") or None for key in keys})
    one = await done(
        request, CHANGES, lambda: tournaments.make(host, person, name, title, players, options, terms)
    )
    return RedirectResponse(f"/tournaments/{one.id}", 303)


async def one_of_them(request: Request) -> Response:
    """A tournament: who takes part, tables, results."""
    host, id_ = host_of(request), request.path_params["tournament"]

    def made() -> Response:
        found = tournaments.standing(host, id_, _viewer(request))
        return page(request, "tournament.html", standing=found, turns=set(), options=_spoken(request, found))

    return await done(request, LISTS, made)


def _viewer(request: Request) -> int | None:
    person = visitor_of(request).person
    return person.id if person else None


def _spoken(request: Request, found: Standing) -> list[str]:
    """What is not played by the usual rules, in words."""
    one = found.tournament
    return spoken_options(one.title, unusual(one.title, one.plan.options), visitor_of(request).language)


def _by_form(act: _Act) -> Callable[[Request], Any]:
    async def acted(request: Request) -> Response:
        await form(request)
        person, host, id_ = somebody(request), host_of(request), request.path_params["tournament"]
        await done(request, CHANGES, lambda: act(host, id_, person))
        return RedirectResponse("/tournaments" if act is tournaments.drop else f"/tournaments/{id_}", 303)

    return acted


async def remove(request: Request) -> Response:
    """Have somebody not take part."""
    data = await form(request)
    person, host, id_ = somebody(request), host_of(request), request.path_params["tournament"]
    other = whole(data.get("person"), 0, 10**9)
    await done(request, CHANGES, lambda: tournaments.leave(host, id_, person, other))
    return RedirectResponse(f"/tournaments/{id_}", 303)


join, leave, begin, drop = (
    _by_form(act) for act in (tournaments.join, tournaments.leave, tournaments.begin, tournaments.drop)
)


# For programs -------------------------------------------------------------------------------------------------


def _brief(one: Tournament) -> dict[str, Any]:
    return {
        "id": one.id, "name": one.name, "title": one.title, "players": one.plan.players, "created": one.created,
        "begun": one.begun is not None,
    }  # fmt: skip


def _plain(found: Standing, language: str) -> dict[str, Any]:
    return _brief(found.tournament) | {
        "people": [called(name, language) for name in found.people.values()],
        "programs": [called(name, language) for person, name in found.people.items() if person in found.programs],
        "games": [listed(row, language) for row in found.tables],
        "results": [
            {"name": called(one.name, language), "games": one.games, "points": one.points, "won": one.won}
            for one in found.results
        ],
    }


async def call_all(request: Request) -> Response:
    """Tournaments, the last first."""
    storage = host_of(request).storage
    found = await done(request, LISTS, lambda: storage.last_tournaments(tournaments.SHOWN))
    return JSONResponse([_brief(one) for one in found])


async def call_one(request: Request) -> Response:
    """How a tournament stands."""
    host, id_ = host_of(request), request.path_params["tournament"]
    found = await done(request, LISTS, lambda: tournaments.standing(host, id_, _viewer(request)))
    return JSONResponse(_plain(found, language_of(request)))


async def call_make(request: Request) -> Response:
    """A new tournament."""
    data = await body(request)
    person, host = somebody(request), host_of(request)
    title, name = table_setup.known_title(str(data.get("title"))), str(data.get("name") or "")[:200]
    players, terms = whole(data.get("players"), 2, table_setup.MOST_SEATS), read_terms(data.get("clock"))
    one = await done(request, CHANGES, lambda: tournaments.make(host, person, name, title, players, {}, terms))
    return JSONResponse(_brief(one), 201)


def _by_call(act: _Act) -> Callable[[Request], Any]:
    async def acted(request: Request) -> Response:
        await body(request)
        person, host, id_ = somebody(request), host_of(request), request.path_params["tournament"]
        await done(request, CHANGES, lambda: act(host, id_, person))
        return JSONResponse({})

    return acted


call_join, call_leave, call_begin = (
    _by_call(act) for act in (tournaments.join, tournaments.leave, tournaments.begin)
)
