"""Games that were played, by people or bots, as one table, with a data card.

One game is in memory at a time. Each is kept as a part, written whole or not at all, until the table is there: who
was broken off goes on where he was.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from stellwerk import load
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import GameFileError
from stellwerk.play.game import Game
from stellwerk.play.typed import decode
from stellwerk.records.replay import replay
from stellwerk.titles.registry import find_title, title_ids

from .positions import Decisions, software
from .table import VERSION, env_name

FORMATS = (".parquet", ".jsonl")
BATCH = 256
"""Rows that are in memory at once while parts are put together."""
ABOUT = b"about"
"""What a part tells of its game lies in its metadata under this name."""


class About(Struct, frozen=True):
    """What a card needs to know of one game."""

    title: str
    players: int
    options: tuple[str, ...]
    rules_version: int
    finished: bool
    record: bool
    """Whether another program had kept it."""
    moves: int
    decisions: int
    unlisted: int
    alone: int
    """Decisions with a single choice."""


class Card(Struct, frozen=True):
    """What a table holds."""

    title: str
    name: str
    players: int
    games: int
    finished: int
    records: int
    moves: tuple[int, int]
    """Of the shortest game and of the longest."""
    decisions: int
    unlisted: int
    """Decisions that the list has in another form: a run of trains that comes to the same as the one listed."""
    alone: int
    options: tuple[str, ...]
    rules_version: int
    every: int
    columns: tuple[str, ...]
    size: int
    digest: str
    software: str

    def text(self) -> str:
        """The card to read."""
        kept = "every decision" if self.every == 1 else f"one decision of {self.every}"
        return f"""# {self.name}: {self.games} games with {self.players} players

- Title `{self.title}`, version {self.rules_version} of its rules; options: {", ".join(self.options) or "none"};
  written by {self.software}.
- {self.records} games are records of other programs, the others were stored by Stellwerk.
- {self.finished} games were played to their end; margins of the others are by worth when they stopped. The
  shortest has {self.moves[0]} actions, the longest {self.moves[1]}.
- {self.decisions} rows, {kept}; in {self.unlisted} the list of choices has what was chosen in another form, in
  {self.alone} there was one choice only.
- A row has {", ".join(f"`{column}`" for column in self.columns)}.
- `seen` is what the environment `{self.name}` shows the seat that decides (docs/research.md), all arrays one
  after another; shapes and columns are in the metadata of a Parquet table. `margins` begin with that seat.
- Rows of one game hang together: hold out whole games (`game`), not rows. Who played well or badly is not told.
- Names of players are not in it. What a seat did not know is not in its rows; but what others had sealed can be
  read from their own. Games of people belong to those who played them: ask before you hand them on.
- {self.size} bytes, SHA-256 {self.digest}.
"""


def write(files: Sequence[Path], out: Path, every: int, tick: Callable[[int], None] = lambda _: None) -> Card:
    """Write a table of games of one title and number of players, and its card beside it.

    `tick` is told how many games are done, those that were found done first.
    """
    names = [file.stem for file in files]
    for name in names:
        if names.count(name) > 1:
            raise StellwerkError(f"Two games are called {name}: their rows could not be told apart.")
    folder = out.with_name(f"{out.name}.parts")
    folder.mkdir(parents=True, exist_ok=True)
    parts = [_part(folder, file, every) for file in files]
    missing = [(file, part) for file, part in zip(files, parts, strict=True) if not part.exists()]
    tick(len(files) - len(missing))
    decisions: Decisions | None = None
    for file, part in missing:
        decisions = _keep(file, part, every, decisions)
        tick(1)
    schema = _one_schema(files, parts)
    unfinished = out.with_name(f"{out.name}.{os.getpid()}.part")
    _put_together(parts, schema, unfinished, as_lines=out.suffix == ".jsonl")
    card = _card([_about(part) for part in parts], schema, every, unfinished)
    unfinished.replace(out)
    out.with_suffix(".md").write_text(card.text(), encoding="utf-8")
    for part in folder.iterdir():
        part.unlink()
    folder.rmdir()
    return card


def _part(folder: Path, file: Path, every: int) -> Path:
    """Where a game is kept by itself; another file of that name, or other software or rules, is another part."""
    try:
        told = _digest(file)[:16]
    except OSError as error:
        raise StellwerkError(f"{file.name} cannot be read: {error.strerror}.") from None
    rules = [find_title(title).rules_version for title in title_ids()]
    kind = hashlib.sha256(f"{software()} {VERSION} {rules} {every}".encode()).hexdigest()[:8]
    return folder / f"{file.stem}-{told}-{kind}.parquet"


def _keep(file: Path, part: Path, every: int, last: Decisions | None) -> Decisions:
    """Write the rows of a game; who wrote the `last` game is asked again where it was of the same kind."""
    game, record = _game(file)
    decisions = last if last is not None and last.fits(game) else Decisions(game)
    table = decisions.table({file.stem: game}, every)
    choices = table.column("choices").to_pylist()
    about = About(
        title=game.title.id,
        players=len(game.players),
        options=tuple(sorted(game.options)),
        rules_version=game.title.rules_version,
        finished=game.over,
        record=record,
        moves=len(game.actions),
        decisions=table.num_rows,
        unlisted=table.column("chosen").null_count,
        alone=choices.count(1),
    )
    told = {**table.schema.metadata, ABOUT: msgspec.json.encode(about)}
    unfinished = part.with_suffix(f".{os.getpid()}.part")
    pq.write_table(table.replace_schema_metadata(told), unfinished, compression="zstd")
    unfinished.replace(part)
    return decisions


def _game(file: Path) -> tuple[Game, bool]:
    """A stored game of ours, or else somebody's record."""
    try:
        return load(file), False
    except GameFileError:
        return replay(file).game, True


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _about(part: Path) -> About:
    return decode(pq.read_schema(part).metadata[ABOUT], About)


def _one_schema(files: Iterable[Path], parts: Sequence[Path]) -> pa.Schema:
    """What all parts have in common; games that differ in it are refused."""
    common: pa.Schema | None = None
    for file, part in zip(files, parts, strict=True):
        schema = pq.read_schema(part)
        own = schema.with_metadata({key: told for key, told in schema.metadata.items() if key != ABOUT})
        if common is not None and not own.equals(common, check_metadata=True):
            raise StellwerkError(
                f"A table holds games of one title and number of players; {file.name} is of another kind."
            )
        common = own
    assert common is not None
    return common


def _put_together(parts: Iterable[Path], schema: pa.Schema, out: Path, as_lines: bool) -> None:
    if as_lines:
        with out.open("wb") as lines:
            for batch in _batches(parts):
                lines.writelines(msgspec.json.encode(row) + b"\n" for row in batch.to_pylist())
        return
    with pq.ParquetWriter(out, schema, compression="zstd") as table:
        for part in parts:
            table.write_table(pq.read_table(part).replace_schema_metadata(schema.metadata))


def _batches(parts: Iterable[Path]) -> Iterator[Any]:
    for part in parts:
        with pq.ParquetFile(part) as opened:
            yield from opened.iter_batches(BATCH)


def _card(games: Sequence[About], schema: pa.Schema, every: int, table: Path) -> Card:
    first = games[0]
    return Card(
        title=first.title,
        name=env_name(find_title(first.title)),
        players=first.players,
        games=len(games),
        finished=sum(game.finished for game in games),
        records=sum(game.record for game in games),
        moves=(min(game.moves for game in games), max(game.moves for game in games)),
        decisions=sum(game.decisions for game in games),
        unlisted=sum(game.unlisted for game in games),
        alone=sum(game.alone for game in games),
        options=tuple(sorted({name for game in games for name in game.options})),
        rules_version=first.rules_version,
        every=every,
        columns=tuple(schema.names),
        size=table.stat().st_size,
        digest=_digest(table),
        software=software(),
    )
