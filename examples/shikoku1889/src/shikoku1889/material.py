"""What is special in the box of 1889."""

from functools import cache

from stellwerk.eighteen.classic.printed import classic_material
from stellwerk.eighteen.printed import Printed, Private, Zone

PORT = "437"  # the tile of Mitsubishi Ferry
ZONES = {
    "y": Zone("yellow"),
    "o": Zone("red", limited=False, several=True),
}  # orange


class Private89(Private, frozen=True, kw_only=True):
    ports: tuple[str, ...] = ()
    """Hexes in which its owner may lay the port."""
    later_income: int = 0
    """What it pays from the first 5 on, if a player owns it: it does not close then."""


@cache
def material() -> Printed:
    """Read once."""
    return classic_material(__package__, private=Private89, zones=ZONES)
