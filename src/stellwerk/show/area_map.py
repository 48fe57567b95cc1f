"""Boards without track: areas with pieces on them, as plain data for drawings.

A title with such a board keeps a function `plan(position)` in a module `plan` of its package.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from stellwerk.board.grid import Grid
from stellwerk.play.core import Position
from stellwerk.play.game import Title


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


class Plan(Struct, frozen=True):
    """The whole board; areas in the order of the grid's hexes."""

    grid: Grid
    areas: tuple[Area, ...]


def plan_of(title: Title, position: Position[Any, Any]) -> Plan | None:
    """The board of a title that has one without track."""
    maker = _maker(title.manifest.shown)
    return maker(position) if maker else None


@cache
def _maker(package: str) -> Callable[[Any], Plan] | None:
    if find_spec(f"{package}.area_map") is None:
        return None
    maker: Callable[[Any], Plan] = import_module(f"{package}.area_map").plan
    return maker
