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
from .lines import DEAR, Line, Lines

LOOKED_AT = 14  # lays that are tried out, the most promising of all
BESIDE_LINES = 11  # the same beside those that begin a line
NOW = 4.0  # rounds for which a rise of the run counts
AHEAD = 1.5  # the same for the run of a train yet to be bought
NEARER = 1.2  # the same for stops that come nearer
FADES = 0.55  # what a stop is worth that lies one hex further away
TERRAIN = 40  # marks of terrain that are as bad as one hex more
FAR = 8.0
CERTAIN = 0.7  # what a line is worth that needs one lay more
FADING = 0.6  # the same, for choosing which lines are looked at
WAYS = 2  # first lays that are looked at for the way to one stop
PLANS = (
    10,
    10,
    3,
)  # lines that are looked at: fewer on dense track, where runs take long and most stops are reached
GOAL = 0.4  # of a reward, for the company that reaches its goal
GOAL_FADES = 0.75  # of that for every hex that is still to be built on the way
LATER = 0.3  # what track is worth that must wait for another colour
WORTH = {CITY: (20, 30, 40), TOWN: (8, 8, 8)}
NOTHING = (0, 0, 0)


def lays(forecast: Forecast, choices: Sequence[tuple[Action, LayTrack]]) -> Iterator[Weighed]:
    """Try out the lays that promise most, and those that begin a line; the others are not worth a look."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    plans: dict[int, list[Line]] = {}
    if forecast.railways.plans_lines:
        choices = [choice for choice in choices if site.touches(choice[1])] or choices
        plans = site.plans([move for _, move in choices])
    ranked = sorted(range(len(choices)), key=lambda number: -site.promise(choices[number][1]))
    first = set(ranked[: BESIDE_LINES if plans else LOOKED_AT])
    for number in ranked:
        if number in first or number in plans:
            yield site.weigh(*choices[number], plans.get(number, ()))


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

    def touches(self, move: LayTrack) -> bool:
        """Whether a lay joins the company's track: where it may be laid anywhere, most do not."""
        return bool(self.reach.arrived[move.hex] & move.track.exits) or self.reach.is_in(move.hex)

    def plans(self, moves: Sequence[LayTrack]) -> dict[int, list[Line]]:
        """Lines that lays could begin, by the number of the lay: the shortest ones to the best stops."""
        lines = Lines(self.forecast.railways, self.board, self.forecast.survey)
        known = {stop // PLACES for stop in self.reach.stops}
        ways: dict[int, list[tuple[float, int, Line]]] = {}
        for number, move in enumerate(moves):
            for target, line in lines.from_lay(move.hex, move.track).items():
                if line and target not in known:
                    far = lines.length(line) + move.cost / DEAR
                    ways.setdefault(target, []).append((far, number, line))
        offers = []
        for target, found in ways.items():
            worth = self._worth_at(target)
            for far, number, line in sorted(found, key=lambda way: way[:2])[:WAYS]:
                offers.append((-worth * FADING**far, number, line))
        plans: dict[int, list[Line]] = {}
        most = PLANS[self.stage]
        for _, number, line in sorted(offers, key=lambda offer: offer[:2])[:most]:
            plans.setdefault(number, []).append(line)
        return plans

    def _worth_at(self, hex_: int) -> float:
        track = self.board.tracks[hex_]
        hoped = [WORTH.get(stop.kind, NOTHING)[self.stage] for stop in track.stops]
        return max(_stops_worth(track, self.stage), *hoped, 0)

    def weigh(self, action: Action, move: LayTrack, plans: Sequence[Line] = ()) -> Weighed:
        """Lay it and see."""
        after = self.board.lay(move.hex, move.track)
        run = self.forecast.run(self.company, self.trains, after) - self.run_now
        ahead = self.forecast.run(self.company, self.dream, after) - self.run_ahead
        near = self.nearness(after) - self.near
        rounds = self.forecast.rounds_left()
        part = max(0.2, self.forecast.part(self.firm))
        score = part * (min(NOW, rounds) * run + min(AHEAD, rounds / 2) * ahead)
        leads = [self._leads_to(after, line, run, ahead) for line in plans]
        score += max([*leads, part * min(NEARER, rounds / 3) * near])
        score -= self.forecast.spending(self.company, move.cost)
        score += self.forecast.railways.lay_brings(self.forecast.table, self.forecast.seat, move)
        reasons = [reason("run_grows", company=self.company, amount=run)] if run else []
        if ahead > 0:
            reasons.append(reason("run_could_grow", company=self.company, amount=ahead))
        if not reasons:
            reasons.append(reason("nearer_to_stops", company=self.company))
        return Weighed(action, score, tuple(reasons))

    def _leads_to(self, after: Board, line: Line, run: int, ahead: int) -> float:
        """What a line brings when it is finished, beyond what its first piece does."""
        cost, board = 0, after
        for hex_, track in line:
            if board.left[track.tile] <= 0:
                return 0.0
            cost += 0 if board.tracks[hex_].tile else board.box.costs[hex_]
            board = board.lay(hex_, track)
        rounds = max(0.0, self.forecast.rounds_left() - len(line))
        more = self.forecast.run(self.company, self.trains, board) - self.run_now - run
        later = self.forecast.run(self.company, self.dream, board) - self.run_ahead - ahead
        part = max(0.2, self.forecast.part(self.firm))
        gain = part * (min(NOW, rounds) * more + min(AHEAD, rounds / 2) * later)
        return float(CERTAIN ** len(line) * gain - self.forecast.spending(self.company, cost))

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
