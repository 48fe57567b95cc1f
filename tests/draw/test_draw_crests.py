"""Crests tell companies apart without their colours, on the board and beside it."""

import re

import pytest
from draw_samples import SVG, parse, with_class

import stellwerk
from stellwerk.draw import Livery, Look, crest, game_board, look_of
from stellwerk.draw.crest import CHARGES, charge
from stellwerk.titles.registry import find_title

TITLES = ("1835", "1844", "1873", "1881", "chicago-express")


@pytest.mark.parametrize("title", TITLES)
def test_no_two_companies_of_a_title_share_a_charge(title):
    liveries = look_of(find_title(title)).liveries
    assert len({livery.charge for _, livery in liveries}) == len(liveries)


def test_a_crest_is_a_small_drawing_of_its_own():
    look = look_of(find_title("1835"))
    text = crest(look, "BY")
    root = parse(text)
    assert len(text) < 700
    assert root.get("aria-hidden") == "true"
    assert [node.text for node in root.iter(f"{SVG}text")] == ["BY"]
    assert root.find(f"{SVG}circle").get("fill") == look.livery("BY").fill
    for node in root.iter():
        assert not {"style", "id"} & set(node.keys())


@pytest.mark.parametrize("name", [name for name in CHARGES if name])
def test_a_charge_stays_within_its_disc(name):
    """Ends of strokes may touch the rim but not pass it; arcs follow it."""
    drawn = charge(Livery("#2f6fb4", "#fff", "BY", name), 10)
    x = y = 0.0
    start = x, y
    for command, numbers in steps(parse(drawn).get("d")):
        if command in "Mm":
            x, y = (numbers[0], numbers[1]) if command == "M" else (x + numbers[0], y + numbers[1])
            start = x, y
        elif command == "z":
            x, y = start
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        elif command in "la":
            x, y = x + numbers[-2], y + numbers[-1]
        assert abs(complex(x, y)) < 10.2, (command, numbers)


def steps(data):
    wanted = {"M": 2, "m": 2, "h": 1, "v": 1, "a": 7, "l": 2, "z": 0}
    for command, rest in re.findall(r"([Mmhvalz])([^Mmhvalz]*)", data):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        if command == "z":
            yield command, []
        for first in range(0, len(numbers), wanted[command] or 1):
            yield ("l" if command == "m" and first else command), numbers[first : first + wanted[command]]


def test_a_company_without_a_livery_has_a_plain_crest():
    assert "<path" not in crest(Look(), "XY")


def test_the_board_bears_the_crests():
    game = stellwerk.new("chicago-express", players=["Anna", "Bert"])
    look = look_of(game.title)
    stations = list(with_class(parse(game_board(game, look)), "station"))
    assert {station.get("data-company") for station in stations} == {"PRR", "B&O", "C&O", "NYC"}
    assert all(station.find(f"{SVG}path") is not None for station in stations)
