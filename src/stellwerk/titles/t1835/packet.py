"""The sale of the start packet: what it holds, what it costs, and what its papers bring (2.4, 2.5)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.changes import close_private, move_paper, set_board
from stellwerk.eighteen.events import CertificateReceived, Floated
from stellwerk.eighteen.state import home_stop

from .data import PACKET
from .privates import has_closed, income
from .shares import papers_moved
from .state import Move, Table, packet_left, pay


def for_sale(table: Table) -> list[str]:
    """What can be bought now (2.5.1): the top row, and beside a single paper the left of the next row."""
    rows = packet_left(table)
    if table.rules.options.variant == "clemens":
        return [paper for row in rows for paper in row]
    if not rows:
        return []
    top = rows[0]
    printed = table.rules.printed.packet
    if len(top) == 1:
        below = next(index for index, row in enumerate(printed) if top[0] in row) + 1
        if below < len(printed):
            row = [paper for paper in printed[below] if table.state.papers[paper] == PACKET]
            return top + row[:1]
    return top


def paper_price(table: Table, paper: str) -> int:
    """The printed price; by 7.2 an unsold private railway gets cheaper by its income each round."""
    printed = table.rules.printed
    if paper in printed.privates:
        private = printed.privates[paper]
        fall = income(table, paper) * table.state.packet_rounds if table.rules.options.falling_prices else 0
        return max(0, private.price - fall)
    if paper in printed.minors:
        return printed.minors[paper].price
    certificate = printed.register.by_id[paper]
    return printed.companies[certificate.company].price * certificate.percent // 10


def opening_order(table: Table) -> tuple[int, ...]:
    """The first turns of the start variants: there and back (snake), back and there (Clemens)."""
    there = tuple(range(table.state.seats))
    if table.rules.options.variant == "snake":
        return (*there, *there[::-1], 0)
    if table.rules.options.variant == "clemens":
        return (*there[::-1], 0)
    return ()


def hand_over(turn: Move, paper: str, seat: int) -> None:
    """The paper, the share that comes with it, and what follows for the companies."""
    printed = turn.rules.printed
    move_paper(turn, paper, seat)
    share = printed.brings.get(paper)
    if share:
        move_paper(turn, share, seat)
        certificate = printed.register.by_id[share]
        turn.emit(CertificateReceived(seat, certificate.company, certificate.percent, certificate.director, paper))
        papers_moved(turn, certificate.company)
    elif paper in printed.register.by_id:
        papers_moved(turn, printed.register.by_id[paper].company)
    if paper in printed.privates and has_closed(turn, paper):
        close_private(turn, paper)
    if paper in printed.minors:
        start_minor(turn, paper)


def start_minor(turn: Move, minor: str) -> None:
    """A Vorpreußische has its price as treasury and its marker at home (3.2.2), also while it waits (7.3)."""
    turn.set(in_operation=turn.state.in_operation | {minor})
    set_board(turn, turn.state.board.with_station(minor, home_stop(turn, minor)))
    capital = turn.rules.printed.minors[minor].price
    turn.emit(Floated(minor, capital))
    pay(turn, BANK, minor, capital, "capital")
