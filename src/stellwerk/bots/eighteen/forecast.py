"""What is likely to come: when trains go, how long the game lasts, what a share will have brought by then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from functools import cached_property
from math import ceil

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.bots.api import Estimates, Firm, Railways, Survey, Table, TrainKind

CITY = 22.0  # what a stop is worth to a train in the first colour
TOWN = 4.0
STAGES = (1.0, 1.3, 1.6)  # how much more it is worth in later ones
GROWTH = 1.05  # of a company's run from round to round, by new track
PACE = 0.3  # trains bought in a round for each company with money and room
HOPE = 0.7  # of what a train typically earns, for one that has no track yet
BY_HEXES = 0.55  # stops that a train meets in each hex after its first
SKIPPING = 1.25  # how much better stops are that a train may choose
SAVING = 2  # rounds of income that count as money for a train
LEAST_PACE = 0.4
OUTFLOW = 0.85  # of all income that the bank does not get back
FLOW_GROWS, FLOW_ADDS, MOST_FLOW = 1.12, 20, 2400.0  # how all incomes of a round grow, and to what
WITHOUT_TRAIN = 0.8  # of what a train typically earns, for a company that can buy its first
NEW_TRAIN = 0.9  # the same for one bought in thought
INVESTED = 0.7  # of all players' cash, that goes into shares of a company to be floated at once
HORIZON = 26.0
RICH = 200.0  # cash for each paper that may still be taken
SPARE = 0.12  # what a mark in a treasury is worth that no train will need
FADING = (1.0, 0.7, 0.5, 0.35)  # what each further train can expect of track that does not lie yet
HELP = 0.6  # what a mark that its director will have to pay counts against a company


class Prospect(Struct, frozen=True):
    """What a company is likely to do until the end: sums for the whole of it."""

    dividends: float
    payouts: int


class Forecast(Estimates):
    """Estimates for one decision, each worked out when it is first asked for.

    Beyond `sight` operating rounds nothing is thought of.
    """

    def __init__(self, railways: Railways, table: Table, seat: int, sight: float = HORIZON) -> None:
        self.railways, self.table, self.seat, self.sight = railways, table, seat, sight
        self.board = railways.board(table)
        self._prospects: dict[str, Prospect] = {}
        self._values: dict[str, float] = {}

    @cached_property
    def survey(self) -> Survey:  # type: ignore[override]
        return self.railways.survey(self.table)

    # Trains -------------------------------------------------------------------------------------------------

    @cached_property
    def pace(self) -> float:
        """Trains that are likely to be bought in a round: by companies with room, above all those with money."""
        kind = self.survey.kinds[self.survey.depot[0]] if self.survey.depot else None
        pace = 0.0
        for firm in self.survey.firms.values():
            if firm.running and firm.room > 0 and kind:
                means = firm.treasury + SAVING * self.expected(firm, firm.trains, SAVING)
                pace += PACE * (min(1.0, means / kind.price) if firm.trains else 1.0)
        return max(LEAST_PACE, pace + self.survey.exports)

    def train_life(self, train: str) -> float:
        return self.comes_in(self.survey.kinds[train].ends_with)

    def comes_in(self, train: str) -> float:
        if not train:
            return HORIZON
        if train not in self.survey.depot:
            return 0.0
        return (self.survey.depot.index(train) + 0.5) / self.pace

    def turns_in(self, train: str) -> float:
        """Rounds until a train becomes another kind."""
        return self.comes_in(self.survey.kinds[train].turns_with)

    def form(self, train: str, now: float) -> str:
        """What a train will be in so many rounds."""
        return self.survey.kinds[train].turns_into if self.turns_in(train) <= now else train

    def next_train(self, later: float = 0.0, firm: Firm | None = None) -> TrainKind | None:
        """The train that the bank will be selling in so many rounds; for a company, one that it may own."""
        depot = self.survey.depot
        if not depot:
            return None
        card = depot[min(int(later * self.pace), len(depot) - 1) if later else 0]
        kinds = [self.survey.kinds[face] for face in self.survey.faces.get(card, (card,))]
        if firm and firm.only_hexes:
            kinds = [kind for kind in kinds if kind.hexes]
        return kinds[0]

    def typical(self, kind: TrainKind) -> float:
        """What a train earns on track that does not lie yet."""
        stage = STAGES[min(self.survey.stage, len(STAGES) - 1)]
        cities = kind.cities or min(kind.hexes, 1) + BY_HEXES * max(0, kind.hexes - 1)
        return (cities * CITY + kind.towns * TOWN) * stage * (SKIPPING if kind.skips else 1.0)

    def run(self, company: str, trains: tuple[str, ...], board: Board | None = None) -> int:
        """What trains would earn; worked out once for every board."""
        if not trains:
            return 0
        hangs_on = (self.survey.stage, self._run_hangs_on)
        return runs_on(self.railways, self.table, board or self.board, company, trains, hangs_on)

    @cached_property
    def _run_hangs_on(self) -> Hashable:
        return self.railways.run_hangs_on(self.table)

    # Companies ----------------------------------------------------------------------------------------------

    def part(self, firm: Firm, seat: int | None = None) -> float:
        """The part of a company's income that comes to a seat."""
        return firm.parts[self.seat if seat is None else seat] / 100

    def expected(self, firm: Firm, trains: tuple[str, ...], later: int) -> float:
        """What trains will earn in so many rounds: more than now, and something even without any track yet."""
        hope = max((self.typical(self.survey.kinds[train]) for train in trains), default=0.0)
        return max(self.run(firm.id, trains) * GROWTH**later, HOPE * hope * min(1.0, later / 3))

    def income(self, company: str) -> float:
        firm = self.survey.firms.get(company)
        if firm is None:
            return 0.0
        if firm.trains:
            return float(self.run(company, firm.trains))
        kind = self.next_train(firm=firm)
        return WITHOUT_TRAIN * self.typical(kind) if kind else 0.0

    def shortage(self, firm: Firm, spent: int = 0) -> float:
        """Money that will lack for the train it must own, weighed by how soon that may be."""
        if not firm.must_own or not firm.running:
            return 0.0
        life = max((self.train_life(train) for train in firm.trains), default=0.0)
        kind = self.next_train(life, firm)
        if kind is None or life >= HORIZON or life > self.rounds_left():
            return 0.0
        soon = 1.0 if life < 1 else max(0.0, 1 - life / 6)
        return soon * max(0, kind.price - firm.treasury + spent)

    def _floats_in(self, firm: Firm) -> float:
        """Rounds until enough of a company is sold."""
        if firm.running:
            return 0.0
        if firm.opens_in:
            return firm.opens_in
        missing = firm.floats_at - sum(firm.parts) - firm.pool
        if sum(max(0, papers) for papers in self.survey.papers_left) * firm.unit < missing:
            return HORIZON
        cost = max(0, missing) * firm.price / firm.unit
        money = INVESTED * sum(self.survey.cash)
        return 0.0 if cost <= money else 1 + 2 * (cost - money) / max(100.0, self._all_income)

    @cached_property
    def _all_income(self) -> float:
        firms = self.survey.firms.values()
        running = [self.income(firm.id) for firm in firms if firm.running]
        return sum(running) + self.survey.fixed_income

    @cached_property
    def _rounds_left(self) -> float:
        if self.survey.ending:
            return float(max(1, self.survey.set_left))
        if self.survey.rounds_to_come:
            return self.survey.rounds_to_come
        bank, flow, rounds = float(self.survey.bank), max(80.0, self._all_income), 0
        while bank > 0 and rounds < HORIZON:
            bank -= OUTFLOW * flow
            flow = min(FLOW_GROWS * flow + FLOW_ADDS, max(flow, MOST_FLOW))
            rounds += 1
        return min(float(self._in_whole_sets(max(1, rounds))), self.survey.rounds_at_most or HORIZON)

    def _in_whole_sets(self, rounds: int) -> int:
        """So many rounds, and the rest of the set in which the bank breaks."""
        left = self.survey.set_left
        if not left:
            return rounds
        return left + max(0, ceil((rounds - left) / self.survey.rounds)) * self.survey.rounds

    def rounds_left(self) -> float:
        return min(self._rounds_left, self.sight)

    # Shares -------------------------------------------------------------------------------------------------

    def prospect(self, company: str) -> Prospect:
        """Play a company on in thought: trains go and are replaced, incomes are paid or kept for a train."""
        found = self._prospects.get(company)
        if found is None:
            found = self._prospects[company] = self._look_ahead(company)
        return found

    def _look_ahead(self, company: str) -> Prospect:
        firm = self.survey.firms[company]
        return self._play_on(firm, self._floats_in(firm))

    def _play_on(self, firm: Firm, start: float) -> Prospect:
        treasury = float(firm.treasury)
        if not firm.running:
            treasury = firm.capital or firm.price * max(firm.floats_at, sum(firm.parts)) / firm.unit
        ends = {train: self.train_life(train) for train in firm.trains}
        new: TrainKind | None = None  # what has been bought in thought, and when it goes
        new_ends = 0.0
        dividends, payouts = 0.0, 0
        for now in range(int(start + 0.5), self._last_round(firm)):
            alive = tuple(self.form(train, now) for train in firm.trains if ends[train] > now)
            earned = self.expected(firm, alive, now)
            if new and new_ends > now:
                earned = max(earned, NEW_TRAIN * self.typical(new) * GROWTH**now)
            lasts = max([*ends.values()] + ([new_ends] if new else []), default=0.0)
            offer = self.next_train(now + 1, firm)
            needs = offer is not None and lasts <= now + 1.5 and treasury < offer.price
            if earned and not needs:
                dividends += earned
                payouts += 1
                treasury += earned * firm.pool / 100
            else:
                treasury += earned
                payouts -= 1
            if lasts <= now + 1 and offer and (firm.must_own or firm.splits or treasury >= offer.price):
                treasury = max(0.0, treasury - offer.price)
                new, new_ends = offer, now + 1 + self._life_from(offer, now + 1)
        return Prospect(dividends, payouts)

    def _last_round(self, firm: Firm) -> int:
        """When a company ends: with the game, or when it becomes part of another."""
        return int(min(firm.merges_in, self.rounds_left()) if firm.merges_into else self.rounds_left())

    def _life_from(self, kind: TrainKind, now: int) -> float:
        return max(0.0, self.train_life(kind.id) - now) if kind.ends_with else HORIZON

    def share_value(self, company: str) -> float:
        found = self._values.get(company)
        if found is None:
            never = self._floats_in(self.survey.firms[company]) >= self.rounds_left()
            found = self._values[company] = 0.0 if never else self._value(company, self.prospect(company))
        return found

    def value_if_floated(self, company: str) -> float:
        """What a share would bring if its company ran from now on."""
        return self._value(company, self._play_on(self.survey.firms[company], 0.0))

    def _value(self, company: str, prospect: Prospect) -> float:
        firm = self.survey.firms[company]
        worth = float(self.railways.price_after(self.table, company, prospect.payouts))
        if firm.merges_into and firm.merges_in < self.rounds_left():
            worth += self.share_value(firm.merges_into) - firm.merger_costs
        return firm.merger_brings * (self._trust(firm) * prospect.dividends / firm.shares + worth)

    def _trust(self, firm: Firm) -> float:
        """How much of what a company could pay its director is likely to pay; small holders loot."""
        if firm.director is None or firm.director == self.seat:
            return 1.0
        return 0.97 if firm.parts[firm.director] >= 30 else 0.9

    def site_value(self, company: str, board: Board) -> float:
        firm = self.survey.firms[company]
        ahead = self.next_train(3.0, firm)
        trains = firm.trains or (ahead.id,) if ahead else firm.trains
        dream = self.run(company, (ahead.id,), board) if ahead else 0
        return self.run(company, trains, board) + 0.3 * dream

    # Money --------------------------------------------------------------------------------------------------

    @cached_property
    def owes(self) -> int:
        """What the seat owes."""
        return self.survey.debts[self.seat] if self.survey.debts else 0

    def short_of(self, seat: int) -> bool:
        return self.survey.cash[seat] <= RICH * self.survey.papers_left[seat]

    def spending(self, company: str, amount: int) -> float:
        firm = self.survey.firms[company]
        if not amount:
            return 0.0
        return self.shortage(firm, amount) - self.shortage(firm) + 2 * SPARE * amount

    def train_adds(self, company: str, train: str) -> float:
        firm = self.survey.firms[company]
        return self.over_time(lambda kind: self.extra_income(firm, kind), train)

    def over_time(self, income: Callable[[str], float], train: str) -> float:
        """What a train brings until it goes, by what it and the kind that it becomes bring in a round."""
        rounds = max(0.0, min(self.train_life(train), self.rounds_left() - 1))
        first = min(rounds, self.turns_in(train))
        total = income(train) * first
        return total + income(self.survey.kinds[train].turns_into) * (rounds - first) if first < rounds else total

    def added(self, firm: Firm, train: str) -> float:
        """What one more train would earn on the track that lies."""
        return float(self.run(firm.id, (*firm.trains, train)) - self.run(firm.id, firm.trains))

    def extra_income(self, firm: Firm, train: str) -> float:
        """What one more train would earn in a round, now and on track to come."""
        now = self.added(firm, train)
        lasting = [other for other in firm.trains if self.train_life(other) > 1.5]
        room = FADING[min(len(lasting), len(FADING) - 1)]
        return max(now, 0.5 * now + 0.5 * room * self._on_track_to_come(train, lasting))

    def _on_track_to_come(self, train: str, lasting: list[str]) -> float:
        """What a train typically earns; as far as it is like one that is there, it needs track of its own."""
        typical = self.typical(self.survey.kinds[train])
        known = max((self.typical(self.survey.kinds[other]) for other in lasting), default=0.0)
        return typical - (1 - self.survey.track_to_come) * min(typical, known)

    def at(self, table: Table) -> Forecast:
        return Forecast(self.railways, table, self.seat, self.sight)

    def built_on(self, table: Table) -> Forecast:
        twin = self.at(table)
        twin.survey = self.survey
        return twin


class _Kept(threading.local):
    """Runs on a board never change, as a board is a value: they are kept with it for a while, in each thread."""

    def __init__(self) -> None:
        self.boards: dict[int, tuple[Board, dict[tuple[object, ...], int]]] = {}


_KEPT = _Kept()
_KEPT_BOARDS = 256


def runs_on(
    railways: Railways, table: Table, board: Board, company: str, trains: tuple[str, ...], hangs_on: Hashable
) -> int:
    """A run on a board, kept for the next who asks."""
    boards = _KEPT.boards
    kept = boards.get(id(board))
    if kept is None or kept[0] is not board:
        if len(boards) >= _KEPT_BOARDS:
            del boards[next(iter(boards))]
        kept = boards[id(board)] = (board, {})
    key = (company, trains, hangs_on)
    found = kept[1].get(key)
    if found is None:
        found = kept[1][key] = railways.run(table, company, board, trains)
    return found
