"""The printed material of Harzbahn 1873, read once from its data files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import ChartSheet
from stellwerk.bank.papers import POOL, Certificate, Register
from stellwerk.board.box import Box
from stellwerk.eighteen.printed import Company, Files, Phase, Printed, TrainKind, read_material
from stellwerk.play.typed import convert

from .shape import FILES

RAILWAY, WORKS, EXTERNAL = "railway", "works", "external"
BOX = "box"  # certificates that have not been issued
MACHINES = "machines"  # units that have become machines
RAILCAR = "D"
SIZES = {RAILWAY: (20, 10), WORKS: (50, 20, 10), EXTERNAL: (10,)}
"""The sizes, in percent, that shares of a kind of company can have, the first one first (3.2.1)."""


class Piece(Struct, frozen=True):
    """A hex of a concession route, with the sides that the route uses there."""

    hex: int
    sides: frozenset[int]


class Company73(Company, frozen=True, kw_only=True):
    """A railway, a works company or the MHE; a railway has homes and mostly a concession route."""

    homes: tuple[str, ...] = ()
    stations_by_size: Mapping[int, int] = {}
    phase: str = ""
    """The phase in which its concession becomes active."""
    early: str = ""
    """The phase in which it does so as soon as somebody else builds on its route."""
    cost: int = 0
    routes: tuple[tuple[Piece, ...], ...] = ()
    unbuilt: tuple[int, ...] = ()
    """Hexes of the route without printed track."""


class Work(Struct, frozen=True, kw_only=True):
    """A work: face value, income without track to the outside, by machine, and by switcher (2.1)."""

    id: str
    name: str
    hex: str
    face: int
    base: int
    machines: tuple[int, ...]
    switchers: tuple[int, ...]
    multiplier: int
    pre_harz: bool = False

    def income(self, machine: int, switcher: int) -> int:
        """What a connected work earns; a switcher of size 0 is none (4.2.2)."""
        return self.machines[machine - 1] + (self.switchers[switcher - 2] if switcher else 0)


class FixedWork(Struct, frozen=True, kw_only=True):
    """A work that nobody owns and that is always open (4.4.4)."""

    id: str
    name: str
    hex: str
    value: int


class Unit(TrainKind, frozen=True, kw_only=True):
    """A locomotive, a railcar (size 0) or a switcher; a unit of some sizes can be a machine as well."""

    size: int
    switcher: bool = False
    machine: int = 0
    """What the unit costs as a machine; 0 if it cannot be one."""


class Phase73(Phase, frozen=True, kw_only=True):
    """Upkeep by size, for machines of each work."""

    machines: Mapping[int, int] = {}
    locomotives: Mapping[int, int] = {}
    switchers: Mapping[int, int] = {}


class Material(Printed, frozen=True, kw_only=True):
    """All of it."""

    companies: Mapping[str, Company73]
    trains: Mapping[str, Unit]
    phases: tuple[Phase73, ...]
    works: Mapping[str, Work]
    work_at: Mapping[int, str]
    """The work of a hex."""
    fixed_at: Mapping[int, FixedWork]
    cities: frozenset[int]
    """Hexes whose settlement is a city; other settlements are villages."""
    small: frozenset[str]
    """Tiles of which two may be laid in a turn (4.4.1)."""
    closed_hexes: frozenset[int]
    """Hexes that are closed for a while."""
    concessions: Mapping[str, str]
    """The concession of each railway, as a paper."""

    def of_kind(self, kind: str) -> list[str]:
        """The companies of a kind."""
        return [company.id for company in self.companies.values() if company.kind == kind]

    @property
    def other_papers(self) -> tuple[str, ...]:
        """Papers that are no shares."""
        return (*self.works, *self.concessions.values())


@cache
def material(second_edition: bool = False, dear_tanne: bool = False) -> Material:
    """Read the data files; the second edition has tiles without end and one more, and Tanne may cost more."""
    return read_material(__package__ or "", partial(_material, second_edition, dear_tanne), FILES)


def _material(second_edition: bool, dear_tanne: bool, files: Files) -> Material:
    title, board, tiles = files.title, files.board, files.tiles
    chart, papers = files.chart, files.companies
    edition = title["second_edition"]
    if second_edition:
        for id_, tile in tiles.items():
            if tile["colour"] in edition["endless"]:
                tile["count"] = edition["tiles"]
            tile["count"] = edition["counts"].get(id_, tile["count"])
    if dear_tanne:
        board["hexes"]["F7"]["cost"] = edition["tanne"]
    box = Box(board, tiles)
    index = box.grid.index
    companies = {each.id: each for each in _companies(papers, index)}
    works = {entry["id"]: convert(entry, Work) for entry in papers["work"]}
    return Material(
        title=title,
        box=box,
        sheet=ChartSheet(chart["rows"]),
        companies=companies,
        register=Register(_certificates(companies.values())),
        trains={unit.id: unit for unit in _units(title["units"])},
        phases=convert(title["phases"], tuple[Phase73, ...], strict=False),
        homes={},
        works=works,
        work_at={index[work.hex]: work.id for work in works.values()},
        fixed_at={index[entry["hex"]]: convert(entry, FixedWork) for entry in title["fixed"]},
        cities=frozenset(index[name] for name, hex_ in board["hexes"].items() if hex_.get("settlement") == "city"),
        small=frozenset(id_ for id_, tile in tiles.items() if tile["colour"] == "yellow" or tile.get("small")),
        closed_hexes=frozenset(index[name] for name in title["track"]["closed_before"]["hexes"]),
        concessions={each.id: f"C-{each.id}" for each in companies.values() if each.kind == RAILWAY},
    )


def _companies(papers: Mapping[str, Any], index: Mapping[str, int]) -> Iterable[Company73]:
    for entry in papers["railway"]:
        routes = tuple(
            tuple(Piece(index[hex_], frozenset(sides)) for hex_, *sides in route)
            for route in entry.get("routes", ())
        )
        markers = {int(size): number for size, number in entry["stations"].items()}
        yield Company73(
            id=entry["id"],
            name=entry["name"],
            colour=entry["colour"],
            kind=RAILWAY,
            homes=tuple(entry["homes"]),
            stations=markers[SIZES[RAILWAY][0]],
            stations_by_size=markers,
            phase=entry["phase"],
            early=entry.get("early", ""),
            cost=entry["cost"],
            routes=routes,
            unbuilt=tuple(index[name] for name in entry.get("unbuilt", ())),
        )
    for kind, key in ((WORKS, "works_company"), (EXTERNAL, "external")):
        for entry in papers[key]:
            yield Company73(id=entry["id"], name=entry["name"], colour=entry["colour"], kind=kind)


def _certificates(companies: Iterable[Company73]) -> Iterable[Certificate]:
    """All shares of all sizes; those of the MHE lie in the pool (2)."""
    for company in companies:
        for size in SIZES[company.kind]:
            for number in range(100 // size):
                origin = POOL if company.kind == EXTERNAL else BOX
                yield Certificate(f"{company.id}-{size}-{number + 1}", company.id, size, origin=origin)


def _units(entries: Mapping[str, Any]) -> Iterable[Unit]:
    for id_, entry in entries.items():
        size = 0 if id_ == RAILCAR else int(id_)
        machine = entry.get("machine", 0)
        yield Unit(
            id=id_,
            price=entry["locomotive"],
            count=entry["count"],
            card=id_,
            stops=size,
            size=size,
            machine=machine,
        )
    for id_, entry in entries.items():
        if "switcher" in entry:
            yield Unit(id=f"S{id_}", price=entry["switcher"], card=f"S{id_}", size=int(id_), switcher=True)
