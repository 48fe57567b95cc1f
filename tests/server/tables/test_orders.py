"""What people decide beforehand: carried out for them, seen by nobody else, kept, stopped at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.applications import Starlette

from stellwerk.host.host import Host
from stellwerk.host.programs import programs
from stellwerk.host.storage.tables import program_rows
from stellwerk.host.storage.tables.journal import UNDO
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass

from ..conftest import Caller
from ..door.test_secrets import FILLED, Listener, _routes

MOST = 187
"""A maximum that nothing else on the table comes to."""


@pytest.fixture
def table(ada: Caller, bo: Caller, visit: Callable[..., Caller]) -> tuple[str, Caller, Caller, Caller]:
    """1844 at its first auction, with Ada, Bo and Cleo."""
    cleo = visit().enter("Cleo")
    id_ = ada.new("1844", "me", "open", "open")
    for person in (bo, cleo):
        person.post(f"/games/{id_}/seats")
    return id_, ada, bo, cleo


def bid_up_to(person: Caller, id_: str, most: int) -> Any:
    """Give the order to bid."""
    (form,) = [one for one in person.get(f"/games/{id_}/programs")["forms"] if one["kind"] == "bid_up_to"]
    return person.post(f"/games/{id_}/programs", program=form["program"] | {"most": most})


def act(person: Caller, id_: str, **action: Any) -> None:
    """Take an action of one's own."""
    legal = person.get(f"/games/{id_}/actions")
    person.post(f"/games/{id_}/actions", decision=legal["decision"], action={"seat": legal["seat"], **action})


def test_an_order_bids_for_its_owner_and_says_so_in_the_log(
    table: tuple[str, Caller, Caller, Caller], host: Host
) -> None:
    id_, ada, bo, cleo = table
    told = bid_up_to(bo, id_, 100)
    assert [one["program"]["most"] for one in told["standing"]] == [100]
    act(ada, id_, type="bid", amount=20)
    assert host.open(id_).game.actions == [Bid(0, 20), Bid(1, 25)]
    act(cleo, id_, type="bid", amount=80)
    act(ada, id_, type="pass")
    act(cleo, id_, type="bid", amount=98)  # now Bo passes, and Cleo has it
    assert bo.get(f"/games/{id_}/programs")["standing"] == []
    marked = "By an order"
    log = {name: str(one.get(f"/games/{id_}/log?since=1&language=en")) for name, one in (("bo", bo), ("ada", ada))}
    assert log["bo"].count(marked) == log["ada"].count(marked) == 3  # two bids and the pass, now that it is over


def test_nobody_else_is_told_while_it_stands(table: tuple[str, Caller, Caller, Caller]) -> None:
    id_, ada, bo, _ = table
    bid_up_to(bo, id_, 100)
    act(ada, id_, type="bid", amount=20)
    assert "By an order" in str(bo.get(f"/games/{id_}/log?language=en"))
    assert "By an order" not in str(ada.get(f"/games/{id_}/log?language=en"))
    assert ada.get(f"/games/{id_}/programs")["standing"] == []


def test_two_orders_bid_against_each_other_as_hands_would(
    table: tuple[str, Caller, Caller, Caller], host: Host
) -> None:
    id_, ada, bo, cleo = table
    bid_up_to(bo, id_, 60)
    bid_up_to(cleo, id_, 45)
    act(ada, id_, type="pass")
    by_order = host.open(id_).game.actions[:]
    other = ada.new("1844", "me", "friend", "friend")
    most, game = {0: 0, 1: 60, 2: 45}, host.open(other)
    while len(game.game.actions) < len(by_order):
        step: Any = game.game.step
        seat = step.bidders[0]
        if step.least() <= most[seat]:
            act(ada, other, type="bid", amount=step.least())
        else:
            act(ada, other, type="pass")
    assert game.game.actions == by_order
    assert game.game.state.papers["P1"] == 1


def test_it_is_stopped_at_once(table: tuple[str, Caller, Caller, Caller], host: Host) -> None:
    id_, ada, bo, _ = table
    (order,) = bid_up_to(bo, id_, 100)["standing"]
    ada.post(f"/games/{id_}/programs/stop", 403, number=order["number"])
    assert bo.post(f"/games/{id_}/programs/stop", number=order["number"])["standing"] == []
    act(ada, id_, type="bid", amount=20)
    assert host.open(id_).game.waiting_for() == (1,)


def test_it_is_read_again_with_the_game(table: tuple[str, Caller, Caller, Caller], host: Host) -> None:
    """As after a restart: nothing is left in memory."""
    id_, ada, bo, cleo = table
    bid_up_to(bo, id_, 100)
    act(ada, id_, type="bid", amount=20)
    host._forget(id_)
    act(cleo, id_, type="pass")
    act(ada, id_, type="bid", amount=40)
    assert host.open(id_).game.actions[-1] == Bid(1, 45)
    assert str(bo.get(f"/games/{id_}/log?language=en")).count("By an order") == 2


def test_what_stopped_between_a_move_and_an_order_goes_on(
    table: tuple[str, Caller, Caller, Caller], host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, bo, _ = table
    bid_up_to(bo, id_, 100)
    with monkeypatch.context() as patch:
        patch.setattr(programs, "run", lambda storage, live: None)
        act(ada, id_, type="bid", amount=20)
    assert host.open(id_).game.actions == [Bid(0, 20)]
    host._forget(id_)
    assert host.open(id_).game.actions == [Bid(0, 20), Bid(1, 25)]


def test_wherever_a_server_is_stopped_an_order_and_what_it_did_belong_together(
    table: tuple[str, Caller, Caller, Caller], host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, bo, _ = table
    act(ada, id_, type="bid", amount=20)
    kept: list[tuple[int, int, bool]] = []

    @contextmanager
    def watched(transaction: Callable[..., Any], *deeds: Any) -> Iterator[sa.Connection]:
        """What is there after each transaction: bids of Bo's order, notes of them, whether it stands."""
        with transaction(*deeds) as connection:
            yield connection
        orders, made = program_rows.read(host.storage, id_)
        entries = host.storage.entries(id_)
        bids = sum(b'"seat":1' in entry for entry in entries) - entries.count(UNDO)
        kept.append((bids, len(made), any(order.ended is None for order in orders)))

    for name in ("writing", "moving"):
        monkeypatch.setattr(host.storage, name, partial(watched, getattr(host.storage, name)))
    bid_up_to(bo, id_, 100)  # it is Bo's turn: he bids at once
    assert kept[-2:] == [(0, 0, True), (1, 1, True)]
    bo.post(f"/games/{id_}/undo", number=host.open(id_).number)
    assert (0, 1, True) not in kept  # or the order would bid again when the server starts
    assert kept[-1] == (0, 1, False)


def test_what_is_taken_back_ends_it(table: tuple[str, Caller, Caller, Caller], host: Host) -> None:
    id_, ada, bo, _ = table
    act(ada, id_, type="bid", amount=20)
    bid_up_to(bo, id_, 100)  # it is Bo's turn: he bids at once
    live = host.open(id_)
    assert live.game.actions[-1] == Bid(1, 25)
    told = bo.post(f"/games/{id_}/undo", number=live.number)
    assert told["moves"] == 1
    assert live.game.waiting_for() == (1,)
    assert bo.get(f"/games/{id_}/programs")["standing"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"program": "bid_up_to", "seat": 0, "lot": "P1", "most": 100},
        {"program": "bid_up_to", "seat": 1, "lot": "P2", "most": 100},
        {"program": "bid_up_to", "seat": 1, "lot": "P1", "most": 10**9},
        {"program": "bid_up_to", "seat": 1, "lot": "P1", "most": "100"},
        {"program": "take_at", "seat": 1, "lot": "P1", "premium": 10},
        {"program": "bid_up_to", "seat": 1, "lot": "P1", "most": 100, "more": 1},
        {"seat": 1},
    ],
)
def test_what_is_no_order_is_refused(table: tuple[str, Caller, Caller, Caller], wrong: dict[str, Any]) -> None:
    id_, _, bo, _ = table
    answer = bo.client.post(f"/api/games/{id_}/programs", headers=bo.headers, json={"program": wrong})
    assert answer.status_code in (400, 403, 409)
    assert bo.get(f"/games/{id_}/programs")["standing"] == []


def test_no_byte_tells_others_of_it(
    app: Starlette, host: Host, table: tuple[str, Caller, Caller, Caller], visit: Callable[..., Caller]
) -> None:
    """Every page, call and answer to nonsense, for every other seat and a spectator; the stream, too."""
    id_, ada, bo, _ = table
    news = Listener()
    host.news._ears.setdefault(id_, set()).add(news)  # type: ignore[arg-type]  # it only has to hear
    bid_up_to(bo, id_, MOST)
    assert news.heard == b""  # not even that something was set up
    act(ada, id_, type="bid", amount=20)
    for viewer in (ada, visit().enter("Watcher")):
        sent = bytearray(news.heard)
        for route in (one for one in _routes(app) if "{id}" in one.path or one.path in ("/", "/api/games")):
            path = route.path.format(id=id_, **FILLED)
            if "GET" in (route.methods or ()) and not path.endswith("/stream"):
                for query in ("", "?language=de&status=running&at=1&since=0&before=3"):
                    sent += viewer.client.get(path + query, headers=viewer.headers).content
            elif "POST" in (route.methods or ()) and "{id}" in route.path:
                sent += viewer.client.post(path, headers=viewer.headers, json={"number": 1, "seat": 1}).content
        text = sent.decode(errors="replace")
        assert not re.search(rf"(?<![\d.]){MOST}(?![\d.])", text)
        assert text.count("Standing now") == text.count("Gilt gerade") == 0
        assert "By an order" not in text
    assert host.open(id_).game.actions == [Bid(0, 20), Bid(1, 25)]
    mine = bo.client.get(f"/games/{id_}/orders", headers=bo.headers).text
    assert str(MOST) in mine  # and who gave it sees it


# Taking back what others' orders have answered -----------------------------------------------------------------


def test_a_pass_by_order_goes_back_with_what_it_answered(ada: Caller, bo: Caller, host: Host) -> None:
    file = Path(__file__).parents[2] / "conformance" / "golden" / "1835-at-89.json"
    id_ = ada.client.post("/api/games/import", headers=ada.headers, content=file.read_bytes()).json()["id"]
    began, (mine,) = len(host.open(id_).game.actions), host.open(id_).game.waiting_for()
    theirs = (mine + 1) % 3
    offer = ada.post(f"/games/{id_}/asks", 201, kind="hand_on", seat=theirs)[0]
    bo.post(f"/games/{id_}/asks/take", number=offer["number"], key=offer["link"][-20:])
    (form,) = [one for one in bo.get(f"/games/{id_}/programs")["forms"] if one["kind"] == "pass_until"]
    bo.post(f"/games/{id_}/programs", program=form["program"])
    passed = [Pass(mine), Pass(theirs)]
    act(ada, id_, type="pass")
    assert host.open(id_).game.actions[began:] == passed
    assert ada.post(f"/games/{id_}/undo", number=host.open(id_).number)["moves"] == began
    assert len(bo.get(f"/games/{id_}/programs")["standing"]) == 1  # it answers what is done instead
    ada.post(f"/games/{id_}/redo", number=host.open(id_).number)
    assert host.open(id_).game.actions[began:] == passed
    host._forget(id_)
    assert ada.post(f"/games/{id_}/undo", number=host.open(id_).number)["moves"] == began


def test_what_another_would_bid_is_not_found_out_by_taking_back(
    table: tuple[str, Caller, Caller, Caller], host: Host
) -> None:
    id_, ada, bo, _ = table
    bid_up_to(bo, id_, 100)
    act(ada, id_, type="bid", amount=20)
    assert host.open(id_).game.actions[-1] == Bid(1, 25)
    ada.post(f"/games/{id_}/undo", 403, number=host.open(id_).number)


def test_who_passes_in_auctions_bids_where_another_order_says_so(
    ada: Caller, bo: Caller, visit: Callable[..., Caller], host: Host
) -> None:
    cleo = visit().enter("Cleo")
    id_ = ada.new("chicago-express", "me", "open", "open")
    for person in (bo, cleo):
        person.post(f"/games/{id_}/seats")
    (passes,) = [one for one in bo.get(f"/games/{id_}/programs")["forms"] if one["kind"] == "pass_auctions"]
    bo.post(f"/games/{id_}/programs", program=passes["program"])
    bid_up_to(bo, id_, 30)
    least = host.open(id_).game.step.least()  # type: ignore[union-attr]
    act(ada, id_, type="bid", amount=least)
    assert host.open(id_).game.actions[1] == Bid(1, least + 1)
