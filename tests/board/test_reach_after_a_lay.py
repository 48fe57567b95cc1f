"""What is followed only beyond a new tile must be what a flood from the start finds."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.board.board import Board, stop_number
from stellwerk.board.reach import flood
from stellwerk.titles.t1835.data import material


def _markers(board, lots):
    """Two companies with markers in several cities, so that some are full of strangers."""
    cities = [
        stop_number(hex_, place)
        for hex_, track in enumerate(board.tracks)
        for place, stop in enumerate(track.stops)
        if stop.slots
    ]
    for company in ("A", "B"):
        for _ in range(6):
            stop = cities[int(lots.random() * len(cities))]
            if board.free_places(stop) and not board.is_in(company, stop // 8):
                board = board.with_station(company, stop)
    return board


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_reach_is_the_same_step_by_step_and_from_the_start(seed):
    lots = random.Random(seed)
    box = material().box
    board = _markers(Board.empty(box), lots)
    seen = {}
    for _ in range(60):
        hex_ = int(lots.random() * len(board.tracks))
        fitting = [t for t in box.successors(hex_, board.tracks[hex_]) if board.left[t.tile] > 0]
        if not fitting:
            continue
        board = board.lay(hex_, fitting[int(lots.random() * len(fitting))])
        for company in ("A", "B"):
            if lots.random() < 0.4:  # sometimes only after several tiles
                fresh, old = flood(board, company), seen.get(company)
                assert board.reach(company) == fresh
                if old:
                    assert all(was & ~now == 0 for was, now in zip(old.arrived, fresh.arrived, strict=True))
                seen[company] = fresh
