"""Game: the one object that callers hold."""

from __future__ import annotations

import hashlib
import inspect
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, ClassVar, Protocol

import msgspec

from .core import Action, Choice, Decision, Event, State, Turn
from .errors import IllegalAction, Refusal, StellwerkError, refuse
from .manifest import Manifest
from .options import rules_with, stamped
from .order import OrderDrawn
from .playable import Playable, settle
from .secrets import OPEN, Hidden, Masks, Revealed, Secrets

EVERY, LATELY = 64, 16
"""Of a past that is thinned every so many states are kept, and the last ones."""


class Title(Protocol):
    """What the engine asks of a title. Its rules for one game have player count and options settled."""

    id: str
    name: str
    manifest: Manifest
    """What it has besides its rules: face, bot, readers, texts."""
    rules_version: int
    actions: tuple[type[Action], ...]
    players: range
    draws_order: bool
    """Whether its rules have the order of play drawn by lot; files and records keep the order they have."""
    options: type[msgspec.Struct]
    """What players choose; habits of other programs are a part of the manifest (`options.py`)."""
    secrets: Secrets
    """What it hides from whom; `OPEN` where everything lies on the table."""

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        """An action of a file or log as today's rules write it, whichever version wrote it."""
        ...

    def rules(self, players: int, options: Any) -> Any:
        """The rules for this many players with these options, which are of the title's own type."""
        ...

    def start(self, rules: Any, seed: int) -> Turn[Any, Any]:
        """The position before the first decision."""
        ...

    def result(self, rules: Any, state: Any) -> Mapping[int, int]:
        """Worth by seat, as the game's final accounts would give it now."""
        ...

    def standing(self, rules: Any, state: Any) -> Mapping[type[Action], Decision]:
        """Decisions that are open at any time, beside the one on the agenda, by the action that takes them."""
        ...

    def problems(self, rules: Any, state: Any) -> list[str]:
        """Every thing wrong with a state: money or papers lost, limits broken."""
        ...

    def __hash__(self) -> int:
        """A title is itself: what is made of it is kept by it."""
        ...


class LegalActions:
    """All legal actions of one seat, or of all: iterate it, count it, ask `action in legal`.

    A `Range` that is listed stands for all its amounts, a run of trains (`runs.py`) for all that come to the same;
    where the best run is no duty, for every legal run.
    """

    __slots__ = ("_found", "_game", "_position", "_seat")

    def __init__(self, game: Game, seat: int | None) -> None:
        self._game = game
        self._seat = seat
        self._position = game.position
        self._found: Sequence[Choice] | None = None

    @property
    def _all(self) -> Sequence[Choice]:
        if self._found is None:
            self._found = self._position.all_choices(self._seat)
        return self._found

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __bool__(self) -> bool:
        return next(self._position.choices(self._seat), None) is not None

    def __str__(self) -> str:
        return "\n".join(self._game.describe(choice) for choice in self._all)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, Action) and self._seat in (None, action.seat) and self._game.refusal(action) is None
        )

    def pick(self, lots: random.Random) -> Action:
        """One of them by lot; a range counts as one and gives an amount by lot."""
        found = self._all
        return self._position.drawn(found[int(lots.random() * len(found))], lots)


class Game:
    """A title, its players, options and seed, and the actions taken; everything else follows from them."""

    __slots__ = (
        "_events", "_foretold", "_playable", "_recalled", "_states",
        "actions", "drawn", "options", "players", "rules", "seed", "title",
    )  # fmt: skip

    # Set by the package; the engine itself holds no prose and draws nothing.
    wording: ClassVar[Callable[[Choice, Game], str]] = staticmethod(lambda choice, game: repr(choice))
    showing: ClassVar[Callable[[Game], Any] | None] = None
    _masked: ClassVar[bool] = False

    def __init__(
        self, title: Title, players: Sequence[str], options: Mapping[str, Any], seed: int, drawn: bool = False
    ) -> None:
        """`drawn` says that the players are in an order by lot, which is then told first."""
        self.title = title
        self.drawn = drawn
        self.players = tuple(players)
        self.options = stamped(title, options)
        self.seed = seed
        self.rules = rules_with(title, len(players), self.options)
        turn = title.start(self.rules, seed)
        settle(turn)
        self._playable: Playable | None = None
        self._foretold = False
        """Whether the last action was followed by what came after it."""
        self.actions: list[Action] = []
        self._states: list[State | None] = [turn.state]
        self._recalled: tuple[int, list[State]] = 0, []
        told = (OrderDrawn(tuple(range(len(players)))),) if drawn else ()
        self._events: list[tuple[Event, ...]] = [(*told, *turn.events)]

    def copy(self) -> Game:
        """A game that goes its own way from here; it shares everything with this one but its future."""
        twin = object.__new__(type(self))
        twin.title, twin.players, twin.options, twin.seed = self.title, self.players, self.options, self.seed
        twin.rules, twin.drawn = self.rules, self.drawn
        twin.actions = self.actions[:]
        twin._states = self._states[:]
        twin._events = self._events[:]
        twin._recalled = self._recalled
        twin._playable, twin._foretold = self._playable, self._foretold
        return twin

    @property
    def state(self) -> Any:
        """The present state, a value that never changes."""
        return self._states[-1]

    @property
    def position(self) -> Playable:
        """The present state with the rules that read it, to be played on without this game's history."""
        now = self._playable
        if now is None or now.state is not self._states[-1]:
            now = self._playable = Playable(self.title, self.rules, self.state, masked=self._masked)
        return now

    @property
    def events(self) -> list[Event]:
        """Everything that has happened so far."""
        return [event for events in self._events for event in events]

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What the n-th action brought about; 0 is the start of the game."""
        return self._events[number]

    def told(self) -> list[tuple[Event, ...]]:
        """What every action brought about, beginning with the start of the game."""
        return self._events[:]

    @property
    def step(self) -> Decision | None:
        """The decision that the game waits for."""
        agenda = self.state.agenda
        return agenda[-1] if agenda else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.agenda

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that the game waits for; none when it is over."""
        return self.position.waiting_for()

    def legal_actions(self, seat: int | None = None) -> LegalActions:
        """What a seat may do now, also out of turn; without a seat, what anybody may do."""
        return LegalActions(self, seat)

    def describe(self, choice: Choice) -> str:
        """A choice in English, as on a button; `print(game.legal_actions())` has one a line."""
        return type(self).wording(choice, self)

    def show(self) -> Any:
        """The board as it stands: a picture in a notebook, a map of characters where it is printed."""
        showing = type(self).showing
        return showing(self) if showing else None

    def at_any_time(self, action: Action) -> bool:
        """Whether an action belongs to a decision that is open beside the one on the agenda."""
        return type(action) in self.position.standing

    def impossible(self, seat: int, place: str = "") -> list[tuple[Action, Refusal]]:
        """What a seat whose turn it is would look for, or would at one place, and cannot do now, and why."""
        step = self.step
        if step is None or seat not in self.waiting_for():
            return []
        position = self.position.known_to(seat)
        found = step.worth_explaining_at(position, seat, place) if place else step.worth_explaining(position, seat)
        worth_explaining = dict.fromkeys(one for one in found if type(one) in self.title.actions)
        return [(action, why) for action in worth_explaining if (why := self.refusal(action)) is not None]

    def refusal(self, action: Action) -> Refusal | None:
        """Why this action is not legal now, or None."""
        return self.position.refusal(action)

    def canonical_action(self, action: Action) -> Action:
        """The same action as it is listed and kept, where it can be written in several ways."""
        step = self.position.step_for(action)
        listed: Action = step.canonical_action(self.position, action) if step else action
        return listed

    def play(self, action: Action) -> tuple[Event, ...]:
        """Take a legal action and return what it brought about; an illegal one changes nothing."""
        now = self.position
        if not now.was_listed(action):
            refusal = now.refusal(action)
            if refusal is not None:
                raise IllegalAction(self.title.id, refusal)
            step = now.step_for(action)
            assert step is not None
            action = step.canonical_action(now, action)
        return self._take(now, action)

    def follow(self, *actions: Action, then: Action | None = None) -> tuple[Event, ...]:
        """Take actions that are known to have been taken: only whether they can be, not whether they are legal.

        Where one cannot, whatever stands in the way is raised and it has changed nothing; those before it stand.
        What the last one brought about is returned. What was taken `then`, if known, tells which steps were idle.
        """
        events: tuple[Event, ...] = ()
        for action, following in zip(actions, (*actions[1:], then), strict=False):  # none of nothing
            try:
                events = self._follow(action, following)
            except Exception:
                if not self._foretold:
                    raise
                last = self.undo()
                self._take(self.position, last)  # what was idle after it is asked once more
                events = self._follow(action, following)
        return events

    def _follow(self, action: Action, then: Action | None) -> tuple[Event, ...]:
        now = self.position
        step = now.step_for(action)
        if step is None or now.over:
            raise IllegalAction(self.title.id, refuse("", "game_over"))
        if action.seat not in step.waiting(now):
            raise IllegalAction(self.title.id, refuse("", "not_your_turn", seat=action.seat))
        return self._take(now, action, then)

    def _take(self, now: Playable, action: Action, then: Action | None = None) -> tuple[Event, ...]:
        after = now.apply(action, then)
        self._foretold = then is not None
        self.actions.append(action)
        self._states.append(after.state)
        self._events.append(after.events)
        self._playable = after
        return after.events

    def undo(self) -> Action:
        """Take the last action back."""
        if not self.actions:
            raise StellwerkError("There is nothing to take back.")
        self._cut(len(self.actions) - 1)
        return self.actions.pop()

    def state_after(self, number: int) -> Any:
        """The state after the n-th action."""
        state = self._states[number]
        return self._recall(number) if state is None else state

    # The past ---------------------------------------------------------------------------------------------------

    def thin(self) -> None:
        """Keep of the past only every so many states; those between are found again when they are asked for."""
        for number in range(len(self._states) - LATELY - 1, 0, -1):
            state = self._states[number]
            if number % EVERY == 0:
                self._lighten(state)
            elif state is None:
                break
            self._states[number] = None if number % EVERY else state

    def _lighten(self, state: Any) -> None:
        """Let a state of the past forget what was worked out of its parts, if they are not the present ones."""
        for name in state.__struct_fields__:
            part = getattr(state, name)
            if hasattr(part, "forget") and part is not getattr(self.state, name, None):
                part.forget()

    def _recall(self, number: int) -> State:
        """A state that was not kept: what led there from the last one that was is followed again."""
        first, states = self._recalled
        if not first <= number < first + len(states) or states[0] is not self._states[first]:
            first = next(before for before in range(number, -1, -1) if self._states[before] is not None)
            twin = self.copy()
            del twin.actions[first:], twin._states[first + 1 :], twin._events[first + 1 :]
            states = [twin.state]
            stretch = self.actions[first : first + EVERY]
            for action, then in zip_longest(stretch, stretch[1:]):
                if len(states) > number - first and self._states[first + len(states)] is not None:
                    break
                twin.follow(action, then=then)
                states.append(twin.state)
            self._recalled = first, states
        return states[number - first]

    def _cut(self, number: int) -> None:
        """Forget states and events after the n-th action; the actions are still there."""
        self._states[number] = self.state_after(number)
        del self._states[number + 1 :], self._events[number + 1 :]
        first, states = self._recalled
        if first + len(states) > number:
            self._recalled = first, states[: max(0, number + 1 - first)]

    def result(self) -> Mapping[int, int]:
        """Each seat's worth by the final accounts, as if the game ended now."""
        return self.title.result(self.rules, self.state)

    def problems(self) -> list[str]:
        """Every thing wrong with the position; always empty unless the engine is."""
        return self.title.problems(self.rules, self.state)

    def to_json(self) -> str:
        """The game as the text of its file."""
        from .files import to_json

        return to_json(self)

    # What a seat may know --------------------------------------------------------------------------------------

    @property
    def all_open(self) -> bool:
        """Whether nothing is hidden from anybody: by the title, or because the game is over."""
        return self.title.secrets is OPEN or self.over

    def view(self, seat: int | None) -> Any:
        """The state as a seat (or a spectator) may see it."""
        return self.state if self.all_open else self.title.secrets.view(self.rules, self.state, seat)

    def seen(self, seat: int | None, number: int | None = None, masks: Masks | None = None) -> Game:
        """The game as a seat may know it now, up to the present or to the n-th action: to tell and draw it.

        Nothing that is hidden from the seat is in it: no state, event or action, nor the seed where that tells.
        Who looks again and again keeps `masks`, which tell what need not be looked through a second time.
        """
        twin = object.__new__(SeenGame)
        twin.title, twin.players, twin.options, twin.seed = self.title, self.players, self.options, self.seed
        twin.rules, twin.drawn = self.rules, self.drawn
        end = len(self.actions) if number is None else number
        twin.actions, twin._states = self.actions[:end], self._states[: end + 1]
        twin._events = self._events[: end + 1]
        twin._recalled, twin._source, twin._seat = self._recalled, self, seat
        twin._playable = self._playable if self.all_open else None
        twin._foretold = self._foretold
        twin._states[-1] = self.state_after(end)
        if not self.all_open:
            twin._mask(self.copy(), seat, masks or Masks())
        return twin

    def known(self, seat: int | None) -> Game | None:
        """The game as far as a seat knows all of it, to be saved; None where the seed would tell secrets."""
        if not self.all_open and self.title.secrets.seed_tells(self.rules):
            return None
        twin = self.copy()
        hidden = (n for n, action in enumerate(self.seen(seat).actions) if isinstance(action, Hidden))
        end = next(hidden, len(self.actions))
        twin._cut(end)
        del twin.actions[end:]
        return twin

    @property
    def irrevocable(self) -> int:
        """So many actions are not to be taken back: with the last of them something hidden came to light."""
        if self.title.secrets is OPEN:
            return 0
        if self.over:
            return len(self.actions)
        return next((move for move in range(len(self.actions), 0, -1) if self.revealed_by(move)), 0)

    def revealed_by(self, move: int) -> bool:
        """Whether something hidden came to light with a move, so that it is not to be taken back."""
        return any(isinstance(event, Revealed) for event in self._events[move])

    def digest(self) -> str:
        """A fingerprint of the state: the same actions give the same one on every machine."""
        return hashlib.sha256(canonical(self.state)).hexdigest()

    def shape(self) -> str:
        """A fingerprint of what the state is made of: digests of states of another shape cannot be compared."""
        kinds: dict[Any, None] = dict.fromkeys(type(part) for part in (self.state, *self.state.agenda))
        names = [(kind.__name__, *_told(kind)[0]) for kind in kinds]
        return hashlib.sha256(repr(names).encode()).hexdigest()[:8]


class SeenGame(Game):
    """A game as one seat may know it: to be told and drawn, not to be played on.

    Where something is hidden a state of the past is looked up, and masked, only when it is asked for.
    """

    __slots__ = ("_seat", "_source")
    _masked = True
    _seat: int | None
    _source: Game

    def copy(self) -> Game:
        """One that shares everything with this one."""
        twin = super().copy()
        assert isinstance(twin, SeenGame)
        twin._seat, twin._source = self._seat, self._source
        return twin

    @property
    def all_open(self) -> bool:
        """What is hidden is no longer in it."""
        return True

    def state_after(self, number: int) -> Any:
        """The state after the n-th action, as the seat may see it."""
        state = self._states[number]
        if state is not None:
            return state
        if self._source.all_open:
            return self._source.state_after(number)
        return self.title.secrets.view(self.rules, self._source.state_after(number), self._seat)

    def _mask(self, source: Game, seat: int | None, masks: Masks) -> None:
        """Take out what the seat may not know."""
        self._source = source
        secrets, rules, now = self.title.secrets, self.rules, source.state
        for move in masks.doubtful(len(self.actions)):
            then, hidden, events = _Then(source, max(0, move - 1)), False, self._events[move]
            if move:
                action = self.actions[move - 1]
                hidden = action.seat != seat and secrets.hides(rules, action, seat, then, now)
                self.actions[move - 1] = Hidden(action.seat) if hidden else action
            heard = (secrets.told(rules, event, seat, then, now) for event in events)
            told = tuple(event for event in heard if event is not None)
            if told != events:  # what a seat hears all of is kept once for all
                self._events[move] = told
            masks.note(move, hidden or told != events)
        self._states[:] = [None] * len(self.actions) + [secrets.view(rules, self.state, seat)]
        self._recalled = 0, []
        if secrets.seed_tells(rules):
            self.seed = 0


class _Then:
    """A state of the past that is looked up when something of it is asked for: most masks ask for nothing."""

    __slots__ = ("_game", "_number")

    def __init__(self, game: Game, number: int) -> None:
        self._game, self._number = game, number

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game.state_after(self._number), name)


def canonical(state: State) -> bytes:
    """A state as bytes that depend on nothing but its values."""
    return msgspec.json.encode(_plain(state))


@cache
def _told(kind: Any) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """Fields in the order in which they are declared last, and those that came later with what they begin with."""
    names: dict[str, None] = {}
    late: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        for name in inspect.get_annotations(each):
            names.pop(name, None)
            late.pop(name, None)
            names[name] = None
        late |= vars(each).get("late", {})
    return tuple(name for name in names if name in kind.__struct_fields__ and name not in late), late


def _plain(value: Any) -> Any:
    """Structs, mappings and sets as sorted lists, so that neither order nor hash seed shows."""
    if hasattr(value, "digest_key"):
        return _plain(value.digest_key())
    if isinstance(value, msgspec.Struct):
        names, late = _told(type(value))
        more = (name for name, start in late.items() if getattr(value, name) != start)
        return [type(value).__name__, *([name, _plain(getattr(value, name))] for name in (*names, *more))]
    if isinstance(value, Mapping):
        items = [[_plain(key), _plain(item)] for key, item in value.items()]
        return sorted(items, key=lambda pair: str(pair[0]))
    if isinstance(value, frozenset):
        return sorted((_plain(item) for item in value), key=str)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
