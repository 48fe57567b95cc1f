"""What is kept for concession routes that have not been built: hexes, tiles and circles (4.4.1, 4.4.2, 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from stellwerk.board.box import Box
from stellwerk.board.tiles import Track

from ..data import Piece
from ..state import Table, company73


class Kept(Struct, frozen=True):
    """What the routes of railways that have not built yet still lack."""

    pieces: Mapping[int, Piece]
    """Hexes without their piece of a route."""
    tiles: Mapping[str, int]
    """How many of each tile are kept aside."""


def has_piece(track: Track, sides: frozenset[int]) -> bool:
    """Whether track joins two sides, directly or at one stop, or leads from a single side to a stop."""
    one, *other = sides
    if not other:
        return bool(track.stops_at[one])
    return other[0] in track.through[one] or not set(track.stops_at[one]).isdisjoint(track.stops_at[other[0]])


def pieces_of(table: Table, railway: str) -> Iterator[Piece]:
    """The concession route, hex by hex."""
    for route in company73(table, railway).routes:
        yield from route


def missing(table: Table, railway: str) -> list[int]:
    """Hexes that lack their piece of a railway's concession route."""
    tracks = table.state.board.tracks
    return [piece.hex for piece in pieces_of(table, railway) if not has_piece(tracks[piece.hex], piece.sides)]


def wanted(table: Table, railway: str, hex_: int) -> Track | None:
    """What a railway would lay in a hex that lacks its piece (4.6)."""
    box, track = table.rules.printed.box, table.state.board.tracks[hex_]
    for piece in pieces_of(table, railway):
        if piece.hex == hex_ and not has_piece(track, piece.sides):
            return completed(box, track, piece)
    return None


def completed(box: Box, track: Track, piece: Piece) -> Track | None:
    """The tile, of whatever colour, with the old track and exactly the piece of the route (4.4.1)."""
    exits = track.exits | sum(1 << side for side in piece.sides)
    for new in box.successors(piece.hex, track):
        if new.exits == exits and has_piece(new, piece.sides) and box.tiles[new.tile].count:
            return new
    return None


def kept(table: Table) -> Kept:
    """What is kept for railways that have not had the building step of their first turn."""
    board, complete = table.state.board, table.state.complete
    memo = board.track_memo.setdefault("kept", {})
    if complete not in memo:
        memo[complete] = _kept(table)
    found: Kept = memo[complete]
    return found


def _kept(table: Table) -> Kept:
    """A hex on which nothing lies yet needs its first tile as well.

    4.4.1 speaks of tiles that are set aside where somebody else has built. But a route must remain possible at any
    time, so that nobody takes the last tile that an empty hex needs either; that is our ruling.
    """
    box, tracks = table.rules.printed.box, table.state.board.tracks
    pieces: dict[int, Piece] = {}
    tiles: Counter[str] = Counter()
    for railway in table.rules.printed.concessions:
        if railway in table.state.complete:
            continue
        for piece in pieces_of(table, railway):
            track = tracks[piece.hex]
            if not has_piece(track, piece.sides):
                pieces[piece.hex] = piece
                tile = completed(box, track, piece)
                assert tile is not None, (railway, box.grid.names[piece.hex])
                tiles[tile.tile] += 1
    return Kept(pieces, tiles)


def reserved(table: Table) -> Mapping[str, int]:
    """How many of each tile are kept aside."""
    return kept(table).tiles


def protected(table: Table, hex_: int) -> Iterator[tuple[Piece, Track]]:
    """Pieces of routes to come in a settlement without their home, with what will lie there (4.6)."""
    name, track = table.rules.printed.box.grid.names[hex_], table.state.board.tracks[hex_]
    for railway in table.rules.printed.concessions:
        if railway in table.state.complete or name in company73(table, railway).homes:
            continue
        for piece in pieces_of(table, railway):
            if piece.hex == hex_:
                yield piece, wanted(table, railway, hex_) or track
