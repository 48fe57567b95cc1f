"""Laying track: the regular right to build, and what else allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from stellwerk.bank.papers import BANK
from stellwerk.board.tiles import Track
from stellwerk.play import errors
from stellwerk.play.core import Action, Choice, Decision, Pass
from stellwerk.play.errors import Refusal

from . import changes
from .actions import LayTile
from .clauses import Clause, first_refusal, refuse
from .events import TileLaid
from .state import Move, Table, acting_seat, phase


class Lay(Struct, frozen=True):
    """Track that a company would lay in a hex."""

    company: str
    hex: int
    track: Track


class Ground(Struct, frozen=True):
    """Where a permit is for, and with which tiles."""

    hexes: Callable[[Any, str], Iterable[tuple[int, Sequence[Track]]]]
    """Hexes in question, with what fits there."""
    fit: tuple[Clause[Lay], ...]
    """Why something else does not fit there."""
    tiles: tuple[Clause[Lay], ...]
    """What depends on the tile alone, wherever and however it lies: a list asks once for each tile."""


class Permit(Struct, frozen=True):
    """One way to lay a tile: the regular one, a private's power, a tunnel certificate."""

    id: str
    """Empty for the regular one; the action names the others."""
    open: Callable[[Any, LayStep], Refusal | None]
    """Whether the company may use it now."""
    ground: Ground
    clauses: tuple[Clause[Lay], ...]
    cost: Callable[[Any, Lay], int]
    put: Callable[[Any, Lay], None]
    """Put the track on the board, with what is special about that."""
    extra: bool = True
    """Whether one by name is beside the regular lays; otherwise it takes one of them."""


class LayStep(Decision, frozen=True):
    """A company may lay its tiles, one after another, each by one of its permits."""

    answers: ClassVar[tuple[type[Action], ...]] = (LayTile,)

    company: str
    lays: int
    """Regular lays that are left."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for permit in table.rules.permits:
            if permit.open(table, self) is None:
                yield from lays(table, permit, seat, self.company)
        yield Pass(seat)

    def candidates(self, table: Table, seat: int) -> Sequence[Choice]:
        """Whatever fits somewhere: what takes long to find out is where it leads."""
        found: list[Choice] = [Pass(seat)]
        names, company = table.rules.printed.box.grid.names, self.company
        for permit in table.rules.permits:
            if permit.open(table, self) is not None:
                continue
            known: dict[str, bool] = {}
            for hex_, tracks in permit.ground.hexes(table, company):
                for track in tracks:
                    if track.tile not in known:
                        known[track.tile] = _is_allowed(table, permit, Lay(company, hex_, track))
                    if known[track.tile]:
                        found.append(LayTile(seat, company, names[hex_], track.tile, track.rotation, permit.id))
        return found

    def worth_explaining_at(self, table: Table, seat: int, place: str) -> Iterator[LayTile]:
        hex_ = table.rules.printed.box.grid.index.get(place)
        if hex_ is not None:
            yield nearest_miss(table, self, seat, hex_)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, LayTile) or action.company != self.company:
            return refuse(table, "only_track_now", company=self.company)
        permit = permit_of(table, action.permit)
        if permit is None:
            return refuse(table, "no_such_permit", permit=action.permit)
        lay = lay_of(table, action)
        if lay is None:
            return no_such_lay(table, action)
        unfit = permit.open(table, self) or first_refusal(permit.ground.fit, table, lay)
        return unfit or why_not_lay(table, permit, lay)

    def canonical_action(self, table: Table, action: Action) -> Action:
        return canonical_action(table, action)

    def idle(self, table: Table) -> bool:
        if self.company not in table.state.in_operation:
            return True
        if self.lays:
            return False
        # after the last regular lay mostly no permit is left
        is_open = any(permit.open(table, self) is None for permit in table.rules.permits)
        return not is_open or not self.can_act(table)

    def apply(self, turn: Move, action: Pass | LayTile) -> None:
        if isinstance(action, Pass):
            return
        permit, lay = permit_of(turn, action.permit), lay_of(turn, action)
        assert permit is not None
        assert lay is not None
        turn.push(self if permit.id and permit.extra else self.with_(lays=self.lays - 1))
        build(turn, permit, lay)


def nearest_miss(table: Table, step: LayStep, seat: int, hex_: int) -> LayTile:
    """The regular lay on a hex that fails last: what stands in its way is what a player wants to know."""
    box, permit = table.rules.printed.box, permit_of(table, "")
    assert permit is not None
    clauses = (*permit.ground.fit, *permit.ground.tiles, *permit.clauses)

    def passed(track: Track) -> int:
        lay = Lay(step.company, hex_, track)
        return next((n for n, clause in enumerate(clauses) if clause(table, lay) is not None), len(clauses))

    best = max((track for tracks in box.tracks.values() for track in tracks), key=passed)
    return LayTile(seat, step.company, box.grid.names[hex_], best.tile, best.rotation)


def permit_of(table: Table, id_: str) -> Permit | None:
    """A permit by its name."""
    return next((permit for permit in table.rules.permits if permit.id == id_), None)


def build(turn: Move, permit: Permit, lay: Lay) -> None:
    """Pay, tell, and put the track on the board; what the new track brings in comes after that."""
    cost, name = permit.cost(turn, lay), turn.rules.printed.box.grid.names[lay.hex]
    turn.rules.pay(turn, lay.company, BANK, cost, "track")
    turn.emit(TileLaid(lay.company, name, lay.track.tile, lay.track.rotation, cost, permit.id))
    permit.put(turn, lay)


def lays(table: Table, permit: Permit, seat: int, company: str) -> Iterator[LayTile]:
    """Everything that the company may lay by this permit."""
    names, cash = table.rules.printed.box.grid.names, table.state.cash[company]
    clauses, cost = permit.clauses, permit.cost
    reach = table.state.board.reach(company) if not_connected in clauses else None
    if reach is not None:  # much of what fits leads elsewhere: that is asked first, of its sides alone
        clauses = tuple([clause for clause in clauses if clause is not not_connected])
    known: dict[str, bool] = {}
    for hex_, tracks in permit.ground.hexes(table, company):
        arrived = None if reach is None or hex_ in reach.homes else reach.arrived[hex_]
        for track in tracks:
            if arrived is not None and not track.exits & arrived:
                continue
            tile = track.tile
            allowed = known.get(tile)
            if allowed is False:
                continue
            lay = Lay(company, hex_, track)
            if allowed is None:
                allowed = known[tile] = _is_allowed(table, permit, lay)
                if not allowed:
                    continue
            for clause in clauses:
                if clause(table, lay) is not None:
                    break
            else:
                if cost(table, lay) <= cash:
                    yield LayTile(seat, company, names[hex_], tile, track.rotation, permit.id)


def _is_allowed(table: Table, permit: Permit, lay: Lay) -> bool:
    """Whether such a tile may be laid now wherever it fits: lists ask once for each kind."""
    return first_refusal(permit.ground.tiles, table, lay) is None


def why_not_lay(table: Table, permit: Permit, lay: Lay) -> Refusal | None:
    """What forbids laying something that fits; the treasury must have the money before anything comes of it."""
    refusal = first_refusal((*permit.ground.tiles, *permit.clauses), table, lay)
    if refusal is not None:
        return refusal
    cost, cash = permit.cost(table, lay), table.state.cash[lay.company]
    return refuse(table, "track_too_dear", cost=cost, cash=cash) if cash < cost else None


def lay_of(table: Table, action: LayTile) -> Lay | None:
    """What an action would lay; a turn that gives the same track is the same lay."""
    box = table.rules.printed.box
    if action.hex not in box.grid.index or action.tile not in box.tiles:
        return None
    track = box.track(action.tile, action.rotation)
    return Lay(action.company, box.grid.index[action.hex], track) if track else None


def no_such_lay(table: Table, action: LayTile) -> Refusal:
    """Why an action is about nothing that could lie anywhere."""
    box = table.rules.printed.box
    if action.hex in box.grid.index and action.tile in box.tiles:
        return refuse(table, "no_such_rotation", tile=action.tile)
    return refuse(table, "no_such_place", hex=action.hex, tile=action.tile)


def canonical_action(table: Table, action: Action) -> Action:
    """A lay with its tile turned as it is listed: other turns of it may give the same track."""
    lay = lay_of(table, action) if isinstance(action, LayTile) else None
    return msgspec.structs.replace(action, rotation=lay.track.rotation) if lay else action


# What many permits say --------------------------------------------------------------------------------------


def lays_left(table: Table, step: LayStep) -> Refusal | None:
    """The company has a regular lay left in this turn."""
    return None if step.lays else refuse(table, "no_lay_left", company=step.company)


def in_reach(table: Table, company: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Hexes that the company's track arrives at or that have a marker of it, with what may lie there next."""
    board, successors = table.state.board, table.rules.printed.box.successors
    reach = board.reach(company)
    for hex_, sides in enumerate(reach.arrived):
        if sides or hex_ in reach.homes:
            yield hex_, successors(hex_, board.tracks[hex_])


def terrain(table: Table, lay: Lay) -> int:
    """What is printed on the hex, paid with its first tile."""
    return 0 if table.state.board.tracks[lay.hex].tile else table.rules.printed.box.costs[lay.hex]


def lay_tile(turn: Move, lay: Lay) -> None:
    """The tile comes to lie there, the old one returns to the box."""
    changes.lay(turn, lay.hex, lay.track)


def unfit(table: Table, lay: Lay) -> Refusal | None:
    """The tile fits what lies or is printed on the hex."""
    box, old, new = table.rules.printed.box, table.state.board.tracks[lay.hex], lay.track
    if new in box.successors(lay.hex, old):
        return None
    allowed = box.tiles[old.tile].becomes if old.tile else box.becomes[lay.hex]
    if not allowed:
        return refuse(table, "never_replaced", tile=old.tile)
    if new.tile not in allowed:
        return refuse(table, "not_in_the_table", tile=new.tile, old=old.tile)
    if old.tile and not box.bears_mark(lay.hex, new.tile):
        return refuse(table, "not_in_the_table", tile=new.tile, old="")
    if new.exits & box.closed_sides[lay.hex]:
        return refuse(table, "track_into_the_void", tile=new.tile)
    if new.keeps_track(old.base) and new.joins_stops(old.base):
        return errors.refuse(table.rules.cites["track_lost"], "cities_stay_apart", tile=new.tile)
    return refuse(table, "track_lost", tile=new.tile, old=old.tile)


def colour_not_available(table: Table, lay: Lay) -> Refusal | None:
    """Tiles of this colour are for sale in this phase."""
    if lay.track.colour in phase(table).colours:
        return None
    return refuse(table, "colour_not_available", colour=lay.track.colour)


def no_tile_left(table: Table, lay: Lay) -> Refusal | None:
    """There is such a tile in the box."""
    tile = lay.track.tile
    return None if table.state.board.left[tile] > 0 else refuse(table, "no_tile_left", tile=tile)


def not_connected(table: Table, lay: Lay) -> Refusal | None:
    """The new track joins what the company's trains could run on, or its own marker lies in the hex."""
    board = table.state.board
    if board.arrives(lay.company, lay.hex, lay.track.exits) or lay.hex in board.reach(lay.company).homes:
        return None
    return refuse(table, "not_connected", company=lay.company)
