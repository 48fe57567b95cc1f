"""The compiled walk of reach beside the one in Python: the same tree, point by point and in the same order."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reach_exact import COMPANIES, full_boards

import stellwerk
from stellwerk.board import tree as tree_module
from stellwerk.board.board import stop_number
from stellwerk.board.reach import reach_of
from stellwerk.board.tree import MARKERS, Tree
from stellwerk.testing.lots import by_lot

kernel = pytest.importorskip("stellwerk.board._kernel", reason="there is no C compiler here")


def told(tree):
    """A tree with the order in which its points were found."""
    return list(tree.came.items()), list(tree.onward.items()), tree.stops, tree.ends


def both_ways(tree, points):
    """What grows in Python, held against what the kernel makes of the same tree."""
    twin = tree.copy(tree.tracks, tree.full, tree.markers)
    known = twin.came, twin.onward, twin.stops, twin.ends
    kernel.grow(tree.tracks, tree.grid.across, tree.full, tree.markers, *known, list(points))
    tree.grow_plainly(points)
    assert told(twin) == told(tree)


@pytest.mark.unmeasured
@settings(max_examples=80, deadline=None)
@given(full_boards(), st.data())
def test_both_grow_the_same_tree_from_the_start_and_without_some_track(board, data):
    for company in COMPANIES:
        tree = reach_of(board, company).tree
        both_ways(Tree(tree.grid, tree.tracks, tree.full, tree.markers), [MARKERS])
        gone = data.draw(st.lists(st.sampled_from(board.links() or (None,)), max_size=2))
        sides = sum({bit for link in gone if link for bit in [link.bits & -link.bits]})
        less = Tree(tree.grid, tree.tracks, tree.full, tree.markers)
        less.came = dict.fromkeys(tree.grid.points_of(sides), MARKERS)
        both_ways(less, [MARKERS])
        # and what was grown on part of the track is grown on
        less.came = {
            point: back for point, back in less.came.items() if back != MARKERS or point >= less.first_stop
        }
        both_ways(less, list(less.onward))


@pytest.mark.unmeasured
@pytest.mark.parametrize("title", ["1835", "1844", "1873", "1881"])
def test_both_grow_the_same_trees_in_a_game(title, monkeypatch):
    grown = []

    def grow(tree, points):
        grown.append(len(tree.onward))
        both_ways(tree, points)

    monkeypatch.setattr(tree_module.Tree, "grow", grow)
    for seed in range(20):  # some games are over before much is built
        lots, game = random.Random(seed), stellwerk.new(title, ["A", "B", "C"], seed=seed)
        while not game.over and len(grown) < 150:
            game.play(by_lot(game, lots))
    assert len(grown) >= 150


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"across": (0,)}, "do not fit"),
        ({"points": [99999]}, "not on the board"),
        ({"points": [3]}, "no train goes on from"),
        ({"markers": [-1]}, "not on the board"),
        ({"onward": {-1: -1, 5: 99999}}, "not on the board"),
    ],
)
def test_what_is_no_tree_is_refused(changed, refused):
    board = stellwerk.new("1835", ["A", "B", "C"]).state.board
    home = stop_number(board.box.grid.index["H16"], 0)
    usual = {
        "tracks": board.tracks, "across": board.box.grid.across, "full": set(), "markers": [home], "came": {},
        "onward": {-1: -1}, "stops": set(), "ends": set(), "points": [-1],
    }  # fmt: skip
    with pytest.raises((ValueError, KeyError), match=refused):
        kernel.grow(*(usual | changed).values())
