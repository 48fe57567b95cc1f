"""Railways of 1873 about to run: a board, markers, locomotives and open works, and nothing else that matters.

yard("3").railway("HBE", "2").tiles("E16 76/0").marker("HBE", "E16").best("HBE")
"""

from __future__ import annotations

from itertools import pairwise

from eighteen.positions import Builder
from stellwerk.bank.papers import GONE
from stellwerk.board.board import stop_number
from stellwerk.play.game import settle
from stellwerk.play.runs import RunTrains, Way
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.companies.running import RunLocomotives, problem_of
from stellwerk.titles.t1873.companies.trust import TrustRun

ROUTES = {
    "HBE": "B17 78/4",
    "GHE": "H19 78/1",
    "NWE": "C8 79/0, D7 956/0, E6 956/0, H7 78/2, I8 956/0",
    "SHE": "F3 956/0, G2 956/0",
    "KEZ": "H3 78/3",
    "WBE": "C10 78/2, C12 956/1, C14 76/5, D15 974/5",
    "QLB": "",
}
"""The tiles that complete each concession route on the printed board."""


def yard(phase, **options):
    """Phase, and all works owned by the first player."""
    return Yard(TITLE, 2, options).phase(phase).give(0, *(f"W{n}" for n in range(1, 16)))


class Yard(Builder):
    """What running needs; papers and cards of trains are not counted up."""

    def railway(self, company, *trains, route=True, homes=True):
        """A railway of the first player with its route built, home markers and locomotives."""
        markers = self.printed.companies[company].stations_by_size[10]
        self.set(
            directors={**self.state.directors, company: 0},
            sizes={**self.state.sizes, company: 20},
            markers={**self.state.markers, company: markers},
            chart=self.state.chart.place(company, (0, 10)),
            complete=self.state.complete | {company},
        )
        if route:
            self.tiles(ROUTES[company])
        for home in self.printed.companies[company].homes if homes else ():
            self.marker(company, home)
        return self.in_operation(company, self.state.markers[company], operated=False).trains(company, *trains)

    def stranger(self, company, hex_, city=0):
        """A marker of a railway that does not run here."""
        return self.set(board=self.state.board.with_station(company, stop_number(self.hex(hex_), city)))

    def closed(self, *works):
        return self.give(GONE, *works)

    # Questions ----------------------------------------------------------------------------------------------

    def best(self, company):
        """What the best run earns."""
        return RunLocomotives(company).offered(self.table)[0].total

    def problem(self, company):
        return problem_of(self.table, company)

    def way(self, company, train, text):
        """A route over these stops, as "D15 E16 F15"; a half of a village is written "F5:1"."""
        net = self.problem(company).network
        stops = [self.stop(each) for each in text.split()]
        links = []
        for one, other in pairwise(stops):
            links.append(next(n for n, link in enumerate(net.links) if {link.a, link.b} == {one, other}))
        return Way(train, tuple(links))

    def stop(self, text):
        hex_, _, city = text.partition(":")
        return stop_number(self.hex(hex_), int(city or 0))

    def run(self, company, *ways):
        """An action that runs these ways: ("2", "D15 E16 F15")."""
        return RunTrains(0, company, tuple(self.way(company, *way) for way in ways))

    def earned(self, company, *ways):
        """What a run earns that is legal."""
        run, step = self.run(company, *ways), RunLocomotives(company)
        assert step.refusal(self.table, run) is None
        return step.run(self.table, run).total

    def fault(self, company, *ways):
        """What is wrong with a run: the section, the reason and its values."""
        refusal = RunLocomotives(company).refusal(self.table, self.run(company, *ways))
        assert refusal is not None
        return refusal.rule, refusal.reason, dict(refusal.values)

    # Time ---------------------------------------------------------------------------------------------------

    def running(self, company):
        """The game in which this railway has to run now."""
        return self._playing(company, RunLocomotives(company))

    def trustee(self, company, lots=0):
        """The game in which this railway has run in trusteeship."""
        self.set(trust=self.state.trust | {company}, lots=lots)
        return self._playing(company, TrustRun(company))

    def _playing(self, company, *steps):
        self.acting(company, *steps)
        settle(self.turn)
        game = self.shell.copy()
        game._states, game._events = [self.turn.state], [tuple(self.turn.events)]
        return game


def income(events):
    """The income that events tell of."""
    return next(event.income for event in events if type(event).__name__ == "Earned")


def told(events):
    """Each route as its locomotive, its stops with what counted there, and its value."""
    return [
        (event.train, " ".join(f"{hex_}={value}" for hex_, _, value in event.stops), event.value)
        for event in events
        if type(event).__name__ == "RouteRun"
    ]


def asleep(game, company):
    """Hexes with inactive markers of a railway."""
    names = game.rules.printed.box.grid.names
    return {names[hex_] for owner, hex_ in game.state.inactive if owner == company}
