"""Streckenausbau with its sections: who builds, where, at what cost, and what it earns."""

import pytest

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Paid, Pass
from stellwerk.titles.chicago_express.actions import BuildTrack, Develop
from stellwerk.titles.chicago_express.events import ActionWasted, IncomeRose, TrackBuilt

from .positions import build, can_build, choose, cost, only, passes, position, refused, seat


def expanding(builder, seat_=0):
    game = builder.turn(seat_)
    choose(game, "expansion")
    return game


def test_streckenausbau_needs_a_share_of_the_company():
    """Trap 7."""
    game = expanding(position().share("PRR", 0).share("NYC", 1).cash("PRR", 9).cash("NYC", 9))
    assert {a.company for a in game.legal_actions() if isinstance(a, BuildTrack)} == {"PRR"}
    refused(game, BuildTrack(0, "NYC", "S2"), "no_share", "Streckenausbau")


def test_streckenausbau_one_company_in_a_turn():
    game = expanding(position().share("PRR", 0).share("NYC", 0).cash("PRR", 9).cash("NYC", 9))
    build(game, "PRR", "R4")
    refused(game, BuildTrack(0, "NYC", "S2"), "one_company_only", "Streckenausbau")
    assert can_build(game, "NYC") == set()
    assert can_build(game, "PRR")


def test_streckenausbau_other_actions_are_refused():
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    refused(game, Develop(0, "R4"), "only_building_now", "Streckenausbau")
    refused(game, BuildTrack(0, "PRR", "Z9"), "no_such_place", "Streckenausbau")
    refused(game, BuildTrack(0, "Erie", "R4"), "no_such_place", "Streckenausbau")


def test_durchfuehrung_des_streckenausbaus_up_to_three_hexes():
    """Trap 7: after the third the turn is over; the player may stop before."""
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    build(game, "PRR", "R4 Q5")
    assert seat(game) == 0
    build(game, "PRR", "Q6")
    assert seat(game) == 1
    assert game.state.railways["PRR"].locomotives == 16


def test_durchfuehrung_des_streckenausbaus_stop_after_one():
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    build(game, "PRR", "R4")
    events = passes(game)
    assert not any(isinstance(event, ActionWasted) for event in events)
    assert seat(game) == 1


def test_durchfuehrung_des_streckenausbaus_waste_with_no_hex_at_all():
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    assert only(passes(game), ActionWasted) == ActionWasted(0, "expansion")


def test_durchfuehrung_des_streckenausbaus_each_hex_beside_the_network_as_it_then_stands():
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    assert can_build(game, "PRR") == {"R4", "R6", "S5", "Q5", "Q6"}
    refused(game, BuildTrack(0, "PRR", "P5"), "not_connected", "Durchführung des Streckenausbaus")
    build(game, "PRR", "Q5")
    assert "P5" in can_build(game, "PRR")


def test_durchfuehrung_des_streckenausbaus_branches_are_allowed():
    game = expanding(position().share("PRR", 0).cash("PRR", 9))
    build(game, "PRR", "R4 R6 Q5")
    names = {game.rules.material.hexes[h].id for h in game.state.railways["PRR"].network}
    assert names == {"R5", "R4", "R6", "Q5"}


@pytest.mark.parametrize("kind", ["plain", "city", "industry"])
def test_durchfuehrung_des_streckenausbaus_many_companies_on_plain_city_and_industry(kind):
    name, beside = {"plain": ("Q6", "P5"), "city": ("M4", "N4"), "industry": ("K4", "L4")}[kind]
    builder = position().share("PRR", 0).cash("PRR", 30).line("B&O", name).line("C&O", name).line("PRR", beside)
    game = expanding(builder)
    assert name in can_build(game, "PRR")


@pytest.mark.parametrize(("name", "beside"), [("N3", "O4"), ("N4", "O4")])
def test_durchfuehrung_des_streckenausbaus_one_locomotive_on_forest_and_mountain(name, beside):
    """Trap 8."""
    game = expanding(position().share("PRR", 0).cash("PRR", 30).line("PRR", beside).line("NYC", name))
    refused(game, BuildTrack(0, "PRR", name), "one_locomotive_only", "Durchführung des Streckenausbaus")


@pytest.mark.parametrize("start", ["Q7", "Q9", "S3"])
def test_durchfuehrung_des_streckenausbaus_start_hexes_are_closed(start):
    game = expanding(position().share("PRR", 0).cash("PRR", 30).line("PRR", "R4 R6 Q6 P6 Q8 P8"))
    refused(game, BuildTrack(0, "PRR", start), "start_hex_closed", "Durchführung des Streckenausbaus")


def test_durchfuehrung_des_streckenausbaus_fort_wayne_takes_many():
    """Trap 8 and 15: the Wabash's start is a city for everybody, before and after it opens."""
    lines = position().share("PRR", 0).cash("PRR", 30).line("PRR", "E3").line("NYC", "D3").line("B&O", "D3")
    game = expanding(lines)
    assert "D3" in can_build(game, "PRR")
    assert cost(game, "D3") == 3
    assert cost(expanding(lines.wabash()), "D3") == 4


def test_durchfuehrung_des_streckenausbaus_one_of_a_colour_a_hex():
    game = expanding(position().share("PRR", 0).cash("PRR", 30).line("PRR", "Q5"))
    refused(game, BuildTrack(0, "PRR", "Q5"), "own_locomotive_there", "Durchführung des Streckenausbaus")


def test_kosten_des_streckenausbaus_no_locomotive_left_no_building():
    builder = position().share("PRR", 0).cash("PRR", 90).without_locomotives("PRR")
    game = builder.turn(0)
    assert only(choose(game, "expansion"), ActionWasted) == ActionWasted(0, "expansion")


def test_kosten_des_streckenausbaus_the_last_locomotive_ends_the_expansion():
    builder = position().share("PRR", 0).share("NYC", 0).cash("PRR", 90).cash("NYC", 9).without_locomotives("PRR")
    game = expanding(builder.change("PRR", locomotives=1))
    build(game, "PRR", "R4")
    assert game.state.railways["PRR"].locomotives == 0
    assert seat(game) == 1


def test_kosten_des_streckenausbaus_refusal_names_the_lack_of_locomotives():
    builder = position().share("PRR", 0).share("NYC", 0).cash("PRR", 90).cash("NYC", 90).without_locomotives("PRR")
    game = expanding(builder)
    beside = next(
        game.rules.material.hexes[n].id
        for h in sorted(game.state.railways["PRR"].network)
        for n in sorted(game.rules.material.neighbours[h] - game.state.railways["PRR"].network)
        if game.rules.material.hexes[n].kind_name == "plain"
    )
    refused(game, BuildTrack(0, "PRR", beside), "no_locomotive_left", "Kosten des Streckenausbaus")


def test_kosten_des_streckenausbaus_printed_times_locomotives_with_the_new_one():
    """Trap 8, and the rulebook's example: New York – forest 2 – Binghamton 2 × 2 where the PRR already is."""
    game = expanding(position().share("NYC", 0).cash("NYC", 10).line("PRR", "R4 Q4 Q3"))
    assert only(build(game, "NYC", "R3"), TrackBuilt) == TrackBuilt(0, "NYC", "R3", 2)
    events = build(game, "NYC", "Q3")
    assert only(events, TrackBuilt) == TrackBuilt(0, "NYC", "Q3", 4)
    assert only(events, Paid) == Paid("NYC", BANK, 4, "track")
    assert game.state.cash["NYC"] == 4


@pytest.mark.parametrize(("others", "price"), [(0, 2), (1, 4), (2, 6), (3, 8)])
def test_kosten_des_streckenausbaus_every_company_there_counts(others, price):
    builder = position().share("NYC", 0).cash("NYC", 10)
    for company in ["PRR", "B&O", "C&O"][:others]:
        builder.line(company, "Q3")
    assert cost(builder.turn(0), "Q3") == price


@pytest.mark.parametrize(("name", "beside", "printed"), [("E0", "E1", 3), ("I6", "J6", 3), ("K4", "L4", 4)])
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_kosten_des_streckenausbaus_industry_cities_cost_for_every_locomotive_too(name, beside, printed, others):
    builder = position().share("NYC", 0).line("NYC", beside)
    for company in ["PRR", "B&O", "C&O"][:others]:
        builder.line(company, name)
    price = printed * (others + 1)
    game = expanding(builder.cash("NYC", price))
    assert only(build(game, "NYC", name), TrackBuilt) == TrackBuilt(0, "NYC", name, price)
    assert game.state.cash["NYC"] == 0
    poor = expanding(builder.cash("NYC", price - 1))
    refused(poor, BuildTrack(0, "NYC", name), "too_little_cash", "Kosten des Streckenausbaus")


def test_kosten_des_streckenausbaus_only_the_company_pays():
    """Trap 7: a rich player cannot add to a poor company's cash."""
    game = expanding(position().cash(0, 99).share("NYC", 0).cash("NYC", 1))
    refused(game, BuildTrack(0, "NYC", "R3"), "too_little_cash", "Kosten des Streckenausbaus")
    build(game, "NYC", "S2")
    assert game.state.cash[0] == 99
    assert seat(game) == 1, "with no money left the expansion stops by itself"


def test_kosten_des_streckenausbaus_each_hex_is_paid_on_its_own():
    """Three hexes for 5 are refused at the third with 4 in the chest, not at the first."""
    game = expanding(position().share("NYC", 0).cash("NYC", 4))
    build(game, "NYC", "R3 S2")
    assert game.state.cash["NYC"] == 1
    assert "R2" not in can_build(game, "NYC")
    assert "S1" in can_build(game, "NYC")


@pytest.mark.parametrize(
    ("name", "house", "gain"),
    [("Q3", "", 1), ("D7", "", 2), ("D7", "D7", 4), ("L0", "L0", 5), ("L4", "", 1), ("L4", "L4", 3)],
)
def test_einkommenserhoehung_city_and_mountain_with_and_without_house(name, house, gain):
    """Trap 9: arriving in a developed hex gives base and development together."""
    builder = position().share("PRR", 0).cash("PRR", 30)
    beside = {"Q3": "Q4", "D7": "E7", "L0": "L1", "L4": "L3"}[name]
    game = expanding(builder.line("PRR", beside).houses(house))
    before = game.state.railways["PRR"].income
    events = build(game, "PRR", name)
    assert game.state.railways["PRR"].income == before + gain
    assert only(events, IncomeRose) == IncomeRose("PRR", gain, before + gain)


@pytest.mark.parametrize(("name", "beside", "value"), [("I6", "J6", 5), ("K4", "L4", 8), ("E0", "E1", 6)])
def test_einkommenserhoehung_industry_gives_the_present_value(name, beside, value):
    game = expanding(position().share("PRR", 0).cash("PRR", 30).industry(name, value).line("PRR", beside))
    assert only(build(game, "PRR", name), IncomeRose).by == value


def test_einkommenserhoehung_plains_give_nothing():
    game = expanding(position().share("PRR", 0).cash("PRR", 30))
    assert not any(isinstance(event, IncomeRose) for event in build(game, "PRR", "R4"))


def test_einkommenserhoehung_forest_gives_nothing_also_with_a_house():
    game = expanding(position().share("PRR", 0).cash("PRR", 30).line("PRR", "O4").houses("N3"))
    cash = game.state.cash["PRR"]
    events = build(game, "PRR", "N3")
    assert not any(isinstance(event, IncomeRose) for event in events)
    assert game.state.cash["PRR"] == cash - 2


def test_streckenausbau_the_list_is_hex_by_hex_and_ends_with_stop():
    game = expanding(position().share("PRR", 0).share("B&O", 0).cash("PRR", 9).cash("B&O", 9))
    choices = list(game.legal_actions())
    assert choices[-1] == Pass(0)
    assert all(isinstance(choice, BuildTrack) for choice in choices[:-1])
    assert len(choices) < 15
