"""Games of bots against themselves at scale: the same games from the same seed, whoever plays them and how often.

Games are kept in shards, each written whole or not at all; what is there already is not played again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct

from stellwerk.bots.arena import Match, look_at

from . import variety as varieties
from .positions import Decisions, edition
from .variety import Variety, course_of, play_varied
from .workers import Work, Workers

GAMES = b"games"
"""How many games a shard has lies in its metadata under this name."""


class Plan(Struct, frozen=True):
    """What is to be played, and how much of it is kept: one of `every` so many decisions."""

    match: Match
    games: int
    every: int = 1
    in_a_shard: int = 8
    variety: Variety = Variety()

    def numbers(self, shard: int) -> range:
        """The games of a shard."""
        return range(shard * self.in_a_shard, min((shard + 1) * self.in_a_shard, self.games))

    def file(self, folder: Path, shard: int) -> Path:
        """Where a shard is kept, the last one by the name that it has when it is full; another plan has others."""
        match = self.match
        levels = "-".join(match.bots) + self.variety.text()
        told = f"{edition(match.title)}-{levels}-seed{match.seed}-every{self.every}"
        first = shard * self.in_a_shard
        return folder / f"{match.title}-{told}-{first:06}-{first + self.in_a_shard - 1:06}.parquet"

    def there(self, folder: Path, shard: int) -> bool:
        """Whether a shard is kept with just the games that are asked for."""
        file = self.file(folder, shard)
        games = str(len(self.numbers(shard))).encode()
        return file.exists() and pq.read_schema(file).metadata.get(GAMES) == games

    def shards(self) -> range:
        """The numbers of all shards."""
        return range(-(-self.games // self.in_a_shard))


def check(plan: Plan) -> None:
    """Refuse what cannot be played, in one sentence."""
    look_at(plan.match.title, plan.match.bots, plan.games, jobs=1)
    varieties.look_at(plan.variety, plan.match.title)


def play_shard(plan: Plan, folder: Path, shard: int) -> None:
    """Play the games of a shard and keep them."""
    match = plan.match
    numbers = {f"{match.seed}/{number}": number for number in plan.numbers(shard)}
    games = {name: play_varied(match, number, plan.variety) for name, number in numbers.items()}
    courses = {name: course_of(match, number, plan.variety) for name, number in numbers.items()}
    table = Decisions(next(iter(games.values()))).table(games, plan.every, courses)
    table = table.replace_schema_metadata({**table.schema.metadata, GAMES: str(len(games)).encode()})
    file = plan.file(folder, shard)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    pq.write_table(table, unfinished, compression="zstd")
    unfinished.replace(file)


def play_all(
    plan: Plan,
    folder: Path,
    workers: Workers,
    tick: Callable[[int], None],
    piece: Callable[..., None] = play_shard,
) -> None:
    """Play what is not there yet; `tick` is told how many games are done, those from before first."""
    folder.mkdir(parents=True, exist_ok=True)
    for rest in folder.glob("*.part"):
        rest.unlink()
    left = [shard for shard in plan.shards() if not plan.there(folder, shard)]
    tick(plan.games - sum(len(plan.numbers(shard)) for shard in left))
    work: Work = partial(piece, plan, folder)
    for shard in workers.each(work, left):
        tick(len(plan.numbers(shard)))


def read_all(plan: Plan, folder: Path) -> Iterator[pa.Table]:
    """The shards of a plan, in order."""
    for shard in plan.shards():
        yield pq.read_table(plan.file(folder, shard))
