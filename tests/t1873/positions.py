"""Positions of 1873, built from what a test needs.

    game = position(3).railway("HBE", {0: 40, 1: 20}, price=180).stock_turn(0).game()
    game = position(3).railway("HBE", 0, cash=300).tiles("E16 76/0").laying("HBE").game()

All works are closed and all concessions lie at the bank unless somebody is given them; what nobody holds of a
company lies in the pool. A railway has acted, its route is built, its homes have their markers; one that has not
acted has only its markers. The MHE has its first locomotive. The stock round is the second: shares can be sold.
"""

from __future__ import annotations

from eighteen.positions import Builder
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.board.board import stop_number
from stellwerk.eighteen.classic.operating import EndOperatingRound, EndTurn
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.stock_rounds import BeginStockRound, NextPlayer
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.titles.t1873.companies.income import AfterRun
from stellwerk.titles.t1873.data import BOX, MACHINES, RAILCAR
from stellwerk.titles.t1873.lines.concessions import BuildConcession, wake
from stellwerk.titles.t1873.lines.stations import TurnBack
from stellwerk.titles.t1873.lines.track import Building
from stellwerk.titles.t1873.papers.auction import AuctionTurn
from stellwerk.titles.t1873.papers.founding import field_of
from stellwerk.titles.t1873.papers.issues import IssueStep
from stellwerk.titles.t1873.papers.stock import StockTurn
from stellwerk.titles.t1873.rounds import BeginTradingRound, EndStockRound, NextToAct, steps_of

UNITS = ("1", "2", "3", "4", "5")
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


def position(players=3, **options):
    """An empty table for so many players, the first auction over."""
    built = Position(TITLE, players, options)
    return built.give(BANK, *built.printed.works)


class Position(Builder):
    """What only 1873 has."""

    left = None
    """How many units of the size that the bank sells next are left, if not all that nobody owns."""

    # Works --------------------------------------------------------------------------------------------------

    def work(self, work, owner, cash=0, machine=1, switchers=()):
        """An open work of a player."""
        self.give(owner, work).cash(work, cash).trains(work, *switchers).machines(machine, work)
        return self.set(in_operation=self.state.in_operation | {work})

    def works(self, owner, *works):
        """Open works of a player."""
        for work in works:
            self.work(work, owner)
        return self

    def machines(self, size, *works):
        return self.set(machines={**self.state.machines, **dict.fromkeys(works, size)})

    # Companies ----------------------------------------------------------------------------------------------

    def company(self, company, holdings, price, size, issue):
        """Players hold so many percent, the first of them directs; `issue` is new, the rest is in the pool."""
        papers = [paper.id for paper in self.printed.register.of[company] if paper.percent == size]
        for owner, part in (*holdings.items(), (ISSUE, issue)):
            for _ in range(part // size):
                self.give(owner, papers.pop(0))
        self.give(POOL, *papers)
        for seat in list(holdings)[:1]:
            self.set(directors={**self.state.directors, company: seat})
        self.set(
            sizes={**self.state.sizes, company: size},
            chart=self.state.chart.place(company, field_of(self.table, price)),
        )
        return self

    def railway(
        self,
        company,
        holdings,
        price=120,
        size=20,
        issue=0,
        cash=0,
        trains=(),
        acted=True,
        holder=None,
        route=None,
    ):
        """In operation; a seat alone holds 60%. Its concession is there if it has not acted, or has a `holder`."""
        if isinstance(holdings, int):
            holdings = {holdings: 60}
        self.company(company, holdings, price, size, issue).cash(company, cash).trains(company, *trains)
        if holder is None:
            holder = GONE if acted else self.state.directors[company]
        self.give(holder, f"C-{company}")
        self.set(in_operation=self.state.in_operation | {company}, awake=self.state.awake | {company})
        self.set(markers={**self.state.markers, company: self.printed.companies[company].stations_by_size[size]})
        for home in self.printed.companies[company].homes:
            self.marker(company, home)
        if acted:
            self.set(operated=self.state.operated | {company}, complete=self.state.complete | {company})
            self.tiles(ROUTES[company] if route is None else route)
        return self

    def inactive(self, company, *hexes):
        """Markers of a railway that are turned over."""
        return self.set(inactive=self.state.inactive | {(company, self.hex(hex_)) for hex_ in hexes})

    def stop(self, hex_, city=0):
        return stop_number(self.hex(hex_), city)

    def founded(self, company, holdings, price=120, pool=0):
        """A railway that is not in operation yet."""
        (founder, *_), sold = holdings, sum(holdings.values()) + pool
        self.company(company, holdings, price, 20, 100 - sold)
        return self.give(founder, f"C-{company}").set(awake=self.state.awake | {company})

    def works_company(
        self, company, works, holdings, price=110, size=50, issue=0, cash=0, switchers=(), acted=True
    ):
        """A works company with works in the order in which they joined."""
        self.company(company, holdings, price, size, issue).cash(company, cash).trains(company, *switchers)
        self.give(company, *works)
        self.set(
            joined={**self.state.joined, company: tuple(works)},
            in_operation=self.state.in_operation | {company},
        )
        return self.set(operated=self.state.operated | {company}) if acted else self

    def in_trust(self, company):
        """A company that players hold nothing of: all its shares are in the pool."""
        directors = {other: seat for other, seat in self.state.directors.items() if other != company}
        return self.set(trust=self.state.trust | {company}, directors=directors)

    def mhe(self, locomotive="1", **holdings):
        """The MHE has this locomotive."""
        return self.trains("MHE", locomotive)

    def shares_of_mhe(self, seat, number):
        papers = [paper.id for paper in self.printed.register.of["MHE"] if self.state.papers[paper.id] == POOL]
        return self.give(seat, *papers[:number])

    # Phases -------------------------------------------------------------------------------------------------

    def phase(self, id_, selling="", left=None):
        """The concessions of the phase are active; the bank has so many of what it sells next."""
        super().phase(id_, selling or ("5" if id_ == "D" else ""))
        self.left = left
        wake(self.turn)
        return self.set(full_sets=1) if id_ == "D" else self

    def _put_trains_away(self):
        """Units that nobody owns: earlier ones are out of the game, later ones for sale; so are railcars."""
        trains = self.state.trains
        owned = [train for owner, all_ in trains.items() if owner not in (SCRAPPED, MACHINES) for train in all_]
        first = UNITS.index(self.next_card or "1")
        gone, depot = [], []
        for number, unit in enumerate(UNITS):
            count = self.printed.trains[unit].count
            left = count + (unit == "1") - owned.count(unit) if count else 1
            assert left >= 0, f"too many {unit}"
            if number == first and self.left is not None:
                gone += [unit] * (left - self.left)
                left = self.left
            (gone if number < first else depot).extend([unit] * left)
        self.set(
            trains={**trains, SCRAPPED: tuple(gone), MACHINES: ()},
            depot=tuple(depot),
            railcars=self.printed.trains[RAILCAR].count - owned.count(RAILCAR),
        )

    # Time ---------------------------------------------------------------------------------------------------

    def stock_turn(self, seat, passes=0):
        """A player's turn in a stock round, and the rest of the round."""
        after = self.state.order[(self.state.order.index(seat) + 1) % len(self.state.order)]
        return self.set(passes=passes).agenda(StockTurn(seat), NextPlayer(after))

    def end_of_stock_round(self):
        return self.agenda(EndStockRound())

    def trading_round(self):
        """The auction round of a trading round begins, if there is anything to auction."""
        return self.agenda(BeginTradingRound())

    def auction_turn(self, seat):
        return self.agenda(AuctionTurn(seat), BeginStockRound())

    def acting(self, company, *steps):
        return super().acting(company, *steps, EndTurn(company), NextToAct())

    def laying(self, builder, lays=2):
        """The building step of a railway or a work; a railway's stations come after it, then nothing."""
        after = (StationStep(builder),) if builder in self.printed.companies else ()
        return super().acting(builder, Building(builder, lays), *after)

    def first_turn(self, company):
        """A railway builds its route, then its stations; then nothing."""
        return super().acting(company, BuildConcession(company), TurnBack(company), StationStep(company))

    def placing(self, company):
        """The stations of a railway, then nothing."""
        return super().acting(company, TurnBack(company), StationStep(company))

    def turn_of(self, company):
        """A whole turn."""
        return self.acting(company, *steps_of(self.table, company))

    def earned(self, company, income):
        """A railway has run for so much; the rest of its turn follows."""
        return self.acting(company, AfterRun(company, income), EquipStep(company), IssueStep(company))

    def equipping(self, company):
        """The step in which machines, locomotives and switchers are bought, and what comes after it."""
        steps = EquipStep(company), IssueStep(company)
        return self.acting(company, *(steps if company in self.printed.companies else steps[:1]))

    def all_to_act(self, index=1, of=1):
        """An operating round in which nobody has acted yet."""
        return self.operating(index, of).agenda(NextToAct())

    def end_of_round(self, index=1, of=1):
        """All works and companies have acted, and the MHE has paid."""
        return self.operating(index, of).agenda(EndOperatingRound())


def parts(game, company):
    """Who holds how many percent of a company: players, pool and issue."""
    held = {}
    for paper in game.rules.printed.register.of[company]:
        owner = game.state.papers[paper.id]
        if owner not in (BOX, GONE):
            held[owner] = held.get(owner, 0) + paper.percent
    return held


def cash_of(game, *owners):
    """What somebody has, or what several have."""
    amounts = [game.state.cash[owner] for owner in owners]
    return amounts if len(amounts) > 1 else amounts[0]


def stack(game, price):
    """The markers on a field of the chart, from the top."""
    sheet = game.rules.printed.sheet
    return next((all_ for field, all_ in game.state.chart.stacks.items() if sheet.price(field) == price), ())
