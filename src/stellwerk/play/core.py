"""Actions, events, steps and the position they meet in: the small contract between engine and titles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.bank.papers import BANK, Owner

from .errors import Refusal
from .listing import Listing


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# Actions, events, steps and states never refer back to what holds them: the cycle collector may pass them over.


class Action(Struct, frozen=True, gc=False, tag_field="type", tag=_tag):
    """What a seat decides. Titles add fields."""

    final: ClassVar[bool] = False
    """Whether something is given up by it for good: whoever asks people for it asks twice."""

    seat: int


class Pass(Action, frozen=True):
    """Do nothing (more) in this step."""


class Range(Struct, frozen=True, gc=False):
    """A family of actions that differ in one amount."""

    action: Action
    field: str
    low: int
    high: int
    step: int = 1

    def at(self, amount: int) -> Action:
        """The action with this amount."""
        return replace(self.action, **{self.field: amount})


Choice = Action | Range


class Event(Struct, frozen=True, gc=False, tag_field="event", tag=_tag):
    """A fact that came about; log lines, animations and statistics are made from events."""

    idle: ClassVar[bool] = False
    """Whether everything on the table stays as it was: somebody passed, or it is another's turn."""
    befalls: ClassVar[bool] = False
    """Whether it befalls whom it is about, while another goes on acting: what follows is not their doing."""


class Beginning(Event, frozen=True):
    """Another turn or round begins: what follows is no longer what the last decision brought about."""


class Step(Struct, frozen=True, gc=False, tag_field="step", tag=_tag):
    """Something on the agenda: plain data, no closure, so that it can be copied and stored."""

    late: ClassVar[Mapping[str, Any]] = {}
    """Fields that came later, with what they begin with: digests tell them only where they differ from that."""

    def promised(self, owner: Owner) -> int:
        """Money that an owner cannot spend otherwise while this is on the agenda: a bid, an open offer."""
        return 0


class State(Struct, frozen=True, gc=False):
    """The shell that every title's state begins with. Its parts are never changed, only replaced."""

    late: ClassVar[Mapping[str, Any]] = {}
    """As in steps; a title that has always had such a field declares it again, and tells it there."""

    seats: int
    agenda: tuple[Step, ...]
    cash: Mapping[Owner, int]


S = TypeVar("S", bound=State, covariant=True)
R = TypeVar("R", covariant=True)


class Position(Generic[R, S]):
    """A state together with the rules that read it."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: R, state: S) -> None:
        self.rules = rules
        self.state = state

    def listing(self, step: Decision, seat: int) -> Listing[Choice]:
        """What a step lists for a seat; where positions are kept, one list for all who ask."""
        return listing(self.rules, self.state, step, seat)


def listing(rules: Any, state: State, step: Decision, seat: int) -> Listing[Choice]:
    """What a step lists for a seat in a state."""
    return Listing(step.choices, Position(rules, state), seat)


def purse(position: Position[Any, State], owner: Owner) -> int:
    """What an owner has and has not promised."""
    cash, promised = position.state.cash[owner], sum(step.promised(owner) for step in position.state.agenda)
    return max(0, cash - promised) if promised else cash


class Paid(Event, frozen=True):
    """Money changed hands."""

    payer: Owner
    payee: Owner
    amount: int
    purpose: str


class Turn(Position[R, S]):
    """A position in the making. Nothing is visible outside until the action has run to its end."""

    __slots__ = ("events", "listed")

    def __init__(self, rules: R, state: S) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []
        self.listed: tuple[State, Decision, int, Listing[Choice]] | None = None
        """What was listed last, with the state, step and seat that it is for: it may be asked for again."""

    def listing(self, step: Decision, seat: int) -> Listing[Choice]:
        """What a step lists for a seat now; the last one is kept."""
        kept = self.listed
        if kept is None or kept[0] is not self.state or kept[1] is not step or kept[2] != seat:
            kept = self.listed = self.state, step, seat, listing(self.rules, self.state, step, seat)
        return kept[3]

    def set(self, **parts: Any) -> None:
        """Replace parts of the state."""
        self.state = replace(self.state, **parts)

    def emit(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda so that they come in the order given, before everything else."""
        self.state = replace(self.state, agenda=self.state.agenda + steps[::-1])

    def pop(self) -> Step:
        """Take the step that is next off the agenda."""
        agenda = self.state.agenda
        self.state = replace(self.state, agenda=agenda[:-1])
        return agenda[-1]

    def pay(self, payer: Owner, payee: Owner, amount: int, purpose: str, overdraw: bool = False) -> None:
        """Move money; only the bank may go below zero, which notes what it still owes, and who may `overdraw`."""
        if amount == 0:
            return
        cash = dict(self.state.cash)
        cash[payer] -= amount
        cash[payee] += amount
        if amount < 0 or (payer != BANK and cash[payer] < 0 and not overdraw):
            raise ValueError(f"{payer} cannot pay {amount} for {purpose}")
        self.state = replace(self.state, cash=cash)
        self.events.append(Paid(payer, payee, amount, purpose))


class Procedure(Step, frozen=True):
    """A step that needs nobody's decision: it runs as soon as it is next."""

    def run(self, turn: Any) -> None:
        """Carry it out; the step has already left the agenda."""
        raise NotImplementedError


class Decision(Step, frozen=True):
    """A step that waits for one seat or several."""

    answers: ClassVar[tuple[type[Action], ...]] = ()
    """All actions but passing that this very class takes, of its company where it has one; none: not told."""

    def waiting(self, position: Any) -> tuple[int, ...]:
        """The seats that may decide."""
        raise NotImplementedError

    def choices(self, position: Any, seat: int) -> Iterator[Choice]:
        """Every legal action of this seat."""
        raise NotImplementedError

    def worth_explaining(self, position: Any, seat: int) -> Iterator[Action]:
        """What players look for here whether it is possible or not, so that they can be told why it is not."""
        return iter(())

    def worth_explaining_at(self, position: Any, seat: int, place: str) -> Iterator[Action]:
        """The same for one place on the board."""
        return iter(())

    def refusal(self, position: Any, action: Any) -> Refusal | None:
        """Why this action is not legal, or None. `choices` lists what this lets pass."""
        raise NotImplementedError

    def apply(self, turn: Any, action: Any) -> None:
        """Carry out a legal action; the step has already left the agenda and returns by `push(self)`."""
        raise NotImplementedError

    def canonical_action(self, position: Any, action: Any) -> Any:
        """An action as `choices` would write it: one that can be written in several ways is kept in one."""
        return action

    def assent(self, position: Any, seat: int) -> Action | None:
        """How one who is asked lets a seat have what it is after; None where nobody is asked about that."""
        return None

    def formerly(self, position: Any) -> Action | None:
        """How this was settled by itself before the rules asked for it: a log of that time has no answer to it."""
        return None

    def candidates(self, position: Any, seat: int) -> Sequence[Choice] | None:
        """What `choices` looks through, each legal choice once, where that is told much quicker than the list.

        Who draws one by lot asks `refusal` about it, and draws again: what is legal is as likely as in the list.
        """
        return None

    def can_act(self, position: Any) -> bool:
        """Whether a seat asked here can do anything but pass.

        A step that knows it without listing says so by itself; what it says must be what the list says.
        """
        for seat in self.waiting(position):
            for choice in position.listing(self, seat):
                if not isinstance(choice, Pass):
                    return True
        return False

    def idle(self, position: Any) -> bool:
        """Whether there is nothing to decide, so that the step passes by itself; mostly if nobody `can_act`."""
        return False

    def skip(self, turn: Any) -> None:
        """What follows when an idle step passes by itself; it has already left the agenda."""

    def waits_for(self, action: Action) -> bool | None:
        """Whether it must have waited if this was taken next; None where that is not sure: then `idle` is asked.

        Only a class that names what it `answers` itself tells it: one derived from it may take more. Who was idle
        stays so while nobody decides anything, so that the action was not for a like step later on.
        """
        answers: tuple[type[Action], ...] | None = type(self).__dict__.get("answers")
        if not answers or isinstance(action, Pass):
            return None
        return isinstance(action, answers) and getattr(action, "company", None) == getattr(self, "company", None)

    def with_(self, **fields: Any) -> Self:
        """The same step with other data."""
        return replace(self, **fields)
