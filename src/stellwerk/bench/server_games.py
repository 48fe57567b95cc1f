"""Games for a server that is measured: many tables, and two that differ in length alone."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import msgspec

import stellwerk
from stellwerk.bots import usual_level
from stellwerk.play.extras import needing
from stellwerk.show.history import rounds
from stellwerk.titles.registry import find_title, title_ids

from .http_line import Line
from .server_people import Seat

TRIED = 1_000
"""Moves after which a game in which everybody passes is thought to have no end."""


async def seated(port: int, number: int, title: str, bots: bool) -> Seat:
    """Somebody at a table of their own: with bots, or for all seats. Everybody comes from another address."""
    line = Line(port, f"127.1.{number // 250}.{number % 250 + 1}")
    made = await line.post("/api/guests", {"name": f"P{number}"})
    line.headers["authorization"] = f"Bearer {made.json()['token']}"
    known = find_title(title)
    other = {"kind": "bot", "level": usual_level(known)} if bots else {"kind": "friend"}
    seats = [{"kind": "me"}, *[other] * (max(3, known.players[0]) - 1)]
    found = await line.post("/api/games", {"title": title, "seats": seats, "seed": number, "as_seated": True})
    return Seat(line, found.json()["id"], random.Random(number))


def long_game(moves: int, titles: list[str] | None = None) -> stellwerk.Game:
    """A game of so many moves, of a title that goes on while everybody passes; the longest where none does.

    Where there are several it is the one with the fewest rounds, as in games that are played: in others everybody
    passes a round away with a move or two, and it is the list of rounds that grows.
    """
    found = [_passed(title, min(moves, TRIED)) for title in titles or title_ids()]
    best = max(found, key=lambda game: (not game.over, len(game.actions) if game.over else -len(rounds(game))))
    return best if best.over or len(best.actions) >= moves else _passed(best.title.id, moves)


def _passed(title: str, moves: int) -> stellwerk.Game:
    """A game by lot in which whoever may pass does."""
    names = [f"P{n}" for n in range(max(3, find_title(title).players[0]))]
    game, lots = stellwerk.new(title, names, seed=3), random.Random(3)
    while len(game.actions) < moves and not game.over:
        nothing = stellwerk.Pass(game.waiting_for()[0])
        game.play(nothing if game.refusal(nothing) is None else game.legal_actions(nothing.seat).pick(lots))
    return game


def prolong(folder: Path, database: str, lengths: Mapping[str, int], game: stellwerk.Game) -> None:
    """Write so many moves of a game into the logs of tables that have none, while no server runs."""
    seeds = [(game.seed, id_) for id_ in lengths]
    entries = [
        (id_, number, msgspec.json.encode(one), 1.0)
        for id_, moves in lengths.items()
        for number, one in enumerate(game.actions[:moves], 1)
    ]
    if not database:
        with closing(sqlite3.connect(folder / "stellwerk.sqlite3")) as base, base:
            base.executemany("UPDATE games SET seed = ? WHERE id = ?", seeds)
            base.executemany("INSERT INTO log (game, number, body, at) VALUES (?, ?, ?, ?)", entries)
        return
    with needing("postgres", "A database of PostgreSQL"):
        import psycopg
    with psycopg.connect(database) as there, there.cursor() as cursor:
        cursor.executemany("UPDATE games SET seed = %s WHERE id = %s", seeds)
        cursor.executemany("INSERT INTO log (game, number, body, at) VALUES (%s, %s, %s, %s)", entries)
