"""A player's turn in a stock round (3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic import stock
from stellwerk.eighteen.classic.stock import SALES, Deal, Turns, sell_buy
from stellwerk.eighteen.events import ShareBought
from stellwerk.eighteen.shares import buy, purchases, why_not_buy, worth_explaining
from stellwerk.eighteen.state import held, price
from stellwerk.play.core import Action
from stellwerk.play.errors import Refusal, refuse

from ..actions import FoundRailway, FoundWorks, UseOption
from ..events import MergerProposed, TrustEnded
from ..state import HARZ, Move, Table, pay
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


class StockTurn(stock.StockTurn, frozen=True):
    """Sell packets of shares, then buy one share, found something, or use a purchase option (3.2)."""

    declined: tuple[FoundWorks, ...] = ()
    """Mergers that another player did not want: they are not proposed again in this turn."""

    def worth_explaining(self, table: Any, seat: int) -> Iterator[Action]:
        founded = table.state.sizes
        yield from worth_explaining(table, seat, table.rules.printed.companies)
        ways = railways_to_found(table, seat)
        yield from (way for way in ways if way.shares == 1 and way.company not in founded)
        yield from options_to_use(table, seat)

    def _why_no_more(self, table: Any, action: Any) -> Refusal | None:
        """Whoever has said no is not asked again in this turn; only the Harzer Werke are another offer (4.3.7)."""
        again = action.company == HARZ
        if isinstance(action, FoundWorks) and any(
            (merger.works, merger.company == HARZ) == (action.works, again) for merger in self.declined
        ):
            return refuse("3.2.5", "merger_declined", works=action.works)
        return None

    def apply(self, turn: Any, action: Any) -> None:
        if isinstance(action, FoundWorks) and turn.state.papers[action.works[1]] != self.seat:
            turn.emit(MergerProposed(self.seat, action.company, action.works))
            turn.push(MergerStep(action), self.with_(declined=(*self.declined, action)))
        else:
            super().apply(turn, action)


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


# The turn -----------------------------------------------------------------------------------------------------


def buy_share(turn: Move, action: BuyShare) -> None:
    """The third share from the issue puts a railway into operation (3.2.3.1)."""
    buy(turn, action)
    check_float(turn, action.company)


def legal(ways: Callable[[Table, int], Iterable[Any]], why_not: Callable[[Table, Any], Refusal | None]) -> Any:
    """Of all ways to do something those that are legal."""
    return lambda table, seat: (way for way in ways(table, seat) if why_not(table, way) is None)


# Who has sold has acted, though he buys nothing (rulings).
TURNS = Turns(
    buys={
        BuyShare: Deal(purchases, why_not_buy, buy_share),
        UseOption: Deal(legal(options_to_use, why_not_use_option), why_not_use_option, use_option),
        FoundRailway: Deal(legal(railways_to_found, why_not_found_railway), why_not_found_railway, found_railway),
        FoundWorks: Deal(legal(works_to_found, why_not_found_works), why_not_found_works, found_works),
    },
    sells={SellShares: SALES},
    closes=sell_buy,
)
