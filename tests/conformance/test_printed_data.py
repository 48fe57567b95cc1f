"""Digests of data files go by their values: layout and comments may change."""

from stellwerk.testing.golden import TILES, digest


def test_a_standard_tile_is_the_same_by_its_number_and_written_out():
    plain = '["9"]\ncolour = "yellow"\ncount = 3\ntrack = "path=a:0,b:3"\n'
    assert digest("9 = 3", TILES) == digest(plain, TILES) != digest("9 = 4", TILES)


def test_layout_and_comments_may_change_values_may_not():
    plain = 'count = 3\n[hexes]\nA1 = { cost = 50, name = "Ulm" }\n'
    assert digest('# Tiles\ncount=3\n\n[hexes.A1]\nname = "Ulm"\ncost = 50\n') == digest(plain)
    for old, new in (("3", "4"), ("50", "51"), ("50", '"50"'), ("Ulm", "ulm"), ("A1", "A2")):
        assert digest(plain.replace(old, new)) != digest(plain)
