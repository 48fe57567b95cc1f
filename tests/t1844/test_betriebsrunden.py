"""Operating rounds: order, running, bonuses, mountain railways, payouts and price moves."""

from types import SimpleNamespace

import pytest

from eighteen.positions import cell, listed, price_of, reason_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.eighteen.actions import BuildStation, BuyTrain, Dividend
from stellwerk.eighteen.classic.operating import BeginOperatingRound
from stellwerk.eighteen.events import CompanyActs, RouteRun
from stellwerk.play.runs import RunTrains
from stellwerk.routes import best_run
from stellwerk.titles.t1844.actions import BuyMountain
from stellwerk.titles.t1844.running import _between_counted, _transit_bonuses, pay_out, problem_of

from .positions import income_of, position


def sion():
    """E9's track: VZ at a green Sion with Martigny, Visp and Brig."""
    return position().phase("2").company("VZ", 0, cash=0).tiles("K10 15/0, K8 58/2, J11 58/4")


def como(phase="2", **company):
    """C19's track: the FNM from Milano to Altdorf through the Gotthard."""
    built = position().phase(phase).company("FNM", 0, par=100, **company).rewarded("FNM")
    return built.tiles("L21 57/0, K22 6/0, J21 9/2, I20 9/2").tunnel("H19", 3, 5, owner=2)


# Order ------------------------------------------------------------------------------------------------------


def test_reihenfolge_highest_price_then_further_right_then_upper_marker():
    """N9: all cells of 100 in order."""
    built = position().phase("5")
    cells = [(2, 5), (6, 9), (4, 7), (1, 4), (5, 8), (3, 6)]
    for company, where in zip(("JN", "ChA", "VZ", "STB", "AB", "BLS"), cells, strict=True):
        built.company(company, 0, at=where)
    built.company("MOB", 0, at=(6, 9)).company("RhB", 0, at=(6, 10))
    order = built.state.chart.order(built.printed.sheet)
    assert order == ["RhB", "ChA", "MOB", "AB", "VZ", "BLS", "JN", "STB"]


def test_reihenfolge_every_company_in_operation_acts_once():
    """Also Betriebsrunde."""
    built = position().company("JN", 0, at=(3, 3)).company("STB", 1, at=(4, 7)).started("AB", 2, 100)
    game = built.companies_to_act().game()
    acting = [event.company for event in told(game.events, CompanyActs)]
    game.play(Pass(1))
    acting += [event.company for event in told(game.events_of(1), CompanyActs)]
    assert acting == ["STB", "JN"]
    game.play(Pass(0))
    assert game.state.operating_round == 0


def test_reihenfolge_incomes_come_first():
    """N5, N8: privates, used tunnels and mountain railways, also those of companies; unused ones bring nothing."""
    built = position().company("STB", 3, cash=0).purses(0, 0, 0, 0).give(0, "P1", "P6").give("STB", "P5")
    built.tunnel("J9", 0, 3, owner=1, used=True).mountain("H7", 0, owner=2, used=True)
    built.tunnel("H19", 3, 5, owner=1).mountain("G14", 0, owner=2)
    game = built.agenda(BeginOperatingRound(1)).game()
    assert [game.state.cash[seat] for seat in range(4)] == [35, 10, 40, 0]
    assert game.state.cash["STB"] == 25


def test_uebersicht_track_station_run_income_trains():
    """Also Betriebsrunde: nothing but the step at hand."""
    built = position().phase("2").company("STB", 0, par=80, cash=500, trains=("2",))
    game = built.tiles("D15 15/1, D13 57/1").turn_of("STB").game()
    assert reason_against(game, BuildStation(0, "STB", "D13", 0)) == "only_track_now"
    assert reason_against(game, BuyTrain(0, "STB", "2", BANK)) == "only_track_now"
    game.play(Pass(0))
    assert reason_against(game, Dividend(0, "STB", "pay")) == "only_stations_now"
    game.play(Pass(0))
    assert reason_against(game, Pass(0)) == "pay_or_withhold"
    game.play(Dividend(0, "STB", "keep"))
    assert reason_against(game, Dividend(0, "STB", "pay")) == "only_trains_now"
    game.play(Pass(0))


# Running ----------------------------------------------------------------------------------------------------


def test_betrieb_der_loks_two_h_trains_of_the_vz():
    """E9: 40 and 60; Montreux would be four hexes away."""
    game = sion().trains("VZ", "2H", "3H").laying("VZ").game()
    assert income_of(game, "VZ") == 100
    assert income_of(game, "VZ", "2H") == 40
    assert income_of(game, "VZ", "3H") == 60
    yellow = position().phase("2").company("VZ", 0).tiles("K10 57/1, K8 58/2, J11 58/4")
    assert income_of(yellow.laying("VZ").game(), "VZ", "3H") <= 60
    built = sion().tiles("J7 8/0, I6 6/3")
    assert income_of(built.laying("VZ").game(), "VZ", "3H") == 60


def test_betrieb_der_loks_an_own_marker_on_every_route():
    game = sion().company("STB", 1).laying("STB").game()
    assert income_of(game, "STB", "6") == 0


def test_betrieb_der_loks_not_beyond_a_city_full_of_strangers_but_into_it():
    built = position().phase("2").company("STB", 0).tiles("D15 15/1, D13 57/1, D11 9/1, D9 9/1, D7 7/3")
    assert income_of(built.laying("STB").game(), "STB", "3") == 30 + 20 + 10  # Aarau, Olten, Belfort
    game = built.company("SCB", 2).marker("SCB", "D13").laying("STB").game()
    assert income_of(game, "STB", "3") == 30 + 20


def test_betrieb_der_loks_h_trains_never_reach_fernverbindungen():
    """C24: FNM's 2 to Milano; as 2H only within the country."""
    built = position().phase("2").company("FNM", 0).tiles("L21 57/0")
    game = built.laying("FNM").game()
    assert income_of(game, "FNM", "2") == 60
    assert income_of(game, "FNM", "2H") == 0
    game = built.tiles("K22 6/0").laying("FNM").game()
    assert income_of(game, "FNM", "2H") == 40


def test_betrieb_der_loks_a_stub_home_is_usable():
    """Q2: Como 10 and Milano 40."""
    game = position().phase("2").company("FNM", 0).laying("FNM").game()
    assert income_of(game, "FNM", "2") == 50


def test_betrieb_der_loks_every_hex_counts_for_h_trains():
    """C19: Como to Altdorf are six hexes; H trains never go to Milano."""
    game = como("4").laying("FNM").game()
    assert income_of(game, "FNM", "6H") == 60 + 30
    assert income_of(game, "FNM", "5H") == 40
    assert income_of(game, "FNM", "4") == 150


def test_betrieb_der_loks_no_area_twice_and_never_in_the_middle():
    """C22: Stuttgart by A18 and A20 is one place."""
    built = position().phase("3").company("STB", 0, par=100).marker("STB", "B19")
    box, hex_ = built.printed.box, built.hex("B19")
    both = 1 << 2 | 1 << 3
    tiles = [t for name in ("5", "6", "57") for t in box.tracks[name] if t.exits == both]
    assert tiles, "a yellow city tile joins two neighbouring sides"
    built.set(board=built.state.board.lay(hex_, tiles[0]))
    game = built.laying("STB").game()
    assert income_of(game, "STB", "4") == 20 + 40  # Schaffhausen and Stuttgart once


def test_betrieb_der_loks_separate_routes_for_several_trains():
    built = position().phase("2").company("FNM", 0).tiles("L21 57/0, K22 6/0")
    game = built.laying("FNM").game()
    assert income_of(game, "FNM", "2", "2") == 60 + 40
    assert income_of(game, "FNM", "2", "2", "2") == 60 + 40


# Values and bonuses -----------------------------------------------------------------------------------------


def test_einnahmen_berechnen_the_tunnel_bonus_and_runs_of_equal_worth():
    """E10: three sets of runs give 100; those over J9 make the tunnel used."""
    built = sion().trains("VZ", "2H", "3H").tunnel("J9", 3, 5, owner=2).tiles("I10 58/0").cash(2, 0)
    game = built.running("VZ").game()
    assert income_of(game, "VZ", "3H") == 60
    assert income_of(game, "VZ") == 100
    runs = listed(game, RunTrains)
    assert len(runs) == 2
    opened = set()
    for run in runs:
        twin = game.copy()
        twin.play(run)
        opened.add("T1" in twin.state.earning)
    assert opened == {True, False}


def test_einnahmen_berechnen_the_best_run_is_compulsory():
    built = sion().trains("VZ", "2H", "3H").tunnel("J9", 3, 5, owner=2).tiles("I10 58/0")
    game = built.running("VZ").game()
    worse = RunTrains(0, "VZ", listed(game, RunTrains)[0].ways[:1])
    assert reason_against(game, worse) == "not_the_best_run"


def test_einnahmen_berechnen_tunnel_and_mountain_bring_income_from_the_next_round_on():
    """C23, trap 14."""
    built = como("4", cash=0).purses(0, 0, 0, 0).trains("FNM", "4").operating(1, 2)
    game = built.running("FNM").game()
    game.play(Dividend(0, "FNM", "keep"))
    assert game.state.earning == {"T1"}
    while game.state.operating_round == 1:
        game.play(Pass(game.waiting_for()[0]))
    assert game.state.cash[2] == 10


@pytest.mark.parametrize(
    ("values", "links", "between"),
    [((20, None, None), (1, 2), ()), ((20, None, 30), (1, 2), (1, 2)), ((None, 20, 30), (1, 2), (2,))],
)
def test_einnahmen_berechnen_only_with_counted_stops_on_both_sides(values, links, between):
    """C21: what an 8E does not count on one side does not use the tunnel."""
    assert tuple(_between_counted(values, links)) == between


@pytest.mark.parametrize(
    ("one", "other", "bonus"),
    [
        ("Strasbourg", "Torino", 70),
        ("Lyon", "Innsbruck", 180),
        ("Belfort", "München", 100),
        ("Stuttgart", "Milano", 70),
        ("Strasbourg", "Innsbruck", 0),
        ("Torino", "Milano", 0),
        ("Belfort", "Lyon", 0),
    ],
)
def test_einnahmen_berechnen_transit(one, other, bonus):
    """E11, C22: north to south and west to east, no other way."""
    table = position().table
    stops = {area: hex_ * 8 for hex_, area in table.rules.printed.area_of.items()}
    everything = SimpleNamespace(index=frozenset(stops.values()))
    found = 0
    for each in _transit_bonuses(table, everything):
        for ends in ((each.first, each.second), (each.second, each.first)):
            if stops[one] in ends[0] and stops[other] in ends[1]:
                found = ends[0][stops[one]] + ends[1][stops[other]]
    assert found == bonus


@pytest.mark.parametrize(
    ("phase", "income"), [("1", 30), ("2", 30), ("3", 70), ("4", 70), ("5", 100), ("6", 100), ("7", 30)]
)
def test_bergbahnen_value_by_phase(phase, income):
    """C23: the board 10-50-80-10 at Rochers de Naye beside Montreux (20); also Einnahmen berechnen."""
    built = position().phase(phase).company("MOB", 0).tiles("I6 6/3").mountain("H7", 2, owner=1)
    assert income_of(built.laying("MOB").game(), "MOB", "5H") == income


def test_bergbahnen_an_empty_site_is_no_stop():
    game = position().phase("3").company("MOB", 0).tiles("I6 6/3").laying("MOB").game()
    assert income_of(game, "MOB", "4") == 0


def test_bergbahnen_are_ends_only():
    built = position().phase("3").company("MOB", 0).tiles("I6 6/3").mountain("H7", 2).tiles("G8 59/0")
    game = built.laying("MOB").game()
    routes = best_run(problem_of(game.position, "MOB", game.state.board, [game.rules.printed.trains["6"]])).routes
    assert all(built.hex("H7") * 8 in (route.stops[0], route.stops[-1]) for route in routes)


def test_bergbahnen_the_buyer_picks_site_and_board():
    """N8: 150 francs; two boards of a kind."""
    built = position().mountain("H7", 0, owner=1).mountain("G14", 0, owner=2).purses(150, 149, 0, 0)
    game = built.stock_turn(0).game()
    offers = {(a.hex, a.board) for a in listed(game, BuyMountain)}
    assert offers == {(hex_, board) for hex_ in ("F19", "I14", "J29", "L13", "L23") for board in (1, 2)}
    assert reason_against(game, BuyMountain(0, "H7", 1)) == "no_free_site"
    assert reason_against(game, BuyMountain(0, "F19", 0)) == "no_such_board"
    assert reason_against(game, BuyMountain(0, "D15", 1)) == "no_free_site"
    game.play(BuyMountain(0, "F19", 2))
    assert game.state.cash[0] == 0
    assert game.state.mountains["B3"] == (built.hex("F19"), 2)


def test_bergbahnen_first_visit_opens_them():
    built = position().phase("2").company("MOB", 0, trains=("2",)).tiles("I6 6/3").mountain("H7", 2, owner=1)
    game = built.running("MOB").game()
    assert game.state.earning == {"B1"}


# Payouts ----------------------------------------------------------------------------------------------------


def test_ausbezahlen_der_einnahmen_by_parts_pool_to_the_company_unsold_to_the_bank():
    """Also Einnahmen verwalten."""
    built = position().phase("2").company("FNM", 0, cash=0, trains=("2",), at=(4, 7)).tiles("L21 57/0")
    built.shares(1, "FNM", 10).shares(POOL, "FNM", 10, 10, 10).purses(0, 0, 0, 0)
    game = built.running("FNM").game()
    bank = game.state.cash[BANK]
    game.play(Dividend(0, "FNM", "pay"))
    assert (game.state.cash[0], game.state.cash[1], game.state.cash["FNM"]) == (12, 6, 18)
    assert game.state.cash[BANK] == bank - 36
    assert cell(game, "FNM") == (4, 8)


def test_ausbezahlen_der_einnahmen_rounds_for_players_up_for_the_pool_down():
    """Trap 18: on the whole holding; quarters of the NOB and twentieths of the SBB."""
    built = position().company("NOB", 0, cash=0).shares(1, "NOB", 25).shares(POOL, "NOB", 25).purses(0, 0, 0, 0)
    built.turn.events.clear()
    pay_out(built.turn, "NOB", 50)
    assert [built.state.cash[x] for x in (0, 1, "NOB")] == [25, 13, 12]
    built = position().phase("5").sbb(0).federal(0, 10, 5).federal(1, 5, 5).purses(0, 0, 0, 0)
    pay_out(built.turn, "SBB", 130)
    assert [built.state.cash[x] for x in (0, 1, "SBB")] == [20, 13, 97]


@pytest.mark.parametrize(
    ("start", "end"),
    [((6, 10), (5, 10)), ((7, 8), (6, 8)), ((8, 6), (7, 6)), ((5, 13), (4, 13)), ((1, 18), (1, 18))],
)
def test_ausbezahlen_der_einnahmen_at_the_right_edge_up(start, end):
    """N10."""
    built = position().phase("2").company("FNM", 0, trains=("2",), at=start).tiles("L21 57/0")
    game = built.running("FNM").game()
    game.play(Dividend(0, "FNM", "pay"))
    assert cell(game, "FNM") == end


@pytest.mark.parametrize(
    ("start", "end"), [((4, 7), (4, 6)), ((3, 1), (4, 1)), ((2, 2), (3, 2)), ((1, 3), (2, 3)), ((8, 1), (8, 1))]
)
def test_einnahmen_einbehalten_left_at_the_edge_down(start, end):
    """N10."""
    built = position().phase("2").company("FNM", 0, cash=7, trains=("2",), at=start).tiles("L21 57/0")
    game = built.running("FNM").game()
    game.play(Dividend(0, "FNM", "keep"))
    assert game.state.cash["FNM"] == 67
    assert cell(game, "FNM") == end


def test_einnahmen_verwalten_without_income_the_price_goes_left():
    game = position().company("STB", 0, at=(4, 7)).running("STB").game()
    assert cell(game, "STB") == (4, 6)


def test_einnahmen_verwalten_all_or_nothing():
    built = position().phase("2").company("FNM", 0, trains=("2",)).tiles("L21 57/0")
    game = built.running("FNM").game()
    assert {a.kind for a in listed(game, Dividend)} == {"pay", "keep"}
    assert reason_against(game, Dividend(0, "FNM", "half")) == "pay_or_withhold"


def test_ausbezahlen_der_einnahmen_the_marker_goes_under_the_stack():
    built = position().phase("2").company("STB", 1, at=(4, 8)).company("FNM", 0, trains=("2",), at=(4, 7))
    game = built.tiles("L21 57/0").running("FNM").game()
    game.play(Dividend(0, "FNM", "pay"))
    assert game.state.chart.stacks[3, 7] == ("STB", "FNM")


def test_p6_closes_when_the_fnm_first_earns():
    """C5: until then it pays 30 a round."""
    built = position().phase("2").company("FNM", 0, trains=("2",)).give(1, "P6").tiles("L21 57/0")
    assert built.running("FNM").game().state.papers["P6"] == GONE
    built = position().phase("2").company("FNM", 0).give(1, "P6").tiles("L21 57/0")
    assert built.running("FNM").game().state.papers["P6"] == 1


# Regional companies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "price"),
    [
        ((5, 12), 170), ((4, 12), 180), ((3, 12), 190), ((2, 12), 200), ((1, 12), 200),
        ((2, 10), 175), ((1, 10), 185), ((1, 11), 200), ((3, 11), 180),
    ],
)  # fmt: skip
def test_regionalbahnen_never_above_200(start, price):
    """E12."""
    built = sion().at("VZ", *start).trains("VZ", "2H")
    game = built.running("VZ").game()
    game.play(Dividend(0, "VZ", "pay"))
    assert price_of(game, "VZ") == price
    assert cell(game, "VZ")[1] <= 12


def test_regionalbahnen_others_go_on_to_the_right():
    built = position().phase("2").company("FNM", 0, trains=("2",), at=(4, 12)).tiles("L21 57/0")
    game = built.running("FNM").game()
    game.play(Dividend(0, "FNM", "pay"))
    assert price_of(game, "FNM") == 190


def test_regionalbahnen_sold_out_may_lift_to_200():
    built = position().company("VZ", 0, at=(2, 12)).shares(1, "VZ", 20, 20, 20)
    assert price_of(built.end_of_stock_round().game(), "VZ") == 200


def test_regionale_gesellschaften_in_short():
    """40% and three of 20%, capital five times par, three markers, two trains, no destination."""
    printed = position().printed
    for company in ("JN", "ChA", "VZ"):
        assert [(p.percent, p.director) for p in printed.register.of[company]] == [(40, True)] + [(20, False)] * 3
        assert not printed.companies[company].destination
    kind = printed.kinds["regional"]
    assert (kind.capital, kind.premium, kind.stations, kind.trains, kind.must_own) == (5, 0, 3, 2, True)


def test_vor_sbb_gesellschaften_in_short():
    """50% and two of 25%, capital twice par, two markers, two trains, no duty, no privates."""
    printed = position().printed
    goals = {"NOB": "Aarau", "SCB": "Luzern", "VSB": "Sargans", "JS": "Neuchâtel", "GB": "Gotthard"}
    names = printed.box.names
    for company, goal in goals.items():
        assert [(p.percent, p.director) for p in printed.register.of[company]] == [(50, True)] + [(25, False)] * 2
        assert names[printed.box.grid.index[printed.companies[company].destination]] == goal
    kind = printed.kinds["pre_sbb"]
    assert (kind.capital, kind.premium, kind.stations, kind.trains) == (2, 2, 2, 2)
    assert not kind.must_own
    assert not kind.owns_privates


def test_historische_gesellschaften_homes_and_destinations():
    """20% and eight of 10%."""
    printed = position().printed
    names, index = printed.box.names, printed.box.grid.index
    goals = {
        "FNM": ("Como", "Altdorf"),
        "RhB": ("Chur", "Brig"),
        "BLS": ("Bern", "Brig"),
        "STB": ("Aarau", "Thun"),
        "AB": ("Appenzell", "Winterthur & Frauenfeld"),
        "MOB": ("Montreux", "Thun"),
    }
    for company, (home, goal) in goals.items():
        entry = printed.companies[company]
        assert (names[index[entry.hex]], names[index[entry.destination]]) == (home, goal)
        assert [(p.percent, p.director) for p in printed.register.of[company]] == [(20, True)] + [(10, False)] * 8
    homes = {"JN": "Neuchâtel", "ChA": "Arosa", "VZ": "Sion", "NOB": "Zürich", "SCB": "Basel", "VSB": "St. Gallen"}
    homes |= {"JS": "Lausanne", "GB": "Stans"}
    assert {c: names[index[printed.companies[c].hex]] for c in homes} == homes


def test_betrieb_der_loks_vaduz_is_an_end_stop_open_to_h_trains():
    """Q11."""
    built = position().phase("2").company("ChA", 0)
    vaduz = built.state.board.tracks[built.hex("E26")]
    assert vaduz.terminals == {0}
    assert built.hex("E26") not in built.printed.area_of
    assert [vaduz.stops[0].value(c) for c in ("yellow", "green", "brown", "gray")] == [10, 20, 30, 40]


def test_betrieb_der_loks_torino_at_0_is_a_legal_stop():
    """C22, trap 17."""
    stop = position().state.board.tracks[position().hex("M8")].stops[0]
    assert stop.value("yellow") == 0


def test_betriebsrunde_routes_are_told():
    game = sion().trains("VZ", "3H").running("VZ").game()
    assert sum(event.value for event in told(game.events, RouteRun)) == 60
