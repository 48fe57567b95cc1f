"""Private railways: income, their sale to companies, the Furka-Oberalp line and EVA (Privatgesellschaften)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, GONE, Owner
from stellwerk.board.board import Board
from stellwerk.eighteen import clauses
from stellwerk.eighteen.changes import close_private, set_board
from stellwerk.eighteen.classic import privates
from stellwerk.eighteen.classic.actions import BuyPrivate
from stellwerk.eighteen.classic.privates import Owning, can_buy_privates, printed_income
from stellwerk.eighteen.printed import Private
from stellwerk.eighteen.trains import CheckLimits
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal, refuse

from .actions import GiveEva, LayFurka
from .events import EvaGiven, FurkaLaid
from .loans import expected
from .state import Move, Table, director, in_phase, kind_of, owner_seat, pay, train_limit

FURKA, FACTORY = "P4", "P7"
EVA = "5H"  # like any other (rulings: tradable at face value)


def pay_income(turn: Move) -> None:
    """Privates, tunnels and mountain railways in use pay their owners (Reihenfolge)."""
    privates.pay_income(turn)
    printed, papers = turn.rules.printed, turn.state.papers
    for paper in sorted(turn.state.earning):
        kind = "tunnels" if paper in printed.tunnel_papers else "mountains"
        pay(turn, BANK, papers[paper], printed.title[kind]["income"], kind)


def privates_close(turn: Move) -> None:
    """Phase 5: the line of P4 is laid at the latest now, EVA goes to the owner of P7, all privates close."""
    if turn.state.papers[FURKA] != GONE:
        lay_furka(turn)
    turn.set(eva=owner_seat(turn, FACTORY))
    for private in turn.rules.printed.privates:
        if turn.state.papers[private] != GONE:
            close_private(turn, private)


# Sale to companies ------------------------------------------------------------------------------------------


def private_not_for_companies(table: Table, action: BuyPrivate) -> Refusal | None:
    """Some privates stay with players, and some companies own none (Privatgesellschaften)."""
    sold = table.rules.printed.privates[action.private].sold_to_companies
    if sold and kind_of(table, action.company).owns_privates:
        return None
    return clauses.refuse(table, "private_not_for_companies", private=action.private)


def not_before_phase_3(table: Table, action: BuyPrivate) -> Refusal | None:
    """Companies buy privates from phase 3 on (Privatgesellschaften)."""
    return None if in_phase(table, 3) else clauses.refuse(table, "not_before_phase_3", private=action.private)


def up_to_double(table: Table, private: Private) -> range:
    """Any price up to twice the printed one (Privatgesellschaften)."""
    return range(1, 2 * private.price + 1)


# A company buys of its director, at any time in its turn (Privatgesellschaften).
OWNING = Owning(
    income=printed_income,
    clauses=(private_not_for_companies, not_before_phase_3),
    prices=up_to_double,
    close=privates_close,
)


def can_use_privates(table: Table, company: str) -> bool:
    """Whether a company could buy a private now, or has P4 to close: its turn does not end by itself."""
    if can_buy_privates(table, company):
        return True
    return table.state.papers[FURKA] == company and in_phase(table, 3)


# Furka-Oberalp ----------------------------------------------------------------------------------------------


class FurkaLine(Decision, frozen=True):
    """The owner of P4 may lay its tiles at any time from phase 3 on, out of turn too (P4)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = owner_seat(table, FURKA)
        return (seat,) if seat is not None and in_phase(table, 3) else ()

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield LayFurka(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, LayFurka):
            return refuse("P4", "only_the_furka_line")
        if table.state.papers[FURKA] == GONE:
            return refuse("P4", "private_closed", private=FURKA)
        if action.seat != owner_seat(table, FURKA):
            return refuse("P4", "owner_only", private=FURKA)
        return None if in_phase(table, 3) else refuse("Privatgesellschaften", "not_before_phase_3", private=FURKA)

    def apply(self, turn: Move, action: LayFurka) -> None:
        lay_furka(turn)


def lay_furka(turn: Move) -> None:
    """All five tiles free of charge, 80 francs for the owner, and P4 is closed (P4)."""
    printed = turn.rules.printed.title["furka"]
    owner: Owner = turn.state.papers[FURKA]
    board = furka_board(turn)
    turn.emit(FurkaLaid(owner, printed["payment"]))
    pay(turn, BANK, owner, printed["payment"], "furka")
    close_private(turn, FURKA)
    set_board(turn, board)


def furka_board(table: Table) -> Board:
    """The board with the five tiles of the line (P4)."""
    box, board = table.rules.printed.box, table.state.board
    for tile, name in table.rules.printed.title["furka"]["tiles"].items():
        board = board.lay(box.grid.index[name], box.tracks[tile][0])
    return board


# EVA --------------------------------------------------------------------------------------------------------


class EvaGift(Decision, frozen=True):
    """Who owned P7 may give EVA to a company that he directs, at once or later, out of turn too (P7)."""

    above_limit: bool = False
    """Whether the company may have its full number of trains, and then gives one up."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = table.state.eva
        return (seat,) if seat is not None and self._companies(table, seat) else ()

    def _companies(self, table: Table, seat: int) -> list[str]:
        return [
            company
            for company in table.rules.printed.companies
            if company in table.state.in_operation
            and director(table, company) == seat
            and (self.above_limit or self._has_room(table, company))
        ]

    def _has_room(self, table: Table, company: str) -> bool:
        trains = len(table.state.trains[company]) + expected(table, company)
        return trains < train_limit(table, company)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for company in self._companies(table, seat):
            yield GiveEva(seat, company)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, GiveEva):
            return refuse("P7", "only_eva")
        owner = table.state.eva
        if table.state.papers[FACTORY] != GONE:
            return refuse("P7", "eva_to_come")
        if owner is None:
            return refuse("P7", "eva_given")
        if owner != action.seat:
            return refuse("P7", "eva_is_anothers", seat=owner)
        return None if action.company in self._companies(table, owner) else refuse("P7", "no_room_for_eva")

    def apply(self, turn: Move, action: GiveEva) -> None:
        trains = turn.state.trains
        turn.set(eva=None, trains={**trains, action.company: (*trains[action.company], EVA)})
        turn.emit(EvaGiven(action.seat, action.company))
        if self.above_limit:
            turn.push(CheckLimits())
