"""What the data files of 1844 look like, beyond what every 18xx title has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from stellwerk.eighteen.data_types import (
    BoardFile,
    ChartFile,
    CompaniesFile,
    CompanyEntry,
    Count,
    DataTypes,
    Entry,
    HexEntry,
    Number,
    Percent,
    PhaseEntry,
    Positive,
    PrivateEntry,
    TitleFile,
    TrainEntry,
)


class HexEntry44(HexEntry, frozen=True, kw_only=True):
    """The area that a place far away belongs to."""

    area: str = ""


class BoardFile44(BoardFile, frozen=True, kw_only=True):
    """The board with its areas."""

    hexes: Mapping[str, HexEntry44]


class PrivateEntry44(PrivateEntry, frozen=True, kw_only=True):
    """Whether companies can buy it."""

    sold_to_companies: bool = False


class CompanyEntry44(CompanyEntry, frozen=True, kw_only=True):
    """`number` orders companies of a kind, `destination` is a hex."""

    number: str
    kind: Literal["regional", "historical", "pre_sbb", "sbb"]
    home: tuple[str | int, ...] = ()
    unit: Percent
    destination: str = ""


class CompaniesFile44(CompaniesFile, frozen=True, kw_only=True):
    """Private railways and companies."""

    private: tuple[PrivateEntry44, ...]
    company: tuple[CompanyEntry44, ...]


class CeilingEntry(Entry, frozen=True, kw_only=True):
    """The column that regional companies never leave."""

    column: Count


class ChartFile44(ChartFile, frozen=True, kw_only=True):
    """The chart with its ceiling."""

    ceiling: CeilingEntry


class SharesEntry(Entry, frozen=True, kw_only=True):
    """Limits on shares, prices of issue, and what lies in the pool."""

    pool_limit: Percent
    floats_at: Percent
    pars: tuple[Positive, ...]
    in_pool_at_start: Mapping[str, Count]


class AuctionEntry(Entry, frozen=True, kw_only=True):
    """The least raise."""

    raise_: Positive = field(name="raise")


class KindEntry(Entry, frozen=True, kw_only=True):
    """What holds for a kind of company."""

    capital: Number
    premium: Number = 0
    stations: Count = 0
    stations_by_par: Mapping[str, Count] = {}
    trains: Count = 0
    must_own: bool = False
    owns_privates: bool = False


class StationsEntry(Entry, frozen=True, kw_only=True):
    """What markers cost."""

    second: Number
    further: Number


class TunnelsEntry(Entry, frozen=True, kw_only=True):
    """Tunnel companies."""

    papers: Count
    price: Number
    cost: Number
    income: Number
    worth: Number
    bonus: Number


class MountainsEntry(Entry, frozen=True, kw_only=True):
    """Mountain railways."""

    papers: Count
    price: Number
    income: Number
    worth: Number
    sites: tuple[str, ...]
    boards: tuple[Annotated[tuple[Number, ...], Meta(min_length=4, max_length=4)], ...]
    boards_of_a_kind: Count


class FurkaEntry(Entry, frozen=True, kw_only=True):
    """The line of P4."""

    tiles: Mapping[str, str]
    payment: Number


class GotthardEntry(Entry, frozen=True, kw_only=True):
    """Whose premium a tunnel brings."""

    company: str
    hex: str


class LoansEntry(Entry, frozen=True, kw_only=True):
    """What loans cost."""

    interest: Percent


class AreaEntry(Entry, frozen=True, kw_only=True):
    """A place far away."""

    side: Literal["north", "south", "west", "east"]
    bonus: Number


class OtherFace(Entry, frozen=True, kw_only=True):
    """The H train of a card."""

    id: str
    price: Positive
    hexes: Positive


class TrainEntry44(TrainEntry, frozen=True, kw_only=True):
    """A card with two faces."""

    h: OtherFace


class PhaseEntry44(PhaseEntry, frozen=True, kw_only=True):
    """The limit, and trains that become H trains."""

    limit: Count
    turns: str = ""


class TitleFile44(TitleFile, frozen=True, kw_only=True):
    """Numbers of the rules."""

    shares: SharesEntry
    auction: AuctionEntry
    kinds: Mapping[str, KindEntry]
    stations: StationsEntry
    tunnels: TunnelsEntry
    mountains: MountainsEntry
    furka: FurkaEntry
    gotthard: GotthardEntry
    loans: LoansEntry
    areas: Mapping[str, AreaEntry]
    trains: tuple[TrainEntry44, ...]
    phases: tuple[PhaseEntry44, ...]


FILES = DataTypes(title=TitleFile44, board=BoardFile44, chart=ChartFile44, companies=CompaniesFile44)
