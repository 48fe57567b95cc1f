"""What cannot be in the data of an 18xx title though every value is of the right kind: one sentence each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stellwerk.board.box import Box
from stellwerk.board.catalogue import COLOURS, standard_tiles
from stellwerk.board.grid import NOWHERE, NUMBERINGS, SIDES, Grid
from stellwerk.board.tiles import NotationError, read_face

if TYPE_CHECKING:
    from .printed import Printed, TilePower

File = Mapping[str, Any]


def contradictions(title: File, board: File, tiles: File, chart: File, companies: File) -> Iterator[str]:
    """What could not even be read."""
    yield from _tiles(tiles)
    yield from _board(board, tiles)
    yield from _players(title)
    yield from _companies(companies, board["hexes"])
    yield from _chart(chart, {entry["id"] for entry in _entries(companies)})


def inconsistencies(printed: Printed) -> Iterator[str]:
    """What can be read, but not be played."""
    yield from _phases(printed)
    yield from _homes(printed)
    yield from _privates(printed)
    yield from useless_tiles(printed.box)


# Tiles and board --------------------------------------------------------------------------------------------


def _tiles(tiles: File) -> Iterator[str]:
    for id_, entry in tiles.items():
        known = {**standard_tiles().get(id_, {}), **(entry if isinstance(entry, Mapping) else {})}
        missing = [key for key in ("colour", "track") if key not in known]
        if missing:
            yield f"tiles.toml, {id_}: this is no standard tile, so it needs {' and '.join(missing)}"
        else:
            yield from _notation("tiles.toml", id_, known["track"])
        yield from _not_among(f"tiles.toml, {id_}.becomes", known.get("becomes", ()), tiles, "tile")


def _notation(file: str, key: str, track: str) -> Iterator[str]:
    try:
        read_face(track)
    except NotationError as error:
        yield f"{file}, {key}.track: {error}"


def _board(board: File, tiles: File) -> Iterator[str]:
    hexes = board["hexes"]
    strange = [name for name in hexes if not re.fullmatch("[A-Z][0-9]{1,2}", name)]
    if strange or not hexes:
        yield from (f"board.toml, hexes.{name}: a hex is named by a letter and a number" for name in strange)
        yield from [] if hexes else ["board.toml, hexes: there are none"]
        return
    for name, entry in hexes.items():
        yield from _notation("board.toml", f"hexes.{name}", entry.get("track", ""))
        yield from _not_among(f"board.toml, hexes.{name}.becomes", entry.get("becomes", ()), tiles, "tile")
    for kind, first in board.get("first_tiles", {}).items():
        yield from _not_among(f"board.toml, first_tiles.{kind}", first, tiles, "tile")
    yield from _between(board)
    yield from _barriers(board)


def _between(board: File) -> Iterator[str]:
    """Hexes lie beside one another: row and column are both even or odd, or never both."""
    where = NUMBERINGS[board.get("numbering", "")]
    parity = {name: sum(where(name)) % 2 for name in board["hexes"]}
    usual, _ = Counter(parity.values()).most_common(1)[0]
    yield from (
        f"board.toml, hexes.{name}: lies between other hexes" for name, each in parity.items() if each != usual
    )


def _barriers(board: File) -> Iterator[str]:
    grid = Grid(board["hexes"], board["layout"], numbering=board.get("numbering", ""))
    for one, other in board.get("barriers", {}).get("sides", ()):
        unknown = list(_not_among("board.toml, barriers", (one, other), grid.index, "hex"))
        yield from unknown
        if not unknown and grid.index[other] not in grid.neighbours[grid.index[one]]:
            yield f"board.toml, barriers: {one} and {other} are no neighbours"


def useless_tiles(box: Box) -> Iterator[str]:
    """Tiles in the box that can never lie anywhere."""
    found: set[str] = set()
    todo = [id_ for ids in box.becomes for id_ in ids]
    while todo:
        id_ = todo.pop()
        if id_ not in found:
            found.add(id_)
            todo += box.tiles[id_].becomes
    for id_, tile in box.tiles.items():
        if tile.count and tile.colour in COLOURS and id_ not in found and not tile.special:
            yield f"tiles.toml, {id_}: no hex can use this tile"


def track_to_nowhere(box: Box) -> Iterator[str]:
    """Printed track that leads off the board, into a barrier or against a side without track."""
    for hex_, track in enumerate(box.printed):
        for side in SIDES:
            if track.exits >> side & 1 and box.closed_sides[hex_] >> side & 1:
                beyond = box.grid.neighbours[hex_][side]
                where = (
                    "off the board" if beyond == NOWHERE else f"to {box.grid.names[beyond]}, which has none there"
                )
                yield f"board.toml, hexes.{box.grid.names[hex_]}: track leads over side {side} {where}"


# Numbers, companies, chart ----------------------------------------------------------------------------------


def _players(title: File) -> Iterator[str]:
    counts = list(title["players"])
    if not counts or not all(re.fullmatch("[1-9][0-9]?", count) for count in counts):
        yield "title.toml, players: name each number of players once"
        return
    numbers = sorted(map(int, counts))
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        yield f"title.toml, players: there is a gap between {numbers[0]} and {numbers[-1]}"
    for count, entry in title["players"].items():
        if title["bank"] and int(count) * entry["cash"] > title["bank"]:
            yield f"title.toml, players.{count}.cash: the bank cannot pay what {count} players begin with"


def _entries(companies: File) -> list[File]:
    """Everything in the file that has an id."""
    lists = [entries for entries in companies.values() if isinstance(entries, list)]
    return [entry for entries in lists for entry in entries if "id" in entry]


def _companies(companies: File, hexes: Mapping[str, File]) -> Iterator[str]:
    entries = _entries(companies)
    yield from _twice("companies.toml", (entry["id"] for entry in entries))
    for entry in entries:
        at = f"companies.toml, {entry['id']}"
        home = entry.get("home", "")
        name, *city = [home] if isinstance(home, str) else home
        yield from _not_among(f"{at}.home", [name] if name else (), hexes, "hex")
        if len(city) > 1 or not all(isinstance(each, int) for each in city) or not isinstance(name, str):
            yield f"{at}.home: name a hex, or a hex and the number of its city"
        yield from _not_among(f"{at}.homes", entry.get("homes", ()), hexes, "hex")
        yield from _not_among(f"{at}.hexes", entry.get("hexes", ()), hexes, "hex")
        yield from _not_among(f"{at}.hex", [entry["hex"]] if "hex" in entry else (), hexes, "hex")
        yield from _papers(at, entry)


def _papers(at: str, entry: File) -> Iterator[str]:
    papers = entry.get("certificates", ())
    whole = sum(each["percent"] * each.get("number", 1) for each in papers)
    if papers and whole != 100:
        yield f"{at}.certificates: they make {whole}%, not 100%"
    if sum(each.get("number", 1) for each in papers if each.get("director")) > 1:
        yield f"{at}.certificates: only one can be the director's"
    unit = entry.get("unit", 1)
    odd = sorted({each["percent"] for each in papers if each["percent"] % unit})
    yield from (f"{at}.certificates: {percent}% is no multiple of its unit, {unit}%" for percent in odd)


def _chart(chart: File, companies: set[str]) -> Iterator[str]:
    rows = [row if isinstance(row, list) else _prices(row) for row in chart["rows"]]
    strange = [number for number, row in enumerate(rows) if None in row]
    yield from (f"chart.toml, rows.{number}: prices are numbers, with letters behind them" for number in strange)
    yield from _not_among("chart.toml, start", chart.get("start", {}), companies, "company")
    for table in ("start", "par"):
        for name, (row, column) in chart.get(table, {}).items():
            price = rows[row][column] if row < len(rows) and column < len(rows[row]) else 0
            if not price:
                yield f"chart.toml, {table}.{name}: there is no field in row {row}, column {column}"
            elif table == "par" and str(price) != name:
                yield f"chart.toml, par.{name}: the price of this field is {price}"


def _prices(row: str) -> list[int | None]:
    cells = [re.fullmatch("([0-9]{1,5})[a-zA-Z]*", cell) for cell in row.split()]
    return [int(cell[1]) if cell else None for cell in cells]


# Trains and phases, homes -----------------------------------------------------------------------------------


def _phases(printed: Printed) -> Iterator[str]:
    yield from _twice("title.toml, phases", (phase.id for phase in printed.phases))
    trains = {"", *printed.trains, *(train.card for train in printed.trains.values())}
    for phase in printed.phases:
        for key in ("train", "scraps", "scraps_all", "turns"):
            named = getattr(phase, key, "")
            names = [named] if isinstance(named, str) else named
            yield from _not_among(f"title.toml, phases.{phase.id}.{key}", names, trains, "train")


def _privates(printed: Printed) -> Iterator[str]:
    """Private railways know hexes and companies that there are."""
    for id_, private in printed.privates.items():
        where, named = f"companies.toml, private {id_}", private.blocks
        hexes = [named] if isinstance(named, str) and named else named
        yield from _not_among(f"{where}.blocks", hexes, printed.box.grid.index, "hex")
        directed = private.brings_director
        directors = (directed,) if isinstance(directed, str) else directed
        companies = filter(None, (private.becomes, private.brings, *directors))
        power = private.lays
        if power is not None:
            yield from _not_among(f"{where}.lays.hexes", power.hexes, printed.box.grid.index, "hex")
            unknown = list(_not_among(f"{where}.lays.tiles", power.tiles, printed.box.tiles, "tile"))
            yield from unknown or _no_first_tile(f"{where}.lays", power, printed.box)
        if private.closes_with_train and not directed:
            yield f"{where}.closes_with_train: it brings no director's certificate (brings_director)"
        yield from _not_among(where, companies, printed.companies, "company")


def _no_first_tile(where: str, power: TilePower, box: Box) -> Iterator[str]:
    """Hexes of a private in which none of its tiles could lie first."""
    for name in (each for each in power.hexes if each in box.grid.index):
        hex_ = box.grid.index[name]
        fits = {track.tile for track in box.successors(hex_, box.printed[hex_])}
        if fits.isdisjoint(power.tiles or fits):
            yield f"{where}: none of its tiles can be laid first in {name}"


def _homes(printed: Printed) -> Iterator[str]:
    for company, (hex_, city) in printed.homes.items():
        cities = sum(bool(stop.slots) for stop in printed.box.printed[hex_].stops)
        if not cities or (city or 0) >= cities:
            place = printed.box.grid.names[hex_]
            yield f"companies.toml, {company}.home: {place} has no city number {city or 0}"


def _not_among(at: str, names: Iterable[Any], there: Iterable[str], what: str) -> Iterator[str]:
    known = set(there)
    for name in dict.fromkeys(map(str, names)):
        if name not in known:
            yield f"{at}: there is no {what} {name!r}"


def _twice(at: str, ids: Iterable[str]) -> Iterator[str]:
    yield from (f"{at}: there are two with the id {id_!r}" for id_, number in Counter(ids).items() if number > 1)
