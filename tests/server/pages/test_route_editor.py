"""Runs of trains that are put together by clicks: what a sketch comes to, and what is refused of one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.bank.chart import Chart
from stellwerk.board.board import stop_number
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.titles.t1873.companies.running import RunLocomotives
from stellwerk.view.faults import Fault, Missing
from stellwerk.view.menu import menu
from stellwerk.view.route_editor import Draft, Sketch, composed, sketch_of, told
from stellwerk.web.api import _plain


@pytest.fixture
def about_to_run() -> Game:
    """1873: the HBE has a 2 and its route, and could also run from Blankenburg by Timmenrode to Thale."""
    game = stellwerk.new("1873", ["Anna", "Bert"])
    state = game.state
    board, box = state.board, state.board.box
    for hex_, tile, rotation in (("B17", "78", 4), ("E16", "76", 0)):
        track = box.track(tile, rotation)
        assert track
        board = board.lay(box.grid.index[hex_], track)
    for home in ("B19", "D15"):
        board = board.with_station("HBE", stop_number(box.grid.index[home], 0))
    papers = state.papers.moved("W15", 0).moved("W12", 0)
    changed: dict[str, Any] = {
        "agenda": (RunLocomotives("HBE"),),
        "board": board,
        "papers": papers,
        "directors": {"HBE": 0},
        "sizes": {**state.sizes, "HBE": 20},
        "in_operation": frozenset(("HBE",)),
        "complete": frozenset(("HBE",)),
        "trains": {**state.trains, "HBE": ("2",)},
        "chart": state.chart.place("HBE", (0, 5)),
    }
    game._states[-1] = msgspec.structs.replace(state, **changed)
    return game


def _sketch(text: str) -> Sketch:
    return msgspec.json.decode(text, type=Sketch)


def test_a_run_is_put_together_hex_by_hex(about_to_run: Game) -> None:
    game = about_to_run
    empty = composed(game, 0, "{}", "en")
    assert empty.refusal
    assert not empty.hexes
    (engine,) = empty.engines
    assert (engine.name, engine.most, engine.lines) == ("locomotive of size 2", 2, ())
    begin = composed(game, 0, engine.more, "en")
    assert begin.engines[0].waits
    assert {"B19", "C16", "D15"} <= set(begin.hexes)
    here = composed(game, 0, begin.hexes["B19"][0], "en")
    assert set(here.hexes) == {"C16"}
    there = composed(game, 0, here.hexes["C16"][0], "en")
    end = composed(game, 0, there.hexes["D15"][0], "en")
    (line,) = end.engines[0].lines
    assert line.text == "Halberstadt 60 – Langenstein 10 – Blankenburg 80"  # 40 and 20 × 2 for the work
    assert line.value == end.total == "150 M"
    assert [stop.start for stop in _sketch(line.shorter).routes] == [_sketch(line.take_up).routes[0].start]


def test_a_run_that_is_offered_can_be_changed_and_taken(about_to_run: Game) -> None:
    game = about_to_run
    (button,) = [each for each in menu(game, 0, "en").buttons if each.sketch]
    assert menu(game, 0, "en").compose
    whole = composed(game, 0, button.sketch, "en")
    assert whole.action
    assert not whole.refusal
    action = msgspec.json.decode(whole.action)
    assert action == msgspec.json.decode(button.action)
    less = composed(game, 0, whole.engines[0].lines[0].take_away, "en")
    assert (less.action, bool(less.refusal)) == ("", True)


def test_routes_that_are_not_legal_say_why(about_to_run: Game) -> None:
    game = about_to_run
    (run,) = [choice for choice in game.legal_actions() if isinstance(choice, RunTrains)]
    first = sketch_of(game, run).routes[0]
    twice = composed(game, 0, told(Sketch((first, first))), "en")
    assert twice.refusal


@pytest.mark.parametrize(
    "sketch",
    [
        "nonsense",
        "[]",
        told(Sketch(start="9")),
        told(Sketch((Draft("2", 10**6),))),
        told(Sketch((Draft("9", 0),))),
        told(Sketch((), 3)),
        told(Sketch((Draft("2", 0, (10**6,)),))),
        told(Sketch((Draft("2", 0, (-1,)),))),
    ],
)
def test_what_no_page_would_send_is_refused(about_to_run: Game, sketch: str) -> None:
    with pytest.raises(Fault):
        composed(about_to_run, 0, sketch, "en")


def test_only_who_is_asked_puts_a_run_together(about_to_run: Game) -> None:
    with pytest.raises(Missing):
        composed(about_to_run, 1, "{}", "en")
    with pytest.raises(Missing):
        composed(stellwerk.new("1873", ["Anna", "Bert"]), 0, "{}", "en")


def test_a_state_with_markers_on_its_chart_can_be_asked_for() -> None:
    assert msgspec.json.encode(Chart({(0, 8): ("MHE",)}), enc_hook=_plain) == b'{"stacks":{"0,8":["MHE"]}}'
