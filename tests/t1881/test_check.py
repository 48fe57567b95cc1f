"""`stellwerk check`: data that does not fit together, one fault at a time laid over ours (facts, 7)."""

import pytest

from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.check import inconsistencies
from stellwerk.titles.t1881.data import material
from stellwerk.titles.t1881.title import with_box

pytestmark = pytest.mark.unmeasured

ROWS = [list(row) for row in material().sheet.rows]


def faults(folder, name, text):
    """Rule, reason and values of everything that is found with this file over ours."""
    (folder / name).write_text(text, encoding="utf-8")
    found = inconsistencies(with_box(folder).printed)
    return [(fault.rule, fault.reason, dict(fault.values)) for fault in found]


def chart(*changes):
    """The rows of the chart with other prices: row, column, price."""
    rows = [list(row) for row in ROWS]
    for row, column, price in changes:
        rows[row][column] = price
    return f"rows = {rows}"


def test_ours_fits_together():
    assert list(inconsistencies(TITLE.printed)) == []


def test_table_6_the_number_of_tiles(tmp_path):
    """Two 18s, and one more: 57 green tiles instead of 56."""
    found = faults(tmp_path, "tiles.toml", "[18]\ncount = 3")
    assert found == [("Tabelle 6", "tiles_do_not_add_up", {"colour": "green", "number": 57, "right": 56})]


SAME = 'track = "city=revenue:20,slots:2;path=a:0,b:_0;path=a:1,b:_0;path=a:3,b:_0"'  # that of an 18


def test_6_10_a_replacement_keeps_all_track(tmp_path):
    """A 17 has three gentle curves, an 8 is straight."""
    found = faults(tmp_path, "tiles.toml", '[8]\nbecomes = ["18", "19", "17"]')
    assert found == [("6.10", "track_not_kept", {"tile": "17", "old": "8"})]


def test_6_12_a_replacement_adds_something(tmp_path):
    """A 41 like the 18 below it is none; nor does it keep what a 19 has."""
    found = faults(tmp_path, "tiles.toml", f"[41]\n{SAME}")
    assert [values for _, reason, values in found if reason == "track_not_kept"] == [
        {"tile": "41", "old": "18"},
        {"tile": "41", "old": "19"},
    ]


def test_6_10_more_circles_are_something(tmp_path):
    """A 41 like the 18, but worth 30."""
    found = faults(tmp_path, "tiles.toml", f"[41]\n{SAME.replace('20', '30')}")
    assert {values["old"] for _, reason, values in found if reason == "track_not_kept"} == {"19"}


def test_6_11_every_hex_for_building_has_a_first_tile(tmp_path):
    """Rahnsdorf has land at its sides 2, 3 and 4 alone: no straight track fits."""
    found = faults(tmp_path, "board.toml", '[hexes.K14]\nbecomes = ["8"]')
    assert found == [("6.11", "nothing_fits", {"hex": "K14"})]


def test_6_14_tiles_named_for_a_printed_hex_fit_it(tmp_path):
    found = faults(tmp_path, "board.toml", '[hexes.F5]\nbecomes = ["21", "22"]')
    assert found == [("6.14", "tile_does_not_fit", {"hex": "F5", "tile": "22"})]


def test_table_5_a_chain_that_breaks(tmp_path):
    """After 52 the 61 does not fit Spandau: it is for Alexanderplatz and Zoo."""
    found = faults(tmp_path, "tiles.toml", '[52]\nbecomes = ["61"]')
    assert ("Tabelle 5", "chain_breaks", {"hex": "F3", "tile": "52"}) in found


def test_6_11_printed_track_leads_into_a_barrier(tmp_path):
    """From Zoo by side 3 to Moabit, which it enters by side 0."""
    found = faults(tmp_path, "board.toml", '[barriers]\nsides = [["G5", "F6"], ["D3", "E2"]]')
    assert [each for each in found if each[1] == "track_leads_nowhere"] == [
        ("6.11", "track_leads_nowhere", {"hex": "F6", "side": 0}),
        ("6.11", "track_leads_nowhere", {"hex": "G5", "side": 3}),
    ]


def test_6_13_the_line_meets_itself(tmp_path):
    """Südende is the end of a branch; turned away it does not meet Papestraße's side 0 any more."""
    found = faults(tmp_path, "board.toml", "[hexes.J6]\nline = [2]")
    assert [each for each in found if each[0] == "6.13" and each[1].startswith("line")] == [
        ("6.13", "line_breaks", {"hex": "I6", "side": 0}),
        ("6.13", "line_breaks", {"hex": "J6", "side": 2}),
    ]


def test_6_13_the_line_is_one(tmp_path):
    """Papestraße without the branch to Südende: it begins and ends there by itself."""
    found = faults(tmp_path, "board.toml", "[hexes.I6]\nline = [1, 4]")
    assert ("6.13", "line_breaks", {"hex": "J6", "side": 3}) in found
    assert ("6.13", "line_in_parts", {}) in found


def test_6_13_a_tile_for_every_hex_of_the_line(tmp_path):
    """Eight 21s are needed."""
    found = faults(tmp_path, "tiles.toml", "[21]\ncount = 6\n[18]\ncount = 4")
    assert [reason for _, reason, _ in found] == ["too_few_line_tiles"] * 2


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ((6, 1, 86), ("4.16", "prices_do_not_rise", {"row": 6, "column": 1})),  # right of it stands 86
        ((7, 2, 86), ("4.16", "prices_do_not_rise", {"row": 6, "column": 2})),  # below 86 another 86
    ],
)
def test_4_16_prices_rise(tmp_path, change, fault):
    found = faults(tmp_path, "chart.toml", chart(change))
    assert fault in found
    assert {reason for _, reason, _ in found} == {"prices_do_not_rise"}


def test_9_13_saving_leads_to_ruin(tmp_path):
    """The field of 28 sends nobody to the left any more: what lies there or comes there stays."""
    arrow = '[[arrow]]\nfield = [1, 0]\nleaving = "left"\nmoves = "right"'
    found = faults(tmp_path, "chart.toml", f"{chart((1, 0, 21))}\n{arrow}")
    assert ("9.13", "saving_never_ends", {"row": 1, "column": 1}) in found


def test_9_12_paying_leads_to_the_end(tmp_path):
    """There is no 400."""
    found = faults(tmp_path, "chart.toml", chart((19, 6, 410)))
    assert ("9.12", "paying_never_ends", {"row": 5, "column": 3}) in found
    assert {reason for _, reason, _ in found} == {"paying_never_ends"}


def test_4_15_selling_ruins_nobody(tmp_path):
    found = faults(tmp_path, "chart.toml", chart((1, 0, 10)))
    assert ("4.15", "selling_ruins", {"row": 1, "column": 1}) in found


def test_2_10_a_company_begins_at_its_price(tmp_path):
    found = faults(tmp_path, "chart.toml", "[start]\nGBS = [6, 3]")
    assert found == [("2.10", "start_is_not_the_price", {"company": "GBS"})]


def test_table_3_a_company_begins_at_a_station_of_the_trams(tmp_path):
    """A station of the S-Bahn is none, nor one without a place for a depot."""
    for station in ("slots:1,groups:S;path=a:1,b:4", "slots:0;path=a:1,b:_0"):
        found = faults(tmp_path, "board.toml", f'[hexes.F3]\ntrack = "city=revenue:30,{station};label=S"')
        assert ("Tabelle 3", "no_start_station", {"company": "SpS", "hex": "F3"}) in found
