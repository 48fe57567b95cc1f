"""Boards, tiles and looks to draw in tests."""

import random
import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.catalogue import complete
from stellwerk.board.tiles import CITY
from stellwerk.draw import Home, Livery, Look

SVG = "{http://www.w3.org/2000/svg}"


def data(name: str) -> dict[str, Any]:
    """A data file of the title whose board is drawn here."""
    return tomllib.loads((resources.files("stellwerk.titles.t1835.data") / name).read_text(encoding="utf-8"))


@cache
def box() -> Box:
    """Board and tiles of 1835."""
    return Box(data("board.toml"), complete(data("tiles.toml")))


COMPANIES = ("BY", "SX", "BA", "WT", "HE", "MS", "OL", "PR")
LOOK = Look(
    tuple((company, Livery(f"#{i}{i}8", "#fff", company)) for i, company in enumerate(COMPANIES, 1)),
    (Home("BY", "O15"), Home("BA", "L6", None), Home("HE", "J8"), Home("MS", "C13")),
)


def busy_board(seed: int, tiles: int = 120, markers: int = 30) -> Board:
    """A board with many tiles laid by the rules of replacement, and markers in cities."""
    lots = random.Random(seed)
    board = Board.empty(box())
    for _ in range(12 * tiles):
        hex_ = lots.randrange(len(board.tracks))
        choices = [new for new in box().successors(hex_, board.tracks[hex_]) if board.left[new.tile]]
        if choices:
            board = board.lay(hex_, lots.choice(choices))
    stops = [
        hex_ * 8 + stop
        for hex_, track in enumerate(board.tracks)
        for stop, place in enumerate(track.stops)
        if place.kind == CITY
    ]
    for _ in range(markers):
        stop, company = lots.choice(stops), lots.choice(COMPANIES)
        if board.free_places(stop) > 0 and not board.is_in(company, stop // 8):
            board = board.with_station(company, stop)
    return board


def parse(text: str) -> ET.Element:
    """The drawing as a tree."""
    return ET.fromstring(text)


def middle(group: ET.Element) -> complex:
    """Where a marker or anything else that is moved as a whole stands in its hex."""
    x, y = re.findall(r"-?[\d.]+", group.get("transform", ""))
    return complex(float(x), float(y))


def with_class(root: ET.Element, name: str) -> Iterator[ET.Element]:
    """Elements of a class, in the order of the drawing."""
    return (element for element in root.iter() if name in element.get("class", "").split())
