"""What a score counts is told with it, and two choices are told apart only where both count the same."""

import random
from collections import Counter

import pytest

import stellwerk
from stellwerk import Pass, bots, words
from stellwerk.bots import advice
from stellwerk.bots.api import NEEDED, Measure, Weighed
from stellwerk.bots.levels import weigh
from stellwerk.titles.chicago_express.actions import ChooseDial
from stellwerk.titles.registry import title_ids
from stellwerk.titles.t1844.auction import SetPar

MEASURES = [measure for measure in Measure if measure is not Measure.NOTHING]
FIGURED = [measure for measure in MEASURES if measure not in (Measure.RANK, Measure.FREE, Measure.DUTY)]
SAID = {
    "en": {
        "money": "bring you 12", "free": "bring you 0.1", "duty": "bring you 12",
        "lead": "at the end", "percent": "in percent of the price", "round": "a round",
        "income": "the company", "papers": "papers", "rank": "measures no distance",
    },
    "de": {
        "money": "bringt dir geschätzt 12", "free": "bringt dir geschätzt 0,1", "duty": "bringt dir geschätzt 12",
        "lead": "am Ende", "percent": "in Prozent des Preises",
        "round": "in jeder Runde", "income": "die Gesellschaft", "papers": "Papiere",
        "rank": "misst keinen Abstand",
    },
}  # fmt: skip


def two(first, second, far=12.0):
    """Two choices that stand in measures of their own, the first of them better."""
    return [Weighed(Pass(0), far, measure=first), Weighed(Pass(1), 0.0, measure=second)]


def weighed_of(game):
    return weigh(bots.seen(game, game.waiting_for()[0]))


def sentence(told, language):
    game = stellwerk.new("1835", ["North", "East", "West"], seed=1)
    return words.advice(told.key, told.values, game, language)


@pytest.mark.parametrize("measure", FIGURED)
@pytest.mark.parametrize("other", [None, Measure.NOTHING])
def test_choices_of_one_measure_are_told_apart_by_it(measure, other):
    found = two(measure, other or measure)
    ahead, behind = (advice._compared(found, place, 1, only=False) for place in (0, 1))
    assert (ahead.key, behind.key) == ("ahead_of_next", "behind_best")
    for told in (ahead, behind):
        assert (told.values["measure"], told.values["points"]) == (measure.value, 12)


@pytest.mark.parametrize("place", [0, 1])
def test_choices_of_two_measures_are_not_told_apart_by_a_figure(place):
    told = advice._compared(two(Measure.MONEY, Measure.PERCENT, 987.0), place, 1, only=False)
    own, other = (Measure.MONEY, Measure.PERCENT) if place == 0 else (Measure.PERCENT, Measure.MONEY)
    assert (told.values["measure"], told.values["points"]) == (advice.APART, None)
    assert (told.values["mine"], told.values["other"]) == (own.value, other.value)
    for language, named in (("en", ("in money", "in percent")), ("de", ("in Geld", "in Prozent"))):
        said = sentence(told, language)
        assert "987" not in said
        assert all(name in said for name in named)
        assert (said.index(named[0]) < said.index(named[1])) == (place == 0)


@pytest.mark.parametrize("place", [0, 1])
def test_an_order_has_no_distances(place):
    told = advice._compared(two(Measure.RANK, Measure.RANK, 987.0), place, 1, only=False)
    assert told.values["points"] is None
    assert not any("987" in sentence(told, language) for language in words.LANGUAGES)


def test_a_train_that_must_be_owned_is_not_told_apart_from_none_by_a_figure():
    """What the bot adds for the duty is no money that anybody gets; two trains that fulfil it differ by money."""
    game, lots = stellwerk.new("1844", ["North", "East", "West"], seed=6), random.Random(6)
    while {one.measure for one in weighed_of(game)} != {Measure.DUTY, Measure.NOTHING}:
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    best, last = (bots.advise(game, game.waiting_for()[0], 50)[place] for place in (0, -1))
    assert (best.measure, last.measure) == (Measure.DUTY, Measure.NOTHING)
    assert best.score - last.score > NEEDED
    assert last.compared.values["points"] is None
    for language, why in (("en", "will need one"), ("de", "wird eine brauchen")):
        assert why in sentence(last.compared, language)
        assert why in sentence(advice._compared(two(Measure.DUTY, Measure.NOTHING), 0, 1, only=False), language)
    among = advice._compared(two(Measure.DUTY, Measure.DUTY), 0, 1, only=False)
    assert (among.values["measure"], among.values["points"]) == ("money", 12)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("measure", MEASURES)
def test_every_comparison_names_its_measure(measure, language):
    found = two(measure, measure)
    for place in (0, 1):
        assert SAID[language][measure.value] in sentence(advice._compared(found, place, 1, only=False), language)
    named = sentence(advice._compared(found, 0, 2, only=False), language)
    other = "papers" if measure is not Measure.PAPERS else "money"
    alone = sentence(advice._compared(two(Measure(other), Measure(other)), 0, 2, only=False), language)
    assert named != alone  # as good by a measure that is named
    assert sentence(advice._compared(two(Measure.MONEY, Measure.PERCENT), 0, 2, only=False), language) in named


def test_the_price_of_a_share_that_costs_nothing_is_told_in_money():
    """With a private comes the director's certificate of a company: its par is set, and nothing is paid."""
    game, lots = stellwerk.new("1844", ["North", "East", "West"], seed=6), random.Random(6)
    while not isinstance(game.step, SetPar):
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    best, second, *_ = bots.advise(game, game.waiting_for()[0])
    assert bought(game, best) == bought(game, second) == 0
    assert best.compared.values["measure"] == "money"
    gain = told_gain(best) - told_gain(second)
    assert gain > 0
    assert best.compared.values["points"] == pytest.approx(gain, abs=2)


def test_what_alone_is_weighed_is_not_called_the_only_choice():
    one = [Weighed(Pass(0), 3.0)]
    said = [
        sentence(advice._compared(one, 0, 1, only=only, amounts=amounts), language)
        for language in words.LANGUAGES
        for only, amounts in ((True, False), (False, True), (False, False))
    ]
    assert len(set(said)) == len(said) == 6


def bought(game, one):
    """What an action that is taken costs its seat."""
    twin, seat = game.copy(), one.action.seat
    twin.play(one.action)
    return game.state.cash[seat] - twin.state.cash[seat]


def told_gain(one):
    """What reasons say that shares or a paper bring, where they say it."""
    amounts = {why.key: why.values for why in one.reasons}
    worth = {"share_is_worth", "share_could_bring"} & amounts.keys()
    if not worth or {"keep_for_trains", "sale_brings"} & amounts.keys():
        return None
    return amounts[worth.pop()]["price"] + sum(
        amounts.get(key, {}).get("worth", 0) for key in ("directs", "floats")
    )


@pytest.mark.parametrize("title", ["1835", "1844", "1881"])
def test_shares_are_scored_by_the_measure_that_is_told(title):
    """In percent of what they cost, or in money; what floats one's own company counts 40% of its price more."""
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=6), random.Random(6)
    counted: Counter[str] = Counter()
    while not game.over:
        seat = game.waiting_for()[0]
        for one in weigh(bots.seen(game, seat)):
            if type(one.action).__name__ != "BuyShare" or (worth := told_gain(one)) is None:
                continue
            if counted[one.measure.value] >= 40 or one.measure is Measure.RANK:
                continue
            cost = bought(game, one)
            counted[one.measure.value] += 1
            part = 100 / cost if one.measure is Measure.PERCENT else 1.0
            missing = one.score - part * (worth - cost)
            assert any(abs(missing - part * more) <= 2 * part for more in (0, 0.4 * cost)), (one, cost)
        game.play(bots.choose(game, seat, "steady", lots))
    assert min(counted["percent"], counted["money"]) > 4


@pytest.mark.parametrize("title", title_ids())
def test_doing_nothing_is_nothing_by_every_measure(title):
    game, lots, passes = stellwerk.new(title, ["North", "East", "West"], seed=4), random.Random(4), 0
    while not game.over and len(game.actions) < 150:
        seat = game.waiting_for()[0]
        for one in weigh(bots.seen(game, seat)):
            if one.measure is Measure.NOTHING:
                assert one.score == 0
                assert isinstance(one.action, Pass | ChooseDial)
                passes += 1
        game.play(bots.choose(game, seat, "steady", lots))
    assert passes > 10
