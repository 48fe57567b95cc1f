"""Every train that could run from a company's markers, tried out one by one: slow and plain."""

from stellwerk.board.board import UNDECIDED
from stellwerk.board.grid import NOWHERE


def brute_trains(board, company, shut=(), most=100_000):
    """(hexes and sides arrived at, stops called at, stretches run), None where it would take too long.

    No train calls at stops that are `shut`. A stretch is (stop left, stop called at next, sides crossed between).
    """
    grid, tracks = board.box.grid, board.tracks
    arrived, called, stretches = set(), set(), set()
    steps = 0

    def passes(hex_, place):
        stop, marks = tracks[hex_].stops[place], board.stations.get(hex_ * 8 + place, ())
        return stop.kind != "offboard" and (stop.kind == "town" or company in marks or len(marks) < stop.slots)

    def leave(hex_, side, crossed, visited, since):
        """Cross a side; `since` are the sides crossed since the last stop."""
        nonlocal steps
        steps += 1
        beyond = grid.neighbours[hex_][side]
        if beyond == NOWHERE or steps > most:
            return
        border = frozenset((hex_, beyond))
        if border in crossed:
            return
        entry = (side + 3) % 6
        arrived.add((beyond, entry))
        enter(beyond, entry, crossed | {border}, visited, since | {border})

    def enter(hex_, side, crossed, visited, since):
        for a, b in tracks[hex_].paths:
            for one, other in ((a, b), (b, a)):
                if one == side and other >= 0:
                    leave(hex_, other, crossed, visited, since)
                elif one == side and (hex_, ~other) not in visited and hex_ * 8 + ~other not in shut:
                    stretches.add((visited[-1], (hex_, ~other), since))
                    call(hex_, ~other, crossed, visited, side)

    def call(hex_, place, crossed, visited, entry):
        called.add(hex_ * 8 + place)
        if visited and not passes(hex_, place):
            return
        for a, b in tracks[hex_].paths:
            for side, end in ((a, b), (b, a)):
                if end == ~place and side != entry:
                    leave(hex_, side, crossed, (*visited, (hex_, place)), frozenset())

    for stop, marks in board.stations.items():
        if company in marks and stop % 8 != UNDECIDED and stop not in shut:
            call(stop // 8, stop % 8, frozenset(), (), None)
    return None if steps > most else (arrived, called, stretches)
