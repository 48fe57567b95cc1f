"""The forecast of the end: it is the result once there is one, counts papers once, and trades hardly move it."""

import random

import pytest

import stellwerk
from chicago_express.positions import position as chicago
from stellwerk import bots
from stellwerk.bench import forecast
from stellwerk.bench.forecast import Sample, as_table, correlation, seats_table, trust
from stellwerk.bots.arena import Match, begun_with_variety
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.bots.eighteen.outlook import NOBODY, counted
from stellwerk.bots.outlook import from_mean, outlook, outlook_after, shares
from stellwerk.eighteen.actions import BuyShare
from stellwerk.play.core import Position
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, title_ids
from stellwerk.titles.t1844.bot.judgement import JUDGEMENT
from stellwerk.titles.t1844.bot.scoring import rounds_until
from t1835.positions import position
from t1844.positions import position as position44

TITLE = "chicago-express"
FORETOLD = [title for title in title_ids() if bots.advises(find_title(title))]


def by_lot(title: str, seed: int = 4, most: int = 160) -> stellwerk.Game:
    """A whole game by lot, quickly played."""
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < most:
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    return game


def expected(game):
    return outlook(game.title, Position(game.rules, game.state))


@pytest.mark.parametrize("title", FORETOLD)
def test_every_title_foretells_from_any_position(title):
    game = by_lot(title)
    for number in range(0, len(game.actions), 1 + len(game.actions) // 4):
        worth = outlook_after(game, number)
        assert len(worth) == 3
        assert all(abs(each) < 1e6 for each in worth)


def test_the_end_is_the_result():
    game = by_lot("chicago-express", most=5000)
    assert game.over
    assert outlook_after(game, len(game.actions)) == tuple(game.result()[seat] for seat in range(3))


def test_a_title_without_a_judgement_says_that_nobody_can_tell(monkeypatch):
    game = stellwerk.new("chicago-express", ["A", "B"])
    monkeypatch.setattr("stellwerk.bots.outlook.judge_of", lambda title: None)
    with pytest.raises(StellwerkError, match="nobody who could foretell"):
        expected(game)


def in_a_stock_round():
    table = position(4).packet_gone().ag("BY", director=0, cash=300, trains=("3",)).shares(0, "BY", 10)
    table = table.tile("O15", "202", 1).tile("O13", "8", 2).tile("N12", "6", 5)
    return table.phase("3").cash(1, 600).stock_turn(1)


def test_a_purchase_at_the_price_of_the_chart_is_nearly_neutral():
    game = in_a_stock_round().game()
    before, buys = expected(game), [one for one in game.legal_actions(1) if isinstance(one, BuyShare)]
    assert buys
    for buy in buys:
        twin = game.copy()
        cash = game.state.cash[1]
        twin.play(buy)
        assert twin.state.cash[1] < cash
        after = expected(twin)
        assert abs((after[1] - sum(after) / 4) - (before[1] - sum(before) / 4)) < 0.1 * before[1]


def test_a_share_of_a_company_that_earns_counts_more_than_its_price():
    game = in_a_stock_round().game()
    now = game.result()
    gains = [worth - now[seat] for seat, worth in enumerate(expected(game))]
    assert gains[0] > gains[2]
    assert gains[0] > 0


def test_1835_who_owns_a_vorpreussische_is_promised_a_share_of_preussen():
    without = expected(position(4).packet_gone().stock_turn(0).game())
    with_it = expected(position(4).packet_gone().minor("V1", 2, trains=("2",)).stock_turn(0).game())
    assert with_it[2] > without[2] + 50
    assert with_it[0] == pytest.approx(without[0], rel=0.2)


def test_1844_the_sbb_counts_once_before_it_is_founded():
    """Its forerunners' shares count what comes of them; what they will be in the SBB is not added to that."""
    game = position44().game()
    there = [firm.id for firm in counted(Forecast(JUDGEMENT, Position(game.rules, game.state), NOBODY))]
    assert "SBB" not in there


def brings(game, company):
    table = Position(game.rules, game.state)
    return JUDGEMENT.share_brings(table, company, Forecast(JUDGEMENT, table, NOBODY))


def test_1844_who_started_a_company_that_cannot_run_yet_has_its_price_and_no_more():
    table = position44().started("BLS", 0).company("NOB", 1, cash=200, trains=("2",)).started("SCB", 2)
    game = table.stock_turn(0).game()
    assert brings(game, "BLS") == 0
    assert brings(game, "NOB") > 0
    assert brings(game, "SCB") > 0  # it becomes part of the SBB


def test_1844_what_a_company_brings_comes_true_as_the_end_comes_near(monkeypatch):
    game = position44().company("FNM", 0, cash=200, trains=("2",)).stock_turn(0).game()
    gains = []
    for rounds in (24.0, 12.0, 1.0):
        monkeypatch.setattr(Forecast, "rounds_left", lambda forecast, rounds=rounds: rounds)
        monkeypatch.setattr(Forecast, "share_value", lambda forecast, company: 1000.0)
        gains.append(brings(game, "FNM"))
    assert 0 < gains[0] < gains[1] < gains[2]


def test_1844_a_private_is_promised_all_that_it_pays_until_it_is_closed():
    game = position44().give(2, "P1", "P3").stock_turn(0).game()
    table = Position(game.rules, game.state)
    promised = JUDGEMENT.promises(table, Forecast(JUDGEMENT, table, NOBODY))
    income = sum(game.rules.printed.privates[private].income for private in ("P1", "P3"))
    assert promised[2] - promised[0] >= income * rounds_until(table, "5")


def test_chicago_a_company_with_money_is_expected_to_grow():
    def of(treasury):
        table = chicago(3).share("B&O", 0).cash("B&O", treasury).income("B&O", 6).share("PRR", 1).cash("PRR", 10)
        return from_mean(expected(table.turn(2)))

    assert of(20)[0] > of(10)[0] > of(0)[0]


def test_chicago_a_dollar_at_hand_is_worth_less_the_nearer_the_end_is():
    def another_dollar(detroit):
        table = chicago(3).share("B&O", 0).share("PRR", 1)
        table.move.set(industry={**table.state.industry, table.game.rules.material.detroit: detroit})
        first, second = (expected(table.cash(2, cash).turn(2))[2] for cash in (10, 11))
        return second - first

    assert another_dollar(2) > another_dollar(6) > 1


def test_shares_of_the_table_add_up_and_are_never_below_nothing():
    assert shares([30, 10, -5]) == (0.75, 0.25, 0.0)
    assert shares([0, 0]) == (0.5, 0.5)


# How far it can be trusted --------------------------------------------------------------------------------------


def test_correlations_are_of_the_way_from_the_tables_mean():
    assert from_mean([1, 2, 6]) == (-2, -1, 3)
    assert correlation([-1, 1], [-3, 3]) == pytest.approx(1)
    assert correlation([-1, 1], [3, -3]) == pytest.approx(-1)
    assert correlation([0, 0], [3, -3]) == 0


def test_the_table_tells_forecast_and_worth_by_then():
    right, wrong = (-1.0, 1.0), (1.0, -1.0)
    told = trust("x", 2, 7, 40, [Sample(right, 50.0, (right,) * 5, (wrong,) * 5)] * 2)
    assert told.games == 2
    assert as_table([told])[-1] == "| x, 2 of 2 players |" + " 1.00 (-1.00) |" * 5


def test_seats_are_told_in_percent_of_the_tables_mean_with_their_error():
    ends = [(-10.0, 10.0), (-10.0, 10.0), (-40.0, 40.0), (-40.0, 40.0)]
    told = trust("x", 2, 7, 40, [Sample(end, 50.0, (end,) * 5, (end,) * 5) for end in ends])
    assert seats_table([told])[-1] == "| x, 4 of 2 players | -50.0 ± 17.3% | +50.0 ± 17.3% |"
    assert trust("x", 2, 7, 40, [Sample(ends[0], 50.0, (ends[0],) * 5, (ends[0],) * 5)]).seats == ()


def test_a_game_is_asked_at_five_points(monkeypatch):
    game = by_lot("chicago-express", most=5000)
    monkeypatch.setattr(forecast, "play", lambda match, number, begun: game)
    told = forecast.measure(["chicago-express"], games=2, seed=1, players=3, jobs=1)
    assert len(told[0].forecast) == len(told[0].now) == 5
    sample = forecast.sample(Match("chicago-express", ("steady",) * 3, 1))
    assert sample.foretold[2] == from_mean(outlook_after(game, round(0.45 * len(game.actions))))


def test_seats_differ_since_games_begin_with_variety(monkeypatch):
    asked = []
    monkeypatch.setattr(forecast, "play", lambda match, _, begun: asked.append((match, begun)) or by_lot(TITLE))
    forecast.measure([TITLE], games=2, seed=1, players=3, jobs=1)
    forecast.measure([TITLE], games=2, seed=1, players=3, jobs=1, opening=0)
    assert [(match.seed, match.opening) for match, _ in asked] == [(1, 40), (2, 40), (1, 0), (2, 0)]
    assert {begun for _, begun in asked} == {begun_with_variety}


def test_a_number_of_players_that_a_title_is_not_for_is_refused():
    with pytest.raises(StellwerkError, match="is not for 9 players"):
        forecast.measure(["1835"], games=2, seed=1, players=9, jobs=1)
