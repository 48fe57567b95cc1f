"""Loose things on a board: signs with labels and values, wherever a hex has room for them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from stellwerk.board.board import Board
from stellwerk.show.tables import Piece

from .free_space import text_width
from .geometry import Point, pair, short, text_at
from .look import Look
from .writing import CAP, cells_at, cells_size, halved, rows_of

_MOUNTAIN = "m-17 8 10-16 5 7 6-9 13 18z"
_PLATES = frozenset(("flag", "bonus", "ferry"))  # as wide as what is written on them
_HULL = 5.0  # how much of a ferry lies beside its plate
_ROUND = frozenset(("work", "fixed"))  # discs of two halves: a label above, another text below
_LEAST = 9.0
_BESIDE = 8.0  # so far from the middle a disc is to its left or right


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


def size_of(piece: Piece, size: float) -> tuple[float, float]:
    """Half the width and height that a thing takes up, with writing of this size."""
    if piece.sign in _ROUND:
        radius = _radius(size)
        return radius + (2.0 if piece.badge else 0.5), radius + 0.5
    wide, high = _sign_size(piece, size)
    if not piece.values:
        return wide, high
    half, cells = cells_size(piece.values, size, _columns(piece, size))
    return max(wide, half), high + cells


def _sign_size(piece: Piece, size: float) -> tuple[float, float]:
    """Half the size of a sign without the values below it."""
    if piece.sign in ("mountain", "site"):
        return 18.0, 10.0
    wide = max(_LEAST, text_width(piece.label, size, bold=True) / 2 + 3)
    plate = size * CAP / 2 + 2.5
    return halved(wide), halved(plate + {"flag": 2.5, "ferry": _HULL / 2}.get(piece.sign, 0.0))


def _columns(piece: Piece, size: float) -> int:
    return rows_of(piece.values, size)[0]


def _radius(size: float) -> float:
    return halved(size * 1.1 + 2)


def draw_pieces(pieces: Iterable[Piece], spots: Iterable[Point], look: Look, size: float) -> str:
    """All loose things of a hex in their places."""
    return "".join(_drawn(piece, at, look, size) for piece, at in zip(pieces, spots, strict=True))


def _drawn(piece: Piece, at: Point, look: Look, size: float) -> str:
    """A sign in its colours with its label, and the values below it."""
    if piece.sign in _ROUND:
        return _disc(piece, at, look, size)
    livery = look.livery(piece.company) if piece.company else None
    fill, ink = (livery.fill, livery.text) if livery else _colours(piece, look)
    columns = _columns(piece, size) if piece.values else 1
    below = cells_size(piece.values, size, columns)[1] if piece.values else 0.0
    x, y = at[0], at[1] - below
    fade = ' opacity=".45"' if piece.faded else ""
    owner = f' data-company="{escape(piece.company)}"' if piece.company else ""
    outline, drop = _outline(piece, size)
    drawn = f'<path d="M{pair((x, y))}{outline}" fill="{fill}" stroke="#000" stroke-width=".8"/>'
    if piece.label:
        halo = f' stroke="{fill}" stroke-width="3" paint-order="stroke"' if piece.sign not in _PLATES else ""
        where = text_at(x, y + drop + size * 0.36)
        drawn += f'<text{where} font-weight="bold" fill="{ink}"{halo}>{escape(piece.label)}</text>'
    if piece.values:
        high = _sign_size(piece, size)[1]
        drawn += cells_at((x, y + high + below - 1), piece.values, look.palette, size, columns)
    return f'<g class="piece {escape(piece.sign)}"{owner}{fade}>{drawn}</g>'


def _outline(piece: Piece, size: float) -> tuple[str, float]:
    """The shape of a sign around its middle, and how far below that its label stands."""
    if piece.sign in ("mountain", "site"):
        return _MOUNTAIN, 2.0
    wide, high = _sign_size(piece, size)
    whole, across, plate = short(2 * high), short(2 * wide), short(size * CAP + 5)
    if piece.sign == "flag":  # with a pole on its left
        return f"m{pair((-wide, high))}v-{whole}h{across}v{plate}h{short(2.5 - 2 * wide)}v5z", -2.5
    if piece.sign == "bonus":  # with bulging ends
        flat, up = short(2 * wide - 6), short(high)
        return f"m{pair((3 - wide, -high))}h{flat}q5 {up} 0 {whole}h-{flat}q-5-{up} 0-{whole}z", 0.0
    if piece.sign == "ferry":  # a hull with its funnel
        side, up = short(wide - 3), short(_HULL)
        start = pair((-wide, _HULL - high))
        return f"m{start}h{side}v-{up}h6v{up}h{side}l-4 {plate}h-{short(2 * wide - 8)}z", _HULL / 2
    return f"m{pair((-wide, -high))}h{across}v{whole}h-{across}z", 0.0


def _colours(piece: Piece, look: Look) -> tuple[str, str]:
    """Fill and ink of what is no company's."""
    if piece.sign == "bonus":
        return look.palette.bonus, "#000"
    return (look.palette.water if piece.sign == "ferry" else look.palette.mountain), "#fff"


def _disc(piece: Piece, at: Point, look: Look, size: float) -> str:
    """A disc of two halves with a text in each, and a small one on its edge."""
    x, y = at
    radius = _radius(size)
    livery = look.livery(piece.company) if piece.company else None
    paper = look.palette.city if piece.sign == "work" else look.palette.printed
    fill, ink = (livery.fill, livery.text) if livery else (paper, "#000")
    fade = ' opacity=".45"' if piece.faded else ""
    owner = f' data-company="{escape(piece.company)}"' if piece.company else ""
    left, arc = pair((x - radius, y)), f"a{short(radius)} {short(radius)} 0 0 1 {short(2 * radius)} 0"
    # The badge is on the side of the middle of the hex, or others would lie on top of it.
    right = -1 if x > _BESIDE else 1
    aside, broad = (-3 * right, 1.3) if piece.badge else (0, 1.6)
    drawn = (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}" fill="{paper}" stroke="#000"'
        f' stroke-width="1.4"/><path d="M{left}{arc}z" fill="{fill}" stroke="#000" stroke-width=".8"/>'
        + _half(piece.label, (x + aside, y - size * 0.46), ink, broad * radius, size)
        + _half(piece.below, (x, y + size * 0.5), "#000", 1.7 * radius, size)
    )
    if piece.faded:
        far = radius * 0.7
        bar = f"M{pair((x - far, y + far))}l{short(2 * far)}-{short(2 * far)}"
        drawn += f'<path d="{bar}" stroke="#000" stroke-width="2"/>'
    if piece.badge:
        above = abs(x) <= _BESIDE and y < 0
        u, v = x + radius * right * (1 if above else 0.85), y - (0 if above else radius * 0.75)
        drawn += (
            f'<circle cx="{short(u)}" cy="{short(v)}" r="{short(size * 0.52)}" fill="#222"/>'
            f'<text{text_at(u, v + size * 0.36)} font-weight="bold" fill="#fff">{escape(piece.badge)}</text>'
        )
    return f'<g class="piece {escape(piece.sign)}"{owner}{fade}>{drawn}</g>'


def _half(text: str, at: Point, ink: str, room: float, size: float) -> str:
    wide = text_width(text, size, bold=True)
    squeezed = f' textLength="{short(room)}" lengthAdjust="spacingAndGlyphs"' if wide > room else ""
    where = text_at(at[0], at[1] + size * 0.36)
    return f'<text{where} font-weight="bold" fill="{ink}"{squeezed}>{escape(text)}</text>'
