"""Clocks and vacations: deadlines follow from the log, and what was agreed is done when time is up."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from stellwerk.host import moves
from stellwerk.host.clocks import clock, time_up, timekeeper
from stellwerk.host.host import Host
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.view.faults import Fault
from stellwerk.view.texts import text

from ..conftest import Caller

DAY = 86_400


class Time:
    """What clocks go by in a test."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that only goes on when a test says so; nobody looks at clocks but the test."""
    monkeypatch.setattr(timekeeper, "LOOKS", 10_000.0)
    made = Time()
    monkeypatch.setattr(moves, "now", made)
    return made


Lay = Callable[..., tuple[str, Caller, Caller]]


@pytest.fixture
def lay(time: Time, ada: Caller, bo: Caller) -> Lay:
    """Lays out an auction for Ada and Bo with a clock."""

    def laid(**terms: Any) -> tuple[str, Caller, Caller]:
        id_ = ada.new("chicago-express", "me", "open", clock=terms)
        time.now += 5 * DAY  # nobody's time runs before play begins
        bo.post(f"/games/{id_}/seats")
        return id_, ada, bo

    return laid


def act(person: Caller, id_: str, **action: Any) -> None:
    """Take an action of one's own."""
    legal = person.get(f"/games/{id_}/actions")
    person.post(f"/games/{id_}/actions", decision=legal["decision"], action={"seat": legal["seat"], **action})


def left(person: Caller, id_: str) -> list[float | None]:
    """What is left of each bank."""
    return [seat["left"] for seat in person.get(f"/games/{id_}/clock")["seats"]]


def look(host: Host, id_: str) -> None:
    """Have somebody look at the clocks, until nothing is to be done in a game."""
    keeper = timekeeper.Timekeeper(host.storage, host.place.has, partial(time_up.see_to, host))
    keeper.look()
    keeper.seen_to.wait(id_)
    keeper.seen_to.stop()


def test_a_bank_is_charged_and_grows_with_every_decision(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, bo = lay(kind="bank", bank=3600, increment=60)
    time.now += 600
    act(ada, id_, type="bid", amount=7)
    assert left(bo, id_) == [3060.0, 3600.0]
    time.now += 100
    host._forget(id_)  # a restart changes nothing
    act(bo, id_, type="bid", amount=8)
    assert left(bo, id_) == [3060.0, 3560.0]
    look(host, id_)
    assert host.open(id_).game.actions == [Bid(0, 7), Bid(1, 8)]


@pytest.mark.parametrize("restart", [False, True])
def test_whose_time_is_up_makes_the_safe_move(lay: Lay, time: Time, host: Host, restart: bool) -> None:
    id_, ada, bo = lay(kind="daily", moves=2)
    act(ada, id_, type="bid", amount=7)
    time.now += DAY / 2 - 1
    look(host, id_)
    assert len(host.open(id_).game.actions) == 1
    time.now += 1
    if restart:
        host._forget(id_)
    look(host, id_)
    live = host.open(id_)
    assert live.game.actions == [Bid(0, 7), Pass(1)]
    host._forget(id_)
    assert "Time was up" in str(bo.get(f"/games/{id_}/log?language=en"))
    assert str(bo.get(f"/games/{id_}/log?language=en")).count("Time was up") == 1


def test_a_bot_decides_once_or_has_the_seat(lay: Lay, time: Time, host: Host) -> None:
    id_, _, _ = lay(kind="daily", moves=1, late="bot")
    time.now += DAY
    look(host, id_)
    live = host.open(id_)
    assert len(live.game.actions) >= 1
    assert [seat.kind for seat in live.seats] == ["person", "person"]
    other, _, _ = lay(kind="daily", moves=1, late="seat")
    time.now += DAY
    look(host, other)
    assert [seat.kind for seat in host.settled(other).seats] == ["bot", "person"]


def test_a_bot_for_that_turn_takes_all_of_it(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, bo = lay(kind="daily", moves=1, late="bot")
    while type(host.open(id_).game.state.agenda[-1]).__name__ != "PlayerTurn":
        (ada if host.open(id_).game.waiting_for() == (0,) else bo).choose(id_)
    began, (turn,) = len(host.open(id_).game.actions), host.open(id_).game.waiting_for()
    time.now += DAY
    look(host, id_)
    live = host.open(id_)
    assert {action.seat for action in live.game.actions[began:]} == {turn}
    assert len(live.game.actions) > began + 1
    assert live.game.waiting_for() == (1 - turn,)
    host._forget(id_)
    until = [seat["until"] for seat in bo.get(f"/games/{id_}/clock")["seats"]]
    assert (until[turn], until[1 - turn]) == (None, time.now + DAY)


def test_who_was_late_has_no_new_time_until_others_are_asked_or_they_are_back() -> None:
    daily, bank = clock.Terms("daily"), clock.Terms("bank", increment=60)
    late = clock.moved(clock.Clock({0: 100.0}), daily, {0}, (0,), 100.0 + DAY, {}, late=0, alone=True)
    passed = clock.moved(late, daily, {0}, (0,), 200.0 + DAY, {}, alone=True)
    assert [clock.deadline(one, daily, 0, {}) for one in (late, passed)] == [100.0 + DAY, 200.0 + DAY]
    back = clock.moved(passed, daily, {0}, (0,), 300.0 + DAY, {})
    assert clock.deadline(back, daily, 0, {}) == 300.0 + 2 * DAY
    others = clock.moved(passed, daily, {0}, (1,), 300.0 + DAY, {}, alone=True)
    again = clock.moved(others, daily, {1}, (0,), 400.0 + DAY, {})
    assert clock.deadline(again, daily, 0, {}) == 400.0 + 2 * DAY
    empty = clock.moved(clock.Clock({0: 0.0}, {0: 50.0}), bank, {0}, (0,), 50.0, {}, late=0, alone=True)
    assert (empty.left, clock.deadline(empty, bank, 0, {})) == ({0: 0.0}, 50.0)
    done = clock.moved(empty, bank, {0}, (1,), 50.0, {}, late=0, alone=True)
    assert done.left == {0: 60.0}  # for the next time


def test_games_that_fail_keep_no_others_from_being_seen_to(lay: Lay, time: Time, host: Host) -> None:
    games = [lay(kind="daily", moves=1)[0] for _ in range(3)]
    time.now += DAY
    seen: list[str] = []

    def late(game: str) -> bool:
        seen.append(game)
        if game == games[0]:
            raise Fault("fault.stale")
        return False

    keeper = timekeeper.Timekeeper(host.storage, lambda game: game != games[1], late)
    for _ in range(2):
        keeper.look()
        keeper.seen_to.wait(games[2])
    keeper.seen_to.stop()
    keeper.seen_to.join()
    assert games[1] not in seen
    assert seen.count(games[2]) == 2


def test_a_vacation_stops_the_clock_within_bounds(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, bo = lay(kind="daily", moves=1)
    act(ada, id_, type="bid", amount=7)
    ada.post("/vacation", 403, days=29)
    time.now += DAY / 2
    bo.post("/vacation", days=10)
    time.now += 10 * DAY
    look(host, id_)
    assert host.open(id_).game.waiting_for() == (1,)
    time.now += DAY / 2
    look(host, id_)
    assert host.open(id_).game.actions[-1] == Pass(1)
    bo.post("/vacation", days=28)
    time.now += DAY
    bo.post("/vacation", days=0)  # one day of it was used: 31 are left
    bo.post("/vacation", 403, days=32)
    bo.post("/vacation", days=28)


def test_a_vacation_is_planned_ahead_and_stops_the_clock_from_then_on(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, bo = lay(kind="bank", bank=2 * DAY)
    act(ada, id_, type="bid", amount=7)
    start = int(time.now) + DAY
    ends = {"start": float(start), "until": float(start + 5 * DAY)}
    assert bo.post("/vacation", days=5, **{"from": start}) == ends == bo.get("/vacation")
    bo.post("/vacation", 403, days=29, **{"from": start})
    bo.post("/vacation", 403, days=1, **{"from": start + 400 * DAY})
    assert text("vacation.stay", "en") in bo.client.get("/mine", headers=bo.headers).text
    assert text("vacation.stay", "en") in bo.client.get(f"/games/{id_}/agree", headers=bo.headers).text
    time.now = start + 5 * DAY + 0.9 * DAY
    assert timekeeper.whose_is_up(host.open(id_)) is None
    time.now = start + 5 * DAY + 1.1 * DAY
    assert timekeeper.whose_is_up(host.open(id_)) == 1


def test_what_was_planned_is_dropped_or_replaced(lay: Lay, time: Time) -> None:
    _, _, bo = lay(kind="daily", moves=1)
    start = int(time.now) + 10 * DAY
    bo.post("/vacation", days=5, **{"from": start})
    bo.post("/vacation", days=7, **{"from": start + DAY})
    assert bo.get("/vacation") == {"start": start + DAY, "until": start + 8 * DAY}
    bo.post("/vacation", days=0)
    assert bo.get("/vacation") == {}
    bo.post("/vacation", days=5, **{"from": start})
    now = bo.post("/vacation", days=20)  # now, and far into what was planned: no day counts twice
    assert now["until"] == now["start"] + 20 * DAY
    time.now += 21 * DAY
    assert bo.get("/vacation") == {}
    bo.post("/vacation", days=22)  # 42 in a year


def test_a_second_vacation_takes_nothing_of_the_first(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, bo = lay(kind="bank", bank=3 * DAY)
    act(ada, id_, type="bid", amount=7)
    time.now += DAY
    bo.post("/vacation", days=5)
    time.now += 5 * DAY + DAY / 2
    bo.post("/vacation", days=7)
    look(host, id_)
    assert host.open(id_).game.actions == [Bid(0, 7)]
    assert bo.get(f"/games/{id_}/clock")["seats"][1]["until"] == time.now + 7 * DAY + 1.5 * DAY
    time.now += 2 * DAY
    bo.post("/vacation", days=0)
    time.now += DAY / 2
    host._forget(id_)
    act(bo, id_, type="bid", amount=8)
    assert left(bo, id_)[1] == DAY  # a day, and twice half a one


def test_who_is_away_may_stay_longer_and_the_days_of_a_year_are_counted(time: Time, bo: Caller) -> None:
    bo.enter("Bo")
    start = bo.post("/vacation", days=10)["start"]
    time.now += 4 * DAY
    bo.post("/vacation", 403, days=25)  # 29 in one piece
    longer = bo.post("/vacation", days=8)
    assert longer == {"start": start, "until": start + 12 * DAY} == bo.get("/vacation")
    time.now += 8 * DAY
    assert bo.get("/vacation") == {}
    for _ in range(30):  # each of them a day, however soon they come back
        time.now += 60
        bo.post("/vacation", days=1)
        time.now += 60
        bo.post("/vacation", days=0)
    bo.post("/vacation", 403, days=1)
    time.now += 366 * DAY
    bo.post("/vacation", days=28)


def test_who_takes_over_a_seat_has_all_the_time_there_is(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, _ = lay(kind="bank", bank=3600)
    time.now += 3000
    ada.post(f"/games/{id_}/resign", seat=0, sure=True)
    host.settled(id_)
    assert host.open(id_).clock.left[0] == 3600.0  # type: ignore[union-attr]
    host._forget(id_)
    assert host.open(id_).clock.left[0] == 3600.0  # type: ignore[union-attr]


def test_a_game_without_a_clock_has_none_and_nonsense_is_refused(ada: Caller, host: Host) -> None:
    id_ = ada.new("chicago-express", "me", "friend")
    ada.choose(id_)
    assert ada.get(f"/games/{id_}/clock") == {"terms": None, "seats": []}
    assert not any(b"clock" in entry for entry in host.storage.entries(id_))
    seats = [{"kind": "me"}, {"kind": "friend"}]
    for wrong in ({"kind": "none"}, {"kind": "bank", "bank": 1}, {"kind": "daily", "moves": 0}, 7, {"x": 1}):
        ada.post("/games", 400, title="chicago-express", seats=seats, clock=wrong)


def test_taking_back_and_marks_leave_the_clock_as_it_is(lay: Lay, time: Time, host: Host) -> None:
    id_, ada, _ = lay(kind="bank", bank=3600)
    time.now += 100
    act(ada, id_, type="bid", amount=7)
    time.now += 50
    ada.post(f"/games/{id_}/undo", number=host.open(id_).number)
    before = host.open(id_).clock
    host._forget(id_)
    live = host.open(id_)
    assert live.clock == before
    assert live.clock.left == {0: 3500.0, 1: 3550.0}  # type: ignore[union-attr]
    assert clock.deadline(live.clock, live.terms, 0, {}) == time.now + 3500  # type: ignore[arg-type]


def test_who_sits_down_reads_what_was_agreed(ada: Caller, bo: Caller) -> None:
    id_ = ada.new("chicago-express", "me", "open", clock={"kind": "bank", "bank": 7200, "late": "seat"})
    page = bo.client.get(f"/games/{id_}", headers=bo.headers | {"accept-language": "en"}).text
    assert "2 h for everybody, and 0 s more for every decision" in page
    assert "a bot plays on in that seat" in page
    assert ada.get(f"/games/{id_}/clock")["terms"]["bank"] == 7200
    form = ada.client.get("/titles/chicago-express", headers=ada.headers).text
    values = re.findall(r'<option value="((?:daily|bank):[^"]*)"', form)
    assert len(values) == 7
    assert all(clock.spoken_terms(value, "bot") for value in values)
    assert clock.spoken_terms("", "") is clock.spoken_terms("bank:x", "") is None
