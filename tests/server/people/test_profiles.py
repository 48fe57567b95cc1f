"""Profiles show what their owners choose; ratings follow from games alone; finished games can be looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest
from starlette.applications import Starlette

from stellwerk.host.host import Host
from stellwerk.host.people import profiles
from stellwerk.host.people.ratings import rate
from stellwerk.host.storage.people.profile_rows import Counted
from stellwerk.host.storage.rows import GameRow, Seat

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
Ended = Callable[..., str]


@pytest.fixture
def people(visit: Callable[..., Caller]) -> dict[str, Caller]:
    """Three accounts, 1 to 3."""
    found = {}
    for name in ("Ada", "Bo", "Cleo"):
        found[name] = visit().enter(name)
        found[name].post("/accounts", 201, name=name, password=SECRET)
    return found


@pytest.fixture
def ended(host: Host, monkeypatch: pytest.MonkeyPatch) -> Ended:
    """Keeps a finished game between people by number, None a bot, with their worth."""
    moments = count(1000)
    monkeypatch.setattr(profiles.time, "time", lambda: 999.0)

    def made(
        *seats: int | None,
        worth: tuple[int, ...],
        access: str = "listed",
        created: float | None = None,
        past: Sequence[bytes] = (),
    ) -> str:
        now = float(next(moments))
        kinds = [
            Seat(number, "bot" if person is None else "person", f"P{person}", person)
            for number, person in enumerate(seats)
        ]
        id_ = f"game{now:.0f}"
        row = GameRow(
            id_, CHICAGO, 1, {}, 1, seats[0], "finished", created or now, now, list(worth), tuple(kinds),
            access=access,
        )  # fmt: skip
        host.storage.add_game(row, past)
        return id_

    return made


def _show(caller: Caller, **values: Any) -> None:
    caller.post("/account/profile", **{"shown": True, "rated": True, **values})


def _looks(caller: Caller, name: str) -> int:
    answers = [caller.client.get(f"{root}/people/{name}", headers=caller.headers) for root in ("", "/api")]
    assert answers[0].status_code == answers[1].status_code
    return int(answers[0].status_code)


def test_a_profile_is_there_for_whom_its_owner_shows_it(
    people: dict[str, Caller], ended: Ended, visit: Callable[..., Caller], host: Host
) -> None:
    ada, bo, _ = people.values()
    ended(1, 2, 3, worth=(300, 200, 100))
    ended(1, 3, worth=(100, 300))
    private = ended(1, 2, worth=(1, 2), access="unlisted")
    ended(1, 1, worth=(1, 2))  # at one screen
    assert (_looks(ada, "Ada"), _looks(bo, "Ada"), _looks(bo, "Nobody")) == (200, 404, 404)
    hidden, nobody = (bo.client.get(f"/api/people/{name}").text for name in ("Ada", "Nobody"))
    assert hidden == nobody
    _show(ada, words="Hi\n<b>\u202eyou</b>")
    told = bo.get("/people/ADA")
    assert told["words"] == "Hi <b> you</b>"
    assert told["titles"] == [{"title": CHICAGO, "games": 2, "won": 1, "mean_place": 1.5, "rating": None}]
    page = visit().client.get("/people/Ada").text
    assert "&lt;b&gt;" in page
    assert private not in page
    host.storage.block(1, 2)
    assert (_looks(bo, "Ada"), _looks(visit(), "Ada")) == (404, 200)
    host.storage.suspend(1, 1.0)
    assert _looks(visit(), "Ada") == 404
    host.storage.suspend(1, None)
    host.storage.anonymise(1)
    assert _looks(visit(), "Ada") == 404


def test_games_with_bots_and_copies_are_no_wins(people: dict[str, Caller], ended: Ended, host: Host) -> None:
    ada, bo, _ = people.values()
    _show(ada)
    _show(bo)
    ended(1, 2, worth=(1, 2))
    ended(1, None, worth=(2, 1))  # against a bot
    ended(1, 2, worth=(2, 1), past=[b"{}"])  # a copy, perhaps from one move before the end
    resigned = ended(1, None, worth=(2, 1))
    host.storage.resign(resigned, 2, 1)  # a bot played on for Bo: that is a win over him
    told = ada.get("/people/Ada")["titles"]
    assert told == [{"title": CHICAGO, "games": 2, "won": 1, "mean_place": 1.5, "rating": told[0]["rating"]}]
    assert len(ada.get(f"/ratings?title={CHICAGO}")["games"]) == 2


def test_a_profile_names_only_those_who_show_theirs(people: dict[str, Caller], ended: Ended) -> None:
    ada, bo, _ = people.values()
    _show(ada)
    _show(bo)
    ended(1, 2, 3, worth=(3, 2, 1))
    for told in (ada.get("/people/Ada"), bo.get("/people/Ada")):
        assert [seat["name"] for seat in told["games"][0]["seats"]] == ["P1", "P2", "Guest 3"]
    assert not re.search(r"\bP3\b", ada.client.get("/people/Ada", headers=ada.headers).text)


def test_a_copy_that_others_find_takes_no_names_along(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    for bots, called in ((True, "Borsig"), (False, "Guest 2")):
        copied = ada.post(f"/games/{game}/branch", 201, bots=bots, alone=False)["id"]
        assert [seat["name"] for seat in bo.get(f"/games/{copied}")["seats"]] == ["Ada", called]
    tried = ada.post(f"/games/{game}/branch", 201, bots=True)["id"]  # seen by nobody else
    assert [seat["name"] for seat in ada.get(f"/games/{tried}")["seats"]] == ["Ada", "Bo"]


def test_ratings_follow_from_games_between_people_who_want_them(
    people: dict[str, Caller], ended: Ended, app: Starlette
) -> None:
    ada, bo, cleo = people.values()
    _show(ada)
    _show(bo, shown=False)
    first = ended(1, 2, worth=(300, 100))
    ended(1, 2, 3, worth=(1, 2, 3))  # Cleo has not said so
    ended(1, None, worth=(1, 2))
    ended(1, 2, worth=(1, 2), access="unlisted")
    ended(1, 2, worth=(1, 2), created=10.0)  # laid out before they said so
    found = ada.get(f"/ratings?title={CHICAGO}")
    assert found["games"] == [{"id": first, "people": ["Ada", "Bo"], "worth": [300, 100]}]
    assert [one["name"] for one in found["people"]] == ["Ada", "Bo"]
    assert "openskill" in found["edition"]
    again = rate([Counted(first, (1, 2), (300, 100))])
    assert [round(again[person][1], 2) for person in (1, 2)] == [one["rating"] for one in found["people"]]
    page = cleo.client.get(f"/ratings?title={CHICAGO}").text
    assert 'href="/people/Ada"' in page
    assert 'href="/people/Bo"' not in page
    assert ada.get("/people/Ada")["titles"][0]["rating"]["games"] == 1
    ended(2, 1, worth=(300, 100))
    assert len(ada.get(f"/ratings?title={CHICAGO}")["games"]) == 2
    bo.post("/account/profile", shown=False, rated=False)
    assert ada.get(f"/ratings?title={CHICAGO}")["people"] == []


def test_who_lets_a_bot_play_on_is_last_whatever_it_makes_of_the_seat(
    people: dict[str, Caller], ended: Ended, host: Host
) -> None:
    ada, bo, cleo = people.values()
    for caller in (ada, bo, cleo):
        _show(caller)
    left = ended(1, None, worth=(100, 300))
    host.storage.resign(left, 2, 1)
    replaced = ended(1, 3, worth=(100, 300))
    host.storage.resign(replaced, 2, 1)  # a substitute has the seat since
    back = ended(1, 2, worth=(1, 2))
    for seat in (1, None):
        host.storage.resign(back, 2, seat)
    games = {one["id"]: (one["people"], one["worth"]) for one in ada.get(f"/ratings?title={CHICAGO}")["games"]}
    assert games == {
        left: (["Ada", "Bo"], [100, 99]),
        replaced: (["Ada", "Cleo", "Bo"], [100, 300, 99]),
        back: (["Ada", "Bo"], [1, 2]),
    }


def test_equal_worth_is_an_equal_place() -> None:
    stands = rate([Counted("g", (1, 2), (100, 100))])
    assert stands[1] == stands[2]


def test_finished_games_that_everybody_finds(people: dict[str, Caller], ended: Ended) -> None:
    shown, hidden = ended(1, 2, worth=(2, 1)), ended(1, 2, worth=(2, 1), access="invited")
    page = people["Cleo"].client.get(f"/finished?title={CHICAGO}").text
    assert f"/games/{shown}/end" in page
    assert f"/games/{shown}/analysis" in page
    assert hidden not in page
    assert shown not in people["Cleo"].client.get("/finished?title=1835").text


def test_a_profile_takes_an_account_and_our_own_form(
    people: dict[str, Caller], visit: Callable[..., Caller]
) -> None:
    visit().enter("Dora").post("/account/profile", 403, shown=True)
    people["Bo"].post("/account/profile", 400, shown="yes")
    client = people["Bo"].client
    token = people["Bo"].headers
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/me", headers=token).text)
    assert csrf is not None
    client.post("/me/profile", data={"csrf": csrf[1], "shown": "yes", "words": "x" * 900}, headers=token)
    assert people["Ada"].get("/people/Bo")["words"] == "x" * profiles.LONGEST_WORDS
