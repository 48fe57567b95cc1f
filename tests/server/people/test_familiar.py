"""Browsers that came in to an account before: nobody's guesses lock its owner out."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.limits.attempts import ADDRESS, HERE, KNOWN, NAME
from stellwerk.host.operator import Acts
from stellwerk.host.people.familiar import ACCOUNTS, COOKIE, Familiar
from stellwerk.host.storage.people.familiar_rows import MOST
from stellwerk.host.storage.schema import familiar
from stellwerk.view.faults import TooMany

from ..conftest import Caller

SECRET, OTHER = "ein langes Passwort", "noch ein längeres"
Visit = Callable[..., Caller]


def _post(client: TestClient, path: str, **fields: str) -> Any:
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
    assert csrf is not None
    return client.post(path, data={"csrf": csrf[1], **fields}, follow_redirects=False)


def _enter(client: TestClient, name: str, password: str = SECRET) -> int:
    return int(_post(client, "/enter", name=name, password=password).status_code)


def _account(visit: Visit, name: str) -> TestClient:
    client = visit().client
    assert _post(client, "/me/account", name=name, password=SECRET).status_code == 303
    return client


def _besieged(app: Starlette, *names: str) -> None:
    """Strangers have tried whatever they may, each from an address of their own."""
    for name in names:
        for number in range(NAME):
            with suppress(TooMany):
                app.state.accounts._attempts.password(name, f"10.0.0.{number}")


def test_who_came_in_before_comes_in_whatever_strangers_try(visit: Visit, app: Starlette) -> None:
    made = _account(visit, "Ada")
    came, stranger, program = visit().client, visit().client, visit()
    assert _enter(came, "Ada") == 303
    _post(came, "/exit")
    _post(made, "/exit")
    _besieged(app, "ada")
    assert _enter(stranger, "Ada") == 429
    program.post("/sessions", 429, name="Ada", password=SECRET)
    for client in (made, came):
        assert _enter(client, "ADA") == 303
        _post(client, "/exit")


def test_neighbours_at_the_same_address_use_up_nothing_of_it(visit: Visit) -> None:
    ada, stranger = _account(visit, "Ada"), visit().client
    _post(ada, "/exit")
    for number in range(ADDRESS):
        _enter(stranger, "Ada" if number < HERE else f"N{number}", OTHER)
    assert _enter(stranger, "Ada") == 429
    assert _enter(ada, "Ada") == 303


def test_its_own_limit_is_a_limit_and_leaves_strangers_theirs(visit: Visit, app: Starlette) -> None:
    ada = _account(visit, "Ada")
    _post(ada, "/exit")
    assert [_enter(ada, "Ada", OTHER) for _ in range(KNOWN)] == [403] * KNOWN
    assert _enter(ada, "Ada") == 429
    assert _enter(visit().client, "Ada") == 303


def test_it_proves_one_account_only(visit: Visit, app: Starlette) -> None:
    ada = _account(visit, "Ada")
    _account(visit, "Bo")
    _post(ada, "/exit")
    _besieged(app, "ada", "bo")
    assert _enter(ada, "Bo") == 429
    assert _enter(ada, "Nobody") == 403
    assert _enter(ada, "Ada") == 303


def test_a_browser_has_some_accounts_and_says_of_none_that_it_has_others(
    visit: Visit, app: Starlette, host: Host
) -> None:
    names = [f"N{letter}" for letter in "abcde"]
    for name in names:
        _account(visit, name)
    shared = visit().client
    for name in names:
        assert _enter(shared, name) == 303
        _post(shared, "/exit")
    kept = shared.cookies[COOKIE].split(".")
    assert len(kept) == len(set(kept)) == ACCOUNTS == len(names) - 1
    with host.storage.reading() as connection:
        digests = list(connection.scalars(sa.select(familiar.c.digest)))
    assert len(digests) == len(set(digests)) == 2 * len(names)
    assert not set(digests) & set(kept)
    _besieged(app, *(name.lower() for name in names))
    assert [_enter(shared, name) for name in names] == [429] + [303] * ACCOUNTS
    assert shared.cookies[COOKIE].split(".") == kept  # nothing new where it is known already


@pytest.mark.parametrize(
    "brought", ["a" * 32, "x", ".".join(["b" * 32] * 9), '"\\015\\012set-cookie: evil=1 aaaaaaaaaaaa"', "ä" * 32]
)
def test_what_a_browser_brings_along_is_worth_nothing(visit: Visit, app: Starlette, brought: str) -> None:
    _account(visit, "Ada")
    client = visit().client
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
    assert csrf is not None
    cookie = f"stellwerk={client.cookies['stellwerk']}; {COOKIE}={brought}".encode()
    data = {"csrf": csrf[1], "name": "Ada", "password": SECRET}
    came = client.post("/enter", data=data, headers={"cookie": cookie}, follow_redirects=False)  # type: ignore[dict-item]
    (given,) = [one for one in came.headers.get_list("set-cookie") if one.startswith(COOKIE)]
    assert re.fullmatch(
        rf"{COOKIE}=([\w-]{{32}}\.)*[\w-]{{32}}; HttpOnly; Path=/; Max-Age=\d+; SameSite=Lax", given
    )
    assert "evil" not in str(came.headers)
    brand_new = given.partition(";")[0].rpartition("=")[2].split(".")[-1]
    assert brand_new not in brought
    known = Familiar(app.state.host.storage)
    assert known.proof(brand_new, 1)
    assert not known.proof(brought, 1)


def test_what_ends_all_sessions_ends_this_too_but_for_who_does_it(
    visit: Visit, app: Starlette, host: Host
) -> None:
    ada, elsewhere = _account(visit, "Ada"), visit().client
    known = Familiar(host.storage)

    def knows() -> list[bool]:
        return [bool(known.proof(client.cookies[COOKIE], 1)) for client in (ada, elsewhere)]

    for path, fields in (("/me/password", {"old": SECRET, "password": SECRET}), ("/me/renew", {})):
        assert _enter(elsewhere, "Ada") == 303
        assert knows() == [True, True]
        assert _post(ada, path, **fields).status_code == 303
        assert knows() == [True, False], path
    Acts(host.storage, "root").set_password("Ada", OTHER, "")
    assert knows() == [False, False]
    app.state.visitors.forget_all()
    assert _enter(ada, "Ada", OTHER) == 303
    assert _post(ada, "/me/delete", password=OTHER).status_code == 303
    with host.storage.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(familiar)) == 0


def test_an_account_knows_so_many_browsers(visit: Visit, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    visit().enter("Ada").post("/accounts", 201, name="Ada", password=SECRET)  # a program keeps no cookie
    known = Familiar(host.storage)
    moments = iter(range(1, 1000))
    monkeypatch.setattr("stellwerk.host.storage.people.familiar_rows.time.time", lambda: float(next(moments)))
    kept = [known.note("", 1) for _ in range(MOST + 2)]
    assert [bool(known.proof(each, 1)) for each in kept] == [False] * 2 + [True] * MOST
