"""What stands between the network and the pages: sizes, rates, visitors, and headers of every answer."""

from __future__ import annotations

import asyncio
import logging
import math
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.host.limits.buckets import LOOKS, Buckets, Crowd, Purses
from stellwerk.host.limits.lanes import LOOKUPS, Asker, Lanes
from stellwerk.host.logs import told_path
from stellwerk.host.people import familiar
from stellwerk.host.people.visitors import COOKIE, Visitor, Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import Person
from stellwerk.view.appearance import read
from stellwerk.view.faults import Busy, Fault, Forbidden, TooLarge, TooMany, Unkept, Unknown
from stellwerk.view.texts import language_for, text
from stellwerk.words import LANGUAGES

from ..people.browsers import browser
from .addresses import neighbourhood, told_by_proxy
from .scopes import opens
from .work import Tab

_log = logging.getLogger(__name__)

CHANGING = frozenset(("POST", "PUT", "PATCH", "DELETE"))
LOOK = "look"
"""The cookie in which a guest's browser keeps how things shall look."""
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
LASTING = f"; Path=/; Max-Age={YEAR}; SameSite=Lax"
HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?", re.ASCII)
TOLD = 2
"""Refusals a second of which a visitor hears at once."""
FEW = 50
"""Requests of a visitor that wait for a refusal: so many more, and each waits as long again."""
UNSEEN = "x-unseen"
"""What pages say with what they ask for while nobody looks at them."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

_HEADERS = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in HEADERS.items()]


class Progress:
    """How far the answer to a request has come."""

    def __init__(self) -> None:
        self.begun = False
        self.since = time.monotonic()
        self.counted: list[str] = []


class Shield:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        visitors: Visitors,
        lanes: Lanes,
        closing: Callable[[], bool],
        count: Callable[[int, float], None] = lambda status, seconds: None,
        purses: Purses | None = None,
    ) -> None:
        self.app, self.settings, self.visitors, self.lanes = app, settings, visitors, lanes
        self.closing, self.count = closing, count
        self._held: Counter[str] = Counter()
        self._purses = purses or Purses(settings.rate, settings.burst)
        self._crowd = Crowd(settings.requests_each, settings.requests_address)
        self._told = Buckets(TOLD, 4 * TOLD)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, find out who asks, pass on, and put the headers on the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self.settings.behind_proxy:
            told_by_proxy(scope, headers)
        visitor, lookup = self._arrived(scope, headers)
        scope.setdefault("state", {})["visitor"] = visitor
        client = scope.get("client")
        asker = _asker(visitor, neighbourhood(client[0] if client else ""))
        progress = Progress()
        send = self._sending(scope, visitor, send, progress)
        try:
            await self._let_in(scope, headers, asker)
            with self._crowd.among(asker) as progress.counted:
                if lookup:
                    visitor.person = await self._looked_up(visitor, _looks(headers), self._tab(scope, asker))
                    asker = _asker(visitor, asker.address)
                if visitor.person and visitor.person.scopes and not visitor.bearer:
                    # A program's token opens so little that whoever a link gave it to could not even leave.
                    visitor.person, visitor.key, visitor.fresh = None, self.visitors.new_key(), True
                _as_chosen(visitor)
                _be_clear(headers, visitor)
                if visitor.person and not opens(visitor.person.scopes, scope["method"], scope["path"]):
                    raise Forbidden("fault.scope")
                scope["state"]["tab"] = self._tab(scope, asker)
                await self.app(scope, self._bounded(scope, receive), send)
        except Fault as fault:
            if progress.begun:
                raise
            if isinstance(fault, Unkept):
                where = told_path(scope["path"])
                _log.error("request %s %s failed: %s", scope["method"], where, fault.values["problem"])
            await refusal(fault, visitor.language)(scope, receive, send)

    def _largest(self, scope: Scope) -> int:
        return self.settings.largest_file if scope["path"].endswith("/import") else self.settings.largest_body

    async def _let_in(self, scope: Scope, headers: Headers, asker: Asker) -> None:
        """Refuse what is too large or too much; who is told so again and again is told late."""
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > self._largest(scope):
            raise TooLarge("fault.too_large", limit=self._largest(scope))
        now, cost = time.monotonic(), 1.0 if scope["method"] in CHANGING else 1 / LOOKS
        fault: Fault | None = None
        if self._crowd.full(asker):
            fault = Busy("fault.busy_requests", limit=self.settings.requests_each)
        elif not self._purses.take(asker, cost, now):
            fault = TooMany("fault.too_many")
            fault.seconds = max(1, math.ceil(self._purses.seconds(asker, now)))
        if fault is not None:
            await self._hold(scope, asker)
            raise fault

    async def _hold(self, scope: Scope, asker: Asker) -> None:
        """Let somebody wait who is refused again and again, as a crowd would come back at once and together."""
        if self._told.take(asker.visitor, time.monotonic()):
            return
        door = scope.get("door")
        if door is not None:
            door.hold(True)
        self._held[asker.visitor] += 1
        try:
            left = self.settings.hold * random.uniform(0.5, 1.5) * (1 + self._held[asker.visitor] / FEW)
            while left > 0 and not self.closing():  # nobody is to be waited for when the server stops
                await asyncio.sleep(min(1.0, left))
                left -= 1.0
        finally:
            self._held[asker.visitor] -= 1
            if not self._held[asker.visitor]:
                del self._held[asker.visitor]
        if door is not None:
            door.hold(False)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Count what comes in: a length that was not told is no way around the limit."""
        largest, got = self._largest(scope), 0

        async def bounded() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got <= largest:
                return message
            scope["state"]["too_large"] = largest  # whoever reads it says so; a stream just ends
            return {"type": "http.disconnect"}

        return bounded

    def _arrived(self, scope: Scope, headers: Headers) -> tuple[Visitor, bool]:
        """Who asks, as far as that is known without the storage, and whether it must be asked."""
        cookies = _cookies(headers.get("cookie", ""))
        scheme, _, token = headers.get("authorization", "").partition(" ")
        bearer = scheme.lower() == "bearer" and bool(token)
        key = token.strip() if bearer else cookies.get(COOKIE, "")
        possible = 16 <= len(key) <= 128
        fresh = not possible and not bearer and not scope["path"].startswith("/api")
        at_hand, person = self.visitors.at_hand(key, _looks(headers)) if possible else (True, None)
        if not possible:
            key = self.visitors.new_key()
        language = cookies.get("language", "")
        if language not in LANGUAGES:
            language = language_for(headers.get("accept-language", ""))
        theme = cookies.get("theme", "auto")
        label = browser(headers.get("user-agent", ""))
        shade = theme if theme in THEMES else "auto"
        kept, look = cookies.get(familiar.COOKIE, ""), read(cookies.get(LOOK, ""))
        visitor = Visitor(key, person, language, shade, fresh, bearer, label, kept, look=look)
        return visitor, not at_hand and not scope["path"].startswith("/static/")

    def _tab(self, scope: Scope, asker: Asker) -> Tab:
        return Tab(asker, self._purses, lambda: self._hold(scope, asker))

    async def _looked_up(self, visitor: Visitor, looks: bool, tab: Tab) -> Person | None:
        async with await tab.turn(self.lanes, LOOKUPS):
            return await tab.timed(LOOKUPS, lambda: self.visitors.find(visitor.key, looks))

    def _sending(self, scope: Scope, visitor: Visitor, send: Send, progress: Progress) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                progress.begun = True
                self.count(message["status"], time.monotonic() - progress.since)
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/event-stream"):
                    self._crowd.leave(progress.counted)  # streams have limits of their own
                set_already = {name for name, _ in headers.raw}
                headers.raw.extend(each for each in _HEADERS if each[0] not in set_already)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
                    if visitor.fresh:
                        headers.append("set-cookie", f"{COOKIE}={visitor.key}; HttpOnly{LASTING}")
                    if visitor.keeps:
                        headers.append("set-cookie", f"{familiar.COOKIE}={visitor.keeps}; HttpOnly{LASTING}")
                if self.settings.secure_cookies or scope["scheme"] == "https":
                    _secure(headers)
            await send(message)

        return sending


def _looks(headers: Headers) -> bool:
    """Whether somebody looks at the page that asks, as far as it says so."""
    return UNSEEN not in headers


def _as_chosen(visitor: Visitor) -> None:
    """What somebody has chosen for their account holds in every browser."""
    if visitor.person is None or not visitor.person.account or visitor.bearer:
        return
    visitor.look = read(visitor.person.look)
    visitor.language = visitor.look.language or visitor.language
    visitor.theme = visitor.look.theme or visitor.theme


def _secure(headers: MutableHeaders) -> None:
    """Cookies that go over HTTPS only."""
    for place, (name, value) in enumerate(headers.raw):
        if name == b"set-cookie":
            headers.raw[place] = (name, value + b"; Secure")


def _asker(visitor: Visitor, address: str) -> Asker:
    """Whom limits count: a person; those who have no name yet count as their address."""
    return Asker(f"#{visitor.person.id}" if visitor.person else address, address)


def _be_clear(headers: Headers, visitor: Visitor) -> None:
    """Refuse what cannot be answered: a token that nobody holds, or a server's name that is none."""
    if visitor.bearer and visitor.person is None:
        raise Unknown("fault.token")
    if not HOST.fullmatch(headers.get("host", "none")):
        raise Fault("fault.request")


def refusal(fault: Fault, language: str) -> JSONResponse:
    """A fault as an answer."""
    said = text(fault.key, language, **fault.values)
    return JSONResponse({"error": said, "key": fault.key} | fault.beside, fault.status, fault.headers)


def _cookies(header: str) -> dict[str, str]:
    if not header:
        return {}
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
