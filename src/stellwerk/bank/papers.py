"""Certificates: who holds which paper of which company."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Self

from msgspec import Struct

BANK = "bank"
POOL = "pool"
ISSUE = "issue"  # unsold shares, in the order in which they are sold
GONE = "gone"  # out of the game

# A player is the number of a seat, everything else has a name.
Owner = int | str


class Certificate(Struct, frozen=True):
    """A share certificate. `origin` is where it lies before play begins."""

    id: str
    company: str
    percent: int
    director: bool = False
    origin: str = ISSUE


Holding = tuple[int, tuple[Certificate, ...]]
"""How many percent of a company an owner has, and with which papers, in the order in which they are sold."""
NOTHING: Holding = 0, ()


class Holders(dict[str, Owner]):
    """Who holds each paper: a value that is never changed, so that what is counted in it is counted once.

    >>> Holders({"A": 0, "B": 0}).moved("B", 1)
    {'A': 0, 'B': 1}
    """

    __slots__ = ("_counts", "_memo", "holdings")

    _counts: dict[Owner, int]
    _memo: dict[str, Any]
    holdings: Mapping[str, Mapping[Owner, Holding]]
    """By company and owner, once `Register` has added them up."""

    @property
    def memo(self) -> dict[str, Any]:
        """What has been worked out from these holders alone."""
        try:
            return self._memo
        except AttributeError:
            self._memo = {}
            return self._memo

    def moved(self, paper: str, holder: Owner) -> Self:
        """The same with one paper in another hand."""
        twin = type(self)(self)
        twin[paper] = holder
        if paper in self and hasattr(self, "_counts"):
            counts = twin._counts = dict(self._counts)
            counts[self[paper]] -= 1
            counts[holder] = counts.get(holder, 0) + 1
        return twin

    def count(self, owner: Owner) -> int:
        """How many papers an owner holds."""
        try:
            counts = self._counts
        except AttributeError:
            counts = self._counts = dict(Counter(self.values()))
        return counts.get(owner, 0)


class Register:
    """All certificates of a title, by company in the order in which they are sold."""

    def __init__(self, certificates: Iterable[Certificate]) -> None:
        self.by_id = {certificate.id: certificate for certificate in certificates}
        self.of: dict[str, tuple[Certificate, ...]] = {}
        for certificate in self.by_id.values():
            self.of[certificate.company] = (*self.of.get(certificate.company, ()), certificate)
        self._directors = {paper.company: paper for paper in self.by_id.values() if paper.director}

    def held(self, holders: Holders, company: str, owner: Owner) -> tuple[Certificate, ...]:
        """The owner's certificates of a company."""
        return self.holdings(holders)[company].get(owner, NOTHING)[1]

    def percent(self, holders: Holders, company: str, owner: Owner) -> int:
        """The owner's part of a company."""
        try:
            return holders.holdings[company].get(owner, NOTHING)[0]
        except (AttributeError, KeyError):
            return self.holdings(holders).get(company, {}).get(owner, NOTHING)[0]

    def parts(self, holders: Holders, company: str) -> dict[Owner, int]:
        """How many percent of a company everybody has who has any."""
        return {owner: part for owner, (part, _) in self.holdings(holders).get(company, {}).items()}

    def holdings(self, holders: Holders) -> Mapping[str, Mapping[Owner, Holding]]:
        """What everybody holds, by company and owner; where nothing moves it is the same object."""
        try:
            return holders.holdings
        except AttributeError:
            holders.holdings = {each: self._holdings_of(holders, each) for each in self.of}
            return holders.holdings

    def _holdings_of(self, holders: Holders, company: str) -> dict[Owner, Holding]:
        found: dict[Owner, Holding] = {}
        for paper in self.of[company]:
            holder = holders[paper.id]
            part, papers = found.get(holder, NOTHING)
            found[holder] = part + paper.percent, (*papers, paper)
        return found

    def moved(self, holders: Holders, paper: str, holder: Owner) -> Holders:
        """The same with one paper in another hand; only what is held of its company is added up anew."""
        after = holders.moved(paper, holder)
        if hasattr(holders, "holdings"):
            certificate = self.by_id.get(paper)
            new = {certificate.company: self._holdings_of(after, certificate.company)} if certificate else {}
            after.holdings = {**holders.holdings, **new}
        return after

    def director_paper(self, company: str) -> Certificate:
        """The certificate that makes its holder director."""
        return self._directors[company]


def ways_to_pay(papers: Iterable[Certificate], percent: int) -> list[tuple[Certificate, ...]]:
    """The different sets of papers worth exactly `percent`, the fewest papers first; equal papers count once.

    >>> tens = [Certificate(f"X{i}", "X", 10) for i in range(3)]
    >>> [[p.id for p in way] for way in ways_to_pay(tens, 20)]
    [['X0', 'X1']]
    """
    papers = list(papers)
    found: dict[tuple[int, ...], tuple[Certificate, ...]] = {}
    for number in range(1, len(papers) + 1):
        for way in combinations(papers, number):
            if sum(paper.percent for paper in way) == percent:
                found.setdefault(tuple(sorted(paper.percent for paper in way)), way)
    return list(found.values())
