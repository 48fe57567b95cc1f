"""A player's turn in a stock round (3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.events import PlayerPassed, ShareBought
from stellwerk.eighteen.shares import buy, purchases, sales, sell, why_not_buy, why_not_sell, worth_explaining
from stellwerk.eighteen.state import held, price
from stellwerk.play.core import Action, Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import FoundRailway, FoundWorks, UseOption
from .events import MergerProposed, TrustEnded
from .founding import (
    MergerStep,
    check_float,
    found_railway,
    found_works,
    railways_to_found,
    why_not_found_railway,
    why_not_found_works,
    works_to_found,
)
from .state import HARZ, Move, Table, pay


class StockTurn(Decision, frozen=True):
    """Sell packets of shares, then buy one share, found something, or use a purchase option (3.2)."""

    seat: int
    sold: bool = False
    declined: tuple[FoundWorks, ...] = ()
    """Mergers that another player did not want: they are not proposed again in this turn."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from purchases(table, seat)
        yield from (each for each in self._others(table, seat) if self.refusal(table, each) is None)
        yield from sales(table, seat)
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[Action]:
        founded = table.state.sizes
        yield from worth_explaining(table, seat, table.rules.printed.companies)
        ways = railways_to_found(table, seat)
        yield from (way for way in ways if way.shares == 1 and way.company not in founded)
        yield from options_to_use(table, seat)

    def _others(self, table: Table, seat: int) -> Iterator[Action]:
        """What could be done beside purchases and sales."""
        yield from options_to_use(table, seat)
        yield from railways_to_found(table, seat)
        yield from works_to_found(table, seat)

    def can_act(self, table: Table) -> bool:
        seat = self.seat
        if any(True for _ in sales(table, seat)) or any(True for _ in purchases(table, seat)):
            return True
        return any(self.refusal(table, each) is None for each in self._others(table, seat))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        match action:
            case Pass():
                return None
            case SellShares():
                return why_not_sell(table, action)
            case BuyShare():
                return why_not_buy(table, action)
            case FoundRailway():
                return why_not_found_railway(table, action)
            case FoundWorks():
                return self._declined(action) or why_not_found_works(table, action)
            case UseOption():
                return why_not_use_option(table, action)
        return refuse("3.2", "only_shares")

    def _declined(self, action: FoundWorks) -> Refusal | None:
        """Whoever has said no is not asked again in this turn; only the Harzer Werke are another offer (4.3.7)."""
        again = (action.works, action.company == HARZ)
        if again not in ((merger.works, merger.company == HARZ) for merger in self.declined):
            return None
        return refuse("3.2.5", "merger_declined", works=action.works)

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        self._end(turn, acted=self.sold)

    def apply(
        self, turn: Move, action: Pass | SellShares | BuyShare | FoundRailway | FoundWorks | UseOption
    ) -> None:
        if isinstance(action, SellShares):
            turn.push(self.with_(sold=True))
            sell(turn, action)
            return
        if isinstance(action, FoundWorks) and turn.state.papers[action.works[1]] != self.seat:
            turn.emit(MergerProposed(self.seat, action.company, action.works))
            turn.push(MergerStep(action), self.with_(declined=(*self.declined, action)))
            return
        self._end(turn, acted=self.sold or not isinstance(action, Pass))
        match action:
            case BuyShare():
                buy(turn, action)
                check_float(turn, action.company)
            case FoundRailway():
                found_railway(turn, action)
            case FoundWorks():
                found_works(turn, action)
            case UseOption():
                use_option(turn, action)

    def _end(self, turn: Move, acted: bool) -> None:
        """Who has sold has acted, though he buys nothing (rulings)."""
        if not acted:
            turn.emit(PlayerPassed(self.seat))
        turn.set(passes=0 if acted else turn.state.passes + 1)


# Purchase options -------------------------------------------------------------------------------------------


def option_shares(table: Table, company: str) -> range:
    """How many shares are 20 to 40%; where shares are halves it is one of them (3.2.6, rulings)."""
    size, limits = table.state.sizes[company], table.rules.printed.title["shares"]["option"]
    return range(max(1, limits["least"] // size), max(1, limits["most"] // size) + 1)


def options_to_use(table: Table, seat: int) -> Iterator[UseOption]:
    """Every way to use a purchase option of a player."""
    for company, holder in table.state.purchase_options.items():
        if holder == seat:
            for number in option_shares(table, company):
                yield UseOption(seat, company, number)


def why_not_use_option(table: Table, action: UseOption) -> Refusal | None:
    """His own option, 20 to 40% at once, and the money for it (3.2.6)."""
    company = action.company
    if table.state.purchase_options.get(company) != action.seat:
        return refuse("3.2.6", "no_option", company=company)
    number = option_shares(table, company)
    if action.shares not in number:
        return refuse("3.2.6", "option_shares", least=number[0], most=number[-1])
    cost, cash = price(table, company) * action.shares, table.state.cash[action.seat]
    return refuse("3.2.6", "share_too_dear", cost=cost, cash=cash) if cash < cost else None


def use_option(turn: Move, action: UseOption) -> None:
    """The company has a director again, and from now on everybody may buy (3.2.6, 6.3)."""
    company, each = action.company, price(turn, action.company)
    for paper in held(turn, company, POOL)[: action.shares]:
        move_paper(turn, paper.id, action.seat)
        turn.emit(ShareBought(action.seat, company, paper.percent, False, POOL, each))
        pay(turn, action.seat, BANK, each, "share")
    options = {other: seat for other, seat in turn.state.purchase_options.items() if other != company}
    turn.set(
        purchase_options=options,
        trust=turn.state.trust - {company},
        directors={**turn.state.directors, company: action.seat},
    )
    turn.emit(TrustEnded(company, action.seat, action.shares, each * action.shares))
