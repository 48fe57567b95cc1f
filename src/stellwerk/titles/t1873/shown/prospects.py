"""What works would earn once something is bought, scrapped or founded, told beside the choice (4.2.2, 4.3.1)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from stellwerk.eighteen.actions import BuyTrain, OfferForTrain
from stellwerk.play.core import Position

from ..actions import BuyLot, BuyMachine, BuyWork, FoundWorks, OfferForWork, ScrapEngine
from ..companies.works import assignments, produced
from ..state import State73, Table, is_railway, is_work, works_of


def earned(table: Table, owner: str) -> int:
    """What the works of an owner would earn now, with their switchers where they bring most."""
    trains = table.state.trains[owner]
    at = dict(zip((owner,), trains, strict=False)) if is_work(table, owner) else dict(assignments(table, owner)[0])
    return produced(table, owner, at).income


def earned_now(table: Table, action: Any) -> int | None:
    """What the works that an action is about earn as they are; nothing is to be said of railways."""
    match action:
        case BuyLot() | FoundWorks():
            return None
        case _:
            return None if is_railway(table, action.company) else earned(table, action.company)


def earned_then(table: Table, action: Any) -> int | None:
    """What they earn after it; a lot that is no work earns nothing by itself."""
    if isinstance(action, BuyLot):
        return earned(table, action.lot) if is_work(table, action.lot) else None
    if is_railway(table, action.company):
        return None
    return earned(Position(table.rules, _after(table, action)), action.company)


def _after(table: Table, action: Any) -> State73:
    """The state as far as the income of works hangs on it."""
    state, company = table.state, action.company
    match action:
        case BuyMachine():
            size = table.rules.printed.trains[state.depot[0]].size
            return replace(state, machines={**state.machines, **dict.fromkeys(action.works, size)})
        case BuyTrain() | OfferForTrain():
            return _with_switchers(table, company, (action.train, *state.trains[company]))
        case ScrapEngine():
            left = list(state.trains[company])
            left.remove(action.train)
            return _with_switchers(table, company, tuple(left))
        case BuyWork() | OfferForWork():
            return _joined(table, company, (*works_of(table, company), action.work), (company, action.work))
        case FoundWorks():
            return _joined(table, company, action.works, action.works)
    return state


def _with_switchers(table: Table, owner: str, switchers: tuple[str, ...]) -> State73:
    """A single work keeps the one it has just got, a company the largest, one a work (4.2.4, 4.3.5)."""
    if not is_work(table, owner):
        kinds = table.rules.printed.trains
        switchers = tuple(sorted(switchers, key=lambda train: -kinds[train].size))
    kept = switchers[: len(works_of(table, owner))]
    return replace(table.state, trains={**table.state.trains, owner: kept})


def _joined(table: Table, company: str, works: tuple[str, ...], owners: tuple[str, ...]) -> State73:
    """Works in a company, with the switchers of all that come together there."""
    state = table.state
    switchers = tuple(train for owner in owners for train in state.trains[owner])
    return replace(
        state,
        joined={**state.joined, company: works},
        trains={**state.trains, company: switchers},
    )
