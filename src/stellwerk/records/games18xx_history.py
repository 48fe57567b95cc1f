"""What the actions of a record say only together: where a tile lies, who owns a train, where a share lies.

Actions of 18xx.games name cities by tiles, trains without their sellers, and shares without the place they come
from. One walk through the record notes this beside each action, under names of our own.

Shares have names (`FNM_4`). A change of director gives the old one shares that the new one had, and no action
says which; a sale of the director's share names that one, while others come to lie in the pool. But whatever way
a share went, once it has left the stack of unsold shares it does not come back there: who buys it again has it
from the pool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from .games18xx import Act

HEX, CITY = "@hex", "@city"
SELLER, FACE, FACES, PLACE = "@seller", "@face", "@faces", "@place"
NUMBER = "@number"  # how many runs with income, purchases of trains, or tiles there have been with this one
AFTER = "@after"  # type and entity of the action before
POOL = "pool"


def with_history(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The same actions, each with what the ones before it tell.

    >>> lay = Act("lay_tile", "JS", "corporation", 1, {"hex": "I2", "tile": "5-0", "rotation": 4})
    >>> token = Act("place_token", "JS", "corporation", 2, {"city": "5-0-0"})
    >>> with_history([lay, token])[1].text("@hex")
    'I2'
    """
    history = _History()
    told: list[Act] = []
    before = ""
    for act in acts:
        told.append(replace(act, fields={**act.fields, AFTER: before, **history.of(act)}))
        before = f"{act.kind} {act.entity}"
    return tuple(told)


def earns(route: Act) -> bool:
    """Whether a route has an income; where none is told, a route is run for one."""
    return bool(route.number("revenue")) or not route.states("revenue")


class _History:
    """What is known up to an action."""

    def __init__(self) -> None:
        self.tiles: dict[str, str] = {}
        self.owners: dict[str, str] = {}
        self.faces: dict[str, str] = {}
        self.out: set[str] = set()
        self.lays: Counter[str] = Counter()
        self.runs: Counter[str] = Counter()
        self.purchases: Counter[str] = Counter()

    def of(self, act: Act) -> Mapping[str, Any]:
        """What is to be noted beside an action, which is part of the history from then on."""
        match act.kind:
            case "lay_tile":
                self.tiles[act.text("tile")] = act.text("hex")
                self.lays[act.text("hex")] += 1
                return {NUMBER: self.lays[act.text("hex")]}
            case "place_token" | "remove_token":
                return self._city(act.text("city"))
            case "buy_train":
                return self._bought(act)
            case "buy_shares":
                shares = set(act.texts("shares"))
                found = {PLACE: POOL} if self.out & shares else {}
                self.out |= shares
                return found
            case "sell_shares":
                self.out |= set(act.texts("shares"))
            case "discard_train":
                train = act.text("train")
                self.owners.pop(train, None)
                return {FACE: self.faces.get(train, "")}
            case "run_routes":
                routes = act.parts("routes")
                trains = {route.text("train") for route in routes}
                self.owners |= dict.fromkeys(trains, act.entity)
                self.runs[act.entity] += any(earns(route) for route in routes)
                return {NUMBER: self.runs[act.entity], FACES: {t: self.faces.get(t, "") for t in trains}}
        return {}

    def _city(self, name: str) -> Mapping[str, Any]:
        """A city is called by tile or hex, number of the copy, and its index there."""
        tile, _, city = name.rpartition("-")
        known: dict[str, Any] = {CITY: int(city) if city.isdecimal() and len(city) < 3 else 0}
        return known | {HEX: self.tiles.get(tile) or tile.rpartition("-")[0]}

    def _bought(self, act: Act) -> Mapping[str, Any]:
        train = act.text("train")
        seller = self.owners.get(train, "")
        if act.text("variant") and not seller:
            self.faces[train] = act.text("variant")
        self.owners[train] = act.entity
        self.purchases[act.entity] += 1
        return {SELLER: seller, FACE: self.faces.get(train, ""), NUMBER: self.purchases[act.entity]}
