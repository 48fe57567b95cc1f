"""Pages and calls of accounts: making one, coming in and out, password, sessions, going."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.notices.notices import Notices
from stellwerk.host.people.accounts import LONGEST, SHORTEST, Accounts
from stellwerk.host.people.passkeys import Passkeys
from stellwerk.host.people.visitors import clean_name
from stellwerk.host.storage.people.notice_rows import Notice
from stellwerk.host.storage.rows import TOKEN, Account, Key, Person
from stellwerk.view.faults import Fault, Forbidden, Missing

from ..api import open_body
from ..door.scopes import SCOPES, known_scopes
from ..door.work import done, tab_of, welcomed
from ..render import page
from ..request import allowances_of, body, field, form, host_of, somebody, visitor_of, visitors_of

DONE = ("renewed", "saved", "ended", "made", "asked", "confirmed")
"""What a page may say was done."""


def accounts_of(request: Request) -> Accounts:
    """The accounts."""
    accounts: Accounts = request.app.state.accounts
    return accounts


def owner(request: Request) -> Person:
    """Who asks, by a key that opens everything: a program's token does not change an account."""
    person = somebody(request)
    if person.scopes:
        raise Forbidden("fault.scope")
    return person


async def me(request: Request) -> Response:
    """Who I am here, my account and where I am signed in."""
    return await _me(request)


async def _me(request: Request, link: str = "", token: str = "") -> Response:
    person = visitor_of(request).person

    def found() -> tuple[Account | None, list[Key]]:
        if person is None or not person.account:
            return None, []
        return accounts_of(request).of(person), accounts_of(request).sessions(person)

    account, keys = await done(request, LISTS, found)
    storage = host_of(request).storage
    blocked = await done(request, LISTS, lambda: storage.blocked_by(person.id) if person else {})
    notice = await done(request, LISTS, lambda: storage.notice(person.id)) if person else Notice(0)
    operator = account is not None and await done(request, LISTS, lambda: storage.is_operator(account.person))
    profile = await done(request, LISTS, lambda: storage.profile(person.id)) if person else None
    letters = notices_of(request).mailer is not None
    passkeys: Passkeys = request.app.state.passkeys
    mine = await done(request, LISTS, lambda: passkeys.of(person)) if person and account else []
    browsers = await done(request, LISTS, lambda: storage.pushes_of(person.id)) if person and account else []
    sender = notices_of(request).sender
    told = next((word for word in DONE if word in request.query_params), "")
    here = visitors_of(request).handle(visitor_of(request))
    return page(
        request,
        "me.html",
        blocked=blocked,
        operator=operator,
        profile=profile,
        notice=notice,
        letters=letters,
        passkeys=mine,
        may_passkey=passkeys.there,
        browsers=browsers,
        push_key=sender.public if account and sender.there else "",
        new_token=token,
        scopes=SCOPES,
        link=link,
        told=told,
        account=account,
        keys=keys,
        here=here,
        low=SHORTEST,
        high=LONGEST,
    )


async def change_me(request: Request) -> Response:
    """Another name, or a private link."""
    data = await form(request)
    visitor, name = visitor_of(request), field(data, "name")

    def changed() -> Person:
        if visitor.person is not None and visitor.person.account:
            if name and name != visitor.person.name:
                visitor.person = accounts_of(request).rename(owner(request), name)
            return visitor.person
        return welcomed(request, name)

    person = await done(request, CHANGES, changed)
    if field(data, "link"):
        owner(request)
        key = await done(request, CHANGES, lambda: visitors_of(request).link_key(person))
        return await _me(request, f"{request.base_url}come/{key}")
    return RedirectResponse("/me?saved=1", 303)


async def renew(request: Request) -> Response:
    """Revoke all private links and sign other browsers out; this one stays."""
    await form(request)
    person = owner(request)

    def renewed() -> None:
        visitors_of(request).renew(visitor_of(request), person)
        if person.account:
            come_in(request, person)

    await done(request, CHANGES, renewed)
    return RedirectResponse("/me?renewed=1", 303)


async def register(request: Request) -> Response:
    """An account for whoever is a guest here, or was nobody yet."""
    data = await form(request)
    name, password, program = field(data, "name"), secret(data.get("password")), bool(field(data, "program"))
    await done(request, CHANGES, lambda: _registered(request, name, password, field(data, "email"), program))
    return RedirectResponse("/me?made=1", 303)


def _registered(request: Request, name: str, password: str, email: str, program: bool) -> Person:
    """Somebody with an account; who was nobody yet becomes a guest without a name first."""
    address = tab_of(request).asker.address
    person = welcomed(request, "")
    found = accounts_of(request).register(person, name, password, email, address, program)
    visitor_of(request).person = found
    come_in(request, found)
    return found


def come_in(request: Request, person: Person) -> None:
    """Have the browser prove from now on that it came in to this account before; programs keep no cookies."""
    visitor = visitor_of(request)
    if not visitor.bearer:
        visitor.keeps = accounts_of(request).familiar.note(visitor.kept, person.id)


async def mark(request: Request) -> Response:
    """Say that a program plays by my account, or a person again."""
    data = await form(request)
    await done(request, CHANGES, lambda: accounts_of(request).mark(_with_account(request), "program" in data))
    return RedirectResponse("/me?saved=1", 303)


def _with_account(request: Request) -> Person:
    person = owner(request)
    accounts_of(request).of(person)
    return person


def secret(value: object) -> str:
    """A password as it came; one that is too long is not cut, or its beginning would do."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Fault("fault.password_length", low=SHORTEST, high=LONGEST)
    return value


async def entrance(request: Request) -> Response:
    """The page to come in by."""
    return _entrance(request)


def _entrance(request: Request, status: int = 200, wrong: str = "", name: str = "") -> Response:
    letters, recovered = request.app.state.recovery.writes, "recovered" in request.query_params
    passkeys: Passkeys = request.app.state.passkeys
    return page(
        request,
        "enter.html",
        status,
        wrong=wrong,
        name=name,
        letters=letters,
        recovered=recovered,
        may_passkey=passkeys.there,
    )


async def enter(request: Request) -> Response:
    """Come in by name and password."""
    data = await form(request)
    visitor, name = visitor_of(request), field(data, "name")
    try:
        key, person = await _entered(request, name, data.get("password"), keep=True)
    except Forbidden as fault:
        return _entrance(request, fault.status, fault.key, name)
    visitor.key, visitor.person, visitor.fresh = key, person, True
    return RedirectResponse("/", 303)


async def _entered(request: Request, name: str, password: object, keep: bool) -> tuple[str, Person]:
    if not isinstance(password, str):
        raise Fault("fault.password_length", low=SHORTEST, high=LONGEST)
    address, visitor = tab_of(request).asker.address, visitor_of(request)

    def came() -> tuple[str, Person]:
        key, person = accounts_of(request).enter(name, password, address, visitor.label, visitor.kept)
        if keep:
            come_in(request, person)
        return key, person

    return await done(request, CHANGES, came)


async def leave(request: Request) -> Response:
    """Go out of this browser."""
    await form(request)
    visitor = visitor_of(request)
    await done(request, CHANGES, lambda: visitors_of(request).leave(visitor))
    return RedirectResponse("/", 303)


async def change_password(request: Request) -> Response:
    """Another password; this browser stays, all others must come in again."""
    data = await form(request)
    old, new = (secret(data.get(name)) for name in ("old", "password"))
    await done(request, CHANGES, lambda: _password_changed(request, old, new))
    return RedirectResponse("/me?renewed=1", 303)


def _password_changed(request: Request, old: str, new: str) -> None:
    person = owner(request)
    accounts_of(request).change_password(visitor_of(request), person, old, new)
    come_in(request, person)


async def change_email(request: Request) -> Response:
    """Another address, or none."""
    data = await form(request)
    person, password = owner(request), secret(data.get("password"))
    change = accounts_of(request).change_email
    await done(request, CHANGES, lambda: change(person, field(data, "email", longest=1000), password))
    return RedirectResponse("/me?saved=1", 303)


def notices_of(request: Request) -> Notices:
    """What tells people of their turn."""
    notices: Notices = request.app.state.notices
    return notices


async def change_notices(request: Request) -> Response:
    """How to be told of one's turn."""
    data = await form(request)
    person, language = owner(request), visitor_of(request).language

    def changed() -> bool:
        account = accounts_of(request).of(person)
        if field(data, "email"):
            allowances_of(request).report(tab_of(request).asker)  # a letter to an address that may be anybody's
        webhook = field(data, "webhook", longest=1000)
        email, asks, talk = (bool(field(data, name)) for name in ("email", "asks", "talk"))
        return notices_of(request).choose(person, account, email, webhook, language, asks, talk)

    asked = await done(request, CHANGES, changed)
    return RedirectResponse("/me?asked=1" if asked else "/me?saved=1", 303)


async def confirm(request: Request) -> Response:
    """The link of a letter: the address is one's own."""
    person = visitor_of(request).person
    if person is None:
        raise Missing("fault.no_link")

    def confirmed() -> None:
        notices_of(request).confirm(person, accounts_of(request).of(person), request.path_params["key"])

    await done(request, CHANGES, confirmed)
    return RedirectResponse("/me?confirmed=1", 303)


def _given(request: Request, label: str, scopes: Sequence[str]) -> str:
    """A token for a program of whoever has an account."""
    person, kept = owner(request), known_scopes(scopes)
    accounts_of(request).of(person)
    return visitors_of(request).extra_key(person.id, TOKEN, clean_name(label), kept)


async def give_token(request: Request) -> Response:
    """A token for a program of mine, shown this once."""
    data = await form(request)
    wanted = [str(scope) for scope in data.getlist("scope")]
    key = await done(request, CHANGES, lambda: _given(request, field(data, "label"), wanted))
    return await _me(request, token=key)


async def call_token(request: Request) -> Response:
    """The same for programs."""
    data = await body(request)
    wanted = data.get("scopes")
    if not isinstance(wanted, list) or not all(isinstance(scope, str) for scope in wanted):
        raise Fault("fault.scopes")
    key = await done(request, CHANGES, lambda: _given(request, str(data.get("label") or ""), wanted))
    return JSONResponse({"token": key}, 201)


async def end_session(request: Request) -> Response:
    """Sign out somewhere else."""
    data = await form(request)
    person = owner(request)
    await done(request, CHANGES, lambda: accounts_of(request).end(person, field(data, "session")))
    return RedirectResponse("/me?ended=1", 303)


async def erase(request: Request) -> Response:
    """Delete the account: games stay, with a guest in the seats."""
    data = await form(request)
    password = secret(data.get("password"))
    await done(request, CHANGES, lambda: _erased(request, password))
    return RedirectResponse("/", 303)


def _erased(request: Request, password: str) -> None:
    visitor = visitor_of(request)
    accounts_of(request).erase(owner(request), password)
    visitors_of(request).leave(visitor)


# For programs -------------------------------------------------------------------------------------------------


async def call_register(request: Request) -> Response:
    """An account for the guest whose token it is."""
    data = await body(request)
    somebody(request)
    name, password, email = (
        str(data.get("name") or ""),
        secret(data.get("password")),
        str(data.get("email") or ""),
    )
    program = _truth(data.get("program", False))
    person = await done(request, CHANGES, lambda: _registered(request, name, password, email, program))
    return JSONResponse({"name": person.name, "program": person.program}, 201)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise Fault("fault.json")
    return value


async def call_mark(request: Request) -> Response:
    """Say that a program plays by my account, or a person again."""
    data = await body(request)
    program = _truth(data.get("program"))
    await done(request, CHANGES, lambda: accounts_of(request).mark(_with_account(request), program))
    return JSONResponse({"program": program})


async def call_enter(request: Request) -> Response:
    """A token for whoever knows name and password."""
    data = await open_body(request)
    key, person = await _entered(request, str(data.get("name") or ""), data.get("password"), keep=False)
    return JSONResponse({"token": key, "name": person.name}, 201)


async def call_sessions(request: Request) -> Response:
    """Where I am signed in."""
    person = owner(request)
    keys = await done(request, LISTS, lambda: accounts_of(request).sessions(person))
    here = visitors_of(request).handle(visitor_of(request))
    return JSONResponse([msgspec.to_builtins(key) | {"here": key.handle == here} for key in keys])


async def call_end(request: Request) -> Response:
    """Sign out somewhere."""
    data = await body(request)
    person = owner(request)
    await done(request, CHANGES, lambda: accounts_of(request).end(person, str(data.get("session") or "")))
    return JSONResponse({})


async def call_password(request: Request) -> Response:
    """Another password; the answer has a new token, all others are worth nothing."""
    data = await body(request)
    old, new = (secret(data.get(name)) for name in ("old", "password"))
    await done(request, CHANGES, lambda: _password_changed(request, old, new))
    return JSONResponse({"token": visitor_of(request).key})


async def call_erase(request: Request) -> Response:
    """Delete the account."""
    data = await body(request)
    password = secret(data.get("password"))
    await done(request, CHANGES, lambda: _erased(request, password))
    return JSONResponse({})
