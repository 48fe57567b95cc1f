"""The speed of best runs: every running decision of recorded and bots' games, and full boards with long trains."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.play.core import Position
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.routes import locomotives
from stellwerk.routes.bench import ALPINE, FLEETS, Figures, figures, measure, timed
from stellwerk.routes.model import Problem
from stellwerk.routes.network import Network
from stellwerk.routes.stress import alpine_problem, full_board, stress_problem
from stellwerk.titles.registry import find_title

from .games import bot_games, bot_matches, recorded_games


def measure_routes(records: Path, boards: int, budget: float) -> dict[str, Any]:
    """Figures for records and bots' games by title, and for stress boards by `fleets`; `memory_mb` is the peak."""
    games = recorded_games(records)
    matches = [match for match in bot_matches(games) if find_title(match.title).manifest.runs]
    result: dict[str, Any] = {"records": _by_title(games), "bot_games": _by_title(bot_games(matches))}
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


def _by_title(games: Iterable[Game]) -> dict[str, Any]:
    """Figures for all running decisions of these games."""
    problems: dict[str, list[Problem | locomotives.Problem]] = {}
    for game in games:
        problems.setdefault(game.title.id, []).extend(running_decisions(game))
    return {title: msgspec.to_builtins(measure(found)) for title, found in problems.items()}


def running_decisions(game: Game) -> Iterator[Problem | locomotives.Problem]:
    """What each company was asked when it ran, with a network of its own, as in play."""
    problem_of: Callable[[Any, str], Problem | locomotives.Problem] | None = game.title.manifest.part("runs")
    assert problem_of is not None
    for number, action in enumerate(game.actions, 1):
        for event in game.events_of(number):
            if type(event).__name__ == "Earned" and event.income:  # type: ignore[attr-defined]
                # where the director chose the run, what it used may be closed to the company afterwards
                chosen = isinstance(action, RunTrains) and action.company == event.company  # type: ignore[attr-defined]
                table = Position(game.rules, game.state_after(number - chosen))
                problem = problem_of(table, event.company)  # type: ignore[attr-defined]
                yield msgspec.structs.replace(problem, network=Network(problem.network.links))
