"""The outer frame of a drawing."""

from html import escape

from .geometry import short

FONT = "Helvetica,Arial,sans-serif"


def svg(
    kind: str, label: str, view: tuple[float, float, float, float], sheet: str, body: str, size: float = 7.0
) -> str:
    """A whole SVG document: under the body lies a `sheet` of the size of the `view` (left, top, width, height).

    Whatever has no size of its own is written in `size`.
    """
    begin, end = svg_ends(kind, label, view, sheet, size)
    return f"{begin}{body}{end}"


def svg_ends(
    kind: str, label: str, view: tuple[float, float, float, float], sheet: str, size: float = 7.0
) -> tuple[str, str]:
    """What stands before and after the body."""
    left, top, width, height = map(short, view)
    begin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="{left} {top} {width} {height}"'
        f' role="group" aria-label="{escape(label)}" font-family="{FONT}" font-size="{short(size)}"'
        ' text-anchor="middle" stroke-linejoin="round">'
        f'<rect class="sheet" x="{left}" y="{top}" width="{width}" height="{height}" fill="{sheet}"/>'
    )
    return begin, "</svg>\n"
