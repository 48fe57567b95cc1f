"""What a director could raise for his AG's missing train, if he sells as well as he can (5.5.4.12, 5.5.4.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from stellwerk.eighteen.actions import SellShares
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.directors import DirectorExchange, overtaker
from stellwerk.eighteen.shares import sales_of, sell, sold_part, why_not_sell
from stellwerk.eighteen.state import acting_seat, percent
from stellwerk.play.core import Turn
from stellwerk.play.errors import Refusal

from .state import Move, Table

Memo = dict[tuple[object, ...], int]


def why_not_raise(table: Table, sale: SellShares, keep: str) -> Refusal | None:
    """What forbids a sale for a train: the rules of all sales, and that he stays director of `keep` (5.5.4.13)."""
    forbidden = why_not_sell(table, sale)
    if forbidden or sale.company != keep or table.state.papers[f"{keep}-D"] != sale.seat:
        return forbidden
    rest = percent(table, keep, sale.seat) - sold_part(table, sale)
    if overtaker(table, keep, sale.seat, rest) is None:
        return None
    return refuse(table, "must_stay_director", company=keep)


def afresh(table: Table) -> Table:
    """The same position as the first sale for a train finds it: no price of an earlier turn's sale holds."""
    return Turn(table.rules, replace(table.state, sold_at={})) if table.state.sold_at else table


def prices_kept(table: Table) -> Mapping[str, int]:
    """By the rules every sale has its own price (2.6.3.3); where a group plays so, that of the first one holds."""
    return table.state.sold_at if table.rules.habits.same_price_sales else {}


def cheapest(table: Table, company: str) -> int:
    """The price of the cheapest train of bank and pool, the only one that the bank may advance (5.5.4.13)."""
    return min(ware.price for ware in table.rules.trains.for_sale(table, company))


def raised(table: Table, company: str, price: int) -> int:
    """How much of a price treasury, director's cash and legal sales come to; sales are tried until they do."""
    table, seat = afresh(table), acting_seat(table, company)
    memo, money = _memo(table, seat, company), table.state.cash[company] + table.state.cash[seat]
    for each in _priced(table):
        if money >= price:
            break
        money += _most(table, seat, each, company, memo)
    return min(price, money)


def most_from_sales(table: Table, seat: int, keep: str) -> int:
    """The most that sales can bring a player who must stay director of `keep`."""
    memo = _memo(table, seat, keep)
    return sum(_most(table, seat, company, keep, memo) for company in _priced(table))


def most_after(table: Table, sale: SellShares, keep: str) -> int:
    """The most that sales can bring if this one comes first, its own proceeds included."""
    seat = sale.seat
    memo = _memo(table, seat, keep)
    others = [company for company in _priced(table) if company != sale.company]
    return _best_of(table, sale, keep, memo) + sum(_most(table, seat, each, keep, memo) for each in others)


def _priced(table: Table) -> list[str]:
    return table.state.chart.order(table.rules.printed.sheet)


def _memo(table: Table, seat: int, keep: str) -> Memo:
    memo: Memo = table.state.papers.memo.setdefault(f"raised {seat} {keep}", {})
    return memo


def _most(table: Table, seat: int, company: str, keep: str, memo: Memo) -> int:
    """The most that papers of one AG can bring, in one sale or in several: no AG's sales change another's."""
    state = table.state
    holders = [state.papers[paper.id] for paper in table.rules.printed.register.of[company]]
    kept = prices_kept(table).get(company)
    key = (company, state.chart.field(company), company in state.operated, kept, *holders)
    if key not in memo:
        legal = [s for s in sales_of(table, seat, company) if why_not_raise(table, s, keep) is None]
        memo[key] = max((_best_of(table, sale, keep, memo) for sale in legal), default=0)
    return memo[key]


def _best_of(table: Table, sale: SellShares, keep: str, memo: Memo) -> int:
    """What a sale brings together with the best that can follow it in the same AG."""
    seat, cash = sale.seat, table.state.cash[sale.seat]
    turn: Move = Turn(table.rules, table.state)
    turn.set(agenda=(), sold_at=prices_kept(table))
    sell(turn, sale)
    return max(
        after.state.cash[seat] - cash + _most(after, seat, sale.company, keep, memo) for after in _settled(turn)
    )


def _settled(turn: Move) -> Iterator[Move]:
    """What a sale can lead to: the seller may choose the papers he gets for a director's paper (3.3.8)."""
    if not turn.state.agenda:
        yield turn
        return
    step = turn.state.agenda[-1]
    assert isinstance(step, DirectorExchange)
    for choice in step.choices(turn, step.old):
        after: Move = Turn(turn.rules, turn.state)
        after.pop()
        step.apply(after, choice)
        yield from _settled(after)
