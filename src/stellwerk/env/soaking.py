"""Games by lot in number, on this machine or by Ray: pieces of a soak that give the same whoever plays them.

What was found in a piece is kept in a file of its own, whole or not at all; what is there is not played again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.typed import decode
from stellwerk.testing.soak import Soak, Tally
from stellwerk.titles.registry import find_title

from .positions import software
from .workers import Workers

MOST_GAMES = 100_000_000


class Pieces(Struct, frozen=True):
    """So many games of some titles, a few in each piece."""

    titles: tuple[str, ...]
    seed: int
    games: int
    folder: Path
    in_a_piece: int = 8

    def numbers(self, piece: int) -> range:
        """The games of a piece."""
        return range(piece * self.in_a_piece, min((piece + 1) * self.in_a_piece, self.games))

    def file(self, piece: int) -> Path:
        """Where it is kept what came of a piece, by other rules elsewhere."""
        first = piece * self.in_a_piece
        titles = "-".join(f"{title}-rules{find_title(title).rules_version}" for title in self.titles)
        span = f"{first:09}-{first + self.in_a_piece - 1:09}"
        return self.folder / f"tally-{software().replace(' ', '-')}-{titles}-seed{self.seed}-{span}.json"

    def there(self, piece: int) -> bool:
        """Whether a piece is kept with just the games that are asked for."""
        file = self.file(piece)
        return file.exists() and tally_in(file).games == len(self.numbers(piece))

    def all(self) -> range:
        """The numbers of all pieces."""
        return range(-(-self.games // self.in_a_piece))


def tally_in(file: Path) -> Tally:
    """What was found in a piece."""
    return decode(file.read_bytes(), Tally)


def play_piece(pieces: Pieces, piece: int) -> None:
    """Play the games of a piece and keep what was found."""
    soak = Soak(pieces.titles, pieces.seed, inf, pieces.folder)
    tally = Tally()
    for number in pieces.numbers(piece):
        tally += soak.play(number)
    file = pieces.file(piece)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    unfinished.write_bytes(msgspec.json.encode(tally))
    unfinished.replace(file)


def run_all(
    pieces: Pieces,
    workers: Workers,
    tick: Callable[[int], None] = lambda games: None,
    work: Callable[[Pieces, int], None] = play_piece,
) -> Tally:
    """Play what is not there yet, and add up everything; `tick` is told of games that are done."""
    if not 1 <= pieces.games <= MOST_GAMES:
        raise StellwerkError(f"A soak has from 1 to {MOST_GAMES:,} games, not {pieces.games:,}.")
    pieces.folder.mkdir(parents=True, exist_ok=True)
    left = [piece for piece in pieces.all() if not pieces.there(piece)]
    tick(pieces.games - sum(len(pieces.numbers(piece)) for piece in left))
    for piece in workers.each(partial(work, pieces), left):
        tick(len(pieces.numbers(piece)))
    tally = Tally()
    for piece in pieces.all():
        tally += tally_in(pieces.file(piece))
    return tally
