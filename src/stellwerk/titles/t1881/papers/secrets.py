"""What nobody may see before all envelopes are in (2.5)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from stellwerk.play.core import Action, Event

from ..actions import SealBid
from ..state import State81


class _Envelopes:
    """An envelope shows who has sealed it; what is in it is known to its owner alone until all are opened."""

    def seed_tells(self, rules: Any) -> bool:
        return False  # The seed says who is the auctioneer, and that is told before anybody bids.

    def view(self, rules: Any, state: State81, seat: int | None) -> State81:
        if not state.envelopes:
            return state
        return replace(state, envelopes={each: bid * (each == seat) for each, bid in state.envelopes.items()})

    def hides(self, rules: Any, action: Action, seat: int | None, then: Any, now: State81) -> bool:
        return isinstance(action, SealBid) and action.seat != seat and not now.rank

    def told(self, rules: Any, event: Event, seat: int | None, then: Any, now: Any) -> Event | None:
        return event


ENVELOPES = _Envelopes()
