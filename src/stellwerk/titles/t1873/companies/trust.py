"""How a railway in trusteeship runs, for which nobody decides (6.2)."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk.play.core import Procedure
from stellwerk.routes.locomotives import Route, best_run, next_routes, told, valued

from ..lots import draw
from ..state import Move
from .running import EFFORT, earn, problem_of, with_local


class TrustRun(Procedure, frozen=True):
    """The largest locomotive begins, route by route what adds most, ties by lot; a railcar runs as usual (6.2)."""

    company: str

    def run(self, turn: Move) -> None:
        problem = problem_of(turn, self.company)
        done: list[Route] = []
        while routes := next_routes(problem, done):
            done.append(routes[draw(turn, len(routes)) if len(routes) > 1 else 0])
        railcar = best_run(replace(problem, locomotives=()), EFFORT).diesel
        run = told(problem, valued(problem, (*done, *railcar.routes)))
        earn(turn, self.company, with_local(turn, self.company, run))
