"""Whether pages are the same as before, by every byte: `python tests/measure/pages_alike.py FILE [TITLE …]`.

The golden games of all titles are played again, and whoever may look does: every seat and those who only watch,
in German and English in turn, now and looking back. What each sees is written into the file as a digest of every
part; where the file is there already, it is held against it. Make it with the program as it was, and look with the
one that is.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import msgspec

import stellwerk
from stellwerk.host.live import LiveGame, Look
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.testing.golden import played
from stellwerk.titles.registry import title_ids
from stellwerk.web.render import templates
from stellwerk.web.tables.parts import fragments

EVERY = 5
"""Moves between two looks of somebody; others look at the moves between."""


def seen(title: str) -> dict[str, str]:
    """What everybody sees of a game, by move, seat, language and part."""
    whole = played(title)
    game = stellwerk.new(title, whole.players, whole.options, whole.seed)
    seats = tuple(Seat(number, PERSON, name, number + 1) for number, name in enumerate(game.players))
    row = GameRow("g", title, game.title.rules_version, game.options, game.seed, 1, RUNNING, 0.0, 0.0, None, seats)
    live = LiveGame(row)
    live.game = game
    viewers = (None, *range(len(seats)))
    found: dict[str, str] = {}
    for action in whole.actions:
        game.play(action)
        live.number += 1
        live.marks.append(live.number)
        for place, seat in enumerate(viewers):
            if (live.number + place) % EVERY and not game.over:
                continue
            language = ("en", "de")[live.number // EVERY % 2]
            looks = [Look(seat, language)]
            if live.number % (4 * EVERY) == 0:
                looks.append(Look(seat, language, at=live.number // 2))
            for look in looks:
                made, facts = fragments(live, look, templates())
                told = {**made, "facts": msgspec.json.encode(facts).decode()}
                for name, text in told.items():
                    key = f"{title} {live.number} {seat} {language} {look.at} {name}"
                    found[key] = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        live.memo.clear()
    return found


def main(file: Path, *wanted: str) -> None:
    """Write the file, or hold what is seen against it, of all titles or of some."""
    titles = wanted or tuple(title_ids())
    now = {key: value for title in titles for key, value in seen(title).items()}
    if not file.exists():
        file.write_text(json.dumps(now))
        print(f"{len(now)} parts written")
        return
    before = {key: told for key, told in json.loads(file.read_text()).items() if key.split()[0] in titles}
    other = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
    print(f"{len(now)} parts, {len(other)} of them are others than before")
    for key in other[:20]:
        print(" ", key)
    sys.exit(bool(other))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
