"""What data files look like: people lay their own over ours, and a slip in them is to be told, not run into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from stellwerk.play.typed import convert

Files = Mapping[str, Mapping[str, Any]]
Number = Annotated[int, Meta(ge=0, le=100_000)]
Positive = Annotated[int, Meta(ge=1, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=100)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Side = Annotated[int, Meta(ge=0, le=5)]
Way = Literal["up", "down", "left", "right"]


class Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    """Whatever it is, it may say where it comes from."""

    source: str = ""


class Hex(Entry, kw_only=True):
    """A hex of the board."""

    name: str = ""
    track: str = ""
    colour: str = "white"
    terrain: str = ""
    cost: Number = 0
    bonus: Number = 0
    ferry: Number = 0
    becomes: list[str] = []
    start: str = ""
    shores: list[list[Side]] = []
    line: list[Side] = []
    periphery: bool = False
    centre: bool = False


class Barriers(Entry, kw_only=True):
    """Pairs of hexes between which no track leads."""

    sides: list[tuple[str, str]]


class BoardFile(Entry, kw_only=True):
    """board.toml"""

    layout: Literal["pointy", "flat"]
    numbering: str = ""
    line_kind: Literal["sbahn"]
    first_tiles: dict[str, list[str]]
    barriers: Barriers
    hexes: dict[str, Any]


class TileEntry(Entry, kw_only=True):
    """A kind of tile."""

    colour: Literal["yellow", "green", "brown", "gray"]
    count: Count
    track: str
    becomes: list[str] = []
    calls: Annotated[int, Meta(ge=1, le=2)] = 1


class Arrow(Entry, kw_only=True):
    """Where a marker goes at an edge of the chart."""

    field: tuple[Count, Count]
    leaving: Way
    moves: Way


class ZonesEntry(Entry, kw_only=True):
    """Prices with a meaning."""

    yellow: Number
    bankrupt: Number
    end: Number


class ChartFile(Entry, kw_only=True):
    """chart.toml"""

    rows: list[list[Number]]
    arrow: list[Arrow] = []
    zones: ZonesEntry
    start: dict[str, tuple[Count, Count]]


class Papers(Entry, kw_only=True):
    """Papers of one size."""

    percent: Percent
    number: Annotated[int, Meta(ge=1, le=100)] = 1
    director: bool = False


class CompanyEntry(Entry, kw_only=True):
    """A company."""

    id: str
    name: str
    kind: Literal["tram", "sbahn"]
    colour: str
    price: Positive
    home: str = ""
    depots: Annotated[list[Number], Meta(min_length=1, max_length=10)]
    unit: Percent
    certificates: list[Papers]


class CompaniesFile(Entry, kw_only=True):
    """companies.toml"""

    company: list[CompanyEntry]


class Opening(Entry, kw_only=True):
    least: Number
    step: Positive
    papers: Count


class Shares(Entry, kw_only=True):
    holding_limit: Percent
    floats_at: Percent
    capital: Count


class SbahnEntry(Entry, kw_only=True):
    id: str
    phase: str
    holding_limit: Percent
    floats_at: Percent
    seats: list[Annotated[int, Meta(ge=2, le=100)]]
    quarter: Number
    provision: Number


class Lays(Entry, kw_only=True):
    lays: dict[str, Count]


class Depots(Entry, kw_only=True):
    least_price: Number


class Bonuses(Entry, kw_only=True):
    periphery: Number


class Help(Entry, kw_only=True):
    percent: Annotated[int, Meta(ge=0, le=100)]


class PlayerCount(Entry, kw_only=True):
    cash: Positive
    papers: Positive


class TrainEntry(Entry, kw_only=True):
    """A kind of tram or S-Bahn train."""

    id: str
    price: Positive
    count: Count
    range: Annotated[int, Meta(ge=2, le=100)]
    sbahn: bool = False
    phase: str = ""


class PhaseEntry(Entry, kw_only=True):
    """A phase."""

    id: str
    train: str
    colours: list[Literal["yellow", "green", "brown", "gray"]]
    rounds: Annotated[int, Meta(ge=1, le=10)]
    limit: Annotated[int, Meta(ge=1, le=100)]
    scraps_all: list[str] = []


class TitleFile(Entry, kw_only=True):
    """title.toml"""

    id: str
    name: str
    bank: Number
    currency: str
    players: dict[str, PlayerCount]
    opening: Opening
    shares: Shares
    sbahn: SbahnEntry
    track: Lays
    depots: Depots
    bonus: Bonuses
    help: Help
    trains: list[TrainEntry]
    phases: list[PhaseEntry]


SHAPES: Mapping[str, Any] = {
    "title.toml": TitleFile,
    "board.toml": BoardFile,
    "tiles.toml": dict[str, Any],
    "chart.toml": ChartFile,
    "companies.toml": CompaniesFile,
}


def misshapen(files: Files, known: Files) -> Iterator[str]:
    """The first thing in each file that cannot be; then, if there is none, names and numbers that cannot."""
    faults = [fault for name in SHAPES for fault in _fault(name, files[name])]
    yield from faults or [*unknown_names(files, known), *impossible_numbers(files, known)]


def _fault(name: str, file: Mapping[str, Any]) -> Iterator[str]:
    """Hexes and tiles one by one, so that it can be told which of them is meant."""
    at = name
    try:
        convert(file, SHAPES[name])
        for id_, entry in {"board.toml": file.get("hexes", {}), "tiles.toml": file}.get(name, {}).items():
            at = f"{name}, {id_}"
            convert(entry, Hex if name == "board.toml" else TileEntry)
    except ValueError as error:
        yield f"{at}: {error}"


def unknown_names(files: Files, known: Files) -> Iterator[str]:
    """What the rulebook names keeps its name, and whatever is named elsewhere is there."""
    title, board, tiles, chart, papers = (files[name] for name in SHAPES)
    for file, part in (("title.toml", "trains"), ("title.toml", "phases"), ("companies.toml", "company")):
        ids = [entry["id"] for entry in known[file][part]]
        if [entry["id"] for entry in files[file][part]] != ids:
            yield f"{file}: {part} must be {', '.join(ids)}, in this order"
    if title["sbahn"]["id"] != known["title.toml"]["sbahn"]["id"]:
        yield f"title.toml: the S-Bahn's id must be {known['title.toml']['sbahn']['id']}"
    if set(chart["start"]) != {entry["id"] for entry in papers["company"]}:
        yield "chart.toml: every company has one start field"
    phases, trains = ["", *(e["id"] for e in title["phases"])], ["", *(e["id"] for e in title["trains"])]
    yield from _not_among("title.toml", phases[1:], [title["sbahn"]["phase"]])
    yield from _not_among("title.toml", phases, [e.get("phase", "") for e in title["trains"]])
    yield from _not_among("title.toml", trains, [e["train"] for e in title["phases"]])
    yield from _not_among("title.toml", trains[1:], [t for e in title["phases"] for t in e.get("scraps_all", ())])
    if set(title["track"]["lays"]) != set(phases[1:]):
        yield "title.toml: every phase has its number of lays"
    hexes = board["hexes"]
    yield from _not_among("tiles.toml", tiles, [t for e in tiles.values() for t in e.get("becomes", ())])
    yield from _not_among("board.toml", tiles, [t for first in board["first_tiles"].values() for t in first])
    yield from _not_among("board.toml", tiles, [t for e in hexes.values() for t in e.get("becomes", ())])
    yield from _not_among("board.toml", hexes, [h for pair in board["barriers"]["sides"] for h in pair])
    yield from _not_among("companies.toml", ["", *hexes], [e.get("home", "") for e in papers["company"]])


def impossible_numbers(files: Files, known: Files) -> Iterator[str]:
    """What the game could not begin with."""
    title, companies = files["title.toml"], files["companies.toml"]["company"]
    if set(title["players"]) != set(known["title.toml"]["players"]):
        yield f"title.toml: players must be {', '.join(known['title.toml']['players'])}"
    elif any(int(number) * each["cash"] > title["bank"] for number, each in title["players"].items()):
        yield "title.toml: the bank cannot pay what players begin with"
    if any(each["cash"] < title["opening"]["least"] for each in title["players"].values()):
        yield "title.toml: the lowest bid is more than players begin with"
    seats = title["sbahn"]["seats"]
    for entry in companies:
        first, *others = entry["certificates"] or [{}]
        if not first.get("director") or first.get("number", 1) > 1 or any(each.get("director") for each in others):
            yield f"companies.toml: the first paper of {entry['id']}, and no other, is the director's"
        if any(each["percent"] % entry["unit"] for each in entry["certificates"]):
            yield f"companies.toml: a paper of {entry['id']} is no multiple of its unit"
        is_sbahn = entry["id"] == title["sbahn"]["id"]
        if (entry["kind"] == "sbahn") != is_sbahn or bool(entry.get("home")) == is_sbahn:
            yield f"companies.toml: {entry['id']} is of the wrong kind, or tram companies alone have a home"
        free = 1 + len(seats) if is_sbahn else 1
        if len(entry["depots"]) < free or any(entry["depots"][:free]):
            yield f"companies.toml: the start depots of {entry['id']} ({free}) are free"
        papers = sum(each.get("number", 1) for each in entry["certificates"])
        if is_sbahn and (len(set(seats)) < len(seats) or max(seats, default=1) > papers):
            yield "title.toml: the seats are different papers of the S-Bahn"


def _not_among(file: str, there: Any, names: list[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name not in there:
            yield f"{file}: there is no {name!r}"
