"""Replaying a record of whichever program wrote it."""

from pathlib import Path

from . import games18xx_replay, rails_replay
from .replaying import Outcome

SUFFIXES = (".rails", ".json")


def replay(path: Path, every: bool = False) -> Outcome:
    """Play a record through our engine and check what it states; JSON is of 18xx.games, all else of Rails.

    With `every` the game goes on without a decision that cannot be played, so that all mismatches are found.
    """
    return games18xx_replay.replay(path, every) if path.suffix == ".json" else rails_replay.replay(path, every)
