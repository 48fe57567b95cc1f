"""Turns of a stock round as one choice: a sale or two, and the purchase that could not be made without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from stellwerk.bots.api import Railways, Table, Weighed
from stellwerk.play.core import Action, Choice, Decision, Pass, Range

from .pencil import taken

FIRSTS = 3  # companies of which something is sold that pays for nothing yet, before a sale of another one
WAYS = 2  # to pay for one purchase
OWN = ""  # who acts, as the holder of shares

Plan = tuple[Action, ...]
Ranks = Callable[[Sequence[Action], Table, Sequence[Choice]], list[Weighed]]
"""After these sales, in a position: its choices from the best to the worst."""
Tried = Callable[[Table, Sequence[Weighed]], Sequence[Action]]
"""Those of them that are worth playing on."""


class Turns:
    """What a seat could do in a turn by sales that it would not make for their own sake."""

    def __init__(self, railways: Railways, seat: int, ranks: Ranks, tried: Tried) -> None:
        self.railways, self.seat, self.ranks, self.tried = railways, seat, ranks, tried

    def plans(self, table: Table, choices: Sequence[Choice], ranked: Sequence[Weighed]) -> list[Plan]:
        """All plans, the most promising first by the scores of their actions together."""
        if table.state.operating_round or not any(isinstance(choice, Pass) for choice in choices):
            return []  # who must sell has no plan
        opened = set(self._purchases(table, choices))
        sales = self._sales(table, ranked)
        found = list(self._paid_by_one(table, sales, (), opened))
        for company, of in sorted(sales.items(), key=lambda each: -max(one.score for one in each[1]))[:FIRSTS]:
            first = max(of, key=lambda one: one.score)
            then, choices = self._after(table, first.action)
            if choices:
                others = self._sales(then, self.ranks((first.action,), then, choices))
                others.pop(company, None)
                found += self._paid_by_one(then, others, (first,), opened)
        return _various(plan for plan, _ in sorted(found, key=lambda each: -each[1]))

    def _paid_by_one(
        self, table: Table, sales: dict[str, list[Weighed]], before: tuple[Weighed, ...], opened: set[Hashable]
    ) -> Iterator[tuple[Plan, float]]:
        """Purchases that one sale more makes possible, each with the least sale of a company that does."""
        newly = set[Hashable]()
        for of in sales.values():
            here = set(opened)
            after = [(sale, *self._after(table, sale.action)) for sale in of]
            for sale, then, choices in sorted(after, key=lambda each: each[1].state.cash[self.seat]):
                new = set(self._purchases(then, choices)) - here
                if new:
                    here |= new
                    newly |= new
                    yield from self._bought(then, choices, (*before, sale), new)
        opened |= newly

    def _bought(
        self, then: Table, choices: Sequence[Choice], sales: tuple[Weighed, ...], new: set[Hashable]
    ) -> Iterator[tuple[Plan, float]]:
        """Plans that end with one of these purchases."""
        sold = tuple(sale.action for sale in sales)
        ranked = self.ranks(sold, then, choices)
        scores = {one.action: one.score for one in ranked}
        for action in self.tried(then, ranked):
            if self._bought_by(then, action) in new:
                yield (*sold, action), sum(sale.score for sale in sales) + scores[action]

    def _after(self, table: Table, sale: Action) -> tuple[Table, Sequence[Choice]]:
        """The position after a sale with what the seat may do then; nothing where it is not its turn any more."""
        then = taken(table, sale)
        step = then.state.agenda[-1]
        own = isinstance(step, Decision) and step.waiting(then)[:1] == (self.seat,)
        return then, list(step.choices(then, self.seat)) if own else ()

    def _sales(self, table: Table, ranked: Sequence[Weighed]) -> dict[str, list[Weighed]]:
        """Sales of one's own shares, by company."""
        found: dict[str, list[Weighed]] = {}
        for one in ranked:
            gives = self.railways.gives(table, one.action)
            if gives and gives[0] == OWN:
                found.setdefault(gives[1], []).append(one)
        return found

    def _purchases(self, table: Table, choices: Sequence[Choice]) -> Iterator[Hashable]:
        for choice in choices:
            bought = self._bought_by(table, choice.action if isinstance(choice, Range) else choice)
            if bought:
                yield bought

    def _bought_by(self, table: Table, action: Action) -> Hashable:
        """What kind of purchase an action is, whatever is paid; None where it is none."""
        gets = self.railways.gets(table, action)
        return (type(action), gets) if gets else None


def _various(plans: Iterable[Plan]) -> list[Plan]:
    """Plans without those that only sell yet something else for the same purchase."""
    ways = Counter[Action]()
    found = []
    for plan in plans:
        ways[plan[-1]] += 1
        if ways[plan[-1]] <= WAYS:
            found.append(plan)
    return found
