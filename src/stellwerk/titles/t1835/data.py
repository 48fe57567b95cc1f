"""The printed material of 1835, read once from its data files."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from stellwerk.bank.chart import ChartSheet
from stellwerk.bank.papers import ISSUE, Certificate, Register
from stellwerk.board.box import Box

PACKET = "packet"
EXCHANGE = "exchange"
PRUSSIA = "PR"


class Private(Struct, frozen=True):
    """A private railway: a fixed income and perhaps a power in its hexes."""

    id: str
    name: str
    price: int
    income: int
    hexes: tuple[str, ...] = ()


class Minor(Struct, frozen=True):
    """A Vorpreußische; its price becomes its treasury."""

    id: str
    name: str
    home: tuple[str, int]
    price: int


class Company(Struct, frozen=True):
    """An AG. `home` is a hex and a city; Baden chooses its city later."""

    id: str
    name: str
    group: int
    hex: str
    city: int | None
    stations: int
    price: int
    colour: str


class TrainKind(Struct, frozen=True):
    """A kind of train: `cities` places of any kind and `towns` more for towns only."""

    id: str
    count: int
    price: int
    cities: int
    towns: int


class Phase(Struct, frozen=True):
    """What holds from the first train of a kind on. `limits`: trains of an AG, of Preußen, of a Vorpreußische."""

    id: str
    train: str
    colours: tuple[str, ...]
    rounds: int
    lays: int
    limits: tuple[int, int, int]
    trade: bool
    scraps: str = ""


class Material(Struct, frozen=True):
    """All of it."""

    title: dict[str, Any]
    box: Box
    sheet: ChartSheet
    starts: dict[str, tuple[int, int]]
    privates: dict[str, Private]
    minors: dict[str, Minor]
    companies: dict[str, Company]
    register: Register
    packet: tuple[tuple[str, ...], ...]
    brings: dict[str, str]  # paper of the packet → certificate that comes with it
    becomes: dict[str, str]  # paper → certificate of Preußen that it is exchanged for
    trains: dict[str, TrainKind]
    phases: tuple[Phase, ...]


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


@cache
def material() -> Material:
    """Read the data files."""
    title, chart, papers = _load("title.toml"), _load("chart.toml"), _load("companies.toml")
    certificates, brings, becomes = _certificates(papers["ag"])
    trains = convert(title["trains"], tuple[TrainKind, ...])
    return Material(
        title=title,
        box=Box(_load("board.toml"), _load("tiles.toml")),
        sheet=ChartSheet(chart["rows"]),
        starts={company: (row, column) for company, (row, column) in chart["start"].items()},
        privates={p.id: p for p in convert(papers["private"], tuple[Private, ...])},
        minors={m.id: m for m in convert(papers["minor"], tuple[Minor, ...])},
        companies={entry["id"]: _company(entry) for entry in papers["ag"]},
        register=Register(certificates),
        packet=convert(title["packet"]["rows"], tuple[tuple[str, ...], ...]),
        brings=brings,
        becomes=becomes,
        trains={train.id: train for train in trains},
        phases=convert(title["phases"], tuple[Phase, ...]),
    )


def _company(entry: dict[str, Any]) -> Company:
    hex_, *city = entry["home"]
    return Company(
        entry["id"],
        entry["name"],
        entry["group"],
        hex_,
        city[0] if city else None,
        entry["stations"],
        entry["price"],
        entry["colour"],
    )


def _certificates(entries: list[dict[str, Any]]) -> tuple[list[Certificate], dict[str, str], dict[str, str]]:
    certificates: list[Certificate] = []
    brings: dict[str, str] = {}
    becomes: dict[str, str] = {}
    for entry in entries:
        number = 0
        for paper in entry["certificates"]:
            for _ in range(paper.get("number", 1)):
                number += 1
                director = paper.get("director", False)
                id_ = f"{entry['id']}-{'D' if director else number}"
                origin = ISSUE
                if "with" in paper:
                    brings[paper["with"]] = id_
                    origin = PACKET
                elif "for" in paper:
                    becomes[paper["for"]] = id_
                    origin = EXCHANGE
                elif paper.get("in_packet"):
                    origin = PACKET
                certificates.append(Certificate(id_, entry["id"], paper["percent"], director, origin))
    return certificates, brings, becomes
