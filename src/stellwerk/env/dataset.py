"""Games that were played, by people or bots, as one table, with a data card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from stellwerk import load
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import GameFileError
from stellwerk.play.game import Game
from stellwerk.records.replay import replay

from .positions import Decisions
from .table import env_name

FORMATS = (".parquet", ".jsonl")


class Card(Struct, frozen=True):
    """What a table holds."""

    title: str
    name: str
    players: int
    games: int
    finished: int
    decisions: int
    unlisted: int
    """Decisions that the list has in another form: a run of trains that comes to the same as the one listed."""
    options: tuple[str, ...]
    rules_version: int
    every: int
    columns: tuple[str, ...]

    def text(self) -> str:
        """The card to read."""
        kept = "every decision" if self.every == 1 else f"one decision of {self.every}"
        return f"""# {self.name}: {self.games} games with {self.players} players

- Title `{self.title}`, version {self.rules_version} of its rules; options: {", ".join(self.options) or "none"}.
- {self.finished} games were played to their end; margins of the others are by worth when they stopped.
- {self.decisions} rows, {kept}; in {self.unlisted} the list of choices has what was chosen in another form.
- A row has {", ".join(f"`{column}`" for column in self.columns)}.
- `seen` is what the environment `{self.name}` shows the seat that decides (docs/research.md), all arrays one
  after another; shapes and columns are in the table's metadata. `margins` begin with that seat.
- Names of players are not in it.
"""


def read_games(files: Sequence[Path]) -> dict[str, Game]:
    """Games of one title and number of players, by the names of their files."""
    games = {file.stem: _game(file) for file in files}
    kinds = {(game.title.id, len(game.players)) for game in games.values()}
    if len(kinds) > 1:
        raise StellwerkError("A table holds games of one title and number of players, not of several.")
    return games


def _game(file: Path) -> Game:
    """A stored game of ours, or else somebody's record."""
    try:
        return load(file)
    except GameFileError:
        return replay(file).game


def write(games: Mapping[str, Game], out: Path, every: int) -> Card:
    """Write the table, and its card beside it."""
    first = next(iter(games.values()))
    decisions = Decisions(first)
    table = decisions.table(games, every)
    if out.suffix == ".parquet":
        pq.write_table(table, out, compression="zstd")
    else:
        lines = b"\n".join(msgspec.json.encode(row) for row in table.to_pylist())
        out.write_bytes(lines + b"\n")
    card = _card(games, table, first, every)
    out.with_suffix(".md").write_text(card.text(), encoding="utf-8")
    return card


def _card(games: Mapping[str, Game], table: pa.Table, first: Game, every: int) -> Card:
    return Card(
        title=first.title.id,
        name=env_name(first.title),
        players=len(first.players),
        games=len(games),
        finished=sum(game.over for game in games.values()),
        decisions=table.num_rows,
        unlisted=table.column("chosen").null_count,
        options=tuple(sorted({name for game in games.values() for name in game.options})),
        rules_version=first.title.rules_version,
        every=every,
        columns=tuple(table.column_names),
    )
