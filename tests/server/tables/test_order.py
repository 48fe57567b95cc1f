"""The order of play is drawn when play begins (1835 Spielvorbereitung, 1873 2), unless all play as seated."""

from __future__ import annotations

import random

import pytest

from stellwerk.host.host import Host
from stellwerk.host.tables import seating
from stellwerk.play.order import OrderDrawn

from ..conftest import Caller


@pytest.fixture(autouse=True)
def _by_lot(_as_seated: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "LOTS", random.Random(1))


def _names(host: Host, id_: str) -> list[str]:
    return [seat.name for seat in host.open(id_).seats]


def _mine(caller: Caller, id_: str) -> str:
    game = caller.get(f"/games/{id_}")
    (mine,) = game["mine"]
    return str(game["seats"][mine]["name"])


def test_seats_are_drawn_and_everybody_keeps_their_own(ada: Caller, host: Host) -> None:
    orders = set()
    for _ in range(12):
        id_ = ada.new("1873", "me", "bot", "bot")
        live = host.open(id_)
        assert [seat.seat for seat in live.seats] == [0, 1, 2]
        assert live.game.players == tuple(_names(host, id_))
        assert live.game.events_of(0)[0] == OrderDrawn((0, 1, 2))
        assert _mine(ada, id_) == "Ada"
        orders.add(live.game.players)
    assert len(orders) > 1


def test_the_drawn_order_is_the_first_line_of_the_log(ada: Caller, host: Host) -> None:
    id_ = ada.new("1873", "me", "bot", "bot")
    first = ada.get(f"/games/{id_}/log?language=en")[0]
    assert first["lines"][0].startswith("The order of play is drawn: ")


def test_a_table_with_free_seats_is_drawn_when_the_last_is_taken(ada: Caller, bo: Caller, host: Host) -> None:
    orders = set()
    for _ in range(12):
        id_ = ada.new("1835", "me", "open", "bot")
        before = _names(host, id_)
        assert not host.open(id_).game.drawn
        bo.post(f"/games/{id_}/seats")
        after = _names(host, id_)
        assert sorted(after) == sorted([name or "Bo" for name in before])
        assert (_mine(ada, id_), _mine(bo, id_)) == ("Ada", "Bo")
        assert host.open(id_).game.drawn
        orders.add(tuple(after))
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("title", "values"), [("1873", {"as_seated": True}), ("chicago-express", {}), ("1881", {})]
)
def test_as_seated_or_where_nothing_is_drawn(title: str, values: dict[str, bool], ada: Caller, host: Host) -> None:
    for _ in range(6):
        id_ = ada.new(title, "me", "bot", "bot", **values)
        assert _names(host, id_)[0] == "Ada"
        assert not any(isinstance(event, OrderDrawn) for event in host.open(id_).game.events_of(0))


def test_a_drawn_order_outlives_the_memory(ada: Caller, host: Host) -> None:
    id_ = ada.new("1873", "me", "bot", "bot")
    before = _names(host, id_)
    host._forget(id_)
    assert _names(host, id_) == before
    assert isinstance(host.open(id_).game.events_of(0)[0], OrderDrawn)


def test_as_seated_is_a_truth_or_nothing(ada: Caller) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    ada.post("/games", 400, title="1873", seats=seats, as_seated="perhaps")
