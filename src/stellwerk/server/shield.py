"""What stands between the network and the pages: sizes, rates, visitors, and headers of every answer."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.words import LANGUAGES

from .addresses import neighbourhood, told_by_proxy
from .faults import TooLarge, Unkept
from .settings import Settings
from .texts import language_for, text
from .visitors import COOKIE, Visitor, Visitors

CHANGING = frozenset(("POST", "PUT", "PATCH", "DELETE"))
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
LASTING = f"; Path=/; Max-Age={YEAR}; SameSite=Lax"
HOST = re.compile(r"([\w.-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?", re.ASCII)
LOOKS = 8
"""Looking is so much cheaper than changing."""

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


class Buckets:
    """How much each visitor may still ask for: it fills up again at a steady rate.

    >>> buckets = Buckets(rate=1, burst=2)
    >>> [buckets.take("ada", now) for now in (0, 0, 0, 1)]
    [True, True, False, True]
    """

    def __init__(self, rate: float, burst: int, kept: int = 10_000) -> None:
        self.rate, self.burst, self.kept = rate, burst, kept
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        """Whether one more is granted."""
        level, since = self._levels.pop(who, (float(self.burst), now))
        level = min(self.burst, level + (now - since) * self.rate)
        granted = level >= 1
        self._levels[who] = (level - granted, now)
        if len(self._levels) > self.kept:
            self._levels.popitem(last=False)
        return granted


class Shield:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, visitors: Visitors) -> None:
        self.app, self.settings, self.visitors = app, settings, visitors
        self._changes = Buckets(settings.rate, settings.burst)
        self._looks = Buckets(settings.rate * LOOKS, settings.burst * LOOKS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, find out who asks, pass on, and put the headers on the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self.settings.behind_proxy:
            told_by_proxy(scope, headers)
        try:
            visitor = await self._visitor(scope, headers)
        except Unkept as fault:
            language = language_for(headers.get("accept-language", ""))
            told = {"error": text(fault.key, language, **fault.values), "key": fault.key}
            await JSONResponse(told, fault.status, HEADERS)(scope, receive, send)
            return
        scope.setdefault("state", {})["visitor"] = visitor
        send = self._sending(scope, visitor, send)
        refusal = self._too_much(scope, headers) or _unclear(headers, visitor)
        if refusal:
            status, key = refusal
            more = {"www-authenticate": "Bearer"} if status == 401 else None
            said = text(key, visitor.language, limit=self._largest(scope))
            answer = JSONResponse({"error": said, "key": key}, status, more)
            await answer(scope, receive, send)
            return
        await self.app(scope, self._bounded(scope, receive), send)

    def _largest(self, scope: Scope) -> int:
        return self.settings.largest_file if scope["path"].endswith("/import") else self.settings.largest_body

    def _too_much(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > self._largest(scope):
            return 413, "fault.too_large"
        client = scope.get("client")
        buckets = self._changes if scope["method"] in CHANGING else self._looks
        if not buckets.take(neighbourhood(client[0] if client else ""), time.monotonic()):
            return 429, "fault.too_many"
        return None

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Count what comes in: a length that was not told is no way around the limit."""
        largest, got = self._largest(scope), 0

        async def bounded() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > largest:
                raise TooLarge("fault.too_large", limit=largest)
            return message

        return bounded

    async def _visitor(self, scope: Scope, headers: Headers) -> Visitor:
        cookies = _cookies(headers.get("cookie", ""))
        scheme, _, token = headers.get("authorization", "").partition(" ")
        bearer = scheme.lower() == "bearer" and bool(token)
        key = token.strip() if bearer else cookies.get(COOKIE, "")
        known = 16 <= len(key) <= 128
        person = await run_in_threadpool(self.visitors.find, key) if known else None
        fresh = not known and not bearer and not scope["path"].startswith("/api")
        if not known:
            key = self.visitors.new_key()
        language = cookies.get("language", "")
        if language not in LANGUAGES:
            language = language_for(headers.get("accept-language", ""))
        theme = cookies.get("theme", "auto")
        return Visitor(key, person, language, theme if theme in THEMES else "auto", fresh, bearer)

    def _sending(self, scope: Scope, visitor: Visitor, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
                    if visitor.fresh:
                        headers.append("set-cookie", f"{COOKIE}={visitor.key}; HttpOnly{LASTING}")
                if self.settings.secure_cookies or scope["scheme"] == "https":
                    _secure(headers)
            await send(message)

        return sending


def _secure(headers: MutableHeaders) -> None:
    """Cookies that go over HTTPS only."""
    for place, (name, value) in enumerate(headers.raw):
        if name == b"set-cookie":
            headers.raw[place] = (name, value + b"; Secure")


def _unclear(headers: Headers, visitor: Visitor) -> tuple[int, str] | None:
    """What cannot be answered: a token that nobody holds, or a server's name that is none."""
    if visitor.bearer and visitor.person is None:
        return 401, "fault.token"
    if not HOST.fullmatch(headers.get("host", "none")):
        return 400, "fault.request"
    return None


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
