"""Calls of the pages on which somebody makes a passkey, comes in by one, or lets one go."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES
from stellwerk.host.people.passkeys import Passkeys
from stellwerk.host.storage.rows import Person

from ..door.work import done
from ..request import body, field, form, visitor_of
from .accounts import come_in, owner


def passkeys_of(request: Request) -> Passkeys:
    """The passkeys."""
    passkeys: Passkeys = request.app.state.passkeys
    return passkeys


async def to_make(request: Request) -> Response:
    """What the browser needs to make one."""
    await body(request)
    person = owner(request)
    return JSONResponse(await done(request, CHANGES, lambda: passkeys_of(request).to_make(person)))


async def make(request: Request) -> Response:
    """Keep one that the browser has made; by what somebody came stands in the list."""
    data = await body(request)
    person, label = owner(request), visitor_of(request).label
    await done(request, CHANGES, lambda: passkeys_of(request).make(person, data.get("credential"), label))
    return JSONResponse({"url": "/me?saved=1"}, 201)


async def to_enter(request: Request) -> Response:
    """What the browser needs to come in by one."""
    await body(request)
    return JSONResponse(await done(request, CHANGES, lambda: passkeys_of(request).to_enter()))


async def enter(request: Request) -> Response:
    """Come in by one."""
    data = await body(request)
    visitor = visitor_of(request)

    def came() -> tuple[str, Person]:
        key, person = passkeys_of(request).enter(data.get("credential"), visitor.label)
        come_in(request, person)
        return key, person

    key, person = await done(request, CHANGES, came)
    visitor.key, visitor.person, visitor.fresh = key, person, True
    return JSONResponse({"url": "/"})


async def end(request: Request) -> Response:
    """Let one go."""
    data = await form(request)
    person = owner(request)
    await done(request, CHANGES, lambda: passkeys_of(request).end(person, field(data, "passkey", longest=1400)))
    return RedirectResponse("/me?saved=1", 303)
