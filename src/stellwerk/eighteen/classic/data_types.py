"""What the data files of a title of the 1830 kind look like, with the numbers that its answers ask for."""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import fields

from ..data_types import CompaniesFile, DataTypes, Entry, Number, Percent, Positive, TileEntry, TitleFile
from ..printed import Phase, Private, TrainKind


class ClassicTile(TileEntry, frozen=True, kw_only=True):
    """A tile, and what it costs to replace it."""

    upgrade_cost: Number = 0


class SharesEntry(Entry, frozen=True, kw_only=True):
    """Limits of shares, in percent."""

    pool_limit: Percent = 50
    floats_at: Percent = 60
    holding_limit: Percent = 60


class AuctionEntry(Entry, frozen=True, kw_only=True):
    """By how much bids rise."""

    raise_: Positive = field(default=5, name="raise")


class StationsEntry(Entry, frozen=True, kw_only=True):
    """What markers cost: each the same, or one after the other."""

    cost: Number | tuple[Number, ...] = 40


def entry_of(struct: type[Struct]) -> Any:
    """How something is written in a data file: field by field as it is in the material, and nothing else.

    >>> entry_of(TrainKind)(id="2", price=80).count
    0
    """
    known = [
        (each.name, each.type) if each.default is NODEFAULT else (each.name, each.type, each.default)
        for each in fields(struct)
    ]
    return defstruct(f"{struct.__name__}Entry", known, bases=(Entry,), frozen=True, kw_only=True)


def classic_files(private: type[Private], phase: type[Phase]) -> DataTypes:
    """The types of the five files, with what a title has of its own in privates and phases."""
    trains: Any = tuple[entry_of(TrainKind), ...]  # type: ignore[misc]  # a type that is made here
    phases: Any = tuple[entry_of(phase), ...]  # type: ignore[misc]
    privates: Any = tuple[entry_of(private), ...]  # type: ignore[misc]
    numbers: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        ("shares", SharesEntry, SharesEntry()),
        ("auction", AuctionEntry, AuctionEntry()),
        ("stations", StationsEntry, StationsEntry()),
        ("trains", trains),
        ("phases", phases),
    ]
    companies = [("private", privates, ())]
    return DataTypes(
        title=defstruct("ClassicTitleFile", numbers, bases=(TitleFile,), frozen=True, kw_only=True),
        tiles=dict[str, int | ClassicTile],
        companies=defstruct("ClassicCompaniesFile", companies, bases=(CompaniesFile,), frozen=True, kw_only=True),
    )
