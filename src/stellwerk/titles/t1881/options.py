"""Variants of the rulebook, and what other editions play."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rulebook of 2007 and our rulings."""

    shuttles: bool = False
    """Trams run there and back on double track (14.1–14.5)."""
    credit: bool = False
    """A company without a tram and without money buys one on credit (15)."""
    rounds_fixed: bool = False
    """The number of operating rounds is fixed when the first one begins."""
    trams_only_periphery: bool = False
    """Only tram companies earn the bonus for joining the periphery (the edition of 2016)."""
    data: str = ""
    """A fingerprint of the data that the game is played with; the title sets it."""
