"""The pages beside the table, for somebody with an account: access, on a phone and in German."""

from __future__ import annotations

import time
from typing import Any

import pytest
from msgspec.structs import replace

from stellwerk.host.clocks.clock import Terms
from stellwerk.host.imports.import_worker import brought
from stellwerk.host.operator import Acts
from stellwerk.host.people.accounts import hashed
from stellwerk.host.people.look_alikes import likeness
from stellwerk.host.storage.people.profile_rows import Profile
from stellwerk.host.storage.rows import FINISHED, PERSON, GameRow, Person, Seat
from stellwerk.host.tables import open_tables, tournaments
from stellwerk.host.tables.sitting_down import sit
from stellwerk.host.tables.table_setup import places
from stellwerk.testing.golden import played

from .conftest import PHONE, WIDE, Visit
from .hands import desk
from .test_access import small, violations

CHICAGO = "chicago-express"


def _account(page: Any, name: str) -> Person:
    person, storage = desk.person(page), desk.host.storage
    digest = hashed("ein langes Passwort", name)
    storage.add_account(person.id, name, likeness(name), digest, f"{person.id}@x.example")
    desk.visitors.forget([person.id])
    return Person(person.id, name, account=True)


def _ended(owner: Person, other: Person) -> None:
    """A game between the two that is over, as lists tell of it."""
    seats = tuple(Seat(seat, PERSON, who.name, who.id) for seat, who in enumerate((owner, other)))
    now = time.time()
    row = GameRow(f"e{owner.id}", CHICAGO, 1, {}, 1, owner.id, FINISHED, now, now, [120, 90], seats)
    desk.host.storage.add_game(row)


def _program(page: Any, name: str) -> Person:
    """One that a program plays by."""
    account = _account(page, name)
    desk.host.storage.set_program(account.id, True)
    desk.visitors.forget([account.id])
    return replace(account, program=True)


def addresses(page: Any, other: Any, third: Any) -> list[str]:
    """Pages of somebody who looks after the place, plays, waits, has won, is in a tournament; with a program."""
    olga, bo = _account(page, "Olga Oberbaurat"), _account(other, "Bo Betriebsleiter")
    robot = _program(third, "Rangierprogramm Nr. 12")
    host, storage = desk.host, desk.host.storage
    Acts(storage, "root").appoint(olga.name, "")
    storage.set_profile(Profile(olga.id, True, 1.0, "Spielt gern lange Partien am Sonntag"))
    storage.set_profile(Profile(bo.id, True, 1.0, ""))
    _ended(olga, bo)
    cup = tournaments.make(host, olga, "Vereinsmeisterschaft im Winter", CHICAGO, 3, {}, None).id
    over = host.take_in(olga, brought(played(CHICAGO)))
    wanted = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    waits = host.create(olga, CHICAGO, places(olga, CHICAGO, wanted), {}).row.id
    wanted = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    people = host.create(bo, "1835", places(bo, "1835", wanted), {}, terms=Terms("daily"))
    open_tables.wish(host, people, people.terms, "sharp", people=True)
    sit(host, waits, robot)
    tournaments.join(host, cup, robot)
    runs = host.create(bo, "1835", places(bo, "1835", [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]), {})
    sit(host, runs.row.id, robot)
    runs = host.open(runs.row.id)
    host.talk.say(runs, bo, "Willkommen am Tisch!")
    host.talk.say(runs, robot, "Guten Abend.")
    storage.report(bo.id, olga.id, waits, "Sagt nie guten Tag und zieht immer erst nach Mitternacht.")
    link = desk.visitors.link_key(bo)
    return [
        "/mine", "/settings", f"/ratings?title={CHICAGO}", "/finished", f"/people/{olga.name}", "/lost",
        "/operator", "/tournaments", f"/tournaments/{cup}", f"/games/{runs.row.id}/people",
        f"/games/{runs.row.id}/sheet", f"/games/{over}/end", f"/games/{over}/analysis", f"/come/{link}",
        "/me", "/tables", f"/games/{waits}", f"/games/{people.row.id}", f"/games/{runs.row.id}",
        f"/titles/{CHICAGO}", "/",
    ]  # fmt: skip


@pytest.mark.long
def test_pages_beside_the_table(visit: Visit) -> None:
    page = visit(PHONE, language="de-DE", has_touch=True)
    wrong: dict[str, list[str]] = {}
    robot = visit(PHONE, language="de-DE", has_touch=True)
    beside = [(page, address) for address in addresses(page, visit(), robot)]
    name = "Rangierprogramm Nr. 12"
    for page, address in [*beside, (robot, "/me"), (robot, f"/people/{name}")]:
        page.set_viewport_size(PHONE)
        page.goto(address)
        found = violations(page) + small(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append("wider than the phone")
        page.set_viewport_size(WIDE)
        page.emulate_media(color_scheme="dark")
        found += violations(page)
        page.emulate_media(color_scheme="light")
        if found:
            wrong.setdefault(address, []).extend(found)
    assert wrong == {}
