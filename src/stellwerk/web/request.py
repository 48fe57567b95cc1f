"""Reading requests: who asks, what they sent, and whether it came from one of our pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from stellwerk.host.host import Host
from stellwerk.host.imports.importing import Imports
from stellwerk.host.limits.quotas import Allowances
from stellwerk.host.people.visitors import Visitor, Visitors
from stellwerk.host.storage.rows import Person
from stellwerk.view.faults import Fault, Forbidden

DEEPEST = 12


def visitor_of(request: Request) -> Visitor:
    """Who asks."""
    visitor: Visitor = request.scope["state"]["visitor"]
    return visitor


def somebody(request: Request) -> Person:
    """Who asks, where that must be a person."""
    person = visitor_of(request).person
    if person is None:
        raise Forbidden("fault.nobody")
    return person


def host_of(request: Request) -> Host:
    """The games."""
    host: Host = request.app.state.host
    return host


def imports_of(request: Request) -> Imports:
    """The reading of files."""
    imports: Imports = request.app.state.imports
    return imports


def visitors_of(request: Request) -> Visitors:
    """The people."""
    visitors: Visitors = request.app.state.visitors
    return visitors


def allowances_of(request: Request) -> Allowances:
    """What people may take up."""
    allowances: Allowances = request.app.state.allowances
    return allowances


def _vouch(request: Request, token: str | None) -> None:
    if not visitors_of(request).vouched(visitor_of(request), token):
        raise Forbidden("fault.csrf")


async def form(request: Request) -> FormData:
    """A form that came from one of our pages."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        raise Fault("fault.form")
    try:
        data = await request.form(max_files=1, max_fields=100)
    except UnicodeError:  # an alphabet of the sender's choice that cannot be read
        raise Fault("fault.form") from None
    token = data.get("csrf")
    try:
        _vouch(request, token if isinstance(token, str) else None)
    except Forbidden:
        await data.close()
        raise
    return data


def field(data: FormData, name: str, default: str = "", longest: int = 200) -> str:
    """A text of a form, cut to what is sensible."""
    value = data.get(name, default)
    return value[:longest] if isinstance(value, str) else default


async def upload(data: FormData, name: str) -> bytes:
    """What is in a file of a form."""
    value = data.get(name)
    if not isinstance(value, UploadFile):
        raise Fault("fault.no_file")
    content = await value.read()
    await data.close()
    return content


async def body(request: Request) -> dict[str, Any]:
    """A JSON object whose sender holds a bearer token or the page's own token."""
    _vouch(request, request.headers.get("x-csrf"))
    raw = await request.body()
    if raw.count(b"[") + raw.count(b"{") > 2000:
        raise Fault("fault.json")
    try:
        data = msgspec.json.decode(raw or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Fault("fault.json") from None
    if not isinstance(data, dict):
        raise Fault("fault.json")
    return data


def own_page(address: str, host: str) -> str:
    """Where on this very server somebody was; the lobby when they were anywhere else.

    >>> own_page("http://here/games/a?at=3", "here"), own_page("http://here//evil.example/", "here")
    ('/games/a?at=3', '/evil.example/')
    >>> own_page("http://evil.example/", "here"), own_page("http://[", "here")
    ('/', '/')
    """
    try:
        there = urlsplit(address)
    except ValueError:
        return "/"
    if there.netloc != host or there.scheme not in ("http", "https"):
        return "/"
    path = "/" + there.path.lstrip("/\\")  # two slashes would name another server
    return f"{path}?{there.query}" if there.query else path


def whole(value: Any, low: int, high: int, default: int | None = None) -> int:
    """A whole number within bounds, from a query or from JSON."""
    if value is None and default is not None:
        return default
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Fault("fault.number", low=low, high=high)
    return value
