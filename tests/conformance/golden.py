"""One game by lot of each title as text, and counts of what can follow stored positions.

`python -m pytest tests/conformance --write-golden` writes both anew; look at the difference before you commit it.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

import stellwerk
from stellwerk.testing.lots import by_kind

from .policies import begin, ends, lots_of, tables, typed

FOLDER = Path(__file__).parent / "golden"
SEED = 1835
# Which of several best runs is told depends on the search, not on the rules.
UNTOLD = ("route_run",)


def played(title):
    """The game of which the playthrough tells."""
    players = next(players for name, players in tables() if name == title)
    game, lots = begin(title, players, seed=SEED), lots_of(SEED)
    while not game.over:
        game.play(by_kind(game, lots))
    return game


def story(game):
    """Actions with what they brought about, and the digest now and then."""
    lines = [f"{game.title.id}, {len(game.players)} players, seed {SEED}"]
    lines += _told(game.events_of(0))
    twin = stellwerk.new(game.title.id, game.players, game.options, game.seed)
    for number, action in enumerate(game.actions, 1):
        twin.play(action)
        lines.append(f"{number} {typed(action)}")
        lines += _told(game.events_of(number))
        if number % 50 == 0 or number == len(game.actions):
            lines.append(f"  digest {twin.digest()[:16]}")
    lines.append(f"result {json.dumps({str(seat): worth for seat, worth in sorted(game.result().items())})}")
    return "\n".join(lines) + "\n"


def _told(events):
    for event in events:
        data = msgspec.to_builtins(event)
        kind = data.pop("event")
        if kind not in UNTOLD:
            yield f"  {kind} {' '.join(f'{key}={_plain(value)}' for key, value in data.items())}".rstrip()


def _plain(value):
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


def perft(game, depth):
    """How many sequences of so many actions can follow, a range counted by its two ends."""
    if not depth or game.over:
        return 1
    total = 0
    for action in dict.fromkeys(ends(game.legal_actions())):
        game.play(action)
        total += perft(game, depth - 1)
        game.undo()
    return total


def cut(game, number):
    """The game as it stood after so many actions."""
    twin = stellwerk.new(game.title.id, game.players, game.options, game.seed)
    for action in game.actions[:number]:
        twin.play(action)
    return twin


def stored(title):
    """The stored positions of a title with their counts by depth."""
    return sorted(FOLDER.glob(f"{title}-at-*.json"))


def write(title):
    """Write playthrough and positions anew."""
    FOLDER.mkdir(exist_ok=True)
    game = played(title)
    (FOLDER / f"{title}.txt").write_text(story(game), encoding="utf-8")
    for old in stored(title):
        old.unlink()
    counts = {}
    for part in (1, 3, 6, 9):
        at = cut(game, len(game.actions) * part // 10)
        name = f"{title}-at-{len(at.actions)}.json"
        stellwerk.save(at, FOLDER / name)
        counts[name] = [perft(at, 1), perft(at, 2)]
    (FOLDER / f"{title}.perft").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
