"""Decisions of Chicago Express, and what a bot is allowed to see."""

import random

import stellwerk
from stellwerk import bots
from stellwerk.bots.levels import explorer_of, weigh
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.play.game import Game
from stellwerk.titles.chicago_express.actions import BuildTrack, ChooseDial
from stellwerk.titles.chicago_express.auctions import CompanyAuction


def opening(seed=1):
    return stellwerk.new("chicago-express", ["North", "East", "West"], seed=seed)


def steady_until(kind):
    """A game of steady bots up to the first decision answered by an action of this kind."""
    game, lots = opening(), random.Random(1)
    while True:
        action = bots.choose(game, game.waiting_for()[0], "steady", lots)
        if isinstance(action, kind):
            return game, action
        game.play(action)


def test_a_cheap_first_share_is_worth_a_bid():
    game = opening()
    assert bots.choose(game, 0, "steady", random.Random(0)) == Bid(0, 7)


def test_nobody_bids_all_for_one_share():
    game = opening()
    game.play(Bid(0, 39))
    assert bots.choose(game, 1, "steady", random.Random(0)) == Pass(1)


def test_every_company_finds_an_owner_and_the_bids_are_not_absurd():
    game, _ = steady_until(ChooseDial)
    assert all(railway.sold == 1 for name, railway in game.state.railways.items() if name != "WAB")
    assert all(0 <= game.state.cash[seat] <= 40 for seat in range(3))
    assert sum(game.state.cash[company] for company in game.state.railways) >= 26


def test_track_is_built_towards_income():
    game, action = steady_until(BuildTrack)
    advice = bots.advise(game, action.seat, n=1)[0]
    assert advice.score > 0
    assert advice.reasons[0].key in ("income_grows", "nearer_to_income")


def test_a_bot_is_given_the_view_of_its_seat_and_nothing_else(monkeypatch):
    game, asked = opening(), []
    whole = Game.view

    def view(self, seat):
        asked.append(seat)
        return whole(self, seat)

    monkeypatch.setattr(Game, "view", view)
    bots.choose(game, 0, "steady", random.Random(0))
    assert asked == [0]


def test_advice_does_not_contradict_itself():
    game = opening()
    keys = [[reason.key for reason in one.reasons] for one in bots.advise(game, 0)]
    assert keys == [["share_is_worth"], ["others_better"]]  # a bid of 7 is good: the share is not "too dear"
    game.play(Bid(0, 39))
    first, second = bots.advise(game, 1)
    assert (first.action, first.reasons[0].key) == (Pass(1), "share_is_too_dear")
    assert second.action == Bid(1, 40)


def test_who_looks_ahead_bids_only_where_steady_would():
    """In playouts others stop bidding who bid on at the table: two of them raised each other on their own."""
    names = ["North", "East", "West", "South"]
    game, lots, passed, bid = stellwerk.new("chicago-express", names, seed=1), random.Random(1), 0, 0
    explorer = explorer_of(game.title)
    while passed < 8 or bid < 3:
        seat = game.waiting_for()[0]
        if isinstance(game.state.agenda[-1], CompanyAuction):
            here = bots.seen(game, seat)
            plans = list(explorer.plans(here.table, seat, here.choices))
            if isinstance(weigh(here)[0].action, Bid):
                bid += len(plans) > 1
            else:
                assert plans == [(Pass(seat),)]
                passed += 1
        game.play(bots.choose(game, seat, "steady", lots))
