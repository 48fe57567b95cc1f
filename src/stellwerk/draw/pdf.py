"""Drawings as pages of a PDF: what our own SVG is made of, and no more, so that no package is needed for it.

Elements are paths, rectangles, circles and texts in groups that are only moved; letters: `pdf_letters.py`.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from xml.etree import ElementTree

from . import pdf_letters as letters
from .crest import rgb
from .geometry import Point, short

POINTS = 72 / 25.4
"""Of a millimetre."""
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_PASSED_ON = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "font-size", "font-weight", "text-anchor",
    "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "paint-order",
)  # fmt: skip
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "a": 7, "q": 4, "t": 2, "c": 6, "z": 0}
_BOTH_WAYS = re.compile(r"(\S+ \S+ m \S+ \S+ l) h")


class Page:
    """A page in millimetres from its upper left corner."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        self._said = [f"{_n(POINTS)} 0 0 {_n(-POINTS)} 0 {_n(high * POINTS)} cm 1 j"]
        self.alphas: set[tuple[float, float]] = set()

    @property
    def content(self) -> bytes:
        """What is on it, in the language of PDFs."""
        return "\n".join(self._said).encode(letters.WESTERN)

    @property
    def fonts(self) -> list[letters.Font]:
        """Letters of East Asia that are on it."""
        return [font for font in letters.EASTERN if any(f" /{font.key} " in said for said in self._said)]

    def line(self, *points: Point, width: float = 0.1, colour: str = "#000") -> None:
        """A thin line."""
        data = " ".join(f"{_n(x)} {_n(y)} {'l' if number else 'm'}" for number, (x, y) in enumerate(points))
        self._said.append(f"q {_colour(colour)} RG {_n(width)} w {data} S Q")

    def box(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        """A filled rectangle."""
        self._said.append(f"q {_colour(colour)} rg {_n(x)} {_n(y)} {_n(wide)} {_n(high)} re f Q")

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        bold: bool = False,
        anchor: str = "start",
        colour: str = "#000",
        room: float = math.inf,
    ) -> None:
        """A line of text, narrower than usual where there is less room."""
        wide = letters.wide(words, size, bold)
        squeezed = min(1.0, room / wide) if wide else 1.0
        left = x - wide * squeezed * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        self._said.append(f"q {_colour(colour)} rg {_shown(words, left, y, size, bold, squeezed)} Q")

    def drawing(self, svg: str, x: float, y: float, scale: float, part: Sequence[float] | None = None) -> None:
        """A drawing with its upper left corner there, `scale` millimetres a unit; perhaps only a part of it.

        A part is left, top, width and height in units of the drawing.
        """
        view, said, alphas = _read(svg)
        left, top, wide, high = part or view
        cut = f"{_n(x)} {_n(y)} {_n(wide * scale)} {_n(high * scale)} re W n"
        moved = f"{_n(scale)} 0 0 {_n(scale)} {_n(x - left * scale)} {_n(y - top * scale)} cm"
        self._said.append(f"q {cut} {moved}")
        self._said += (*said, "Q")
        self.alphas |= alphas


@lru_cache(maxsize=128)
def _read(svg: str) -> tuple[tuple[float, ...], tuple[str, ...], frozenset[tuple[float, float]]]:
    """A drawing's size, what it says in the language of PDFs, and which opacities it has; most are drawn again."""
    root, reader = ElementTree.fromstring(svg), _Reader()
    said = tuple(reader.elements(root, {}))
    return tuple(map(float, root.attrib["viewBox"].split())), said, frozenset(reader.alphas)


class _Reader:
    """Turns elements of a drawing into what is said on a page."""

    def __init__(self) -> None:
        self.alphas: set[tuple[float, float]] = set()

    def elements(self, element: ElementTree.Element, known: Mapping[str, str]) -> Iterator[str]:
        told: dict[str, str] = {
            **known,
            **{key: value for key, value in element.attrib.items() if key in _PASSED_ON},
        }
        if "opacity" in element.attrib:
            for key in ("fill-opacity", "stroke-opacity"):
                told[key] = str(float(element.attrib["opacity"]) * float(told.get(key, 1)))
        kind = element.tag.removeprefix(_NAMESPACE)
        if element.attrib.get("display") == "none" or kind == "title":
            return
        if kind in ("g", "svg"):
            move = _moved(element.attrib.get("transform", ""))
            if move:
                yield f"q 1 0 0 1 {move} cm"
            for child in element:
                yield from self.elements(child, told)
            if move:
                yield "Q"
        elif kind == "text":
            yield from self._text(element, told)
        else:
            yield from self._shape(_outline(kind, element.attrib), told)

    def _shape(self, data: str, told: Mapping[str, str]) -> Iterator[str]:
        fill, stroke = told.get("fill", "#000"), told.get("stroke", "none")
        if not data or (fill == "none" and stroke == "none"):
            return
        there_and_back = _BOTH_WAYS.fullmatch(data)
        if there_and_back:  # not all readers round its ends, which are bends, so that it is drawn as a line
            data, told = there_and_back[1], {**told, "stroke-linecap": "round"}
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[fill != "none", stroke != "none"]
        yield f"q {self._style(told)} {data} {paint} Q"

    def _style(self, told: Mapping[str, str]) -> str:
        fill, stroke = told.get("fill", "#000"), told.get("stroke", "none")
        parts = []
        if fill != "none":
            parts.append(f"{_colour(fill)} rg")
        if stroke != "none":
            parts.append(f"{_colour(stroke)} RG {_n(float(told.get('stroke-width', 1)))} w")
            parts.append("1 J" if told.get("stroke-linecap") == "round" else "0 J")
            if dashes := told.get("stroke-dasharray", ""):
                parts.append(f"[{' '.join(dashes.replace(',', ' ').split())}] 0 d")
        alpha = tuple(round(float(told.get(key, 1)), 2) for key in ("fill-opacity", "stroke-opacity"))
        if alpha != (1.0, 1.0):
            self.alphas.add((alpha[0], alpha[1]))
            parts.append(f"/{alpha_name(alpha[0], alpha[1])} gs")
        return " ".join(parts)

    def _text(self, element: ElementTree.Element, told: Mapping[str, str]) -> Iterator[str]:
        """A line of text, perhaps in parts of other colours; the anchor is that of the whole line."""
        size = float(told.get("font-size", 7))
        parts: list[tuple[str, Mapping[str, str], float]] = [(element.text or "", told, 0.0)]
        for child in element:
            own: Mapping[str, str] = {
                **told,
                **{key: value for key, value in child.attrib.items() if key in _PASSED_ON},
            }
            parts.append((child.text or "", own, float(child.attrib.get("dx", 0))))
            parts.append((child.tail or "", told, 0.0))
        parts = [part for part in parts if part[0].strip()]
        widths = [dx + letters.wide(words, size, _bold(own)) for words, own, dx in parts]
        wide = sum(widths)
        squeezed = float(element.attrib["textLength"]) / wide if "textLength" in element.attrib and wide else 1.0
        shift = {"middle": 0.5, "end": 1.0}.get(told.get("text-anchor", "start"), 0.0)
        x = float(element.attrib.get("x", 0)) - wide * squeezed * shift
        y = float(element.attrib.get("y", 0))
        for (words, own, dx), width in zip(parts, widths, strict=True):
            shown = _shown(words, x + dx * squeezed, y, size, _bold(own), squeezed)
            if own.get("stroke", "none") != "none":
                yield f"q {self._style(own)} 1 Tr {shown} Q"
            yield f"q {self._style({**own, 'stroke': 'none'})} 0 Tr {shown} Q"
            x += width * squeezed


def alpha_name(fill: float, stroke: float) -> str:
    """How a pair of opacities is called in a file."""
    return f"A{round(100 * fill)}x{round(100 * stroke)}"


def document(pages: Sequence[Page], title: str) -> bytes:
    """A file of these pages."""
    objects: list[bytes] = []

    def add(body: bytes) -> int:
        objects.append(body)
        return len(objects)

    fonts = [
        add(f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode())
        for name in ("Helvetica", "Helvetica-Bold")
    ]
    alphas = {
        pair: add(f"<</Type/ExtGState/ca {pair[0]}/CA {pair[1]}>>".encode())
        for pair in sorted({pair for page in pages for pair in page.alphas})
    }
    states = "".join(f"/{alpha_name(*pair)} {number} 0 R" for pair, number in alphas.items())
    there = {font for page in pages for font in page.fonts}
    eastern = [font for font in letters.EASTERN if font in there]
    further = {font.key: add(font.dictionary(add(font.descriptor()))) for font in eastern}
    known = {"F0": fonts[0], "F1": fonts[1], **further}
    named = "".join(f"/{key} {number} 0 R" for key, number in known.items())
    used = add(f"<</Font<<{named}>>/ExtGState<<{states}>>>>".encode())
    tree = len(objects) + 2 * len(pages) + 1
    kids = []
    for page in pages:
        packed = zlib.compress(page.content, 9)
        stream = add(f"<</Length {len(packed)}/Filter/FlateDecode>>stream\n".encode() + packed + b"\nendstream")
        size = f"[0 0 {_n(page.wide * POINTS)} {_n(page.high * POINTS)}]"
        told = f"/Parent {tree} 0 R/MediaBox{size}/Resources {used} 0 R/Contents {stream} 0 R"
        kids.append(add(f"<</Type/Page{told}>>".encode()))
    names = " ".join(f"{kid} 0 R" for kid in kids)
    add(f"<</Type/Pages/Kids[{names}]/Count {len(kids)}>>".encode())
    root = add(f"<</Type/Catalog/Pages {tree} 0 R>>".encode())
    info = add(b"<</Producer(Stellwerk)/Title" + letters.title(title) + b">>")
    made = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    end = (
        f"trailer<</Size {len(objects) + 1}/Root {root} 0 R/Info {info} 0 R>>\nstartxref\n{made.index(b'xref')}\n"
    )
    return made + end.encode() + b"%%EOF\n"


# Letters and colours --------------------------------------------------------------------------------------------


def _n(value: float) -> str:
    return short(value) if abs(value) >= 100 else f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _colour(value: str) -> str:
    return " ".join(_n(part / 255) for part in rgb(value if value.startswith("#") else "#000"))


def _bold(told: Mapping[str, str]) -> bool:
    return told.get("font-weight", "") in ("bold", "600", "650", "700")


def _shown(words: str, x: float, y: float, size: float, bold: bool, squeezed: float) -> str:
    """Letters set upright: the page's own measure has its top where PDFs have the bottom."""
    at = f"{_n(squeezed)} 0 0 -1 {_n(x)} {_n(y)} Tm"
    usual = f"F{int(bold)}"
    runs = ((font.key if font else usual, said) for font, said in letters.pieces(words))
    shown = " ".join(f"/{key} {_n(size)} Tf {said} Tj" for key, said in runs)
    return f"BT {at} {shown} ET"


# Outlines -------------------------------------------------------------------------------------------------------


def _moved(transform: str) -> str:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", transform)]
    if not numbers:
        return ""
    assert transform.startswith("translate"), transform
    return f"{_n(numbers[0])} {_n(numbers[1] if len(numbers) > 1 else 0)}"


def _outline(kind: str, told: Mapping[str, str]) -> str:
    if kind == "path":
        return " ".join(_path(told["d"]))

    def number(name: str) -> float:
        return float(told.get(name, 0))

    x, y, wide, high = number("x"), number("y"), number("width"), number("height")
    if kind == "circle":
        radius = number("r")
        return " ".join(
            _path(_rounded(number("cx") - radius, number("cy") - radius, 2 * radius, 2 * radius, radius))
        )
    if kind == "rect":
        corner = min(number("rx"), wide / 2, high / 2)
        if not corner:
            return f"{_n(x)} {_n(y)} {_n(wide)} {_n(high)} re"
        return " ".join(_path(_rounded(x, y, wide, high, corner)))
    raise ValueError(kind)


def _rounded(x: float, y: float, wide: float, high: float, corner: float) -> str:
    turn = f"a{corner} {corner} 0 0 1"
    return (
        f"M{x + corner} {y}h{wide - 2 * corner}{turn} {corner} {corner}v{high - 2 * corner}"
        f"{turn} {-corner} {corner}h{2 * corner - wide}{turn} {-corner} {-corner}v{2 * corner - high}"
        f"{turn} {corner} {-corner}z"
    )


def _path(data: str) -> Iterator[str]:
    """A path of SVG in the words of PDFs: points that are not relative, and no arcs but curves."""
    tokens = _TOKEN.findall(data)
    place, command = 0, ""
    at = start = bend = (0.0, 0.0)
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        lower, (x, y) = command.lower(), at
        count = _ARGUMENTS[lower]
        numbers = [float(token) for token in tokens[place : place + count]]
        place += count
        if lower == "z":
            yield "h"
            at = start
            continue
        dx, dy = at if command.islower() else (0.0, 0.0)
        if lower == "h":
            at = numbers[0] + dx, y
        elif lower == "v":
            at = x, numbers[0] + dy
        else:
            at = numbers[-2] + dx, numbers[-1] + dy
        if lower == "m":
            start = at
            yield f"{_n(at[0])} {_n(at[1])} m"
            command = "l" if command == "m" else "L"
        elif lower in "lhv":
            yield f"{_n(at[0])} {_n(at[1])} l"
        elif lower == "a":
            yield from _arc((x, y), at, numbers[0], bool(numbers[3]), bool(numbers[4]))
        else:
            middle = (numbers[0] + dx, numbers[1] + dy) if lower == "q" else (2 * x - bend[0], 2 * y - bend[1])
            one, other = (
                ((a + 2 * b) / 3 for a, b in zip((x, y), middle, strict=True)),
                ((a + 2 * b) / 3 for a, b in zip(at, middle, strict=True)),
            )
            yield f"{' '.join(map(_n, one))} {' '.join(map(_n, other))} {_n(at[0])} {_n(at[1])} c"
            bend = middle
        if lower not in "qt":
            bend = at


def _arc(start: Point, end: Point, radius: float, large: bool, sweep: bool) -> Iterator[str]:
    """An arc of a circle as curves of a quarter at most."""
    (x, y), (u, v) = start, end
    half = math.dist(start, end) / 2
    if not half:
        return
    radius = max(radius, half)
    away = math.sqrt(max(0.0, radius**2 - half**2)) * (-1 if large == sweep else 1) / (2 * half)
    cx, cy = (x + u) / 2 - (v - y) * away, (y + v) / 2 + (u - x) * away
    begin, turn = math.atan2(y - cy, x - cx), math.atan2(v - cy, u - cx) - math.atan2(y - cy, x - cx)
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / parts
    reach = 4 / 3 * math.tan(step / 4) * radius
    for number in range(parts):
        a, b = begin + number * step, begin + (number + 1) * step
        points = (
            (cx + radius * math.cos(a) - reach * math.sin(a), cy + radius * math.sin(a) + reach * math.cos(a)),
            (cx + radius * math.cos(b) + reach * math.sin(b), cy + radius * math.sin(b) - reach * math.cos(b)),
            (cx + radius * math.cos(b), cy + radius * math.sin(b)),
        )
        yield " ".join(f"{_n(px)} {_n(py)}" for px, py in points) + " c"
