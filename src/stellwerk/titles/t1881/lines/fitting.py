"""Which tile follows which, and why another does not (6.3–6.14, Tables 5 and 6)."""

from __future__ import annotations

from stellwerk.board.box import Box
from stellwerk.board.tiles import CITY, Track
from stellwerk.eighteen import track as room
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.track import Lay
from stellwerk.play.errors import Refusal

from ..data import SBAHN
from ..state import Table

CITES = {
    "never_replaced": "6.5",
    "tile_stays": "6.7",
    "yellow_on_beige": "6.3",
    "colour_on_printed": "6.4",
    "colour_in_order": "6.6",
    "line_tiles_only": "6.13",
    "off_the_line_tile": "6.13",
    "letters_only": "6.14",
    "letters_elsewhere": "6.14",
    "plain_stays_plain": "6.8",
    "stop_stays_stop": "6.9",
    "station_stays_station": "6.9",
    "not_in_the_table": "6.7",
    "track_into_the_void": "6.11",
    "off_the_line": "6.13",
    "across_the_lake": "6.5",
    "track_lost": "6.10",
}


def unfit(table: Table, lay: Lay) -> Refusal | None:
    """The tile follows what lies there (6.3–6.11, 6.14), along the line (6.13), and not over the lake (6.5)."""
    refusal = room.unfit(table, lay)
    if refusal is None:
        return None
    box, old, new = table.rules.printed.box, table.state.board.tracks[lay.hex], lay.track
    if refusal.reason == "never_replaced" and old.tile:
        return refuse(table, "tile_stays", tile=old.tile)
    if refusal.reason == "not_in_the_table":
        return _wrong_tile(table, box, old, lay) or refusal
    if refusal.reason == "track_lost":
        if new.of_kind(box.line_kind).exits != box.lines[lay.hex]:
            return refuse(table, "off_the_line", tile=new.tile)
        if box.shores[lay.hex]:
            return refuse(table, "across_the_lake", tile=new.tile)
    return refusal


def _wrong_tile(table: Table, box: Box, old: Track, lay: Lay) -> Refusal | None:
    """Why this tile lies nowhere on such a hex: its colour, whose track it has, its letters, what it shows."""
    new, tile = lay.track, lay.track.tile
    if old.colour not in colours_below(box, tile):
        if new.colour == "yellow":
            return refuse(table, "yellow_on_beige", tile=tile)
        if not old.tile and old.colour != "white":
            return refuse(table, "colour_on_printed", tile=tile, old=old.colour)
        return refuse(table, "colour_in_order", tile=tile, colour=new.colour)
    if bool(box.lines[lay.hex]) != bool(new.of_kind(SBAHN).paths):
        if box.lines[lay.hex]:
            return refuse(table, "line_tiles_only", tile=tile)
        return refuse(table, "off_the_line_tile", tile=tile)
    if old.label != new.label:
        if old.label:
            return refuse(table, "letters_only", label=old.label)
        return refuse(table, "letters_elsewhere", label=new.label)
    if shows(old) == shows(new):
        return None
    match shows(old):
        case "plain":
            return refuse(table, "plain_stays_plain", tile=tile)
        case "stop":
            return refuse(table, "stop_stays_stop", tile=tile)
        case _:
            return refuse(table, "station_stays_station", tile=tile)


def colours_below(box: Box, tile: str) -> set[str]:
    """The colours of tiles and hexes that a tile is laid on anywhere; 56 and 58 lie on green ones (6.6)."""
    under = {each.colour for each in box.tiles.values() if tile in each.becomes}
    return under | {track.colour for track, ids in zip(box.printed, box.becomes, strict=True) if tile in ids}


def shows(track: Track) -> str:
    """Whether there is plain track, a stop or a station."""
    if not track.stops:
        return "plain"
    return "station" if track.stops[0].kind == CITY else "stop"
