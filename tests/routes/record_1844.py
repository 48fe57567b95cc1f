"""What running needs of an 1844 game of 18xx.games, rebuilt from the fact sheet: track, markers, trains, phases.

No rule of building, trading or paying is checked here; the record is taken at its word.
"""

from collections import namedtuple
from itertools import pairwise
from pathlib import Path

from record_actions import standing

from stellwerk.board.board import Board, stop_number
from stellwerk.board.box import Box
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import OFFBOARD, TOWN, Face, Track
from stellwerk.routes import EachStop, Network, Problem, Route, Stop, Through, Train

SHARED = Path(__file__).parents[2].parent / "shared"
FACTS = SHARED / "facts" / "1844.json"
RECORD = SHARED / "records" / "1844" / "160062.json"

FOLLOWED = ("lay_tile", "place_token", "remove_token", "buy_train", "discard_train", "choose_ability")
OF_A_TURN = ("lay_tile", "place_token", "run_routes", "dividend", "buy_train", "pass")

Decision = namedtuple("Decision", "number company problem sites routes revenues")
"""A company runs: the recorded routes in our terms, and what each earned; `sites` are mountain railways' stops."""


class Sheet:
    """The fact sheet, as board and box of tiles; it says what a running decision is."""

    def __init__(self, facts):
        self.facts = facts
        tunnels = facts["tunnel_companies"]
        first = {"plain": ("7", "8", "9"), "town": ("3", "4", "58"), "city": ("5", "6", "57")}
        hexes = {
            entry["id"]: {"colour": entry["colour"], "track": entry["code"], "name": entry.get("name", "")}
            for entry in facts["hexes"]
        }
        for name, ids in facts["printed_hex_upgrades"].items():
            hexes[name]["becomes"] = ids
        for entry in tunnels["hexes"]:
            hexes[entry["hex"]]["becomes"] = [tile["id_18xx_games"] for tile in tunnels["tiles"]]
        tiles = {
            tile.get("id_18xx_games", tile["id"]): {
                "colour": tile.get("colour", "purple"),
                "count": tile.get("count", 1),
                "track": tile["code"],
                "becomes": tile.get("upgrades_to", ()),
            }
            for tile in facts["tiles"] + tunnels["tiles"] + facts["furka_oberalp"]["tiles"]
        }
        walls = [barrier["hexes"] for barrier in facts["barriers"]]
        layout = {"layout": facts["layout"], "hexes": hexes, "first_tiles": first, "barriers": {"sides": walls}}
        self.box = Box(layout, tiles)
        self.index = self.box.grid.index
        self.areas = {self.index[name]: area for area in facts["off_board"] for name in area["hexes"]}
        self.group = {self.index[n]: g for g, area in enumerate(facts["off_board"]) for n in area["hexes"]}
        self.sites = {self.index[site["hex"]] for site in facts["mountain_railways"]["sites"]}
        boards = facts["mountain_railways"]["income_boards"]["kinds"]
        self.incomes = [dict(zip(facts["value_colours"], kind["values"], strict=True)) for kind in boards]
        self.furka = {self.index[tile["hex"]]: tile["id"] for tile in facts["furka_oberalp"]["tiles"]}
        self.trains = {train["id"]: train for train in facts["trains"]}
        self.colours = {phase: name for name, phases in facts["value_colours"].items() for phase in phases}
        self.kinds = {company["id"]: company["kind"] for company in facts["companies"]}
        self.homes = {company["id"]: company["home"] for company in facts["companies"] if company["home"]}

    def train(self, id_, kind, is_h):
        """A train by its number of stops or hexes; H trains never go to red areas."""
        if is_h:
            reds = frozenset(stop_number(hex_, 0) for hex_ in self.areas)
            return Train.hexed(id_, int(kind[0]), avoid=reds)
        if kind.endswith("E"):
            return Train.skipping(id_, int(kind[0]))
        return Train.counting(id_, int(kind[0]))

    def problem(self, board, company, phase, mountains, tunnels, trains):
        """The running decision. `mountains` are values by hex and colour, `tunnels` the sides they lead to."""
        net, colour = Network(board.links()), self.colours[phase]
        strangers = board.full_of_strangers(company)
        stops = {}
        for number in net.stops:
            hex_, place = divmod(number, PLACES)
            printed = board.tracks[hex_].stops[place]
            if hex_ in self.sites and hex_ not in mountains:
                continue
            stops[number] = Stop(
                mountains[hex_][colour] if hex_ in self.sites else printed.value(colour),
                town=printed.kind == TOWN,
                may_pass=printed.kind != OFFBOARD and number not in strangers,
                home=company in board.stations.get(number, ()),
                group=self.group.get(hex_, -1),
            )
        return Problem(net, stops, tuple(trains), (*self._tunnel(net, tunnels), *self._transits(net)))

    def _tunnel(self, net, tunnels):
        links = frozenset(n for n, link in enumerate(net.links) if link.bits & tunnels)
        return [EachStop("tunnel", self.facts["running"]["tunnel_bonus"], links)] if links else []

    def _transits(self, net):
        for axis in ("N-S", "W-E"):
            ends = []
            for side in axis.split("-"):
                areas = {stop_number(h, 0): area for h, area in self.areas.items() if area["side"] == side}
                ends.append({stop: area["bonus"] for stop, area in areas.items() if stop in net.index})
            if all(ends):
                yield Through(axis, *ends)


class Game:
    """One record, replayed as far as running needs it."""

    def __init__(self, sheet, record):
        self.sheet, self.record, self.box = sheet, record, sheet.box
        self.board = Board.empty(sheet.box)
        self.tiles = {}  # the record's name of a tile on the board -> hex
        self.mountains, self.tunnels, self.furka, self.phase = {}, 0, dict(sheet.furka), 1
        trains = sheet.facts["trains"]
        gifts = [train["type"] for train in trains if "type" in train]  # EVA and the SBB's own, both 5H
        counts = {t["id"]: (t["count"] or 99) + gifts.count(t["id"] + "H") for t in trains if "type" not in t}
        self.depot = [f"{kind}-{n}" for kind, count in counts.items() for n in range(count)]
        self.owner, self.h_trains, self.gifts = {}, set(), []
        self.turn, self.operated, self.acted = None, set(), set()

    def decisions(self):
        """Every time a company runs its trains."""
        for action in standing(self.record["actions"]):
            kind, who = action["type"], action["entity"]
            if action["entity_type"] == "player" and kind == "pass" and self.operated:
                if self.phase > 1:
                    self._take_from_depot(self.depot[0])  # goes abroad
                self._end_round()
            if action["entity_type"] == "corporation" and kind in OF_A_TURN:
                self._turn_of(who)
            if kind in FOLLOWED:
                getattr(self, "_" + kind)(action)
            elif kind == "run_routes":
                yield self._decision(action)

    def _turn_of(self, company):
        if company == self.turn:
            return
        if company in self.operated or company == "SBB":
            self._end_round()
        self.turn = company
        self.operated.add(company)
        if company not in self.acted and company in self.sheet.homes:
            home = self.sheet.homes[company]  # always the first city of its hex
            self.board = self.board.with_station(company, stop_number(self.sheet.index[home["hex"]], home["city"]))
        self.acted.add(company)

    def _end_round(self):
        self.turn = None
        self.operated.clear()
        if self.phase < 5 or "SBB" in self.acted:
            return
        self.acted.add("SBB")
        merged = {company for company, kind in self.sheet.kinds.items() if kind == "pre_sbb"}
        for stop, marks in list(self.board.stations.items()):
            old = [mark for mark in marks if mark in merged]
            for mark in old:
                self.board = self.board.without_station(mark, stop)
            if old:
                self.board = self.board.with_station("SBB", stop)
        self.owner = {t: "SBB" if who in merged else who for t, who in self.owner.items()}
        self.owner[self.gifts[1]] = "SBB"

    def _lay_tile(self, action):
        hex_ = self.sheet.index[action["hex"]]
        tile, turned = action["tile"].rsplit("-", 1)[0], action["rotation"]
        if tile.startswith("XM"):
            self.mountains[hex_] = self.sheet.incomes[int(tile[2:]) - 1]
            return
        track = Track(self.box.tiles[tile].face, turned, tile, self.box.tiles[tile].colour)
        if self.box.printed[hex_].colour == "purple":
            self.tunnels |= self.box.grid.side_bits[hex_][track.paths[0][0]]
            track = _joined(self.board.tracks[hex_], track)
        self.tiles[action["tile"]] = hex_
        self.board = self.board.lay(hex_, track)

    def _lay_furka(self):
        """The five tiles of the Furka-Oberalp line, once."""
        while self.furka:
            hex_, tile = self.furka.popitem()
            line = Track(self.box.tiles[tile].face, tile=tile)
            self.board = self.board.lay(hex_, _joined(self.board.tracks[hex_], line))

    def _stop_named(self, name):
        tile, city = name.rsplit("-", 1)
        hex_ = self.tiles[tile] if tile in self.tiles else self.sheet.index[tile.rsplit("-", 1)[0]]
        return stop_number(hex_, int(city))

    def _place_token(self, action):
        company = action.get("tokener", action["entity"])
        self.board = self.board.with_station(company, self._stop_named(action["city"]))

    def _remove_token(self, action):
        self.board = self.board.without_station(action["entity"], self._stop_named(action["city"]))

    def _buy_train(self, action):
        train = action["train"]
        if (action.get("variant") or "").endswith("H"):
            self.h_trains.add(train)
        if train in self.depot:
            self._take_from_depot(train)
        self.owner[train] = action["entity"]

    def _discard_train(self, action):
        self.owner.pop(action["train"], None)

    def _take_from_depot(self, train):
        """Take a train, and what should have gone before it, and begin its phase."""
        del self.depot[: self.depot.index(train) + 1]
        before, self.phase = self.phase, max(self.phase, min(int(train[0]), 7))
        if before < 5 <= self.phase:
            self.gifts = [self.depot.pop(0), self.depot.pop(0)]  # EVA, and the 5H on the SBB's sheet
            self.h_trains.update(self.gifts)
            self._lay_furka()
        for gone in [t for t in self.owner if self.phase >= (self._kind(t)["scrapped_in_phase"] or 99)]:
            del self.owner[gone]

    def _choose_ability(self, action):
        if action["entity"] == "P7":
            self.owner[self.gifts[0]] = action["choice"]
        elif action["entity"] == "P4":
            self._lay_furka()

    def _kind(self, train):
        return self.sheet.trains[train.rsplit("-", 1)[0]]

    def _train(self, id_):
        kind = self._kind(id_)
        turned = self.phase >= (kind["becomes_h_in_phase"] or 99)
        return self.sheet.train(id_, kind["id"], turned or id_ in self.h_trains)

    def _decision(self, action):
        company, runs = action["entity"], action["routes"]
        for run in runs:
            self.owner[run["train"]] = company  # whatever came to it in a way not followed here
        trains = [self._train(train) for train, owner in self.owner.items() if owner == company]
        place = (self.board, company, self.phase, self.mountains, self.tunnels)
        problem = self.sheet.problem(*place, trains)
        sites = tuple(stop for stop in problem.stops if stop // PLACES in self.mountains)
        routes = tuple(self._route(problem.network, run) for run in runs)
        return Decision(action["id"], company, problem, sites, routes, [run["revenue"] for run in runs])

    def _route(self, net, run):
        """A recorded route: its pieces by the sides they cross, its skipped stops by the brackets round them."""
        by_sides = {link.bits: number for number, link in enumerate(net.links)}
        links = tuple(by_sides[self._sides(piece)] for piece in run["connections"])
        ends = [(net.links[number].a, net.links[number].b) for number in links]
        here = next((stop for stop in ends[0] if len(ends) > 1 and stop not in ends[1]), ends[0][0])
        stops = [here]
        for a, b in ends:
            here = b if here == a else a
            stops.append(here)
        told = run["revenue_str"].split(" + ")[0].split("-")
        names = [self.box.grid.names[stop // PLACES] for stop in stops]
        if [name.strip("()") for name in told] != names:
            told.reverse()
        assert [name.strip("()") for name in told] == names
        counted = tuple(None if name.startswith("(") else 0 for name in told)
        return Route(run["train"], tuple(stops), links, counted, (), 0)

    def _sides(self, piece):
        grid, bits = self.box.grid, 0
        for here, there in pairwise(piece):
            hex_ = self.sheet.index[here]
            bits |= grid.side_bits[hex_][grid.neighbours[hex_].index(self.sheet.index[there])]
        return bits


def _joined(below, above):
    """Two tracks of one hex that cross without touching, as one; at most one of them has stops."""
    face = Face(below.stops + above.stops, below.paths + above.paths)
    return Track(face, tile=above.tile, colour="purple")
