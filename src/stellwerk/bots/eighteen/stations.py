"""Station markers: where one opens a better run, or closes a city to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.bots.api import PlaceStation, Weighed, reason
from stellwerk.play.core import Action

from .forecast import Forecast
from .track import Site

LOOKED_AT = 6
RIVALS = 3  # companies whose loss is looked at
KEEPING = 8.0  # what a marker is worth that is kept for later
NOW, AHEAD, CLOSED = 4.0, 3.0, 2.0  # rounds for which gains and others' losses count


def placements(forecast: Forecast, choices: Sequence[tuple[Action, PlaceStation]]) -> Iterator[Weighed]:
    """Try out the cities that are worth most."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    ranked = sorted(
        choices, key=lambda choice: (choice[1].cost - _value(forecast.board, choice[1].stop), choice[1].stop)
    )
    for action, move in ranked[:LOOKED_AT]:
        after = forecast.board.with_station(move.company, move.stop)
        run = forecast.run(move.company, site.trains, after) - site.run_now
        ahead = forecast.run(move.company, site.dream, after) - site.run_ahead
        near = site.nearness(after) - site.near
        part = max(0.2, forecast.part(site.firm))
        closes = _closed_to_others(forecast, move, after)
        rounds = forecast.rounds_left()
        score = part * (min(NOW, rounds) * run + min(AHEAD, rounds / 2) * ahead + 0.5 * near)
        score += closes - KEEPING - forecast.spending(move.company, move.cost)
        reasons = [reason("run_grows", company=move.company, amount=run)] if run else []
        if ahead > 0:
            reasons.append(reason("run_could_grow", company=move.company, amount=ahead))
        if closes > 0:
            reasons.append(reason("closes_city", amount=round(closes)))
        if not reasons:
            reasons.append(reason("station_costs", company=move.company, amount=move.cost))
        yield Weighed(action, score, tuple(reasons))


def _value(board: Board, stop: int) -> int:
    """What a stop brings at its best, as its track lies."""
    values = board.tracks[stop // PLACES].stops[stop % PLACES].values
    return max((amount for _, amount in values), default=0)


def _closed_to_others(forecast: Forecast, move: PlaceStation, after: Board) -> float:
    """What others lose by a city that is full now, less what one loses with them."""
    if after.free_places(move.stop) > 0:
        return 0.0
    total = 0.0
    rivals = [
        firm
        for firm in forecast.survey.firms.values()
        if firm.running
        and firm.trains
        and firm.id != move.company
        and move.stop in forecast.board.reach(firm.id).stops
    ]
    for firm in rivals[:RIVALS]:
        lost = forecast.run(firm.id, firm.trains) - forecast.run(firm.id, firm.trains, after)
        mine = forecast.part(firm)
        others = (sum(firm.parts) / 100 - mine) / max(1, forecast.survey.seats - 1)
        total += CLOSED * lost * (others - mine)
    return total
