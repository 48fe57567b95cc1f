"""The opening: one share of each company is sold before play begins (Spielvorbereitung)."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.play.core import Procedure

from .auctions import CompanyAuction
from .events import AuctionBegan, StartPlayerFound
from .state import Move, seats_from
from .turns import NextTurn


class OpeningSale(Procedure, frozen=True):
    """The next company of the row, or play begins with the owner of the first share (Spielvorbereitung)."""

    number: int
    opener: int

    def run(self, turn: Move) -> None:
        row = [company for company in turn.rules.material.companies.values() if not company.opens_later]
        if self.number < len(row):
            company = row[self.number]
            turn.emit(AuctionBegan(company.id, self.opener, company.bid))
            bidders = seats_from(turn, self.opener)
            turn.push(OpeningAuction(company.id, company.bid, bidders, opener=self.opener, number=self.number))
        else:
            first = turn.state.railways[row[0].id].shares.index(1)
            turn.emit(StartPlayerFound(first))
            turn.push(NextTurn(first))


class OpeningAuction(CompanyAuction, frozen=True, kw_only=True):
    """Who gets the share opens the next auction; without a bid the opener gets it free (Spielvorbereitung)."""

    section: ClassVar[str] = "Spielvorbereitung"

    number: int

    def sell(self, turn: Move, seat: int, price: int) -> None:
        super().sell(turn, seat, price)
        turn.push(OpeningSale(self.number + 1, seat))

    def nobody_bid(self, turn: Move) -> None:
        self.sell(turn, self.opener, 0)
