"""Reads the runs out of a recorded game: board, markers, locomotives and routes at each of them."""

import json
from dataclasses import dataclass

from locomotives_board import SHARED, Board
from record_actions import standing

from stellwerk.routes.locomotives import Problem, Route

RECORD = SHARED / "records" / "1873" / "33770.json"
FIRST_NUMBER = {1: 2, 2: 10, 3: 7, 4: 3, 5: 99}  # routes of the first locomotive of a size are numbered from here


@dataclass
class Recorded:
    """One recorded run."""

    company: str
    number: int
    problem: Problem
    routes: list  # of Route
    revenues: list  # what the record says that each route adds


class Reader:
    """Follows a record action by action."""

    def __init__(self, record):
        self.record = record
        self.board = Board()
        self.phase = "1"
        self.locomotives = {}  # company -> ids, in the order of buying
        self.numbers = {}  # number of a route -> id of the locomotive that runs it
        self.bought = dict.fromkeys(FIRST_NUMBER, 0)

    def runs(self):
        for action in standing(self.record["actions"]):
            kind = action["type"]
            if kind == "run_routes":
                yield self.run(action)
            elif kind in ("par", "lay_tile", "place_token", "buy_train", "scrap_train"):
                getattr(self, kind)(action)

    def par(self, action):
        if action["corporation"] in self.board.railways:
            self.board.found(action["corporation"])

    def lay_tile(self, action):
        self.board.lay(action["hex"], action["tile"], action["rotation"])

    def place_token(self, action):
        tile, station = action["city"].rsplit("-", 1)
        printed = tile.rsplit("-", 1)[0]
        hex = next(h for h, (name, _, _) in self.board.laid.items() if name in (tile, printed))
        self.board.place(action["entity"], hex, int(station))

    def buy_train(self, action):
        id, variant = action["train"], action.get("variant")
        owner = next((c for c, ids in self.locomotives.items() if id in ids), None)
        if variant:
            self.phase = max(self.phase, variant[0])
        if owner is not None:
            self.locomotives[owner].remove(id)
        elif not variant or variant[1:] not in ("T", ""):
            return
        elif variant != "D":
            size = int(variant[0])
            first = FIRST_NUMBER[size] + size * self.bought[size]
            self.bought[size] += 1
            self.numbers.update({f"{size}T-{first + n}": id for n in range(size)})
        self.locomotives.setdefault(action["entity"], []).append(id)

    def scrap_train(self, action):
        ids = self.locomotives.get(action["entity"], [])
        if action["train"] in ids:
            ids.remove(action["train"])

    def run(self, action):
        company = action["entity"]
        ids = self.locomotives[company]
        sizes = [(id, int(id[0])) for id in ids if id[0] != "D"]
        problem, ways = self.board.problem(company, self.phase, sizes, len(sizes) < len(ids))
        routes = [self.route(problem, ways, given) for given in action["routes"]]
        return Recorded(company, action["id"], problem, routes, [given["revenue"] for given in action["routes"]])

    def route(self, problem, ways, given):
        """A recorded route in our words."""
        links = []
        for hexes in given["connections"]:
            links.append(next(n for n, way in enumerate(ways) if list(way) in (hexes, hexes[::-1])))
        if len(given["hexes"]) > 2 and given["hexes"][0] not in given["connections"][0]:
            links.reverse()
        ends = [{problem.network.links[n].a, problem.network.links[n].b} for n in links]
        if len(links) == 1:
            stops = sorted(ends[0])
        else:
            stops = [*(ends[0] - ends[1])]
            for pair in ends:
                stops.append(next(iter(pair - {stops[-1]})))
        train = given["train"]
        return Route(self.numbers.get(train, "D"), tuple(stops), tuple(links))


def recorded_runs(path):
    """All runs of a recorded game."""
    return list(Reader(json.loads(path.read_text(encoding="utf-8"))).runs())
