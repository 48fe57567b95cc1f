"""A list of choices that is made once and only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")


class Listing(Generic[T]):
    """What a step lists for a seat: whoever looks further than others before makes it grow for all.

    >>> listing = Listing(lambda: iter("abc"))
    >>> next(iter(listing)), listing.found
    ('a', ['a'])
    >>> listing.all()
    ['a', 'b', 'c']
    """

    __slots__ = ("_asked", "_lock", "_make", "_rest", "complete", "found")

    def __init__(self, make: Callable[..., Iterator[T]], *asked: object) -> None:
        """`make` lists what is `asked` for."""
        self._make, self._asked = make, asked
        self._rest: Iterator[T] | None = None
        self._lock = RLock()  # pages of one game are made by several threads
        self.found: list[T] = []
        """As far as somebody has looked."""
        self.complete = False

    def __iter__(self) -> Iterator[T]:
        number, found = 0, self.found
        while number < len(found) or self._grows(number):
            yield found[number]
            number += 1

    def all(self) -> list[T]:
        """Every choice; the list itself, not to be changed."""
        with self._lock:
            if self.complete:
                return self.found
            try:
                self.found.extend(self._rest if self._rest is not None else self._make(*self._asked))
            except BaseException:
                self._begin_again()
                raise
            self._rest = None  # it may hold on to much
            self.complete = True
        return self.found

    def has(self, choice: object) -> bool:
        """Whether this very object was listed, as far as somebody has looked."""
        for each in self.found:  # noqa: SIM110  # several times as quick as any()
            if each is choice:
                return True
        return False

    def _grows(self, number: int) -> bool:
        with self._lock:
            if number < len(self.found) or self.complete:
                return number < len(self.found)
            try:
                if self._rest is None:
                    self._rest = self._make(*self._asked)
                for choice in self._rest:
                    self.found.append(choice)
                    return True
            except BaseException:
                self._begin_again()
                raise
            self.complete, self._rest = True, None
            return False

    def _begin_again(self) -> None:
        """What fails leaves nothing behind: a list that ends early would be taken for a whole one."""
        self.found.clear()
        self._rest = None
