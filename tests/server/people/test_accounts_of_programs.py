"""Accounts by which programs play: everybody is told, and their games count for nobody among people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from stellwerk.host.host import Host
from stellwerk.host.operator import Acts
from stellwerk.host.storage.rows import BOT, FINISHED, PERSON, GameRow, Seat
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
Visit = Callable[..., Caller]


def _account(visit: Visit, name: str, **values: Any) -> Caller:
    found = visit().enter(name)
    found.post("/accounts", 201, name=name, password=SECRET, **values)
    return found


@pytest.fixture
def robot(visit: Visit) -> Caller:
    """The account of a program, person 1."""
    return _account(visit, "Robo", program=True)


@pytest.fixture
def ada(visit: Visit) -> Caller:
    """A person's, person 2 where there is a robot."""
    return _account(visit, "Ada")


def _page(caller: Caller, path: str, language: str = "en") -> str:
    answer = caller.client.get(path, headers=caller.headers | {"accept-language": language})
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.text)


def _marked(caller: Caller, path: str, tag: str = "") -> bool:
    """Whether both languages say it behind the name, and behind no other."""
    said = []
    for language in ("en", "de"):
        mark = rf'{tag} <small class="\w+">{text("seat.program", language)}</small>'
        page = _page(caller, path, language)
        assert not re.search("Ada" + mark, page)
        said.append(bool(re.search("Robo" + mark, page)))
    assert said[0] == said[1]
    return said[0]


def test_wherever_its_name_stands_it_says_that_it_is_a_program(robot: Caller, ada: Caller, visit: Visit) -> None:
    ada.post("/account/profile", shown=True)
    robot.post("/account/profile", shown=True)
    waits = ada.new(CHICAGO, "me", "open", "open")
    robot.post(f"/games/{waits}/seats")
    for path in ("/", "/tables", f"/games/{waits}", f"/games/{waits}/people"):
        assert _marked(ada, path), path
    game = robot.new(CHICAGO, "me", "open")
    ada.post(f"/games/{game}/seats")
    assert _marked(visit(), "/")
    assert _marked(ada, f"/games/{game}", "</span>")
    assert _marked(ada, f"/games/{game}/end")
    assert _marked(visit(), "/people/Robo")
    assert not _marked(visit(), "/people/Ada")
    told = [(one["name"], one["program"]) for one in ada.get(f"/games/{game}")["seats"]]
    assert told == [("Robo", True), ("Ada", False)]
    assert visit().get("/people/Robo")["program"] is True

    assert robot.post(f"/games/{game}/talk", 201, text="hello")["program"] is True
    ada.post(f"/games/{game}/talk", 201, text="hello")
    assert [one["program"] for one in ada.get(f"/games/{game}/talk")["messages"]] == [True, False]
    assert _marked(ada, f"/games/{game}/talk", "</b></a>")

    made = ada.post("/tournaments", 201, name="Cup", title=CHICAGO, players=2)["id"]
    robot.post(f"/tournaments/{made}/join")
    assert _marked(visit(), f"/tournaments/{made}")
    ada.post(f"/tournaments/{made}/begin")
    assert _marked(visit(), f"/tournaments/{made}")
    found = visit().get(f"/tournaments/{made}")
    assert found["programs"] == ["Robo"]
    assert sorted((one["name"], one["program"]) for one in found["games"][0]["seats"]) == told[::-1]


def test_who_is_asked_for_a_seat_hears_that_a_program_asks(robot: Caller, ada: Caller, visit: Visit) -> None:
    game = ada.new(CHICAGO, "me", "bot")
    robot.post(f"/games/{game}/asks", 201, kind="substitute", seat=1)
    assert "Robo (program)" in _page(ada, f"/games/{game}/agree")
    (asked,) = ada.get(f"/games/{game}/asks")
    assert asked["program"] is True
    ada.post(f"/games/{game}/asks/answer", number=asked["number"], grant=True)
    assert [one["program"] for one in visit().get(f"/games/{game}")["seats"]] == [False, True]


def test_its_owner_marks_it_and_takes_that_back_when_nothing_is_played_any_more(
    ada: Caller, visit: Visit, host: Host
) -> None:
    bo = _account(visit, "Bo")
    bo.post("/account/profile", shown=True, rated=True)
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    assert _page(ada, f"/games/{game}").count(">program<") == 0  # and kept as it was
    bo.post("/account/program", program=True)
    assert 'Bo</span> <small class="bot">program<' in _page(ada, f"/games/{game}")
    assert [one["program"] for one in ada.get(f"/games/{game}")["seats"]] == [False, True]
    assert bo.post("/account/program", 409, program=False)["key"] == "fault.program_plays"
    assert bo.post("/account/profile", 403, shown=True, rated=True)["key"] == "fault.program_rated"
    assert host.storage.profile(2).rated is None
    bo.post(f"/games/{game}/resign", seat=1, sure=True)
    bo.post("/account/program", program=False)
    bo.post("/account/profile", shown=True, rated=True)
    assert [one["program"] for one in ada.get(f"/games/{game}")["seats"]] == [False, False]
    assert [seat.program for seat in host.open(game).seats] == [False, True]  # a bot plays on for a program
    waits = bo.new(CHICAGO, "me", "open")
    bo.post("/account/program", program=True)
    bo.post("/account/program", 409, program=False)
    bo.post(f"/games/{waits}/close")
    bo.post("/account/program", program=False)
    for wrong in ("yes", 1, None):
        bo.post("/account/program", 400, program=wrong)


def test_only_whoever_has_an_account_marks_it_and_no_token_of_a_program(visit: Visit) -> None:
    guest, bo = visit().enter("Guest"), _account(visit, "Bo")
    guest.post("/account/program", 403, program=True)
    token = bo.post("/tokens", 201, label="x", scopes=["read", "play", "tables"])["token"]
    bo.headers = {"authorization": f"Bearer {token}"}
    bo.post("/account/program", 403, program=True)


def test_by_pages(visit: Visit, host: Host) -> None:
    client = visit().client

    def post(path: str, **fields: str) -> Any:
        csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
        assert csrf is not None
        answer = client.post(path, data={"csrf": csrf[1], **fields})
        assert answer.status_code == 200
        return answer.text

    page = post("/me/account", name="Robo", password=SECRET, program="yes")
    assert text("program.marked", "en") in page
    assert 'name="rated"' not in page
    assert host.storage.programs_among([1]) == {1}
    page = post("/me/program")
    assert text("program.marked", "en") not in page
    assert 'name="rated"' in page
    assert text("program.marked", "en") in post("/me/program", program="yes")


def test_its_games_count_for_nobody_among_people(robot: Caller, ada: Caller, visit: Visit, host: Host) -> None:
    bo = _account(visit, "Bo")
    for one in (ada, bo):
        one.post("/account/profile", shown=True, rated=True)
    robot.post("/account/profile", shown=True)

    def ended(id_: str, *seats: Seat) -> None:
        row = GameRow(id_, CHICAGO, 1, {}, 1, 2, FINISHED, 9e9, 9e9, [2, 1], seats)
        host.storage.add_game(row)

    ended("people", Seat(0, PERSON, "Ada", 2), Seat(1, PERSON, "Bo", 3))
    ended("program", Seat(0, PERSON, "Ada", 2), Seat(1, PERSON, "Robo", 1, program=True))
    ended("left", Seat(0, PERSON, "Ada", 2), Seat(1, BOT, "Robo", program=True))
    host.storage.resign("left", 1, 1)

    def counted(name: str) -> list[str]:
        return [row["id"] for row in visit().get(f"/people/{name}")["games"]]

    def rated() -> list[str]:
        return [row["id"] for row in visit().get(f"/ratings?title={CHICAGO}")["games"]]

    assert counted("Ada") == ["people"] == rated()
    assert counted("Robo") == []
    assert text("profile.program", "de") in _page(visit(), "/people/Robo", "de")
    bo.post("/account/program", program=True)  # what was played before stays what it was; but is rated no more
    assert counted("Ada") == ["people"]
    assert rated() == []
    Acts(host.storage, "root").mark("Bo", True, "was one all the time")
    assert counted("Ada") == []
    Acts(host.storage, "root").mark("Bo", False, "")
    assert counted("Ada") == ["people"]


def test_a_table_for_people(robot: Caller, ada: Caller, visit: Visit, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "open", "open", people=True)
    assert robot.post(f"/games/{game}/seats", 403)["key"] == "fault.people_only"
    assert robot.get("/tables") == []
    (found,) = ada.get("/tables?people=1")
    assert found["people"] is True
    assert text("tables.people", "de") in _page(ada, "/tables", "de")
    assert text("waiting.people", "en") in _page(robot, f"/games/{game}")
    other = ada.new(CHICAGO, "me", "open")
    assert [one["id"] for one in ada.get("/tables?people=1")] == [game]
    assert robot.post("/tables/anywhere", 201, title=CHICAGO)["id"] == other
    bo = visit().enter("Bo")
    assert bo.post("/tables/anywhere", 201, title=CHICAGO, people=True)["id"] == game
    visit().enter("Cleo").post(f"/games/{game}/seats")
    link = bo.post(f"/games/{game}/asks", 201, kind="hand_on", seat=1)[0]["link"]
    number, _, key = link.rpartition("seat=")[2].partition("-")
    refused = robot.post(f"/games/{game}/asks/take", 403, number=int(number), key=key)
    assert refused["key"] == "fault.people_only"
    laid_out = visit().enter("Dora").post("/tables/anywhere", 201, title=CHICAGO, people=True)["id"]
    assert host.storage.wishes_of([laid_out])[laid_out].people
    ada.post("/games", 400, title=CHICAGO, seats=[{"kind": "me"}, {"kind": "open"}], people="yes")


def test_an_operator_marks_one_and_a_running_server_hears_of_it(ada: Caller, host: Host, app: Starlette) -> None:
    game = ada.new(CHICAGO, "me", "bot")
    app.state.bulletin.look()
    acts = Acts(host.storage, "root")
    for program in (True, False):  # also while it plays
        assert acts.mark("ada", program, "why not") == "Ada"
        app.state.bulletin.look()
        assert [one["program"] for one in ada.get(f"/games/{game}")["seats"]] == [program, False]
    notes = [(note.operator, note.what, note.about, note.why) for note in host.storage.notes()]
    assert notes == [("root", "person", "1", "why not"), ("root", "program", "1", "why not")]


def test_an_operator_marks_one_by_the_page(ada: Caller, visit: Visit, host: Host) -> None:
    olga = _account(visit, "Olga")
    Acts(host.storage, "root").appoint("Olga", "")
    csrf = re.search(r'name="csrf" content="(\w+)"', _page(olga, "/me"))
    assert csrf is not None
    for what, key in (("program", "operator.person_whom"), ("person", "operator.program_whom")):
        data = {"csrf": csrf[1], "number": "1", "why": "asked"}
        assert olga.client.post(f"/operator/{what}", data=data, headers=olga.headers).status_code == 200
        for language in ("en", "de"):
            page = _page(olga, "/operator", language)
            assert text(key, language, name="Ada") in page
            assert text(f"operator.act.{what}", language) in page
        assert host.storage.notes()[0].what == what
