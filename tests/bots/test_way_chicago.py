"""The way to Chicago: by cost, treasury and locomotives, and taken in play."""

import random

from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.play.core import Position
from stellwerk.titles.chicago_express.bot import outlook
from stellwerk.titles.chicago_express.bot.outlook import Outlook, a_share, dividends_left
from stellwerk.titles.chicago_express.bot.way import Way, shortest, ways
from stellwerk.titles.chicago_express.events import ChicagoReached
from stellwerk.titles.chicago_express.state import Railway


def at_start(cash: int = 0, **networks: str):
    """The start with a treasury for the PRR, and with further hexes for companies."""
    game = stellwerk.new("chicago-express", ["North", "East", "West"], seed=1)
    index, railways = game.rules.material.index, dict(game.state.railways)
    for company, hexes in networks.items():
        old = railways[company]
        network = old.network | {index[hex_] for hex_ in hexes.split()}
        shares = (1, 0, 0)
        railways[company] = replace(old, network=network, shares=shares, unsold=old.unsold - 1)
    state = replace(game.state, railways=railways, cash={**game.state.cash, "PRR": cash})
    return Position(game.rules, state)


def way_of(table, company="PRR"):
    return shortest(table, company, ways(table, company))


def test_the_way_counts_hexes_and_their_cost():
    assert way_of(at_start(PRR="B2")) == Way(1, 3)  # Chicago itself costs 3
    assert way_of(at_start(PRR="B3")) == Way(2, 4)
    assert way_of(at_start(PRR="A2")) == Way(0, 0)


def test_others_on_the_way_make_it_dearer():
    assert way_of(at_start(PRR="B2", NYC="A2")) == Way(1, 6)


def test_nobody_comes_through_a_hex_for_one_locomotive():
    free, taken = at_start(PRR="H6"), at_start(PRR="H6", NYC="H7")
    through = ways(free, "PRR")[free.rules.material.index["H8"]]
    round_about = ways(taken, "PRR")[taken.rules.material.index["H8"]]
    assert round_about.cost >= through.cost
    assert way_of(free) == way_of(taken)


def test_every_hex_nearer_to_chicago_is_worth_something():
    ways_there = ("E3", "E3 D2", "E3 D2 C2", "E3 D2 C2 B2")
    worth = [Outlook(at_start(10, PRR=hexes), 0).now for hexes in ways_there]
    assert worth == sorted(worth)
    assert worth[0] < worth[1] < worth[-1]


def test_chicago_draws_nobody_who_has_no_money_or_no_locomotives_for_it():
    table = at_start(0, PRR="E3")
    poor = Outlook(table, 0).now
    rich = Outlook(at_start(10, PRR="E3"), 0).now
    railways = table.state.railways
    bare = {**railways, "PRR": replace(railways["PRR"], locomotives=2)}
    stranded = Outlook(Position(table.rules, replace(table.state, railways=bare)), 0).now
    assert stranded < poor < rich


def test_who_looks_beyond_the_coast_sees_that_the_two_in_the_middle_grow_most():
    near = {company: found[0] for company, found in Outlook(at_start(), 0).prospects.items()}
    assert min(near["PRR"], near["B&O"]) > max(near["C&O"], near["NYC"])


def test_a_company_that_grows_less_than_any_other_counts_less_than_its_income_says():
    grown = Railway(income=20, unsold=0, locomotives=9, network=frozenset(), shares=(1, 0, 0))
    nothing_near, much_near = (a_share(grown, 20, near, None, left=4.0, chicago=7) for near in (0.0, 8.0))
    assert nothing_near < 20 * 4 < much_near


def test_a_dollar_counts_more_while_shares_can_be_put_up_before_the_next_dividend():
    def another_dollar(turned):
        state = at_start().state
        worth = []
        for more in (0, 1):
            cash = {**state.cash, 0: 10 + more}
            now = replace(state, cash=cash, dials={**state.dials, "auction": turned})
            worth.append(Outlook(Position(at_start().rules, now), 0).now)
        return worth[1] - worth[0]

    gains = [another_dollar(turned) for turned in range(4)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[-1] > 1


def test_what_is_remembered_of_networks_is_what_would_be_found_again(monkeypatch):
    game, lots, told = stellwerk.new("chicago-express", ["North", "East", "West"], seed=5), random.Random(5), []
    monkeypatch.setattr(outlook, "_known", {})
    while not game.over:
        table = Position(game.rules, game.state)
        told.append((table, Outlook(table, 0).now))
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    assert len({now for _, now in told}) > 5
    for table, now in told:
        monkeypatch.setattr(outlook, "_known", {})
        assert Outlook(table, 0).now == now


def test_little_is_remembered(monkeypatch):
    monkeypatch.setattr(outlook, "_known", dict.fromkeys(range(outlook.MOST_KNOWN + 1)))
    Outlook(at_start(), 0)
    assert len(outlook._known) < 20


def test_a_company_that_is_not_open_cannot_sell_out():
    table = at_start()
    open_ = [railway.unsold for railway in table.state.railways.values() if railway.network]
    assert dividends_left(table) == min(8, sum(sorted(open_)[:3]) / 2.5 + 1)


def test_four_bots_reach_chicago():
    game = stellwerk.new("chicago-express", ["North", "East", "West", "South"], seed=3)
    lots = random.Random(3)
    while not game.over and not any(
        isinstance(event, ChicagoReached) for event in game.events_of(len(game.actions))
    ):
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    assert not game.over
