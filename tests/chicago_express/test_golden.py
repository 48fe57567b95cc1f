"""A game of fixed lots plays as it did, event by event, and stored positions have as many continuations."""

from pathlib import Path

import pytest

import stellwerk
from stellwerk.play.core import Range

from .golden import FILE, playthrough

pytestmark = pytest.mark.unmeasured

POSITIONS = Path(__file__).with_name("stored")


def test_golden_playthrough():
    """A difference is either a fault or a change of the rules that somebody should read (see golden.py)."""
    assert playthrough().splitlines() == FILE.read_text(encoding="utf-8").splitlines()


def perft(game, depth: int) -> int:
    """How many sequences of so many actions there are; every amount of a range is one."""
    count = 0
    for choice in list(game.legal_actions()):
        amounts = range(choice.low, choice.high + 1, choice.step) if isinstance(choice, Range) else ()
        if depth == 1:
            count += len(amounts) or 1
            continue
        for action in [choice.at(amount) for amount in amounts] or [choice]:
            game.play(action)
            count += perft(game, depth - 1)
            game.undo()
    return count


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("opening", (25, 350, 3901)),
        ("middle", (3, 35, 539)),
        ("before-chicago", (3, 51, 191, 1524)),
    ],
)
def test_perft(name, counts):
    game = stellwerk.load(POSITIONS / f"{name}.json")
    digest = game.digest()
    assert tuple(perft(game, depth) for depth in range(1, len(counts) + 1)) == counts
    assert game.digest() == digest
