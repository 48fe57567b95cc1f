"""Auctions: works and concessions at a falling premium, later concessions and purchase options (2.1, 3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.events import PlayerPassed
from stellwerk.eighteen.state import next_seat, seats_from
from stellwerk.play.auction import Auction, BidMade
from stellwerk.play.core import Choice, Decision, Pass, Procedure, Range
from stellwerk.play.errors import Refusal, refuse

from ..actions import BuyLot, Nominate
from ..events import LotBought, PremiumFell, WorkClosed
from ..state import Move, Table, pay


def least(table: Table, lot: str) -> int:
    """The least price of a work is its face value, of anything else what concessions begin with (2.1, 3.1)."""
    work = table.rules.printed.works.get(lot)
    concession: int = table.rules.printed.title["auction"]["concession"]
    return work.face if work else concession


# The first auction ------------------------------------------------------------------------------------------


class OpeningSale(Decision, frozen=True):
    """A player buys a work or a concession, or passes; when all have passed the premium falls (2.1)."""

    seat: int
    premium: int
    passes: int = 0
    must_buy: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for lot in for_sale(table):
            action = BuyLot(seat, lot)
            if self.refusal(table, action) is None:
                yield action
        end = Pass(seat)
        if self.refusal(table, end) is None:
            yield end

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyLot]:
        return (BuyLot(seat, lot) for lot in for_sale(table))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return refuse("2.1", "winner_must_buy") if self.must_buy else None
        if not isinstance(action, BuyLot):
            return refuse("2.1", "only_lots_now")
        if action.lot not in for_sale(table):
            return refuse("2.1", "lot_not_for_sale", lot=action.lot)
        cost, cash = least(table, action.lot) + self.premium, table.state.cash[self.seat]
        return refuse("2.1", "lot_too_dear", cost=cost, cash=cash) if cash < cost else None

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        self.apply(turn, Pass(self.seat))

    def apply(self, turn: Move, action: Pass | BuyLot) -> None:
        after = self.with_(seat=next_seat(turn, self.seat), must_buy=False)
        if isinstance(action, BuyLot):
            cost = least(turn, action.lot) + self.premium
            move_paper(turn, action.lot, self.seat)
            turn.emit(LotBought(self.seat, action.lot, cost))
            pay(turn, self.seat, BANK, cost, "lot")
            turn.push(after.with_(passes=0) if for_sale(turn) else CloseUnsold())
            return
        turn.emit(PlayerPassed(self.seat))
        if self.passes + 1 < turn.state.seats:
            turn.push(after.with_(passes=self.passes + 1))
        elif self.premium:
            premium = self.premium - turn.rules.printed.title["auction"]["step"]
            turn.emit(PremiumFell(premium))
            turn.push(after.with_(premium=premium, passes=0))
        else:
            turn.push(CloseUnsold())


def for_sale(table: Table) -> list[str]:
    """Works that nobody has bought, and concessions that are active (2.1)."""
    state, printed = table.state, table.rules.printed
    works = [work for work in printed.works if state.papers[work] == ISSUE]
    return works + concessions_at_the_bank(table)


def concessions_at_the_bank(table: Table) -> list[str]:
    """Active concessions that nobody holds (3.1)."""
    state, papers = table.state, table.rules.printed.concessions
    return [papers[each] for each in papers if each in state.awake and state.papers[papers[each]] == BANK]


class CloseUnsold(Procedure, frozen=True):
    """Works that nobody wanted are closed; players can never have them any more (2.1)."""

    def run(self, turn: Move) -> None:
        for work in turn.rules.printed.works:
            if turn.state.papers[work] == ISSUE:
                move_paper(turn, work, BANK)
                turn.emit(WorkClosed(work, BANK, 0, False))
        owned = {work for work in turn.rules.printed.works if turn.state.papers[work] != BANK}
        turn.set(in_operation=turn.state.in_operation | owned)


# Later auctions ---------------------------------------------------------------------------------------------


def lots(table: Table) -> list[str]:
    """What may be put up for auction: active concessions, and companies in trusteeship (3.1, 6.3)."""
    state = table.state
    options = [company for company in sorted(state.trust) if company not in state.purchase_options]
    return concessions_at_the_bank(table) + options


class AuctionTurn(Decision, frozen=True):
    """A player may put something up for auction; when all have passed, or nothing is left, it is over (3.1)."""

    seat: int
    passes: int = 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        step: int = table.rules.printed.title["auction"]["step"]
        cash = table.state.cash[seat]
        for lot in lots(table):
            low = least(table, lot)
            if low <= cash:
                yield Range(Nominate(seat, lot, low), "bid", low, cash - cash % step, step)
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[Nominate]:
        return (Nominate(seat, lot, least(table, lot)) for lot in lots(table))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Nominate):
            return refuse("3.1", "only_lots_now")
        if action.lot not in lots(table):
            return refuse("3.1", "lot_not_for_sale", lot=action.lot)
        step: int = table.rules.printed.title["auction"]["step"]
        if action.bid < least(table, action.lot):
            return refuse("3.1", "bid_too_low", least=least(table, action.lot))
        if action.bid % step:
            return refuse("3.1", "bid_not_a_multiple", step=step)
        if action.bid > table.state.cash[self.seat]:
            return refuse("3.1", "bid_above_cash", cash=table.state.cash[self.seat])
        return None

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        self.apply(turn, Pass(self.seat))

    def apply(self, turn: Move, action: Pass | Nominate) -> None:
        after = AuctionTurn(next_seat(turn, self.seat))
        if isinstance(action, Nominate):
            turn.emit(BidMade(self.seat, action.lot, action.bid))
            first, *others = seats_from(turn, self.seat)
            auction = LotAuction(action.lot, least(turn, action.lot), (*others, first), action.bid, self.seat)
            turn.push(auction, GoOn(after))
            return
        turn.emit(PlayerPassed(self.seat))
        if self.passes + 1 < turn.state.seats:
            turn.push(after.with_(passes=self.passes + 1))


class GoOn(Procedure, frozen=True):
    """The next player after the one who put the last lot up, if there is anything left (3.1)."""

    next: AuctionTurn

    def run(self, turn: Move) -> None:
        if lots(turn):
            turn.push(self.next)


class LotAuction(Auction, frozen=True):
    """Bids in tens; who has passed is out; the bank is paid (3.1)."""

    section: ClassVar[str] = "3.1"
    raise_by: ClassVar[int] = 10
    multiple: ClassVar[int] = 10

    def sell(self, turn: Move, seat: int, price: int) -> None:
        if self.lot in turn.state.papers:
            move_paper(turn, self.lot, seat)
        else:
            turn.set(purchase_options={**turn.state.purchase_options, self.lot: seat})
        turn.emit(LotBought(seat, self.lot, price))
        pay(turn, seat, BANK, price, "lot")
