"""Tournaments: every group meets once with the same seed, and points follow from the games."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

import pytest

from stellwerk.host.host import Host
from stellwerk.host.storage.rows import GameRow, Seat
from stellwerk.host.tables import tournaments
from stellwerk.host.tables.open_tables import unusual
from stellwerk.host.tables.tournaments import pairings, results
from stellwerk.titles.registry import find_title
from stellwerk.view.about import about, shelf
from stellwerk.web.tables.tables_page import spoken_options

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"


@pytest.fixture
def people(visit: Callable[..., Caller]) -> list[Caller]:
    """Three accounts."""
    found = []
    for name in ("Ada", "Bo", "Cleo"):
        found.append(visit().enter(name))
        found[-1].post("/accounts", 201, name=name, password=SECRET)
    return found


def _made(caller: Caller, status: int = 201, **values: object) -> str:
    made = caller.post("/tournaments", status, **{"name": "Cup", "title": CHICAGO, "players": 2, **values})
    return str(made.get("id", ""))


def test_everybody_meets_everybody_with_the_same_seed(people: list[Caller], host: Host) -> None:
    ada, bo, cleo = people
    cup = _made(ada, clock={"kind": "daily"})
    ada.post(f"/tournaments/{cup}/begin", 409)
    for one in (bo, cleo, bo):
        one.post(f"/tournaments/{cup}/join")
    bo.post(f"/tournaments/{cup}/begin", 403)
    ada.post(f"/tournaments/{cup}/begin")
    ada.post(f"/tournaments/{cup}/begin", 409)
    told = cleo.get(f"/tournaments/{cup}")
    assert told["people"] == ["Ada", "Bo", "Cleo"]
    rows = [row for row in map(host.storage.game, host.storage.tables_of(cup)) if row is not None]
    assert {frozenset(seat.person for seat in row.seats) for row in rows} == {
        frozenset(pair) for pair in combinations((1, 2, 3), 2)
    }
    assert len({row.seed for row in rows}) == 1
    assert {row.seats[0].person for row in rows} == {1, 2, 3}  # everybody begins once
    assert all(host.open(row.id).terms is not None for row in rows)
    cleo.post(f"/tournaments/{cup}/leave", 409)
    page = cleo.client.get(f"/tournaments/{cup}").text
    assert page.count("data-game=") == 3


def test_where_lots_are_hidden_every_table_has_its_own(sealed: str, people: list[Caller], host: Host) -> None:
    ada, bo, cleo = people
    cup = _made(ada, title=sealed)
    for one in (bo, cleo):
        one.post(f"/tournaments/{cup}/join")
    ada.post(f"/tournaments/{cup}/begin")
    assert len({host.open(id_).row.seed for id_ in host.storage.tables_of(cup)}) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_go_round(players: int) -> None:
    tables = pairings(range(6), players)
    assert {frozenset(one) for one in tables} == {frozenset(one) for one in combinations(range(6), players)}
    assert len(tables) == len({frozenset(one) for one in tables})
    firsts = [sum(one[0] == who for one in tables) for who in range(6)]
    assert max(firsts) - min(firsts) <= len(tables) // 3


def test_options_are_chosen_by_the_form_and_told(people: list[Caller], host: Host) -> None:
    ada = people[0]
    page = ada.client.get("/tournaments", headers=ada.headers).text
    csrf = re.search(r'name="csrf" value="(\w+)"', page)
    assert csrf is not None
    title, key, other = next(
        (one.id, option.key, choice.value)
        for one in shelf("en")
        for option in about(one.id, "en").options
        for choice in option.choices
        if choice.value != option.default
    )
    assert f'name="option.{title}.{key}"' in page
    players = str(find_title(title).players[0])
    form = {"csrf": csrf[1], "name": "Cup", "title": title, "players": players, f"option.{title}.{key}": other}
    made = ada.client.post("/tournaments", data=form, headers=ada.headers)
    told = made.text.partition(f'href="/titles/{title}"')[2].partition("</p>")[0]
    (cup,) = host.storage.last_tournaments(5)
    assert list(cup.plan.options) == [key]
    assert spoken_options(title, unusual(title, cup.plan.options), "en")[0].partition(":")[0] in told


def test_points_follow_from_finished_games() -> None:
    def game(status: str, *worth: int) -> GameRow:
        seats = tuple(Seat(seat, "person", "", seat + 1) for seat in range(3))
        return GameRow("g", CHICAGO, 1, {}, 1, 1, status, 1.0, 1.0, list(worth), seats)

    rows = [game("finished", 300, 200, 100), game("finished", 100, 100, 50), game("running", 1, 2, 3)]
    found = {one.person: (one.games, one.points, one.won) for one in results({1: "A", 2: "B", 3: "C"}, rows)}
    assert found == {1: (2, 3.5, 2), 2: (2, 2.5, 1), 3: (2, 0.0, 0)}


def test_who_takes_part_and_who_does_not(people: list[Caller], host: Host, visit: Callable[..., Caller]) -> None:
    ada, bo, cleo = people
    guest = visit().enter("Guest")
    _made(guest, 403)
    for wrong in ({"players": 1}, {"players": 9}, {"name": " \n"}):
        _made(ada, 400, **wrong)
    _made(ada, 404, title="nothing")
    cups = [_made(ada, name="<b>" + "x" * 99) for _ in range(tournaments.WAITING)]
    _made(ada, 403)
    guest.post(f"/tournaments/{cups[0]}/join", 403)
    bo.post(f"/tournaments/{cups[0]}/join")
    page = ada.client.get(f"/tournaments/{cups[0]}", headers=ada.headers).text
    assert "&lt;b&gt;" in page
    csrf = re.search(r'name="csrf" content="(\w+)"', page)
    assert csrf is not None
    for path, fields, status in (
        ("remove", {"person": "2"}, 200), ("drop", {}, 200), ("drop", {}, 404),
    ):  # fmt: skip
        data = {"csrf": csrf[1], **fields}
        answer = ada.client.post(f"/tournaments/{cups[0]}/{path}", data=data, headers=ada.headers)
        assert answer.status_code == status
        if path == "remove":
            assert bo.post(f"/tournaments/{cups[0]}/join", 403)["key"] == "fault.removed"
    host.storage.block(3, 1)
    assert cleo.post(f"/tournaments/{cups[1]}/join", 403)["key"] == "fault.apart"
    bo.post(f"/tournaments/{cups[1]}/join")
    host.storage.block(2, 1)
    assert ada.post(f"/tournaments/{cups[1]}/begin", 409)["key"] == "fault.tournament_apart"
