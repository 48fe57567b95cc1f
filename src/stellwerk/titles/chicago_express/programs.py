"""What players of Chicago Express decide beforehand: auctions are all that others' turns ask of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.play import programs
from stellwerk.play.core import Action, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import BidUpTo, Ended, Field, Form, Program, legal_pass

from .auctions import CompanyAuction, ShareAuction, start_bid, why_not_offer
from .events import ShareSold, ShareUnsold
from .opening import OpeningAuction


class BidWhenAuctioned(programs.BidWhenAuctioned, frozen=True):
    """For the next share of a company that somebody offers (Versteigerung)."""

    @classmethod
    def coming(cls, position: Playable) -> Iterator[tuple[str, int]]:
        step, opening = position.step, isinstance(position.step, OpeningAuction)
        for company, railway in position.state.railways.items():
            now = isinstance(step, CompanyAuction) and step.lot == company
            if not now and why_not_offer(position, company) is None:
                first = opening and not sum(railway.shares)  # sold at its printed price (Spielvorbereitung)
                yield company, position.rules.material.companies[company].bid if first else start_bid(railway)

    def settled(self, events: Sequence[Event]) -> bool:
        return any(isinstance(each, ShareSold | ShareUnsold) and each.company == self.lot for each in events)


class PassAuctions(Program, frozen=True):
    """Pass in all auctions of shares but those of some companies, until it is one's own turn (Versteigerung)."""

    asked_last: ClassVar[bool] = True

    named: tuple[str, ...] = ()

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if isinstance(position.step, ShareAuction) or seat not in position.waiting_for():
            companies = tuple(position.state.railways)
            yield Form(cls(seat), (Field("named", options=companies, several=True),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if self.seat not in position.waiting_for():
            return None
        step = position.step
        if not isinstance(step, CompanyAuction):
            return Ended("own_turn")
        return None if step.lot in self.named else legal_pass(position, self.seat)


PROGRAMS: tuple[type[Program], ...] = (BidUpTo, BidWhenAuctioned, PassAuctions)
