"""What lies in the state, secrets and all: a learner who is given the true one would read them here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.play.observed import SEATS, Column, Observed, Row, Told, entries

from .title import NAMES, Auction

CARDS = "cards"


def rows(rules: Any, state: Any) -> Mapping[str, Sequence[Row]]:
    return {CARDS: NAMES}


def _bids(rules: Any, state: Any) -> Told:
    step = state.agenda[-1] if state.agenda else None
    return step.bids if isinstance(step, Auction) else {}


def _deck(rules: Any, state: Any) -> Told:
    return {card: place + 1 for place, card in enumerate(state.deck) if card in NAMES}


def _known(rules: Any, hand: tuple[str, ...]) -> Told:
    return {card: 1 for card in hand if card in NAMES}


OBSERVED = Observed(
    rows,
    (
        entries(SEATS, "cash"),
        Column(table=SEATS, name="hands", reads=("hands",), each=_known, across=CARDS),
        Column(table=SEATS, name="bid", reads=("agenda",), tell=_bids),
        Column(table=CARDS, name="place", reads=("deck",), tell=_deck),
    ),
)
