"""What lies on the table, secrets and all: whoever is shown the true state would read them here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.show.face import Face
from stellwerk.show.tables import Column, Fact, Table

from .title import Auction


class SealedFace(Face):
    """What terminal, words and drawings ask of a title."""

    currency = "M"
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        "envelopes": lambda position, step: sum(step.bids.values()),
        "hand": lambda position, step: position.state.hands[step.seat],
    }

    def summary(self, position: Any) -> tuple[Fact, ...]:
        return (Fact("deck", {"cards": position.state.deck}),)

    def tables(self, position: Any) -> tuple[Table, ...]:
        state = position.state
        step = state.agenda[-1] if state.agenda else None
        bids = step.bids if isinstance(step, Auction) else {}
        rows = tuple((seat, state.cash[seat], state.hands[seat], bids.get(seat)) for seat in range(state.seats))
        columns = (
            Column("player", "name"), Column("cash", "money"), Column("hand", "ids"), Column("bid", "money")
        )  # fmt: skip
        return (Table("players", columns, rows),)
