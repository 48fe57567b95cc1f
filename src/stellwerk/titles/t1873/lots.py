"""Lots that the rules draw (6.2).

They follow from the seed, which lies open: all that hangs on a lot is which of equally good routes trustees run.
"""

from __future__ import annotations

from .state import Move

_STEP, _PLUS, _SPAN = 6364136223846793005, 1442695040888963407, 2**64  # Knuth's linear congruential generator


def draw(turn: Move, number: int) -> int:
    """Draw one of so many lots; the next draw is another."""
    lots = (turn.state.lots * _STEP + _PLUS) % _SPAN
    turn.set(lots=lots)
    return (lots >> 32) * number >> 32
