"""Board, depots, money and trams of 1881 as far as building and running ask for them, one step at a time.

    at = Streets(phase="2").company("SpS", cash=800).tiles("F4 5@1,3")
    at.lays("SpS", "E4 3@0,5"); at.why_not_lay("SpS", "G6 21")

A tile is written with the sides that its track leads to; without them it lies in the one way that fits the hex.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import BuildStation, LayTile
from stellwerk.eighteen.setup import initial_parts
from stellwerk.play.core import Position, Range, Turn
from stellwerk.play.runs import RunTrains, Way
from stellwerk.routes import best_run
from stellwerk.titles.t1881.actions import OfferForDepot
from stellwerk.titles.t1881.companies import running
from stellwerk.titles.t1881.companies.running import RunTrams, running_problem
from stellwerk.titles.t1881.data import material
from stellwerk.titles.t1881.lines.depots import DepotStep
from stellwerk.titles.t1881.lines.track import Building
from stellwerk.titles.t1881.options import Options
from stellwerk.titles.t1881.rules import rules_for
from stellwerk.titles.t1881.state import State81

NETWORKS = ("S2", "S3", "S4")
PRINTED = material()
BOX = PRINTED.box
HEX = BOX.grid.index


def tile(text, under=None):
    """Hex and track of "F4 5@1,3"."""
    hex_, _, name = text.partition(" ")
    name, _, sides = name.partition("@")
    if sides:
        mask = sum(1 << int(side) for side in sides.split(","))
        found = [each for each in BOX.tracks[name] if each.exits == mask]
    if not sides or len(found) > 1:
        found = [each for each in BOX.successors(HEX[hex_], under) if each.tile == name]
        found = [each for each in found if not sides or each.exits == mask]
    assert len(found) == 1, (text, found)
    return HEX[hex_], found[0]


class Streets:
    """What changes the position returns it."""

    def __init__(self, phase="1", **options):
        rules = replace(
            rules_for(PRINTED, 3, Options(**options)),
            director=lambda table, company: self.directors.get(company, 0),
            papers_moved=lambda turn, company: None,
            board_changed=lambda turn, before: None,
        )
        self.directors = {}
        companies = (*PRINTED.companies, *NETWORKS)
        self.turn = Turn(rules, State81(agenda=(), **initial_parts(rules, companies, {})))
        self.set(phase=[each.id for each in PRINTED.phases].index(phase))

    @property
    def state(self):
        return self.turn.state

    @property
    def table(self):
        return Position(self.turn.rules, self.turn.state)

    def set(self, **parts):
        self.turn.set(**parts)
        return self

    # What lies on the table ---------------------------------------------------------------------------------

    def company(self, id_, cash=0, trains=(), director=0):
        """A tram company in operation, with its start depot."""
        self.directors[id_] = director
        self.set(in_operation=self.state.in_operation | {id_})
        return self.depot(id_, PRINTED.companies[id_].hex).cash(id_, cash).trains(id_, *trains)

    def sbahn(self, cash=0, trains=(), director=0, **places):
        """The S-Bahn with start depots: main="G5", S2="G7 E5"; networks that are named are apart."""
        self.directors["S-Bahn"] = director
        self.set(
            in_operation=self.state.in_operation | {"S-Bahn"}, apart=tuple(n for n in NETWORKS if n in places)
        )
        for network, hexes in places.items():
            id_ = "S-Bahn" if network == "main" else network
            self.set(network_depots={**self.state.network_depots, id_: frozenset(HEX[h] for h in hexes.split())})
            for hex_ in hexes.split():
                self.depot("S-Bahn", hex_)
        return self.cash("S-Bahn", cash).trains("S-Bahn", *trains)

    def depot(self, company, hex_):
        return self.set(
            board=self.state.board.with_station(company, stop_number(HEX[hex_], 0)),
            markers={**self.state.markers, company: self.state.markers[company] - 1},
        )

    def chips(self, company, left):
        return self.set(markers={**self.state.markers, company: left})

    def cash(self, owner, amount):
        cash = dict(self.state.cash)
        cash[BANK] += cash[owner] - amount
        cash[owner] = amount
        return self.set(cash=cash)

    def trains(self, id_, *trains):
        return self.set(trains={**self.state.trains, id_: trains})

    def tiles(self, *texts):
        """Tiles that somebody has laid."""
        for text in texts:
            hex_ = HEX[text.split()[0]]
            self.set(board=self.state.board.lay(*tile(text, self.state.board.tracks[hex_])))
        return self

    # Track --------------------------------------------------------------------------------------------------

    def action(self, id_, text):
        hex_, laid = tile(text, self.state.board.tracks[HEX[text.split()[0]]])
        return LayTile(self.directors.get(id_, 0), id_, BOX.grid.names[hex_], laid.tile, laid.rotation)

    def why_not_lay(self, id_, text, lays=1):
        """The reason against a tile, None if it may be laid; the list says the same."""
        step, action = Building(id_, lays), self.action(id_, text)
        refusal = step.refusal(self.table, action)
        assert (action in list(step.choices(self.table, action.seat))) == (refusal is None)
        return refusal.reason if refusal else None

    def lay(self, id_, *texts):
        """Tiles that a company lays in one turn; their events."""
        events = []
        for text in texts:
            assert self.why_not_lay(id_, text) is None, text
            before = len(self.turn.events)
            Building(id_, 1).apply(self.turn, self.action(id_, text))
            self.turn.pop()
            events += self.turn.events[before:]
        return events

    def lays(self, id_, hex_=None):
        """Everything that may be laid, as hex, tile and sides."""
        found = set()
        for action in Building(id_, 1).choices(self.table, 0):
            if isinstance(action, LayTile) and hex_ in (None, action.hex):
                exits = BOX.track(action.tile, action.rotation).exits
                sides = ",".join(str(side) for side in range(6) if exits >> side & 1)
                found.add(f"{action.hex} {action.tile}@{sides}")
        return found

    # Depots -------------------------------------------------------------------------------------------------

    def why_not_build(self, id_, hex_, built=False):
        step = DepotStep(id_, built)
        action = BuildStation(self.directors.get(id_, 0), id_, hex_, 0)
        refusal = step.refusal(self.table, action)
        assert (action in list(step.choices(self.table, action.seat))) == (refusal is None)
        return refusal.reason if refusal else None

    def build(self, id_, hex_):
        assert self.why_not_build(id_, hex_) is None
        DepotStep(id_).apply(self.turn, BuildStation(self.directors.get(id_, 0), id_, hex_, 0))
        self.turn.pop()
        return self

    def offer(self, id_, hex_, seller, price):
        return OfferForDepot(self.directors.get(id_, 0), id_, hex_, seller, price)

    def why_not_offer(self, id_, hex_, seller, price=40, **step):
        refusal = DepotStep(id_, **step).refusal(self.table, self.offer(id_, hex_, seller, price))
        return refusal.reason if refusal else None

    def offers(self, id_, **step):
        """Hex, seller, lowest and highest price of every depot that may be asked for."""
        choices = DepotStep(id_, **step).choices(self.table, self.directors.get(id_, 0))
        ranges = [each for each in choices if isinstance(each, Range)]
        return {(each.action.hex, each.action.seller, each.low, each.high) for each in ranges}

    def depots(self, company):
        return {BOX.grid.names[stop // PLACES] for stop in self.state.board.stops_of(company)}

    # Runs ---------------------------------------------------------------------------------------------------

    def best(self, id_, *trains):
        """The best run of these trains, or of those it owns."""
        return best_run(running_problem(self.trains(id_, *trains).table if trains else self.table, id_))

    def ways(self, id_, *routes):
        """A run as an action, each train with the hexes of its stops: ("2", "F3 F4 G5")."""
        net = running_problem(self.table, id_).network
        ways = []
        for train, hexes in routes:
            links, here, seen = [], None, set()
            for one, other in pairwise([HEX[name] for name in hexes.split()]):
                used = [net.links[number].bits for number in links]
                number, here = next(
                    (number, end)
                    for number, each in enumerate(net.links)
                    for start, end in ((each.a, each.b), (each.b, each.a))
                    if (start // PLACES, end // PLACES) == (one, other)
                    and here in (None, start)
                    and end not in seen
                    and not any(each.bits & bits for bits in used)
                )
                seen |= {net.links[number].a, net.links[number].b}
                links.append(number)
            ways.append(Way(train, tuple(links)))
        return RunTrains(self.directors.get(id_, 0), id_, tuple(ways))

    def why_not_run(self, id_, *routes):
        refusal = RunTrams(id_).refusal(self.table, self.ways(id_, *routes))
        return refusal.values["fault"] if refusal else None

    def run(self, id_, *routes):
        """Income and bonus of a run that the director chooses."""
        assert self.why_not_run(id_, *routes) is None
        RunTrams(id_).apply(self.turn, self.ways(id_, *routes))
        after = self.turn.pop()
        assert after.company == id_
        return after.income, after.bonus


def stations(run):
    """Hexes of the places that each tram of a run calls at, in alphabetical order of the ends."""
    found = []
    for route in run.routes:
        names = [BOX.grid.names[running.place_of(stop) // PLACES] for stop in route.stops]
        found.append(" ".join(min(names, names[::-1])))
    return found
