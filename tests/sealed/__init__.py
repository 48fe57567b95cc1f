"""A small title for the tests that hides all it can: sealed bids of all seats at once, hands, a deck."""

from .title import TITLE

__all__ = ["TITLE"]
