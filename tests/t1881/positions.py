"""Positions of 1881, built from what a test needs.

    game = position(3).company("GBS", 0, cash=300).shares(1, "GBS", 10, 10).stock_turn(0).game()

Cells of the chart are row and column from 0, as in the cases these tests were made from. The stock round is the
second, so that companies open one by one. A company that is in operation has its start depot.
"""

from __future__ import annotations

from eighteen.positions import Builder
from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndOperatingRound, EndTurn
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.stock_rounds import BeginStockRound, NextPlayer
from stellwerk.play.core import Pass, Range
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.companies.income import AfterRun, SettleSbahn
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.papers.opening import FirstPurchases
from stellwerk.titles.t1881.papers.stock import StockTurn
from stellwerk.titles.t1881.rounds import EndStockRound, NextCompany, next_player
from stellwerk.titles.t1881.sbahn.votes import under_veto

SBAHN = "S-Bahn"
CHAIR = "S-Bahn-D"
LINE = {SBAHN: "H5", "S2": "D7", "S3": "J6", "S4": "H10"}
"""Start depots of the S-Bahn that no printed track joins."""


def position(players=3, **options):
    """An empty table for so many players, the first purchases over."""
    built = Position(TITLE, players, options)
    return built.set(rank=tuple(range(players)))


def numbered(number):
    """The S-Bahn's paper with this number."""
    return CHAIR if number == 1 else f"{SBAHN}-{number}"


class Position(Builder):
    """What only 1881 has."""

    # Companies ----------------------------------------------------------------------------------------------

    def at(self, company, row, column):
        """The company's marker on the chart."""
        return self.set(chart=self.state.chart.place(company, (row, column)))

    def opened(self, company, director, at=None):
        """The director's paper is sold; nothing more."""
        self.give(director, f"{company}-D")
        return self.at(company, *(at or self.printed.starts[company]))

    def company(self, company, director, cash=0, trains=(), at=None):
        """A tram company in operation; what anybody holds beside the director's paper is given by `shares`."""
        self.opened(company, director, at)
        self.in_operation(company, self.printed.companies[company].stations)
        return self.cash(company, cash).trains(company, *trains)

    def out(self, company, *owners):
        """All unsold shares of a company are with these owners, dealt out in turn."""
        unsold = [p.id for p in self.printed.register.of[company] if self.state.papers[p.id] == ISSUE]
        for number, paper in enumerate(unsold):
            self.give(owners[number % len(owners)], paper)
        return self

    # S-Bahn -------------------------------------------------------------------------------------------------

    def papers_of_the_sbahn(self, *owners, at=(5, 3)):
        """Its papers from the first on, not yet in operation."""
        for number, owner in enumerate(owners, 1):
            self.give(owner, numbered(number))
        return self.at(SBAHN, *at)

    def sbahn(self, *owners, cash=0, at=(5, 3), **places):
        """The S-Bahn in operation: owners of its papers from the first on, five or more; each has so much."""
        self.papers_of_the_sbahn(*owners, at=at)
        chair, seats = owners[0], dict(zip(("S2", "S3", "S4"), owners[1:4], strict=True))
        apart = tuple(network for network, owner in seats.items() if owner not in (chair, POOL))
        depots = {network: frozenset() for network in (SBAHN, *apart)}
        self.set(markers={**self.state.markers, SBAHN: 5})
        for network, hex_ in {**LINE, **places}.items():
            owner = network if network in apart else SBAHN
            depots[owner] |= {self.hex(hex_)}
            self.marker(SBAHN, hex_)
            self.cash(owner, self.state.cash[owner] + cash)
        return self.set(
            apart=apart,
            network_depots=depots,
            in_operation=self.state.in_operation | {SBAHN, *apart},
        )

    # Time ---------------------------------------------------------------------------------------------------

    def first_purchases(self, *seats):
        """These have their first purchases before them."""
        steps = (FirstPurchases(seat, 4) for seat in seats)
        return self.set(stock_round=0).agenda(*steps, BeginStockRound())

    def stock_turn(self, seat, passes=0, last_buyer=None):
        """A player's turn in a stock round, and the rest of the round."""
        self.set(passes=passes, last_buyer=last_buyer)
        return self.agenda(StockTurn(seat), NextPlayer(next_player(self.table, seat)))

    def end_of_stock_round(self):
        return self.agenda(EndStockRound())

    def operating_round(self, index=1, of=1):
        """An operating round begins."""
        return self.operating(index, of).agenda(BeginOperatingRound(index))

    def end_of_round(self, index=1, of=1):
        return self.operating(index, of).agenda(EndOperatingRound())

    def acting(self, company, *steps):
        rest = (EndTurn(company), NextCompany(self.state.in_operation))
        return super().acting(company, *steps, *rest)

    def earned(self, company, income, bonus=0):
        """A company has run and decides; others follow."""
        return self.acting(company, AfterRun(company, income, bonus))

    def buying(self, company):
        return self.acting(company, under_veto(self.table, TramStep(company)))

    def sbahn_earned(self, **incomes):
        """Networks of the S-Bahn have run, `main` first; when all have decided they are settled."""
        networks = [SBAHN if network == "main" else network for network in incomes]
        runs = (AfterRun(network, amount, 0) for network, amount in zip(networks, incomes.values(), strict=True))
        return self.acting(SBAHN, *runs, SettleSbahn())

    def _put_trains_away(self):
        """Trams that nobody owns: earlier ones are out of the game, later ones for sale; S trains likewise."""
        kinds, owned = self.printed.trains, [t for o, ts in self.state.trains.items() if o != SCRAPPED for t in ts]
        first = list(kinds).index(self.next_card or "2")
        gone, depot, sbahn = [], [], []
        for number, kind in enumerate(kinds.values()):
            left = [kind.id] * (kind.count - owned.count(kind.id))
            if kind.sbahn:
                past = any(kind.id in phase.scraps_all for phase in self.printed.phases[: self.state.phase + 1])
                (gone if past else sbahn).extend(left)
            else:
                (gone if number < first else depot).extend(left)
        self.set(trains={**self.state.trains, SCRAPPED: tuple(gone)}, depot=tuple(depot), sbahn_depot=tuple(sbahn))


# Questions that many tests ask ------------------------------------------------------------------------------


def field(game, company):
    """Row and column of a company's marker, from 0."""
    return game.state.chart.field(company)


def purse(game, *owners):
    """What these own; one number for one owner."""
    found = tuple(game.state.cash[owner] for owner in owners)
    return found if len(found) > 1 else found[0]


def papers(game, owner, company):
    """Ids of an owner's papers of a company."""
    return [p.id for p in game.rules.printed.register.held(game.state.papers, company, owner)]


def pass_on(game, *seats):
    """These seats do nothing, in this order."""
    for seat in seats:
        assert game.waiting_for() == (seat,), (game.waiting_for(), game.step)
        game.play(Pass(seat))


def until(game, seat):
    """Everybody does nothing until it is this player's turn."""
    while game.waiting_for() != (seat,):
        game.play(Pass(game.waiting_for()[0]))


def legal(game, action):
    """Whether an action may be taken, and is listed alone or in a range."""
    assert (game.refusal(action) is None) == any(_covers(choice, action) for choice in game.legal_actions())
    return game.refusal(action) is None


def _covers(choice, action):
    if not isinstance(choice, Range):
        return choice == action
    amount = getattr(action, choice.field, None)
    return (
        isinstance(amount, int)
        and choice.low <= amount <= choice.high
        and (amount - choice.low) % choice.step == 0
        and choice.at(amount) == action
    )
