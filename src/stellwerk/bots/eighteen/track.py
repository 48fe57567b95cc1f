"""Track: lay what raises what a company runs, or brings it nearer to what it could run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite
from stellwerk.board.tiles import CITY, TOWN, Stop, Track
from stellwerk.bots.api import Firm, LayTrack, Measure, Reason, Weighed, reason
from stellwerk.play.core import Action

from .forecast import Forecast
from .plans import AHEAD, Plan, Planner

LOOKED_AT = 14  # lays that are tried out, the most promising of all
BESIDE_LINES = 11  # the same beside those that begin a line
NEARER = 1.2  # rounds for which stops count that come nearer
FADES = 0.55  # what a stop is worth that lies one hex further away
TERRAIN = 40  # marks of terrain that are as bad as one hex more
FAR = 8.0
REACHED = 0.4  # of what is near, for stops that track arrives at already
TELLING = 0.01  # what is near must rise by so much to be told
GOAL = 0.4  # of a reward, for the company that reaches its goal
GOAL_FADES = 0.75  # of that for every hex that is still to be built on the way
LEAST_PART = 0.2  # of what a company gains, for a director who holds nearly nothing of it
STOPS, JOINED, LED_TO, COST = 3.0, 15, 0.5, 0.2  # the cheap measure: better stops, track joined, sides, terrain
UNBUILT = 0.5  # of what a stop is worth in a colour, where its track does not say
LEAST_CHARM = 0.5  # what a place must be worth from a hex to be counted there
LATER = 0.3  # what track is worth that must wait for another colour
WORTH = {CITY: (20, 30, 40), TOWN: (8, 8, 8)}
NOTHING = (0, 0, 0)
Steps = Mapping[int, float]
"""How far each hex is away."""


def lays(forecast: Forecast, choices: Sequence[tuple[Action, LayTrack]]) -> Iterator[Weighed]:
    """Try out the lays that promise most, and those that begin a line; the others are not worth a look."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    planner: Planner | None = None
    plans: dict[int, list[Plan]] = {}
    if forecast.railways.plans_lines:
        choices = [choice for choice in choices if site.touches(choice[1])] or choices
        planner = Planner(forecast, site.company, site.dream, site.part)
        plans = planner.plans([move for _, move in choices], site.worth_at)
    ranked = sorted(range(len(choices)), key=lambda number: -site.promise(choices[number][1]))
    first = set(ranked[: BESIDE_LINES if plans else LOOKED_AT])
    for number in ranked:
        if number in first or number in plans:
            yield site.weigh(*choices[number], planner, plans.get(number, ()))


class Near(NamedTuple):
    """What lies near: stops beyond open ends, stops within reach, the goal that brings a reward."""

    beyond: float
    reached: float
    goal: float


class Surroundings:
    """A company's track and what lies near it, looked at once with trains of now and one that it dreams of."""

    def __init__(
        self, forecast: Forecast, company: str, trains: tuple[str, ...], dream: tuple[str, ...], to_goal: Steps
    ) -> None:
        self.forecast, self.company = forecast, company
        self.firm: Firm = forecast.survey.firms[company]
        self.board = forecast.board
        self.reach = self.board.reach(company)
        self.stage = min(forecast.survey.stage, 2)
        self.charms = charms(self.board.box, self.stage, forecast.railways.calls_at)
        self.trains, self.dream, self.to_goal = trains, dream, to_goal
        self.run_now = forecast.run(company, trains)
        self.run_ahead = forecast.run(company, dream)
        self.near_now = self.near_to(self.board)
        self.near = sum(self.near_now)

    def promise(self, move: LayTrack) -> float:
        """A cheap measure: better stops, sides that join other track, sides that lead towards something."""
        old, new = self.board.tracks[move.hex], move.track
        score = STOPS * (_stops_worth(new, self.stage) - _stops_worth(old, self.stage))
        for side in SIDES:
            if not (new.exits & ~old.exits) >> side & 1:
                continue
            beyond = self.board.box.grid.neighbours[move.hex][side]
            if beyond == NOWHERE:
                continue
            if self.board.tracks[beyond].exits >> opposite(side) & 1:
                score += JOINED + _stops_worth(self.board.tracks[beyond], self.stage)
            else:
                score += LED_TO * sum(self.charms[beyond].values())
        return score - COST * move.cost

    def nearness(self, board: Board) -> float:
        """How much lies near the ends of the company's track that it does not reach yet, and what it reaches."""
        return sum(self.near_to(board))

    def near_to(self, board: Board) -> Near:
        """The same in parts."""
        reach = board.reach(self.company)
        known = {stop // PLACES for stop in reach.stops}
        best: dict[int, float] = {}
        goal = 0.0
        for hex_, sides in enumerate(reach.arrived):
            open_ends = sides & ~board.tracks[hex_].exits
            if open_ends and (hope := self._hope(board, hex_, open_ends)):
                for place, charm in self.charms[hex_].items():
                    if place not in known and hope * charm > best.get(place, 0.0):
                        best[place] = hope * charm
                goal = max(goal, hope * GOAL_FADES ** self.to_goal.get(hex_, FAR))
        reached = sum(_stops_worth(board.tracks[hex_], self.stage) for hex_ in known)
        goal = 1.0 if self.firm.goal in known else goal
        return Near(sum(best.values()), REACHED * reached, GOAL * goal * self.firm.reward)

    def _hope(self, board: Board, hex_: int, sides: int) -> float:
        """Whether track that ends at a hex can be led on: now, later, or never."""
        tracks = [new for new in self.forecast.railways.leads_on(board, hex_) if new.exits & sides]
        if any(new.colour in self.forecast.survey.colours and board.left[new.tile] > 0 for new in tracks):
            return 1.0
        return LATER if tracks else 0.0


class Site(Surroundings):
    """A company's surroundings, for all its lays."""

    def __init__(self, forecast: Forecast, company: str) -> None:
        firm = forecast.survey.firms[company]
        kind, later = forecast.next_train(firm=firm), forecast.next_train(4.0, firm)
        can_buy = kind is not None and firm.treasury >= kind.price
        trains = firm.trains or ((kind.id,) if kind and can_buy else ())
        dream = (later.id,) if later else firm.trains[-1:]
        to_goal = _steps_from(forecast.board.box, firm.goal) if firm.reward else {}
        super().__init__(forecast, company, trains, dream, to_goal)
        self.part = max(LEAST_PART, forecast.part(firm))

    def touches(self, move: LayTrack) -> bool:
        """Whether a lay joins the company's track: where it may be laid anywhere, most do not."""
        return bool(self.reach.arrived[move.hex] & move.track.exits) or self.reach.is_in(move.hex)

    def worth_at(self, hex_: int) -> float:
        """What the best stop of a hex is worth, or may come to be."""
        track = self.board.tracks[hex_]
        hoped = [WORTH.get(stop.kind, NOTHING)[self.stage] for stop in track.stops]
        return max(_stops_worth(track, self.stage), *hoped, 0)

    def weigh(
        self, action: Action, move: LayTrack, planner: Planner | None = None, plans: Sequence[Plan] = ()
    ) -> Weighed:
        """Lay it and see."""
        after = self.board.lay(move.hex, move.track)
        run = self.forecast.run(self.company, self.trains, after) - self.run_now
        ahead = self.forecast.run(self.company, self.dream, after) - self.run_ahead
        then = self.near_to(after)
        rounds = self.forecast.rounds_left()
        score = self.part * (min(self.forecast.railways.rises_last, rounds) * run + min(AHEAD, rounds / 2) * ahead)
        leads = [(planner.brings(plan, after), plan) for plan in plans] if planner else []
        line_brings, plan = max(leads, key=lambda each: each[0], default=(0.0, None))
        beside = self.part * min(NEARER, rounds / 3) * (sum(then) - self.near)
        score += max(line_brings, beside) if leads else beside
        score -= self.forecast.spending(self.company, move.cost)
        more = self.forecast.railways.lay_brings(self.forecast.table, self.forecast.seat, move)
        score += more
        reasons = [*self.runs(run, ahead)]
        if plan and line_brings > max(0.0, beside):
            place = self.board.box.grid.names[plan.target]
            reasons.append(reason("line_leads", company=self.company, hex=place, number=len(plan.line)))
        if round(more) > 0:
            reasons.append(reason("lay_brings", amount=round(more)))
        return Weighed(action, score, tuple(reasons) or (self._nearer(then),), Measure.MONEY)

    def runs(self, run: int, ahead: int) -> Iterator[Reason]:
        """How a board changes what the company's trains earn, and what one that it dreams of would earn alone."""
        alone = {train: amount for train, amount in ((self.dream[-1:], ahead),) if train and amount > 0}
        if self.firm.trains:
            if run:
                yield reason("run_grows", company=self.company, amount=run)
        elif self.trains and run > 0:
            alone = {self.trains: run} | alone
        for (train,), amount in alone.items():
            yield reason("run_could_grow", company=self.company, train=train, amount=amount)

    def _nearer(self, then: Near) -> Reason:
        """What a lay brings that changes no run: the first of these that is so."""
        if then.beyond > self.near_now.beyond + TELLING:
            return reason("nearer_to_stops", company=self.company)
        if then.goal > self.near_now.goal + TELLING:
            place = self.board.box.grid.names[self.firm.goal]
            return reason("nearer_to_goal", company=self.company, hex=place)
        if then.reached > self.near_now.reached + TELLING:
            return reason("better_stops", company=self.company)
        return reason("nothing_counted")


def _stops_worth(track: Track, stage: int) -> float:
    total = 0.0
    for stop in track.stops:
        printed = max((amount for _, amount in stop.values), default=0)
        total += printed or WORTH.get(stop.kind, NOTHING)[stage] * UNBUILT
    return total


_CHARMS: dict[tuple[int, int], tuple[Box, list[dict[int, float]]]] = {}


def charms(box: Box, stage: int, calls_at: Callable[[Stop], bool]) -> list[dict[int, float]]:
    """For every hex, what each place with a stop is worth seen from there; worked out once for a printed board."""
    found = _CHARMS.get((id(box), stage))
    if found is None or found[0] is not box:
        found = _CHARMS[id(box), stage] = (box, _look_out(box, stage, calls_at))
    return found[1]


def _look_out(box: Box, stage: int, calls_at: Callable[[Stop], bool]) -> list[dict[int, float]]:
    places = {}
    for hex_, track in enumerate(box.printed):
        worth = 0.0
        for stop in filter(calls_at, track.stops):
            amounts = [amount for _, amount in stop.values]
            amount = amounts[min(stage, len(amounts) - 1)] if len(amounts) > 1 else amounts[0]
            worth = max(worth, float(amount or WORTH.get(stop.kind, NOTHING)[stage]))
        if worth:
            places[hex_] = worth
    look_out: list[dict[int, float]] = []
    for hex_ in range(len(box.printed)):
        steps = _steps_from(box, hex_)
        charm = {place: worth * FADES ** steps[place] for place, worth in places.items() if place in steps}
        look_out.append({place: value for place, value in charm.items() if value >= LEAST_CHARM})
    return look_out


@lru_cache(maxsize=1024)
def _steps_from(box: Box, start: int) -> dict[int, float]:
    """Steps over hexes on which track can be laid, and to the printed ones beside them; terrain makes it far."""
    steps = {start: box.costs[start] / TERRAIN}
    queue = [(steps[start], start)]
    while queue:
        away, hex_ = heappop(queue)
        if away > steps[hex_] or (hex_ != start and not box.becomes[hex_]):
            continue
        for side in SIDES:
            there = box.grid.neighbours[hex_][side]
            if there == NOWHERE or box.closed_sides[hex_] >> side & 1:
                continue
            way = away + 1 + box.costs[there] / TERRAIN
            if way < steps.get(there, FAR):
                steps[there] = way
                heappush(queue, (way, there))
    return steps
