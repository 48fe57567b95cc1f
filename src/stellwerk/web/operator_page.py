"""The page of those who look after the place. For everybody else it is an address at which there is nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.limits.quotas import LEAST, MOST, OWN
from stellwerk.host.operator import OnPage
from stellwerk.host.storage.rows import FINISHED, OPEN, RUNNING, UNLISTED, Person
from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Fault, Missing

from .door.work import done
from .render import page
from .request import field, form, host_of, visitor_of, whole

SHOWN = 40
"""Rows of each list."""
LONGEST = 500
DAY = 86400.0
_Fields = Callable[[str], str]


class OperatorsDoor:
    """Answers as if there were nothing here, by whatever method and below whatever address, unless it is one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An answer."""
        request = Request(scope, receive)
        answer = await self._answer(request)
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        person, rest = visitor_of(request).person, request.url.path.removeprefix("/operator")
        if person is None or not person.account or person.scopes:
            raise HTTPException(404)
        storage = host_of(request).storage
        if not await done(request, LISTS, lambda: storage.is_operator(person.id)):
            raise HTTPException(404)
        if request.method == "POST" and rest[1:] in ACTS:
            return await _act(request, person, rest[1:])
        if request.method not in ("GET", "HEAD") or rest:
            raise HTTPException(404)
        return await _page(request, person)


async def _page(request: Request, person: Person) -> Response:
    query = request.query_params
    status, like = query.get("status", RUNNING), query.get("people", "")[:100]
    if status not in (OPEN, RUNNING, FINISHED):
        status = RUNNING

    def made() -> Response:
        host = host_of(request)
        storage, limits = host.storage, {name: getattr(host.quotas, name) for name in OWN}
        people = storage.people_called(like, SHOWN)
        reports = storage.reports()[:SHOWN]
        named = {one for report in reports for one in (report.person, report.about) if one is not None}
        names = {one: "".join(known.name for known in storage.people_called(str(one), 1)) for one in named}
        games = OnPage(storage, person.name).games(status, SHOWN)
        unlisted = storage.noted("unlist", [row.id for row in games if row.access == UNLISTED])
        return page(
            request, "operator.html", told="done" in query, like=like, chosen=status, people=people, names=names,
            reports=reports, games=games, unlisted=unlisted,
            announcements=storage.announced(time.time()), limits=limits,
            usual={name: getattr(host.settings.quotas, name) for name in OWN}, least=LEAST, most=MOST,
            counted=dict.fromkeys((OPEN, RUNNING, FINISHED), 0) | storage.counted(),
            notes=storage.notes(limit=SHOWN), longest=LONGEST, statuses=(OPEN, RUNNING, FINISHED),
            moment=lambda at: time.strftime("%Y-%m-%d %H:%M", time.gmtime(at)),
        )  # fmt: skip

    return await done(request, LISTS, made)


async def _act(request: Request, person: Person, what: str) -> Response:
    data = await form(request)

    def told(name: str) -> str:
        return field(data, name, longest=LONGEST + 1)

    def acted() -> None:
        try:
            ACTS[what](OnPage(host_of(request).storage, person.name), told)
        except Fault:
            raise
        except StellwerkError:  # a sentence for the command line
            raise Missing("fault.no_account_of") from None
        request.app.state.bulletin.look()

    await done(request, CHANGES, acted)
    return RedirectResponse("/operator?done=1", 303)


def _announce(acts: OnPage, told: _Fields) -> None:
    english, german = told("english").strip(), told("german").strip()
    if not all(0 < len(words) <= LONGEST for words in (english, german)):
        raise Fault("fault.announcement")
    acts.announce(english, german, time.time() + whole(told("days"), 1, 365) * DAY)


def _limit(acts: OnPage, told: _Fields) -> None:
    most = told("most").strip()
    acts.limit(told("limit"), whole(most, LEAST, MOST) if most else None, told("why"))


def _numbered(told: _Fields) -> int:
    return whole(told("number"), 0, 10**9)


ACTS: dict[str, Callable[[OnPage, _Fields], object]] = {
    "suspend": lambda acts, told: acts.suspend(str(_numbered(told)), told("why")),
    "readmit": lambda acts, told: acts.readmit(str(_numbered(told)), told("why")),
    "program": lambda acts, told: acts.mark(str(_numbered(told)), True, told("why")),
    "person": lambda acts, told: acts.mark(str(_numbered(told)), False, told("why")),
    "unlist": lambda acts, told: acts.unlist(told("game"), told("why")),
    "relist": lambda acts, told: acts.relist(told("game"), told("why")),
    "looked-at": lambda acts, told: acts.close_report(_numbered(told), told("why")),
    "announce": _announce,
    "limit": _limit,
    "withdraw": lambda acts, told: acts.withdraw(_numbered(told)),
}
