"""Track, upgrades, destinations, tunnels, station markers, and the privates that build: P2 and P4."""

import pytest

from eighteen.positions import (
    amounts,
    lay,
    lays,
    listed,
    markers_in,
    paid,
    reason_against,
    refused,
    rule_against,
    told,
)
from stellwerk import Pass
from stellwerk.bank.papers import GONE
from stellwerk.eighteen.actions import BuildStation, LayTile
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.titles.t1844.actions import BuyPrivate, BuyTunnel, LayFurka, StartCompany
from stellwerk.titles.t1844.events import DestinationReached

from .positions import position


def reached(events):
    return {event.company: event.premium for event in told(events, DestinationReached)}


def tunnels(game, hex_=None):
    return lays(game, hex_, "tunnel")


# Track ------------------------------------------------------------------------------------------------------


def test_gleisteile_legen_in_the_first_turn_the_home_is_compulsory_and_is_the_tile():
    """Trap 9: a blank home hex; the marker lies there at once and is free."""
    game = position().company("ChA", 0, par=60, cash=300, operated=False).companies_to_act().game()
    assert markers_in(game, "G28") == ("ChA",)
    assert game.state.cash["ChA"] == 300
    assert reason_against(game, Pass(0)) == "home_first"
    assert reason_against(game, LayTile(0, "ChA", "G26", "57", 0)) == "home_first"
    assert {text.split()[0] for text in lays(game)} == {"G28"}
    lay(game, "ChA", min(lays(game)))
    assert game.state.cash["ChA"] == 270
    assert not lays(game)  # one tile a turn


@pytest.mark.parametrize(
    ("company", "home"), [("JN", "F7"), ("BLS", "F11"), ("RhB", "G26"), ("FNM", "L21"), ("STB", "D15")]
)
def test_gleisteile_legen_a_home_with_printed_track_is_not_compulsory(company, home):
    """Q2."""
    game = position().company(company, 0, cash=300, operated=False).companies_to_act().game()
    assert markers_in(game, home) == (company,)
    assert Pass(0) in game.legal_actions()


def test_gleisteile_legen_nor_where_somebody_else_has_laid_a_tile():
    game = position().company("ChA", 0, cash=300, operated=False).tiles("G28 57/1").companies_to_act().game()
    assert Pass(0) in game.legal_actions()


def test_gleisteile_legen_one_tile_a_turn():
    game = position().company("STB", 0, cash=300).turn_of("STB").game()
    lay(game, "STB", min(lays(game)))
    assert not lays(game)


@pytest.mark.parametrize(
    ("hex_", "kinds"), [("C14", {"3", "4", "58"}), ("D13", {"5", "6", "57"}), ("E14", {"7", "8", "9"})]
)
def test_gleisteile_legen_towns_cities_and_plain_hexes_take_their_own_tiles(hex_, kinds):
    game = position().company("STB", 0, cash=300).tiles("D15 619/0").laying("STB").game()
    found = {text.split()[1].partition("/")[0] for text in lays(game, hex_)}
    assert found <= kinds
    for tile in ("3", "4", "5", "6", "7", "8", "9", "57", "58"):
        if tile not in kinds:
            assert all(
                refused(game, LayTile(0, "STB", hex_, tile, rotation)).refusal.reason for rotation in range(6)
            )


@pytest.mark.parametrize(("company", "hex_", "cost"), [("FNM", "L21", 20), ("JN", "F7", 20)])
def test_gleisteile_legen_rivers_and_mountains_cost_with_a_yellow_tile(company, hex_, cost):
    game = position().company(company, 0, cash=100).laying(company).game()
    lay(game, company, min(lays(game, hex_)))
    assert game.state.cash[company] == 100 - cost


def test_gleisteile_legen_without_the_money_nothing_is_built():
    game = position().company("FNM", 0, cash=19).laying("FNM").game()
    assert not lays(game, "L21")
    assert reason_against(game, LayTile(0, "FNM", "L21", "57", 0)) == "track_too_dear"


def test_gleisteile_legen_must_be_connected():
    game = position().company("STB", 0, cash=300).laying("STB").game()
    assert reason_against(game, LayTile(0, "STB", "E14", "9", 0)) == "not_connected"
    assert reason_against(game, LayTile(0, "STB", "K10", "57", 0)) == "not_connected"


def test_gleisteile_legen_not_through_cities_full_of_strangers():
    built = position().company("STB", 0, cash=300).tiles("D15 15/1, D13 57/1")
    assert lays(built.laying("STB").game(), "D11")
    blocked = built.company("SCB", 1).marker("SCB", "D13").laying("STB").game()
    assert not lays(blocked, "D11")


@pytest.mark.parametrize(
    ("company", "tiles", "bad"),
    [
        ("MOB", "I6 6/3", "H5 9/2"),  # into the bar between G4 and H5
        ("GB", "G18 57/1", "H17 9/0"),  # a tunnel hex takes no ordinary tile
        ("VSB", "C24 57/2", "C24 57/0"),  # what lies there is not turned
    ],
)
def test_gleisteile_legen_no_track_into_bars_edges_and_blind_sides(company, tiles, bad):
    game = position().company(company, 0, cash=500).tiles(tiles).laying(company).game()
    hex_, tile = bad.split()
    name, rotation = tile.split("/")
    assert bad not in lays(game)
    assert refused(game, LayTile(0, company, hex_, name, int(rotation)))


def test_gleisteile_legen_sides_that_no_tile_may_lead_to():
    """Edge of the board, gray and red without an arrow, bars, tunnel hexes without an entrance."""
    box = position().printed.box
    for one, other in (
        ("D19", "E20"),
        ("E8", "F9"),
        ("I10", "J11"),
        ("I12", "J11"),
        ("K14", "L13"),
        ("H19", "I18"),
    ):
        hexes = box.grid.index[one], box.grid.index[other]
        assert hexes[1] not in box.grid.neighbours[hexes[0]]
    index = box.grid.index
    side = {name: box.grid.neighbours[index["B19"]].index(index[name]) for name in ("A18", "A20", "B21")}
    closed = box.closed_sides[index["B19"]]
    assert not closed >> side["A18"] & 1  # its arrow
    assert not closed >> side["A20"] & 1
    assert not closed >> side["B21"] & 1
    over_edge = [s for s, beyond in enumerate(box.grid.neighbours[index["B23"]]) if beyond < 0]
    assert over_edge
    assert all(box.closed_sides[index["B23"]] >> s & 1 for s in over_edge)


# Upgrades ---------------------------------------------------------------------------------------------------


def test_aufwertung_von_gleisteilen_colours_by_phase():
    """N7; replacing costs nothing, and the old tile returns to the box."""
    plain = position().company("STB", 0, cash=300).tiles("D15 15/1, D13 57/0")
    assert "green" not in colours(plain.phase("2").laying("STB").game())
    game = plain.phase("3").laying("STB").game()
    assert "green" in colours(game)
    left, cash = game.state.board.left["57"], game.state.cash["STB"]
    lay(game, "STB", min(text for text in lays(game, "D13")))
    assert game.state.cash["STB"] == cash
    assert game.state.board.left["57"] == left + 1
    assert "brown" not in colours(plain.phase("4").laying("STB").game())
    assert "brown" in colours(plain.phase("5").laying("STB").game())
    game = plain.phase("4").laying("STB").game()
    brown = next(
        t
        for t in plain.printed.box.successors(plain.hex("D15"), game.state.board.tracks[plain.hex("D15")])
        if t.colour == "brown"
    )
    action = LayTile(0, "STB", "D15", brown.tile, brown.rotation)
    assert reason_against(game, action) == "colour_not_available"


def colours(game):
    tiles = game.rules.printed.box.tiles
    return {tiles[a.tile].colour for a in listed(game, LayTile)}


def test_aufwertung_von_gleisteilen_gray_in_phase_7():
    built = position().company("STB", 0, cash=300).tiles("D15 15/1")
    box = built.printed.box
    hex_ = built.hex("D15")
    brown = next(t for t in box.successors(hex_, built.state.board.tracks[hex_]) if box.tiles[t.tile].becomes)
    built.set(board=built.state.board.lay(hex_, brown))
    assert "gray" not in colours(built.phase("6").laying("STB").game())
    assert "gray" in colours(built.phase("7").laying("STB").game())


def test_aufwertung_von_gleisteilen_aarau_is_printed_yellow_and_free_of_charge():
    """The 20 on D15 never fall due."""
    game = position().phase("3").company("STB", 0, cash=0).laying("STB").game()
    assert {text.split()[1].partition("/")[0] for text in lays(game, "D15")} == {"14", "15", "619"}
    lay(game, "STB", "D15 15/1")
    assert game.state.cash["STB"] == 0


def test_aufwertung_von_gleisteilen_marked_hexes_take_only_their_tiles():
    """OO, L, Z and B: Zürich and Bern begin with an ordinary yellow tile."""
    box = position().printed.box
    index = box.grid.index
    for name, label in (("C20", "OO"), ("I4", "L")):
        assert {box.tiles[tile].face.label for tile in box.becomes[index[name]]} == {label}
    for name, label in (("D19", "Z"), ("F11", "B")):
        assert set(box.becomes[index[name]]) == {"5", "6", "57"}
        first = box.successors(index[name], box.printed[index[name]])
        for track in first:
            following = box.successors(index[name], track)
            assert {box.tiles[t.tile].face.label for t in following} <= {label}
        assert any(box.successors(index[name], track) for track in first)
    ordinary = box.successors(index["D13"], box.track("57", 0))
    assert all(not box.tiles[t.tile].face.label for t in ordinary)


def test_aufwertung_von_gleisteilen_old_track_towns_and_cities_stay():
    box = position().printed.box
    for hex_, old in (
        (box.grid.index["D13"], "57/0"),
        (box.grid.index["C14"], "58/5"),
        (box.grid.index["E14"], "9/0"),
    ):
        name, rotation = old.split("/")
        track = box.track(name, int(rotation))
        following = box.successors(hex_, track)
        assert following
        for new in following:
            assert new.exits & track.exits == track.exits
            assert [stop.kind for stop in new.stops] == [stop.kind for stop in track.stops]


@pytest.mark.parametrize(
    ("joining", "apart"),
    [("64/3", "64/1"), ("65/5", "65/3"), ("67/1", "67/3"), (None, "66/3"), (None, "68/2")],
)
def test_aufwertung_von_gleisteilen_two_cities_of_a_hex_stay_two(joining, apart):
    """Rulings: 59 leads to each of its cities from one side; no brown tile makes one city of them."""
    built = position().phase("5").company("AB", 0, cash=100).company("BLS", 1).tiles("C20 59/3")
    built = built.marker("AB", "C20", 0).marker("BLS", "C20", 1).laying("AB")
    if joining:
        name, rotation = joining.split("/")
        game = built.game()
        assert joining not in {each.split()[1] for each in lays(game, "C20")}
        joined = LayTile(0, "AB", "C20", name, int(rotation))
        assert reason_against(game, joined) == "cities_stay_apart"
        assert rule_against(game, joined) == "Aufwertung von Gleisteilen"
    game = built.game()
    lay(game, "AB", f"C20 {apart}")
    assert sorted((markers_in(game, "C20", 0), markers_in(game, "C20", 1))) == [("AB",), ("BLS",)]


def test_aufwertung_von_gleisteilen_only_what_the_company_reaches():
    game = position().phase("3").company("STB", 0, cash=9).tiles("K10 57/0").laying("STB").game()
    assert not lays(game, "K10")


# Destinations -----------------------------------------------------------------------------------------------


def bls_to_thun():
    """C13's track: BLS at Bern, Thun, and VZ at Sion with Visp and Brig."""
    built = position().company("BLS", 1, par=90).tiles("G12 9/2, H13 6/0, J11 58/4, K10 15/0")
    return built.company("VZ", 0, cash=100).tunnel_papers(0)


def test_zielbahnhof_five_times_par_in_anybodys_turn():
    """C13; N4."""
    game = bls_to_thun().laying("VZ", 0).game()
    text = next(text for text in tunnels(game, "I12") if exits(game, text) == {3, 5})
    events = lay(game, "VZ", text, "tunnel")
    assert game.state.cash["VZ"] == 0
    assert reached(events) == {"BLS": 450}
    assert game.state.cash["BLS"] == 450


def exits(game, text):
    name, rotation = text.split(" ", 1)[1].split("/")
    track = game.rules.printed.box.track(name, int(rotation))
    return {side for side in range(6) if track.exits >> side & 1}


def test_zielbahnhof_only_once():
    game = bls_to_thun().rewarded("BLS").laying("VZ", 0).game()
    text = next(text for text in tunnels(game, "I12") if exits(game, text) == {3, 5})
    assert reached(lay(game, "VZ", text, "tunnel")) == {}


def test_zielbahnhof_a_full_city_can_be_the_end():
    """C15, Q5: JN fills Neuchâtel; twice par for the JS; also Vor-SBB Gesellschaften."""
    built = position().company("JN", 0, cash=100).company("JS", 1, par=80).tiles("G4 9/0, H3 58/3")
    game = built.laying("JN").game()
    assert reached(lay(game, "JN", "F5 8/4")) == {"JS": 160}
    assert game.state.cash["JS"] == 160


def gotthard(cash=100, **gb):
    """C16's line of the FNM up to the Gotthard."""
    built = position().company("FNM", 0, par=100, cash=cash).tunnel_papers(0)
    built.tiles("L21 57/0, K22 6/0, J21 9/2, I20 9/2")
    return built.company("GB", 1, par=80, **gb)


def test_zielbahnhof_the_line_of_c16_costs_190():
    """C16, first part; also Gleisteile legen."""
    costs, index = position().printed.box.costs, position().printed.box.grid.index
    assert [costs[index[name]] for name in ("L21", "K22", "J21", "I20")] == [20, 20, 60, 90]


def test_zielbahnhof_one_tunnel_for_two_premiums():
    """C16; trap 12."""
    game = gotthard().laying("FNM").game()
    text = next(text for text in tunnels(game, "H19") if exits(game, text) == {3, 5})
    events = lay(game, "FNM", text, "tunnel")
    assert reached(events) == {"FNM": 500, "GB": 160}
    assert (game.state.cash["FNM"], game.state.cash["GB"]) == (500, 160)


def test_zielbahnhof_the_cost_comes_before_the_premium():
    """C16, trap 10: with 99 francs nothing is built."""
    game = gotthard(cash=99).laying("FNM").game()
    assert not tunnels(game)
    action = LayTile(0, "FNM", "H19", "tunnel straight", 0, "tunnel")
    assert refused(game, action).refusal.reason in ("track_too_dear", "tunnel_entrances")


def appenzell(city=0, par=80):
    """AB one tile short of Winterthur and Frauenfeld; the track enters this one of the two cities."""
    built = position().company("AB", 0, par=par, cash=100).tiles("D25 57/2, C24 6/5")
    box, goal = built.printed.box, built.hex("C20")
    track = next(t for t in box.successors(goal, box.printed[goal]) if t.sides_of[city] == (4,))
    return built.set(board=built.state.board.lay(goal, track))


@pytest.mark.parametrize("city", [0, 1])
def test_zielbahnhof_either_city_of_a_double_hex(city):
    game = appenzell(city).laying("AB").game()
    assert reached(lay(game, "AB", "C22 9/1")) == {"AB": 400}
    assert game.state.cash["AB"] == 100 - 30 + 400


def test_zielbahnhof_not_through_strangers():
    game = appenzell().company("VSB", 1, cash=30).tiles("C22 9/1").laying("AB").game()
    assert "AB" not in game.state.rewarded
    assert not lays(game, "C22")
    built = appenzell().company("VSB", 1, cash=30)
    events = lay(built.laying("VSB").game(), "VSB", "C22 9/1")
    assert reached(events) == {}


def test_zielbahnhof_from_the_home_only():
    """Trap 11: a marker nearer to the destination does not count."""
    built = position().company("AB", 0, par=80, cash=200).tiles("C24 6/5").marker("AB", "C24")
    goal, box = built.hex("C20"), built.printed.box
    track = next(t for t in box.successors(goal, box.printed[goal]) if t.sides_of[0] == (4,))
    game = built.set(board=built.state.board.lay(goal, track)).laying("AB", 2).game()
    assert reached(lay(game, "AB", "C22 9/1")) == {}
    assert reached(lay(game, "AB", "D25 57/2")) == {"AB": 400}


def test_zielbahnhof_a_link_that_was_there_before_pays_when_the_home_marker_lies():
    """Q6: early enough to build with it in the first turn."""
    built = position().company("JS", 1, par=80, cash=0, operated=False).tiles("G4 9/0, H3 58/3, F5 8/4")
    game = built.companies_to_act().game()
    assert game.state.cash["JS"] == 160
    assert game.waiting_for() == (1,)


def test_zielbahnhof_of_the_gotthardbahn_at_floating_if_the_tunnel_is_there():
    """C18, Q6."""
    built = position().tunnel("H19", 3, 5, owner=2).purses(500, 500, 500, 500).stock_turn(0)
    game = built.game()
    game.play(StartCompany(0, "GB", 70))
    assert game.state.cash["GB"] == 140 + 140


def test_zielbahnhof_none_for_companies_begun_in_phase_6():
    """C37: AB was rewarded at floating; BLS, begun in phase 5, still gets five times par in 6."""
    game = appenzell().rewarded("AB").phase("6").laying("AB").game()
    assert reached(lay(game, "AB", "C22 9/1")) == {}
    game = bls_to_thun().phase("6").laying("VZ", 0).game()
    text = next(text for text in tunnels(game, "I12") if exits(game, text) == {3, 5})
    assert reached(lay(game, "VZ", text, "tunnel")) == {"BLS": 450}


def test_zielbahnhof_when_a_circle_is_added():
    """Trap 11: an upgrade opens a full city."""
    built = appenzell().company("VSB", 1, cash=30).tiles("C22 9/1").phase("3")
    game = built.laying("VSB").game()
    assert "AB" not in game.state.rewarded
    green = next(a for a in listed(game, LayTile) if a.hex == "C24")
    assert reached(game.play(green)) == {"AB": 400}


# Tunnels ----------------------------------------------------------------------------------------------------


def test_tunnelbau_the_directors_unused_certificate_from_phase_1_on():
    built = gotthard().phase("1")
    assert tunnels(built.laying("FNM").game(), "H19")
    for owner in (1, "FNM"):
        game = built.give(owner, "T1").laying("FNM").game()
        assert not tunnels(game)
        assert reason_against(game, LayTile(0, "FNM", "H19", "tunnel straight", 2, "tunnel")) == "no_tunnel_paper"


def test_tunnelbau_each_certificate_once():
    game = gotthard(cash=300).laying("FNM").game()
    text = next(text for text in tunnels(game, "H19") if exits(game, text) == {3, 5})
    lay(game, "FNM", text, "tunnel")
    assert not tunnels(game)
    game = gotthard(cash=300).give("issue", "T1").tunnel("J9", 0, 3, owner=0).laying("FNM").game()
    assert not tunnels(game)
    assert reason_against(game, LayTile(0, "FNM", "H19", "tunnel straight", 2, "tunnel")) == "no_tunnel_paper"


def test_tunnelbau_before_or_after_the_tile_and_several_in_a_turn():
    """Trap 13: 100 francs each, also through the tunnel just built."""
    built = position().company("VZ", 0, cash=300).tiles("K10 15/0").tunnel_papers(0, 3)
    game = built.laying("VZ").game()
    found = tunnels(game)
    assert {text.split()[0] for text in found} == {"J9"}
    lay(game, "VZ", next(t for t in found if exits(game, t) == {3, 5}), "tunnel")
    assert game.state.cash["VZ"] == 200
    lay(game, "VZ", min(lays(game, "I10", "")))
    assert game.state.cash["VZ"] == 170
    assert game.state.tunnels == {"T1": built.hex("J9")}


def test_tunnelbau_joins_two_printed_entrances_and_one_a_hex():
    """C16: H19 has entrances 2, 3 and 5; tunnels are straight or gently curved."""
    game = gotthard().laying("FNM").game()
    assert {frozenset(exits(game, text)) for text in tunnels(game, "H19")} == {
        frozenset({3, 5}),
        frozenset({2, 5}),
    }
    for rotation in range(6):
        for tile in ("tunnel straight", "tunnel curve"):
            action = LayTile(0, "FNM", "H19", tile, rotation, "tunnel")
            if action not in game.legal_actions():
                assert reason_against(game, action) in ("tunnel_entrances", "not_connected")
    assert reason_against(game, LayTile(0, "FNM", "J21", "tunnel straight", 0, "tunnel")) == "tunnel_entrances"
    game = gotthard().tunnel_papers(0).tunnel("H19", 3, 5).laying("FNM").game()
    assert not tunnels(game, "H19")
    again = LayTile(0, "FNM", "H19", "tunnel straight", 2, "tunnel")
    assert reason_against(game, again) == "one_tunnel_a_hex"


def test_tunnelbau_must_be_reached():
    game = position().company("STB", 0, cash=300).tunnel_papers(0).laying("STB").game()
    assert not tunnels(game)
    assert reason_against(game, LayTile(0, "STB", "H19", "tunnel straight", 2, "tunnel")) == "not_connected"


def test_tunnelgesellschaften_fifty_francs_in_a_stock_round():
    """N8: five certificates."""
    built = position().tunnel_papers(1, 5).purses(500, 500, 500, 500)
    assert reason_against(built.stock_turn(0).game(), BuyTunnel(0)) == "papers_sold_out"
    game = position().purses(50, 49, 500, 500).stock_turn(0).game()
    game.play(BuyTunnel(0))
    assert game.state.cash[0] == 0
    assert game.waiting_for() != (1,)  # has not enough


# P2 and P4 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [0, "STB"])
def test_p2_one_more_yellow_tile_once_for_company_or_director(owner):
    built = position().phase("3").company("STB", 0, cash=300).give(owner, "P2").tiles("D13 57/0")
    game = built.laying("STB").game()
    extra = lays(game, permit="P2")
    assert extra
    box = game.rules.printed.box
    assert {box.tiles[text.split()[1].partition("/")[0]].colour for text in extra} == {"yellow"}
    lay(game, "STB", min(lays(game, permit="")))
    lay(game, "STB", min(lays(game, permit="P2")), "P2")
    assert game.state.power_used
    assert not lays(game)
    game = built.set(power_used=True).laying("STB").game()
    assert not lays(game, permit="P2")
    some = next(a for a in listed(game, LayTile) if a.tile in ("7", "8", "9", "3", "4", "58", "5", "6", "57"))
    extra_lay = LayTile(0, "STB", some.hex, some.tile, some.rotation, "P2")
    assert reason_against(game, extra_lay) == "power_used"


def test_p2_may_bring_the_home_tile_of_a_first_turn():
    """Rulings: the regular tile is then free for anything, green included; also Gleisteile legen."""
    built = position().phase("3").company("ChA", 0, par=60, cash=300, operated=False).give(0, "P2")
    game = built.companies_to_act().game()
    assert lays(game, permit="P2") == lays(game, permit="")
    assert {text.split()[0] for text in lays(game)} == {"G28"}
    assert reason_against(game, LayTile(0, "ChA", "G26", "57", 0, "P2")) == "home_first"
    regular = game.copy()
    lay(game, "ChA", min(lays(game, permit="P2")), "P2")
    assert (game.state.cash["ChA"], game.state.power_used) == (270, True)
    assert not lays(game, permit="P2")
    box = game.rules.printed.box
    assert {box.tiles[text.split()[1].split("/")[0]].colour for text in lays(game, "G28")} == {"green"}
    assert lays(game) - lays(game, "G28")
    assert Pass(0) in game.legal_actions()
    lay(regular, "ChA", min(lays(regular, permit="")))
    assert lays(regular) == lays(regular, permit="P2")


@pytest.mark.parametrize(("phase", "owner"), [("2", 0), ("3", 1)])
def test_p2_no_home_tile_before_phase_3_nor_for_others(phase, owner):
    built = position().phase(phase).company("ChA", 0, par=60, cash=300, operated=False).give(owner, "P2")
    game = built.companies_to_act().game()
    assert lays(game) == lays(game, permit="")
    why = "not_before_phase_3" if phase == "2" else "not_your_private"
    first = min(lays(game)).split()[1].split("/")
    assert reason_against(game, LayTile(0, "ChA", "G28", first[0], int(first[1]), "P2")) == why


def test_p2_not_before_phase_3_nor_for_others_and_at_the_usual_cost():
    early = position().phase("2").company("STB", 0, cash=300).give(0, "P2").laying("STB").game()
    assert not lays(early, permit="P2")
    others = position().phase("3").company("STB", 0, cash=300).company("AB", 0)
    for owner in (1, "AB", GONE):
        assert not lays(others.give(owner, "P2").laying("STB").game(), permit="P2")
    green = position().phase("3").company("STB", 0, cash=300).give(0, "P2").laying("STB").game()
    assert reason_against(green, LayTile(0, "STB", "D15", "15", 1, "P2")) == "yellow_only"
    poor = position().phase("3").company("FNM", 0, cash=19).give(0, "P2").laying("FNM").game()
    assert reason_against(poor, LayTile(0, "FNM", "L21", "57", 0, "P2")) == "track_too_dear"


@pytest.mark.parametrize("owner", [2, "STB"])
def test_p4_lays_its_line_at_any_time_from_phase_3_on(owner):
    """C17: in another's turn, 80 francs, and P4 is closed; a company's director decides for it."""
    built = position().phase("3").company("RhB", 1, par=80, cash=0).company("STB", 2).tiles("H25 58/1, J15 9/1")
    built.company("GB", 3, par=80, cash=0).give(owner, "P4").purses(0, 0, 0, 0)
    game = built.laying("RhB").game()
    assert game.waiting_for() == (1,)
    events = game.play(LayFurka(2))
    assert paid(events, "furka") == {owner: 80}
    assert reached(events) == {"RhB": 400}
    assert game.state.cash["RhB"] == 400
    assert game.state.cash["GB"] == 0  # no tunnel
    assert game.state.papers["P4"] == GONE
    assert game.waiting_for() == (1,)
    names = game.rules.printed.box.grid.index
    laid = [game.state.board.tracks[names[n]].tile for n in ("I16", "H17", "H19", "H21", "H23")]
    assert laid == ["FO1", "FO2", "FO3", "FO4", "FO5"]


def test_p4_not_before_phase_3():
    game = position().phase("2").company("STB", 0, cash=100).give(2, "P4").laying("STB").game()
    assert LayFurka(2) not in game.legal_actions()
    assert LayFurka(2) not in listed(game)


def test_p4_in_every_decision_of_every_player_also_in_stock_rounds():
    game = position().phase("3").company("STB", 0).give(2, "P4").purses(500, 500, 500, 500).stock_turn(0).game()
    for _ in range(3):
        assert LayFurka(2) in listed(game, seat=2)
        game.play(Pass(game.waiting_for()[0]))


def test_p4_a_tunnel_may_cross_its_line_and_the_other_way_round():
    """C17, end."""
    built = gotthard().phase("3").give(2, "P4")
    game = built.laying("FNM").game()
    game.play(LayFurka(2))
    text = next(text for text in tunnels(game, "H19") if exits(game, text) == {3, 5})
    assert reached(lay(game, "FNM", text, "tunnel"))["GB"] == 160
    game = gotthard().phase("3").give(2, "P4").laying("FNM").game()
    lay(game, "FNM", text, "tunnel")
    game.play(LayFurka(2))
    track = game.state.board.tracks[built.hex("H19")]
    assert (track.tile, track.crossing.tile) == ("FO3", text.split(" ", 1)[1].partition("/")[0])


def test_p4_its_tiles_are_nobody_elses():
    built = position().phase("3").company("BLS", 0, cash=500).tiles("K10 57/0")
    for hex_ in ("I16", "H17", "H19", "H21", "H23"):
        for tile in ("FO1", "FO2", "FO3", "FO4", "FO5"):
            assert refused(built.laying("BLS").game(), LayTile(0, "BLS", hex_, tile, 0))
    game = gotthard(cash=500).phase("7").laying("FNM").game()
    assert not [text for text in lays(game) if " FO" in text]


def test_privatgesellschaften_companies_buy_p1_to_p5_from_phase_3_on():
    """N5."""
    built = position().phase("3").company("STB", 0, cash=90).company("NOB", 0, cash=90).company("VZ", 0, cash=500)
    built.give(0, *(f"P{n}" for n in range(1, 7))).give(1, "P5")
    game = built.laying("STB").game()
    assert amounts(game, BuyPrivate, private="P1") == (1, 40)
    assert amounts(game, BuyPrivate, private="P2") == (1, 90)
    assert reason_against(game, BuyPrivate(0, "STB", "P1", 41)) == "price_out_of_range"
    assert reason_against(game, BuyPrivate(0, "STB", "P2", 91)) == "private_too_dear"
    assert reason_against(game, BuyPrivate(0, "STB", "P5", 20)) == "directors_privates_only"
    assert reason_against(game, BuyPrivate(0, "STB", "P6", 20)) == "private_not_for_companies"
    assert reason_against(game, BuyPrivate(0, "VZ", "P1", 20)) == "not_this_company"
    cash = game.state.cash[0]
    game.play(BuyPrivate(0, "STB", "P1", 40))
    assert (game.state.cash["STB"], game.state.cash[0], game.state.papers["P1"]) == (50, cash + 40, "STB")
    assert game.waiting_for() == (0,)
    game = built.laying("VZ").game()
    assert amounts(game, BuyPrivate, private="P4") == (1, 220)
    game = built.laying("NOB").game()
    assert reason_against(game, BuyPrivate(0, "NOB", "P2", 20)) == "private_not_for_companies"
    game = built.phase("2").laying("STB").game()
    assert reason_against(game, BuyPrivate(0, "STB", "P2", 20)) == "not_before_phase_3"


def test_privatgesellschaften_p7_and_the_sbb():
    built = position().phase("4").company("STB", 3, cash=90)
    game = built.laying("STB").game()
    assert reason_against(game, BuyPrivate(3, "STB", "P7", 20)) == "private_not_for_companies"
    game = position().phase("3").company("STB", 0).purses(500, 500, 500, 500).give(0, "P1").stock_turn(0).game()
    assert listed(game, BuyPrivate) == []  # only in a company's turn


def test_uebersicht_privates_can_be_bought_until_the_very_end_of_the_turn():
    """Gesellschaften buy privates at any time of their turn: no step passes by itself while they can."""
    built = position().phase("3").company("STB", 0, cash=60).give(0, "P1").purses(0, 0, 0, 0)
    game = built.buying("STB").game()
    assert game.waiting_for() == (0,)
    assert listed(game, BuyPrivate)
    game.play(BuyPrivate(0, "STB", "P1", 40))
    assert not listed(game, BuyPrivate)
    assert not isinstance(game.step, TrainStep)


def test_uebersicht_a_company_with_p4_can_lay_it_before_its_turn_ends():
    built = position().phase("4").company("STB", 0, cash=70).give("STB", "P4").trains("pool", "3H")
    game = built.buying("STB").game()
    assert game.waiting_for() == (0,)
    game.play(LayFurka(0))
    assert [a.train for a in listed(game) if hasattr(a, "train")] == ["3H"]


# Stations ---------------------------------------------------------------------------------------------------


def olten():
    """E8's track."""
    return position().company("STB", 0, par=80, cash=500).tiles("D15 15/1, C14 58/5, D13 57/1, C12 57/4")


def stations(game):
    return {a.hex for a in listed(game, BuildStation)}


def test_bahnhof_bauen_second_marker_40_and_the_last_circle_kept_for_a_home():
    """E8."""
    game = olten().placing("STB").game()
    assert stations(game) == {"D13"}
    assert reason_against(game, BuildStation(0, "STB", "C12", 0)) == "home_circle_kept"
    game.play(BuildStation(0, "STB", "D13", 0))
    assert game.state.cash["STB"] == 460
    assert markers_in(game, "D13") == ("STB",)


def test_bahnhof_bauen_each_further_one_costs_100_and_one_a_turn():
    """N3."""
    built = position().company("STB", 0, par=100, cash=500).marker("STB", "B19").tiles("D15 15/1, D13 57/1")
    game = built.placing("STB").game()
    assert stations(game) == {"D13"}
    game.play(BuildStation(0, "STB", "D13", 0))
    assert game.state.cash["STB"] == 400
    assert not stations(game)


def test_bahnhof_bauen_one_a_turn_though_others_are_in_reach():
    game = green_basel(position().company("STB", 0, par=80, cash=500)).placing("STB").game()
    assert stations(game) == {"C12", "D13"}
    game.play(BuildStation(0, "STB", "C12", 0))
    assert not stations(game)


def test_bahnhof_bauen_too_dear_is_said():
    game = olten().cash("STB", 39).company("AB", 1, cash=500).laying("STB").game()
    step = StationStep("STB")
    refusal = step.refusal(game.position, BuildStation(0, "STB", "D13", 0))
    assert refusal.reason == "station_too_dear"


def test_bahnhof_bauen_one_in_a_hex_and_only_in_free_circles_within_reach():
    def why(built, hex_, city=0):
        return (
            StationStep("STB")
            .refusal(built.laying("STB").game().position, BuildStation(0, "STB", hex_, city))
            .reason
        )

    assert why(olten(), "D15") == "one_station_per_hex"
    assert why(olten(), "C14") == "not_a_city"
    assert why(olten(), "K2") == "station_not_connected"
    assert why(olten(), "D13", 1) == "no_such_city"
    assert why(olten().company("SCB", 1).marker("SCB", "D13"), "D13") == "no_free_place"
    assert (
        why(position().company("STB", 0, par=60, cash=99).tiles("D15 15/1, D13 57/1"), "D13") == "no_marker_left"
    )


def test_bahnhof_bauen_in_the_first_turn_a_second_one_beside_the_home():
    built = position().company("STB", 0, par=80, cash=500, operated=False).tiles("D15 15/1, D13 57/1")
    game = built.companies_to_act().game()
    game.play(Pass(0))
    assert stations(game) == {"D13"}
    game.play(BuildStation(0, "STB", "D13", 0))
    assert game.state.cash["STB"] == 460


def test_bahnhof_bauen_a_home_is_kept_until_the_marker_lies_there():
    """Trap 9: also of a company that is in operation but has not acted."""
    built = olten().company("SCB", 1, operated=False)
    assert "C12" not in stations(built.placing("STB").game())


def test_bahnhof_bauen_a_second_circle_beside_a_kept_home_is_free_for_all():
    built = position().company("STB", 0, par=80, cash=500)
    basel = green_basel(built)
    game = basel.placing("STB").game()
    assert "C12" in stations(game)
    basel = green_basel(position().company("STB", 0, par=80, cash=500).company("AB", 1)).marker("AB", "C12")
    assert "C12" not in stations(basel.placing("STB").game())


def green_basel(built):
    """Aarau joined with a green Basel of two circles by way of Olten's two free sides."""
    built.tiles("D15 15/1, C14 58/5, D13 57/1, C12 57/4")
    box, hex_ = built.printed.box, built.hex("C12")
    track = next(t for t in box.successors(hex_, built.state.board.tracks[hex_]) if t.stops[0].slots == 2)
    return built.set(board=built.state.board.lay(hex_, track))


def test_bahnhof_bauen_homes_of_v_companies_never_founded_open_with_the_sbb():
    """Also Vor-SBB Gesellschaften."""
    built = olten().phase("5").sbb(1).federal(1, 10)
    assert "C12" in stations(built.placing("STB").game())
