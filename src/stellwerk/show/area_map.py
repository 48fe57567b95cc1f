"""Boards without track: areas with pieces on them, as plain data for drawings."""

from msgspec import Struct

from stellwerk.board.grid import Grid


class Area(Struct, frozen=True):
    """A hex of the board; `id` is what actions call it. `sign` is forest, mountain, city, industry or start."""

    id: str
    colour: str
    name: str = ""
    sign: str = ""
    cost: int = 0
    worth: int = 0
    more: int = 0
    """What building it up would add; 0 where it cannot be, or has been."""
    built: bool = False
    pieces: tuple[str, ...] = ()
    """Companies with a piece there."""


class AreaMap(Struct, frozen=True):
    """The whole board; areas in the order of the grid's hexes."""

    grid: Grid
    areas: tuple[Area, ...]
