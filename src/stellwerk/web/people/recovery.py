"""Pages and calls for who has lost a password."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.accounts import LONGEST, SHORTEST
from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.recovery import Recovery
from stellwerk.view.faults import Fault

from .accounts import secret
from .api import open_body
from .render import page
from .request import field, form, visitor_of
from .work import done, tab_of

LONGEST_WHO = 200


def _recovery(request: Request) -> Recovery:
    recovery: Recovery = request.app.state.recovery
    return recovery


async def lost(request: Request) -> Response:
    """The page that asks who it is."""
    asked = "asked" in request.query_params
    return page(request, "lost.html", asked=asked, letters=_recovery(request).writes, longest=LONGEST_WHO)


async def ask(request: Request) -> Response:
    """A letter for somebody; whether there is one is not told."""
    data = await form(request)
    _ask(request, field(data, "who", longest=LONGEST_WHO))
    return RedirectResponse("/lost?asked=1", 303)


def _ask(request: Request, who: str) -> None:
    if not who.strip():
        raise Fault("fault.request")
    _recovery(request).ask(who, visitor_of(request).language, tab_of(request).asker.address)


async def found(request: Request) -> Response:
    """The page behind a letter's link; programs that look at letters use nothing up by looking."""
    account = await done(request, LISTS, lambda: _recovery(request).whose(request.path_params["key"]))
    return page(request, "found.html", name=account.name, low=SHORTEST, high=LONGEST)


async def renew(request: Request) -> Response:
    """Another password by the link."""
    data = await form(request)
    password, address = secret(data.get("password")), tab_of(request).asker.address
    await done(request, CHANGES, lambda: _recovery(request).renew(request.path_params["key"], password, address))
    return RedirectResponse("/enter?recovered=1", 303)


# For programs -------------------------------------------------------------------------------------------------


async def call_ask(request: Request) -> Response:
    """A letter for somebody."""
    data = await open_body(request)
    _ask(request, str(data.get("who") or "")[:LONGEST_WHO])
    return JSONResponse({}, 202)


async def call_renew(request: Request) -> Response:
    """Another password by the key of a letter's link."""
    data = await open_body(request)
    key, password, address = (
        str(data.get("key") or ""),
        secret(data.get("password")),
        tab_of(request).asker.address,
    )
    await done(request, CHANGES, lambda: _recovery(request).renew(key, password, address))
    return JSONResponse({})
