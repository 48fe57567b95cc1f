"""Editions, and rules that another program plays differently; each is off by default."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rulebook and our rulings.

    The first two are editions, for players to choose. The others are for replaying records of 18xx.games, which
    plays by them (`habits.py`); nobody but the importer sets them.
    """

    second_edition: bool = False
    """The premium of the first auction is itself auctioned, the MHE's price moves, yellow tiles have no end."""
    dear_tanne: bool = False
    """The first tile on Tanne (F7) costs 100."""
    separate_sales: bool = False
    """Shares of a company may be sold in several packets in one turn, each at the price of the moment."""
    marker_stays: bool = False
    """A marker whose price stays keeps its place among those in its field."""
    ties_turned: bool = False
    """Players with equal cash change places at the end of a stock round."""
    build_from_inactive: bool = False
    """Track may begin at inactive markers."""
    short_runs: bool = False
    """Fewer or shorter routes than possible may be run."""
    railcar_calls_twice: bool = False
    """A route of a railcar may call at both stations of a village."""
    railcar_leaves_home: bool = False
    """The railcar of a railway without concession route need not call at its home."""
    insolvent_loses_capital: bool = False
    """What capital there was does not help a company that cannot pay its upkeep."""
    grant_above_price: bool = False
    """A gift of the bank that equals the price does not move it."""
    scraps_first: bool = False
    """An insolvent company scraps what costs upkeep before it buys."""
    spares_at_once: bool = False
    """What the first machine of an insolvent company has to spare improves others, too."""
