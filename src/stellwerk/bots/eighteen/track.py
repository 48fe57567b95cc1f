"""Track: lay what raises what a company runs, or brings it nearer to what it could run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite
from stellwerk.board.tiles import CITY, TOWN, Stop, Track
from stellwerk.bots.api import Firm, LayTrack, Weighed, reason
from stellwerk.play.core import Action

from .forecast import Forecast

LOOKED_AT = 14  # lays that are tried out, the most promising of all
NOW = 4.0  # rounds for which a rise of the run counts
AHEAD = 1.5  # the same for the run of a train yet to be bought
NEARER = 1.2  # the same for stops that come nearer
FADES = 0.55  # what a stop is worth that lies one hex further away
TERRAIN = 40  # marks of terrain that are as bad as one hex more
FAR = 8.0
GOAL = 0.4  # of a reward, for the company that reaches its goal
GOAL_FADES = 0.75  # of that for every hex that is still to be built on the way
LATER = 0.3  # what track is worth that must wait for another colour
WORTH = {CITY: (20, 30, 40), TOWN: (8, 8, 8)}
NOTHING = (0, 0, 0)


def lays(forecast: Forecast, choices: Sequence[tuple[Action, LayTrack]]) -> Iterator[Weighed]:
    """Try out the lays that promise most; the others are not worth a look."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    ranked = sorted(choices, key=lambda choice: -site.promise(choice[1]))
    for action, move in ranked[:LOOKED_AT]:
        yield site.weigh(action, move)


class Site:
    """A company's surroundings, looked at once for all its lays."""

    def __init__(self, forecast: Forecast, company: str) -> None:
        self.forecast, self.company = forecast, company
        self.firm: Firm = forecast.survey.firms[company]
        self.board = forecast.board
        self.reach = self.board.reach(company)
        self.stage = min(forecast.survey.stage, 2)
        self.charms = charms(self.board.box, self.stage, forecast.railways.calls_at)
        kind = forecast.next_train(firm=self.firm)
        can_buy = kind is not None and self.firm.treasury >= kind.price
        self.trains = self.firm.trains or ((kind.id,) if kind and can_buy else ())
        later = forecast.next_train(4.0, self.firm)
        self.dream = (later.id,) if later else self.firm.trains[-1:]
        self.run_now = forecast.run(company, self.trains)
        self.run_ahead = forecast.run(company, self.dream)
        self.to_goal = _steps_from(self.board.box, self.firm.goal) if self.firm.reward else {}
        self.near = self.nearness(self.board)

    def promise(self, move: LayTrack) -> float:
        """A cheap measure: better stops, sides that join other track, sides that lead towards something."""
        old, new = self.board.tracks[move.hex], move.track
        score = 3.0 * (_stops_worth(new, self.stage) - _stops_worth(old, self.stage))
        for side in SIDES:
            if not (new.exits & ~old.exits) >> side & 1:
                continue
            beyond = self.board.box.grid.neighbours[move.hex][side]
            if beyond == NOWHERE:
                continue
            if self.board.tracks[beyond].exits >> opposite(side) & 1:
                score += 15 + _stops_worth(self.board.tracks[beyond], self.stage)
            else:
                score += 0.5 * sum(self.charms[beyond].values())
        return score - 0.2 * move.cost

    def weigh(self, action: Action, move: LayTrack) -> Weighed:
        """Lay it and see."""
        after = self.board.lay(move.hex, move.track)
        run = self.forecast.run(self.company, self.trains, after) - self.run_now
        ahead = self.forecast.run(self.company, self.dream, after) - self.run_ahead
        near = self.nearness(after) - self.near
        rounds = self.forecast.rounds_left()
        part = max(0.2, self.forecast.part(self.firm))
        score = part * (min(NOW, rounds) * run + min(AHEAD, rounds / 2) * ahead + min(NEARER, rounds / 3) * near)
        score -= self.forecast.spending(self.company, move.cost)
        score += self.forecast.railways.lay_brings(self.forecast.table, self.forecast.seat, move)
        reasons = [reason("run_grows", company=self.company, amount=run)] if run else []
        if ahead > 0:
            reasons.append(reason("run_could_grow", company=self.company, amount=ahead))
        if not reasons:
            reasons.append(reason("nearer_to_stops", company=self.company))
        return Weighed(action, score, tuple(reasons))

    def nearness(self, board: Board) -> float:
        """How much lies near the ends of the company's track that it does not reach yet."""
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
        return sum(best.values()) + 0.4 * reached + GOAL * goal * self.firm.reward

    def _hope(self, board: Board, hex_: int, sides: int) -> float:
        """Whether track that ends at a hex can be led on: now, later, or never."""
        tracks = [new for new in self.forecast.railways.leads_on(board, hex_) if new.exits & sides]
        if any(new.colour in self.forecast.survey.colours and board.left[new.tile] > 0 for new in tracks):
            return 1.0
        return LATER if tracks else 0.0


def _stops_worth(track: Track, stage: int) -> float:
    total = 0.0
    for stop in track.stops:
        printed = max((amount for _, amount in stop.values), default=0)
        total += printed or WORTH.get(stop.kind, NOTHING)[stage] * 0.5
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
        look_out.append({place: value for place, value in charm.items() if value >= 0.5})
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
