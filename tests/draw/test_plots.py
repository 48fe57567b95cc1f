"""Charts: what they say without being seen, and that nothing in them lies on top of something else."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from stellwerk.draw.plots import LINE, Bar, Chart, Series, bands_svg, bars_svg, lines_svg

TICKS = ("SR 1", "OR 1.1", "SR 2", "end")
CHART = Chart("Worth & more", "Last: <Ada> 40", TICKS, str)


def drawn(text):
    """The chart as a tree; every chart may stand in a page that forbids styles and scripts."""
    assert " style=" not in text
    assert " id=" not in text
    return ElementTree.fromstring(text)


def written(tree, kind):
    return [each.text for each in tree.iter("text") if kind in each.get("class").split()]


LINES = lines_svg(CHART, [Series("Ada", (10, 20, 30, 40), 0), Series("Bo", (10, 12, 38, 39), 1)])
BARS = bars_svg(CHART, [None, Bar(60, 60, 0), Bar(80, 0, 80), Bar(50, 20, 20)], "BY", 80)
BANDS = bands_svg(CHART, [Series("BY", (0, 20, 20, 20), company="BY")], 20)


@pytest.mark.parametrize("text", [LINES, BARS, BANDS])
def test_every_chart_says_what_it_is(text):
    tree = drawn(text)
    assert tree.get("role") == "img"
    assert tree.findtext("title") == "Worth & more"
    assert tree.findtext("desc") == "Last: <Ada> 40"
    assert written(tree, "tick") == list(TICKS)


def test_lines_differ_by_look_and_marker_and_have_their_names_at_the_end():
    tree = drawn(LINES)
    lines = [each for each in tree.iter("path") if "series" in each.get("class")]
    markers = [each for each in tree.iter("path") if "marker" in each.get("class")]
    assert [each.get("class") for each in lines] == ["series s0", "series s1"]
    assert "a2.9" in markers[0].get("d"), "a dot"
    assert "h5.8v5.8" in markers[1].get("d"), "a square"
    names = [each for each in tree.iter("text") if "series" in each.get("class")]
    assert [each.text for each in names] == ["Ada", "Bo"]
    ada, bo = (float(each.get("y")) for each in names)
    assert bo - ada == pytest.approx(LINE, abs=0.1), "39 and 40 would be written upon one another"


def test_the_scale_of_lines():
    """40 is at the top and 0 at the bottom, so that 20 is half way between them."""
    tree = drawn(LINES)
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", next(tree.iter("path")).get("d") + _data(tree))
    heights = [float(y) for _, y in points[-4:]]
    assert heights[3] == pytest.approx(9)
    assert heights[1] == pytest.approx((9 + 230 - 21) / 2)


def _data(tree):
    return next(each.get("d") for each in tree.iter("path") if each.get("class") == "series s0")


def test_a_line_that_ends_early_is_marked_and_interrupted():
    tree = drawn(lines_svg(CHART, [Series("SCB", (None, 60, 50, None), company="SCB")]))
    assert written(tree, "series") == ["SCB†"]
    line = next(each for each in tree.iter("path") if each.get("class").startswith("series"))
    assert line.get("d").count("M") == 1
    assert line.get("d").count("L") == 1
    assert line.get("data-company") == "SCB"


def test_bars_show_what_was_paid_kept_and_used_up():
    tree = drawn(BARS)
    parts = [(each.get("class"), round(float(each.get("height")))) for each in tree.iter("rect")]
    whole = 230 - 21 - 9
    assert parts == [
        ("paid", round(whole * 60 / 80)),
        ("kept", whole),
        ("paid", whole // 4),
        ("kept", whole // 4),
        ("used", round(whole * 10 / 80)),
    ]


def test_a_band_is_named_where_there_is_room():
    assert written(drawn(BANDS), "band-name") == ["BY"]
    thin = bands_svg(CHART, [Series("BY", (0, 1, 0, 0), company="BY")], 200)
    assert written(drawn(thin), "band-name") == []


def test_names_are_shortened_and_escaped():
    tree = drawn(lines_svg(CHART, [Series("<Bartholomäus>", (1, 2, 3, 4))]))
    assert written(tree, "series") == ["<Bartholomä…"]


def test_many_rounds_do_not_write_upon_one_another():
    ticks = tuple(f"OR {number}.1" for number in range(60))
    tree = drawn(lines_svg(Chart("", "", ticks, str), [Series("Ada", tuple(range(60)))]))
    places = [float(each.get("x")) for each in tree.iter("text") if each.get("class") == "tick"]
    assert len(places) > 3
    assert min(b - a for a, b in pairwise(places)) > 35
    assert written(tree, "tick")[-1] == "OR 59.1"
