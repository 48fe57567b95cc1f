"""Playing an 18xx on in thought: quick, but never other than it would be without anything kept."""

import random

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.bench import playouts
from stellwerk.bots.api import Foresight, SellShares
from stellwerk.bots.eighteen import forecast, pencil
from stellwerk.bots.eighteen.explorer import EighteenExplorer, Turn
from stellwerk.bots.levels import judge_of, sketcher_of, weigh
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Position
from stellwerk.titles.registry import find_title, title_ids

EIGHTEEN = [title for title in title_ids() if hasattr(judge_of(find_title(title)), "railways")]

BUILDING = [
    ("1835", "steady", 1, 140),
    ("1844", "random", 3, 170),
    ("1873", "random", 1, 150),
    ("1881", "random", 1, 200),
]


def by_lot(title, moves, seed=4):
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    return game


def nothing_kept():
    pencil.forget()
    forecast._KEPT.boards.clear()


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
    kept = pencil.kept_for(game.rules)
    assert pencil.one_board(kept, first) is pencil.one_board(kept, again) is first
    assert pencil.one_board(kept, board) is board


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


# What a kept move hangs on --------------------------------------------------------------------------------------

KEYED = {"agenda", "board", "trains", "cash", "depot", "phase"}
"""Parts of a state that no two positions of this test differ in."""


def others_of(table, before, seat):
    """Positions that differ in who owns a paper that is no share, or in one part of what was before."""
    state, shares = table.state, table.rules.printed.register.by_id
    for paper in state.papers:
        if paper not in shares:
            owner = seat if state.papers[paper] != seat else (seat + 1) % state.seats
            yield replace(state, papers=state.papers.moved(paper, owner))
    for part in set(state.__struct_fields__) - KEYED:
        if getattr(before, part) != getattr(state, part):
            yield replace(state, **{part: getattr(before, part)})


def decided(explorer, table):
    steadily = Turn(explorer.judge, ()).steadily
    return pencil.Pencil(explorer.railways, steadily).decide(pencil.on_one_board(table))


@pytest.mark.parametrize(("title", "level", "seed", "moves"), BUILDING)
def test_a_move_that_was_kept_elsewhere_is_the_one_that_would_be_found_anew(title, level, seed, moves):
    """Whatever differs between two positions on one board, such as the owner of a private with a power."""
    game, lots, before, looked_at = stellwerk.new(title, list("ABC"), seed=seed), random.Random(seed), [], 0
    explorer = sketcher_of(game.title)
    while len(game.actions) < moves:
        step, seat = game.state.agenda[-1], game.waiting_for()[0]
        if isinstance(step, LayStep | StationStep) and lots.random() < 0.4:
            table = Position(game.rules, game.state)
            for state in others_of(table, lots.choice(before), seat):
                other = Position(game.rules, state)
                nothing_kept()
                try:
                    fresh = decided(explorer, other)
                except (AssertionError, KeyError):
                    continue  # parts of two positions that do not go together
                nothing_kept()
                decided(explorer, table)
                assert decided(explorer, other) == fresh
                looked_at += 1
        before.append(game.state)
        game.play(bots.choose(game, seat, level, lots))
    assert looked_at > 30


def test_games_with_other_rules_share_nothing_that_is_kept():
    table, other = (Position(game.rules, game.state) for game in (by_lot("1835", 40), by_lot("1835", 40)))
    assert table.rules is not other.rules
    nothing_kept()
    assert pencil.kept_for(table.rules) is pencil.kept_for(table.rules) is not pencil.kept_for(other.rules)
    assert pencil.on_one_board(table).state.board is not pencil.on_one_board(other).state.board
    for _ in range(2 * pencil.MOST_GAMES):
        pencil.kept_for(object())
    assert len(pencil._GAMES.games) == pencil.MOST_GAMES


def test_so_many_boards_are_kept_and_those_of_earlier_games_go_first(monkeypatch):
    """A worker of a server plays many games on: it kept thousands of boards of each, of 0.1 MB."""
    games = [by_lot("1835", moves) for moves in (40, 60)]
    boards = [games[1].state_after(moves).board for moves in (20, 40, 60)]
    nothing_kept()
    monkeypatch.setattr(pencil, "MOST_BOARDS", 2)
    before = pencil.kept_for(games[0].rules)
    pencil.one_board(before, games[0].state.board)
    now = pencil.kept_for(games[1].rules)
    for number, board in enumerate(boards):
        now.moves["kept", number] = None
        pencil.one_board(now, board)
        assert sum(len(one.boards) for one in pencil._GAMES.games) <= 2
        assert (before in pencil._GAMES.games) == (number == 0)
    assert list(now.boards.values()) == boards[2:]
    assert not now.moves
