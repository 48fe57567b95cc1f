"""Insolvency, and how a company is put back on its feet (6, 6.1)."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.state import held, percent, price
from stellwerk.play.core import Procedure

from ..events import GrantPaid, Insolvent, Reorganised, SharesForfeited, SharesPlaced
from ..papers.issues import split
from ..papers.shares import price_after_payout
from ..state import Move, Table, is_railway, pay, shares_of, works_of
from .engines import has_local_locomotive, place_machines, scrap, standard, take
from .turns import end_early
from .upkeep import engine_upkeep, machine_upkeep

LOCOMOTIVE, UPKEEP = "locomotive", "upkeep"  # the two causes (6 a, b)


class Reorganising(Struct, frozen=True):
    """Where 6.1 is read in more than one way."""

    loses_capital: bool = False
    """What capital there was does not help a company that cannot pay its upkeep."""
    grant_above_price: bool = False
    """A gift that equals the price does not move it."""
    scraps_first: bool = False
    """What costs upkeep is scrapped before anything is bought, so by the phase until then."""
    spares_at_once: bool = False
    """What the first machine has to spare improves others, too."""


def go_bankrupt(turn: Move, company: str, cause: str, missing: int) -> None:
    """The company's turn ends with its reorganisation (6)."""
    turn.emit(Insolvent(company, cause, missing))
    end_early(turn)
    turn.push(Reorganise(company, cause))


class Reorganise(Procedure, frozen=True):
    """The steps (i) to (ix), one after another; the company stays in trusteeship (6.1)."""

    company: str
    cause: str

    def run(self, turn: Move) -> None:
        company, way = self.company, turn.rules.reorganising
        forfeit(turn, company)
        if self.cause == UPKEEP and way.loses_capital:
            pay(turn, company, BANK, turn.state.cash[company], "upkeep")
        if is_railway(turn, company):
            due = locomotive_due(turn, company, self.cause)
            if self.cause == UPKEEP and way.scraps_first:
                scrap_old(turn, company)
            raise_money(turn, company, turn.rules.printed.trains[turn.state.depot[0]].price if due else 0)
            if due:
                train = turn.state.depot[0]
                pay(turn, company, BANK, turn.rules.printed.trains[train].price, "train")
                take(turn, company, train)
            if self.cause == UPKEEP and not way.scraps_first:
                scrap_old(turn, company)
        else:
            obsolete = [work for work in works_of(turn, company) if machine_upkeep(turn, work)]
            if way.scraps_first:
                scrap_old(turn, company)
            raise_money(turn, company, sum(machines_cost(turn, len(obsolete))))
            renew_machines(turn, company, obsolete)
            if not way.scraps_first:
                scrap_old(turn, company)
        turn.emit(Reorganised(company))


def forfeit(turn: Move, company: str) -> None:
    """(i) All shareholders give their shares back for nothing, and nobody directs; a concession ends (3.2.1)."""
    for seat in range(turn.state.seats):
        part = percent(turn, company, seat)
        if part:
            turn.emit(SharesForfeited(company, seat, part))
            for paper in held(turn, company, seat):
                move_paper(turn, paper.id, POOL)
    directors = {other: seat for other, seat in turn.state.directors.items() if other != company}
    turn.set(directors=directors, trust=turn.state.trust | {company})
    if is_railway(turn, company):
        move_paper(turn, turn.rules.printed.concessions[company], GONE)


def raise_money(turn: Move, company: str, cost: int) -> None:
    """(ii) to (v): shares of the issue, then new ones as long as money lacks, then a gift of the bank."""
    number = shares_of(turn, company, ISSUE)
    if number:
        place_shares(turn, company, number, splits=False)
    while turn.state.cash[company] < cost and turn.state.sizes[company] > 10:
        split(turn, company)
        place_shares(turn, company, shares_of(turn, company, ISSUE), splits=True)
    gift = cost - turn.state.cash[company]
    if gift > 0:
        turn.emit(GrantPaid(company, gift))
        pay(turn, BANK, company, gift, "grant")
        if gift >= price(turn, company) + turn.rules.reorganising.grant_above_price:
            price_after_payout(turn, company, gift, "grant")


def place_shares(turn: Move, company: str, number: int, splits: bool) -> None:
    """The bank takes shares into the pool and pays the company their price (6.1 ii–iv)."""
    for paper in held(turn, company, ISSUE):
        move_paper(turn, paper.id, POOL)
    turn.emit(SharesPlaced(company, turn.state.sizes[company], number, splits))
    pay(turn, BANK, company, number * price(turn, company), "shares")


def locomotive_due(table: Table, company: str, cause: str) -> bool:
    """(vi), (viii): the compulsory locomotive, or one that costs no upkeep if the company has none such."""
    if cause == LOCOMOTIVE:
        return True
    if has_local_locomotive(table, company):
        return False
    return all(engine_upkeep(table, train) for train in standard(table, company))


def scrap_old(turn: Move, company: str) -> None:
    """(viii), (ix): what costs upkeep in the phase that has begun by now."""
    for train in turn.state.trains[company]:
        if engine_upkeep(turn, train):
            scrap(turn, company, train)


# Machines ---------------------------------------------------------------------------------------------------


def machines_cost(table: Table, works: int) -> list[int]:
    """What the units cost that it takes to renew the machines of so many works (6.1 ix)."""
    costs, kinds = [], table.rules.printed.trains
    for unit in (kinds[card] for card in _stack(table, works)):
        if works <= 0:
            break
        costs.append(unit.machine)
        works -= unit.size
    return costs


def _stack(table: Table, number: int) -> list[str]:
    """The next units of the bank; of the last there is no end."""
    depot = table.state.depot
    return [*depot[:number], *[depot[-1]] * number]


def renew_machines(turn: Move, company: str, obsolete: list[str]) -> None:
    """(ix) In the order of joining; what a larger second unit has to spare improves others (rulings, Q11)."""
    first_size, spares = 0, turn.rules.reorganising.spares_at_once
    while obsolete:
        unit = turn.rules.printed.trains[turn.state.depot[0]]
        migrate, obsolete = obsolete[: unit.size], obsolete[unit.size :]
        if spares or (first_size and unit.size > first_size):
            smaller = [work for work in works_of(turn, company) if turn.state.machines[work] < unit.size]
            spare = [work for work in smaller if work not in migrate]
            migrate = migrate + spare[: unit.size - len(migrate)]
        first_size = first_size or unit.size
        pay(turn, company, BANK, unit.machine, "machine")
        place_machines(turn, company, tuple(migrate))
