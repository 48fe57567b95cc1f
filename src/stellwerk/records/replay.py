"""Replaying a record of whichever program wrote it."""

from pathlib import Path

from . import games18xx_replay, rails_replay
from .replaying import Outcome

SUFFIXES = (".rails", ".json")


def replay(path: Path) -> Outcome:
    """Play a record through our engine and check what it states; JSON is of 18xx.games, all else of Rails."""
    return games18xx_replay.replay(path) if path.suffix == ".json" else rails_replay.replay(path)
