"""Positions that are played on without a history: what a search and a playout need, and `Game` stands on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from .core import Action, Choice, Decision, Event, Position, Procedure, Range, Step, Turn, listing
from .errors import IllegalAction, Refusal, refuse
from .listing import Listing
from .secrets import OPEN
from .validation import malformed

if TYPE_CHECKING:
    from .game import Title

Weight = Callable[[Choice], float]

DRAWS = 24
"""Candidates that are drawn in vain before the whole list is made."""


class Playable(Position[Any, Any]):
    """A position with its title: what may be done in it, and the positions that follow.

    It never changes; what is listed of it is kept, so that all who ask get one list.
    """

    __slots__ = ("_drawn", "_lists", "_standing", "_views", "all_open", "events", "title")

    def __init__(
        self, title: Title, rules: Any, state: Any, events: tuple[Event, ...] = (), masked: bool = False
    ) -> None:
        """`masked` says that what is hidden has already been taken out of the state."""
        self.title = title
        self.rules = rules
        self.state = state
        self.events = events
        """What led here from the position before."""
        self.all_open = masked or title.secrets is OPEN or not state.agenda
        """Whether nothing is hidden from anybody: by the title, or because the game is over."""
        self._drawn: Action | None = None
        """The amount that was drawn last of what is listed."""
        self._lists: dict[tuple[int, int], Listing[Choice]] | None = None
        self._standing: Mapping[type[Action], Decision] | None = None
        self._views: dict[int, Playable] | None = None

    @property
    def step(self) -> Decision | None:
        """The decision that is waited for."""
        agenda = self.state.agenda
        return agenda[-1] if agenda else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.agenda

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are waited for; none when the game is over."""
        agenda = self.state.agenda
        return agenda[-1].waiting(self) if agenda else ()

    @property
    def standing(self) -> Mapping[type[Action], Decision]:
        """Decisions that are open beside the one on the agenda, by the action that takes them."""
        if self._standing is None:
            self._standing = self.title.standing(self.rules, self.state)
        return self._standing

    def open_steps(self) -> list[Decision]:
        """The decision on the agenda, and those that are open at any time."""
        agenda = self.state.agenda
        return [agenda[-1], *self.standing.values()] if agenda else []

    def step_for(self, action: Action) -> Decision | None:
        """The open decision that an action is about."""
        standing = self.standing if self._standing is None else self._standing
        if standing and type(action) in standing:
            return standing[type(action)]
        agenda = self.state.agenda
        return agenda[-1] if agenda else None

    def known_to(self, seat: int) -> Playable:
        """The position as a seat may know it: by that it chooses, and is refused."""
        if self.all_open:
            return self
        state = self.title.secrets.view(self.rules, self.state, seat)
        if state is self.state:
            return self
        if self._views is None:
            self._views = {}
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = Playable(self.title, self.rules, state, masked=True)
        return view

    # What may be done -----------------------------------------------------------------------------------------

    def listing(self, step: Decision, seat: int) -> Listing[Choice]:
        """What a step lists for a seat, one list for all who ask."""
        key = id(step), seat
        if self._lists is None:
            self._lists = {}
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = listing(self.rules, self.state, step, seat)
        return found

    def choices(self, seat: int | None = None) -> Iterator[Choice]:
        """What a seat may do now, also out of turn; without a seat, what anybody may do."""
        for view, step, each in self._asked(seat):
            yield from view.listing(step, each)

    def all_choices(self, seat: int | None = None) -> list[Choice]:
        """The whole list; not to be changed."""
        if not self.standing and self._is_seen_by(seat):  # mostly one step asks one seat
            agenda = self.state.agenda
            seats: tuple[int, ...] = agenda[-1].waiting(self) if agenda else ()
            if len(seats) == 1:
                return self.listing(agenda[-1], seats[0]).all() if seat is None or seat in seats else []
        lists = [view.listing(step, each).all() for view, step, each in self._asked(seat)]
        return lists[0] if len(lists) == 1 else [choice for found in lists for choice in found]

    def _is_seen_by(self, seat: int | None) -> bool:
        """Whether a seat, or all of them, may know everything now: titles hide little, and that seldom."""
        if self.all_open:
            return True
        seats: Sequence[int] = range(self.state.seats) if seat is None else (seat,)
        view, rules, state = self.title.secrets.view, self.rules, self.state
        return all(view(rules, state, each) is state for each in seats)

    def _asked(self, seat: int | None) -> Iterator[tuple[Playable, Decision, int]]:
        """Who is asked what, each with the position by which he decides."""
        seats: Sequence[int] = range(self.state.seats) if seat is None else (seat,)
        views = [(self, seats)] if self.all_open else [(self.known_to(each), (each,)) for each in seats]
        for view, those in views:
            for step in view.open_steps():
                for each in step.waiting(view):
                    if each in those:
                        yield view, step, each

    def refusal(self, action: Action) -> Refusal | None:
        """Why this action is not legal now, or None."""
        unfit = malformed(action, self.title.actions)
        if unfit is not None:
            return unfit
        step = self.step_for(action)
        if step is None or not self.state.agenda:
            return refuse("", "game_over")
        barred = action.seat not in step.waiting(self)
        if barred and type(action) not in self.standing:
            return refuse("", "not_your_turn", seat=action.seat)
        view = self.known_to(action.seat)  # so that trying tells nothing
        if view is not self:
            step = view.step_for(action) or step
        # What is open at any time waits for no turn: the step itself says why it is not open to this seat.
        refusal = step.refusal(view, action)
        return refuse("", "not_your_turn", seat=action.seat) if barred and refusal is None else refusal

    def was_listed(self, action: Action) -> bool:
        """Whether this very action comes from a list of this position: then nobody need ask about it again."""
        if self._drawn is not None and action is self._drawn:
            return True
        if self._lists is not None:
            for found in self._lists.values():
                if found.has(action):
                    return True
        return self._views is not None and any(view.was_listed(action) for view in self._views.values())

    def drawn(self, choice: Choice, lots: random.Random) -> Action:
        """An action of a choice that is listed here, of a range by lot; nobody need ask about it again."""
        action = self._drawn = amount(choice, lots)
        return action

    def pick(self, lots: random.Random, weight: Weight | None = None, seat: int | None = None) -> Action:
        """A legal action by lot, each choice as likely as the others or by its weight; of a range any amount.

        Where the steps tell candidates one of these is drawn until one is legal, without making the list.
        """
        asked = list(self._asked(seat))
        candidates = self._candidates(asked)
        if candidates is not None:
            for choice in _drawn(candidates, lots, weight, DRAWS):
                action = choice.action if isinstance(choice, Range) else choice
                view = self.known_to(action.seat)
                step = view.step_for(action)
                if step is not None and step.refusal(view, action) is None:
                    return amount(choice, lots)
        choices = self.all_choices(seat)
        if not choices:
            raise IllegalAction(self.title.id, refuse("", "game_over"))
        return amount(next(_drawn(choices, lots, weight, 1)), lots)

    def _candidates(self, asked: Iterable[tuple[Playable, Decision, int]]) -> Sequence[Choice] | None:
        """Everything that the steps would look through; None where that saves nothing."""
        found: list[Choice] = []
        saves = False
        for view, step, seat in asked:
            told = None if view.listing(step, seat).complete else step.candidates(view, seat)
            saves = saves or told is not None
            found += view.listing(step, seat).all() if told is None else told
        return found if saves else None

    # What follows ---------------------------------------------------------------------------------------------

    def apply(self, action: Action, then: Action | None = None) -> Playable:
        """The position after an action that is known to be legal: nothing is asked about it.

        Where it is known what was taken `then`, that tells of many steps whether they were idle.
        """
        turn: Turn[Any, Any] = Turn(self.rules, self.state)
        step = self.step_for(action)
        if step is None:
            raise IllegalAction(self.title.id, refuse("", "game_over"))
        if step is self.state.agenda[-1]:
            turn.pop()
        step.apply(turn, action)
        settle(turn, waits=None if then is None else partial(self._waits, then))
        return self.reached(turn)

    def _waits(self, then: Action, turn: Turn[Any, Any], step: Decision) -> bool | None:
        """Whether a step waited if this was taken next; None if that is not sure: it may have been out of turn."""
        waits = step.waits_for(then)
        return None if waits is None or type(then) in self.title.standing(self.rules, turn.state) else waits

    def after(self, actions: Iterable[Action]) -> Playable:
        """The position after these, one by one; its events are those of the last."""
        position = self
        for action in actions:
            position = position.apply(action)
        return position

    def reached(self, turn: Turn[Any, Any]) -> Playable:
        """The position that a turn has come to; what was listed for its sake is not listed again."""
        after = Playable(self.title, self.rules, turn.state, tuple(turn.events))
        kept = turn.listed
        if kept is not None and kept[0] is turn.state and after._is_seen_by(kept[2]):
            after._lists = {(id(kept[1]), kept[2]): kept[3]}
        return after


def settle(
    turn: Turn[Any, Any],
    look: Callable[[Turn[Any, Any]], None] | None = None,
    waits: Callable[[Turn[Any, Any], Decision], bool | None] | None = None,
) -> None:
    """Run procedures and let idle decisions pass until somebody has to decide; `look` is called before each.

    `waits` says of decisions that were taken long ago whether they waited for somebody, or does not know.
    """
    while agenda := turn.state.agenda:
        if look is not None:
            look(turn)
        step: Step = agenda[-1]
        if isinstance(step, Procedure):
            turn.pop()
            step.run(turn)
            continue
        if not isinstance(step, Decision):
            return
        known = waits(turn, step) if waits is not None else None
        if known or (known is None and not step.idle(turn)):
            return
        turn.pop()
        step.skip(turn)


def amount(choice: Choice, lots: random.Random) -> Action:
    """An action of a choice: of a range any amount, each as likely as the others."""
    if isinstance(choice, Range):
        steps = (choice.high - choice.low) // choice.step + 1
        return choice.at(choice.low + choice.step * int(lots.random() * steps))
    return choice


def _drawn(choices: Sequence[Choice], lots: random.Random, weight: Weight | None, most: int) -> Iterator[Choice]:
    """So many of them by lot, one after another; what has been drawn may be drawn again."""
    if weight is None:
        for _ in range(most):
            yield choices[int(lots.random() * len(choices))]
    else:
        weights = list(accumulate(weight(choice) for choice in choices))
        yield from (lots.choices(choices, cum_weights=weights)[0] for _ in range(most))
