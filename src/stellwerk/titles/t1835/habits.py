"""What Rails plays otherwise: each bends a rule, for replaying its records, and is off by default."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from stellwerk.eighteen.clauses import without
from stellwerk.eighteen.shares import Trading
from stellwerk.eighteen.stations import Site
from stellwerk.eighteen.track import Permit
from stellwerk.play import options

from . import shares, stations, track
from .state import Rules

# Clauses that habits drop.
WAIVED = {
    "unlimited_tiles": ("no_tile_left",),
    "track_anywhere": ("not_connected", "no_route_after"),
    "upgrade_anywhere": ("no_route_after",),
    "early_sales": ("not_operated_yet",),
}


class Habits(options.Habits, frozen=True):
    """Those that are no values of the rules are asked for by name (`rules.habits`)."""

    minors_wait: Literal["no", "bayern"] = "no"
    """A third way to play 7.3: until Bayern floats."""
    bayern_floats_at: Literal[20, 30, 40, 50] = 50
    unlimited_tiles: bool = False
    track_anywhere: bool = False
    stations_anywhere: bool = False
    powers_any_time: bool = False
    upgrade_anywhere: bool = False
    same_price_sales: bool = False
    mecklenburg_without_prussia: bool = False
    early_sales: bool = False
    prussia_rises_when_complete: bool = False
    director_may_split: bool = False
    emergency_sales_free: bool = False
    end_after_set: bool = False
    corrections: bool = False

    def varied(self, rules: Rules) -> Rules:
        """The rules with everything that these habits put in their place."""
        return replace(
            rules, habits=self, shares=self._trading(), permits=self._permits(), stations=self._stations()
        )

    def _waived(self) -> set[str]:
        return {reason for habit, reasons in WAIVED.items() if getattr(self, habit) for reason in reasons}

    def _trading(self) -> Trading:
        sales = replace(shares.SALES, companies=without(shares.SALES.companies, self._waived()))
        if self.director_may_split:
            sales = replace(sales, splits=shares.half_kept)
        if self.same_price_sales:
            sales = replace(sales, pays=shares.price_of_first_sale, falls=shares.one_row_a_turn)
        return Trading(shares.PURCHASES, sales)

    def _permits(self) -> tuple[Permit, ...]:
        waived = self._waived()
        permits = []
        for each in track.PERMITS:
            ground = replace(each.ground, tiles=without(each.ground.tiles, waived))
            if self.track_anywhere and not each.id:
                ground = replace(ground, hexes=track.anywhere)
            permits.append(replace(each, ground=ground, clauses=without(each.clauses, waived)))
        return tuple(permits)

    def _stations(self) -> tuple[Site, ...]:
        regular, *powers = stations.STATIONS
        if self.stations_anywhere:
            clauses = (*without(regular.clauses, ["station_not_connected"]), stations.no_track_there)
            regular = replace(regular, offers=stations.anywhere, clauses=clauses)
        return (regular, *powers)
