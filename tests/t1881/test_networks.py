"""The board as trams and the S-Bahn see it."""

import random

import pytest

from stellwerk.board.board import Board
from stellwerk.titles.t1881.lines.networks import is_acting, reach, seen

from .streets import BOX, HEX, PRINTED, Streets


def afresh(board):
    """The same board, with nothing worked out yet."""
    return Board(board.box, board.tracks, board.stations, board.left)


def test_each_kind_sees_its_own_track():
    at = Streets("2").tiles("G6 21", "G8 30")
    trams, trains = seen(at.state.board, ""), seen(at.state.board, "sbahn")
    assert (trams.tracks[HEX["G6"]].exits, trains.tracks[HEX["G6"]].exits) == (0b001001, 0b010010)
    assert (trams.tracks[HEX["G8"]].exits, trains.tracks[HEX["G8"]].exits) == (0b001000, 0b010111)
    assert seen(at.state.board, "") is trams


def test_markers_change_and_the_track_stays():
    at = Streets("2").tiles("G6 21")
    trams = seen(at.state.board, "")
    at.company("GBS")
    assert seen(at.state.board, "").track_memo is trams.track_memo
    assert seen(at.state.board, "").stops_of("GBS") == [HEX["G7"] * 8]


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(3))
def test_what_is_seen_after_a_lay_is_what_would_be_seen_at_first_sight(seed):
    """Forty tiles by lot, in the third phase, with depots of both kinds."""
    lot = random.Random(seed)
    at = Streets("3").sbahn(2000, main="G5 G4", S2="G7 E5").cash("S2", 2000)
    builders = ["GBS", "BChSt", "SpS", "SHG", "S-Bahn", "S2"]
    for company in builders[:4]:
        at.company(company, 2000)
    at.depot("SHG", "E6").depot("GBS", "F6")
    for _ in range(40):
        builder = lot.choice(builders)
        found = sorted(at.lays(builder))
        if not found:
            continue
        at.lay(builder, lot.choice(found))
        at.set(laid=())
        board = afresh(at.state.board)
        for kind in ("", "sbahn"):
            before, now = seen(board, kind), seen(at.state.board, kind)
            assert now.stations == before.stations
            assert [track.shape for track in now.tracks] == [track.shape for track in before.tracks]
            assert sorted((link.a, link.b, link.bits) for link in now.links()) == sorted(
                (link.a, link.b, link.bits) for link in before.links()
            )
        fresh = Streets("3").set(**{name: getattr(at.state, name) for name in ("network_depots", "apart")})
        fresh.set(board=board)
        for each in builders:
            one, other = reach(at.table, each), reach(fresh.table, each)
            assert (one.stops, one.tree.ends) == (other.stops, other.tree.ends)
            hexes = range(len(BOX.printed))
            assert [one.enters(hex_) for hex_ in hexes] == [other.enters(hex_) for hex_ in hexes]


def test_12_5_networks_act_while_they_are_apart():
    at = Streets("2").sbahn(main="G5", S2="G7").company("GBS")
    assert [id_ for id_ in ("GBS", "SHG", "S-Bahn", "S2", "S3") if is_acting(at.table, id_)] == [
        "GBS",
        "S-Bahn",
        "S2",
    ]


def test_no_tile_has_fewer_circles_than_what_it_replaces():
    """On this rests that a lay blocks nobody (7.7)."""
    lying = {(hex_, BOX.printed[hex_]) for hex_ in range(len(BOX.printed))}
    while lying:
        after = {(hex_, new) for hex_, old in lying for new in BOX.successors(hex_, old)}
        for hex_, old in lying:
            for new in BOX.successors(hex_, old):
                assert [stop.slots for stop in new.stops] >= [stop.slots for stop in old.stops]
        lying = after


def test_no_hex_has_more_than_one_station_or_stop():
    """Depots and twice-called stations are numbered by that."""
    assert max(len(track.stops) for track in BOX.printed) == 1
    assert max(len(tile.face.stops) for tile in BOX.tiles.values()) == 1
    assert PRINTED.double == {"53"}
