"""The colours for eyes that tell few apart, seen as with the three common kinds of colour blindness.

Sight is simulated by the matrices of Machado, Oliveira and Fernandes (2009) for the full loss of one kind of cone;
distances are those of CIELAB (1976), of which about 2 can just be noticed.
"""

from __future__ import annotations

from itertools import combinations

import pytest

import stellwerk
from stellwerk.draw import LIGHT, look_of
from stellwerk.draw.crest import rgb
from stellwerk.titles.registry import find_title
from stellwerk.view.appearance import (
    CLEAR_COMPANIES,
    CLEAR_GROUNDS,
    CLEAR_PLAYERS,
    CLEAR_RUNS,
    USUAL_COLOURS,
    Appearance,
    of,
    read,
    sheet,
)
from stellwerk.view.contrast import contrast

KINDS = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
TILES = ("white", "yellow", "green", "brown", "gray")


def _linear(colour: str) -> list[float]:
    parts = [part / 255 for part in rgb(colour)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _times(rows, values):
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in rows]


def _lab(colour: str, kind: str) -> tuple[float, float, float]:
    seen = [min(1.0, max(0.0, part)) for part in _times(KINDS[kind], _linear(colour))]
    white = ((0.4339, 0.3762, 0.1899), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8728))  # of D65
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in _times(white, seen))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def nearest(colours, kind: str) -> float:
    """How far the two are apart that are most alike."""
    seen = [_lab(colour, kind) for colour in colours]
    return min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 for one, other in combinations(seen, 2)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_colours_of_the_clear_set_are_told_apart(kind: str) -> None:
    for time in (0, 1):
        grounds = {key: both[time] for key, both in CLEAR_GROUNDS.items()}
        assert nearest([grounds[key] for key in TILES], kind) > 20
        assert nearest(grounds.values(), kind) > 11
        assert nearest([both[time] for both in CLEAR_PLAYERS], kind) > 20
    assert nearest(CLEAR_RUNS, kind) > 40
    assert nearest(CLEAR_COMPANIES, kind) > 20


def test_the_usual_colours_are_not_for_all_eyes() -> None:
    assert nearest([LIGHT.fill(key) for key in CLEAR_GROUNDS], "without green") < 11  # or nobody would need others
    assert nearest([USUAL_COLOURS[f"run{number}"] for number in range(6)], "without red") < 20


def test_what_is_written_on_them_can_be_read() -> None:
    for key, (day, night) in CLEAR_GROUNDS.items():
        assert contrast(day, LIGHT.ink) >= 4.3, key
        assert contrast(night, "#dcdad3" if key == "white" else "#111") >= 4.3, key
    for day, night in CLEAR_PLAYERS:
        assert contrast(day, "#fff") >= 4.5, day
        assert contrast(night, "#22282c") >= 4.5, night


def test_no_title_has_more_companies_than_there_are_colours() -> None:
    assert all(len(look_of(find_title(id_)).liveries) <= len(CLEAR_COMPANIES) for id_ in stellwerk.title_ids())


def test_nonsense_is_left_out_of_what_is_chosen() -> None:
    wanted = {"colours": "own", "turn": "45", "yellow": "#FFCC00", "green": "red}", "blue": USUAL_COLOURS["blue"]}
    assert of(wanted) == Appearance("own", own=(("yellow", "ffcc00"),))
    assert read(of(wanted).told()) == of(wanted)
    assert read("x" * 10_000 + ".:.colours:clear") == Appearance()
    assert "red}" not in sheet(of(wanted))
