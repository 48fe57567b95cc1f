"""Whole games that reach Chicago: nothing is lost, what is listed is accepted, and nothing else is.

Games by plain lots, undo, replay and copies are tried for every title in tests/conformance; they stay in the east.
"""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Range
from stellwerk.play.game import canonical
from stellwerk.titles.chicago_express.actions import BuildTrack, ChooseDial, Develop, OfferShare
from stellwerk.titles.chicago_express.events import ChicagoReached, CompanyOpened, GameEnded

from .policies import play_out, westward
from .positions import new_game, only

pytestmark = pytest.mark.unmeasured


def listed(game):
    """The legal actions with a range by its ends."""
    for choice in game.legal_actions():
        if isinstance(choice, Range):
            yield from {choice.at(choice.low), choice.at(choice.high)}
        else:
            yield choice


def is_listed(game, action) -> bool:
    return any(
        action in (choice.at(amount) for amount in range(choice.low, choice.high + 1, choice.step))
        if isinstance(choice, Range)
        else action == choice
        for choice in game.legal_actions()
    )


def anything(game, lots):
    """Some action of the title, mostly not a legal one."""
    seat = game.waiting_for()[0] if lots.random() < 0.8 else int(lots.random() * game.state.seats)
    companies = [*game.state.railways, "Erie"]
    company = companies[int(lots.random() * len(companies))]
    hexes = game.rules.material.hexes
    name = hexes[int(lots.random() * len(hexes))].id
    kinds = [
        Pass(seat),
        Bid(seat, int(lots.random() * 70) - 5),
        ChooseDial(seat, ("auction", "expansion", "development", "red")[int(lots.random() * 4)]),
        OfferShare(seat, company),
        BuildTrack(seat, company, name),
        Develop(seat, name),
    ]
    return kinds[int(lots.random() * len(kinds))]


@pytest.mark.parametrize("players", range(2, 7))
@settings(max_examples=5, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_whole_games_to_chicago_keep_every_promise(players, seed):
    game, lots = new_game(players), random.Random(seed)
    while not game.over:
        assert game.problems() == []
        assert len(game.actions) < 600
        choices = list(listed(game))
        assert len(choices) == len(set(choices))
        assert all(game.refusal(action) is None for action in choices)
        for _ in range(4):
            action = anything(game, lots)
            assert (game.refusal(action) is None) == is_listed(game, action)
        game.play(westward(game, lots))
    assert game.problems() == []
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_reach_chicago_and_open_the_wabash(players):
    reached = set()
    for seed in range(8):
        game = play_out(new_game(players), westward, random.Random(seed))
        arrivals = [event for event in game.events if isinstance(event, ChicagoReached)]
        opened = [event for event in game.events if isinstance(event, CompanyOpened)]
        assert len(opened) == min(len(arrivals), 1)
        assert len({event.company for event in arrivals}) == len(arrivals)
        ended = only(game.events, GameEnded)
        assert dict(enumerate(ended.cash)) == game.result()
        reached |= {event.company for event in arrivals}
    assert "WAB" in reached
    assert len(reached) >= 3


def test_whole_games_an_illegal_action_leaves_no_trace():
    game = play_out(new_game(3), westward, random.Random(1))
    before = canonical(game.state)
    with pytest.raises(stellwerk.IllegalAction):
        game.play(Pass(0))
    assert canonical(game.state) == before


def test_whole_games_problems_name_what_is_wrong():
    """The invariants can fail at all: each part of the table spoilt once."""
    game = play_out(new_game(3), westward, random.Random(1))
    state = game.state
    prr = state.railways["PRR"]
    spoil = msgspec.structs.replace

    def wrong(**parts):
        return " ".join(game.title.problems(game.rules, spoil(state, **parts)))

    def wrong_prr(**parts):
        return wrong(railways={**state.railways, "PRR": spoil(prr, **parts)})

    assert "money" in wrong(cash={**state.cash, 0: state.cash[0] + 1})
    assert "money: 0 has -1" in wrong(cash={**state.cash, 0: -1})
    assert "shares" in wrong_prr(unsold=prr.unsold + 1)
    assert "locomotives" in wrong_prr(locomotives=prr.locomotives + 1)
    assert "income" in wrong_prr(income=prr.income + 1)
    assert "not connected" in wrong_prr(network=prr.network | {game.rules.material.index["A4"]})
    assert "start" in wrong_prr(network=prr.network | {game.rules.material.index["Q7"]})
    assert "houses" in wrong(houses=state.houses + 1)
    assert "developed" in wrong(developed=state.developed | {game.rules.material.index["R5"]})
    assert "dials" in wrong(dials={**state.dials, "auction": 4})
    assert "industry" in wrong(industry={**state.industry, game.rules.material.index["K4"]: 5})
    owner, forest = next(
        (company, hex_)
        for company, railway in state.railways.items()
        for hex_ in sorted(railway.network)
        if game.rules.material.hexes[hex_].kind.single
    )
    other = "NYC" if owner != "NYC" else "PRR"
    twice = spoil(state.railways[other], network=state.railways[other].network | {forest})
    assert "holds 2" in wrong(railways={**state.railways, other: twice})
    shut = spoil(state.railways["WAB"], network=frozenset(), income=1)
    assert "before it opened" in wrong(railways={**state.railways, "WAB": shut})
