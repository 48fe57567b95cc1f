"""Station markers: where one opens a better run, or closes a city to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.bots.api import Firm, Measure, PlaceStation, Weighed, reason
from stellwerk.play.core import Action

from .forecast import Forecast
from .track import LEAST_PART, Site

LOOKED_AT = 16  # cities, by what they bring and cost
KEEPING = 8.0  # what a marker is worth that is kept for later
SPREAD = 0.6  # of what a train earns that is idle now, in a city from where it can begin anew
NEARER = 0.5  # of stops that come nearer
NOW, AHEAD, CLOSED = 4.0, 3.0, 2.0  # rounds for which gains and others' losses count


def placements(forecast: Forecast, choices: Sequence[tuple[Action, PlaceStation]]) -> Iterator[Weighed]:
    """Try out the cities that are worth most."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    spare = SPREAD * _unused(forecast, site.firm)
    ranked = sorted(
        choices, key=lambda choice: (choice[1].cost - _value(forecast.board, choice[1].stop), choice[1].stop)
    )
    for action, move in ranked[:LOOKED_AT]:
        after = forecast.board.with_station(move.company, move.stop)
        run = forecast.run(move.company, site.trains, after) - site.run_now
        ahead = forecast.run(move.company, site.dream, after) - site.run_ahead
        near = site.nearness(after) - site.near
        part = max(LEAST_PART, forecast.part(site.firm))
        closes, lost = _closed_to_others(forecast, move, after)
        rounds = forecast.rounds_left()
        score = part * (min(NOW, rounds) * run + min(AHEAD, rounds / 2) * ahead + NEARER * near)
        if move.stop not in site.reach.stops:
            score += part * min(AHEAD, rounds / 2) * spare
        score += closes - KEEPING - forecast.spending(move.company, move.cost)
        reasons = [*site.runs(run, ahead)]
        if lost > 0:
            reasons.append(reason("closes_city", amount=lost))
        if not reasons:
            reasons.append(reason("station_costs", company=move.company, amount=move.cost))
        yield Weighed(action, score, tuple(reasons), Measure.MONEY)


def _unused(forecast: Forecast, firm: Firm) -> float:
    """What a train typically earns that finds no run of its own beside the others: from a city apart it could."""
    trains = firm.trains
    kind = forecast.next_train(firm=firm)
    if not trains and kind:
        trains = (kind.id,) * min(firm.room, firm.treasury // max(1, kind.price))
    if len(trains) < 2:
        return 0.0
    least = min(trains, key=lambda train: forecast.survey.kinds[train].price)
    place = trains.index(least)
    lost = forecast.run(firm.id, trains) - forecast.run(firm.id, trains[:place] + trains[place + 1 :])
    return max(0.0, forecast.typical(forecast.survey.kinds[least]) - lost)


def _value(board: Board, stop: int) -> int:
    """What a stop brings at its best, as its track lies."""
    values = board.tracks[stop // PLACES].stops[stop % PLACES].values
    return max((amount for _, amount in values), default=0)


def _closed_to_others(forecast: Forecast, move: PlaceStation, after: Board) -> tuple[float, int]:
    """What others lose by a city that is full now, less what one loses with them; and what their runs lose."""
    if after.free_places(move.stop) > 0:
        return 0.0, 0
    total, runs = 0.0, 0
    rivals = [
        firm
        for firm in forecast.survey.firms.values()
        if firm.running
        and firm.trains
        and firm.id != move.company
        and move.stop in forecast.board.reach(firm.id).stops
    ]
    for firm in rivals:
        lost = forecast.run(firm.id, firm.trains) - forecast.run(firm.id, firm.trains, after)
        mine = forecast.part(firm)
        others = (sum(firm.parts) / 100 - mine) / max(1, forecast.survey.seats - 1)
        total += CLOSED * lost * (others - mine)
        runs += lost
    return total, runs
