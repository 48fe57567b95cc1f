"""The golden playthrough: a whole game as text, action by action with what each brought about.

Write it anew with `python -m tests.chicago_express.golden` from the project's folder, and read the difference.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from .policies import play_out, westward
from .positions import NAMES, new_game

FILE = Path(__file__).with_name("golden.txt")


def words(struct) -> str:
    """A struct as one line."""
    values = (f"{name}={getattr(struct, name)}" for name in struct.__struct_fields__)
    return f"{type(struct).__name__} {' '.join(values)}".strip()


def playthrough() -> str:
    """The game of three westward players with lots from seed 10: four companies reach Chicago."""
    game = play_out(new_game(3), westward, random.Random(10))
    lines = [f"chicago-express, {', '.join(NAMES[:3])}"]
    lines += [f"      {words(event)}" for event in game.events_of(0)]
    for number, action in enumerate(game.actions, 1):
        lines.append(f"{number:4}  {msgspec.json.encode(action).decode()}")
        lines += [f"      {words(event)}" for event in game.events_of(number)]
    lines.append(f"digest {game.digest()}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(playthrough(), encoding="utf-8")
