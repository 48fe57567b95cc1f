"""Lines planned: what a company would run once a line is finished, and a marker stands in a city at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.bots.api import Firm, LayTrack

from .forecast import Forecast
from .lines import DEAR, Line, Lines

FLEET = 3  # trains that a line is judged with, those among them that the treasury could buy
CERTAIN = 0.7  # what a line is worth that needs one lay more
FADING = 0.6  # the same, for choosing which lines are looked at
WAYS = 2  # first lays that are looked at for the way to one stop
LINES = (24, 16, 4)  # lines that are finished in thought: fewer on dense track, where runs take long
PLANS = 10  # the best of them, whose first piece is tried out
MARKERS = 3  # cities at a line in which a marker is tried, the cheapest first
AHEAD = 1.5  # rounds for which the run of a train counts that is yet to be bought


class Plan(Struct, frozen=True):
    """A line to a hex with a stop, what it and a marker at it cost, and what the company runs with both."""

    target: int
    line: Line
    cost: int
    run: int
    ahead: int


class Planner:
    """Finishes lines in thought, with the trains that a company has or could buy, and one that it dreams of."""

    def __init__(self, forecast: Forecast, company: str, dream: tuple[str, ...], part: float) -> None:
        self.forecast, self.company, self.dream, self.part = forecast, company, dream, part
        self.board = forecast.board
        self.stage = min(forecast.survey.stage, 2)
        self.stops = self.board.reach(company).stops
        self.fleet = _fleet(forecast, forecast.survey.firms[company])
        self.run_now, self.run_ahead = forecast.run(company, self.fleet), forecast.run(company, dream)

    def plans(self, moves: Mapping[int, LayTrack], worth_at: Callable[[int], float]) -> dict[int, list[Plan]]:
        """The best lines that lays could begin, by the number of the lay."""
        judged = []
        for number, target, line in self._offers(moves, worth_at)[: LINES[self.stage]]:
            move = moves[number]
            plan = max(self._finished(move, target, line), key=self.brings, default=None)
            if plan:
                first = self.forecast.spending(self.company, move.cost)
                judged.append((first - self.brings(plan), number, plan))
        plans: dict[int, list[Plan]] = {}
        for _, number, plan in sorted(judged, key=lambda each: each[:2])[:PLANS]:
            plans.setdefault(number, []).append(plan)
        return plans

    def brings(self, plan: Plan, first: Board | None = None) -> float:
        """What a finished line brings, beyond what a board with its first piece does."""
        run, ahead = self.run_now, self.run_ahead
        if first is not None:
            run = self.forecast.run(self.company, self.fleet, first)
            ahead = self.forecast.run(self.company, self.dream, first)
        rounds = max(0.0, self.forecast.rounds_left() - len(plan.line))
        lasts = min(self.forecast.railways.rises_last, rounds)
        gain = self.part * (lasts * (plan.run - run) + min(AHEAD, rounds / 2) * (plan.ahead - ahead))
        return float(CERTAIN ** len(plan.line) * gain - self.forecast.spending(self.company, plan.cost))

    def _offers(
        self, moves: Mapping[int, LayTrack], worth_at: Callable[[int], float]
    ) -> list[tuple[int, int, Line]]:
        """Lays with the lines that they begin, the shortest ones to the best stops first; each line once."""
        known = {stop // PLACES for stop in self.stops}
        lines = Lines(self.forecast.railways, self.board, self.forecast.survey, known)
        ways: dict[int, list[tuple[float, int, Line]]] = {}
        for number, move in moves.items():
            for target, (length, line) in lines.from_lay(move.hex, move.track).items():
                if line and target not in known:
                    ways.setdefault(target, []).append((length + move.cost / DEAR, number, line))
        offers: dict[tuple[int, Line], tuple[float, int]] = {}
        for target, found in ways.items():
            worth = worth_at(target)
            for far, number, line in sorted(found, key=lambda way: way[0])[:WAYS]:
                offer = (-worth * FADING**far, target)
                offers[number, line] = min(offers.get((number, line), offer), offer)
        ranked = sorted(offers, key=lambda each: (offers[each][0], each[0]))
        return [(number, offers[number, line][1], line) for number, line in ranked]

    def _finished(self, move: LayTrack, target: int, line: Line) -> Iterator[Plan]:
        """A line as it is, and with a marker; nothing where the box has not the tiles."""
        cost, then = 0, self.board.lay(move.hex, move.track)
        for hex_, track in line:
            if then.left[track.tile] <= 0:
                return
            cost += 0 if then.tracks[hex_].tile else then.box.costs[hex_]
            then = then.lay(hex_, track)
        yield self._run(target, line, cost, then)
        if len(self.fleet) > 1:  # a second train can begin anew from a marker
            for price, stop in self._markers(then)[:MARKERS]:
                yield self._run(target, line, cost + price, then.with_station(self.company, stop))

    def _run(self, target: int, line: Line, cost: int, then: Board) -> Plan:
        run = self.forecast.run(self.company, self.fleet, then)
        return Plan(target, line, cost, run, self.forecast.run(self.company, self.dream, then))

    def _markers(self, then: Board) -> list[tuple[int, int]]:
        """What markers cost in cities that are new, and where."""
        table, price = self.forecast.table, self.forecast.railways.marker_price
        new = then.reach(self.company).stops - self.stops
        prices = [(price(table, then, self.company, stop), stop) for stop in new]
        return sorted((cost, stop) for cost, stop in prices if cost is not None)


def _fleet(forecast: Forecast, firm: Firm) -> tuple[str, ...]:
    """A company's trains with those that it has room and money for."""
    kind = forecast.next_train(firm=firm)
    if kind is None:
        return firm.trains
    more = min(firm.room, firm.treasury // max(1, kind.price), FLEET - len(firm.trains))
    return (*firm.trains, *(kind.id,) * more)
