"""2.5: what is in an envelope is known to nobody else before all are opened.

Amounts are small numbers that stand in many places, so secrets are not looked for by their digits. Two games are
played instead that differ in nothing but the bids of others; whatever a seat or somebody who watches can get must
be the same in both to the last byte.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time

import pytest
from starlette.testclient import TestClient

import stellwerk
from server.conftest import Caller
from server.door.test_secrets import FILLED, Listener, _got, _routes
from stellwerk.host.settings import Settings
from stellwerk.play.game import canonical
from stellwerk.titles.t1881.actions import SealBid
from stellwerk.titles.t1881.papers.secrets import ENVELOPES
from stellwerk.web.app import create_app
from stellwerk.words.preview import preview_text

pytestmark = pytest.mark.unmeasured

BIDS = (100, 340, 560)
OTHERS = (710, 20, 430)
VIEWERS = (0, 1, 2, None)
HERE = {**FILLED, "hex": "G5", "title": "1881"}


def bids_seen_by(seat, bids):
    """The bids of a second game that this seat must take for the first."""
    return tuple(bids[n] if n == seat else OTHERS[n] for n in range(3))


# The engine ---------------------------------------------------------------------------------------------------


def known(bids, seat, order=(0, 1, 2)):
    """All that a seat can get of a game while envelopes come in, after each of them but the last."""
    game, found = stellwerk.new("1881", ["A", "B", "C"], seed=5), []
    for number in (*order[:-1], None):
        seen = game.seen(seat)
        found.append(canonical(seen.state))
        found += [canonical(seen.state_after(n)) for n in range(len(seen.actions) + 1)]
        found += [repr(seen.actions), repr(seen.events), repr(seen.seed), repr(game.result())]
        found += [repr([list(game.legal_actions(each)) for each in range(3)]), game.waiting_for()]
        found += [repr(preview_text(choice.at(60), game, "en", seat)) for choice in game.legal_actions(seat or 0)]
        file = game.known(seat)
        found.append(file and file.to_json())
        if number is not None:
            found.append(repr(game.play(SealBid(number, bids[number]))))
    return found


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
@pytest.mark.parametrize("seat", VIEWERS)
def test_nothing_of_the_engine_tells_another_ones_bid(seat, order):
    assert known(BIDS, seat, order) == known(bids_seen_by(seat, BIDS), seat, order)


def test_one_knows_ones_own_bid():
    game = stellwerk.new("1881", ["A", "B", "C"], seed=5)
    game.play(SealBid(1, 340))
    assert game.seen(1).state.envelopes == {1: 340}
    assert game.seen(1).actions == [SealBid(1, 340)]
    assert 340 not in game.seen(0).state.envelopes.values()


def test_what_is_refused_tells_nothing():
    found = []
    for bids in (BIDS, OTHERS):
        game = stellwerk.new("1881", ["A", "B", "C"], seed=5)
        game.play(SealBid(1, bids[1]))
        found.append([game.refusal(action) for action in (SealBid(1, 30), SealBid(0, 730), SealBid(2, 25))])
        assert None not in found[-1]
    assert found[0] == found[1]


def test_all_bids_are_open_once_the_last_is_in():
    game = stellwerk.new("1881", ["A", "B", "C"], seed=5)
    for seat, bid in enumerate(BIDS):
        game.play(SealBid(seat, bid))
    for seat in VIEWERS:
        assert game.seen(seat).actions == [SealBid(n, bid) for n, bid in enumerate(BIDS)]
        assert any(getattr(event, "bids", None) == BIDS for event in game.seen(seat).events)
    assert game.irrevocable == 3


# The server ---------------------------------------------------------------------------------------------------


class World:
    """A server with one game, in which no lot falls otherwise than in any other such server."""

    def __init__(self, folder, monkeypatch):
        lots = random.Random(1)
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"{lots.getrandbits(8 * size):x}")
        monkeypatch.setattr(secrets, "token_hex", lambda size=32: f"{lots.getrandbits(8 * size):x}")
        monkeypatch.setattr(secrets, "randbelow", lots.randrange)
        monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
        settings = Settings(data=folder, pace=0.0, processes=0, rate=10_000, burst=10_000)
        self.app = create_app(settings)
        self.host = self.app.state.host
        self.people = [Caller(TestClient(self.app), name) for name in ("Ada", "Bo", "Cleo")]
        self.viewers = {**dict(enumerate(self.people)), None: Caller(TestClient(self.app), "Watcher")}
        self.id = self.people[0].new("1881", "me", "open", "open")
        for person in self.people[1:]:
            person.post(f"/games/{self.id}/seats")
        self.news = Listener()
        self.host.news._ears.setdefault(self.id, set()).add(self.news)

    def bid(self, seat, amount):
        person = self.people[seat]
        decision = person.get(f"/games/{self.id}/actions")["decision"]
        action = {"type": "seal_bid", "seat": seat, "amount": amount}
        person.post(f"/games/{self.id}/actions", decision=decision, action=action)

    def read(self, seat):
        """Every byte that this seat can get now, by address; what all are told live among it."""
        caller, found = self.viewers[seat], {}
        with asyncio.Runner() as runner:
            for path in (*self.addresses(), f"/games/{self.id}"):
                found[path] = runner.run(_got(self.app, path, caller.headers))
            self.host._forget(self.id)  # read anew from what is kept
            found["kept"] = runner.run(_got(self.app, f"/games/{self.id}", caller.headers))
        found["news"] = self.news.heard
        return found

    def addresses(self):
        moves = len(self.host.open(self.id).game.actions)
        for route in _routes(self.app):
            if "GET" in (route.methods or ()):
                path = route.path.format(id=self.id, **HERE)
                yield path
                yield f"{path}?language=de&status=running&limit=100"
                if "{id}" in route.path:
                    for move in range(moves + 1):
                        yield f"{path}?at={move}&since={move}&before={move + 1}&run=A"
                        if route.path.endswith("/view"):
                            yield f"{path}?after={move}&watch=1"


def sent(folder, seat, bids, last=2):
    """What a seat can get before any bid and after each of the first ones."""
    with pytest.MonkeyPatch.context() as patched:
        world, found = World(folder, patched), []
        for number in range(last):
            world.bid(number, bids[number])
            found.append(world.read(seat))
        return found


def differences(folder, seat, last=2):
    """Addresses at which a seat gets something else if others bid otherwise."""
    one = sent(folder / "one", seat, BIDS, last)
    other = sent(folder / "other", seat, bids_seen_by(seat, BIDS), last)
    return [
        (after + 1, path)
        for after, (mine, theirs) in enumerate(zip(one, other, strict=True))
        for path in {*mine, *theirs}
        if mine.get(path) != theirs.get(path)
    ]


@pytest.mark.long
@pytest.mark.parametrize("seat", VIEWERS)
def test_no_byte_that_is_sent_tells_another_ones_bid(tmp_path, seat):
    assert differences(tmp_path, seat) == []


@pytest.mark.long
def test_bids_that_are_open_can_be_told_apart(tmp_path):
    """The test itself: with the last envelope everything is open, and then pages and log differ."""
    paths = {
        path.rpartition("/")[2].partition("?")[0] for after, path in differences(tmp_path, None, 3) if after == 3
    }
    assert {"kept", "log"} <= paths


def test_a_view_that_hides_nothing_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(type(ENVELOPES), "view", lambda self, rules, state, seat: state)
    assert differences(tmp_path, 2) != []


def test_an_action_that_is_not_hidden_is_found(monkeypatch):
    monkeypatch.setattr(type(ENVELOPES), "hides", lambda self, rules, action, seat, then, now: False)
    assert known(BIDS, 2) != known(bids_seen_by(2, BIDS), 2)
