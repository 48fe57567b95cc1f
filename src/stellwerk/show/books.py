"""The books of a game: worth, cash, prices and shares round by round, and what every company took in.

Everything is read from a game as somebody may know it (`Game.seen`). Books are kept in a `Ledger`, so that a game
that has gone on, or back, is read only where it is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from stellwerk.play.core import Position, State
from stellwerk.play.game import Game

from .face import face_of
from .history import OPENING, Began, Mark, Notes, Round, Takings, TrainPrice, same
from .market import Account, Wealth
from .on_table import on_table
from .tables import Companies


class Income(Struct, frozen=True, gc=False):
    """What a company took in in a round: the move of its (first) run, and what became of it."""

    company: str
    round: int
    move: int
    income: int = 0
    paid: int = 0
    kept: int = 0


class Standing(Struct, frozen=True, gc=False):
    """How everybody stood: worth and cash by seat, prices by company, shares by company and seat."""

    worth: tuple[int, ...]
    cash: tuple[int, ...]
    prices: Mapping[str, int]
    shares: Mapping[str, tuple[int, ...]]


class Moment(Struct, frozen=True, gc=False):
    """When a round began; without one, the end of the game or the present."""

    move: int
    began: Began | None
    standing: Standing


class Purchase(Struct, frozen=True, gc=False):
    """A train that was bought."""

    move: int
    company: str
    train: str
    price: int


class Books(Struct, frozen=True):
    """All books together. `percent` tells whether shares are parts of a hundred, or counted."""

    rounds: tuple[Round, ...]
    moments: tuple[Moment, ...]
    incomes: tuple[Income, ...]
    purchases: tuple[Purchase, ...]
    percent: bool

    @property
    def companies(self) -> tuple[str, ...]:
        """Whoever took in something, in the order in which they first did."""
        return tuple(dict.fromkeys(each.company for each in self.incomes if each.income or each.paid))

    @property
    def earning_rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds in which anybody could earn."""
        return tuple(sorted({each.round for each in self.incomes}))

    def length(self, number: int) -> int:
        """How many moves a round took."""
        ends = (*(each.move for each in self.rounds), self.moments[-1].move)
        return ends[number + 1] - ends[number]


class Ledger(Struct):
    """What has been worked out of one game as one seat knows it."""

    notes: Notes = field(default_factory=Notes)
    now: tuple[State, Standing] | None = None
    books: _Entries | None = None

    def carried(self, game: Game) -> _Entries:
        """The books up to the present; who looks back gets some of their own."""
        made, last = self.notes.of(game), len(game.actions)
        books = self.books
        if books is None or books.past != self.notes.pasts or books.moves > last:
            books = _Entries(self.notes.pasts)
        books.carry(made, last)
        if last + 1 == len(self.notes.past):
            self.books = books
        return books

    def share(self, other: Ledger) -> None:
        """Keep what is the same in other books once for both."""
        if other is not self:
            self.notes.share(other.notes)
            if self.books is not None and other.books is not None:
                self.books.share(other.books)

    def standing(self, game: Game, number: int) -> Standing:
        """How everybody stood after the n-th action."""
        found: Standing | None = self.notes.more.get(number)
        if found is None:
            before = next(reversed(self.notes.more.values()), None)
            found = self.notes.more[number] = _like(standing_in(game, game.state_after(number)), before)
        return found

    def standing_now(self, game: Game) -> Standing:
        """How everybody stands; of the present only the last is kept."""
        if self.now is None or self.now[0] is not game.state:
            self.now = game.state, standing_in(game, game.state)
        return self.now[1]


class _Entries(Struct):
    """Books up to a move, to be carried on."""

    past: int
    """The past of the notes that they follow from (`Notes.pasts`)."""
    moves: int = -1
    rounds: list[Round] = []
    incomes: dict[tuple[int, str], Income] = {}
    purchases: list[Purchase] = []

    def carry(self, made: Mapping[int, tuple[Mark, ...]], last: int) -> None:
        """Enter what has been noted since, up to the last move."""
        if self.moves < 0 and not any(isinstance(mark, Began) for mark in made.get(0, ())):
            self.rounds.append(Round(0, Began(OPENING)))
        for number in range(self.moves + 1, last + 1):
            for mark in made.get(number, ()):
                self._enter(number, mark)
        self.moves = last

    def share(self, other: _Entries) -> None:
        """Keep what is the same in other books once for both."""
        self.rounds, self.purchases = same(self.rounds, other.rounds), same(self.purchases, other.purchases)
        self.incomes = {
            key: other.incomes[key] if each == other.incomes.get(key) else each
            for key, each in self.incomes.items()
        }

    def _enter(self, number: int, mark: Mark) -> None:
        match mark:
            case Began():
                self.rounds.append(Round(number, mark))
            case Takings(company, income, paid, kept):
                key = (len(self.rounds) - 1, company)
                entry = self.incomes.get(key, Income(company, key[0], number))
                self.incomes[key] = replace(
                    entry, income=entry.income + income, paid=entry.paid + paid, kept=entry.kept + kept
                )
            case TrainPrice(company, train, price):
                self.purchases.append(Purchase(number, company, train, price))


def books_of(game: Game, ledger: Ledger | None = None) -> Books:
    """The books of a game up to now."""
    ledger = ledger or Ledger()
    books, companies = ledger.carried(game), _companies(game, game.state)
    return Books(
        tuple(books.rounds),
        tuple(_moments(game, ledger, books.rounds)),
        tuple(books.incomes.values()),
        tuple(books.purchases),
        bool(companies and companies.percent),
    )


def _moments(game: Game, ledger: Ledger, rounds: list[Round]) -> Iterator[Moment]:
    """Of rounds that began with the same move only the last has a beginning of its own."""
    last = len(game.actions)
    began = {each.move: each.began for each in rounds}
    for move, each in began.items():
        if move < last:
            yield Moment(move, each, ledger.standing(game, move))
    yield Moment(last, None, ledger.standing_now(game))


def standing_in(game: Game, state: Any) -> Standing:
    """How everybody stands in a state."""
    companies, seats = _companies(game, state), range(state.seats)
    rows = companies.rows if companies else ()
    worth = game.title.result(game.rules, state)
    return Standing(
        tuple(worth[seat] for seat in seats),
        tuple(state.cash[seat] for seat in seats),
        {row.id: row.price for row in rows if row.price is not None},
        {row.id: tuple(part or 0 for part in row.held) for row in rows if any(row.held)},
    )


def _like(found: Standing, before: Standing | None) -> Standing:
    """A standing that has all that is as it was before in common with that one: most of it is."""
    if before is None:
        return found
    shares = {id_: was if (was := before.shares.get(id_)) == held else held for id_, held in found.shares.items()}
    return Standing(
        before.worth if before.worth == found.worth else found.worth,
        before.cash if before.cash == found.cash else found.cash,
        before.prices if before.prices == found.prices else found.prices,
        before.shares if before.shares == shares else shares,
    )


def _companies(game: Game, state: Any) -> Companies | None:
    return on_table(game.title, Position(game.rules, state)).companies


def wealth_of(game: Game, seat: int) -> Wealth:
    """What a player's worth consists of; where the title does not tell, money and papers."""
    told = face_of(game.title).wealth(game.position, seat)
    if told is not None:
        return told
    cash = game.state.cash[seat]
    return Wealth(cash, others=(Account("papers", game.result()[seat] - cash),))
