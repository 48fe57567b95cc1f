"""What is known of a lay before it is tried: whether it could change a run, and what would lie near then."""

import random

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bots.api import LayTrack
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.bots.eighteen.pencil import LAYS, Sketch
from stellwerk.bots.eighteen.track import Site
from stellwerk.bots.levels import judge_of, weigh
from stellwerk.eighteen.actions import BuildStation
from t1835.positions import position


def sites(title, seed, most):
    """Companies about to lay track in a game, with all their lays."""
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=seed), random.Random(seed)
    while len(game.actions) < most:
        seat = game.waiting_for()[0]
        here, railways = bots.seen(game, seat), judge_of(game.title).railways
        moves = [reading[1] for choice in here.choices if (reading := railways.read(here.table, choice))]
        moves = [move for move in moves if isinstance(move, LayTrack)]
        if moves:
            yield Site(Forecast(railways, here.table, seat), moves[0].company), moves
        game.play(bots.choose(game, seat, "steady", lots))


@pytest.mark.parametrize(("title", "seed"), [("1835", 11), ("1844", 12), ("1881", 13)])
def test_what_is_said_not_to_change_runs_changes_none_and_what_lies_near_is_known(title, seed):
    kinds = set()
    for site, moves in sites(title, seed, 260):
        for move in moves:
            after = site.board.lay(move.hex, move.track)
            changes = site.changes_runs(move)
            kinds.add(changes)
            if not changes:
                assert site.forecast.run(site.company, site.trains, after) == site.run_now
                assert site.forecast.run(site.company, site.dream, after) == site.run_ahead
            near = site.near_after(move, after if changes else None)
            assert near == pytest.approx(site.near_to(after))
    assert kinds == {True, False}


def nuremberg():
    table = position(4).packet_gone().ag("BY", director=0, cash=472, trains=("2", "2", "2+2"))
    table = table.tile("O15", "201", 1).tile("N14", "9", 2).tile("M13", "8", 3).station("BY", "L14").phase("3")
    return table.track("BY").game()


def test_the_best_lay_of_each_hex_is_looked_at_before_the_second_of_any():
    game = nuremberg()
    here, railways = bots.seen(game, 0), judge_of(game.title).railways
    moves = [move for choice in here.choices if isinstance(move := railways.read(here.table, choice)[1], LayTrack)]
    site = Site(Forecast(railways, here.table, 0), "BY")
    ranked = [move for _, move in site.hexes_first(dict(enumerate(moves)))]
    hexes = {move.hex for move in moves}
    first = ranked[: len(hexes)]
    assert {move.hex for move in first} == hexes
    assert len(hexes) < len(ranked) == len(moves)
    for move in first:
        assert site.promise(move) == max(site.promise(each) for each in moves if each.hex == move.hex)


def test_lays_that_change_no_run_are_weighed_all():
    game = nuremberg()
    here, railways = bots.seen(game, 0), judge_of(game.title).railways
    site = Site(Forecast(railways, here.table, 0), "BY")
    quiet = set()
    for choice in here.choices:
        move = railways.read(here.table, choice)[1]
        if isinstance(move, LayTrack) and not site.changes_runs(move):
            quiet.add(choice)
    assert len(quiet) > 20
    assert quiet <= {one.action for one in weigh(here)}


def test_playouts_try_lays_of_as_many_hexes_as_they_can():
    game = nuremberg()
    here, railways = bots.seen(game, 0), judge_of(game.title).railways
    readings = [railways.read(here.table, choice) for choice in here.choices]
    lays = [reading for reading in readings if isinstance(reading[1], LayTrack)]
    sketch = Sketch(Forecast(railways, here.table, 0), "BY")
    hexes = {action: move.hex for action, move in lays if sketch.changes_runs(move)}
    tried = [hexes[action] for _, action in sketch.lays(lays) if action in hexes]
    assert len(hexes) > len(tried) == LAYS > len(set(hexes.values()))
    assert set(tried) == set(hexes.values())


def test_every_city_in_which_a_marker_may_stand_is_weighed():
    game, lots = stellwerk.new("1844", ["North", "East", "West"], seed=12), random.Random(12)
    while True:
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        places = {choice for choice in here.choices if isinstance(choice, BuildStation)}
        if len(places) > 8:
            break
        game.play(bots.choose(game, seat, "steady", lots))
    assert places <= {one.action for one in weigh(here)}
