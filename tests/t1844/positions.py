"""Positions of 1844, built from what a test needs.

    game = position(4).company("STB", 0, par=80, cash=300).tiles("D15 15/1").laying("STB").game()

Privates are out of the game unless they are given to somebody, but for P7: its owner, the last player, has EVA to
come. The FNM's three shares of the pool are unsold. The stock round is the second, so that shares can be sold.
"""

from __future__ import annotations

from eighteen.positions import Builder
from stellwerk.bank.papers import GONE, ISSUE, POOL
from stellwerk.eighteen.classic.operating import EndOperatingRound, EndTurn, NextCompany
from stellwerk.eighteen.classic.stock import EndStockRound, StockTurn
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.stock_rounds import NextPlayer
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.routes import best_run
from stellwerk.titles.t1844 import TITLE
from stellwerk.titles.t1844.data import EXCHANGE, PRE_SBB, SBB, SBB_TRAIN
from stellwerk.titles.t1844.running import RunTrainsStep, running_problem
from stellwerk.titles.t1844.state import in_phase, kind_of, stations_of


def position(players=4, **options):
    """An empty table for so many players, the auction over."""
    built = Position(TITLE, players, options)
    built.give(ISSUE, *(p.id for p in built.printed.register.of["FNM"] if built.state.papers[p.id] == POOL))
    return built.give(GONE, "P1", "P2", "P3", "P4", "P5", "P6").give(players - 1, "P7")


class Position(Builder):
    """What only 1844 has."""

    # Companies ----------------------------------------------------------------------------------------------

    def started(self, company, director, par=80, at=None):
        """The director's share is sold; nothing more."""
        self.give(director, f"{company}-D").set(par={**self.state.par, company: par})
        if at:
            return self.at(company, *at)
        row, column = self.printed.pars[par]
        return self.at(company, row + 1, column + 1)

    def company(self, company, director, par=80, cash=0, trains=(), at=None, operated=True):
        """A company in operation; what its director holds beside his paper, and others, is given by `shares`."""
        self.started(company, director, par, at)
        self.in_operation(company, stations_of(self.table, company), operated)
        kind = kind_of(self.table, company)
        if not kind.premium:
            self.set(rewarded=self.state.rewarded | {company})
        return self.cash(company, cash).trains(company, *trains)

    def rewarded(self, *companies):
        """These have had their premium."""
        return self.set(rewarded=self.state.rewarded | set(companies))

    def sbb(self, director, cash=0, trains=(), at=(6, 9), operated=True):
        """The SBB has been founded: nobody has papers of it yet but the pool, and it has no markers."""
        for company, each in self.printed.companies.items():
            if each.kind == PRE_SBB:
                self.give(GONE, *(paper.id for paper in self.printed.register.of[company]))
        for paper in self.printed.register.of[SBB]:
            if self.state.papers[paper.id] == EXCHANGE:
                self.give(POOL, paper.id)
        founded = {SBB}
        self.set(
            in_operation=self.state.in_operation | founded,
            operated=self.state.operated | (founded if operated else set()),
            sbb_director=director,
        )
        return self.at(SBB, *at).cash(SBB, cash).trains(SBB, SBB_TRAIN, *trains).rewarded(SBB)

    def federal(self, seat, *percents):
        """Shares of the SBB out of the pool."""
        return self.shares(seat, SBB, *percents, source=POOL)

    # Phases -------------------------------------------------------------------------------------------------

    def phase(self, id_, selling=""):
        """From phase 5 on the privates are closed, and P7's owner has EVA."""
        super().phase(id_, selling)
        if in_phase(self.table, 5) and self.state.papers["P7"] != GONE:
            self.set(eva=self.state.papers["P7"])
            self.give(GONE, *self.printed.privates)
        return self

    def eva(self, seat):
        return self.give(GONE, "P7").set(eva=seat)

    # Tunnels and mountain railways --------------------------------------------------------------------------

    def tunnel_papers(self, seat, number=1):
        """Unused certificates of the tunnel company."""
        for _ in range(number):
            self.give(seat, next(p for p in self.printed.tunnel_papers if self.state.papers[p] == ISSUE))
        return self

    def tunnel(self, hex_, one, other, owner=0, used=False):
        """A tunnel that joins two sides, built with a certificate of this player."""
        paper = next(p for p in self.printed.tunnel_papers if self.state.papers[p] == ISSUE)
        mask = 1 << one | 1 << other
        tracks = [t for tile in ("tunnel curve", "tunnel straight") for t in self.printed.box.tracks[tile]]
        track = next(track for track in tracks if track.exits == mask)
        self.give(owner, paper).set(
            tunnels={**self.state.tunnels, paper: self.hex(hex_)},
            board=self.state.board.cross(self.hex(hex_), track),
        )
        return self.set(earning=self.state.earning | {paper}) if used else self

    def mountain(self, hex_, board, owner=0, used=False):
        """A mountain railway with one of the three kinds of income boards."""
        paper = next(p for p in self.printed.mountain_papers if self.state.papers[p] == ISSUE)
        self.give(owner, paper).set(mountains={**self.state.mountains, paper: (self.hex(hex_), board)})
        return self.set(earning=self.state.earning | {paper}) if used else self

    # Time ---------------------------------------------------------------------------------------------------

    def stock_turn(self, seat, passes=0):
        """A player's turn in a stock round, and the rest of the round."""
        after = self.state.order[(self.state.order.index(seat) + 1) % len(self.state.order)]
        return self.set(passes=passes).agenda(StockTurn(seat), NextPlayer(after))

    def end_of_stock_round(self):
        return self.agenda(EndStockRound())

    def acting(self, company, *steps):
        return super().acting(company, *steps, EndTurn(company), NextCompany())

    def running(self, company):
        return self.acting(company, RunTrainsStep(company), TrainStep(company))

    def turn_of(self, company):
        """A whole turn that is not the first."""
        steps = LayStep(company, 1), StationStep(company), RunTrainsStep(company), TrainStep(company)
        return self.acting(company, *steps)

    def companies_to_act(self, index=1, of=1):
        """An operating round in which nobody has acted yet; privates have paid."""
        return self.operating(index, of).agenda(NextCompany())

    def end_of_round(self, index=1, of=1):
        """All companies have acted."""
        return self.operating(index, of).agenda(EndOperatingRound())


def income_of(game, company, *trains):
    """What the best run of a company earns now, with its own trains or with others."""
    return best_run(running_problem(game.position, company, trains or None)).total
