"""Programs: decisions that somebody has taken beforehand, as data.

A program looks at what its seat may know and answers with one of the legal actions, with nothing, or that its time
is over. It is no part of a game: who drives games for people asks it (`host`), and what it answers is an action
like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Union

from msgspec import Struct

from .auction import Auction, Bid
from .core import Action, Event, Pass, Range, _tag, purse
from .playable import Playable
from .typed import convert

if TYPE_CHECKING:
    from .game import Game, Title


class Ended(Struct, frozen=True):
    """A program's time is over; `reason` is a key of the catalogues (`program_over`), `values` go into it."""

    reason: str
    values: Mapping[str, Any] = {}


class Field(Struct, frozen=True):
    """What is left open in a form: an amount from, to, step, or one of several words, or some of them."""

    name: str
    low: int = 0
    high: int = 0
    step: int = 1
    options: tuple[str, ...] = ()
    several: bool = False

    def takes(self, value: object) -> bool:
        """Whether a value may stand here.

        >>> Field("most", 10, 30, 10).takes(20), Field("most", 10, 30, 10).takes(25)
        (True, False)
        >>> Field("named", options=("A", "B"), several=True).takes(("B",))
        True
        """
        if self.several:
            return isinstance(value, tuple) and len(set(value)) == len(value) and set(value) <= set(self.options)
        if self.options:
            return value in self.options
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and value in range(self.low, self.high + 1, self.step)


class Program(Struct, frozen=True, tag_field="program", tag=_tag, forbid_unknown_fields=True):
    """What a seat has decided beforehand. Titles add kinds, with fields of their own."""

    tells_nothing: ClassVar[bool] = False
    """Whether its answers tell nothing that its owner keeps to himself, as a maximum is: they go back with what
    they answer. Of others one could find out by taking back again and again what they would do."""

    asked_last: ClassVar[bool] = False
    """Whether others of the same seat are asked first, as one that bids before one that passes."""

    seat: int

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        """What of this kind may be set up now."""
        raise NotImplementedError

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        """A legal action, nothing to do, or the end; `events` are what the seat has heard since it was set up."""
        raise NotImplementedError

    def replaces(self, other: Program) -> bool:
        """Whether another one of the same seat is over when this is set up."""
        return type(other) is type(self)


class Form(Struct, frozen=True):
    """A program with fields that are still open."""

    program: Program
    fields: tuple[Field, ...] = ()

    def fits(self, wanted: Program) -> bool:
        """Whether a program is this one with its open fields filled in."""
        if type(wanted) is not type(self.program):
            return False
        left = {field.name: field for field in self.fields}
        return all(
            left[name].takes(getattr(wanted, name))
            if name in left
            else getattr(wanted, name) == getattr(self.program, name)
            for name in wanted.__struct_fields__
        )


def legal_pass(position: Playable, seat: int) -> Pass | None:
    """The pass, where a seat may pass now."""
    return next((choice for choice in position.choices(seat) if isinstance(choice, Pass)), None)


class BidUpTo(Program, frozen=True):
    """Bid as little as counts, but no more than `most`, until the lot is sold; then pass."""

    lot: str
    most: int

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        step = position.step
        if isinstance(step, Auction) and seat in step.bidders:
            low, high = step.least(), purse(position, seat)
            high -= (high - low) % step.multiple
            if low <= high:
                yield Form(cls(seat, step.lot, low), (Field("most", low, high, step.multiple),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        step = position.step
        if not isinstance(step, Auction) or step.lot != self.lot:
            return Ended("auction_over", {"lot": self.lot})
        if self.seat not in step.bidders:
            return Ended("out_of_auction", {"lot": self.lot})
        if self.seat not in step.waiting(position):
            return None
        for choice in position.choices(self.seat):
            if isinstance(choice, Range) and isinstance(choice.action, Bid) and choice.low <= self.most:
                return choice.at(choice.low)
        return legal_pass(position, self.seat)


class BidWhenAuctioned(Program, frozen=True):
    """As soon as a lot is auctioned, bid for it as little as counts, but no more than `most`; then pass.

    A title says which lots may come.
    """

    multiple: ClassVar[int] = 1
    """Every bid is a multiple of this."""

    lot: str
    most: int

    @classmethod
    def coming(cls, position: Playable) -> Iterator[tuple[str, int]]:
        """Lots that may be auctioned later, with the least that a bid for them is now."""
        raise NotImplementedError

    def settled(self, events: Sequence[Event]) -> bool:
        """Whether the auction has been since, of a lot that may come again."""
        return False

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        cash = purse(position, seat)
        for lot, least in cls.coming(position):
            high = cash - (cash - least) % cls.multiple
            if least <= high:
                yield Form(cls(seat, lot, least), (Field("most", least, high, cls.multiple),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if self.settled(events):
            return Ended("auction_over", {"lot": self.lot})
        step = position.step
        if isinstance(step, Auction) and step.lot == self.lot:
            return BidUpTo(self.seat, self.lot, self.most).next(position, events)
        coming = any(lot == self.lot for lot, _ in self.coming(position))
        return None if coming else Ended("auction_over", {"lot": self.lot})

    def replaces(self, other: Program) -> bool:
        return isinstance(other, BidWhenAuctioned) and other.lot == self.lot


GENERAL: tuple[type[Program], ...] = (BidUpTo,)
"""For titles that name none of their own."""


def kinds(title: Title) -> tuple[type[Program], ...]:
    """The programs that a title knows."""
    found: tuple[type[Program], ...] | None = title.manifest.part("programs")
    return GENERAL if found is None else found


def forms(position: Playable, seat: int) -> list[Form]:
    """All that a seat may set up now."""
    if position.over:
        return []
    known = position.known_to(seat)
    return [form for kind in kinds(position.title) for form in kind.forms(known, seat)]


def read(raw: object, title: Title) -> Program:
    """A program from plain data; raises `msgspec.ValidationError` for anything else."""
    kind: Any = Union[kinds(title)]  # noqa: UP007  # only known when it is asked for
    found: Program = convert(raw, kind)
    return found


def asked(game: Game, program: Program, since: int) -> Action | Ended | None:
    """What a program says in the present position; it was set up after so many moves."""
    known = game.seen(program.seat)
    moves = range(since + 1, len(known.actions) + 1)
    return program.next(known.position, [event for move in moves for event in known.events_of(move)])
