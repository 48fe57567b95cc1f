"""Lines that companies are still to build: thin, in their colours, where the track will lie."""

from collections.abc import Iterable, Sequence
from html import escape

from stellwerk.board.board import Board
from stellwerk.board.tiles import Track
from stellwerk.show.tables import PlannedLine

from .layout import planned_curves
from .look import Look


def lines_by_hex(board: Board, lines: Iterable[PlannedLine]) -> dict[int, list[PlannedLine]]:
    """Planned lines hex by hex."""
    found: dict[int, list[PlannedLine]] = {}
    for line in lines:
        found.setdefault(board.box.grid.index[line.hex], []).append(line)
    return found


def tell_lines(lines: Sequence[PlannedLine], look: Look) -> str:
    """Who is to build in a hex, in words."""
    told = {
        text: dict.fromkeys(look.livery(line.company).label for line in lines if line.dashed == dashed)
        for text, dashed in ((look.words.planned, False), (look.words.line, True))
    }
    return "; ".join(text.format(", ".join(labels)) for text, labels in told.items() if labels)


def draw_lines(lines: Iterable[PlannedLine], track: Track, layout: str, look: Look) -> str:
    """The planned lines of a hex; a pale edge keeps them apart from track."""
    drawn = ""
    for line in lines:
        data = "".join(curve.data for curve in planned_curves(track, layout, line.sides))
        colour = look.livery(line.company).fill
        if line.dashed:
            drawn += (
                f'<path class="line" data-company="{escape(line.company)}" d="{data}" fill="none"'
                f' stroke="{colour}" stroke-width="5" stroke-opacity=".6" stroke-dasharray="7 5"/>'
            )
            continue
        drawn += (
            f'<g class="planned" data-company="{escape(line.company)}" fill="none"><path d="{data}"'
            f' stroke="{look.palette.city}" stroke-width="5.5"/>'
            f'<path d="{data}" stroke="{colour}" stroke-width="3.2"/></g>'
        )
    return drawn
