"""Choices by number: menus of fixed length, where what does not fit is chosen in several small steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from msgspec import Struct

from stellwerk.play.core import Action, Choice, Range


class Further(Struct, frozen=True):
    """Look at the choices of a list from this one on."""

    first: int


class Amounts(Struct, frozen=True):
    """Amounts of a range, the lowest and the highest; one alone where they are the same."""

    range: Range
    low: int
    high: int


Entry = Action | Range | Further | Amounts


class Spans(Sequence[Amounts]):
    """Equal spans of the amounts of a range, each made when it is asked for; the last may be shorter."""

    __slots__ = ("high", "low", "number", "of", "span")

    def __init__(self, of: Range, low: int, high: int, most: int) -> None:
        """At most so many spans of the amounts from low to high."""
        self.of, self.low, self.high = of, low, high
        amounts = (high - low) // of.step + 1
        self.span = -(-amounts // most) * of.step
        self.number = (high - low) // self.span + 1

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, number: int) -> Amounts: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Amounts]: ...
    def __getitem__(self, number: int | slice) -> Amounts | Sequence[Amounts]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(self.number))]
        if not 0 <= number < self.number:
            raise IndexError(number)
        start = self.low + number * self.span
        return Amounts(self.of, start, min(start + self.span - self.of.step, self.high))


class Menu:
    """Numbered entries, at most `length` of them. A number gives an action, or another menu to choose from.

    >>> from stellwerk.play.auction import Bid
    >>> menu = Menu.listing([Range(Bid(0, 5), "amount", 5, 12)], length=4)
    >>> menu.choose(0).choose(1).choose(1)
    Bid(seat=0, amount=8)
    """

    __slots__ = ("_choices", "entries", "length")

    def __init__(self, entries: Sequence[Entry], length: int, choices: Sequence[Choice] = ()) -> None:
        self.entries = entries
        self.length = length
        self._choices = choices

    @classmethod
    def listing(cls, choices: Sequence[Choice], length: int, first: int = 0) -> Menu:
        """The choices of a list; if there are too many the last entry leads on to the others."""
        rest = choices if not first else choices[first:]
        if len(rest) <= length:
            return cls(rest, length)
        return cls([*rest[: length - 1], Further(first + length - 1)], length, choices)

    @classmethod
    def amounts(cls, among: Range, low: int, high: int, length: int) -> Menu:
        """The amounts from low to high; if there are too many, equal spans of them."""
        return cls(Spans(among, low, high, length), length)

    def choose(self, number: int) -> Action | Menu:
        """What an entry leads to."""
        entry = self.entries[number]
        match entry:
            case Action():  # first, since it is nearly always one
                return entry
            case Further():
                return Menu.listing(self._choices, self.length, entry.first)
            case Range():
                return Menu.amounts(entry, entry.low, entry.high, self.length)
            case Amounts():
                if entry.low == entry.high:
                    return entry.range.at(entry.low)
                return Menu.amounts(entry.range, entry.low, entry.high, self.length)
