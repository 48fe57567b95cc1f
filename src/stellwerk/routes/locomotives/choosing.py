"""The search for the best choice of routes: it follows what loses little against the prices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from .hanging import complete_numbers, merged, most_routes
from .prices import SCALE, Prices
from .table import Table, bits_of

Judge = Callable[[list[int]], int | None]


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

    def search(
        self,
        routes: int,
        loss: int,
        judge: Judge,
        barred: Callable[[int], bool] | None = None,
        among: bool = False,
    ) -> None:
        """Go through choices of so many ways that lose at most `loss`; the judge may say what the next may lose.

        Ways that are `barred` are left out; or, the other way round, only choices with one `among` them are tried.
        """
        self.routes = routes
        self.limit = loss
        self.complete = complete_numbers(routes, self.sizes)
        self.known.clear()
        self.judge = judge
        chosen = [at for at, way in enumerate(self.order) if way < self.table.compulsory]
        free, lost, covered, met, left = (1 << len(self.order)) - 1, 0, 0, 0, dict(self.capacity)
        for at in chosen:
            free &= ~(self.conflicts[at] | 1 << at)
            lost += self.slacks[at]
            covered |= self.sure[at]
            met |= self.meets[at]
            left[self.area[at]] -= 1
        for area, room in left.items():
            if not room:
                free &= ~self.in_area[area]
        wanted = [number for number in range(len(self.wanted)) if not met >> number & 1]
        if min(left.values(), default=0) < 0 or len(chosen) > routes:
            return
        named = sum(1 << at for at, way in enumerate(self.order) if barred is not None and barred(way))
        if not among:
            self._go(free & ~named, lost, covered, wanted, left, chosen)
        elif any(named >> at & 1 for at in chosen):
            self._go(free, lost, covered, wanted, left, chosen)
        elif len(chosen) < routes:
            self._take_each(free, free & named, lost, covered, wanted, left, chosen)

    def _go(
        self, free: int, loss: int, covered: int, wanted: list[int], left: dict[int, int], chosen: list[int]
    ) -> None:
        self.tick()
        missing = self.routes - len(chosen)
        if not missing:
            verdict = self.judge([self.order[at] for at in chosen])
            if verdict is not None:
                self.limit = verdict
            return
        allowed = self.limit - loss
        if allowed < 0:
            return
        free &= (1 << bisect_right(self.slacks, allowed)) - 1
        pieces = self._pieces_of(chosen)
        free = self._last(pieces, free) if missing == 1 else self._hanging(chosen, free)
        if free.bit_count() < missing:
            return
        # what is wanted and can no longer be had is lost; of the rest, the one with fewest takers is settled next
        pick, fewest, open_wants = -1, 1 << 30, []
        for number in wanted:
            price, taking = self.wanted[number]
            takers = taking & free
            if not takers:
                loss += price
                continue
            open_wants.append(number)
            count = takers.bit_count() - (100000 if price > allowed else 0)
            if count < fewest:
                pick, fewest = number, count
        if loss > self.limit:
            return
        growing = self._must_grow(pieces, free)
        if growing is not None and (pick < 0 or growing.bit_count() < fewest % 100000):
            self._take_each(free, growing, loss, covered, open_wants, left, chosen)
            return
        if pick < 0:
            self._take_each(free, free, loss, covered, open_wants, left, chosen)
            return
        price, taking = self.wanted[pick]
        free = self._take_each(free, taking & free, loss, covered, open_wants, left, chosen)
        if loss + price <= self.limit:
            open_wants.remove(pick)
            self._go(free, loss + price, covered, open_wants, left, chosen)

    def _take_each(
        self,
        free: int,
        takers: int,
        loss: int,
        covered: int,
        wanted: list[int],
        left: dict[int, int],
        chosen: list[int],
    ) -> int:
        """Take each of these in turn; each is left out once it has been tried. What is free then is returned."""
        while takers:
            low = takers & -takers
            at = low.bit_length() - 1
            lost = loss + self.slacks[at]
            if lost > self.limit:
                return free & ~takers
            takers ^= low
            free ^= low
            lost += sum(self.claims[item] for item in bits_of(self.sure[at] & covered))
            if lost > self.limit:
                continue
            area = self.area[at]
            rest = free & ~self.conflicts[at]
            fewer = {**left, area: left[area] - 1}
            if not fewer[area]:
                rest &= ~self.in_area[area]
            met = self.meets[at]
            remaining = [number for number in wanted if not met >> number & 1]
            self._go(rest, lost, covered | self.sure[at], remaining, fewer, [*chosen, at])
        return free

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
        groups = [(free, 1, ())]  # ways, how many routes are in one piece with them, the other pieces
        for stops, number in pieces:
            touching = self._touching(stops)
            split = []
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
