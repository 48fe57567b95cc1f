"""What a title hides, and from whom: states, actions and events by seat, and the seed.

Whether a secret lasts is told by the present position: what was hidden when it happened may be open by now. When
the game is over everything is open, whatever the title says.
"""

from typing import Any, Protocol

from .core import Action, Event


class Hidden(Action, frozen=True):
    """Stands for an action that a seat may not know. That it was taken is open; what was decided is not."""


class Revealed(Event, frozen=True):
    """Something hidden came to light, were it only to one seat. What led to it cannot be taken back."""


class Secrets(Protocol):
    """What a title says of its secrets. `seat` is None for those who only watch.

    `then` is the state in which an action was taken, `now` the present one; together they tell whether a secret
    lasts. Events of the game's start have its first state as `then`.
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
