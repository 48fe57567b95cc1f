"""What is likely to come in 1873: phases, rounds, and what works, railways and shares will bring until the end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, partial
from math import ceil
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.board.board import Board, stop_number
from stellwerk.bots.api import Estimates
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.state import percent, price

from ..companies.engines import first_due
from ..companies.running import home_stops, station_value
from ..companies.upkeep import engines_upkeep
from ..data import Phase73, Work
from ..lines.reserves import missing, wanted
from ..state import (
    HARZ,
    Table,
    company73,
    external,
    is_railway,
    is_work,
    unit,
    works_of,
)
from .scoring_time import KEPT_BY_WORKS, pace, rounds_to_come, rounds_until
from .scoring_track import nearness

LATER = 0.9  # what money is worth that comes one round later
GROWTH = 1.06  # of a railway's run from round to round, by new track and markers
GROWN = 2.5  # how far that goes
REFIT = 0.1  # of what works could earn more at most, gained in a round
REPLACED = 0.5  # of the upkeep of what is there now: the rest will have been replaced
PAID = 0.85  # of a company's profit that is paid out
BY_OTHERS = 0.5  # how likely it is that a work of a company is connected, against one that lays track itself
NOT_YET = 0.1  # what counts of a machine or switcher that waits for a connection
STRANGERS = 0.85  # how much counts of what a company could bring that somebody else directs
CAPITAL_EARNS = 0.25  # what a mark earns a railway in a round beyond route and locomotive
MOST_BY_CAPITAL = 400.0
RIVALRY = 0.3  # what others gain counts against one's own: less than elsewhere
FIRST_RUN = 2  # a new railway builds, buys its locomotive, and runs one round later

N = TypeVar("N", int, float)


class Gear(Struct, frozen=True):
    """What an owner produces or runs with."""

    owner: str
    trains: tuple[str, ...]
    machines: Mapping[str, int]
    cash: int

    @property
    def equipment(self) -> Hashable:
        """All of it but the money."""
        return self.owner, self.trains, tuple(self.machines.items())


class Outlook:
    """Estimates for one decision of one seat."""

    discount = LATER

    def __init__(self, table: Table, seat: int, estimates: Estimates) -> None:
        self.table, self.seat, self.estimates = table, seat, estimates
        self.printed = table.rules.printed
        self._values: dict[str, float] = {}
        self._profits: dict[str, list[float]] = {}
        self._incomes: dict[Hashable, float] = {}
        self._left_over: dict[Hashable, list[float]] = {}

    # Time ---------------------------------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> int:
        """Operating rounds still to come, without the one that is being played."""
        return rounds_to_come(self.table)

    def phase_in(self, rounds: float) -> Phase73:
        """What will hold in so many rounds."""
        begun = [phase for phase, begins in self._phases if begins <= rounds]
        return begun[-1]

    @cached_property
    def _ahead(self) -> list[Phase73]:
        """What will hold now and after each of the rounds to come."""
        return [self.phase_in(later) for later in range(self.rounds + 1)]

    @cached_property
    def _phases(self) -> list[tuple[Phase73, float]]:
        return [(phase, rounds_until(self.table, phase)) for phase in self.printed.phases]

    # Income -------------------------------------------------------------------------------------------------

    def gear(self, owner: str) -> Gear:
        """What an owner has now."""
        state = self.table.state
        machines = {work: state.machines[work] for work in works_of(self.table, owner)}
        return Gear(owner, state.trains[owner], machines, state.cash[owner])

    def income(self, gear: Gear, waiting: float = NOT_YET) -> float:
        """What it brings in a round, before upkeep; `waiting` counts for works that may come to be connected."""
        key = (gear.equipment, waiting)
        if key not in self._incomes:
            self._incomes[key] = self._income(gear, waiting)
        return self._incomes[key]

    def _income(self, gear: Gear, waiting: float) -> float:
        if is_railway(self.table, gear.owner):
            return float(self.run(gear.owner, gear.trains))
        works = [self.printed.works[work] for work in gear.machines]
        income = self.printed.title["works"]["harz"]["income"] if gear.owner == HARZ else 0
        adds = []
        for work in works:
            chance = self._chance(gear.owner, work, waiting)
            income += work.base + chance * (work.income(gear.machines[work.id], 0) - work.base)
            adds.append((chance * work.switchers[0], chance * (work.switchers[1] - work.switchers[0])))
        sizes = sorted((self.printed.trains[train].size for train in gear.trains), reverse=True)
        # A larger switcher adds as much more wherever it serves, so that the best works just get the largest.
        for size, (add, step) in zip(sizes, sorted(adds, reverse=True), strict=False):
            income += add + step * (size - 2)
        return float(income)

    def _chance(self, owner: str, work: Work, waiting: float = 1.0) -> float:
        """Whether a work is connected, or will be before long."""
        near = nearness(self.table, work.id)
        if near == 1:
            return near
        return waiting * near * (1.0 if is_work(self.table, owner) else BY_OTHERS)

    def upkeep(self, gear: Gear, phase: Phase73) -> int:
        """What it costs in a round of a phase."""
        machines = sum(phase.machines.get(size, 0) for size in gear.machines.values())
        return machines + sum(self.engine_upkeep(train, phase) for train in gear.trains)

    def engine_upkeep(self, train: str, phase: Phase73) -> int:
        """What a locomotive or switcher costs in a round of a phase."""
        kind = self.printed.trains[train]
        return (phase.switchers if kind.switcher else phase.locomotives).get(kind.size, 0)

    def run(self, company: str, trains: Sequence[str]) -> int:
        """What locomotives of a railway would earn; one that has not built yet has its route."""
        engines = tuple(train for train in trains if not self.printed.trains[train].switcher)
        board = self.table.state.board if company in self.table.state.complete else self._with_route(company)
        if not engines and not company73(self.table, company).routes:
            return station_value(self.table, home_stops(self.table, company)[0])
        return self.estimates.run(company, engines, board)

    def _with_route(self, company: str) -> Board:
        memo = self.table.state.board.memo
        if ("as built", company) not in memo:
            memo["as built", company] = with_route(self.table, company)
        board: Board = memo["as built", company]
        return board

    def left_over(self, gear: Gear) -> list[float]:
        """What is left after upkeep now and after each round to come; what only costs is scrapped."""
        key = gear.equipment
        found = self._left_over.get(key)
        if found is None:
            found = self._left_over[key] = self._in_time(partial(self._profit, gear))
        return found

    def _upkeeps(self, gear: Gear) -> list[int]:
        """What it costs now and after each round to come."""
        return self._in_time(partial(self.upkeep, gear))

    def _in_time(self, in_phase: Callable[[Phase73], N]) -> list[N]:
        """What hangs on the phase alone, now and after each round to come."""
        found: dict[str, N] = {}
        for phase in self._ahead:
            if phase.id not in found:
                found[phase.id] = in_phase(phase)
        return [found[phase.id] for phase in self._ahead]

    def _profit(self, gear: Gear, phase: Phase73) -> float:
        everything = self.income(gear) - self.upkeep(gear, phase)
        free = tuple(train for train in gear.trains if not self.engine_upkeep(train, phase))
        if free == gear.trains or (is_railway(self.table, gear.owner) and not self._can_run(gear.owner, free)):
            return everything
        rest = replace(gear, trains=free)
        return max(everything, self.income(rest) - self.upkeep(rest, phase))

    def _can_run(self, company: str, trains: Sequence[str]) -> bool:
        """Whether a standard locomotive is left."""
        sizes = [self.printed.trains[train].size for train in trains if not self.printed.trains[train].switcher]
        return any(sizes) or not company73(self.table, company).routes

    def stream(self, gear: Gear) -> float:
        """All that comes in the rounds to come with what is there now."""
        return sum(self.left_over(gear)[1:])

    def ruin(self, gear: Gear) -> float:
        """How likely it is that upkeep will eat up all the capital, by how soon that would be."""
        cash, chance = float(gear.cash), 0.8
        for profit in self.left_over(gear)[1:]:
            cash += min(0.0, profit)
            if cash < 0:
                return chance
            chance *= 0.85
        return 0.0

    # Owners -------------------------------------------------------------------------------------------------

    def part(self, owner: str, seat: int | None = None) -> float:
        """A seat's part of what an owner earns."""
        seat = self.seat if seat is None else seat
        if is_work(self.table, owner):
            return float(self.table.state.papers[owner] == seat)
        return percent(self.table, owner, seat) / 100

    def holding(self, owner: str) -> float:
        """What the seat would lose if an owner went bankrupt."""
        if is_work(self.table, owner):
            return self.part(owner) * self.printed.works[owner].face
        number = self.part(owner) * 100 / unit(self.table, owner)
        return number * price(self.table, owner) if self.table.state.chart.field(owner) else 0.0

    # Works --------------------------------------------------------------------------------------------------

    def work_alone(self, work: str) -> float:
        """What a single work brings its owner until the end: half its profit, and face value or capital."""
        printed, state = self.printed.works[work], self.table.state
        profits = self._works_profits(work, (work,))
        paid = sum(profit / 2 * self.discount**later for later, profit in enumerate(profits))
        capital = state.cash[work] + KEPT_BY_WORKS * sum(profit / 2 for profit in profits)
        return paid + max(printed.face, capital) * self.discount ** len(profits)

    def _works_profits(self, owner: str, works: Sequence[str]) -> list[float]:
        """Expected profits, round by round: better machines and switchers come, and old ones cost."""
        gear = replace(self.gear(owner), machines={work: self.table.state.machines[work] for work in works})
        if is_work(self.table, owner) or owner in self.table.state.sizes:
            trains = self.table.state.trains[owner]
        else:
            trains = tuple(train for work in works for train in self.table.state.trains[work])
        gear = replace(gear, trains=trains)
        now, most = self.income(gear, 1.0), self._most(owner, works)
        upkeeps, profits = self._upkeeps(gear), []
        for later in range(self.rounds):
            grown = now + max(0.0, most - now) * min(0.8, REFIT * later)
            profits.append(max(0.0, grown - REPLACED * upkeeps[later]))
        return profits

    def _most(self, owner: str, works: Sequence[str]) -> float:
        """What works could come to earn."""
        total = self.printed.title["works"]["harz"]["income"] if owner == HARZ else 0
        for id_ in works:
            work = self.printed.works[id_]
            total += work.base + self._chance(owner, work) * (work.income(5, 5) - work.base)
        return total

    def founded_share(self, company: str, works: Sequence[str], start: int) -> float:
        """What half of a works company would bring that is founded of these works."""
        capital = sum(self.table.state.cash[work] for work in works)
        return self._walk(start, 50, self._works_profits(company, works)) + 0.2 * capital

    # Shares -------------------------------------------------------------------------------------------------

    def share(self, company: str) -> float:
        """What a share will bring until the end, its price then included; in money of today."""
        if company not in self._values:
            self._values[company] = self._share(company)
        return self._values[company]

    def _share(self, company: str) -> float:
        now = price(self.table, company)
        if company == external(self.table):
            return self._walk_outside(now)
        worth = self._walk(now, unit(self.table, company), self.profits(company))
        director = self.table.state.directors.get(company)
        return worth if director == self.seat else STRANGERS * worth

    def profits(self, company: str) -> list[float]:
        """What a company will earn after upkeep, round by round; nothing more once it is insolvent."""
        found = self._profits.get(company)
        if found is None:
            found = self._profits[company] = self._look_ahead(company)
        return found

    def _look_ahead(self, company: str) -> list[float]:
        state, gear = self.table.state, self.gear(company)
        if not is_railway(self.table, company):
            return self._works_profits(company, works_of(self.table, company))[: self.solvent_for(gear)]
        if not gear.trains and company73(self.table, company).routes:
            capital = state.cash[company] if company in state.in_operation else 5 * price(self.table, company)
            return self.first_profits(company, capital, company in state.complete)
        income, upkeeps, profits = self.income(gear), self._upkeeps(gear), list[float]()
        for later in range(self.solvent_for(gear)):
            run = income * min(GROWN, GROWTH**later)
            profits.append(max(0.0, run - REPLACED * upkeeps[later]))
        return profits

    def solvent_for(self, gear: Gear) -> int:
        """Rounds until upkeep cannot be paid, nor something newer be bought (6)."""
        kind, cash = self.printed.trains[self.table.state.depot[0]], float(gear.cash)
        newer = kind.price if is_railway(self.table, gear.owner) else kind.machine
        for later, profit in enumerate(self.left_over(gear)[: self.rounds]):
            if profit < 0 and cash < min(-profit, newer):
                return later
            cash += min(0.0, profit)
        return self.rounds

    def can_begin(self, company: str, capital: int) -> bool:
        """Whether a new railway can pay its route and its first locomotive."""
        train = self.printed.trains[self._first_locomotive(company)]
        return capital >= train.price + company73(self.table, company).cost

    def first_profits(self, company: str, capital: int, built: bool = False) -> list[float]:
        """Profits of a railway that has still to buy its locomotive; none if it cannot (6)."""
        train = self._first_locomotive(company)
        kind = self.printed.trains[train]
        spare = capital - kind.price - (0 if built else company73(self.table, company).cost)
        if spare < 0:
            return []
        gear = Gear(company, (train,), {}, spare)
        income, upkeeps = self.income(gear), self._upkeeps(gear)
        extra = min(MOST_BY_CAPITAL, CAPITAL_EARNS * spare)
        profits = [0.0] * min(FIRST_RUN - 1, self.rounds)
        for later in range(len(profits), self.rounds):
            run = income * min(GROWN, GROWTH**later) + (extra if later >= 2 * FIRST_RUN else 0.0)
            profits.append(max(0.0, run - REPLACED * upkeeps[later]))
        return profits

    def _first_locomotive(self, company: str) -> str:
        """What will be the next unit when it is its turn; but a 1 does not run two routes (4.4.7)."""
        state, least = self.table.state, len(company73(self.table, company).routes)
        ahead = 0 if acting(self.table) == company else ceil(pace(self.table))
        later = state.depot[min(ahead, len(state.depot) - 1) :]
        return next((card for card in later if self.printed.trains[card].size >= least), later[-1])

    def new_railway(self, company: str, start: int) -> float:
        """What a share of a railway would bring that is founded at a price and floats."""
        profits = self.first_profits(company, 5 * start)
        return self._walk(start, 20, profits) if profits else 0.0

    def _walk(self, start: float, size: int, profits: Sequence[float]) -> float:
        """Dividends of a share and its last price (4.3.3); a company without profits is lost."""
        row = self.printed.sheet.rows[0]
        column = max(place for place, value in enumerate(row) if value <= start)
        total = 0.0
        for later, profit in enumerate(profits):
            paid = PAID * profit
            total += paid * size / 100 * self.discount**later
            column = min(len(row) - 1, max(0, column + (min(3, int(paid // row[column])) if paid else -1)))
        alive = len(profits) >= self.rounds
        return total + (row[column] * self.discount**self.rounds if alive else 0.0)

    def walk_from(self, company: str, start: int) -> float:
        """What a share would bring from here on if its price were another one: a step up lasts to the end."""
        return self._walk(start, unit(self.table, company), self.profits(company))

    def split_walk(self, company: str, size: int, more: float) -> float:
        """What a share of another size would bring, if the company earned so much more in a round."""
        return self._walk(price(self.table, company), size, [profit + more for profit in self.profits(company)])

    def _walk_outside(self, now: int) -> float:
        """Ten times the size of its locomotive in each round (4.5)."""
        dividend: int = self.printed.title["external"]["dividend"]
        (train,) = self.table.state.trains[external(self.table)]
        total, size = 0.0, self.printed.trains[train].size
        for later in range(self.rounds):
            phase = self.phase_in(max(0, later - 1))
            size = max(size, min(5, 1 + self.printed.phases.index(phase)))
            total += dividend * size * self.discount**later
        return total + now * self.discount**self.rounds


def with_route(table: Table, company: str) -> Board:
    """The board with a railway's route and homes, as its first turn will leave it."""
    board: Board = table.state.board
    for hex_ in missing(table, company):
        track = wanted(table, company, hex_)
        if track is not None:
            board = board.lay(hex_, track)
    index = table.rules.printed.box.grid.index
    for home in company73(table, company).homes:
        stop = stop_number(index[home], 0)
        if company not in board.stations.get(stop, ()):
            board = board.with_station(company, stop)
    return board


def spare_money(table: Table, company: str) -> int:
    """What a railway can spend on track and stations: its compulsory locomotive comes first (4.4.7)."""
    state = table.state
    first = table.rules.printed.trains[state.depot[0]].price if first_due(table, company) else 0
    return state.cash[company] - first - engines_upkeep(table, company)
