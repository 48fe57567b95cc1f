"""Learning pages, and lessons that begin, end, and are come back to."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.bots import usual_level
from stellwerk.host import moves
from stellwerk.host.host import Host
from stellwerk.host.limits.lanes import CHANGES
from stellwerk.host.live import LiveGame, public_result
from stellwerk.host.storage.rows import BOT, PERSON, RUNNING, GameRow, Person, Seat
from stellwerk.host.tables.table_setup import DOWN_THE_LINE, known_title
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Forbidden, Missing, Stale
from stellwerk.view.learning import leaf
from stellwerk.view.lessons import Course, course_of
from stellwerk.view.names import GUEST, unlike

from ..door.work import done, opened, tab_of, welcomed
from ..render import page
from ..request import allowances_of, body, field, form, host_of, somebody, visitor_of


def learning_page(name: str) -> Callable[[Request], Awaitable[Response]]:
    """What answers for the pages of this name, of every title."""

    async def answer(request: Request) -> Response:
        title = known_title(request.path_params["title"])
        found = leaf(title, name, visitor_of(request).language)
        return page(request, "learn.html", title=find_title(title), here=name, leaf=found)

    return answer


async def begin(request: Request) -> Response:
    """Lay out a title's lesson."""
    title = known_title(field(await form(request), "title"))
    host = host_of(request)

    def begun() -> LiveGame:
        course = course_of(title)
        if course is None:
            raise Missing("fault.no_lesson")
        person = welcomed(request, "")
        places = places_of(person, title, course)
        allowances_of(request).new_game(person, tab_of(request).asker, places)
        return lay_out(host, person, title, course)

    live = await done(request, CHANGES, begun)
    return RedirectResponse(f"/games/{live.row.id}", 303)


async def end(request: Request) -> Response:
    """Go on without the lesson: the game stays and bots decide for themselves."""
    await body(request)
    learner, live = somebody(request), await opened(request)
    await done(request, CHANGES, lambda: _end(host_of(request), live.row.id, learner), live.row.id)
    return JSONResponse({})


async def come_back(request: Request) -> Response:
    """Take back what led away from the lesson."""
    await body(request)
    learner, live = somebody(request), await opened(request)
    await done(request, CHANGES, lambda: _come_back(host_of(request), live.row.id, learner), live.row.id)
    return JSONResponse({})


def places_of(learner: Person, title: str, course: Course) -> tuple[Seat, ...]:
    """Who sits where in a lesson."""
    lesson, level = course.lesson, usual_level(find_title(title))
    names = unlike(
        [
            (learner.name or GUEST) if seat == lesson.seat else DOWN_THE_LINE[seat % len(DOWN_THE_LINE)]
            for seat in range(lesson.players)
        ]
    )
    return tuple(
        Seat(seat, PERSON, name, learner.id, program=learner.program)
        if seat == lesson.seat
        else Seat(seat, BOT, name, None, level)
        for seat, name in enumerate(names)
    )


def lay_out(host: Host, learner: Person, title: str, course: Course) -> LiveGame:
    """A game with the moves that have been made when a lesson begins."""
    lesson, places = course.lesson, places_of(learner, title, course)
    names = [place.name for place in places]
    known = find_title(title)
    game = new_game(known, names, lesson.options, lesson.seed)
    for action in course.actions[: course.begun]:
        game.play(action)
    now = time.time()
    row = GameRow(
        host.place.new_id(), title, known.rules_version, game.options, lesson.seed, learner.id, RUNNING, now,
        now, public_result(game), places,
    )  # fmt: skip
    host.storage.add_game(row, [msgspec.json.encode(action) for action in game.actions], lesson=True)
    return host.open(row.id)


def _end(host: Host, id_: str, learner: Person) -> None:
    with host.held(id_) as live:
        _taught(live, learner)
        host.storage.end_lesson(id_)
        live.course = None
        live.version += 1
        live.memo.clear()
        live.kept.clear()
    _told(host, live)


def _come_back(host: Host, id_: str, learner: Person) -> None:
    with host.held(id_) as live:
        course = _taught(live, learner)
        keep = course.common(live.game.actions)
        if live.closed or keep < live.game.irrevocable or keep == len(live.game.actions):
            raise live.closed or Stale("fault.no_undo")
        moves.take_back(host.storage, live, keep)
    _told(host, live)


def _taught(live: LiveGame, learner: Person) -> Course:
    if live.course is None or live.course.seat not in live.seats_of(learner.id):
        raise Forbidden("fault.no_lesson")
    return live.course


def _told(host: Host, live: LiveGame) -> None:
    host.news.tell(live)
    host.drive(live)
