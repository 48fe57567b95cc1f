"""The material of 1881, read from its data files; whoever has the box may lay corrected files over ours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import ChartSheet, Field
from stellwerk.bank.papers import Register
from stellwerk.board.box import Box
from stellwerk.eighteen.printed import Company, Phase, Printed, TrainKind, certificates
from stellwerk.play.data_files import read_data
from stellwerk.play.typed import convert

TRAM, SBAHN = "", "sbahn"  # the two kinds of track, and of companies: ordinary track is the trams'
S = "S"  # the group of stations that trams cannot use
FILES = ("title.toml", "board.toml", "tiles.toml", "chart.toml", "companies.toml")


class Company81(Company, frozen=True, kw_only=True):
    """A tram company or the S-Bahn; `depots` is what each depot costs, the first ones free."""

    depots: tuple[int, ...]

    @property
    def track(self) -> str:
        """The kind of track that it builds and runs on."""
        return SBAHN if self.kind == "sbahn" else TRAM


class Tram(TrainKind, frozen=True, kw_only=True):
    """A tram or an S-Bahn train: so many stations, stops are free (8.6)."""

    sbahn: bool = False
    phase: str = ""
    """From which phase on an S-Bahn train is for sale (12.7)."""


class Phase81(Phase, frozen=True, kw_only=True):
    """How many trams a company may own, and which leave the game."""

    limit: int
    scraps_all: tuple[str, ...] = ()


class Zones(Struct, frozen=True):
    """The highest price of each zone of the chart, or the price that makes it."""

    yellow: int
    bankrupt: int
    end: int


class Material(Printed, frozen=True, kw_only=True, dict=True):
    """All of it."""

    companies: Mapping[str, Company81]
    trains: Mapping[str, Tram]
    phases: tuple[Phase81, ...]
    starts: Mapping[str, Field]
    zones: Zones
    bonuses: Mapping[int, int]
    """What is paid to whoever builds first on a hex (6.16)."""
    ferries: Mapping[int, int]
    """What a call at a station with a ferry brings (9.3)."""
    periphery: frozenset[int]
    centre: frozenset[int]
    line: frozenset[int]
    """Hexes of the S-Bahn line."""
    double: frozenset[str]
    """Tiles that a run may call at twice (8.8)."""
    seats: Mapping[str, str]
    """The networks that board members begin with, by their papers' ids."""

    @cached_property
    def trams(self) -> tuple[str, ...]:
        """The tram companies."""
        return tuple(company.id for company in self.companies.values() if company.track == TRAM)

    @cached_property
    def sbahn(self) -> str:
        """The S-Bahn, which is also the name of its main network."""
        id_: str = self.title["sbahn"]["id"]
        return id_

    @cached_property
    def chair(self) -> str:
        """The paper of the chair of the board."""
        return self.register.director_paper(self.sbahn).id


@cache
def ours() -> Mapping[str, Mapping[str, Any]]:
    """The data files that come with the game."""
    return {name: read_data(__package__ or "", name) for name in FILES}


@cache
def material() -> Material:
    """Our reconstruction."""
    return material_of(ours())


def material_of(files: Mapping[str, Mapping[str, Any]]) -> Material:
    """What these files say."""
    title, board, tiles, chart, papers = (files[name] for name in FILES)
    box, hexes = Box(board, tiles), board["hexes"]
    index = box.grid.index
    companies = {entry["id"]: _company(entry) for entry in papers["company"]}
    register = Register(
        paper for entry in papers["company"] for paper, _ in certificates(entry["id"], entry["certificates"])
    )
    arrows = {(tuple(arrow["field"]), arrow["leaving"]): arrow["moves"] for arrow in chart["arrow"]}
    sbahn = register.of[title["sbahn"]["id"]]
    trains = {entry["id"]: _tram(entry) for entry in title["trains"]}
    return Material(
        title=title,
        box=box,
        sheet=ChartSheet(chart["rows"], arrows),
        companies=companies,
        register=register,
        trains=trains,
        phases=convert(title["phases"], tuple[Phase81, ...]),
        homes={each.id: (index[each.hex], 0) for each in companies.values() if each.hex},
        starts={company: (field[0], field[1]) for company, field in chart["start"].items()},
        zones=convert(chart["zones"], Zones),
        bonuses={index[name]: entry["bonus"] for name, entry in hexes.items() if "bonus" in entry},
        ferries={index[name]: entry["ferry"] for name, entry in hexes.items() if "ferry" in entry},
        periphery=frozenset(index[name] for name, entry in hexes.items() if entry.get("periphery")),
        centre=frozenset(index[name] for name, entry in hexes.items() if entry.get("centre")),
        line=frozenset(index[name] for name, entry in hexes.items() if "line" in entry),
        double=frozenset(id_ for id_, tile in tiles.items() if tile.get("calls", 1) > 1),
        seats={sbahn[number - 1].id: f"S{number}" for number in title["sbahn"]["seats"]},
    )


def _company(entry: Mapping[str, Any]) -> Company81:
    return Company81(
        id=entry["id"],
        name=entry["name"],
        colour=entry["colour"],
        kind=entry["kind"],
        hex=entry.get("home", ""),
        city=0 if "home" in entry else None,
        unit=entry["unit"],
        price=entry["price"],
        stations=len(entry["depots"]),
        depots=tuple(entry["depots"]),
    )


def _tram(entry: Mapping[str, Any]) -> Tram:
    return Tram(
        id=entry["id"],
        price=entry["price"],
        count=entry["count"],
        stops=entry["range"],
        card=entry["id"],
        sbahn=entry.get("sbahn", False),
        phase=entry.get("phase", ""),
    )
