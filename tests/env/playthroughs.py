"""Playthroughs as OpenSpiel writes them, kept in files: `python -m tests.env.playthroughs` writes them anew.

What a seat sees has some thousand figures at every step: of lines that are so long only a digest is kept.
"""

import hashlib
import re
from pathlib import Path

from stellwerk.env.table import env_name
from stellwerk.titles.registry import find_title, title_ids

FOLDER = Path(__file__).with_name("playthroughs")
STEPS, LONGEST = 24, 200


def written(title, actions=None):
    """The first steps of a game, drawn by OpenSpiel or as they are told."""
    # Only here: this file is read where OpenSpiel is not, too.
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    from stellwerk.env.open_spiel import register

    register()
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])
    name = f"{env_name(find_title(title))}(players=3,seed=4,steps={STEPS})"
    text = generate_playthrough.playthrough(name, actions, seed=1)
    return "\n".join(map(_shortened, text.splitlines())) + "\n"


def _shortened(line):
    name, _, told = line.partition(" = ")
    return line if len(line) <= LONGEST else f"{name} = sha256 {hashlib.sha256(told.encode()).hexdigest()[:16]}"


def actions_of(text):
    """The numbers that were chosen."""
    return [int(number) for number in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]


def file_of(title):
    """Where a title's playthrough is kept."""
    return FOLDER / f"{title}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in title_ids():
        file_of(each).write_text(written(each), encoding="utf-8")
