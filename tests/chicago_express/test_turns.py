"""Spielablauf and the coming of the Dividenden-Phase: dials, wasting, red."""

import pytest

from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.titles.chicago_express.actions import ChooseDial, Develop, OfferShare
from stellwerk.titles.chicago_express.events import ActionWasted, DialTurned, DividendPhaseBegan

from .positions import choose, kinds, only, passes, position, refused, seat, waste


def dials(game) -> dict[str, int]:
    return dict(game.state.dials)


def test_spielablauf_the_pointer_turns_before_the_action():
    """Trap 3."""
    game = position().share("PRR", 0).turn(0)
    events = choose(game, "auction")
    assert only(events, DialTurned) == DialTurned(0, "auction", 1, False)
    assert dials(game) == {"auction": 1, "expansion": 0, "development": 0}
    assert seat(game) == 0, "the action itself is still to come"


def test_spielablauf_a_wasted_action_turns_the_pointer_too():
    game = position().share("PRR", 0).turn(0)
    choose(game, "auction")
    events = passes(game)
    assert only(events, ActionWasted) == ActionWasted(0, "auction")
    assert dials(game)["auction"] == 1
    assert seat(game) == 1


@pytest.mark.parametrize("dial", ["expansion", "development"])
def test_spielablauf_wasting_is_legal_with_nothing_to_do(dial):
    """At the start nothing can be developed, and without a share nothing built: the dial turns all the same."""
    game = position().turn(0)
    events = choose(game, dial)
    assert only(events, ActionWasted) == ActionWasted(0, dial)
    assert seat(game) == 1


def test_spielablauf_wasting_is_legal_with_nothing_to_auction():
    builder = position(2)
    for company, number in {"PRR": 3, "B&O": 4, "C&O": 6, "NYC": 5}.items():
        builder.share(company, 0, number)
    game = builder.turn(0)
    assert only(choose(game, "auction"), ActionWasted) == ActionWasted(0, "auction")


@pytest.mark.parametrize(("dial", "places"), [("auction", 3), ("expansion", 5), ("development", 4)])
def test_spielablauf_a_red_dial_cannot_be_chosen(dial, places):
    """Trap 4: the third auction is red, the fifth expansion, the fourth development."""
    game = position().share("PRR", 0).dials(**{dial: places - 1}).turn(1)
    assert only(waste_first(game, dial), DialTurned) == DialTurned(1, dial, places, True)
    assert ChooseDial(2, dial) not in list(game.legal_actions())
    refused(game, ChooseDial(2, dial), "dial_on_red", "Spielablauf")
    assert len(game.legal_actions()) == 2


def waste_first(game, dial):
    events = choose(game, dial)
    if seat(game) == events[0].seat:
        passes(game)
    return events


def test_spielablauf_a_dial_must_be_chosen():
    game = position().turn(0)
    for action in (Pass(0), OfferShare(0, "PRR"), Develop(0, "Q3"), Bid(0, 9), ChooseDial(0, "dividend")):
        refused(game, action, "choose_a_dial", "Spielablauf")
    assert list(game.legal_actions()) == [ChooseDial(0, d) for d in ("auction", "expansion", "development")]


def test_spielablauf_turns_go_clockwise():
    game = position(4).turn(2)
    order = []
    for _ in range(5):
        order.append(seat(game))
        waste(game, "expansion")
    assert order == [2, 3, 0, 1, 2]


def test_spielablauf_the_chosen_dial_settles_what_can_be_done():
    game = position().share("PRR", 0).turn(0)
    choose(game, "auction")
    refused(game, ChooseDial(0, "expansion"), "only_an_offer_now", "Versteigerung")


def test_dividenden_phase_comes_before_the_next_player_chooses():
    """Trap 4: with the second red the turn still ends; then the phase; then that next player has his turn."""
    game = position().share("PRR", 0).dials(auction=3, development=3).turn(1)
    events = waste(game, "development")
    assert kinds(events).index("ActionWasted") < kinds(events).index("DividendPhaseBegan")
    assert only(events, DividendPhaseBegan).number == 1
    assert seat(game) == 2
    assert dials(game) == {"auction": 0, "expansion": 0, "development": 0}
    assert game.state.cash[0] == 47


def test_dividenden_phase_waits_for_the_end_of_the_turn():
    game = position().share("PRR", 0).dials(development=4, auction=2).turn(0)
    choose(game, "auction")
    assert not any(isinstance(event, DividendPhaseBegan) for event in game.events)
    game.play(OfferShare(0, "PRR"))
    for _ in range(2):
        passes(game)
    assert not any(isinstance(event, DividendPhaseBegan) for event in game.events)
    passes(game)
    assert any(isinstance(event, DividendPhaseBegan) for event in game.events)
    assert seat(game) == 1


def test_dividenden_phase_one_red_is_not_enough():
    game = position().dials(auction=2).turn(0)
    waste(game, "auction")
    assert not any(isinstance(event, DividendPhaseBegan) for event in game.events)


def test_dividenden_phase_a_round_has_7_to_11_actions():
    """3 + 4 at least; at most 2 + 5 + 3 with only one red, and the one that makes the second."""
    short = ["auction"] * 3 + ["development"] * 4
    long = ["auction"] * 2 + ["development"] * 3 + ["expansion"] * 5 + ["auction"]
    for order, actions in ((short, 7), (long, 11)):
        game = position(3).turn(0)
        for number, dial in enumerate(order, 1):
            events = waste(game, dial)
            assert any(isinstance(e, DividendPhaseBegan) for e in events) == (number == actions)
