"""The pages: lobby, new game, table, and what forms on them do."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import segno
from markupsafe import Markup
from msgspec.structs import replace
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk import bots, draw
from stellwerk.host.clocks.clock import spoken_terms
from stellwerk.host.imports.import_worker import Brought
from stellwerk.host.kept import kept_pages
from stellwerk.host.limits.lanes import CHANGES, EXTRAS, LISTS, OPENINGS, PREVIEWS, VIEWS
from stellwerk.host.live import LiveGame, Look, barred, is_turn_of
from stellwerk.host.storage.page_cache import View
from stellwerk.host.storage.rows import FINISHED, INVITED, OPEN, RUNNING, GameRow, Person
from stellwerk.host.tables import beside, open_tables, sitting_down, table_setup
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title
from stellwerk.view import appearance, printing
from stellwerk.view.about import about, picture, read_options, shelf
from stellwerk.view.contrast import legible
from stellwerk.view.faults import Busy, Forbidden, Missing
from stellwerk.view.menu import hex_menu, hex_told
from stellwerk.view.route_editor import composed
from stellwerk.words import LANGUAGES

from .api import changed_by, closed_by, filled, taken
from .door.middleware import THEMES, YEAR
from .door.scopes import reads_private
from .door.work import done, lanes_of, named, opened, placed, seen, tab_of, welcomed
from .people.looks import kept_with_account
from .render import bundles, page, templates
from .request import (
    allowances_of,
    field,
    form,
    host_of,
    imports_of,
    own_page,
    somebody,
    upload,
    visitor_of,
    visitors_of,
    whole,
)
from .tables.absence import clock_facts
from .tables.agreements import waiting_for
from .tables.orders import standing_for
from .tables.parts import FOLDED, FRAGMENTS, Drawn, digest, drawn_view
from .tables.table import log_entries, may_redo, may_undo
from .tables.talk import last_heard, notes_at

MINE = 40
"""Games of one's own of a kind in the lobby."""


async def lobby(request: Request) -> Response:
    """Titles to choose from, and games: mine, open, running, finished."""
    host, person = host_of(request), visitor_of(request).person

    def lists() -> tuple[dict[str, list[GameRow]], bool]:
        storage, each = host.storage, host.settings.listed_each
        mine: list[GameRow] = []
        if person:
            for status in (RUNNING, OPEN):
                mine += storage.list_games(status, MINE, person.id)
            mine.sort(key=lambda row: not is_turn_of(row, person.id))
        ids = {row.id for row in mine}
        apart = storage.apart_from(person.id) if person else set()
        novice = not mine and not (person and storage.list_games(FINISHED, 1, person.id))
        found = {
            "mine": mine,
            "open": [
                row
                for row in storage.list_games(OPEN, 12, each=each)
                if row.id not in ids and not open_tables.meets(row, apart)
            ],
            "running": [row for row in storage.list_games(RUNNING, 8, each=each) if row.id not in ids],
            "finished": storage.list_games(FINISHED, 8, each=each),
        }
        return found, novice

    def made() -> Response:
        games, novice = lists()
        turns = {row.id for row in games["mine"] if person and is_turn_of(row, person.id)}
        titles = shelf(visitor_of(request).language)
        told = request.app.state.bulletin.announced(visitor_of(request).language)
        return page(
            request,
            "lobby.html",
            told=told,
            titles=titles,
            games=games,
            turns=turns,
            novice=novice,
            picture=picture,
        )

    return await done(request, LISTS, made)


async def title_page(request: Request) -> Response:
    """One title: what it is like, and a form to lay it out."""
    title = table_setup.known_title(request.path_params["title"])
    told = about(title, visitor_of(request).language)
    players = table_setup.default_players(title)
    known = find_title(title)
    levels, usual = bots.levels(known), bots.usual_level(known)
    return page(
        request, "title.html", about=told, levels=levels, usual=usual, players=players, wishes=open_tables.LEVELS
    )


async def title_board(request: Request) -> Response:
    """The board of a title as printed."""
    title = table_setup.known_title(request.path_params["title"])
    dark = request.path_params["theme"] == "dark"
    svg = await done(request, EXTRAS, lambda: _printed(title, dark))
    if not svg:
        raise Missing("fault.no_board")
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@cache
def _printed(title: str, dark: bool) -> str:
    known = find_title(title)
    game = new_game(known, [str(number) for number in range(known.players[0])], {}, 0)
    return draw.game_board(game, draw.look_of(known, "en", dark))


async def title_print(request: Request) -> Response:
    """A title to be printed and cut out."""
    title, language = table_setup.known_title(request.path_params["title"]), visitor_of(request).language
    made = await done(request, EXTRAS, lambda: _to_print(title, language))
    headers = {
        "cache-control": "private, max-age=3600",
        "content-disposition": f'attachment; filename="{title}-{language}.pdf"',
    }
    return Response(made, media_type="application/pdf", headers=headers)


@lru_cache(maxsize=8)
def _to_print(title: str, language: str) -> bytes:
    return printing.printed(find_title(title), language)


async def title_colours(request: Request) -> Response:
    """The companies' colours as a stylesheet, since pages may not carry styles of their own."""
    title = find_title(table_setup.known_title(request.path_params["title"]))
    clear = request.query_params.get("look") == appearance.CLEAR
    rules = []
    for number, (company, livery) in enumerate(draw.look_of(title).liveries):
        fill = appearance.clear_livery(number, livery).fill if clear else livery.fill
        mine, ink = f'[data-company="{company}"]', legible(fill, livery.text)
        rules.append(f"{mine}{{--livery:{fill};--livery-ink:{ink}}}")
        if clear:  # drawings have colours of their own
            rules.append(f":is(.station, .marker){mine} > :is(circle, rect){{fill:{fill}}}")
            rules.append(f":is(.station, .marker){mine} > text{{fill:{ink}}}")
            rules.append(f":is(.station, .marker){mine} > :is(path:not(.bar), g){{display:none}}")
            rules.append(f".piece.flag{mine} > path{{fill:{fill}}} .piece.flag{mine} > text{{fill:{ink}}}")
            rules.append(f".home{mine} > circle{{stroke:{fill}}}")
            rules.append(f".planned{mine} > path + path, path.line{mine}{{stroke:{fill}}}")
    headers = {"cache-control": "public, max-age=3600"}
    return Response("\n".join(rules), media_type="text/css", headers=headers)


async def bundle(request: Request) -> Response:
    """Sheets or scripts in one; an address that carries a version may be kept for good."""
    name = request.url.path[1:]
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    return Response(bundles()[name], media_type=kind, headers={"cache-control": kept})


async def create(request: Request) -> Response:
    """Lay out a game: at once against bots, or as the form says."""
    data = await form(request)
    host = host_of(request)
    title = table_setup.known_title(field(data, "title"))
    name = field(data, "name")
    wish, people = open_tables.known_wish("", field(data, "wish")).level, bool(field(data, "people"))
    count = whole(data.get("players") or None, 1, table_setup.MOST_SEATS, table_setup.default_players(title))

    def created() -> LiveGame:
        person = welcomed(request, name)
        wanted: list[dict[str, Any]] = [
            {
                "kind": field(data, f"seat{seat}", "bot" if seat else "me"),
                "level": field(data, f"level{seat}") or field(data, "level"),
                "name": field(data, f"name{seat}"),
            }
            for seat in range(count)
        ]
        options = read_options(title, {key: field(data, f"option.{key}") or None for key in _option_keys(title)})
        seats = placed(request, person, title, wanted)
        allowances_of(request).new_game(person, tab_of(request).asker, seats)
        as_seated, access = bool(field(data, "as_seated")), table_setup.known_access(field(data, "access"))
        terms = spoken_terms(field(data, "clock"), field(data, "late"))
        live = host.create(person, title, seats, options, as_seated=as_seated, access=access, terms=terms)
        open_tables.wish(host, live, terms, wish, people)
        return live

    return _to(await done(request, CHANGES, created))


def _option_keys(title: str) -> list[str]:
    return [option.key for option in about(title, "en").options]


def _to(live: LiveGame) -> Response:
    return RedirectResponse(f"/games/{live.row.id}", 303)


async def bring(request: Request) -> Response:
    """A game from a file; the page's script asks for the address, to tell meanwhile how far it is."""
    data = await form(request)
    content = await upload(data, "file")
    host, visitor = host_of(request), visitor_of(request)
    asker, allowances = tab_of(request).asker, allowances_of(request)
    allowances.file(asker)

    def keep(brought: Brought) -> str:
        person = welcomed(request, field(data, "name"))
        allowances.brought(person, asker, len(brought.players), 1 + len(brought.beside.lines))
        return beside.take_in(host, person, named(request, person, brought))

    id_ = await imports_of(request).bring(asker.visitor, visitor.language, content, keep, asker.address)
    if "json" in request.headers.get("accept", ""):
        return JSONResponse({"url": f"/games/{id_}"})
    return RedirectResponse(f"/games/{id_}", 303)


async def sit(request: Request) -> Response:
    """Take a seat by the invitation's form."""
    data = await form(request)

    def seated() -> LiveGame:
        person = welcomed(request, field(data, "name"), once=field(data, "once"))
        wanted = data.get("seat")
        seat = whole(wanted, 0, 99) if wanted else None
        invitation = field(data, "invitation")
        return sitting_down.sit(
            host_of(request), request.path_params["id"], person, seat, invitation,
            lambda: allowances_of(request).seat(person, tab_of(request).asker),
        )  # fmt: skip

    return _to(await changed_by(request, seated))


async def fill(request: Request) -> Response:
    """Give the free seats to bots."""
    data = await form(request)
    person = somebody(request)
    level = table_setup.known_level(field(data, "level"), (await opened(request)).row.title)
    return _to(await filled(request, person, level))


async def rise(request: Request) -> Response:
    """Leave a game that has not begun."""
    await form(request)
    person = somebody(request)
    await changed_by(request, lambda: sitting_down.rise(host_of(request), request.path_params["id"], person))
    return RedirectResponse("/", 303)


async def remove(request: Request) -> Response:
    """Free a seat of one's own table before play has begun."""
    data = await form(request)
    person, id_, seat = somebody(request), request.path_params["id"], whole(data.get("seat"), 0, 99)
    return _to(await changed_by(request, lambda: sitting_down.remove(host_of(request), id_, person, seat)))


async def shut(request: Request) -> Response:
    """Close one's own table before play has begun."""
    await form(request)
    await closed_by(request, somebody(request))
    return RedirectResponse("/", 303)


async def table(request: Request) -> Response:
    """The table of a game."""
    visitor, host, id_ = visitor_of(request), host_of(request), request.path_params["id"]
    if not request.query_params and host.at_hand(id_) is None:
        person = visitor.person.id if visitor.person else None
        kept = await done(request, LISTS, lambda: host.kept_view(id_, person, visitor.language))
        if kept is not None:
            later = BackgroundTask(_take_up, request)
            return _table(
                request, kept[0], kept[1], later, undo=False, redo=False, orders=0, talk=0, asks=0, cold=True
            )
    live = await opened(request)
    if live.waits_for_people:
        mine = live.seats_of(visitor.person.id if visitor.person else None)
        owner = visitor.person is not None and live.row.owner == visitor.person.id
        told = about(live.row.title, visitor.language)
        invitation = str(request.base_url) + f"games/{live.row.id}"
        invited = request.query_params.get("invitation", "")[:40]
        if live.row.access == INVITED and owner:
            invitation += f"?invitation={sitting_down.invitation_to(host, live.row.id)}"
        elif live.row.access == INVITED and invited:
            invitation += f"?{urlencode({'invitation': invited})}"
        wishes = await done(request, LISTS, lambda: host.storage.wishes_of([live.row.id]))
        people = any(wish.people for wish in wishes.values())
        return page(
            request, "waiting.html", live=live, about=told, mine=mine, owner=owner,
            invitation=invitation, qr=_qr(invitation), invited=invited, people=people,
        )  # fmt: skip

    def made() -> Response:
        ways = _own_facts(request, live)
        view = _drawn(request, live, FRAGMENTS).whole()
        return _table(request, live.row, view, BackgroundTask(_keep, request, live), **ways)

    return await done(request, VIEWS, made, id_)


async def _take_up(request: Request) -> None:
    """Have a game in memory before its page asks for it; where others are in the way, the page will ask."""
    host, id_, tab = host_of(request), request.path_params["id"], tab_of(request)
    with suppress(Busy):
        async with lanes_of(request).line_up(OPENINGS, tab.asker, id_):
            await tab.timed(OPENINGS, lambda: host.take_up(id_))


async def _keep(request: Request, live: LiveGame) -> None:
    """Keep a page that was made; where others are in the way, it is made again another time."""
    host, tab = host_of(request), tab_of(request)
    with suppress(Busy):
        async with lanes_of(request).line_up(CHANGES, tab.asker, live.row.id):
            await tab.timed(CHANGES, lambda: kept_pages.keep(host.storage, live))


def _qr(address: str) -> Markup:
    """An address to be read by a phone's camera; none for one that no code could hold."""
    if len(address) > 300:
        return Markup("")
    return Markup(segno.make(address, error="m").svg_inline(scale=5, border=2, dark="#000", light="#fff"))


def _table(request: Request, row: GameRow, view: View, later: BackgroundTask, **more: Any) -> Response:
    """A table's page, and what is to be done when it is on its way."""
    made, facts = view
    facts = facts | more | {"known": {name: digest(name, fragment) for name, fragment in made.items()}}
    calm = round(host_of(request).settings.calm * 1000)
    answer = page(request, "table.html", fragments=made, facts=facts, title=find_title(row.title), calm=calm)
    answer.background = later
    return answer


def _drawn(request: Request, live: LiveGame, names: Sequence[str]) -> Drawn:
    visitor = visitor_of(request)
    query = request.query_params
    at = query.get("at")
    look = Look(
        live.seat_for(visitor.person.id if visitor.person else None),
        visitor.language,
        whole(at, 0, 10**6) if at else None,
        query.get("run", "")[:20],
        whole(query.get("after"), 0, 10**6) if query.get("after") else None,
        bool(query.get("watch")),
    )
    return drawn_view(live, look, templates(), names)


async def view(request: Request) -> Response:
    """What has changed on a table, for its script: fragments that differ from those it has.

    Where it says what it `shows` of tabs and stage, what lies below is left out; it is asked for when it comes up.
    """
    known = set(request.query_params.get("known", "")[:400].split("."))
    shows = request.query_params.get("shows")
    folded = FOLDED.difference(shows[:200].split(".")) if shows is not None else ()
    names = [name for name in FRAGMENTS if name not in folded]

    def told(live: LiveGame) -> bytes:
        drawn = _drawn(request, live, names)
        digests = {name: drawn.digests[name] for name in names}
        changed = [name for name in names if digests[name] not in known]
        redrawn = live.boards.since(known, digests["board"]) if "board" in changed else None
        if redrawn:
            changed.remove("board")
        facts = drawn.facts | _own_facts(request, live) | {"known": digests}
        parts = {name: drawn.part(name) for name in changed}
        return msgspec.json.encode({"facts": facts, "fragments": parts, "redrawn": redrawn})

    return Response(await seen(request, VIEWS, told), media_type="application/json")


async def act(request: Request) -> Response:
    """Take an action, and what has changed by it: one way to the server and back instead of two."""
    await taken(request)
    return await view(request)


def _own_facts(request: Request, live: LiveGame) -> dict[str, Any]:
    """What is one person's own: what they may take back, what they decided beforehand, what they hear."""
    person = visitor_of(request).person
    return {
        "undo": may_undo(live, person),
        "redo": may_redo(live, person),
        "orders": standing_for(live, person),
        "talk": last_heard(request, live),
        "asks": waiting_for(live, person),
        "clock": clock_facts(live, visitor_of(request).language),
    }


async def hex_choices(request: Request) -> Response:
    """What can be done on one hex; who only looks is told what is there."""
    visitor, hex_ = visitor_of(request), request.path_params["hex"][:8]
    at = request.query_params.get("at")
    move = whole(at, 0, 10**6) if at else None

    def made(live: LiveGame) -> Response:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            if seat is not None and move is None:
                found, looks = hex_menu(live.seen(seat, visitor.language), seat, hex_, visitor.language), False
            else:
                past = None if move is None else min(move, len(live.game.actions))
                found, looks = hex_told(live.seen(seat, visitor.language, past), hex_, visitor.language), True
        note = notes_at(request, live, hex_) if seat is not None else None
        return page(request, "table/hex.html", choices=found, looks=looks, title=live.title, note=note)

    return await seen(request, VIEWS, made)


async def compose(request: Request) -> Response:
    """A run of trains that is being put together: what it comes to, and the board with it."""
    visitor = visitor_of(request)

    def made(live: LiveGame) -> Response:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            if seat is None:
                raise Missing("fault.not_your_seat")
            found = composed(
                live.seen(seat, visitor.language), seat, request.query_params.get("sketch", ""), visitor.language
            )
        menu = str(page(request, "table/run.html", run=found, title=live.title).body, "utf-8")
        return JSONResponse({"menu": menu, "board": found.board, "hexes": found.hexes})

    return await seen(request, PREVIEWS, made)


async def older(request: Request) -> Response:
    """Earlier lines of the log."""
    before = whole(request.query_params.get("before"), 0, 10**6, 0)
    visitor = visitor_of(request)

    def entries(live: LiveGame) -> Response:
        with live.lock:
            seat = live.seat_for(visitor.person.id if visitor.person else None)
            found = log_entries(live, seat, visitor.language, before - 100, before - 1)
        return page(request, "table/entries.html", entries=found, live=live)

    return await seen(request, VIEWS, entries)


async def tiles(request: Request) -> Response:
    """The supply of tiles of a game."""
    language = visitor_of(request).language

    def drawn(live: LiveGame) -> str:
        return draw.game_tiles(live.seen(None, language), draw.look_of(live.title, language))

    svg = await seen(request, EXTRAS, drawn)
    if not svg:
        raise Missing("fault.no_board")
    return Response(svg, media_type="image/svg+xml")


async def export(request: Request) -> Response:
    """A game's file, up to the first action that the visitor's seat may not know yet; with `beside`, also what
    they have written down there and tried out."""
    wanted = bool(request.query_params.get("beside"))
    person, language = visitor_of(request).person, visitor_of(request).language
    if wanted and person and not reads_private(person.scopes):
        raise Forbidden("fault.scope")

    def written(live: LiveGame) -> tuple[str, str]:
        with live.lock:
            bar = barred(live.row)
            if bar:  # the file would name our rules, and could be played on by them
                raise bar
            known = live.game.known(live.seat_for(person.id if person else None))
            if known is None:
                raise Forbidden("fault.secret_file")
            mine = beside.gather(host_of(request), live, person, known) if wanted and person else None
            known.players = live.names(language)
            until = "" if len(known.actions) == len(live.game.actions) else f"-{len(known.actions)}"
        file = known.to_json() if mine is None else beside.written(known.to_json(), mine)
        return file, f"{live.row.title}-{live.row.id}{until}.json"

    file, name = await seen(request, EXTRAS, written)
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(file, media_type="application/json", headers={"content-disposition": disposition})


async def come(request: Request) -> Response:
    """A private link was opened: ask before anything changes."""
    person = await _linked(request)
    if person == visitor_of(request).person:
        return RedirectResponse("/me", 303)
    return page(request, "come.html", person=person)


async def arrive(request: Request) -> Response:
    """Be from now on who the private link belongs to."""
    await form(request)
    visitor = visitor_of(request)
    visitor.person = await _linked(request)
    visitor.key, visitor.fresh = request.path_params["key"], True
    return RedirectResponse("/", 303)


async def _linked(request: Request) -> Person:
    person = await done(request, LISTS, lambda: visitors_of(request).find(request.path_params["key"]))
    if person is None or person.scopes:  # a program's token is no link
        raise Missing("fault.no_link")
    return person


async def prefer(request: Request) -> Response:
    """Language or theme, and back to where one was."""
    what, value = request.path_params["what"], request.path_params["value"]
    if value not in {"language": LANGUAGES, "theme": THEMES}.get(what, ()):
        raise Missing("fault.no_page")
    answer = RedirectResponse(own_page(request.headers.get("referer", ""), request.url.netloc), 303)
    answer.set_cookie(what, value, max_age=YEAR, samesite="lax")
    look = visitor_of(request).look
    if getattr(look, what):  # chosen for all browsers of an account
        await kept_with_account(request, replace(look, **{what: value}))
    return answer
