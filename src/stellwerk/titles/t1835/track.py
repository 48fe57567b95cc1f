"""Laying and replacing track (5.4.1, 5.5.1) and the building powers of private railways (3.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from stellwerk.bank.papers import BANK, GONE
from stellwerk.board.board import UNDECIDED, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import Track
from stellwerk.eighteen.actions import BuildStation, LayTile
from stellwerk.eighteen.events import PrivateClosed, TileLaid
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .running import ends_route
from .state import Move, Table, director, is_minor, move_paper, pay, phase

if TYPE_CHECKING:
    from .stations import StationStep

# Private railways that let their owner lay a tile beside the regular ones, free and without connection.
# Their hexes are open to everybody else by the regular rules (5.5.1.13).
BUILDERS = ("OB", "PF")


# Which first tile belongs on which kind of hex.
FIRST_TILES = {
    "plain": "5.5.1.5",
    "town": "5.5.1.6",
    "towns": "5.5.1.7",
    "city": "5.5.1.8",
    "city Y": "5.5.1.9",
    "city XX": "5.5.1.10",
    "city B": "5.5.1.11",
    "city H": "5.5.1.11",
}


class TrackStep(Decision, frozen=True):
    """A company may lay its tiles; its director may use the building powers of his private railways."""

    company: str
    lays: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        box, board = table.rules.material.box, table.state.board
        names = box.grid.names
        if self.lays:
            for hex_ in self._within_reach(table):
                for track in box.successors(hex_, board.tracks[hex_]):
                    if self._why_not(table, hex_, track, "") is None:
                        yield LayTile(seat, self.company, names[hex_], track.tile, track.rotation)
        for private in BUILDERS:
            for name in table.rules.material.privates[private].hexes:
                hex_ = box.grid.index[name]
                if self._why_not_private(table, hex_, private):
                    continue
                for track in box.successors(hex_, board.tracks[hex_]):
                    if self._why_not(table, hex_, track, private) is None:
                        yield LayTile(seat, self.company, name, track.tile, track.rotation, private)
        if table.rules.options.powers_any_time:
            yield from self._stations().powers(table, seat)
        yield Pass(seat)

    def _stations(self) -> StationStep:
        from .stations import StationStep

        return StationStep(self.company, built=True)

    def _within_reach(self, table: Table) -> list[int]:
        """Hexes that track from own markers (5.5.2.4) arrives at, not through full cities (5.5.1.18, 5.5.2.3)."""
        board = table.state.board
        if table.rules.options.track_anywhere:
            return list(range(len(board.tracks)))
        reach = board.reach(self.company)
        return [h for h, sides in enumerate(reach.arrived) if sides or h in reach.homes]

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if isinstance(action, BuildStation) and table.rules.options.powers_any_time:
            return self._stations().refusal(table, action)
        if not isinstance(action, LayTile) or action.company != self.company:
            return refuse("5.4", "only_track_now", company=self.company)
        box = table.rules.material.box
        if action.hex not in box.grid.index or action.tile not in box.tiles:
            return refuse("5.5.1.1", "no_such_place", hex=action.hex, tile=action.tile)
        hex_ = box.grid.index[action.hex]
        new = box.track(action.tile, action.rotation)
        if new is None:
            return refuse("5.5.1.3", "no_such_rotation", tile=action.tile)
        unfit = why_not_there(table, hex_, new)
        return unfit or self._why_not(table, hex_, new, action.permit)

    def as_listed(self, table: Table, action: object) -> object:
        """A turn of a tile that gives the same track is the same lay (5.5.1.3)."""
        box = table.rules.material.box
        if not isinstance(action, LayTile) or action.tile not in box.tiles:
            return action
        track = box.track(action.tile, action.rotation)
        return msgspec.structs.replace(action, rotation=track.rotation) if track else action

    def _why_not(self, table: Table, hex_: int, new: Track, private: str) -> Refusal | None:
        """What forbids laying a tile that fits the hex."""
        state = table.state
        if new.colour not in phase(table).colours:
            return refuse("5.5.1.14", "colour_not_available", colour=new.colour)
        if state.board.left[new.tile] <= 0 and not table.rules.options.unlimited_tiles:
            return refuse("5.5.1.17", "no_tile_left", tile=new.tile)
        if private:
            return self._why_not_private(table, hex_, private)
        if not self.lays:
            return refuse("5.5.1.2", "no_lay_left", company=self.company)
        cost = lay_cost(table, hex_)
        if state.cash[self.company] < cost:
            return refuse("5.5.1.12", "too_little_cash", cost=cost, cash=state.cash[self.company])
        if table.rules.options.track_anywhere:
            return None
        reach = state.board.reach(self.company)
        if hex_ not in reach.homes and not new.exits & reach.arrived[hex_]:
            return refuse("5.5.1.23", "not_connected", company=self.company)
        if (
            state.board.tracks[hex_].exits  # the first track on a hex replaces nothing (5.5.1.4)
            and not table.rules.options.upgrade_anywhere
            and not runs_after(table, self.company, hex_, new)
        ):
            return refuse("5.5.1.14", "no_route_after", company=self.company)
        return None

    def _why_not_private(self, table: Table, hex_: int, private: str) -> Refusal | None:
        state, printed = table.state, table.rules.material
        rule = "3.1.3.2" if private == "OB" else "3.1.3.3"
        if private not in BUILDERS or printed.box.grid.names[hex_] not in printed.privates[private].hexes:
            return refuse("3.1.3", "no_such_power", private=private)
        if is_minor(table, self.company) or state.papers[private] != director(table, self.company):
            return refuse(rule, "not_your_private", private=private)
        if private in state.powers_used:
            return refuse(rule, "power_used", private=private)
        if state.board.tracks[hex_].tile:
            return refuse(rule, "built_already", private=private)
        return None

    def idle(self, table: Table) -> bool:
        return self.company not in table.state.in_operation or (
            not self.lays and isinstance(next(self.choices(table, self.waiting(table)[0])), Pass)
        )

    def apply(self, turn: Move, action: Pass | LayTile | BuildStation) -> None:
        if isinstance(action, Pass):
            return
        if isinstance(action, BuildStation):
            turn.push(self)
            self._stations().build(turn, action)
            return
        box = turn.rules.material.box
        hex_ = box.grid.index[action.hex]
        new = next(t for t in box.tracks[action.tile] if t.rotation == action.rotation)
        cost = 0 if action.permit else lay_cost(turn, hex_)
        pay(turn, self.company, BANK, cost, "track")
        turn.set(board=turn.state.board.lay(hex_, new))  # the old tile returns to the box (5.5.1.19)
        turn.emit(TileLaid(self.company, action.hex, action.tile, action.rotation, cost, action.permit))
        if action.permit:
            turn.set(powers_used=turn.state.powers_used | {action.permit})
            turn.push(self)
        else:
            turn.push(self.with_(lays=self.lays - 1))
        _close_ostbayern(turn)
        for company in turn.state.board.stations.get(stop_number(hex_, UNDECIDED), ()):
            from .stations import HomeChoice

            turn.push(HomeChoice(company))  # 5.5.2.10


def lay_cost(table: Table, hex_: int) -> int:
    """Terrain is paid with the first tile on a hex (5.5.1.12)."""
    return 0 if table.state.board.tracks[hex_].tile else table.rules.material.box.costs[hex_]


def why_not_there(table: Table, hex_: int, new: Track) -> Refusal | None:
    """Why a tile does not fit what lies or is printed on the hex (5.5.1.20), whatever lies around (5.5.1.22)."""
    box, old = table.rules.material.box, table.state.board.tracks[hex_]
    allowed = box.tiles[old.tile].becomes if old.tile else box.becomes[hex_]
    if new in box.successors(hex_, old) and (old.tile or not _too_early(table, hex_)):
        return None
    if not allowed:
        return refuse("5.5.1.14" if old.tile else "5.5.1.1", "never_replaced", tile=old.tile)
    if not old.tile:
        unfit = _why_not_first(table, hex_, new)
        if unfit:
            return unfit
    if new.tile not in allowed:
        return refuse("5.5.1.17", "not_in_the_table", tile=new.tile, old=old.tile)
    if new.exits & box.closed_sides[hex_]:
        return refuse("5.5.1.21", "track_into_the_void", tile=new.tile)
    return refuse("5.5.1.15", "track_lost", tile=new.tile, old=old.tile)


def _first_colour(table: Table, hex_: int) -> str:
    """The colour of the first tile on a hex: yellow, or the one after the colour in print."""
    box = table.rules.material.box
    return box.tiles[box.becomes[hex_][0]].colour


def _too_early(table: Table, hex_: int) -> bool:
    """Yellow and green hexes wait for the tiles of the next colour (5.5.1.1)."""
    return _first_colour(table, hex_) not in phase(table).colours


def _why_not_first(table: Table, hex_: int, new: Track) -> Refusal | None:
    """Why a tile cannot be the first on a hex, whichever way it lies."""
    box = table.rules.material.box
    colour = _first_colour(table, hex_)
    if _too_early(table, hex_):
        return refuse("5.5.1.1", "hex_too_early", colour=colour)
    if new.colour != colour:
        return refuse("5.5.1.3" if colour == "yellow" else "5.5.1.20", "wrong_colour", colour=colour)
    if new.tile not in box.becomes[hex_]:
        return refuse(FIRST_TILES[box.kinds[hex_]], "wrong_kind_of_tile", tile=new.tile)
    return None


def runs_after(table: Table, company: str, hex_: int, new: Track) -> bool:
    """Whether the company could run some route through the hex once the tile lies there (5.5.1.14)."""
    board, sides = table.state.board, table.rules.material.box.hex_sides[hex_]
    # Old track is kept, and stops of this hex that grow together only shorten a route that runs now. So it will
    # still run, if it does not live on two stops of this very hex.
    if sides & _running_sides(table, company):
        return True
    after = board.lay(hex_, new)
    links = [link for link in after.links() if link.bits & sides]
    if not links:
        return False
    looks = after.reach(company).plainly_runs_to, after.reach(company).runs_to
    return any(ends_route(table, after, link, look) for look in looks for link in links)


def _running_sides(table: Table, company: str) -> int:
    """The hex sides of links between two hexes that the company could run now, as far as a glance tells."""
    board = table.state.board
    key = ("running", company, phase(table).colours)
    found: int | None = board.memo.get(key)
    if found is None:
        found, reach = 0, board.reach(company)
        for link in board.links():
            is_near = link.a in reach.stops or link.b in reach.stops
            is_new = is_near and link.bits & ~found and link.a // PLACES != link.b // PLACES
            if is_new and ends_route(table, board, link, reach.plainly_runs_to):
                found |= link.bits
        board.memo[key] = found
    return found


def _close_ostbayern(turn: Move) -> None:
    """Ostbayern closes when both its hexes are built on, by whomever (3.1.3.2); unsold it waits for its buyer."""
    if isinstance(turn.state.papers["OB"], int) and _built_on(turn, "OB"):
        close_private(turn, "OB")


def _built_on(table: Table, private: str) -> bool:
    index = table.rules.material.box.grid.index
    hexes = table.rules.material.privates[private].hexes
    return all(table.state.board.tracks[index[name]].tile for name in hexes)


def has_closed(table: Table, private: str) -> bool:
    """Whether a private railway bought only now has nothing left but its share (3.1.2, 3.1.3.2)."""
    if private == "OB" and _built_on(table, private):
        return True
    return private not in table.rules.material.becomes and "brown" in phase(table).colours


def close_private(turn: Move, private: str) -> None:
    """Take a private railway out of the game."""
    move_paper(turn, private, GONE)
    turn.emit(PrivateClosed(private))
