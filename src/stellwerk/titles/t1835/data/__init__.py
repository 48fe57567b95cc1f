"""The printed material of 1835, read once from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from stellwerk.bank.chart import ChartSheet, Field
from stellwerk.bank.papers import Certificate, Register
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

PACKET = "packet"
EXCHANGE = "exchange"
PRUSSIA = "PR"


class Private35(Private, frozen=True, kw_only=True):
    """A private railway: a fixed income and perhaps a power in its hexes."""

    hexes: tuple[str, ...] = ()


class Company35(Company, frozen=True, kw_only=True):
    """An AG, or a Vorpreußische: its price becomes its treasury."""

    group: int = 0


class Phase35(Phase, frozen=True, kw_only=True):
    """`limits`: trains of an AG, of Preußen, of a Vorpreußische."""

    lays: int
    limits: tuple[int, int, int]
    trade: bool


class Material(Printed, frozen=True, kw_only=True):
    """All of it."""

    companies: Mapping[str, Company35]
    """The AGs."""
    minors: Mapping[str, Company35]
    """The Vorpreußische."""
    phases: tuple[Phase35, ...]
    starts: Mapping[str, Field]
    privates: Mapping[str, Private35]
    packet: tuple[tuple[str, ...], ...]
    brings: Mapping[str, str]
    """The certificate that comes with a paper of the packet."""
    becomes: Mapping[str, str]
    """The certificate of Preußen that a paper is exchanged for."""


@cache
def material() -> Material:
    """Read the data files."""
    return read_material(__package__ or "", _material, FILES)


def _material(files: Files) -> Material:
    title, chart, papers = files.title, files.chart, files.companies
    box = Box(files.board, files.tiles)
    companies = {entry["id"]: _company(entry) for entry in papers["ag"]}
    black = companies[PRUSSIA].colour
    minors = {entry["id"]: _company({**entry, "colour": black}) for entry in papers["minor"]}
    found, brings, becomes = _certificates(papers["ag"])
    return Material(
        title=title,
        box=box,
        sheet=ChartSheet(chart["rows"]),
        companies=companies,
        minors=minors,
        register=Register(found),
        trains={entry["id"]: convert({**entry, "card": entry["id"]}, TrainKind) for entry in title["trains"]},
        phases=convert(title["phases"], tuple[Phase35, ...]),
        homes=homes(box, (*minors.values(), *companies.values())),
        starts={company: (row, column) for company, (row, column) in chart["start"].items()},
        privates={each.id: each for each in convert(papers["private"], tuple[Private35, ...])},
        packet=convert(title["packet"]["rows"], tuple[tuple[str, ...], ...]),
        brings=brings,
        becomes=becomes,
    )


def _company(entry: dict[str, Any]) -> Company35:
    hex_, *city = entry["home"]
    return Company35(
        id=entry["id"],
        name=entry["name"],
        colour=entry["colour"],
        hex=hex_,
        city=city[0] if city else None,
        stations=entry.get("stations", 0),
        price=entry["price"],
        group=entry.get("group", 0),
    )


def _certificates(entries: list[dict[str, Any]]) -> tuple[list[Certificate], dict[str, str], dict[str, str]]:
    found: list[Certificate] = []
    brings: dict[str, str] = {}
    becomes: dict[str, str] = {}
    for paper, entry in (pair for each in entries for pair in certificates(each["id"], each["certificates"])):
        origin = paper.origin
        if "with" in entry:
            brings[entry["with"]] = paper.id
            origin = PACKET
        elif "for" in entry:
            becomes[entry["for"]] = paper.id
            origin = EXCHANGE
        elif entry.get("in_packet"):
            origin = PACKET
        found.append(Certificate(paper.id, paper.company, paper.percent, paper.director, origin))
    return found, brings, becomes
