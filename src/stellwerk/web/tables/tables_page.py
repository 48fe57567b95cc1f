"""Tables that wait for people, to be looked through, and a seat at any that fits."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import Person
from stellwerk.host.tables import open_tables, table_setup
from stellwerk.host.tables.open_tables import CLOCKS, FREELY, LEVELS, PACES, Table, Wanted
from stellwerk.host.tables.sitting_down import sit
from stellwerk.view.about import about, shelf
from stellwerk.view.faults import Busy, Forbidden, Missing, Stale

from ..api import language_of, listed, state
from ..door.passing import sit_elsewhere
from ..door.work import done, placed, tab_of, welcomed
from ..render import page
from ..request import allowances_of, body, field, form, host_of, visitor_of


def _wanted(title: str, pace: str, level: str, usual: bool, people: bool) -> Wanted:
    if title:
        table_setup.known_title(title)
    wish = open_tables.known_wish(pace, level)
    return Wanted(title, wish.pace, wish.level, usual, people)


def _asked(request: Request) -> Wanted:
    query = request.query_params
    title, pace, level = (query.get(name, "") for name in ("title", "pace", "level"))
    return _wanted(title, pace, level, bool(query.get("usual")), bool(query.get("people")))


def spoken_options(title: str, options: dict[str, str], language: str) -> list[str]:
    """Options of a table in words."""
    known = {option.key: option for option in about(title, language).options}
    found = []
    for key, value in options.items():
        option = known[key]
        text = next((choice.text for choice in option.choices if choice.value == value), value)
        found.append(option.text if text in ("yes", "no") else f"{option.text}: {text}")
    return found


async def tables(request: Request) -> Response:
    """Tables that wait, as far as they fit."""
    wanted, visitor = _asked(request), visitor_of(request)

    def made() -> Response:
        found = open_tables.waiting(host_of(request), wanted, visitor.person)
        spoken = {one.row.id: spoken_options(one.row.title, one.options, visitor.language) for one in found}
        return page(
            request, "tables.html", tables=found, spoken=spoken, wanted=wanted, titles=shelf(visitor.language),
            paces=PACES, levels=LEVELS,
        )  # fmt: skip

    return await done(request, LISTS, made)


async def _seated(request: Request, wanted: Wanted, name: str) -> dict[str, Any]:
    """The table at which whoever asks sits now, as programs are told of it."""
    host, asker, allowances = host_of(request), tab_of(request).asker, allowances_of(request)

    def tried() -> tuple[Person, list[str]]:
        person = welcomed(request, name)
        return person, open_tables.to_try(host, person, wanted)

    person, ids = await done(request, CHANGES, tried)

    def told(live: LiveGame) -> dict[str, Any]:
        return state(live, person, language_of(request))

    def sat(id_: str) -> dict[str, Any]:
        return told(sit(host, id_, person, may=lambda: allowances.seat(person, asker)))

    for id_ in ids:
        try:
            if host.place.has(id_):
                return await done(request, CHANGES, partial(sat, id_), id_)
            return await sit_elsewhere(request, id_, visitor_of(request).key)
        except (Forbidden, Stale, Missing, Busy):  # somebody was faster, or they have met before
            continue
    if not wanted.title:
        raise Missing("fault.no_table")

    def laid_out() -> dict[str, Any]:
        count = table_setup.default_players(wanted.title)
        kinds: list[dict[str, Any]] = [{"kind": "open" if seat else "me"} for seat in range(count)]
        seats, terms = placed(request, person, wanted.title, kinds), CLOCKS[wanted.pace or FREELY]
        allowances.new_game(person, asker, seats)
        live = host.create(person, wanted.title, seats, {}, terms=terms)
        open_tables.wish(host, live, terms, wanted.level, wanted.people)
        return told(live)

    return await done(request, CHANGES, laid_out)


async def anywhere(request: Request) -> Response:
    """A seat at any table that fits; one is laid out where none does."""
    data = await form(request)
    title, pace, level = (field(data, name) for name in ("title", "pace", "level"))
    usual, people = (bool(field(data, name)) for name in ("usual", "people"))
    wanted = _wanted(title, pace, level, usual, people)
    table = await _seated(request, wanted, field(data, "name"))
    return RedirectResponse(f"/games/{table['id']}", 303)


# For programs -------------------------------------------------------------------------------------------------


def _plain(table: Table, language: str) -> dict[str, Any]:
    return listed(table.row, language) | {
        "pace": table.wish.pace,
        "level": table.wish.level,
        "people": table.wish.people,
        "free": table.free,
        "options": table.options,
    }


async def call_tables(request: Request) -> Response:
    """Tables that wait, as far as they fit."""
    wanted, person, language = _asked(request), visitor_of(request).person, language_of(request)
    found = await done(request, LISTS, lambda: open_tables.waiting(host_of(request), wanted, person))
    return JSONResponse([_plain(table, language) for table in found])


async def call_anywhere(request: Request) -> Response:
    """A seat at any table that fits."""
    data = await body(request)
    title, pace, level, name = (str(data.get(key) or "") for key in ("title", "pace", "level", "name"))
    wanted = _wanted(title, pace, level, bool(data.get("usual")), bool(data.get("people")))
    return JSONResponse(await _seated(request, wanted, name), 201)
