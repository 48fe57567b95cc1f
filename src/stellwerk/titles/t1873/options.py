"""Editions, for players to choose."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rulebook and our rulings."""

    second_edition: bool = False
    """The premium of the first auction is itself auctioned, the MHE's price moves, yellow tiles have no end."""
    dear_tanne: bool = False
    """The first tile on Tanne (F7) costs 100."""
