"""Loose things on a board: signs with labels and values, wherever a hex has room for them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from stellwerk.board.board import Board
from stellwerk.play.tables import Piece

from .geometry import Point, pair, short
from .look import Look
from .room import text_width
from .writing import cells_at, cells_size

_SIZE = 10.0
_SIGNS = {  # outlines around a middle, and half their size
    "flag": ("m-8.5 8v-15h17v9.5h-14.5v5.5z", 10.0, 9.0),
    "mountain": ("m-15 7 9-14 4 6 5-8 12 16z", 16.0, 9.0),
    "site": ("m-15 7 9-14 4 6 5-8 12 16z", 16.0, 9.0),
}
_OTHER = ("m-9-7h18v14h-18z", 10.0, 8.0)


def pieces_by_hex(board: Board, pieces: Iterable[Piece]) -> dict[int, list[Piece]]:
    """Loose things hex by hex."""
    found: dict[int, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(board.box.grid.index[piece.hex], []).append(piece)
    return found


def tell_pieces(pieces: Iterable[Piece], look: Look) -> str:
    """Loose things in words."""
    return "; ".join(_told(piece, look) for piece in pieces)


def _told(piece: Piece, look: Look) -> str:
    text = str(getattr(look.words, piece.sign, piece.sign)).format(piece.label)
    values = "/".join(str(amount) for _, amount in piece.values)
    return f"{text} {values}".rstrip()


def size_of(piece: Piece) -> tuple[float, float]:
    """Half the width and height that a thing takes up."""
    _, wide, high = _SIGNS.get(piece.sign, _OTHER)
    if not piece.values:
        return wide, high
    half, cells = cells_size(piece.values)
    return max(wide, half), high + cells


def draw_pieces(pieces: Iterable[Piece], spots: Iterable[Point], look: Look) -> str:
    """All loose things of a hex in their places."""
    return "".join(_drawn(piece, at, look) for piece, at in zip(pieces, spots, strict=True))


def _drawn(piece: Piece, at: Point, look: Look) -> str:
    """A sign in its colours with its label, and the row of values below it."""
    outline, _, high = _SIGNS.get(piece.sign, _OTHER)
    livery = look.livery(piece.company) if piece.company else None
    fill, ink = (livery.fill, livery.text) if livery else (look.palette.mountain, "#fff")
    below = cells_size(piece.values)[1] if piece.values else 0.0
    x, y = at[0], at[1] - below
    fade = ' opacity=".45"' if piece.faded else ""
    owner = f' data-company="{escape(piece.company)}"' if piece.company else ""
    drawn = f'<path d="M{pair((x, y))}{outline}" fill="{fill}" stroke="#000" stroke-width=".8"/>'
    if piece.label:
        size = min(_SIZE, _SIZE * 15 / max(text_width(piece.label, _SIZE), 1))
        drop = -2.2 if piece.sign == "flag" else 3.2
        drawn += (
            f'<text x="{short(x)}" y="{short(y + drop + size * 0.36)}" font-size="{short(size)}"'
            f' font-weight="bold" fill="{ink}">{escape(piece.label)}</text>'
        )
    if piece.values:
        drawn += cells_at((x, y + high + below), piece.values, look.palette)
    return f'<g class="piece {escape(piece.sign)}"{owner}{fade}>{drawn}</g>'
