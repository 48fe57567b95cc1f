"""Browsers that want to be told of one's turn while no page is open."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES
from stellwerk.view.faults import Missing

from ..bundle import STATIC
from ..door.work import done
from ..request import body, field, form, host_of, visitor_of
from .accounts import accounts_of, notices_of, owner


async def keep(request: Request) -> Response:
    """Tell me in this browser."""
    data = await body(request)
    person, visitor, told = owner(request), visitor_of(request), notices_of(request)

    def kept() -> None:
        accounts_of(request).of(person)
        told.push_to(person, data.get("endpoint"), data.get("keys"), visitor.label, visitor.language)

    await done(request, CHANGES, kept)
    return JSONResponse({"url": "/me?saved=1"}, 201)


async def end(request: Request) -> Response:
    """No more in that one."""
    data = await form(request)
    person, digest = owner(request), field(data, "browser")
    if not await done(request, CHANGES, lambda: host_of(request).storage.end_push(person.id, digest)):
        raise Missing("fault.no_browser")
    return RedirectResponse("/me?saved=1", 303)


async def worker(request: Request) -> Response:
    """The script that a browser keeps to show messages; it stands at the top so that it is for all pages."""
    script = (STATIC / "worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})
