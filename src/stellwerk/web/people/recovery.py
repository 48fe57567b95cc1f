"""Pages and calls for who has lost a password."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.people.accounts import LONGEST, SHORTEST
from stellwerk.host.people.recovery import Recovery
from stellwerk.host.storage.people.passkey_rows import Passkey
from stellwerk.view.faults import Fault

from ..api import open_body
from ..door.work import done, tab_of
from ..render import page
from ..request import field, form, host_of, visitor_of
from .accounts import secret

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

    def whose() -> tuple[str, list[Passkey]]:
        account = _recovery(request).whose(request.path_params["key"])
        return account.name, host_of(request).storage.passkeys_of(account.person)

    name, passkeys = await done(request, LISTS, whose)
    return page(request, "found.html", name=name, low=SHORTEST, high=LONGEST, passkeys=passkeys)


async def renew(request: Request) -> Response:
    """Another password by the link."""
    data = await form(request)
    password, address = secret(data.get("password")), tab_of(request).asker.address
    key, keep = request.path_params["key"], bool(field(data, "keep"))
    await done(request, CHANGES, lambda: _recovery(request).renew(key, password, address, keep))
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
    keep = data.get("keep_passkeys") is True
    await done(request, CHANGES, lambda: _recovery(request).renew(key, password, address, keep))
    return JSONResponse({})
