"""What is recorded of a title: one game by lot as text, counts of what can follow stored positions, and a digest
of each data file.

`pytest --write-golden` writes the first two anew; look at the difference before you commit it.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from stellwerk.board.catalogue import complete
from stellwerk.play.core import Event
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .lots import by_kind
from .trying import begin, ends, lots_of, typed

SEED = 1835  # any number: the playthroughs that are kept were played with it
# Which of several best runs is told depends on the search, not on the rules.
UNTOLD = ("route_run",)
TILES = "tiles.toml"
TEXTS = {"about.toml", "lesson.toml", "paragraphs.toml"}  # about the game, not of it


def played(title: str) -> Game:
    """The game of which the playthrough tells."""
    game, lots = begin(title, find_title(title).players[0], seed=SEED), lots_of(SEED)
    while not game.over:
        game.play(by_kind(game, lots))
    return game


def story(game: Game) -> str:
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


def _told(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        data = msgspec.to_builtins(event)
        kind = data.pop("event")
        if kind not in UNTOLD:
            yield f"  {kind} {' '.join(f'{key}={_plain(value)}' for key, value in data.items())}".rstrip()


def _plain(value: Any) -> Any:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return value


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many actions can follow, a range counted by its two ends."""
    if not depth or game.over:
        return 1
    total = 0
    for action in dict.fromkeys(ends(game.legal_actions())):
        game.play(action)
        total += perft(game, depth - 1)
        game.undo()
    return total


def cut(game: Game, number: int) -> Game:
    """The game as it stood after so many actions."""
    twin = stellwerk.new(game.title.id, game.players, game.options, game.seed)
    for action in game.actions[:number]:
        twin.play(action)
    return twin


def stored(title: str, folder: Path) -> list[Path]:
    """The stored positions of a title."""
    return sorted(folder.glob(f"{title}-at-*.json"))


def write(title: str, folder: Path) -> None:
    """Write playthrough and positions anew."""
    folder.mkdir(parents=True, exist_ok=True)
    game = played(title)
    (folder / f"{title}.txt").write_text(story(game), encoding="utf-8")
    for old in stored(title, folder):
        old.unlink()
    counts = {}
    for part in (1, 3, 6, 9):
        at = cut(game, len(game.actions) * part // 10)
        name = f"{title}-at-{len(at.actions)}.json"
        stellwerk.save(at, folder / name)
        counts[name] = [perft(at, 1), perft(at, 2)]
    (folder / f"{title}.perft").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


def digest(text: str, name: str = "") -> str:
    """A digest of the values in a data file, however it is laid out."""
    values = tomllib.loads(text)
    plain = json.dumps(written_out(values) if name == TILES else values, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:32]


def written_out(values: dict[str, Any]) -> dict[str, Any]:
    """Tiles of which some are named by their standard numbers, with all that these stand for."""
    return complete(values) if any(type(value) is int for value in values.values()) else values


def printed(title: str) -> dict[str, str]:
    """The digests of a title's data files as they are."""
    folder = find_title(title).manifest.data_folder()
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: digest(folder.joinpath(name).read_text("utf-8"), name) for name in files if name not in TEXTS}
