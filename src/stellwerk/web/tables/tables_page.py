"""Tables that wait for people, to be looked through, and a seat at any that fits."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host import open_tables, table_setup
from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.live import LiveGame
from stellwerk.host.open_tables import CLOCKS, FREELY, LEVELS, PACES, Table, Wanted
from stellwerk.host.storage.rows import GameRow
from stellwerk.view.about import about, shelf

from .api import language_of, listed, state
from .render import page
from .request import allowances_of, body, field, form, host_of, visitor_of
from .work import done, placed, tab_of, welcomed


def _wanted(title: str, pace: str, level: str, usual: bool) -> Wanted:
    if title:
        table_setup.known_title(title)
    wish = open_tables.known_wish(pace, level)
    return Wanted(title, wish.pace, wish.level, usual)


def _asked(request: Request) -> Wanted:
    query = request.query_params
    title, pace, level = (query.get(name, "") for name in ("title", "pace", "level"))
    return _wanted(title, pace, level, bool(query.get("usual")))


def spoken_options(row: GameRow, options: dict[str, str], language: str) -> list[str]:
    """Options of a table in words."""
    known = {option.key: option for option in about(row.title, language).options}
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
        spoken = {one.row.id: spoken_options(one.row, one.options, visitor.language) for one in found}
        return page(
            request, "tables.html", tables=found, spoken=spoken, wanted=wanted, titles=shelf(visitor.language),
            paces=PACES, levels=LEVELS,
        )  # fmt: skip

    return await done(request, LISTS, made)


def _seated(request: Request, wanted: Wanted, name: str) -> LiveGame:
    host, person = host_of(request), welcomed(request, name)
    asker, allowances = tab_of(request).asker, allowances_of(request)
    allowances.seat(person, asker)

    def laid_out() -> LiveGame:
        count = table_setup.default_players(wanted.title)
        kinds: list[dict[str, Any]] = [{"kind": "open" if seat else "me"} for seat in range(count)]
        seats, terms = placed(request, person, wanted.title, kinds), CLOCKS[wanted.pace or FREELY]
        allowances.new_game(person, asker, seats)
        live = host.create(person, wanted.title, seats, {}, terms=terms)
        open_tables.wish(host, live, terms, wanted.level)
        return live

    return open_tables.anywhere(host, person, wanted, laid_out)


async def anywhere(request: Request) -> Response:
    """A seat at any table that fits; one is laid out where none does."""
    data = await form(request)
    title, pace, level = (field(data, name) for name in ("title", "pace", "level"))
    wanted = _wanted(title, pace, level, bool(field(data, "usual")))
    live = await done(request, CHANGES, lambda: _seated(request, wanted, field(data, "name")))
    return RedirectResponse(f"/games/{live.row.id}", 303)


# For programs -------------------------------------------------------------------------------------------------


def _plain(table: Table, language: str) -> dict[str, Any]:
    return listed(table.row, language) | {
        "pace": table.wish.pace,
        "level": table.wish.level,
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
    wanted = _wanted(title, pace, level, bool(data.get("usual")))

    def seated() -> dict[str, Any]:
        live = _seated(request, wanted, name)
        return state(live, visitor_of(request).person, language_of(request))

    return JSONResponse(await done(request, CHANGES, seated), 201)
