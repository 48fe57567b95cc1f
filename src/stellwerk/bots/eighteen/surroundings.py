"""What lies near a company's track, and what a lay makes of that: all that is known of it before it is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite
from stellwerk.board.links import sides_met
from stellwerk.board.reach import Reach
from stellwerk.board.tiles import CITY, TOWN, Stop, Track
from stellwerk.bots.api import Firm, LayTrack

from .forecast import Forecast

FADES = 0.55  # what a stop is worth that lies one hex further away
TERRAIN = 40  # marks of terrain that are as bad as one hex more
FAR = 8.0
REACHED = 0.4  # of what is near, for stops that track arrives at already
GOAL = 0.4  # of a reward, for the company that reaches its goal
GOAL_FADES = 0.75  # of that for every hex that is still to be built on the way
STOPS, JOINED, LED_TO, COST = 3.0, 15, 0.5, 0.2  # the cheap measure: better stops, track joined, sides, terrain
UNBUILT = 0.5  # of what a stop is worth in a colour, where its track does not say
LEAST_CHARM = 0.5  # what a place must be worth from a hex to be counted there
LATER = 0.3  # what track is worth that must wait for another colour
WORTH = {CITY: (20, 30, 40), TOWN: (8, 8, 8)}
NOTHING = (0, 0, 0)
Steps = Mapping[int, float]
"""How far each hex is away."""


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
        self._led_on: dict[tuple[int, Track, int], tuple[float, set[str]]] = {}
        self._met: dict[int, int] = {}
        self.near_now = self.near_to(self.board)
        self.near = sum(self.near_now)

    def promise(self, move: LayTrack) -> float:
        """A cheap measure: better stops, sides that join other track, sides that lead towards something."""
        old, new = self.board.tracks[move.hex], move.track
        score = STOPS * (stops_worth(new, self.stage) - stops_worth(old, self.stage))
        for side in SIDES:
            if not (new.exits & ~old.exits) >> side & 1:
                continue
            beyond = self.board.box.grid.neighbours[move.hex][side]
            if beyond == NOWHERE:
                continue
            if self.board.tracks[beyond].exits >> opposite(side) & 1:
                score += JOINED + stops_worth(self.board.tracks[beyond], self.stage)
            else:
                score += LED_TO * sum(self.charms[beyond].values())
        return score - COST * move.cost

    def hexes_first(self, moves: Mapping[int, LayTrack]) -> list[tuple[int, LayTrack]]:
        """Numbered lays by what they promise: the best one of each hex, then the second of each, and so on."""
        in_hex: Counter[int] = Counter()
        places = {}
        for number in sorted(moves, key=lambda number: -self.promise(moves[number])):
            places[number] = in_hex[moves[number].hex]
            in_hex[moves[number].hex] += 1
        return [(number, moves[number]) for number in sorted(places, key=lambda number: places[number])]

    def changes_runs(self, move: LayTrack) -> bool:
        """Whether a run could be another one after a lay: it changes stops, or what track around it is joined."""
        hex_ = move.hex
        met = self._met.get(hex_)
        if met is None:
            met = self._met[hex_] = sides_met(self.board.box.grid, self.board.tracks, hex_)
        return _joins(self.board.tracks[hex_].base, met) != _joins(move.track, met)

    # What lies near -----------------------------------------------------------------------------------------

    def nearness(self, board: Board) -> float:
        """How much lies near the ends of the company's track that it does not reach yet, and what it reaches."""
        return sum(self.near_to(board))

    def near_to(self, board: Board) -> Near:
        """The same in parts."""
        reach = board.reach(self.company)
        known = {stop // PLACES for stop in reach.stops}
        best: dict[int, float] = {}
        goal = 0.0
        for hex_, hope in self._open_ends(board, reach).items():
            for place, charm in self.charms[hex_].items():
                if hope * charm > best.get(place, 0.0) and place not in known:
                    best[place] = hope * charm
            if self.firm.reward:
                goal = max(goal, hope * GOAL_FADES ** self.to_goal.get(hex_, FAR))
        reached = sum(stops_worth(board.tracks[hex_], self.stage) for hex_ in known)
        goal = 1.0 if self.firm.goal in known else goal
        return Near(sum(best.values()), REACHED * reached, GOAL * goal * self.firm.reward)

    def near_after(self, move: LayTrack, after: Board | None = None) -> Near:
        """The same after a lay: only what it makes of the ends of track is looked at anew.

        Where it changes no runs, of mere track no board is needed.
        """
        old, new, left = self.board.tracks[move.hex], move.track, self.board.left
        uses_up = left[new.tile] == 1
        if self.firm.reward or (uses_up and new.tile in self._needed) or (old.tile in self._lacking):
            return self.near_to(after or self.board.lay(move.hex, new))
        looks_on = uses_up or new.stops or old.stops or self.reach.arrived[move.hex] & ~new.exits
        if after is None and not looks_on:
            return self.near_now._replace(beyond=self._beyond(self._ends_after(move), self._known))
        after = after or self.board.lay(move.hex, new)
        reach = after.reach(self.company)
        ends = {}
        for hex_, (sides, before) in enumerate(zip(reach.arrived, self.reach.arrived, strict=True)):
            if sides != before or hex_ == move.hex:
                open_ends = sides & ~after.tracks[hex_].exits
                ends[hex_] = self._hope(after, hex_, open_ends) if open_ends else 0.0
        known = {stop // PLACES for stop in reach.stops}
        reached = sum([stops_worth(after.tracks[hex_], self.stage) for hex_ in known])
        return Near(self._beyond(ends, known), REACHED * reached, self.near_now.goal)

    def _beyond(self, ends: Mapping[int, float], known: set[int]) -> float:
        """What lies beyond open ends where these are others now, and these hexes are known."""
        beyond, charms = self.near_now.beyond, self.charms
        places = {place for hex_ in ends for place in charms[hex_]}
        if known is not self._known:
            places |= known ^ self._known
        for place in places:
            around = self._charmed.get(place, ())
            if around and place not in self._known:
                beyond -= around[0][0]
            if place not in known:
                then = [
                    hope * charms[hex_][place] for hex_, hope in ends.items() if hope and place in charms[hex_]
                ]
                for charm, hex_ in around:
                    if hex_ not in ends:
                        then.append(charm)
                        break
                if then:
                    beyond += max(then)
        return beyond

    def _ends_after(self, move: LayTrack) -> dict[int, float]:
        """Hexes where ends of the company's track are others after a lay, and whether they can be led on."""
        arrived, board = self.reach.arrived, self.board
        ends = {move.hex: 0.0}
        leaves = {on for side in SIDES if arrived[move.hex] >> side & 1 for on in move.track.through[side]}
        for side in leaves:
            there, into = board.box.grid.neighbours[move.hex][side], 1 << opposite(side)
            if there != NOWHERE and not arrived[there] & into:
                open_ends = (arrived[there] | into) & ~board.tracks[there].exits
                ends[there] = self._hope(board, there, open_ends)
        return ends

    @cached_property
    def _needed(self) -> set[str]:
        """Tiles without which some end of track could not be led on now."""
        left = self.board.left
        there = [{tile for tile in tiles if left[tile] > 0} for tiles in self._tiles_at_ends]
        return {tile for tiles in there if len(tiles) == 1 for tile in tiles}

    @cached_property
    def _lacking(self) -> set[str]:
        """Tiles by which some end of track could be led on now if there were one left."""
        left = self.board.left
        return {tile for tiles in self._tiles_at_ends if not any(left[each] for each in tiles) for tile in tiles}

    @cached_property
    def _tiles_at_ends(self) -> list[set[str]]:
        """By which tiles each end of track could be led on now, whether there is one left or not."""
        tracks = self.board.tracks
        ends = ((hex_, sides & ~tracks[hex_].exits) for hex_, sides in enumerate(self.reach.arrived))
        return [self._leads(self.board, hex_, open_ends)[1] for hex_, open_ends in ends if open_ends]

    @cached_property
    def _known(self) -> set[int]:
        """Hexes with stops that the company's trains call at."""
        return {stop // PLACES for stop in self.reach.stops}

    @cached_property
    def _charmed(self) -> dict[int, list[tuple[float, int]]]:
        """For each place what it is worth from the ends of track near it, the best first."""
        found: dict[int, list[tuple[float, int]]] = {}
        for hex_, hope in self._open_ends(self.board, self.reach).items():
            for place, charm in self.charms[hex_].items():
                found.setdefault(place, []).append((hope * charm, hex_))
        return {place: sorted(charms, reverse=True) for place, charms in found.items()}

    def _open_ends(self, board: Board, reach: Reach) -> dict[int, float]:
        """Hexes at which track ends that can be led on now or later."""
        found, tracks = {}, board.tracks
        for hex_, sides in enumerate(reach.arrived):
            if (
                sides
                and (open_ends := sides & ~tracks[hex_].exits)
                and (hope := self._hope(board, hex_, open_ends))
            ):
                found[hex_] = hope
        return found

    def _hope(self, board: Board, hex_: int, sides: int) -> float:
        """Whether track that ends at a hex can be led on: now, later, or never."""
        later, tiles = self._leads(board, hex_, sides)
        return 1.0 if any(board.left[tile] > 0 for tile in tiles) else later

    def _leads(self, board: Board, hex_: int, sides: int) -> tuple[float, set[str]]:
        """What an end counts that can be led on only later or never, and by which tiles it could be now."""
        key = (hex_, board.tracks[hex_], sides)
        found = self._led_on.get(key)
        if found is None:
            tracks = [new for new in self.forecast.railways.leads_on(board, hex_) if new.exits & sides]
            tiles = {new.tile for new in tracks if new.colour in self.forecast.survey.colours}
            found = self._led_on[key] = LATER if tracks else 0.0, tiles
        return found


@cache
def _joins(track: Track, met: int) -> Hashable:
    """All by which a track could change runs while other track comes to these sides of it alone."""
    paths = zip(track.paths, track.face.kinds, strict=True)
    joined = [(frozenset(path), kind) for path, kind in paths if all(end < 0 or met >> end & 1 for end in path)]
    return track.stops, track.label, frozenset(joined)


@cache
def stops_worth(track: Track, stage: int) -> float:
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
        steps = steps_from(box, hex_)
        charm = {place: worth * FADES ** steps[place] for place, worth in places.items() if place in steps}
        look_out.append({place: value for place, value in charm.items() if value >= LEAST_CHARM})
    return look_out


@lru_cache(maxsize=1024)
def steps_from(box: Box, start: int) -> dict[int, float]:
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
