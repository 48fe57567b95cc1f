"""The speed of best runs: every running decision of recorded games, and full boards with long trains."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.play.core import Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.records.replay import SUFFIXES, replay
from stellwerk.routes import locomotives
from stellwerk.routes.bench import ALPINE, FLEETS, Figures, figures, measure, timed
from stellwerk.routes.model import Problem
from stellwerk.routes.network import Network
from stellwerk.routes.stress import alpine_problem, full_board, stress_problem


def measure_routes(records: Path, boards: int, budget: float) -> dict[str, Any]:
    """Figures for records by title and for stress boards, told by `fleets`; `memory_mb` is the peak."""
    games = recorded_games(records)
    problems: dict[str, list[Problem | locomotives.Problem]] = {}
    for game in games:
        problems.setdefault(game.title.id, []).extend(running_decisions(game))
    result: dict[str, Any] = {
        "records": {title: msgspec.to_builtins(measure(found)) for title, found in problems.items()}
    }
    if not games:
        return result | {"stress": None}
    box = games[0].state.board.box
    times: list[float] = []
    proved = 0
    fleets: dict[str, Figures] = {}
    full = [full_board(box, seed) for seed in range(boards)]
    for name, trains in (FLEETS | ALPINE).items():
        make = alpine_problem if name in ALPINE else stress_problem
        spent = [timed(make(board, seed, trains), budget) for seed, board in enumerate(full)]
        fleets[name] = figures([ms for ms, _ in spent], sum(optimal for _, optimal in spent))
        times += [ms for ms, _ in spent]
        proved += fleets[name].proved
    result["stress"] = msgspec.to_builtins(figures(times, proved))
    result["fleets"] = msgspec.to_builtins(fleets)
    result["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return result


def recorded_games(records: Path) -> list[Game]:
    """Every record that a title of ours can read, played to its end."""
    games = []
    for path in sorted(path for suffix in SUFFIXES for path in records.glob(f"*/*{suffix}")):
        try:
            games.append(replay(path).game)
        except StellwerkError:  # a title to come
            continue
    return games


def running_decisions(game: Game) -> Iterator[Problem | locomotives.Problem]:
    """What each company was asked when it ran, with a network of its own, as in play."""
    running = import_module(f"{type(game.title).__module__.rpartition('.')[0]}.running")
    for number in range(1, len(game.actions) + 1):
        for event in game.events_of(number):
            if type(event).__name__ == "Earned" and event.income:  # type: ignore[attr-defined]
                table = Position(game.rules, game.state_after(number))
                problem: Problem | locomotives.Problem = running.running_problem(table, event.company)  # type: ignore[attr-defined]
                yield msgspec.structs.replace(problem, network=Network(problem.network.links))
