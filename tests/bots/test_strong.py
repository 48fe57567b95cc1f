"""A level that looks ahead: so many playouts, reproducible, with what its seat sees."""

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.bots import Budget
from stellwerk.bots.api import Explorer, Foresight, Weighed
from stellwerk.bots.eighteen import EighteenJudge, pencil
from stellwerk.bots.eighteen.explorer import EighteenExplorer, Turn
from stellwerk.bots.levels import explorer_of, judge_of
from stellwerk.bots.search import look_ahead
from stellwerk.eighteen import actions
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.play.core import Action, Pass, Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.titles.registry import find_title, title_ids
from stellwerk.titles.t1873.actions import FoundRailway, FoundWorks, UseOption
from stellwerk.titles.t1881.actions import BuySbahnShare, SealBid, SellSbahnShares

LOOKING = [title for title in title_ids() if "strong" in bots.levels(find_title(title))]


class Slots(Explorer):
    """Plans with a mean and a spread; plan n is to pass as seat n."""

    def __init__(self, *means: float, spread: float = 1.0) -> None:
        self.means, self.spread, self.played = means, spread, Counter[int]()
        self.lots: dict[int, list[float]] = {}

    def plans(self, table, seat, choices):
        return [(Pass(number),) for number in range(len(self.means))]

    def far_enough(self, begun, now):
        return True

    def reach(self, table, seat, plan, lots):
        number = plan[0].seat
        self.played[number] += 1
        luck = lots.gauss(0, 1)
        self.lots.setdefault(number, []).append(luck)
        return self.means[number] + self.spread * luck

    def expects(self, begun, reached):
        return (reached, 0.0)


def found(slots, playouts=60, seconds=1e9, clock=lambda: 0.0):
    return look_ahead(slots, None, 0, (), random.Random(1), Budget(playouts, seconds), clock)


def test_the_best_plan_is_found_within_the_budget():
    slots = Slots(0, 1, 5, 2, 0, 1)
    told = found(slots)
    assert told.action == Pass(2)
    assert told.playouts == sum(slots.played.values()) <= 60
    assert slots.played[2] > slots.played[4]  # halving leaves more for the better ones


def test_all_plans_have_common_lots():
    slots = Slots(0, 1, 2)
    found(slots, playouts=12)
    shortest = min(map(len, slots.lots.values()))
    assert len({tuple(each[:shortest]) for each in slots.lots.values()}) == 1


def test_the_first_plan_stands_unless_another_is_surely_better():
    class Noise(Slots):
        def play_on(self, table, seat, plan, lots):
            return lots.gauss(0, 1) * (plan[0].seat + 1) + (0.01 if plan[0].seat else 0.0)

    assert found(Noise(0, 0), playouts=40).action == Pass(0)


def test_a_budget_too_small_to_compare_takes_the_first_plan():
    slots = Slots(0, 100)
    assert found(slots, playouts=1).action == Pass(0)
    assert not slots.played


def test_the_cap_of_seconds_is_told():
    ticks = iter(range(1000))
    told = found(Slots(0, 1, 5), playouts=60, seconds=3, clock=lambda: float(next(ticks)))
    assert told.cut
    assert 0 < told.playouts < 60
    assert not found(Slots(0, 1, 5)).cut


class Certain(Slots):
    """Plans that always play the same."""

    by_lot = False
    least = 0.0

    def least_gain(self, table, seat):
        return self.least

    def play_on(self, table, seat, plan, lots):
        self.played[plan[0].seat] += 1
        return self.means[plan[0].seat]


def test_where_lots_play_no_part_each_plan_is_played_once():
    slots = Certain(0, 3, 5)
    told = found(slots)
    assert told.action == Pass(2)
    assert told.playouts == 3
    assert set(slots.played.values()) == {1}
    assert found(Certain(0, 3, 5), playouts=2).action == Pass(1)
    assert found(Certain(0, 3, 5), playouts=1).playouts == 0


def test_a_change_must_gain_what_it_is_worth():
    slots = Certain(0, 3, 5)
    slots.least = 5.0
    assert found(slots).action == Pass(0)
    slots.least = 4.9
    assert found(slots).action == Pass(2)


@pytest.mark.parametrize(("seconds", "plans"), [(1, 1), (5.9, 1), (6, 2), (8.9, 2), (9, 3), (11.9, 3), (12, 4)])
def test_no_plan_is_begun_that_would_end_after_the_cap_and_a_cut_is_told(seconds, plans):
    slots = Certain(0, 1, 5, 9)

    def three_seconds_each():
        return 3.0 * sum(slots.played.values())

    told = found(slots, seconds=seconds, clock=three_seconds_each)
    assert (told.playouts, told.action, told.cut) == (plans, Pass(plans - 1), plans < 4)


# The titles' own ----------------------------------------------------------------------------------------------


def later(title: str, moves: int) -> Game:
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=2), random.Random(2)
    while len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    return game


def elsewhere(file: str, seat: int) -> Action:
    """What is chosen in a process that has thought of nothing before."""
    pencil.forget()
    return bots.choose(stellwerk.load(file), seat, "strong", random.Random(9), Budget(8))


@pytest.mark.parametrize("title", LOOKING)
def test_the_same_position_and_lots_give_the_same_legal_action_in_any_process(title):
    game = later(title, 45)
    with ProcessPoolExecutor(1) as pool:
        for _ in range(4):
            seat = game.waiting_for()[0]
            again = pool.submit(elsewhere, game.to_json(), seat)
            first = bots.choose(game, seat, "strong", random.Random(9), Budget(8))
            assert again.result() == first
            assert first in game.legal_actions(seat)
            game.play(first)


@pytest.mark.parametrize("title", LOOKING)
def test_every_plan_is_legal_to_its_end(title):
    game = later(title, 30)
    explorer = explorer_of(game.title)
    for _ in range(12):
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        for plan in explorer.plans(here.table, seat, here.choices):
            twin = game.copy()
            for action in plan:
                twin.play(action)
        game.play(bots.choose(game, seat, "steady", random.Random(1)))


@pytest.mark.parametrize("title", LOOKING)
def test_it_is_given_the_view_of_its_seat_and_nothing_else(title, monkeypatch):
    game, asked = later(title, 45), []
    whole = Game.view
    monkeypatch.setattr(Game, "view", lambda self, seat: asked.append(seat) or whole(self, seat))
    seat = game.waiting_for()[0]
    bots.choose(game, seat, "strong", random.Random(0), Budget(4))
    assert set(asked) == {seat}


def test_titles_without_it_do_not_offer_it():
    title = find_title("1835")
    assert "strong" in bots.levels(title)
    without = replace(title, manifest=replace(title.manifest, strong=""))
    assert bots.levels(without) == ["random", "easy", "steady"]
    game = new_game(without, ["North", "East", "West"], {}, 1, False)
    with pytest.raises(StellwerkError, match=r"There is no bot 'strong' of .*; there are random, easy, steady\."):
        bots.choose(game, game.waiting_for()[0], "strong", random.Random(1))
    assert bots.usual_level(game.title) == "steady"


@pytest.mark.parametrize("title", LOOKING)
def test_lots_alone_tell_playouts_apart(title):
    game = later(title, 40)
    seat, explorer = game.waiting_for()[0], explorer_of(game.title)
    here = bots.seen(game, seat)
    plan = next(iter(explorer.plans(here.table, seat, here.choices)))
    told = [explorer.play_on(here.table, seat, plan, random.Random(7)) for _ in range(2)]
    assert told[0] == told[1]


def test_no_level_that_weighs_undoes_its_own_trade_of_the_same_turn(monkeypatch):
    """Even where nothing is thought better than to sell what was just bought."""
    game, lots, found = later("1835", 120), random.Random(1), 0
    again: list[Action] = []

    def weigh(self, table, seat, choices):
        return [Weighed(one, float(one in again)) for one in choices if isinstance(one, Action)]

    monkeypatch.setattr(EighteenJudge, "weigh", weigh)
    while found < 3:
        seat = game.waiting_for()[0]
        choices = game.legal_actions(seat)
        bought = [done.company for done in bots.seen(game, seat).lately if isinstance(done, actions.BuyShare)]
        again[:] = [one for one in choices if isinstance(one, actions.SellShares) and one.company in bought]
        if again:
            for level in ("easy", "steady", "strong"):
                assert bots.choose(game, seat, level, random.Random(0), Budget(1)) not in again
            found += 1
        purchases = [one for one in choices if isinstance(one, actions.BuyShare)]
        game.play(lots.choice(purchases) if purchases else bots.choose(game, seat, "random", lots))


TRADES = [
    ("1835", actions.BuyShare(0, "BY", "issue", 10), actions.SellShares(0, "BY", (10,))),
    ("1844", StartCompany(0, "SOB", 60), actions.SellShares(0, "SOB", (20,))),
    ("1873", FoundRailway(0, "HBE", 100, 1), actions.SellShares(0, "HBE", (20,))),
    ("1873", FoundWorks(0, "UN", ("W1", "W2")), actions.SellShares(0, "UN", (10,))),
    ("1873", UseOption(0, "GHE", 1), actions.SellShares(0, "GHE", (20,))),
    ("1881", actions.BuyShare(0, "SB", "issue", 5), SellSbahnShares(0, "", 1)),
    ("1881", BuySbahnShare(0, "SBV", "issue"), SellSbahnShares(0, "SBV", 1)),
]
"""By what actions mean in each title: a purchase, and the sale that would take it back."""


@pytest.mark.parametrize(("title", "bought", "sold"), TRADES)
def test_a_sale_takes_back_a_purchase_of_the_same_shares_in_every_title(title, bought, sold):
    game = stellwerk.new(title, ["North", "East", "West"])
    table, judge = Position(game.rules, game.state), judge_of(game.title)
    if title == "1881":
        sbahn = game.rules.printed.sbahn
        bought = replace(bought, company=sbahn) if isinstance(bought, actions.BuyShare) else bought
    assert judge.undoes(table, bought, sold)
    assert not judge.undoes(table, sold, bought)
    assert not judge.undoes(table, bought, replace(sold, company="another"))
    assert judge.sensible(table, (bought,), (sold, Pass(0))) == [Pass(0)]
    assert judge.sensible(table, (bought,), (sold,)) == (sold,)


def test_in_a_playout_nobody_takes_back_what_he_has_just_done(monkeypatch):
    """Even where nothing is thought better; who has passed since, or was followed by another, has begun anew."""
    bought, sold = actions.BuyShare(0, "BY", "issue", 10), actions.SellShares(0, "BY", (10,))
    game = stellwerk.new("1835", ["North", "East", "West"])
    table, judge = Position(game.rules, game.state), judge_of(game.title)
    score = lambda self, table, seat, choices: [Weighed(one, float(one == sold)) for one in choices]  # noqa: E731
    monkeypatch.setattr(EighteenJudge, "weigh", score)
    for done in ((bought,), (Pass(0),), (actions.SellShares(1, "BY", (10,)),)):
        turn = Turn(judge, ())
        for each in (bought, *done) if done != (bought,) else done:
            turn.note(each)
        assert (turn.steadily(table, 0, (sold, Pass(0))) == Pass(0)) == (done == (bought,))
    assert explorer_of(game.title).after((bought,)).lately == (bought,)


@pytest.mark.parametrize("slots", [Certain(0, 9), Slots(0, 9)])
def test_who_has_no_time_left_does_what_comes_first(slots):
    told = found(slots, seconds=-1)
    assert (told.action, told.playouts, told.cut) == (Pass(0), 0, True)
    assert not slots.played


def test_what_others_hid_changes_neither_a_choice_nor_a_playout():
    """Two games of 1881 that differ in nothing but bids which a seat cannot see (2.5)."""
    games = [stellwerk.new("1881", ["North", "East", "West"], seed=5) for _ in range(2)]
    for game, bid in zip(games, (20, 300), strict=True):
        game.play(SealBid(0, bid))
    assert games[0].state != games[1].state
    explorer = EighteenExplorer(judge_of(games[0].title).railways, Foresight(from_round=0))
    told = []
    for game in games:
        here = bots.seen(game, 1)
        plans = [*explorer.plans(here.table, 1, here.choices), (SealBid(1, 100),)]
        choices = [bots.choose(game, 1, level, random.Random(3)) for level in bots.levels(game.title)]
        scores = [explorer.play_on(here.table, 1, plan, random.Random(3)) for plan in plans]
        told.append((choices, plans, scores))
    assert told[0] == told[1]
    assert len(set(told[0][2])) > 1


def test_no_run_is_left_out_in_1881():
    game, runs = later("1881", 100), 0
    explorer = explorer_of(game.title)
    while runs < 3:
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        if any(isinstance(one, RunTrains) for one in here.choices) and game.state.stock_round >= 3:
            runs += len(here.choices) > 1
            assert len(list(explorer.plans(here.table, seat, here.choices))) == 1
        game.play(bots.choose(game, seat, "steady", random.Random(1)))
