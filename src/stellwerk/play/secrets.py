"""What a title hides, and from whom: states, actions and events by seat, and the seed.

Whether a secret lasts is told by the present position: what was hidden when it happened may be open by now. When
the game is over everything is open, whatever the title says.
"""

from typing import Any, Protocol

from msgspec import Struct, field

from .core import Action, Event


class Hidden(Action, frozen=True):
    """Stands for an action that a seat may not know. That it was taken is open; what was decided is not."""


class Revealed(Event, frozen=True):
    """Something hidden came to light, were it only to one seat. What led to it cannot be taken back."""


class Secrets(Protocol):
    """What a title says of its secrets. `seat` is None for those who only watch.

    `then` is the state in which an action was taken, `now` the present one; together they tell whether a secret
    lasts. Events of the game's start have its first state as `then`. What a seat was told stays told.
    """

    def seed_tells(self, rules: Any) -> bool:
        """Whether lots are drawn by these rules, so that who knows the seed knows what will come."""
        ...

    def view(self, rules: Any, state: Any, seat: int | None) -> Any:
        """A state without what the seat may not know then; rules and tables can read it as any other."""
        ...

    def hides(self, rules: Any, action: Action, seat: int | None, then: Any, now: Any) -> bool:
        """Whether the seat may not know yet what another one decided."""
        ...

    def told(self, rules: Any, event: Event, seat: int | None, then: Any, now: Any) -> Event | None:
        """An event as far as the seat may hear of it: all, a part, or nothing."""
        ...


class Masks(Struct):
    """Which moves of a game are all open to a seat, kept between two looks: what it knows it does not forget.

    Only new moves, and those of which something was hidden, are looked at again. 0 is the start of the game. It
    is for one seat of one game that only went on; after something was taken back there must be new ones.
    """

    moves: int = -1
    veiled: set[int] = field(default_factory=set)

    def doubtful(self, last: int) -> list[int]:
        """Moves up to the last that are to be looked at.

        >>> Masks(moves=5, veiled={2, 4}).doubtful(7), Masks(moves=5, veiled={2, 4}).doubtful(3)
        ([2, 4, 6, 7], [2])
        """
        return [*sorted(move for move in self.veiled if move <= last), *range(self.moves + 1, last + 1)]

    def note(self, move: int, veiled: bool) -> None:
        """Whether something of a move is hidden still; moves come in their order."""
        self.moves = max(self.moves, move)
        if veiled:
            self.veiled.add(move)
        else:
            self.veiled.discard(move)


class _Open:
    """Nothing is hidden and nothing drawn by lot."""

    def seed_tells(self, rules: Any) -> bool:
        return False

    def view(self, rules: Any, state: Any, seat: int | None) -> Any:
        return state

    def hides(self, rules: Any, action: Action, seat: int | None, then: Any, now: Any) -> bool:
        return False

    def told(self, rules: Any, event: Event, seat: int | None, then: Any, now: Any) -> Event | None:
        return event


OPEN: Secrets = _Open()
"""For titles in which everything lies open on the table. The engine then asks nothing and copies nothing."""
