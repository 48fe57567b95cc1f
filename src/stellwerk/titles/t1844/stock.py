"""A player's turn in a stock round (Aktienrunde)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.classic.starting import COMPANIES
from stellwerk.eighteen.classic.stock import SALES, SHARES, Deal, Turns, sell_buy
from stellwerk.eighteen.shares import sales
from stellwerk.play.errors import Refusal, refuse

from .actions import BuyMountain, BuyTunnel
from .events import MountainBought, TunnelBought
from .loans import Repaying
from .privates import FurkaLine
from .state import Move, Table, count_papers, pay


def must_sell(table: Table, seat: int) -> Refusal | None:
    """Why a player can do nothing but sell."""
    if _over_limit(table, seat) and _can_have_fewer(table, seat):
        return refuse("Aktienlimit", "over_the_limit", limit=table.rules.paper_limit)
    if table.state.cash[seat] < 0 and _can_sell(table, seat):
        return refuse("Gründung der SBB", "balance_first", owed=-table.state.cash[seat])
    return None


def _over_limit(table: Table, seat: int) -> bool:
    """A change of director can bring too many papers: then shares are sold first (Direktorwechsel)."""
    return count_papers(table, seat) > table.rules.paper_limit


def _can_sell(table: Table, seat: int) -> bool:
    return next(sales(table, seat), None) is not None


def _can_have_fewer(table: Table, seat: int) -> bool:
    """Half a director's paper sold leaves as many papers as before: nobody must do that (Direktorwechsel)."""
    return any(sale.papers or not sale.keeps for sale in sales(table, seat))


def has_other_means(table: Table, seat: int) -> bool:
    """A loan paid back lets one buy again, and the line of P4 brings money to buy with (Loks kaufen, P4)."""
    return any(seat in right.waiting(table) for right in (Repaying(), FurkaLine()))


# Tunnels and mountain railways ------------------------------------------------------------------------------


def why_not_special(table: Table, action: BuyTunnel | BuyMountain) -> Refusal | None:
    """One certificate of each kind a round, while there are any (Kauf von Aktien)."""
    kind, papers = _kind(table, action)
    if not any(table.state.papers[paper] == ISSUE for paper in papers):
        return refuse("Kauf von Aktien", "papers_sold_out", kind=kind)
    if kind in table.state.bought.get(action.seat, ()):
        return refuse("Kauf von Aktien", "one_paper_a_round", kind=kind)
    cost, cash = table.rules.printed.title[f"{kind}s"]["price"], table.state.cash[action.seat]
    if cash < cost:
        return refuse("Kauf von Aktien", "share_too_dear", cost=cost, cash=cash)
    if isinstance(action, BuyMountain):
        index = table.rules.printed.box.grid.index
        if index.get(action.hex) not in free_sites(table):
            return refuse("Bergbahnen", "no_free_site", hex=action.hex)
        if action.board not in free_boards(table):
            return refuse("Bergbahnen", "no_such_board", board=action.board)
    return None


def _kind(table: Table, action: BuyTunnel | BuyMountain) -> tuple[str, tuple[str, ...]]:
    printed = table.rules.printed
    if isinstance(action, BuyTunnel):
        return "tunnel", printed.tunnel_papers
    return "mountain", printed.mountain_papers


def free_sites(table: Table) -> set[int]:
    """Sites on which no mountain railway stands yet (Bergbahnen)."""
    return set(table.rules.printed.sites) - {site for site, _ in table.state.mountains.values()}


def free_boards(table: Table) -> list[int]:
    """Kinds of income boards of which there is one left (Bergbahnen)."""
    taken = [board for _, board in table.state.mountains.values()]
    each: int = table.rules.printed.title["mountains"]["boards_of_a_kind"]
    return [board for board in range(len(table.rules.printed.boards)) if taken.count(board) < each]


def _take_special(turn: Move, action: BuyTunnel | BuyMountain) -> tuple[str, int]:
    kind, papers = _kind(turn, action)
    paper = next(paper for paper in papers if turn.state.papers[paper] == ISSUE)
    cost: int = turn.rules.printed.title[f"{kind}s"]["price"]
    move_paper(turn, paper, action.seat)
    bought = turn.state.bought
    turn.set(bought={**bought, action.seat: bought.get(action.seat, frozenset()) | {kind}})
    return paper, cost


def _buy_tunnel(turn: Move, action: BuyTunnel) -> None:
    paper, cost = _take_special(turn, action)
    turn.emit(TunnelBought(action.seat, paper, cost))
    pay(turn, action.seat, BANK, cost, "paper")


def _buy_mountain(turn: Move, action: BuyMountain) -> None:
    """Its marker and an income board come to lie on the site at once (Bergbahnen)."""
    paper, cost = _take_special(turn, action)
    printed = turn.rules.printed
    site = printed.box.grid.index[action.hex]
    turn.set(mountains={**turn.state.mountains, paper: (site, action.board)})
    turn.emit(MountainBought(action.seat, paper, action.hex, printed.boards[action.board], cost))
    pay(turn, action.seat, BANK, cost, "paper")


def _tunnel(table: Table, seat: int) -> Iterator[BuyTunnel]:
    yield BuyTunnel(seat)


def _tunnels(table: Table, seat: int) -> Iterator[BuyTunnel]:
    return (each for each in _tunnel(table, seat) if why_not_special(table, each) is None)


def _mountains(table: Table, seat: int) -> Iterator[BuyMountain]:
    names, boards = table.rules.printed.box.grid.names, free_boards(table)
    for hex_ in sorted(free_sites(table)):
        for board in boards:
            action = BuyMountain(seat, names[hex_], board)
            if why_not_special(table, action) is not None:
                return  # what forbids one of these forbids all
            yield action


TURNS = Turns(
    buys={
        BuyShare: SHARES,
        StartCompany: COMPANIES,
        BuyTunnel: Deal(_tunnels, why_not_special, _buy_tunnel, _tunnel),
        BuyMountain: Deal(_mountains, why_not_special, _buy_mountain),
    },
    sells={SellShares: SALES},
    closes=sell_buy,
    must_sell=must_sell,
    busy=has_other_means,
)
