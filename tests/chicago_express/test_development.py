"""Entwicklung with its conditions and effects."""

import pytest

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Paid, Pass
from stellwerk.titles.chicago_express.actions import BuildTrack, Develop
from stellwerk.titles.chicago_express.events import ActionWasted, HexDeveloped, IncomeRose, IndustryRose

from .positions import can_develop, choose, develop, only, passes, position, refused, seat

CONDITIONS = "Bedingungen für die Entwicklung"


def developing(builder):
    """Somebody is about to develop; a locomotive in Richmond makes sure that there is something to develop."""
    game = builder.line("C&O", "P9 O10").turn(0)
    choose(game, "development")
    return game


def income(game, company):
    return game.state.railways[company].income


def test_entwicklung_needs_no_share():
    """Trap 10: whoever is on turn may develop for companies in which he holds nothing."""
    game = position().line("NYC", "R2 Q3").turn(0)
    assert only(develop(game, "Q3"), HexDeveloped) == HexDeveloped(0, "Q3", 19)
    assert seat(game) == 1


def test_entwicklung_one_hex_a_turn():
    game = position().line("NYC", "R2 Q3").turn(0)
    develop(game, "R2")
    assert seat(game) == 1


def test_entwicklung_only_hexes_are_asked_for():
    game = developing(position().share("PRR", 0).cash("PRR", 9))
    refused(game, BuildTrack(0, "PRR", "R4"), "only_development_now", "Entwicklung")
    refused(game, Develop(0, "Z9"), "no_such_place", "Entwicklung")


@pytest.mark.parametrize("name", ["Q3", "N3", "L4", "I6"])
def test_bedingungen_fuer_die_entwicklung_a_locomotive_must_be_there(name):
    game = developing(position())
    refused(game, Develop(0, name), "no_locomotive_there", CONDITIONS)


@pytest.mark.parametrize("name", ["O10", "N3", "L4"])
def test_bedingungen_fuer_die_entwicklung_once_a_hex(name):
    builder = position().line("PRR", "N3 L4").line("NYC", "Q3").line("C&O", "O10")
    game = developing(builder.houses("N3 L4 O10"))
    refused(game, Develop(0, name), "developed_already", CONDITIONS)
    assert can_develop(game) == {"Q3"}


@pytest.mark.parametrize(("name", "kind"), [("R4", "plain"), ("R5", "start"), ("S3", "start"), ("A2", "chicago")])
def test_bedingungen_fuer_die_entwicklung_not_plains_starts_and_chicago(name, kind):
    game = developing(position().line("PRR", "R4 A2"))
    assert game.rules.material.hexes[game.rules.material.index[name]].kind_name == kind
    refused(game, Develop(0, name), "never_developed", CONDITIONS)


def test_bedingungen_fuer_die_entwicklung_detroit_never_by_players():
    game = developing(position().line("NYC", "E0"))
    refused(game, Develop(0, "E0"), "detroit_by_itself", CONDITIONS)


def test_bedingungen_fuer_die_entwicklung_fort_wayne_like_any_city():
    game = position().line("PRR", "D3").wabash().turn(0)
    before = income(game, "PRR")
    develop(game, "D3")
    assert (income(game, "PRR"), income(game, "WAB")) == (before + 2, 3)


def test_bedingungen_fuer_die_entwicklung_no_house_left():
    builder = position().line("NYC", "Q3")
    builder.move.set(houses=0)
    game = builder.turn(0)
    choose(game, "development")
    assert seat(game) == 1, "nothing to develop: the action is wasted"


@pytest.mark.parametrize(("name", "last"), [("I6", 6), ("K4", 8)])
def test_bedingungen_fuer_die_entwicklung_not_beyond_the_end_of_the_track(name, last):
    """Trap 11."""
    game = developing(position().industry(name, last).line("PRR", name))
    refused(game, Develop(0, name), "end_of_the_track", CONDITIONS)


@pytest.mark.parametrize(("name", "steps"), [("I6", [4, 5, 6]), ("K4", [6, 8])])
def test_auswirkungen_der_entwicklung_industry_moves_its_own_marker_and_uses_no_house(name, steps):
    """Trap 11: Wheeling by 1, Pittsburgh by 2, as often as the track allows, for every company there."""
    game = position().line("PRR", name).line("B&O", name).turn(0)
    start = game.state.industry[game.rules.material.index[name]]
    prr, bo = income(game, "PRR"), income(game, "B&O")
    for value in steps:
        assert only(develop(game, name), IndustryRose).value == value
        assert income(game, "PRR") - prr == income(game, "B&O") - bo == value - start
    assert game.state.houses == 20
    assert game.state.developed == frozenset()
    assert not [problem for problem in game.problems() if problem.startswith("income")]


def test_auswirkungen_der_entwicklung_charleston():
    """The rulebook's example: the C&O rises from 12 to 13."""
    game = position().line("C&O", "I9").income("C&O", 12).turn(0)
    assert only(develop(game, "I9"), IncomeRose) == IncomeRose("C&O", 1, 13)


def test_auswirkungen_der_entwicklung_wheeling():
    """The rulebook's example: PRR 17 to 18, B&O 14 to 15."""
    game = position().line("PRR", "I6").line("B&O", "I6").income("PRR", 17).income("B&O", 14).turn(0)
    rises = [event for event in develop(game, "I6") if isinstance(event, IncomeRose)]
    assert rises == [IncomeRose("PRR", 1, 18), IncomeRose("B&O", 1, 15)]


def test_auswirkungen_der_entwicklung_every_company_in_a_city_gains():
    game = position().line("PRR", "D7").line("C&O", "D7").line("NYC", "Q3").turn(0)
    before = {company: income(game, company) for company in game.state.railways}
    develop(game, "D7")
    gains = {company: income(game, company) - before[company] for company in before}
    assert gains == {"PRR": 2, "B&O": 0, "C&O": 2, "NYC": 0, "WAB": 0}


def test_auswirkungen_der_entwicklung_mountain():
    game = position().line("PRR", "L4").turn(0)
    before = income(game, "PRR")
    develop(game, "L4")
    assert income(game, "PRR") == before + 2


def test_auswirkungen_der_entwicklung_a_forest_pays_2_to_its_company():
    """Trap 10: from the bank, income unchanged."""
    game = position().line("NYC", "R2").cash("NYC", 1).turn(0)
    before = income(game, "NYC")
    events = develop(game, "R2")
    assert only(events, Paid) == Paid(BANK, "NYC", 2, "forest")
    assert game.state.cash["NYC"] == 3
    assert income(game, "NYC") == before
    assert game.state.houses == 19


def test_entwicklung_may_be_wasted():
    game = developing(position())
    passes(game)
    assert game.state.houses == 20
    assert seat(game) == 1


def test_entwicklung_wasted_is_listed_and_told():
    game = developing(position())
    assert Pass(0) in list(game.legal_actions())
    assert only(passes(game), ActionWasted) == ActionWasted(0, "development")


def test_auswirkungen_der_entwicklung_houses_stay_where_they_are():
    """The second house does not take the first away."""
    game = position().line("NYC", "R2 Q3").turn(0)
    develop(game, "R2")
    develop(game, "Q3")
    index = game.rules.material.index
    assert game.state.developed == {index["R2"], index["Q3"]}
    assert game.state.houses == 18


def test_entwicklung_a_hex_that_is_asked_about_is_looked_at():
    """What a click on a hex asks for, legal or not."""
    game = developing(position())
    assert list(game.step.worth_explaining_at(game.position, 0, "N3")) == [Develop(0, "N3")]
