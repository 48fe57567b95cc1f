"""The page on which people choose how things look, and the sheet that comes of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES
from stellwerk.view.appearance import CHOICES, USUAL_COLOURS, Appearance, of, read, sheet

from ..door.middleware import LOOK, YEAR
from ..door.work import done
from ..render import page
from ..request import field, form, host_of, visitor_of, visitors_of


async def settings(request: Request) -> Response:
    """All that can be chosen."""
    told = "saved" in request.query_params
    return page(request, "settings.html", choices=CHOICES, colours=list(USUAL_COLOURS), told=told)


async def choose(request: Request) -> Response:
    """See things so from now on: with an account everywhere, as a guest in this browser."""
    data = await form(request)
    wanted = {name: field(data, name, longest=20) for name in (*CHOICES, *USUAL_COLOURS)}
    chosen = Appearance() if field(data, "usual") else of(wanted)
    answer = RedirectResponse("/settings?saved=1", 303)
    if not await kept_with_account(request, chosen):
        answer.set_cookie(LOOK, chosen.told(), max_age=YEAR, samesite="lax", httponly=True)
        for name in ("theme", "language"):
            if getattr(chosen, name):
                answer.set_cookie(name, getattr(chosen, name), max_age=YEAR, samesite="lax")
    return answer


async def kept_with_account(request: Request, chosen: Appearance) -> bool:
    """Keep it for whoever has an account; whether they have one."""
    person = visitor_of(request).person
    if person is None or not person.account:
        return False

    def kept() -> None:
        host_of(request).storage.set_look(person.id, chosen.told())
        visitors_of(request).forget([person.id])

    await done(request, CHANGES, kept)
    return True


async def colours(request: Request) -> Response:
    """A sheet of colours; it says in its address what is in it."""
    chosen = read(request.query_params.get("look", ""))
    headers = {"cache-control": "public, max-age=3600"}
    return Response(sheet(chosen), media_type="text/css", headers=headers)
