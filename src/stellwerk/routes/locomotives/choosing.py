"""The search for the best choice of routes: it follows what loses little against the prices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from .hanging import complete_numbers, merged, most_routes
from .prices import SCALE, Prices
from .table import Table, bits_of

Judge = Callable[[list[int]], int | None]


class _EnoughError(Exception):
    """Patience is at an end."""


class State(Struct):
    """A choice in the making: what is free, lost, covered, wanted and chosen, and sums for all ways at once."""

    free: int
    loss: int
    covered: int
    wanted: int
    left: dict[int, int]
    chosen: list[int]
    met: int
    """For each way, what it would meet of what is wanted."""
    cost: int
    """For each way, what it loses: its slack, and the claims of what is covered already."""
    open: int
    """All that is wanted."""


class Choosing:
    """Chooses a number of ways that fit together; which locomotive runs them is left to a judge.

    Columns of the prices are told apart by way only: a way loses what it does for the fleet where it loses least.
    `packing` are prices of track by which every way costs at least one route.
    """

    def __init__(
        self,
        table: Table,
        way_of: Sequence[int],
        slacks: Sequence[int],
        items_of: Sequence[Sequence[int]],
        worths: Sequence[int],
        prices: Prices,
        packing: Sequence[int],
        tick: Callable[[], None],
    ) -> None:
        self.table = table
        self.tick = tick
        self.limit = 0
        self.routes = 0
        least: dict[int, int] = {}
        some: dict[int, int] = {}
        sure: dict[int, int] = {}
        for way, slack, items in zip(way_of, slacks, items_of, strict=True):
            mask = sum(1 << item for item in items)
            least[way] = min(slack, least.get(way, slack))
            some[way] = mask | some.get(way, 0)
            sure[way] = mask & sure.get(way, mask)
        self.order = sorted(least, key=lambda way: (least[way], len(table.ways[way].links)))
        self.slacks = [least[way] for way in self.order]
        self.sure = [sure[way] for way in self.order]
        self.claims = prices.claims
        self.area = [table.areas[way] for way in self.order]
        self.halts = [table.ways[way].halts for way in self.order]
        self.rows = [sum(1 << row for row in table.rows_of_way[way]) for way in self.order]
        self.packing = packing
        self.capacity: dict[int, int] = {}
        for fleet in table.fleets:
            self.capacity[fleet.area] = self.capacity.get(fleet.area, 0) + fleet.capacity
        self.sizes = tuple(fleet.routes for fleet in table.fleets for _ in range(fleet.number))
        self.known: dict[tuple[tuple[int, int], ...], int] = {}
        self._index([some[way] for way in self.order], worths, prices)

    def _index(self, some: list[int], worths: Sequence[int], prices: Prices) -> None:
        using = [0] * self.table.track_rows
        covering = [0] * len(worths)
        self.in_area = dict.fromkeys(self.capacity, 0)
        self.at_stop: dict[int, int] = {}
        rows_of = [self.table.rows_of_way[way] for way in self.order]
        for at, rows in enumerate(rows_of):
            bit = 1 << at
            for row in rows:
                using[row] |= bit
            for item in bits_of(some[at]):
                covering[item] |= bit
            self.in_area[self.area[at]] |= bit
            for stop in bits_of(self.halts[at]):
                self.at_stop[stop] = self.at_stop.get(stop, 0) | bit
        self.conflicts = [0] * len(rows_of)
        for at, rows in enumerate(rows_of):
            for row in rows:
                self.conflicts[at] |= using[row]
        # what costs something if no way takes it: track and items
        self.wanted = [(prices.rows[row], using[row]) for row in range(len(using)) if prices.rows[row]]
        for item, worth in enumerate(worths):
            unclaimed = SCALE * worth - prices.claims[item]
            if unclaimed:
                self.wanted.append((unclaimed, covering[item]))
        self.meets = [0] * len(rows_of)
        for number, (_, taking) in enumerate(self.wanted):
            for at in bits_of(taking):
                self.meets[at] |= 1 << number
        # sums for all ways at once: numbers of 64 bits side by side
        self.met_by = [price * _side_by_side(taking) for price, taking in self.wanted]
        self.cost = sum(slack << 64 * at for at, slack in enumerate(self.slacks))
        surely = [0] * len(worths)
        for at, mask in enumerate(self.sure):
            for item in bits_of(mask):
                surely[item] |= 1 << at
        self.again = [claim * _side_by_side(ways) for claim, ways in zip(self.claims, surely, strict=False)]

    def search(
        self,
        routes: int,
        loss: int,
        judge: Judge,
        barred: Callable[[int], bool] | None = None,
        among: bool = False,
        patience: int = 0,
    ) -> bool:
        """Go through choices of so many ways that lose at most `loss`; the judge may say what the next may lose.

        Ways that are `barred` are left out; or, the other way round, only choices with one `among` them are tried.
        With `patience` it stops after so many steps; the answer says whether all was tried.
        """
        self.routes = routes
        self.limit = loss
        self.complete = complete_numbers(routes, self.sizes)
        self.known.clear()
        self.judge = judge
        chosen = [at for at, way in enumerate(self.order) if way < self.table.compulsory]
        state = State((1 << len(self.order)) - 1, 0, 0, (1 << len(self.wanted)) - 1, self.capacity, [], 0, 0, 0)
        for number, (price, _) in enumerate(self.wanted):
            state.open += price
            state.met += self.met_by[number]
        state.cost = self.cost
        for at in chosen:
            state = self._taken(state, at)
        if min(state.left.values(), default=0) < 0 or len(chosen) > routes:
            return True
        self.patience = patience
        named = sum(1 << at for at, way in enumerate(self.order) if barred is not None and barred(way))
        try:
            if not among:
                state.free &= ~named
                self._go(state)
            elif any(named >> at & 1 for at in chosen):
                self._go(state)
            elif len(chosen) < routes:
                self._take_each(state, state.free & named)
        except _EnoughError:
            return False
        return True

    def _taken(self, state: State, at: int) -> State:
        """What is left to choose when a way is taken."""
        area = self.area[at]
        left = {**state.left, area: state.left[area] - 1}
        free = state.free & ~(self.conflicts[at] | 1 << at)
        if left[area] <= 0:
            free &= ~self.in_area[area]
        loss, cost = state.loss + self.slacks[at], state.cost
        for item in bits_of(self.sure[at]):
            if state.covered >> item & 1:
                loss += self.claims[item]
            elif self.claims[item]:
                cost += self.again[item]
        met, total = state.met, state.open
        for number in bits_of(self.meets[at] & state.wanted):
            met -= self.met_by[number]
            total -= self.wanted[number][0]
        wanted = state.wanted & ~self.meets[at]
        covered = state.covered | self.sure[at]
        return State(free, loss, covered, wanted, left, [*state.chosen, at], met, cost, total)

    def _go(self, state: State) -> None:
        self.tick()
        self.patience -= 1
        if not self.patience:
            raise _EnoughError
        missing = self.routes - len(state.chosen)
        if not missing:
            if state.loss + state.open <= self.limit:
                verdict = self.judge([self.order[at] for at in state.chosen])
                if verdict is not None:
                    self.limit = verdict
            return
        self._drop_what_loses_too_much(state, missing)
        pieces = self._pieces_of(state.chosen)
        free = self._last(pieces, state.free) if missing == 1 else self._hanging(state.chosen, state.free)
        state.free = free
        if free.bit_count() < missing:
            return
        # what is wanted and can no longer be had is lost; of the rest, the one with fewest takers is settled next
        pick, fewest = -1, 1 << 30
        allowed = self.limit - state.loss
        for number in bits_of(state.wanted):
            price, taking = self.wanted[number]
            takers = taking & free
            if not takers:
                self._lose(state, number)
                continue
            count = takers.bit_count() - (100000 if price > allowed else 0)
            if count < fewest:
                pick, fewest = number, count
        if state.loss > self.limit:
            return
        growing = self._must_grow(pieces, free)
        if growing is not None and (pick < 0 or growing.bit_count() < fewest % 100000):
            self._take_each(state, growing)
        elif pick < 0:
            self._take_each(state, free)
        else:
            self._take_each(state, self.wanted[pick][1] & free)
            self._lose(state, pick)
            if state.loss <= self.limit:
                self._go(state)

    def _lose(self, state: State, number: int) -> None:
        """Give up what is wanted."""
        price = self.wanted[number][0]
        state.loss += price
        state.open -= price
        state.met -= self.met_by[number]
        state.wanted &= ~(1 << number)

    def _take_each(self, state: State, takers: int) -> None:
        """Take each of these in turn; each is left out once it has been tried."""
        while takers:
            low = takers & -takers
            at = low.bit_length() - 1
            if state.loss + self.slacks[at] > self.limit:
                state.free &= ~takers
                return
            takers ^= low
            state.free ^= low
            taken = self._taken(state, at)
            if taken.loss <= self.limit:
                self._go(taken)

    def _drop_what_loses_too_much(self, state: State, missing: int) -> None:
        """Drop ways that lose too much even with the best others: so many are chosen yet, and all else is lost."""
        state.free &= (1 << bisect_right(self.slacks, self.limit - state.loss)) - 1
        size = 8 * len(self.order)
        met = memoryview(state.met.to_bytes(size, "little")).cast("Q")
        cost = memoryview(state.cost.to_bytes(size, "little")).cast("Q")
        free = [at for at, sign in enumerate(bin(state.free)[:1:-1]) if sign == "1"]
        gains = [met[at] - cost[at] for at in free]
        best = sorted(gains, reverse=True)[:missing]
        if len(best) < missing:
            state.free = 0
            return
        least = state.loss + state.open - self.limit - sum(best[:-1])
        state.free = sum([1 << at for at, gain in zip(free, gains, strict=True) if gain >= least])

    def _pieces_of(self, chosen: list[int]) -> list[tuple[int, int]]:
        """The pieces in which chosen ways lie: the stops of each, and how many ways."""
        halts = [self.halts[at] for at in chosen]
        return [(piece, sum(1 for other in halts if other & piece)) for piece in merged(halts)]

    def _must_grow(self, pieces: list[tuple[int, int]], free: int) -> int | None:
        """Find the piece that cannot stay as it is and has fewest ways to grow by, and tell these."""
        fewest = None
        for stops, number in pieces:
            if number not in self.complete:
                growing = self._touching(stops) & free
                if fewest is None or growing.bit_count() < fewest.bit_count():
                    fewest = growing
        return fewest

    def _last(self, pieces: list[tuple[int, int]], free: int) -> int:
        """Of the ways that are free for the last choice, keep those after which all can be shared out."""
        # ways, how many routes are in one piece with them, and the other pieces
        groups: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [(free, 1, ())]
        for stops, number in pieces:
            touching = self._touching(stops)
            split: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
            for ways, joined, others in groups:
                if ways & touching:
                    split.append((ways & touching, joined + number, others))
                if ways & ~touching:
                    split.append((ways & ~touching, joined, (*others, (number, number))))
            groups = split
        kept = 0
        for ways, joined, others in groups:
            if self._most_routes(tuple(sorted((*others, (joined, joined))))) >= self.routes:
                kept |= ways
        return kept

    def _hanging(self, chosen: list[int], free: int) -> int:
        """Keep what is free only if the chosen ways could still be shared out as far as pieces of track tell."""
        pieces = []
        for ways, _ in self._pieces(chosen, free):
            must = sum(1 for at in chosen if ways >> at & 1)
            rows = 0
            for at in bits_of(ways & free):
                rows |= self.rows[at]
            further = sum(self.packing[row] for row in bits_of(rows)) // SCALE
            pieces.append((must, must + further))
        return free if self._most_routes(tuple(sorted(pieces))) >= self.routes else 0

    def _most_routes(self, pieces: tuple[tuple[int, int], ...]) -> int:
        known = self.known.get(pieces)
        if known is None:
            known = self.known[pieces] = most_routes(pieces, self.sizes)
        return known

    def _pieces(self, chosen: list[int], free: int) -> Iterator[tuple[int, int]]:
        """Go through what hangs together of the ways chosen and free, as sets of ways and of stops."""
        unseen = free
        for at in chosen:
            unseen |= 1 << at
        while unseen:
            new = unseen & -unseen
            ways = stops = 0
            while new:
                ways |= new
                unseen ^= new
                fresh = 0
                for at in bits_of(new):
                    fresh |= self.halts[at]
                fresh &= ~stops
                stops |= fresh
                new = self._touching(fresh) & unseen
            yield ways, stops

    def _touching(self, stops: int) -> int:
        ways = 0
        for stop in bits_of(stops):
            ways |= self.at_stop.get(stop, 0)
        return ways


def _side_by_side(ways: int) -> int:
    """Spread a set of ways so that each has a number of 64 bits, one or nothing."""
    return sum(1 << 64 * at for at in bits_of(ways))
