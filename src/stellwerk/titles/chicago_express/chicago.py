"""The Chicago phase: an extra dividend, and the first time the opening of the Wabash (Chicago-Phase)."""

from __future__ import annotations

from stellwerk.play.core import Procedure

from .auctions import hold_auction
from .dividends import pay_dividend
from .events import ChicagoReached, CompanyOpened
from .state import Move, change, hex_value, is_open


def begin_chicago_phase(turn: Move, seat: int, company: str) -> None:
    """Its steps come before everything else, also before a dividend phase that is due (Chicago-Phase)."""
    turn.emit(ChicagoReached(seat, company))
    waiting = [other for other, railway in turn.state.railways.items() if not is_open(railway)]
    turn.push(ChicagoDividend(company), *(OpenCompany(other, seat) for other in waiting))


class ChicagoDividend(Procedure, frozen=True):
    """Only the holders of the company that arrived are paid, from its new income (Chicago-Dividende)."""

    company: str

    def run(self, turn: Move) -> None:
        pay_dividend(turn, self.company, "chicago")


class OpenCompany(Procedure, frozen=True):
    """The Wabash's first locomotive is free; its income is what Fort Wayne is worth (Wabash eröffnet).

    The auction of its first share turns no dial; whoever reached Chicago has the first bid
    (Versteigerung der ersten Wabash-Aktie).
    """

    company: str
    seat: int

    def run(self, turn: Move) -> None:
        printed, railway = turn.rules.material, turn.state.railways[self.company]
        start = printed.companies[self.company].start
        hex_ = printed.index[start]
        income = hex_value(turn, hex_)
        change(
            turn,
            self.company,
            income=income,
            locomotives=railway.locomotives - 1,
            network=frozenset({hex_}),
        )
        turn.emit(CompanyOpened(self.company, start, income))
        hold_auction(turn, self.company, self.seat)
