"""Does the data fit together? One fault a sentence, with the table or paragraph that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.bank.chart import Field
from stellwerk.board.grid import NOWHERE, SIDES, opposite
from stellwerk.board.tiles import Track
from stellwerk.play.errors import Refusal, refuse

from .data import SBAHN, TRAM, Material

TILES = {"yellow": 56, "green": 56, "brown": 27, "gray": 11}  # Table 6


def inconsistencies(printed: Material) -> Iterator[Refusal]:
    """Everything that does not fit."""
    yield from totals(printed)
    yield from replacements(printed)
    yield from first_tiles(printed)
    yield from chains(printed)
    yield from track_ends(printed)
    yield from the_line(printed)
    yield from the_chart(printed)
    yield from shares(printed)


# Tiles ------------------------------------------------------------------------------------------------------


def totals(printed: Material) -> Iterator[Refusal]:
    """There are as many tiles of each colour as the table says."""
    there: Counter[str] = Counter()
    for tile in printed.box.tiles.values():
        there[tile.colour] += tile.count
    for colour, number in TILES.items():
        if there[colour] != number:
            yield refuse("Tabelle 6", "tiles_do_not_add_up", colour=colour, number=there[colour], right=number)


def replacements(printed: Material) -> Iterator[Refusal]:
    """Every replacement keeps all track and adds some (6.10, 6.12)."""
    box = printed.box
    for tile in box.tiles.values():
        for successor in tile.becomes:
            if not any(_extends(new, box.tracks[tile.id][0]) for new in box.tracks[successor]):
                yield refuse("6.10", "track_not_kept", tile=successor, old=tile.id)


def _extends(new: Track, old: Track) -> bool:
    return new.keeps(old) and (new.shape != old.shape or new.stops != old.stops)


def first_tiles(printed: Material) -> Iterator[Refusal]:
    """On every hex that is open for building the tiles named for it fit in some position (6.3–6.14)."""
    box = printed.box
    for hex_, names in enumerate(box.becomes):
        fits = {track.tile for track in box.successors(hex_, box.printed[hex_])}
        if names and not fits:
            yield refuse("6.11", "nothing_fits", hex=box.grid.names[hex_])
        elif box.printed[hex_].colour != "white":
            for tile in names:
                if tile not in fits:
                    yield refuse("6.14", "tile_does_not_fit", hex=box.grid.names[hex_], tile=tile)


def chains(printed: Material) -> Iterator[Refusal]:
    """On lettered hexes every tile of the chain fits after the one before (Table 5)."""
    box = printed.box
    special = [hex_ for hex_, track in enumerate(box.printed) if track.label]
    for hex_ in special:
        ways = list(box.successors(hex_, box.printed[hex_]))
        seen = set()
        while ways:
            track = ways.pop()
            if track.tile in seen:
                continue
            seen.add(track.tile)
            after = box.successors(hex_, track)
            if box.tiles[track.tile].becomes and not after:
                yield refuse("Tabelle 5", "chain_breaks", hex=box.grid.names[hex_], tile=track.tile)
            ways += after


# The board --------------------------------------------------------------------------------------------------


def track_ends(printed: Material) -> Iterator[Refusal]:
    """No printed track leads off the board, into a barrier, forest or water (6.11)."""
    box = printed.box
    for hex_, track in enumerate(box.printed):
        for side in SIDES:
            if track.exits >> side & 1 and box.closed_sides[hex_] >> side & 1:
                yield refuse("6.11", "track_leads_nowhere", hex=box.grid.names[hex_], side=side)


def the_line(printed: Material) -> Iterator[Refusal]:
    """The line of the S-Bahn meets itself at every side, is one, and has a tile for each hex at once (6.13)."""
    box = printed.box
    for hex_ in sorted(printed.line):
        for side in SIDES:
            beyond = box.grid.neighbours[hex_][side]
            if box.lines[hex_] >> side & 1 and (beyond == NOWHERE or not box.lines[beyond] >> opposite(side) & 1):
                yield refuse("6.13", "line_breaks", hex=box.grid.names[hex_], side=side)
    if printed.line and len(_along_the_line(printed)) < len(printed.line):
        yield refuse("6.13", "line_in_parts")
    yield from _tiles_for_the_line(printed)


def _along_the_line(printed: Material) -> set[int]:
    box, first = printed.box, min(printed.line)
    reached, edge = {first}, [first]
    while edge:
        hex_ = edge.pop()
        for side in SIDES:
            beyond = box.grid.neighbours[hex_][side]
            if box.lines[hex_] >> side & 1 and beyond in printed.line and beyond not in reached:
                reached.add(beyond)
                edge.append(beyond)
    return reached


def _tiles_for_the_line(printed: Material) -> Iterator[Refusal]:
    """Each hex of the line that has no S-Bahn track yet gets a tile of its own from the box, if all can."""
    box = printed.box
    empty = [hex_ for hex_ in sorted(printed.line) if not box.printed[hex_].of_kind(SBAHN).exits]
    left = {id_: tile.count for id_, tile in box.tiles.items()}
    for hex_ in sorted(empty, key=lambda each: len({t.tile for t in box.successors(each, box.printed[each])})):
        fits = {track.tile for track in box.successors(hex_, box.printed[hex_])}
        tile = max((each for each in fits if left[each]), key=lambda each: left[each], default=None)
        if tile is None:
            yield refuse("6.13", "too_few_line_tiles", hex=box.grid.names[hex_])
        else:
            left[tile] -= 1


# Chart and papers -------------------------------------------------------------------------------------------


def the_chart(printed: Material) -> Iterator[Refusal]:
    """Prices rise downwards and to the right; saving leads to ruin, paying to the end, selling never to ruin."""
    sheet, zones = printed.sheet, printed.zones
    fields = [(row, column) for row, line in enumerate(sheet.rows) for column, value in enumerate(line) if value]
    for field in fields:
        for way in ("down", "right"):
            there = sheet.step(field, way)
            if there != field and sheet.price(there) <= sheet.price(field):
                yield refuse("4.16", "prices_do_not_rise", row=field[0], column=field[1])
        if sheet.price(_to_the_end(printed, field, "up")) != zones.bankrupt:
            yield refuse("9.13", "saving_never_ends", row=field[0], column=field[1])
        if sheet.price(_to_the_end(printed, field, "down")) != zones.end:
            yield refuse("9.12", "paying_never_ends", row=field[0], column=field[1])
        left = sheet.step(field, "left")
        if left != field and sheet.price(left) <= zones.bankrupt:
            yield refuse("4.15", "selling_ruins", row=field[0], column=field[1])
    for company, field in printed.starts.items():
        if sheet.price(field) != printed.companies[company].price:
            yield refuse("2.10", "start_is_not_the_price", company=company)


def _to_the_end(printed: Material, field: Field, way: str) -> Field:
    passed = set()
    while field not in passed:  # arrows may lead round in a circle
        passed.add(field)
        field = printed.sheet.follow(field, way)
    return field


def shares(printed: Material) -> Iterator[Refusal]:
    """The papers of each company make 100%, and it begins at a station of its own kind (Table 3)."""
    for company, papers in printed.register.of.items():
        whole = sum(paper.percent for paper in papers)
        if whole != 100:
            yield refuse("Tabelle 3", "papers_do_not_add_up", company=company, percent=whole)
    for company, (hex_, _) in printed.homes.items():
        stops = printed.box.printed[hex_].stops
        if len(stops) != 1 or not stops[0].slots or stops[0].group != TRAM:
            yield refuse("Tabelle 3", "no_start_station", company=company, hex=printed.box.grid.names[hex_])
