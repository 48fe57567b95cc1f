"""Drawings as PDFs: every title's, read back by their own tables; and curves where drawings have arcs."""

from __future__ import annotations

import math
import re
import zlib
from functools import cache

import pytest

import stellwerk
from stellwerk import draw
from stellwerk.draw.pdf import Page, _path, document
from stellwerk.titles.registry import find_title
from stellwerk.view.printing import A4, CARD, HEX, MARGIN, UNIT, printed


@cache
def _printed(title: str, language: str = "en") -> list[str]:
    return _pages(printed(find_title(title), language))


def _pages(made: bytes) -> list[str]:
    """What stands on each page, found as a reader finds it: by the table at the end."""
    start = int(made.rsplit(b"startxref\n", 1)[1].split()[0])
    assert made[start : start + 4] == b"xref"
    table = re.findall(rb"(\d{10}) 00000 n", made[start:])
    objects = [made[int(place) :].split(b"endobj", 1)[0] for place in table]
    assert all(body.startswith(b"%d 0 obj" % number) for number, body in enumerate(objects, 1))
    root = int(re.search(rb"/Root (\d+) 0 R", made)[1])
    tree = objects[int(re.search(rb"/Pages (\d+) 0 R", objects[root - 1])[1]) - 1]
    kids = [int(number) for number in re.findall(rb"(\d+) 0 R", tree)]
    found = []
    for kid in kids:
        assert b"/Type/Page" in objects[kid - 1]
        stream = objects[int(re.search(rb"/Contents (\d+) 0 R", objects[kid - 1])[1]) - 1]
        found.append(
            zlib.decompress(stream.split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0]).decode("cp1252")
        )
    return found


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_title_can_be_printed(title: str) -> None:
    pages = _printed(title)
    assert all(page.count("q ") + page.count("q\n") >= 2 for page in pages)
    assert all(len(re.findall(r"\bq\b", page)) == len(re.findall(r"\bQ\b", page)) for page in pages)
    assert "1/" in pages[0]


def test_as_many_tiles_and_certificates_as_are_in_the_box() -> None:
    pages = _printed("1835")
    certificates = [page for page in pages if "1835: certificates" in page]
    assert sum(page.count("(BY) Tj") for page in certificates) == 9  # a director's of 20% and eight of 10%
    assert sum(page.count("(director) Tj") for page in certificates) == 8
    trains = "".join(page for page in pages if "1835: trains" in page)
    assert trains.count("(6+6) Tj") == 4
    tiles = "".join(page for page in pages if "1835: Tiles" in page)
    game = stellwerk.new("1835", ["A", "B", "C"])
    board = draw.board_of(game)
    assert board is not None
    assert len(re.findall(r"\bW n\b", tiles)) == sum(tile.count for tile in board.box.tiles.values())


def test_the_parts_of_a_board_make_the_whole_at_the_scale_of_the_tiles() -> None:
    title = find_title("1844")
    pages = [page for page in _printed("1844") if "1844: board" in page]
    game = stellwerk.new("1844", ["A", "B", "C"])
    view = re.search(r'viewBox="([^"]+)"', draw.game_board(game, draw.look_of(title)))
    assert view
    _, _, wide, high = map(float, view[1].split())
    parts = [
        tuple(map(float, found)) for page in pages for found in re.findall(r"(\S+) (\S+) (\S+) (\S+) re W n", page)
    ]
    assert sum(w * h for _, _, w, h in parts) == pytest.approx(wide * high * UNIT**2, rel=1e-3)
    assert all(x == y == MARGIN for x, y, _, _ in parts)
    assert HEX == 100 * UNIT
    assert 3 * CARD[0] + 2 * MARGIN <= A4[0]


def test_an_arc_becomes_curves_on_its_circle() -> None:
    begin, *curves = list(_path("M50 0A50 50 0 0 0 0-50"))
    assert begin == "50 0 m"
    (curve,) = curves
    numbers = list(map(float, curve.split()[:-1]))
    assert numbers[-2:] == [0, -50]
    a, b, c, d = (50.0, 0.0), tuple(numbers[:2]), tuple(numbers[2:4]), (0.0, -50.0)
    middle = [(a[axis] + 3 * b[axis] + 3 * c[axis] + d[axis]) / 8 for axis in (0, 1)]
    assert math.hypot(*middle) == pytest.approx(50, abs=0.05)
    assert middle[0] > 0 > middle[1]
    assert sum(part.endswith(" c") for part in _path("M0 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z")) == 4


def test_brackets_and_letters_that_fonts_lack_do_no_harm() -> None:
    page = Page(100, 100)
    page.text("Köln (A) \\ עכ", 10, 10, 4)
    (told,) = _pages(document([page], "(x"))
    assert "(K\xf6ln \\(A\\) \\\\ ??) Tj" in told


def test_names_of_other_alphabets_are_spelled_and_those_of_east_asia_are_shown() -> None:
    page = Page(100, 50)
    for words in ("Köln", "Łódź", "Москва", "Αθήνα", "北京 (A)", "서울", "עכו"):
        page.text(words, 5, 5, 4)
    made = document([page], "北京")
    (shown,) = _pages(made)
    assert re.findall(r"(?<=Tf )\S+(?= Tj)", shown) == [
        "(Köln)", "(Lódz)", "(Moskva)", "(Athina)", "<53174eac>", "<c11cc6b8>", "(???)",
    ]  # fmt: skip
    assert r"( \(A\))" in shown
    assert b"/Encoding/UniGB-UCS2-H" in made
    assert b"/Encoding/UniKS-UCS2-H" in made
    assert b"/Title<feff53174eac>" in made
    plain = Page(100, 50)
    plain.text("Köln", 5, 5, 4)
    assert b"UniGB" not in document([plain], "Köln")
