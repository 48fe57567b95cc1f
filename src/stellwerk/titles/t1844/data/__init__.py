"""The printed material of 1844, read once from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import ChartSheet, Field
from stellwerk.bank.papers import POOL, Certificate, Register
from stellwerk.board.box import Box
from stellwerk.eighteen.printed import (
    Company,
    Files,
    Phase,
    Printed,
    Private,
    TrainKind,
    certificates,
    homes,
    read_material,
)
from stellwerk.play.typed import convert

from .shape import FILES

SBB = "SBB"
SBB_TRAIN = "SBB 5H"  # printed on its sheet
REGIONAL, HISTORICAL, PRE_SBB, FEDERAL = "regional", "historical", "pre_sbb", "sbb"
EXCHANGE = "exchange"  # shares of the SBB before it is founded

VALUE_COLOURS = ("yellow", "green", "brown", "gray")


class Company44(Company, frozen=True, kw_only=True):
    """A railway company; `number` orders those of a kind, `destination` is a hex."""

    number: str
    destination: str = ""


class Kind(Struct, frozen=True, kw_only=True):
    """What holds for a kind of company. Capital and premium are multiples of par, for the SBB francs."""

    capital: int
    premium: int = 0
    stations: int = 0
    stations_by_par: Mapping[int, int] = {}
    trains: int = 0
    must_own: bool = False
    owns_privates: bool = False


class Private44(Private, frozen=True, kw_only=True):
    """Its price is the least bid; some can be sold to companies."""

    sold_to_companies: bool = False


class Phase44(Phase, frozen=True, kw_only=True):
    """`limit` is of historical companies; trains of the card `turns` become H trains."""

    limit: int
    turns: str = ""


class Area(Struct, frozen=True, kw_only=True):
    """A place far away: which side of the country it lies on, and its part of a transit bonus."""

    side: str
    bonus: int


class Material(Printed, frozen=True, kw_only=True):
    """All of it."""

    companies: Mapping[str, Company44]
    phases: tuple[Phase44, ...]
    kinds: Mapping[str, Kind]
    privates: Mapping[str, Private44]
    faces: Mapping[str, tuple[str, ...]]
    """The kinds of train on the two faces of a card."""
    sbb_field: Field
    ceiling: int
    """The column that regional companies never leave to the right."""
    areas: Mapping[str, Area]
    area_of: Mapping[int, str]
    groups: Mapping[str, int]
    """Areas of which no route visits two have the same number."""
    sites: frozenset[int]
    boards: tuple[tuple[int, ...], ...]
    tunnel_papers: tuple[str, ...]
    mountain_papers: tuple[str, ...]

    @property
    def special_papers(self) -> tuple[str, ...]:
        """Papers that do not count against the limit: privates, tunnels and mountain railways."""
        return (*self.privates, *self.tunnel_papers, *self.mountain_papers)


@cache
def material() -> Material:
    """Read the data files."""
    return read_material(__package__ or "", _material, FILES)


def _material(files: Files) -> Material:
    title, board, chart, papers = files.title, files.board, files.chart, files.companies
    box = Box(board, files.tiles)
    index = box.grid.index
    companies = {entry["id"]: _company(entry) for entry in papers["company"]}
    trains, faces = _trains(title["trains"])
    return Material(
        title=title,
        box=box,
        sheet=ChartSheet(chart["rows"]),
        companies=companies,
        register=Register(_certificates(papers["company"], title["shares"]["in_pool_at_start"])),
        trains=trains,
        faces=faces,
        phases=convert(title["phases"], tuple[Phase44, ...]),
        kinds=convert(title["kinds"], dict[str, Kind], strict=False),
        privates={each.id: each for each in convert(papers["private"], tuple[Private44, ...])},
        pars={int(price): (row, column) for price, (row, column) in chart["par"].items()},
        sbb_field=(chart["start"][SBB][0], chart["start"][SBB][1]),
        ceiling=chart["ceiling"]["column"],
        areas=convert(title["areas"], dict[str, Area]),
        area_of={index[name]: hex_["area"] for name, hex_ in board["hexes"].items() if "area" in hex_},
        groups={area: number for number, area in enumerate(title["areas"])},
        homes=homes(box, companies.values()),
        sites=frozenset(index[name] for name in title["mountains"]["sites"]),
        boards=tuple(tuple(values) for values in title["mountains"]["boards"]),
        tunnel_papers=tuple(f"T{number + 1}" for number in range(title["tunnels"]["papers"])),
        mountain_papers=tuple(f"B{number + 1}" for number in range(title["mountains"]["papers"])),
    )


def _company(entry: dict[str, Any]) -> Company44:
    hex_, city = entry.get("home", ("", None))
    return Company44(
        id=entry["id"],
        name=entry["name"],
        colour=entry["colour"],
        kind=entry["kind"],
        hex=hex_,
        city=city,
        unit=entry["unit"],
        number=entry["number"],
        destination=entry.get("destination", ""),
    )


def _certificates(entries: list[dict[str, Any]], in_pool: Mapping[str, int]) -> list[Certificate]:
    """All certificates; some of one company lie in the pool from the start."""
    found: list[Certificate] = []
    for entry in entries:
        papers = [paper for paper, _ in certificates(entry["id"], entry["certificates"])]
        pooled = {paper.id for paper in papers[len(papers) - in_pool.get(entry["id"], 0) :]}
        for paper in papers:
            origin = EXCHANGE if entry["kind"] == FEDERAL else POOL if paper.id in pooled else paper.origin
            found.append(Certificate(paper.id, paper.company, paper.percent, paper.director, origin))
    return found


def _trains(entries: list[dict[str, Any]]) -> tuple[dict[str, TrainKind], dict[str, tuple[str, ...]]]:
    trains: dict[str, TrainKind] = {}
    faces: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        card, other = entry["id"], entry["h"]
        trains[card] = TrainKind(
            id=card,
            price=entry["price"],
            count=entry["count"],
            stops=entry["stops"],
            skips=entry.get("skips", False),
            card=card,
        )
        trains[other["id"]] = TrainKind(
            id=other["id"], price=other["price"], count=entry["count"], hexes=other["hexes"], card=card
        )
        faces[card] = (card, other["id"])
    own = trains["5H"]
    trains[SBB_TRAIN] = TrainKind(id=SBB_TRAIN, price=own.price, hexes=own.hexes)
    return trains, faces
