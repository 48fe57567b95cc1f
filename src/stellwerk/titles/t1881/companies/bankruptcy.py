"""A company whose price has fallen to 10 leaves the game (9.13)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.eighteen.changes import move_paper, set_board
from stellwerk.eighteen.state import held, percent
from stellwerk.play.core import Procedure

from ..events import CompanyBankrupt
from ..sbahn.chair import ChairExchange, check_chair, largest_other
from ..state import Move, is_sbahn
from .purses import pass_on_noted, pay


def go_bankrupt(turn: Move, company: str) -> None:
    """Its papers are worthless, its depots and money go, its trams are for sale at the bank (9.13, 10.3)."""
    turn.emit(CompanyBankrupt(company))
    for paper in turn.rules.printed.register.of[company]:
        move_paper(turn, paper.id, GONE)
    networks = [company, *(turn.state.apart if is_sbahn(turn, company) else ())]
    trains = dict(turn.state.trains)
    for network in networks:
        pass_on_noted(turn, network, BANK)
        pay(turn, network, BANK, turn.state.cash[network], "bankrupt")
        trains[POOL] += trains[network]
        trains[network] = ()
    stations = {
        stop: tuple(mark for mark in marks if mark != company) for stop, marks in turn.state.board.stations.items()
    }
    left = {other: owed for other, owed in turn.state.credit.items() if other != company}
    turn.set(
        trains=trains,
        credit=left,
        in_operation=turn.state.in_operation - set(networks),
        bankrupt=turn.state.bankrupt | {company},
        apart=() if is_sbahn(turn, company) else turn.state.apart,
        network_depots={} if is_sbahn(turn, company) else turn.state.network_depots,
        further_depots=frozenset() if is_sbahn(turn, company) else turn.state.further_depots,
        markers={**turn.state.markers, company: 0},
    )
    set_board(turn, turn.state.board.with_stations({stop: marks for stop, marks in stations.items() if marks}))
    if not is_sbahn(turn, company):
        give_up_sbahn(turn, company)


def give_up_sbahn(turn: Move, company: str) -> None:
    """Its S-Bahn shares go to the pool, the chair to the largest other holder for two of his (9.13; rulings)."""
    sbahn, chair = turn.rules.printed.sbahn, turn.rules.printed.chair
    if not percent(turn, sbahn, company):
        return
    turn.push(ToThePool(company))
    heir = largest_other(turn, company)
    if turn.state.papers[chair] == company and percent(turn, sbahn, heir):
        turn.push(ChairExchange(company, heir))


class ToThePool(Procedure, frozen=True):
    """The S-Bahn shares of a bankrupt company, and those that it got for the chair, are for sale (9.13)."""

    company: str

    def run(self, turn: Move) -> None:
        for paper in held(turn, turn.rules.printed.sbahn, self.company):
            move_paper(turn, paper.id, POOL)
        check_chair(turn)
