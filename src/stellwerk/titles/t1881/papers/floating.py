"""How companies go into operation (4.25–4.27, 12.4)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.eighteen.changes import place_marker
from stellwerk.eighteen.directors import check_director
from stellwerk.eighteen.events import Floated
from stellwerk.eighteen.state import home_hex, sold_percent
from stellwerk.play.core import Procedure

from ..companies.purses import pay
from ..sbahn.chair import check_chair
from ..sbahn.company import begin_networks
from ..state import Move, company81, is_sbahn


def papers_moved(turn: Move, company: str) -> None:
    """Directors change as soon as somebody holds more, not as much (4.22, 4.23, 12.3)."""
    if is_sbahn(turn, company):
        check_chair(turn)
    else:
        check_director(turn, company)


class CheckFloat(Procedure, frozen=True):
    """A company may have been sold far enough; a change of director or chair comes first (4.25, 12.3, 12.4)."""

    company: str

    def run(self, turn: Move) -> None:
        if self.company not in turn.state.in_operation:
            check_float(turn, self.company)


def check_float(turn: Move, company: str) -> None:
    """A tram company with 60% sold has capital and start depot at once, the S-Bahn with 30% (4.26, 12.4)."""
    part = "sbahn" if is_sbahn(turn, company) else "shares"
    if sold_percent(turn, company) < turn.rules.printed.title[part]["floats_at"]:
        return
    turn.set(in_operation=turn.state.in_operation | {company})
    if is_sbahn(turn, company):
        begin_networks(turn)
        return
    capital = turn.rules.printed.title["shares"]["capital"] * company81(turn, company).price
    turn.emit(Floated(company, capital))
    pay(turn, BANK, company, capital, "capital")
    place_marker(turn, company, stop_number(home_hex(turn, company), 0))
