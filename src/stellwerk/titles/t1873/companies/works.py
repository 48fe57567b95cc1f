"""What works produce, alone or in a company, and how a work is closed (4.2.2, 4.2.3, 4.2.5, 4.3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import SCRAPPED, acting_seat
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal

from ..actions import AssignSwitchers
from ..events import Produced, SwitchersAssigned, WorkClosed
from ..lines.concessions import connected
from ..state import HARZ, Move, Table, director, pay, works_of
from .income import settle_profit
from .turns import end_early
from .upkeep import engine_upkeep, machine_upkeep

Assignment = tuple[tuple[str, str], ...]  # works with their switchers, in the order of the works


def is_connected(table: Table, work: str) -> bool:
    """Whether track leads from a work's hex to the state railway (4.2.1)."""
    printed = table.rules.printed
    return connected(table.state.board, printed.box.grid.index[printed.works[work].hex])


# Production -------------------------------------------------------------------------------------------------


def produced(table: Table, owner: str, at: Mapping[str, str]) -> Produced:
    """What the works of an owner earn and cost with these switchers (4.2.2, 4.3.1)."""
    rows, printed = [], table.rules.printed
    for id_ in works_of(table, owner):
        work, machine = printed.works[id_], table.state.machines[id_]
        switcher = at.get(id_, "")
        size = printed.trains[switcher].size if switcher else 0
        upkeep = machine_upkeep(table, id_) + (engine_upkeep(table, switcher) if switcher else 0)
        if is_connected(table, id_):
            by_machine = work.income(machine, 0)
            rows.append((id_, machine, by_machine, size, work.income(machine, size) - by_machine, upkeep))
        else:
            rows.append((id_, 0, work.base, 0, 0, upkeep))
    extra = printed.title["works"]["harz"]["income"] if owner == HARZ else 0
    income = sum(row[2] + row[4] for row in rows) + extra
    return Produced(owner, tuple(rows), extra, income, sum(row[5] for row in rows))


class ProduceAlone(Procedure, frozen=True):
    """Half of a work's profit goes to its owner, half into its capital; it may have to close (4.2.2, 4.2.3)."""

    work: str

    def run(self, turn: Move) -> None:
        work = self.work
        made = produced(turn, work, dict(zip((work,), turn.state.trains[work], strict=False)))
        turn.emit(made)
        profit = made.income - made.upkeep
        if profit >= 0:
            owner = director(turn, work)
            assert owner is not None
            pay(turn, BANK, owner, profit // 2, "profit")
            pay(turn, BANK, work, profit - profit // 2, "withheld")
            return
        lack = min(-profit, turn.state.cash[work])
        pay(turn, work, BANK, lack, "upkeep")
        if lack < -profit:
            close(turn, work, forced=True)
            end_early(turn)


def close(turn: Move, work: str, forced: bool) -> None:
    """The owner gets the capital; what the work had but the smallest machine leaves the game (4.2.5)."""
    owner, capital = director(turn, work), turn.state.cash[work]
    assert owner is not None
    turn.emit(WorkClosed(work, owner, capital, forced))
    pay(turn, work, owner, capital, "closed")
    move_paper(turn, work, BANK)
    trains = turn.state.trains
    turn.set(
        machines={**turn.state.machines, work: 1},
        trains={**trains, work: (), SCRAPPED: trains[SCRAPPED] + trains[work]},
        in_operation=turn.state.in_operation - {work},
    )


# Companies --------------------------------------------------------------------------------------------------


def assignments(table: Table, company: str) -> list[Assignment]:
    """Every way to give each switcher a work of its own, the highest income first (4.3.1)."""
    works, switchers = works_of(table, company), table.state.trains[company]
    found: dict[Assignment, int] = {}
    for chosen in permutations(works, len(switchers)):
        at = dict(zip(chosen, switchers, strict=True))
        ordered = tuple((work, at[work]) for work in works if work in at)
        if ordered not in found:
            found[ordered] = produced(table, company, at).income
    return sorted(found, key=lambda at: -found[at])


class AssignStep(Decision, frozen=True):
    """The director says which work each switcher serves; where that is all the same, they just do (4.3.1)."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for at in assignments(table, self.company):
            yield AssignSwitchers(seat, self.company, at)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, AssignSwitchers) or action.company != self.company:
            return refuse(table, "assign_switchers", company=self.company)
        if action.at not in assignments(table, self.company):
            return refuse(table, "one_switcher_a_work", company=self.company)
        return None

    def idle(self, table: Table) -> bool:
        ways = assignments(table, self.company)
        incomes = (produced(table, self.company, dict(ways[n])).income for n in (0, -1))
        return self.company in table.state.trust or len(set(incomes)) == 1

    def skip(self, turn: Move) -> None:
        produce(turn, self.company, assignments(turn, self.company)[0])

    def apply(self, turn: Move, action: AssignSwitchers) -> None:
        turn.emit(SwitchersAssigned(self.company, action.at))
        produce(turn, self.company, action.at)


def produce(turn: Move, company: str, at: Assignment) -> None:
    """The works of a company earn together (4.3.1)."""
    made = produced(turn, company, dict(at))
    turn.emit(made)
    settle_profit(turn, company, made.income, made.upkeep)
