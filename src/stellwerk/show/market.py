"""What a title tells of money and papers, for whoever weighs a purchase: prices to come, worth, papers."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import Owner

from .tables import Holding

BOARD, MARKET = "board", "market"


class PriceMove(Struct, frozen=True):
    """Where a company's marker would go, and why: it pays, keeps its income, is sold, or is sold out."""

    why: str
    field: Field


class Account(Struct, frozen=True):
    """A part of what a player has; one that does not count in the final accounts is told at its printed price."""

    key: str
    amount: int
    counts: bool = True


class Wealth(Struct, frozen=True):
    """What a player has: cash, shares at their price company by company, and what else a title counts.

    >>> Wealth(40, (("BA", 600),), (Account("loan", -100), Account("uncounted", 30, counts=False))).worth
    540
    """

    cash: int
    shares: tuple[tuple[str, int], ...] = ()
    others: tuple[Account, ...] = ()

    @property
    def in_shares(self) -> int:
        """All shares together."""
        return sum(amount for _, amount in self.shares)

    @property
    def counted(self) -> tuple[Account, ...]:
        """What else counts in the final accounts."""
        return tuple(part for part in self.others if part.counts)

    @property
    def uncounted(self) -> int:
        """What counts nothing there."""
        return sum(part.amount for part in self.others if not part.counts)

    @property
    def worth(self) -> int:
        """What the final accounts would say now."""
        return self.cash + self.in_shares + sum(part.amount for part in self.counted)


class Paper(Struct, frozen=True):
    """A paper that is no share: a private railway, a minor, a work, a concession.

    The catalogue's `power.<id>` says what it is good for, and `closes.<id>` when it goes.
    """

    id: str
    kind: str
    owner: Owner | None = None
    price: int | None = None
    income: int | None = None
    brings: Holding | None = None
    """A share that comes along."""
    becomes: Holding | None = None
    """A share that it is exchanged for."""
    grows: tuple[int, ...] = ()
    """What its income can come to by and by; the catalogue's `paper.grows` says how."""
    place: str = ""
    """The hex where it lies; the catalogue's `paper.place` stands before it."""
    company: str = ""
    """The company that it is about, where it is named after one."""
