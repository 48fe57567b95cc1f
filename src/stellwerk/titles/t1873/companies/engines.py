"""Locomotives, machines and switchers as they come from the bank and leave the game (4.1, 4.4.7, 4.4.9, 5)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, GONE
from stellwerk.eighteen.changes import move_paper, move_train
from stellwerk.eighteen.events import TrainBought
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.trains import CheckLimits, begin_phase, take_card

from ..data import MACHINES, RAILCAR
from ..events import ConcessionRetired, EngineScrapped, MachineBought
from ..lines.concessions import wake
from ..papers.shares import has_concession, papers_moved
from ..state import Move, Table, company73, is_railway, is_work


def is_standard(table: Table, train: str) -> bool:
    """Whether this is a locomotive of size 1 to 5 (4.1)."""
    unit = table.rules.printed.trains[train]
    return bool(unit.size) and not unit.switcher


def standard(table: Table, company: str) -> list[str]:
    """The standard locomotives of a company."""
    return [train for train in table.state.trains[company] if is_standard(table, train)]


def has_local_locomotive(table: Table, company: str) -> bool:
    """Whether a railway has no route, but a printed locomotive, which fulfils its duty (4.4.9)."""
    return not company73(table, company).routes


def first_due(table: Table, company: str) -> bool:
    """Whether a railway has still to buy its compulsory locomotive (4.4.7)."""
    return (
        is_railway(table, company) and has_concession(table, company) and not has_local_locomotive(table, company)
    )


def take(turn: Move, company: str, train: str) -> None:
    """A train that has been paid comes from the bank; switchers have no end (4.1)."""
    if is_standard(turn, train):
        take_card(turn)
    elif train == RAILCAR:
        turn.set(railcars=turn.state.railcars - 1)
    turn.set(trains={**turn.state.trains, company: (*turn.state.trains[company], train)})
    turn.emit(TrainBought(company, train, BANK, turn.rules.printed.trains[train].price, 0))
    arrived(turn, company, train, BANK)


def arrived(turn: Move, company: str, train: str, source: str) -> None:
    """Phases, the end of a concession, and what is too much of switchers (4.2.4, 4.3.5, 4.4.7)."""
    new_phase(turn, train)  # which only a train from the bank can begin
    if first_due(turn, company):  # and nothing but a standard locomotive can be bought then
        retire_concession(turn, company)
    if is_work(turn, company):
        for old in turn.state.trains[company][:-1]:
            scrap(turn, company, old)
    else:
        turn.push(CheckLimits())


def retire_concession(turn: Move, company: str) -> None:
    """From now on whoever holds most directs, and takes the rest of the turn (4.4.7)."""
    move_paper(turn, turn.rules.printed.concessions[company], GONE)
    turn.emit(ConcessionRetired(company))
    papers_moved(turn, company)


def place_machines(turn: Move, owner: str, works: tuple[str, ...]) -> None:
    """A unit that has been paid becomes machines of these works."""
    card = take_card(turn)
    unit = turn.rules.printed.trains[card]
    if unit.count:
        turn.set(trains={**turn.state.trains, MACHINES: (*turn.state.trains[MACHINES], card)})
    turn.set(machines={**turn.state.machines, **dict.fromkeys(works, unit.size)})
    turn.emit(MachineBought(owner, unit.size, works, unit.machine))
    new_phase(turn, card)


def scrap(turn: Move, owner: str, train: str) -> None:
    """Out of the game (4.2.4)."""
    move_train(turn, train, owner, SCRAPPED)
    turn.emit(EngineScrapped(owner, train))


def new_phase(turn: Move, train: str) -> None:
    """The first unit of a size, or the first railcar, begins a phase (5)."""
    if begin_phase(turn, train):
        wake(turn)
