"""The sale of the start packet (2.4, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.events import CertificateReceived, Floated, PaperBought, PlayerPassed
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import BuyPaper
from .data import PACKET
from .shares import after_papers_moved
from .state import (
    Move,
    Table,
    count_papers,
    home_stop,
    income,
    move_paper,
    next_seat,
    packet_left,
    paper_limit,
    pay,
)
from .timing import why_not_now
from .track import close_private, has_closed


def for_sale(table: Table) -> list[str]:
    """What can be bought now (2.5.1): the top row, and beside a single paper the left of the next row."""
    rows = packet_left(table)
    if table.rules.options.variant == "clemens":
        return [paper for row in rows for paper in row]
    if not rows:
        return []
    top = rows[0]
    printed = table.rules.material.packet
    if len(top) == 1:
        below = next(index for index, row in enumerate(printed) if top[0] in row) + 1
        if below < len(printed):
            row = [paper for paper in printed[below] if table.state.papers[paper] == PACKET]
            return top + row[:1]
    return top


def paper_price(table: Table, paper: str) -> int:
    """The printed price; by 7.2 an unsold private railway gets cheaper by its income each round."""
    printed = table.rules.material
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


class PacketTurn(Decision, frozen=True):
    """A player may buy one paper of the packet or pass (2.4). `queue` is what is left of a variant's order."""

    seat: int
    quiet: int = 0
    buyer: int = -1
    queue: tuple[int, ...] = ()
    passed: frozenset[int] = frozenset()
    """Who has not bought since the last purchase: variants ask some players twice before others (2.3)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for paper in for_sale(table):
            action = BuyPaper(seat, paper)
            if self.refusal(table, action) is None:
                yield action
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyPaper):
            return why_not_now(action) or refuse("2.4", "only_the_packet")
        if action.paper not in for_sale(table):
            return refuse("2.5.1", "not_for_sale", paper=action.paper)
        cost = paper_price(table, action.paper)
        if table.state.cash[self.seat] < cost:
            return refuse("2.4", "too_little_cash", cost=cost, cash=table.state.cash[self.seat])
        new = 2 if action.paper in table.rules.material.brings else 1
        if count_papers(table, self.seat) + new > paper_limit(table, self.seat):
            return refuse("2.6.2.6", "paper_limit", limit=paper_limit(table, self.seat))
        return None

    def idle(self, table: Table) -> bool:
        """Nothing can be paid: the turn passes by itself."""
        return isinstance(next(self.choices(table, self.seat)), Pass)

    def skip(self, turn: Move) -> None:
        turn.emit(PlayerPassed(self.seat))
        self._next(turn, self.passed | {self.seat}, self.buyer)

    def apply(self, turn: Move, action: Pass | BuyPaper) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        cost = paper_price(turn, action.paper)
        turn.emit(PaperBought(self.seat, action.paper, cost))
        pay(turn, self.seat, BANK, cost, "packet")
        # With the packet sold its variants end: left of the buyer goes on (2.5.2).
        last = packet_left(turn) == [[action.paper]]
        step = self.with_(queue=()) if last else self
        step._next(turn, frozenset(), self.seat)
        _hand_over(turn, action.paper, self.seat)

    def _next(self, turn: Move, passed: frozenset[int], buyer: int) -> None:
        from .stock import StockRound

        seat, *queue = self.queue or (next_seat(turn, self.seat),)
        turn.push(StockRound(seat, len(passed), buyer, tuple(queue), passed))


def _hand_over(turn: Move, paper: str, seat: int) -> None:
    """The paper, the share that comes with it, and what follows for the companies."""
    printed = turn.rules.material
    move_paper(turn, paper, seat)
    share = printed.brings.get(paper)
    if share:
        move_paper(turn, share, seat)
        certificate = printed.register.by_id[share]
        turn.emit(
            CertificateReceived(seat, certificate.company, certificate.percent, certificate.director, paper)
        )
        after_papers_moved(turn, certificate.company)
    elif paper in printed.register.by_id:
        after_papers_moved(turn, printed.register.by_id[paper].company)
    if paper in printed.privates and has_closed(turn, paper):
        close_private(turn, paper)
    if paper in printed.minors:
        start_minor(turn, paper)


def start_minor(turn: Move, minor: str) -> None:
    """A Vorpreußische has its price as treasury and its marker at home (3.2.2), also while it waits (7.3)."""
    turn.set(
        in_operation=turn.state.in_operation | {minor},
        board=turn.state.board.with_station(minor, home_stop(turn, minor)),
    )
    capital = turn.rules.material.minors[minor].price
    turn.emit(Floated(minor, capital))
    pay(turn, BANK, minor, capital, "capital")
