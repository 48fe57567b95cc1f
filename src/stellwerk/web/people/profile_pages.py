"""Profiles, ratings, and finished games to look at and learn from."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.bots import advises
from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.people import profiles
from stellwerk.host.people.profiles import Shown
from stellwerk.host.people.ratings import Rated, Ratings, Standings
from stellwerk.host.storage.rows import FINISHED, GameRow
from stellwerk.host.tables import table_setup
from stellwerk.titles.registry import find_title
from stellwerk.view.about import shelf
from stellwerk.view.faults import Fault

from ..api import language_of, listed
from ..door.work import done
from ..render import page
from ..request import body, field, form, host_of, visitor_of
from .accounts import accounts_of, owner

LOOKED_THROUGH, SHOWN = 300, 40
LISTED_GAMES = 500
"""Games that a call names as those that ratings follow from."""


def _ratings(request: Request) -> Ratings:
    ratings: Ratings = request.app.state.ratings
    return ratings


def _looked_up(request: Request) -> tuple[Shown, dict[str, Rated]]:
    """A profile, and ratings by title."""
    found = profiles.show(host_of(request).storage, request.path_params["name"], visitor_of(request).person)
    rated: dict[str, Rated] = {}
    if found.profile.rated is not None:
        for one in found.titles:
            for stand in _ratings(request).of(one.title).people:
                if stand.person == found.account.person:
                    rated[one.title] = stand
    return found, rated


async def profile(request: Request) -> Response:
    """What somebody shows of themselves."""

    def made() -> Response:
        found, rated = _looked_up(request)
        return page(request, "profile.html", shown=found, rated=rated, turns=set())

    return await done(request, LISTS, made)


async def change_profile(request: Request) -> Response:
    """Show so much of oneself."""
    data = await form(request)
    shown, rated, words = bool(field(data, "shown")), bool(field(data, "rated")), field(data, "words")
    await done(request, CHANGES, lambda: _changed(request, shown, rated, words))
    return RedirectResponse("/me?saved=1", 303)


def _changed(request: Request, shown: bool, rated: bool, words: str) -> None:
    account = accounts_of(request).of(owner(request))
    profiles.choose(host_of(request).storage, account, shown, rated, words)


async def ratings(request: Request) -> Response:
    """Where people stand who want to be rated."""
    language = visitor_of(request).language
    titles = shelf(language)
    title = table_setup.known_title(request.query_params.get("title") or titles[0].id)

    def made() -> Response:
        found, person = _ratings(request).of(title), visitor_of(request).person
        apart = host_of(request).storage.apart_from(person.id) if person else set()
        return page(request, "ratings.html", standings=found, titles=titles, apart=apart)

    return await done(request, LISTS, made)


def _finished(request: Request, title: str) -> list[GameRow]:
    host = host_of(request)
    rows = host.storage.list_games(FINISHED, LOOKED_THROUGH, each=None if title else host.settings.listed_each)
    return [row for row in rows if title in ("", row.title)][:SHOWN]


async def finished(request: Request) -> Response:
    """Finished games that everybody may look at."""
    title = request.query_params.get("title", "")
    if title:
        table_setup.known_title(title)

    def made() -> Response:
        rows, titles = _finished(request, title), shelf(visitor_of(request).language)
        looked_back = {one.id for one in titles if advises(find_title(one.id))}
        return page(request, "finished.html", rows=rows, chosen=title, titles=titles, looked_back=looked_back)

    return await done(request, LISTS, made)


# For programs -------------------------------------------------------------------------------------------------


async def call_profile(request: Request) -> Response:
    """What somebody shows of themselves."""

    def told() -> dict[str, Any]:
        found, rated = _looked_up(request)
        return {
            "name": found.account.name,
            "program": found.account.program,
            "words": found.profile.words,
            "titles": [
                msgspec.to_builtins(one) | {"rating": _plain(rated[one.title]) if one.title in rated else None}
                for one in found.titles
            ],
            "games": [listed(row, language_of(request)) for row in found.lately],
        }

    return JSONResponse(await done(request, LISTS, told))


async def call_change_profile(request: Request) -> Response:
    """Show so much of oneself."""
    data = await body(request)
    shown, rated, words = data.get("shown", False), data.get("rated", False), data.get("words", "")
    if not isinstance(shown, bool) or not isinstance(rated, bool) or not isinstance(words, str):
        raise Fault("fault.json")
    await done(request, CHANGES, lambda: _changed(request, shown, rated, words[:1000]))
    return JSONResponse({})


def _plain(one: Rated) -> dict[str, Any]:
    return {"name": one.name, "games": one.games, "rating": one.rating, "uncertainty": one.uncertainty}


async def call_ratings(request: Request) -> Response:
    """Where people stand, with the games that it follows from."""
    title = table_setup.known_title(request.query_params.get("title", ""))
    found: Standings = await done(request, LISTS, lambda: _ratings(request).of(title))
    names = {one.person: one.name for one in found.people}
    games = [
        {"id": game.id, "people": [names[person] for person in game.people], "worth": game.worth}
        for game in found.games[-LISTED_GAMES:]
    ]
    people = [_plain(one) for one in found.people]
    return JSONResponse({"title": title, "edition": found.edition, "people": people, "games": games})
