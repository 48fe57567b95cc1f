"""Playing an 18xx on in thought: quick, but never other than it would be without anything kept."""

import random

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bench import playouts
from stellwerk.bots.api import Foresight, SellShares
from stellwerk.bots.eighteen import pencil
from stellwerk.bots.eighteen.explorer import EighteenExplorer
from stellwerk.bots.levels import judge_of, sketcher_of, weigh
from stellwerk.play.auction import Bid
from stellwerk.play.core import Position
from stellwerk.titles.registry import find_title, title_ids

EIGHTEEN = [title for title in title_ids() if hasattr(judge_of(find_title(title)), "railways")]


def by_lot(title, moves, seed=4):
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    return game


def nothing_kept():
    pencil._KEPT.boards.clear()
    pencil._KEPT.moves.clear()


@pytest.mark.parametrize("title", EIGHTEEN)
def test_what_is_kept_changes_no_playout(title, monkeypatch):
    game = by_lot(title, 70)
    seat, explorer = game.waiting_for()[0], sketcher_of(game.title)
    here = bots.seen(game, seat)
    nothing_kept()
    kept = [explorer.play_on(here.table, seat, (), random.Random(1)) for _ in range(2)]
    monkeypatch.setattr(pencil.Pencil, "_key", lambda self, table, step: (object(),))  # never the same again
    assert kept == [explorer.play_on(here.table, seat, (), random.Random(1))] * 2  # made anew


def test_boards_of_one_content_are_one():
    game = by_lot("1835", 60)
    table = Position(game.rules, game.state)
    board = table.state.board
    hex_ = next(hex_ for hex_, track in enumerate(board.tracks) if board.box.successors(hex_, track))
    track = board.box.successors(hex_, board.tracks[hex_])[0]
    nothing_kept()
    first, again = board.lay(hex_, track), board.lay(hex_, track)
    assert first is not again
    assert pencil.one_board(first) is pencil.one_board(again) is first
    assert pencil.one_board(board) is board


def test_nothing_is_sold_instead_of_what_steady_does():
    game, seen = by_lot("1835", 150), 0
    judge = judge_of(game.title)
    explorer, lots = EighteenExplorer(judge.railways, Foresight(from_round=1)), random.Random(1)
    for _ in range(40):
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        _, *others = explorer.plans(here.table, seat, here.choices)
        moves = [reading[1] for (action,) in others if (reading := judge.railways.read(here.table, action))]
        seen += len(moves)
        assert not any(isinstance(move, SellShares) for move in moves)
        game.play(bots.choose(game, seat, "random", lots))
    assert seen


def test_nobody_is_outbid_unless_steady_would():
    game, lots, bidding = stellwerk.new("1873", ["North", "East", "West"], seed=1), random.Random(1), 0
    explorer = EighteenExplorer(judge_of(game.title).railways, Foresight(from_round=0))
    for _ in range(60):
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        _, *others = explorer.plans(here.table, seat, here.choices)
        bidding += any(isinstance(one.action, Bid) for one in weigh(here)[1:])
        assert not any(isinstance(plan[0], Bid) for plan in others)
        game.play(bots.choose(game, seat, "random", lots))
    assert bidding


def test_before_its_round_it_plays_as_steady():
    game = by_lot("1835", 30)
    seat = game.waiting_for()[0]
    here = bots.seen(game, seat)
    judge = judge_of(game.title)
    best = bots.advise(game, seat, n=1)[0].action
    later = EighteenExplorer(judge.railways, Foresight(from_round=game.state.stock_round + 1))
    assert list(later.plans(here.table, seat, here.choices)) == [(best,)]


def test_bench_begins_at_parts_of_a_game_and_tells_a_table():
    game = by_lot("chicago-express", 60)
    found = list(playouts.positions(game))
    assert [len(found), found[0].state] == [len(playouts.PARTS), game.state_after(12)]
    explorer = sketcher_of(game.title)
    playouts.by_steady(explorer, found[-1], 1)
    told = playouts.Speed("x", (1.0, 2.0, 4.0, 1.0), (5.0, 10.0, 20.0, 5.0), 5.0)
    assert playouts.as_table([told])[-1] == "| x | 5.0 (1.0) | 10.0 (2.0) | 20.0 (4.0) | 5.0 (1.0) | 5.0 |"
