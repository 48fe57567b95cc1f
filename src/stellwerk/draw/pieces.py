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
    "bonus": ("m-9-5.5h18q4 5.5 0 11h-18q-4-5.5 0-11z", 11.5, 6.0),
    "ferry": ("m-12-1.5h6v-4h3v-3h3v3h5v4h7l-4 9.5h-16z", 12.0, 8.5),
    "site": ("m-15 7 9-14 4 6 5-8 12 16z", 16.0, 9.0),
}
_OTHER = ("m-9-7h18v14h-18z", 10.0, 8.0)
_WRITTEN = {"flag": -2.2, "bonus": 0.0, "ferry": 3.4}  # how far below the middle a label stands
_LABEL = 3.2
_ROUND = frozenset(("work", "fixed"))  # discs of two halves: a label above, another text below
_RADIUS = 14.5
_BADGE = 5.8


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
    values = "/".join(str(amount) for _, amount in piece.values) or piece.below
    badge = ", " + look.words.machine.format(piece.badge) if piece.badge else ""
    return f"{text} {values}".rstrip() + badge


def size_of(piece: Piece) -> tuple[float, float]:
    """Half the width and height that a thing takes up."""
    if piece.sign in _ROUND:
        return _RADIUS + (2.0 if piece.badge else 0.5), _RADIUS + 0.5
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
    if piece.sign in _ROUND:
        return _disc(piece, at, look)
    outline, _, high = _SIGNS.get(piece.sign, _OTHER)
    livery = look.livery(piece.company) if piece.company else None
    fill, ink = (livery.fill, livery.text) if livery else _colours(piece, look)
    below = cells_size(piece.values)[1] if piece.values else 0.0
    x, y = at[0], at[1] - below
    fade = ' opacity=".45"' if piece.faded else ""
    owner = f' data-company="{escape(piece.company)}"' if piece.company else ""
    drawn = f'<path d="M{pair((x, y))}{outline}" fill="{fill}" stroke="#000" stroke-width=".8"/>'
    if piece.label:
        broad = 20 if piece.sign == "bonus" else 15
        size = min(_SIZE, _SIZE * broad / max(text_width(piece.label, _SIZE), 1))
        drop = _WRITTEN.get(piece.sign, _LABEL)
        drawn += (
            f'<text x="{short(x)}" y="{short(y + drop + size * 0.36)}" font-size="{short(size)}"'
            f' font-weight="bold" fill="{ink}">{escape(piece.label)}</text>'
        )
    if piece.values:
        drawn += cells_at((x, y + high + below), piece.values, look.palette)
    return f'<g class="piece {escape(piece.sign)}"{owner}{fade}>{drawn}</g>'


def _colours(piece: Piece, look: Look) -> tuple[str, str]:
    """Fill and ink of what is no company's."""
    if piece.sign == "bonus":
        return look.palette.bonus, "#000"
    return (look.palette.water if piece.sign == "ferry" else look.palette.mountain), "#fff"


def _disc(piece: Piece, at: Point, look: Look) -> str:
    """A disc of two halves with a text in each, and a small one on its edge."""
    x, y = at
    livery = look.livery(piece.company) if piece.company else None
    paper = look.palette.city if piece.sign == "work" else look.palette.printed
    fill, ink = (livery.fill, livery.text) if livery else (paper, "#000")
    fade = ' opacity=".45"' if piece.faded else ""
    owner = f' data-company="{escape(piece.company)}"' if piece.company else ""
    left, arc = pair((x - _RADIUS, y)), f"a{short(_RADIUS)} {short(_RADIUS)} 0 0 1 {short(2 * _RADIUS)} 0"
    drawn = (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(_RADIUS)}" fill="{paper}" stroke="#000"'
        f' stroke-width="1.4"/><path d="M{left}{arc}z" fill="{fill}" stroke="#000" stroke-width=".8"/>'
        + _half(piece.label, (x - (1 if piece.badge else 0), y - 5), ink)
        + _half(piece.below, (x, y + 6.2), "#000")
    )
    if piece.faded:
        drawn += f'<path d="M{pair((x - 9, y + 9))}l18-18" stroke="#000" stroke-width="2"/>'
    if piece.badge:
        u, v = x + _RADIUS - 1.5, y - _RADIUS + 1.5
        drawn += (
            f'<circle cx="{short(u)}" cy="{short(v)}" r="{short(_BADGE)}" fill="#222"/>'
            f'<text x="{short(u)}" y="{short(v + 3)}" font-size="8" font-weight="bold" fill="#fff">'
            f"{escape(piece.badge)}</text>"
        )
    return f'<g class="piece {escape(piece.sign)}"{owner}{fade}>{drawn}</g>'


def _half(text: str, at: Point, ink: str) -> str:
    size = min(_SIZE, _SIZE * 19 / max(text_width(text, _SIZE), 1))
    return (
        f'<text x="{short(at[0])}" y="{short(at[1] + size * 0.36)}" font-size="{short(size)}"'
        f' font-weight="bold" fill="{ink}">{escape(text)}</text>'
    )
