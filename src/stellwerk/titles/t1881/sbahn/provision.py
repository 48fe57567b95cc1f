"""What a member of the S-Bahn's board may take for himself when his network pays out (12.5)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from ..actions import TakeProvision
from ..companies.purses import pay
from ..events import ProvisionLeft, ProvisionPaid
from ..lines.networks import is_acting
from ..state import Move, Table, seat_of, seat_paper
from .company import chair_holder


def amount(table: Table) -> int:
    """How much it is."""
    provision: int = table.rules.printed.title["sbahn"]["provision"]
    return provision


def manager(table: Table, network: str) -> Owner:
    """The player or tram company with the chair's paper, or with the seat that a network belongs to."""
    main = network == table.rules.printed.sbahn
    return chair_holder(table) if main else table.state.papers[seat_paper(table, network)]


class ProvisionStep(Decision, frozen=True):
    """Who has paid out takes 20 of his network's money or leaves it there, before the network buys anything.

    For the chair that holds as long as any network is apart (rulings). A tram company's director decides for it.
    """

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = seat_of(table, manager(table, self.company))
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield TakeProvision(seat, self.company)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass) or (isinstance(action, TakeProvision) and action.company == self.company):
            return None
        return refuse("12.5", "take_or_leave", company=self.company)

    def idle(self, table: Table) -> bool:
        """Joined networks give none, nor does a purse with less."""
        if not is_acting(table, self.company) or table.state.cash[self.company] < amount(table):
            return True
        return not table.state.apart

    def formerly(self, table: Table) -> TakeProvision:
        """It was taken."""
        return TakeProvision(self.waiting(table)[0], self.company)

    def apply(self, turn: Move, action: Pass | TakeProvision) -> None:
        owner, provision = manager(turn, self.company), amount(turn)
        if isinstance(action, Pass):
            turn.emit(ProvisionLeft(self.company, owner, provision))
            return
        turn.emit(ProvisionPaid(self.company, owner, provision))
        pay(turn, self.company, owner, provision, "provision")
