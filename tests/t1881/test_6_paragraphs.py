"""6.3–6.14: every tile that does not fit is refused by the paragraph that says so, in a sentence of its own."""

import pytest

from stellwerk.eighteen.actions import LayTile
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.lines.track import Building
from stellwerk.words.sentences import refusal as sentence

from .streets import HEX, Streets


def why(at, hex_, tile, rotation=0):
    return Building("SHG", 1).refusal(at.table, LayTile(0, "SHG", hex_, tile, rotation))


def streets(*tiles):
    return Streets("4").company("SHG", 900).tiles(*tiles)


@pytest.mark.parametrize(
    ("laid", "hex_", "tile", "rule", "reason"),
    [
        ((), "G6", "1", "6.3", "yellow_on_beige"),  # printed yellow
        (("C4 2@0,4",), "C4", "1", "6.3", "yellow_on_beige"),
        ((), "H6", "53", "6.4", "colour_on_printed"),  # brown on printed yellow
        ((), "G7", "31", "6.4", "colour_on_printed"),  # green on printed green
        ((), "C4", "11", "6.6", "colour_in_order"),  # green on beige
        ((), "C4", "37", "6.6", "colour_in_order"),
        (("C4 2@0,4",), "C4", "37", "6.6", "colour_in_order"),  # brown on yellow
        ((), "C4", "4", "6.8", "plain_stays_plain"),
        ((), "C4", "8", "6.8", "plain_stays_plain"),
        (("C4 2@0,4",), "C4", "15", "6.8", "plain_stays_plain"),
        ((), "D6", "1", "6.9", "stop_stays_stop"),
        ((), "D6", "8", "6.9", "stop_stays_stop"),
        (("D6 4@2,5",), "D6", "11", "6.9", "stop_stays_stop"),
        ((), "D4", "2", "6.9", "station_stays_station"),
        ((), "D4", "4", "6.9", "station_stays_station"),
        (("D4 8@0,3",), "D4", "11", "6.9", "station_stays_station"),
        ((), "G6", "11", "6.13", "line_tiles_only"),
        (("C4 2@0,4",), "C4", "21", "6.13", "off_the_line_tile"),
        ((), "C5", "8", "6.14", "letters_only"),
        ((), "D4", "10", "6.14", "letters_elsewhere"),
        ((), "H6", "31", "6.14", "letters_only"),
        (("D4 8@0,3",), "D4", "20", "6.14", "letters_elsewhere"),
        (("D4 8@0,3",), "D4", "17", "6.7", "not_in_the_table"),
        (("K14 7@3",), "K14", "8", "6.7", "tile_stays"),
        ((), "D2", "1", "6.5", "never_replaced"),
        (("C4 2@0,4",), "C4", "14", None, None),
    ],
)
def test_6_each_tile_by_its_own_paragraph(laid, hex_, tile, rule, reason):
    found = why(streets(*laid), hex_, tile)
    if rule is None:
        assert found is None or found.rule in ("6.10", "6.12")  # it fits, turned so or otherwise
        return
    assert (found.rule, found.reason) == (rule, reason)
    texts = {sentence(found, TITLE, language) for language in ("de", "en")}
    assert len(texts) == 2
    assert all("{" not in text for text in texts)


def test_6_13_turned_off_the_line():
    refusal = why(streets(), "G6", "21", (Streets().action("SHG", "G6 21").rotation + 1) % 6)
    assert (refusal.rule, refusal.reason) == ("6.13", "off_the_line")


def test_6_6_a_gray_tile_that_counts_as_brown_is_not_refused_by_its_colour():
    """58 lies on green 20: on a green station without letters 6.14 forbids it."""
    at = streets("D4 8@0,3", "D4 18@0,1,3")
    assert why(at, "D4", "58").rule == "6.14"
    assert why(at, "D4", "59").rule == "6.6"
    assert at.state.board.tracks[HEX["D4"]].tile == "18"
