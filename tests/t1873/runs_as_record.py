"""Runs of ours as 18xx.games writes them: a train for each route, and the hexes of each piece of track."""

from collections import Counter
from itertools import pairwise

from stellwerk.board.board import stop_number
from stellwerk.board.grid import NOWHERE, PLACES
from stellwerk.play.runs import Way
from stellwerk.titles.t1873.companies.running import LOCAL, problem_of
from stellwerk.titles.t1873.records.games18xx_runs import FIRST, shares_of_routes


def written_routes(table, company, runs):
    """The routes of a run, as told by events; what the local locomotive earns is not written."""
    problem, grid = problem_of(table, company), table.rules.printed.box.grid
    net = problem.network
    names, ways, routes = _Names(), [], []
    for run in runs:
        stops = [stop_number(grid.index[hex_], city) for hex_, city, _ in run.stops]
        if run.train == LOCAL or len(stops) < 2:
            continue
        links = [_link(net, pair, int(run.bits, 16)) for pair in pairwise(stops)]
        pieces = [_piece(grid, net.links[link], stop) for link, stop in zip(links, stops, strict=False)]
        ways.append(Way(run.train, tuple(links)))
        routes.append({"train": names.of(run.train), "connections": pieces})
    revenues = shares_of_routes(problem, ways)
    return [route | {"revenue": amount} for route, amount in zip(routes, revenues, strict=True)]


class _Names:
    """The second locomotive of a company may be the fifth of its size: numbers go on where that one's begin."""

    def __init__(self):
        self.locomotives, self.routes = {}, Counter()

    def of(self, train):
        size = train[0]
        first, step = (10, 0) if size == "D" else (FIRST[size], int(size))
        known = self.locomotives.setdefault(size, [])
        if train not in known:
            known.append(train)
        number = first + step * (3 + known.index(train)) + self.routes[train]
        self.routes[train] += 1
        return f"{size}-{number}" if size == "D" else f"{size}T-{number}"


def _link(net, pair, bits):
    return next(n for n, link in enumerate(net.links) if {link.a, link.b} == {*pair} and not link.bits & ~bits)


def _piece(grid, link, start):
    """The hexes from one stop to the next, by the borders that are crossed."""
    here, left = start // PLACES, link.bits
    names = [grid.names[here]]
    while True:
        sides = [side for side, bits in enumerate(grid.side_bits[here]) if bits & left]
        onward = [side for side in sides if grid.neighbours[here][side] != NOWHERE]
        if not onward:
            return names
        left &= ~grid.side_bits[here][onward[0]]
        here = grid.neighbours[here][onward[0]]
        names.append(grid.names[here])
