"""Turns of a stock round as one choice: sales that nobody makes for their own sake, and what they pay for."""

import random

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.bots import Budget
from stellwerk.bots.api import Foresight, reason
from stellwerk.bots.eighteen.explorer import EighteenExplorer
from stellwerk.bots.levels import judge_of, sensible
from stellwerk.bots.search import look_ahead
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.state import held, percent
from stellwerk.play.core import Pass, Position

MOST = 50  # plans, so that none is left out here


@pytest.fixture(scope="module")
def rounds():
    """A game of 1835 in its sixth stock round: everybody has sold nothing yet, and can pay for little."""
    game, lots = stellwerk.new("1835", ["North", "East", "West"], seed=4), random.Random(4)
    while len(game.actions) < 131:
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    return game


def looking(game, lately=()):
    return EighteenExplorer(judge_of(game.title).railways, Foresight(from_round=1, turns=MOST), lately)


def turns_of(game, table, seat):
    choices = list(table.state.agenda[-1].choices(table, seat))
    return [plan for plan in looking(game).plans(table, seat, choices) if len(plan) > 1]


def chosen(game, seat):
    here = bots.seen(game, seat)
    explorer = looking(game, here.lately)
    return look_ahead(explorer, here.table, seat, sensible(here), random.Random(1), Budget(MOST, 1e9)).action


def test_a_turn_sells_first_and_then_buys_what_could_not_be_bought_before(rounds):
    seat = rounds.waiting_for()[0]
    plans = turns_of(rounds, Position(rounds.rules, rounds.view(seat)), seat)
    assert plans
    for plan in plans:
        assert [type(action) for action in plan] == [SellShares] * (len(plan) - 1) + [BuyShare]
        assert plan[-1] not in rounds.legal_actions(seat)
        twin = rounds.copy()
        for action in plan:
            assert action in twin.legal_actions(seat)
            twin.play(action)


def test_shares_of_two_companies_are_sold_only_for_what_one_does_not_pay(rounds):
    """With a single share of each and no cash Baden costs one of them, Preußen both."""
    seat = rounds.waiting_for()[0]
    table = Position(rounds.rules, rounds.view(seat))
    papers = table.state.papers
    for company in ("BY", "SX"):
        for paper in held(table, company, seat)[:-1]:
            papers = papers.moved(paper.id, (seat + 1) % table.state.seats)
    poor = replace(table.state, papers=papers, cash={**table.state.cash, seat: 0})
    found = {
        (tuple(sale.company for sale in plan[:-1]), plan[-1].company)
        for plan in turns_of(rounds, Position(table.rules, poor), seat)
    }
    assert found == {(("BY",), "BA"), (("SX",), "BA"), (("SX", "BY"), "PR")}


def valued(monkeypatch, worth):
    """Nothing is played on after a plan, and a percent of each company is worth so much to whoever holds it."""

    def expects(self, begun, reached):
        seats = range(reached.state.seats)
        return [sum(each * percent(reached, company, seat) for company, each in worth.items()) for seat in seats]

    monkeypatch.setattr(EighteenExplorer, "far_enough", lambda self, begun, now: True)
    monkeypatch.setattr(EighteenExplorer, "expects", expects)


@pytest.mark.parametrize(("wanted", "other"), [("BA", "PR"), ("PR", "BA")])
def test_who_has_sold_for_a_purchase_makes_it(rounds, monkeypatch, wanted, other):
    """Though something else that the sale has paid for is hardly worse, and `steady` may prefer it."""
    valued(monkeypatch, {wanted: 100.0, other: 99.9})
    game, seat = rounds.copy(), rounds.waiting_for()[0]
    game.play(chosen(game, seat))
    assert isinstance(game.actions[-1], SellShares)
    game.play(chosen(game, seat))
    assert isinstance(game.actions[-1], BuyShare)
    assert game.actions[-1].company == wanted


def bought(game, seat, company):
    """The purchases of a company that can be made."""
    return [one for one in game.legal_actions(seat) if isinstance(one, BuyShare) and one.company == company]


@pytest.mark.parametrize("wanted", ["BA", "PR"])
def test_advice_of_a_sale_names_what_it_pays_for(rounds, monkeypatch, wanted):
    """That company could not be bought before, and can be once no more than two companies' shares are sold."""
    valued(monkeypatch, {wanted: 100.0})
    game, seat = rounds.copy(), rounds.waiting_for()[0]
    told = bots.advise(game, seat, 50, Budget(MOST, 1e9))
    sales = [one.action for one in told for why in one.reasons if why == reason("sale_pays_for", company=wanted)]
    assert not bought(game, seat, wanted)
    game.play(sales[0])
    while not bought(game, seat, wanted):
        game.play(next(one for one in game.legal_actions(seat) if isinstance(one, SellShares)))


def test_what_a_sale_alone_seems_to_gain_is_no_reason_for_it(rounds, monkeypatch):
    """The forecast may think little of shares that are held: a purchase that adds nothing is no pretext."""
    valued(monkeypatch, {"BY": -100.0, "SX": -100.0, "BA": -0.1, "PR": -0.1})
    assert chosen(rounds, rounds.waiting_for()[0]) == Pass(rounds.waiting_for()[0])


def test_who_must_sell_or_is_not_in_a_stock_round_has_no_such_turn(rounds):
    seat = rounds.waiting_for()[0]
    table = Position(rounds.rules, rounds.view(seat))
    choices = [one for one in table.state.agenda[-1].choices(table, seat) if not isinstance(one, Pass)]
    assert all(len(plan) == 1 for plan in looking(rounds).plans(table, seat, choices))
    running = Position(table.rules, replace(table.state, operating_round=1))
    assert not turns_of(rounds, running, seat)
