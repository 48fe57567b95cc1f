"""The auction of the private railways (Auktionsrunde)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.classic.starting import start_for
from stellwerk.eighteen.events import CertificateReceived, OrderChanged
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.auction import Auction
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal, refuse

from .events import AuctionBegan, PrivateSold, TunnelBought
from .state import Move, Table, pay

TUNNEL_COMES_WITH, SHARE_COMES_WITH, DIRECTION_COMES_WITH = "P3", "P5", "P6"


class NextLot(Procedure, frozen=True):
    """P1 to P7 in turn; the player with card n opens Pn, whoever has won before (Auktionsrunde)."""

    number: int

    def run(self, turn: Move) -> None:
        privates = list(turn.rules.printed.privates.values())
        if self.number == len(privates):
            _least_cash_first(turn)
            turn.push(BeginStockRound())
        else:
            offer(turn, self.number, privates[self.number].price)


def offer(turn: Move, number: int, minimum: int) -> None:
    """Put a private railway up for auction."""
    lot = list(turn.rules.printed.privates)[number]
    first = number % turn.state.seats
    bidders = turn.state.order[first:] + turn.state.order[:first]
    turn.emit(AuctionBegan(lot, bidders[0], minimum))
    turn.push(PrivateAuction(lot, minimum, bidders, number=number))


def _least_cash_first(turn: Move) -> None:
    """Who has least gets the first card, among equals who had the lower one (Auktionsrunde)."""
    order = tuple(sorted(turn.state.order, key=lambda seat: turn.state.cash[seat]))
    turn.set(order=order)
    turn.emit(OrderChanged(order))


class PrivateAuction(Auction, frozen=True, kw_only=True):
    """At least the printed price, then at least 5 more; who passes is out (Auktionsrunde)."""

    section: ClassVar[str] = "Auktionsrunde"
    raise_by: ClassVar[int] = 5

    number: int

    def sell(self, turn: Move, seat: int, price: int) -> None:
        """The winner pays the bank and gets the paper with what comes along (Privatgesellschaften)."""
        turn.emit(PrivateSold(self.lot, seat, price))
        pay(turn, seat, BANK, price, "private")
        move_paper(turn, self.lot, seat)
        turn.push(NextLot(self.number + 1))
        _comes_along(turn, self.lot, seat)

    def nobody_bid(self, turn: Move) -> None:
        """P1 gets cheaper until card 1 must take it; later all privates sold so far pay (Auktionsrunde)."""
        privates = turn.rules.printed.privates
        if self.number:
            for private in list(privates.values())[: self.number]:
                owner = turn.state.papers[private.id]
                pay(turn, BANK, owner, private.income, private.id)
            offer(turn, self.number, self.minimum)
        elif self.minimum > self.raise_by:
            offer(turn, self.number, self.minimum - self.raise_by)
        else:
            self.sell(turn, turn.state.order[0], 0)


def _comes_along(turn: Move, private: str, seat: int) -> None:
    """A tunnel certificate with P3, a share of the MOB with P5, the direction of the FNM with P6."""
    if private == TUNNEL_COMES_WITH:
        paper = next(p for p in turn.rules.printed.tunnel_papers if turn.state.papers[p] == ISSUE)
        move_paper(turn, paper, seat)
        turn.emit(TunnelBought(seat, paper, 0))
    elif private == SHARE_COMES_WITH:
        share = turn.rules.printed.register.of["MOB"][-1]
        move_paper(turn, share.id, seat)
        turn.emit(CertificateReceived(seat, share.company, share.percent, False, private))
    elif private == DIRECTION_COMES_WITH:
        turn.push(SetPar(seat, "FNM"))


class SetPar(Decision, frozen=True):
    """Who won P6 gets the director's share of the FNM and sets its price of issue at once (P6)."""

    seat: int
    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for par in sorted(table.rules.printed.pars):
            yield StartCompany(seat, self.company, par)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if (
            isinstance(action, StartCompany)
            and action.company == self.company
            and action.par in table.rules.printed.pars
        ):
            return None
        return refuse("P6", "set_the_par", company=self.company)

    def apply(self, turn: Move, action: StartCompany) -> None:
        start_for(turn, action, 0)
