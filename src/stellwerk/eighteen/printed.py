"""The printed material that every 18xx title has, and how it is read from data files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from stellwerk.bank.chart import ChartSheet, Field
from stellwerk.bank.papers import ISSUE, Certificate, Register
from stellwerk.board.box import Box
from stellwerk.board.catalogue import complete
from stellwerk.play.data_files import DataError, misfits, read_data

from .data_check import contradictions, inconsistencies
from .data_types import DataTypes

DIRECTOR = "D"  # what stands for a number in the names of directors' papers
DATA_TYPES = DataTypes()


class Company(Struct, frozen=True, kw_only=True):
    """A company with shares. `unit` is the part, in percent, that its price on the chart is for.

    Without `hex` it has no home; without `city` it has still to choose the city of its home.
    """

    id: str
    name: str
    colour: str
    kind: str = ""
    hex: str = ""
    city: int | None = None
    unit: int = 10
    stations: int = 0
    price: int = 0
    """What a new share of one unit costs, where that is printed."""


class TrainKind(Struct, frozen=True, kw_only=True):
    """A kind of train: so many stops (and `towns` more for towns only), or so many hexes.

    `card` is what lies in the bank's stock; two kinds may be the faces of one card.
    """

    id: str
    price: int
    """What the bank asks."""
    count: int = 0
    """How many there are; 0 is without limit."""
    stops: int = 0
    """How many stops it calls at."""
    towns: int = 0
    """How many towns besides."""
    hexes: int = 0
    """How many hexes it goes, where it counts these."""
    skips: bool = False
    """Whether it may pass stops without calling."""
    card: str = ""
    available_from: str = ""
    """The phase from which on the bank sells it beside its next train."""
    takes: tuple[str, ...] = ()
    """Trains of which one may be given in for it."""
    discount: int = 0
    """How much cheaper it is then."""


class Phase(Struct, frozen=True, kw_only=True):
    """What holds from the first train of a kind on."""

    id: str
    train: str
    """The train whose first sale begins it."""
    colours: tuple[str, ...]
    """Tiles that may be laid."""
    rounds: int
    """Operating rounds of a set."""
    scraps: str = ""
    """The train that leaves the game."""
    limit: int = 0
    """How many trains a company may own, where that is the same for all."""
    lays: int = 1
    """How many tiles a company lays in a turn."""
    values: str = ""
    """The colour by which stops are valued that have more than one value; else the last of its colours."""
    privates_sold: bool = False
    """Whether companies may buy private railways."""
    privates_close: bool = False
    """Whether private railways leave the game."""


class TilePower(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private's power to lay the first tile of a hex, for the company that owns it."""

    hexes: tuple[str, ...]
    """Where: in one of these, as long as no tile lies in any of them."""
    tiles: tuple[str, ...] = ()
    """Which tiles; any that fits where none are named."""
    every_hex: bool = False
    """A tile in every one of the hexes, one at once after the other, each joined to one of the others."""
    extra: bool = True
    """Beside the tiles of the turn; otherwise it is one of them."""
    free: bool = False
    """The ground costs nothing."""
    connected: bool = False
    """The company's track must lead there."""
    station: bool = False
    """The company may place a marker there at once, free of charge, whether its track leads there or not."""


class Private(Struct, frozen=True, kw_only=True):
    """A private railway."""

    id: str
    name: str
    price: int
    income: int
    blocks: str | tuple[str, ...] = ""
    """A hex, or several, in which nobody builds while a player owns it."""
    becomes: str = ""
    """A company of which it can be exchanged for a share."""
    brings: str = ""
    """A company of which its first owner gets a share with it."""
    brings_director: str | tuple[str, ...] = ""
    """A company whose director's certificate its first owner gets, and sets the price; of several, one by lot."""
    closes_with_train: bool = False
    """It closes when the company whose director's certificate it brought gets a train."""
    for_companies: bool = True
    """Whether companies may buy it."""
    lays: TilePower | None = None
    """Its power to lay tiles."""
    least_players: int = 0


class Zone(Struct, frozen=True):
    """What a colour of the chart means for companies whose markers lie there."""

    colour: str
    counted: bool = False
    """Whether its papers count against the limit."""
    limited: bool = True
    """Whether there is a limit to what one player holds of it."""
    several: bool = False
    """Whether several shares of the pool may be bought in a turn."""


WHITE = Zone("white", counted=True)


class Printed(Struct, frozen=True, kw_only=True):
    """Everything in the box that a title's rules look up."""

    title: Mapping[str, Any]
    box: Box
    sheet: ChartSheet
    companies: Mapping[str, Company]
    register: Register
    trains: Mapping[str, TrainKind]
    phases: Sequence[Phase]
    homes: Mapping[str, tuple[int, int | None]]
    """Hex and city of each home; no city where it has still to be chosen."""
    privates: Mapping[str, Private] = {}
    """In the order in which they are sold."""
    pars: Mapping[int, Field] = {}
    """Prices at which companies are started."""
    chart_zones: Mapping[Field, Zone] = {}
    upgrade_costs: Mapping[str, int] = {}
    """What it costs to replace a tile."""


P = TypeVar("P", bound=Printed)


class Files(Struct, frozen=True, kw_only=True):
    """The data files of a title as they were read, tiles with all that standard numbers stand for."""

    title: dict[str, Any]
    board: dict[str, Any]
    tiles: dict[str, dict[str, Any]]
    chart: dict[str, Any]
    companies: dict[str, Any]


def read_files(package: str) -> dict[str, dict[str, Any]]:
    """The five data files of a title, by the names that `Files` has for them."""
    return {name: read_data(package, f"{name}.toml") for name in Files.__struct_fields__}


def read_material(package: str, make: Callable[[Files], P], types: DataTypes = DATA_TYPES) -> P:
    """What lies in a title's box: its data files, checked, made into its material.

    The first thing that is wrong is told in one sentence (`DataError`), with file and key.
    """
    return material_of(package, read_files(package), make, types)


def material_of(
    package: str, files: Mapping[str, dict[str, Any]], make: Callable[[Files], P], types: DataTypes = DATA_TYPES
) -> P:
    """The same from files that have been read."""
    faults = [
        fault for name, file in files.items() for fault in misfits(f"{name}.toml", file, getattr(types, name))
    ] or list(contradictions(**files))
    if faults:
        raise DataError(package, faults)
    try:
        printed = make(Files(**{**files, "tiles": complete(files["tiles"])}))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise DataError(package, [f"{type(error).__name__}: {error}"]) from error
    faults = list(inconsistencies(printed))
    if faults:
        raise DataError(package, faults)
    return printed


def homes(box: Box, companies: Iterable[Company]) -> dict[str, tuple[int, int | None]]:
    """Where companies are at home."""
    return {each.id: (box.grid.index[each.hex], each.city) for each in companies if each.hex}


Entry = Mapping[str, Any]


def certificates(company: str, papers: Sequence[Entry]) -> Iterator[tuple[Certificate, Entry]]:
    """The certificates of a company in the order in which they are sold, each with its entry in the file."""
    number = 0
    for entry in papers:
        for _ in range(entry.get("number", 1)):
            number += 1
            director = entry.get("director", False)
            id_ = f"{company}-{DIRECTOR if director else number}"
            yield Certificate(id_, company, entry["percent"], director, ISSUE), entry
