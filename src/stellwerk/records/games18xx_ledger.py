"""What a record of 18xx.games states, in the order in which each thing is stated, against what comes about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from stellwerk.play.core import Event
from stellwerk.play.game import Game

from .api import Fact

Key: TypeAlias = tuple[str, str]
Stated: TypeAlias = Mapping[Key, Sequence[tuple[Fact, int]]]
UNSTATED = "?"
"""A number that the record does not tell."""


def by_subject(facts: Iterable[tuple[Fact, int]]) -> Stated:
    """Statements with the number of their action, by what they are about: the first two words of each.

    >>> by_subject([(("revenue", "JS", "70"), 99), (("revenue", "JS", "90"), 120)])
    {('revenue', 'JS'): [(('revenue', 'JS', '70'), 99), (('revenue', 'JS', '90'), 120)]}
    """
    found: dict[Key, list[tuple[Fact, int]]] = {}
    for fact, number in facts:
        found.setdefault((fact[0], fact[1]), []).append((fact, number))
    return found


def agree(stated: Fact, fact: Fact) -> bool:
    """Whether a fact is what the record states, as far as it tells the numbers.

    >>> agree(("share", "11", "FNM", UNSTATED), ("share", "11", "FNM", "10"))
    True
    >>> agree(("route", "JS", UNSTATED), ("route", "JS", "no such track"))
    False
    """
    if len(stated) != len(fact):
        return False
    pairs = zip(stated, fact, strict=True)
    return all(there == here or (there == UNSTATED and here.isdecimal()) for there, here in pairs)


def checks(stated: Stated) -> int:
    """How many statements tell everything that can be compared."""
    return sum(UNSTATED not in fact for facts in stated.values() for fact, _ in facts)


class Ledger:
    """The n-th thing that we tell of a subject must be the n-th that the record states of it."""

    def __init__(self, stated: Stated, facts: Callable[[Game, Event], Iterable[Fact]]) -> None:
        self.stated, self.facts = stated, facts
        self.told: dict[Key, int] = {}
        self.faults: list[str] = []
        self.uncompared = 0
        self.complete = True
        """Whether every decision could be played so far."""

    def copy(self) -> Ledger:
        """A ledger that goes its own way from here."""
        twin = Ledger(self.stated, self.facts)
        twin.told, twin.faults = dict(self.told), self.faults[:]
        twin.uncompared, twin.complete = self.uncompared, self.complete
        return twin

    def add(self, game: Game, events: Sequence[Event]) -> None:
        """Note what an action brought about."""
        for event in events:
            self.tell(tuple(self.facts(game, event)))

    def tell(self, facts: Sequence[Fact]) -> None:
        """Compare each fact with the next statement on its subject."""
        for fact in facts:
            key = (fact[0], fact[1])
            place = self.told.get(key, 0)
            self.told[key] = place + 1
            stated = self.stated.get(key, ())
            if place >= len(stated):
                self.faults.append(f"ours has {', '.join(fact)}, the record not")
            elif not agree(stated[place][0], fact):
                wanted, number = stated[place]
                self.faults.append(f"action {number} states {', '.join(wanted)}; ours: {', '.join(fact)}")

    def compare(self) -> None:
        """Everything is compared as it is told."""

    def leave_out(self, facts: Sequence[Fact]) -> None:
        """What is stated later of the same subjects is still compared with what comes about later."""
        self.complete = False
        for fact in facts:
            key = (fact[0], fact[1])
            if self.told.get(key, 0) < len(self.stated.get(key, ())):
                self.told[key] = self.told.get(key, 0) + 1
                self.uncompared += 1

    def give_up(self) -> None:
        """Nothing further is told."""
        self.uncompared += sum(len(stated) - self.told.get(key, 0) for key, stated in self.stated.items())

    def close(self) -> None:
        """What the record states beyond what has come about is missing."""
        if not self.complete:
            self.give_up()
            return
        for key, stated in self.stated.items():
            for fact, number in stated[self.told.get(key, 0) :]:
                self.faults.append(f"action {number} states {', '.join(fact)}; ours: nothing like it")
