"""What advice says is so: how choices compare, and what is said to happen does when the choice is taken."""

import random
from statistics import mean

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import Pass, bots, words
from stellwerk.bots import Budget, advice
from stellwerk.bots.api import Explorer
from stellwerk.bots.levels import as_good, explorer_of, weigh
from stellwerk.bots.search import Trial, look_ahead
from stellwerk.eighteen.actions import Dividend, LayTile, SellShares
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.track import LayStep
from stellwerk.titles.chicago_express.turns import PlayerTurn
from t1835.positions import position

TITLE = "chicago-express"
PLAYED = Budget(playouts=24, seconds=1e9)


@pytest.fixture(scope="module")
def moments():
    """Games as they stood when somebody had to decide, from the first auctions into the second round."""
    game, lots, found = stellwerk.new(TITLE, ["North", "East", "West"], seed=4), random.Random(4), []
    while len(game.actions) < 150:
        if len(game.actions) % 2 == 0:
            found.append(game.copy())
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    return found


def advice_of(game, n=6):
    return bots.advise(game, game.waiting_for()[0], n)


def test_how_choices_compare_is_what_the_bot_goes_by(moments):
    said = set()
    for game in moments:
        here = bots.seen(game, game.waiting_for()[0])
        ranked = weigh(here)
        good = {repr(one.action) for one in as_good(ranked)}
        for place, one in enumerate(advice_of(game)):
            told = one.compared
            said.add(told.key)
            if told.key == "only_choice":
                assert len(here.choices) == 1
            elif told.key == "as_good":
                assert repr(one.action) in good
                assert told.values["number"] == len(good) - 1 > 0
            elif told.key == "ahead_of_next":
                assert place == 0
                assert good == {repr(one.action)}
                assert told.values["points"] == pytest.approx(one.score - ranked[1].score, abs=0.51)
            else:
                assert told.key == "behind_best"
                assert repr(one.action) not in good
                assert told.values["points"] == pytest.approx(ranked[0].score - one.score, abs=0.51)
    assert {"as_good", "ahead_of_next", "behind_best"} <= said


def test_what_is_said_to_be_ahead_is_what_steady_does(moments):
    for game in moments[::4]:
        best = advice_of(game, 1)[0]
        taken = {bots.choose(game, game.waiting_for()[0], "steady", random.Random(lot)) for lot in range(3)}
        if best.compared.key in ("ahead_of_next", "only_choice"):
            assert taken == {best.action}


def test_a_hex_that_is_said_to_bring_income_does(moments):
    checked = 0
    for game in moments:
        for one in advice_of(game):
            for why in one.reasons:
                if why.key == "income_grows" and type(one.action).__name__ == "BuildTrack":
                    twin = game.copy()
                    twin.play(one.action)
                    company = why.values["company"]
                    before, after = (each.state.railways[company].income for each in (game, twin))
                    assert after - before == why.values["amount"]
                    checked += 1
    assert checked > 2


def test_the_only_choice_is_called_so():
    game = stellwerk.new(TITLE, ["North", "East"], seed=1)
    alone = bots.seen(game, game.waiting_for()[0])
    assert advice._compared(weigh(alone), 0, 1, only=True).key == "only_choice"


def munich(**parts):
    table = position(4).packet_gone().ag("BY", director=0, cash=400, trains=("4",)).shares(0, "BY", 10, 10)
    return table.tile("O15", "202", 1).tile("O13", "8", 2).tile("N12", "6", 5).phase("4")


def test_a_payout_brings_its_director_what_is_said():
    game = munich().operating().acting("BY").agenda(DividendStep("BY", 120)).game()
    pay = next(one for one in advice_of(game) if one.action == Dividend(0, "BY", "pay"))
    before = game.result()[0]
    game.play(pay.action)
    assert game.result()[0] - before == pay.reasons[0].values["amount"]


def test_a_sale_brings_what_is_said():
    game = munich().stock_turn(0).game()
    sales = [one for one in advice_of(game, 50) if isinstance(one.action, SellShares)]
    assert sales
    for one in sales:
        twin, before = game.copy(), game.state.cash[0]
        twin.play(one.action)
        told = next(why for why in one.reasons if why.key == "sale_brings")
        assert twin.state.cash[0] - before == told.values["amount"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "ahead of the next choice"), ("de", "vor der nächsten Wahl")]
)
def test_comparisons_are_sentences(moments, language, said):
    lines = [
        words.advice(why.key, why.values, game, language)
        for game in moments
        for one in advice_of(game, 1)
        for why in bots.told_of(one)
    ]
    assert any(said in line for line in lines)
    assert all(lines)


def test_a_pass_that_is_not_best_does_not_claim_that_nothing_is_better(moments):
    for game in moments:
        for one in advice_of(game):
            if isinstance(one.action, Pass) and one.compared.key == "behind_best":
                assert "nothing_better" not in [why.key for why in one.reasons]


# Choices that were played on ------------------------------------------------------------------------------------


def test_what_playouts_are_said_to_show_is_what_they_showed(moments):
    said = set()
    for game in moments[10::2]:
        seat = game.waiting_for()[0]
        here, told = bots.seen(game, seat), bots.advise(game, seat, 6, PLAYED, by_place=True)
        tried = advice._played_on(here, [one.action for one in bots.advise(game, seat, 6, by_place=True)], PLAYED)
        for one in told:
            for why in one.reasons:
                if not why.key.startswith("plays_"):
                    continue
                said.add(why.key)
                trial = tried[one.action]
                assert why.values["playouts"] == trial.playouts > 1
                assert (why.key == "plays_as_well") == (abs(trial.gain) <= trial.error)
                if "low" in why.values:
                    ends = sorted(abs(trial.gain + sign * trial.error) for sign in (-1, 1))
                    assert [why.values["low"], why.values["high"]] == [round(end) for end in ends]
                    assert (why.key == "plays_better") == (trial.gain > 0)
    assert "plays_worse" in said


class Noise(Explorer):
    """Many plans that begin with the same action, and all play alike but for luck."""

    def plans(self, table, seat, choices):
        return [(Pass(0),), *((Pass(1), Pass(number)) for number in range(8))]

    def play_on(self, table, seat, plan, lots):
        return random.Random(f"{lots.random()}/{plan}").gauss(0, 10)

    def far_enough(self, begun, now):
        raise NotImplementedError

    def reach(self, table, seat, plan, lots):
        raise NotImplementedError

    def expects(self, begun, reached):
        raise NotImplementedError


def test_the_best_of_many_plans_is_told_by_lots_that_it_was_not_chosen_by(moments, monkeypatch):
    monkeypatch.setattr(advice, "explorer_of", lambda title: Noise())
    here, chosen, told = bots.seen(moments[0], moments[0].waiting_for()[0]), [], []
    for seat in range(60):
        tried = look_ahead(Noise(), here.table, seat, here.choices, random.Random(seat), Budget(24, 1e9)).tried
        chosen.append(max(trial.gain for trial in tried[1:]))
        told.append(advice._played_on(replace(here, seat=seat), [Pass(1)], Budget(48, 1e9))[Pass(1)].gain)
    assert mean(chosen) > 5
    assert abs(mean(told)) < 2


def test_choices_are_played_on_against_what_steady_does():
    """Of each dial it asks what follows of the best first hex alone, others might lead further."""
    game, lots, turns = stellwerk.new(TITLE, ["North", "East", "West"], seed=2), random.Random(2), 0
    while turns < 17:
        seat = game.waiting_for()[0]
        if isinstance(game.state.agenda[-1], PlayerTurn):
            here = bots.seen(game, seat)
            plans = list(explorer_of(game.title).plans(here.table, seat, here.choices))
            assert plans[0][0] == weigh(here)[0].action
            assert len({tuple(map(repr, plan)) for plan in plans}) == len(plans)
            turns += 1
        game.play(bots.choose(game, seat, "steady", lots))


@pytest.mark.parametrize(
    ("trial", "key", "values"),
    [
        (Trial(Pass(0), 12.0, 3.0, 8), "plays_better", {"low": 9, "high": 15, "playouts": 8}),
        (Trial(Pass(0), -12.0, 3.0, 8), "plays_worse", {"low": 9, "high": 15, "playouts": 8}),
        (Trial(Pass(0), 2.0, 3.0, 8), "plays_as_well", {"playouts": 8}),
        (Trial(Pass(0), 40.4, 0.0, 1), "once_better", {"amount": 40}),
        (Trial(Pass(0), -40.4, 0.0, 1), "once_worse", {"amount": 40}),
        (Trial(Pass(0), 0.2, 0.0, 1), "once_as_good", {}),
    ],
)
def test_a_range_is_told_where_lots_play_a_part(trial, key, values):
    told = advice._of_playouts(trial)
    assert (told.key, dict(told.values)) == (key, values)


def test_tiles_and_turns_of_one_hex_are_one_piece_of_advice():
    game = munich().operating().acting("BY").agenda(LayStep("BY", 1)).game()
    weighed = weigh(bots.seen(game, 0))
    told = bots.advise(game, 0, 3, by_place=True)
    places = [one.action.hex for one in told if isinstance(one.action, LayTile)]
    assert len(places) == len(set(places)) > 1
    for one in told:
        if isinstance(one.action, LayTile):
            lays = [each for each in weighed if isinstance(each.action, LayTile)]
            same = [each for each in lays if each.action.hex == one.action.hex]
            assert one.score == max(each.score for each in same)
            number = next((why.values["number"] for why in one.reasons if why.key == "best_there"), 0)
            assert number == len(same) - 1


# Time -----------------------------------------------------------------------------------------------------------


class Ticking:
    """A clock that every look at it moves on."""

    def __init__(self, tick):
        self.now, self.tick = 0.0, tick

    def __call__(self):
        self.now += self.tick
        return self.now


class Slow(Noise):
    """Each playout takes so long by a clock of its own."""

    def __init__(self, seconds):
        self.clock, self.seconds, self.played = Ticking(0.0), seconds, 0

    def play_on(self, table, seat, plan, lots):
        self.clock.now += self.seconds
        self.played += 1
        return super().play_on(table, seat, plan, lots)


@pytest.mark.parametrize(("seconds", "cut"), [(0.001, False), (0.04, True), (0.2, True)])
def test_advice_takes_no_longer_than_its_seconds(moments, monkeypatch, seconds, cut):
    """Of the first half, which chooses, a round of all plans more; it is told where that was not enough."""
    slow = Slow(seconds)
    monkeypatch.setattr(advice, "explorer_of", lambda title: slow)
    here = bots.seen(moments[0], moments[0].waiting_for()[0])
    watch = advice.Watch(1.0, slow.clock)
    advice._played_on(here, [Pass(1)], Budget(48, 1.0), watch)
    assert watch.cut == cut
    assert (slow.played > 40) == (not cut)
    assert slow.clock.now <= 1.0 + 9 * seconds


def test_that_the_time_was_up_is_told_once_and_with_the_first_choice(moments):
    game = next(game for game in moments if isinstance(game.state.agenda[-1], PlayerTurn))
    seat = game.waiting_for()[0]
    for seconds, times in ((0.0, 1), (1e9, 0)):
        told = bots.advise(game, seat, 3, Budget(8, seconds), by_place=True)
        keys = [[why.key for why in one.reasons] for one in told]
        assert [each.count("time_was_up") for each in keys] == [times, *[0] * (len(told) - 1)]
    assert "time_was_up" not in [why.key for one in bots.advise(game, seat) for why in one.reasons]


def test_where_playouts_go_by_no_lot_the_time_is_told_too():
    late = munich().stock_turn(0)
    late.turn.set(stock_round=explorer_of(late.shell.title).foresight.from_round)
    told = bots.advise(late.game(), 0, 3, Budget(8, 0.0), by_place=True)
    assert told[0].reasons[-1].key == "time_was_up"
