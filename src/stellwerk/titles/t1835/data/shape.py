"""What the data files of 1835 look like, beyond what every 18xx title has."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from stellwerk.eighteen.data_types import (
    CompaniesFile,
    CompanyEntry,
    Count,
    DataTypes,
    Entry,
    Number,
    PapersEntry,
    Percent,
    PhaseEntry,
    PrivateEntry,
    TitleFile,
)


class PrivateEntry35(PrivateEntry, frozen=True, kw_only=True):
    """Hexes in which a private railway has a power."""

    hexes: tuple[str, ...] = ()


class MinorEntry(Entry, frozen=True, kw_only=True):
    """A Vorpreußische."""

    id: str
    name: str
    home: tuple[str | int, ...]
    price: Number


class PapersEntry35(PapersEntry, frozen=True, kw_only=True):
    """Certificates that come with a paper of the start packet, are exchanged for one, or lie in it themselves."""

    with_: str = field(default="", name="with")
    for_: str = field(default="", name="for")
    in_packet: bool = False


class AgEntry(CompanyEntry, frozen=True, kw_only=True):
    """An AG and its group."""

    group: Count
    home: tuple[str | int, ...]
    certificates: tuple[PapersEntry35, ...]


class CompaniesFile35(CompaniesFile, frozen=True, kw_only=True):
    """Three kinds of companies."""

    private: tuple[PrivateEntry35, ...]
    minor: tuple[MinorEntry, ...]
    ag: tuple[AgEntry, ...]


class SharesEntry(Entry, frozen=True, kw_only=True):
    """Limits on shares."""

    pool_limit: Percent
    floats_at: Percent
    nationalise_from: Percent
    extra_paper_from: Percent
    station_price: Number


class RunningEntry(Entry, frozen=True, kw_only=True):
    """Hexes of which one route visits only one stop."""

    exclusive: tuple[tuple[str, ...], ...]


class PacketEntry(Entry, frozen=True, kw_only=True):
    """The start packet from the top."""

    rows: tuple[tuple[str, ...], ...]


class PhaseEntry35(PhaseEntry, frozen=True, kw_only=True):
    """Lays and limits."""

    lays: Count
    limits: Annotated[tuple[Count, ...], Meta(min_length=3, max_length=3)]
    trade: bool


class TitleFile35(TitleFile, frozen=True, kw_only=True):
    """Numbers of the rules."""

    shares: SharesEntry
    running: RunningEntry
    packet: PacketEntry
    phases: tuple[PhaseEntry35, ...]


FILES = DataTypes(title=TitleFile35, companies=CompaniesFile35)
