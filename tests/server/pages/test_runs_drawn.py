"""Runs are drawn along their track, also when tiles have been replaced since; one that only calls is a ring."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

import stellwerk
from stellwerk import draw
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.events import Earned
from stellwerk.play.runs import RunUnproved
from stellwerk.view import drawn_runs
from stellwerk.view.drawn_runs import Route, segments

TILES = {"C8": ("79", 0), "D7": ("956", 0), "E6": ("956", 0), "E16": ("76", 0), "C14": ("76", 5)}


@pytest.fixture(scope="module")
def board() -> Board:
    """The board of 1873 with villages on the way to Benneckenstein, Thale and Derenburg."""
    game = stellwerk.new("1873", ["Anna", "Bert"])
    found: Board = game.state.board
    for hex_, (tile, rotation) in TILES.items():
        track = found.box.track(tile, rotation)
        assert track is not None
        found = found.lay(found.box.grid.index[hex_], track)
    return found


def crossed(board: Board, found: tuple[draw.Segment, ...]) -> int:
    """The sides that a drawn line crosses."""
    bits = 0
    for hex_, one, other in found:
        for side in (one, other):
            bits |= board.box.grid.side_bits[hex_][side] if side >= 0 else 0
    return bits


def routes_through(board: Board, hex_: int) -> list[Route]:
    """Every route of two links that calls in a hex on its way."""
    names, found = board.box.grid.names, []
    for one in board.links():
        for other in board.links():
            middle = {one.a, one.b} & {other.a, other.b}
            if one is not other and len(middle) == 1 and min(middle) // PLACES == hex_ and one.bits and other.bits:
                ends = [({link.a, link.b} - middle).pop() for link in (one, other)]
                stops = tuple(
                    (names[stop // PLACES], stop % PLACES, 10) for stop in (ends[0], min(middle), ends[1])
                )
                found.append(Route("NWE", "2", 30, "#c00", 0, stops, one.bits | other.bits))
    return found


@pytest.mark.parametrize("name", ["E6", "E16"])
def test_a_route_keeps_its_line_whatever_replaces_a_tile_under_it(board: Board, name: str) -> None:
    """Halves of a village grow together when it turns brown, and green halves may have other numbers (4.4.1)."""
    hex_ = board.box.grid.index[name]
    changed = 0
    for green in board.box.successors(hex_, board.tracks[hex_]):
        first = board.lay(hex_, green)
        boards = [first, *(first.lay(hex_, brown) for brown in board.box.successors(hex_, green))]
        for before, after in [(board, first), *((first, each) for each in boards)]:
            for route in routes_through(before, hex_):
                drawn = segments(after, route)
                assert crossed(after, drawn) == route.bits, (green, route)
                for (_, _, end), (_, begin, _) in pairwise(drawn):
                    assert (end < 0) == (begin < 0)
                changed += segments(before, route) != drawn
    assert changed


def _is_run(part: ElementTree.Element) -> bool:
    return "run" in (part.get("class") or "").split()


def test_4_4_9_a_run_that_only_calls_at_home_is_a_ring_there(board: Board) -> None:
    home = board.box.grid.index["E20"]
    local = Route("QLB", "L", 60, "#0c8a6a", 0, (("E20", 0, 60),), 0)
    assert segments(board, local) == (draw.ring(home, 0),)
    look = draw.look_of(stellwerk.new("1873", ["Anna", "Bert"]).title, "en")
    marks = draw.marks((), [("#0c8a6a", segments(board, local))])
    root = ElementTree.fromstring(draw.board_svg(board, look, marks=marks))
    drawn = [hex_ for hex_ in root.iter() if hex_.get("data-hex") and any(_is_run(part) for part in hex_.iter())]
    assert [hex_.get("data-hex") for hex_ in drawn] == ["E20"]
    assert not any(each.get("class") == "way" for each in root.iter())


def test_a_run_is_called_proved_unless_an_event_says_otherwise() -> None:
    told = (Earned("BY", 40), RunUnproved("BY", 70), Earned("SX", 30))
    assert not drawn_runs.is_proved(told, "BY")
    assert drawn_runs.is_proved(told, "SX")
    assert drawn_runs.is_proved((), "BY")
