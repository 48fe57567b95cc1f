"""The search for the best choice of routes: it follows what loses little against the prices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from .hanging import merged, shared_out
from .prices import SCALE, Column, Prices
from .table import Table


class Choosing:
    """Chooses exactly `routes` columns that fit together, with the most money or until one is found."""

    def __init__(
        self,
        table: Table,
        columns: Sequence[Column],
        items: Sequence[int],
        prices: Prices,
        routes: int,
        tick: Callable[[], None],
    ) -> None:
        self.table = table
        self.tick = tick
        self.routes = routes
        self.bound = prices.bound
        self.order = sorted(range(len(columns)), key=lambda number: prices.slacks[number])
        self.slacks = [prices.slacks[number] for number in self.order]
        self.columns = [columns[number] for number in self.order]
        self.fleet_of = [table.fleet_of[number] for number in self.order]
        self.halts = [table.ways[table.way_of[number]].halts for number in self.order]
        self.claims = prices.claims
        self.limit = 0
        self.best: list[int] | None = None
        self._index(items, prices)

    def _index(self, items: Sequence[int], prices: Prices) -> None:
        rows = self.table.track_rows
        using = [0] * rows
        covering = [0] * len(items)
        self.of_fleet = [0] * len(self.table.fleets)
        self.at_stop: dict[int, int] = {}
        for at, column in enumerate(self.columns):
            bit = 1 << at
            for row in column.rows:
                if row < rows:
                    using[row] |= bit
            for item in column.items:
                covering[item] |= bit
            self.of_fleet[self.fleet_of[at]] |= bit
            halts = self.halts[at]
            while halts:
                low = halts & -halts
                self.at_stop[low] = self.at_stop.get(low, 0) | bit
                halts ^= low
        self.conflicts = []
        for column in self.columns:
            against = 0
            for row in column.rows:
                if row < rows:
                    against |= using[row]
            self.conflicts.append(against)
        # what costs something if no column takes it: track and items, by number
        wanted = [(prices.rows[row], using[row], -1) for row in range(rows) if prices.rows[row]]
        for item, worth in enumerate(items):
            left = SCALE * worth - prices.claims[item]
            if left:
                wanted.append((left, covering[item], item))
        self.wanted = wanted
        self.wanted_by = [0] * len(self.columns)
        for number, (_, taking, _) in enumerate(wanted):
            while taking:
                low = taking & -taking
                self.wanted_by[low.bit_length() - 1] |= 1 << number
                taking ^= low
        self.items_mask = [sum(1 << item for item in column.items) for column in self.columns]

    def first(self, loss: int) -> list[int] | None:
        """Find the first choice that loses at most `loss` and hangs together."""
        found: list[list[int]] = []

        def judge(chosen: list[int]) -> int | None:
            if share_columns(self.table, chosen) is None:
                return None
            found.append(chosen)
            return -1

        self.search(loss, judge)
        return found[0] if found else None

    def search(self, loss: int, judge: Callable[[list[int]], int | None]) -> None:
        """Go through all choices that lose at most `loss`; `judge` says how much the next may lose, or None."""
        self.limit = loss
        self.judge = judge
        left = [fleet.routes * fleet.number for fleet in self.table.fleets]
        self._go((1 << len(self.columns)) - 1, 0, 0, list(range(len(self.wanted))), left, [])

    def _go(self, free: int, loss: int, covered: int, wanted: list[int], left: list[int], chosen: list[int]) -> None:
        self.tick()
        missing = self.routes - len(chosen)
        if not missing:
            verdict = self.judge([self.order[at] for at in chosen])
            if verdict is not None:
                self.limit = verdict
            return
        allowed = self.limit - loss
        free &= (1 << bisect_right(self.slacks, allowed)) - 1
        reach = self._hanging(chosen, free, left, missing)
        if reach is None:
            return
        free = reach
        if free.bit_count() < missing:
            return
        # what is wanted and can no longer be had is lost; of the rest, the one with fewest takers is settled next
        pick, fewest, open_wants = -1, 1 << 30, []
        for number in wanted:
            price, taking, _ = self.wanted[number]
            takers = taking & free
            if not takers:
                loss += price
                continue
            open_wants.append(number)
            count = takers.bit_count() - (price > allowed) * 100000
            if count < fewest:
                pick, fewest = number, count
        if loss > self.limit:
            return
        if pick < 0:
            self._take_each(free, free, loss, covered, open_wants, left, chosen)
            return
        price, taking, _ = self.wanted[pick]
        free = self._take_each(free, taking & free, loss, covered, open_wants, left, chosen)
        if loss + price <= self.limit:
            open_wants.remove(pick)
            self._go(free, loss + price, covered, open_wants, left, chosen)

    def _take_each(
        self, free: int, takers: int, loss: int, covered: int, wanted: list[int], left: list[int], chosen: list[int]
    ) -> int:
        """Take each of these in turn; each is left out once it has been tried. What is free then is returned."""
        while takers:
            low = takers & -takers
            takers ^= low
            at = low.bit_length() - 1
            lost = loss + self.slacks[at]
            if lost > self.limit:
                return free & ~(takers | low)
            free ^= low
            again = self.items_mask[at] & covered
            while again:
                item = again & -again
                lost += self.claims[item.bit_length() - 1]
                again ^= item
            if lost > self.limit:
                continue
            fleet = self.fleet_of[at]
            rest = free & ~self.conflicts[at]
            fewer = left
            if left[fleet] == 1:
                rest &= ~self.of_fleet[fleet]
            fewer = [n - (number == fleet) for number, n in enumerate(left)]
            met = self.wanted_by[at]
            remaining = [number for number in wanted if not met >> number & 1]
            self._go(rest, lost, covered | self.items_mask[at], remaining, fewer, [*chosen, at])
        return free

    def _hanging(self, chosen: list[int], free: int, left: list[int], missing: int) -> int | None:
        """Drop what cannot hang together any more; None if the chosen routes cannot."""
        for number, fleet in enumerate(self.table.fleets):
            if fleet.number > 1:
                continue
            pieces = merged([self.halts[at] for at in chosen if self.fleet_of[at] == number])
            if not pieces:
                continue
            more = min(left[number], missing)
            own = free & self.of_fleet[number]
            if len(pieces) == 1:
                if more == 1:
                    free &= ~(own & ~self._touching(pieces[0]))
                continue
            if not more:
                return None
            if more == 1:
                for piece in pieces:
                    own &= self._touching(piece)
                if not own:
                    return None
                free = free & ~self.of_fleet[number] | own
            elif not self._joined(pieces, own):
                return None
        return free

    def _touching(self, stops: int) -> int:
        columns = 0
        while stops:
            low = stops & -stops
            columns |= self.at_stop.get(low, 0)
            stops ^= low
        return columns

    def _joined(self, pieces: list[int], own: int) -> bool:
        """Say whether columns that are free could join these pieces."""
        reached, seen = pieces[0], 0
        while True:
            new = self._touching(reached) & own & ~seen
            for piece in pieces[1:]:
                if piece & reached:
                    reached |= piece
            if not new:
                return all(piece & reached for piece in pieces)
            seen |= new
            while new:
                low = new & -new
                reached |= self.halts[low.bit_length() - 1]
                new ^= low


def share_columns(table: Table, chosen: Sequence[int]) -> list[list[list[int]]] | None:
    """Share chosen columns out to the locomotives of each fleet, as ways; None if they do not hang together."""
    shares = []
    for number, fleet in enumerate(table.fleets):
        ways = sorted(table.way_of[column] for column in chosen if table.fleet_of[column] == number)
        share = shared_out([table.ways[way].halts for way in ways], [fleet.routes] * fleet.number)
        if share is None:
            return None
        shares.append([[ways[at] for at in part] for part in share])
    return shares
