"""The games that are measured: records, and whole games of bots for titles of which there are none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stellwerk.bots.arena import Match, play
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.records.replay import SUFFIXES, replay
from stellwerk.titles.registry import find_title, title_ids


def recorded_games(records: Path) -> list[Game]:
    """Every record that a title of ours can read, played to its end."""
    games = []
    for path in sorted(path for suffix in SUFFIXES for path in records.glob(f"*/*{suffix}")):
        try:
            games.append(replay(path).game)
        except StellwerkError:  # a title to come
            continue
    return games


def bot_matches(recorded: Iterable[Game]) -> list[Match]:
    """For each title without a record a game of as few players as it allows and one of as many."""
    known = {game.title.id for game in recorded}
    return [
        Match(title, ("steady",) * players, seed=0)
        for title in title_ids()
        if title not in known
        for players in (find_title(title).players[0], find_title(title).players[-1])
    ]


def bot_games(matches: Iterable[Match]) -> list[Game]:
    """The first game of each."""
    return [play(match, 0) for match in matches]


def all_games(records: Path) -> list[Game]:
    """Records, and games of bots for titles of which there are none."""
    recorded = recorded_games(records)
    return [*recorded, *bot_games(bot_matches(recorded))]
