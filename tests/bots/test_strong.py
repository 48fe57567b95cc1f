"""A level that looks ahead: so many playouts, reproducible, with what its seat sees."""

import random
from collections import Counter

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bots import Budget
from stellwerk.bots.api import Explorer
from stellwerk.bots.levels import explorer_of
from stellwerk.bots.search import look_ahead
from stellwerk.play.core import Pass
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title, title_ids

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


def test_a_cap_of_seconds_that_cuts_plans_is_told():
    ticks = iter(range(1000))
    told = found(Certain(0, 1, 5, 9), seconds=1, clock=lambda: float(next(ticks)))
    assert told.cut
    assert told.action == Pass(1)


# The titles' own ----------------------------------------------------------------------------------------------


def later(title: str, moves: int) -> Game:
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=2), random.Random(2)
    while len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    return game


@pytest.mark.parametrize("title", LOOKING)
def test_the_same_position_and_lots_give_the_same_legal_action(title):
    game = later(title, 45)
    for _ in range(6):
        seat = game.waiting_for()[0]
        first, again = (bots.choose(game, seat, "strong", random.Random(9), Budget(8)) for _ in range(2))
        assert first == again
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
    others = [title for title in title_ids() if title not in LOOKING]
    assert others
    assert LOOKING
    game = stellwerk.new(others[0], ["North", "East", "West"])
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
