"""What the data files of Harzbahn 1873 look like, beyond what every 18xx title has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from stellwerk.eighteen.data_types import (
    BoardFile,
    CompaniesFile,
    Count,
    DataTypes,
    Entry,
    HexEntry,
    Number,
    Percent,
    PhaseEntry,
    Positive,
    Rgb,
    TileEntry,
    TitleFile,
)


class HexEntry73(HexEntry, frozen=True, kw_only=True):
    """Whether a settlement is a city."""

    settlement: Literal["", "city"] = ""


class BoardFile73(BoardFile, frozen=True, kw_only=True):
    """The board with its settlements."""

    hexes: Mapping[str, HexEntry73]


class TileEntry73(TileEntry, frozen=True, kw_only=True):
    """Small ones may be laid two in a turn."""

    small: bool = False


class WorkEntry(Entry, frozen=True, kw_only=True):
    """A work."""

    id: str
    name: str
    hex: str
    face: Number
    base: Number
    machines: Annotated[tuple[Number, ...], Meta(min_length=5, max_length=5)]
    switchers: Annotated[tuple[Number, ...], Meta(min_length=4, max_length=4)]
    multiplier: Number
    pre_harz: bool = False


class RailwayEntry(Entry, frozen=True, kw_only=True):
    """A railway; a route is its hexes, each with the sides that it uses."""

    id: str
    name: str
    colour: Rgb
    homes: tuple[str, ...]
    stations: Mapping[str, Count]
    phase: str
    early: str = ""
    cost: Number
    routes: tuple[tuple[tuple[str | int, ...], ...], ...] = ()
    unbuilt: tuple[str, ...] = ()


class OtherCompany(Entry, frozen=True, kw_only=True):
    """A works company, or the MHE."""

    id: str
    name: str
    colour: Rgb


class CompaniesFile73(CompaniesFile, frozen=True, kw_only=True):
    """Works and companies."""

    work: tuple[WorkEntry, ...]
    railway: tuple[RailwayEntry, ...]
    works_company: tuple[OtherCompany, ...]
    external: tuple[OtherCompany, ...]


class PlayersEntry73(Entry, frozen=True, kw_only=True):
    """Cash, and the premium of the first auction."""

    cash: Positive
    premium: Number


class AuctionEntry(Entry, frozen=True, kw_only=True):
    """Least price and step of bids."""

    concession: Number
    step: Positive


class OptionEntry(Entry, frozen=True, kw_only=True):
    """What a purchase option buys."""

    least: Percent
    most: Percent


class SharesEntry(Entry, frozen=True, kw_only=True):
    """Limits on shares and prices of issue."""

    pool_limit: Percent
    starts: tuple[Positive, ...]
    floats_at: Count
    external_price: Number
    keeps: Percent
    option: OptionEntry
    splits_at: Percent


class HarzEntry(Entry, frozen=True, kw_only=True):
    """The Harzer Werke."""

    company: str
    income: Number


class WorksEntry(Entry, frozen=True, kw_only=True):
    """What works companies may own."""

    slots: Mapping[str, Count]
    privileged: str
    harz: HarzEntry


class FixedEntry(Entry, frozen=True, kw_only=True):
    """A work that nobody owns."""

    id: str
    name: str
    hex: str
    value: Number


class ClosedEntry(Entry, frozen=True, kw_only=True):
    """Hexes that are closed before a phase."""

    phase: str
    hexes: tuple[str, ...]


class TrackEntry(Entry, frozen=True, kw_only=True):
    """Where nobody builds at first."""

    closed_before: ClosedEntry


class StationsEntry(Entry, frozen=True, kw_only=True):
    """What markers cost."""

    cost: Number
    replace: Number


class RunningEntry(Entry, frozen=True, kw_only=True):
    """What halts bring."""

    halt: Number


class UnitEntry(Entry, frozen=True, kw_only=True):
    """A unit by what it can be."""

    count: Count
    locomotive: Positive
    machine: Number = 0
    switcher: Number = 0


class ExternalEntry(Entry, frozen=True, kw_only=True):
    """The MHE."""

    id: str
    locomotive: str
    dividend: Number


class PhaseEntry73(PhaseEntry, frozen=True, kw_only=True):
    """Upkeep by size."""

    machines: Mapping[str, Number] = {}
    locomotives: Mapping[str, Number] = {}
    switchers: Mapping[str, Number] = {}


class EditionEntry(Entry, frozen=True, kw_only=True):
    """What the second edition has otherwise."""

    endless: tuple[str, ...]
    tiles: Count
    counts: Mapping[str, Count]
    tanne: Number
    external_start: Number


class TitleFile73(TitleFile, frozen=True, kw_only=True):
    """Numbers of the rules."""

    players: Mapping[str, PlayersEntry73]  # type: ignore[assignment]  # there is no limit to papers
    auction: AuctionEntry
    shares: SharesEntry
    works: WorksEntry
    fixed: tuple[FixedEntry, ...]
    track: TrackEntry
    stations: StationsEntry
    running: RunningEntry
    units: Mapping[str, UnitEntry]
    external: ExternalEntry
    phases: tuple[PhaseEntry73, ...]
    second_edition: EditionEntry


FILES = DataTypes(
    title=TitleFile73, board=BoardFile73, tiles=dict[str, int | TileEntry73], companies=CompaniesFile73
)
