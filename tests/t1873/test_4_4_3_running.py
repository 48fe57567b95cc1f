"""4.4.3, 4.4.4, 4.6: what routes are, which must be run, what they earn, and which markers turn inactive."""

import pytest

from stellwerk.play.runs import RunTrains, Way
from stellwerk.titles.t1873.companies.running import RunLocomotives
from stellwerk.titles.t1873.events import MarkersTurned
from t1873.yard import asleep, income, told, yard

CONCESSION = ("2", "B19 C16 D15")


def hbe(*trains, tiles="E16 76/0", markers=("E16",), phase="3"):
    built = yard(phase).railway("HBE", *trains).tiles(tiles)
    for hex_ in markers:
        built.marker("HBE", hex_)
    return built


# Concession routes (4.4.3, 4.6) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "phase", "loco", "earned"),
    [
        ("HBE", "1", "1", 130),
        ("HBE", "1", "2", 150),
        ("GHE", "1", "1", 130),
        ("GHE", "2", "2", 160),
        ("SHE", "2", "2", 190),
        ("SHE", "3", "3", 250),
        ("KEZ", "2", "2", 110),
        ("KEZ", "3", "3", 140),
        ("NWE", "2", "2", 300),
        ("NWE", "3", "2", 340),
        ("NWE", "3", "3", 360),
        ("WBE", "3", "3", 220),
        ("WBE", "4", "4", 240),
    ],
)
def test_4_4_3_and_4_4_4_concession_routes_alone(company, phase, loco, earned):
    """C31."""
    assert yard(phase).railway(company, loco).best(company) == earned


def test_4_4_3_a_late_concession_route():
    """C54: value bars of phase D, works for the largest of four locomotives."""
    assert yard("D").railway("KEZ", "4", "3", "3", "3").tiles("G4 972/0").best("KEZ") == 240


def test_4_4_3_without_other_track_there_is_nothing_to_choose():
    game = yard("3").railway("SHE", "3").running("SHE")
    assert told(game.events) == [("3", "E4=90 F3=10 G2=100 I2=50", 250)]
    assert income(game.events) == 250
    assert not isinstance(game.step, RunLocomotives)


def test_4_4_3_which_locomotive_runs_the_concession_route_is_a_choice_if_works_tell_the_difference():
    built = yard("3").railway("SHE", "2", "3")
    game = built.running("SHE")
    assert isinstance(game.step, RunLocomotives)
    assert built.earned("SHE", ("3", "E4 F3 G2 I2")) == 250
    assert built.earned("SHE", ("2", "E4 F3 G2 I2")) == 200


def test_4_4_3_a_concession_route_is_not_split():
    """Trap 18; C32."""
    built = yard("3").railway("SHE", "2")
    cut = ("2", "E4 F3 G2"), ("2", "G2 I2")
    assert built.fault("SHE", *cut) == ("4.4.3", "no_route", {"train": "", "fault": "compulsory_missing"})
    built = yard("3").railway("NWE", "3")
    whole = "B9 D7 E6 F5:1 G6"
    assert built.earned("NWE", ("3", whole), ("3", "G6 H9 I8 J7")) == 360
    for middle in ("H9", "I8"):
        cut = "G6 H9 I8 J7".partition(middle)
        ways = ("3", whole), ("3", f"{cut[0]}{middle}"), ("3", f"{middle}{cut[2]}")
        assert built.fault("NWE", *ways)[2]["fault"] == "compulsory_missing"


def test_4_4_3_two_locomotives_may_share_the_two_routes():
    built = yard("3").railway("NWE", "1", "3")
    upper, lower = "B9 D7 E6 F5:1 G6", "G6 H9 I8 J7"
    assert built.earned("NWE", ("1", upper), ("3", lower)) == 360
    assert built.earned("NWE", ("3", upper), ("1", lower)) == 320


def test_4_4_3_and_4_4_4_blocked_places_on_the_concession_route_earn_nothing():
    """Trap 19; C40: neither they nor their works."""
    assert yard("3").railway("SHE", "2").stranger("NWE", "G2").best("SHE") == 130
    assert yard("3").railway("HBE", "2").stranger("GHE", "C16").best("HBE") == 140
    late = yard("D").railway("WBE", "4").tiles("C14 962/2, D15 990/0").stranger("HBE", "C12")
    assert late.best("WBE") == 340


# Routes and their ends (4.4.3) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loco", "markers", "earned", "routes"),
    [("2", (), 230, 2), ("2", ("E16",), 240, 2), ("3", ("E16",), 290, 3), ("3", (), 280, 2)],
)
def test_4_4_3_routes_run_on_to_their_ends(loco, markers, earned, routes):
    """C34: only a locomotive with routes to spare cuts at the own marker."""
    built = hbe(loco, markers=markers)
    run = RunLocomotives("HBE").offered(built.table)[0]
    assert (run.total, len(run.routes)) == (earned, routes)


def test_4_4_3_no_route_stops_short_of_a_possible_end():
    """Trap 17; C34, Q10: stopping at the own marker would bring 170."""
    fault = hbe("2").fault("HBE", CONCESSION, ("2", "D15 E16"))
    assert fault == ("4.4.3", "no_route", {"train": "2", "fault": "stops_short"})


@pytest.mark.parametrize("change", ["closed", "F15", "E16"])
def test_4_4_3_closed_works_and_blocked_places_are_no_end(change):
    """Trap 17; C34."""
    built = hbe("2", markers=())
    built.closed("W15") if change == "closed" else built.stranger("GHE", change)
    assert built.best("HBE") == 150


def test_4_4_3_a_work_that_closes_meanwhile_is_no_end_any_more():
    """C34, on the same board."""
    built = hbe("2", markers=())
    assert built.best("HBE") == 230
    assert built.closed("W15").best("HBE") == 150


def test_4_4_3_inactive_markers_of_others_block_as_well():
    """C30."""
    built = hbe("2", markers=()).stranger("GHE", "E16")
    built.set(inactive=frozenset({("GHE", built.hex("E16"))}))
    assert built.best("HBE") == 150


def test_4_4_3_and_4_4_4_places_and_works_count_once_for_the_largest_locomotive():
    """Trap 19; C35."""
    built = hbe("1", "3", markers=())
    assert built.earned("HBE", ("1", "B19 C16 D15"), ("3", "D15 E16 F15")) == 280
    assert built.earned("HBE", ("3", "B19 C16 D15"), ("1", "D15 E16 F15")) == 220


def test_4_4_3_routes_of_a_locomotive_hang_together():
    """Trap 18; C36."""
    tiles = "D15 974/1, D17 76/5, E16 76/4"
    built = hbe("2", tiles=tiles, markers=("E18",))
    assert built.best("HBE") == 330
    apart = built.fault("HBE", CONCESSION, ("2", "E18 E16 F15"))
    assert apart == ("4.4.3", "no_route", {"train": "2", "fault": "apart"})
    assert hbe("3", tiles=tiles, markers=("E18",)).best("HBE") == 380
    built = hbe("2", "1", tiles=tiles, markers=("E18",))
    ways = CONCESSION, ("2", "D15 D17 E18"), ("1", "E18 E16 F15")
    assert built.earned("HBE", *ways) == 300


def test_4_4_3_a_recorded_run():
    """C37."""
    built = hbe("1", "2", tiles="E16 76/0, D13 956/1", markers=(), phase="2")
    assert built.best("HBE") == 260
    assert built.earned("HBE", ("1", "B19 C16 D15"), ("2", "D15 D13"), ("2", "D15 E16 F15")) == 260


def test_4_4_3_from_work_to_work_past_an_own_marker():
    """C38."""
    built = yard("3").railway("GHE", "2", route=False, homes=False).tiles("E16 76/4").marker("GHE", "E16")
    assert built.best("GHE") == 140


@pytest.mark.parametrize(
    ("tiles", "hex_", "earned"),
    [("D5 76/3", "D5", 80), ("G12 956/2", "G12", 80)],
)
def test_4_4_3_and_4_4_4_fixed_works_bring_the_same_to_every_locomotive(tiles, hex_, earned):
    """R15: Knaupsholz 60 and no settlement, Hasselfelde 50 and its 10; 20 for the own village."""
    for loco in ("1", "4"):
        built = yard("4").railway("GHE", loco, route=False, homes=False).tiles(tiles).marker("GHE", hex_)
        assert built.best("GHE") == earned


def test_4_4_3_two_locomotives_of_one_size_have_names_of_their_own():
    built = hbe("2", "S2", "2", markers=())
    assert built.earned("HBE", CONCESSION, ("2b", "D15 E16 F15")) == 230
    fault = built.fault("HBE", CONCESSION, ("2c", "D15 E16 F15"))
    assert fault[2] == {"train": "2c", "fault": "unknown_locomotive"}
    assert built.fault("HBE", CONCESSION, ("S2", "D15 E16 F15"))[2]["fault"] == "unknown_locomotive"


@pytest.mark.parametrize(
    ("ways", "fault"),
    [
        ([CONCESSION], "too_few_routes"),
        ([("2", "D15 E16 F15")], "compulsory_missing"),
        ([CONCESSION, ("2", "B19 C16 D15")], "shared_track"),
        ([CONCESSION, ("2", "D15 E16 F15"), ("2", "C16 B13")], "too_many_routes"),
        ([CONCESSION, ("2", "E16 D15 C16")], "blocked"),
    ],
)
def test_4_4_3_what_is_wrong_with_a_run(ways, fault):
    """Trap 18."""
    built = hbe("2", tiles="E16 76/0, B15 78/5", markers=("E16", "C16"))
    assert built.fault("HBE", *ways)[2]["fault"] == fault


def test_4_4_3_nothing_is_left_out_on_the_way():
    built = hbe("2")
    run = built.run("HBE", CONCESSION, ("2", "D15 E16 F15"))
    skipping = RunTrains(0, "HBE", (run.ways[0], Way("2", run.ways[1].links, (built.stop("E16"),))))
    assert RunLocomotives("HBE").refusal(built.table, skipping).values["fault"] == "wrong_count"
    nonsense = RunTrains(0, "HBE", (Way("2", (10_000,)),))
    assert RunLocomotives("HBE").refusal(built.table, nonsense).reason == "no_such_track"


# Halves of a village (Q2) --------------------------------------------------------------------------------------

NWE_ROUTES = ("3", "B9 D7 E6 F5:1 G6"), ("3", "G6 H9 I8 J7")


def she(city, owner):
    """The half of F5 on which a marker stands: 0 joins sides 1 and 4, 1 joins 3 and 5."""
    built = yard("3").railway("SHE", "2").tiles("F3 963/3").marker("SHE", "F3")
    return built.marker("SHE", "F5", city) if owner == "SHE" else built.stranger(owner, "F5", city)


def test_4_4_3_a_half_blocks_only_itself():
    """Trap 17; C39."""
    assert she(1, "NWE").best("SHE") == 280
    assert she(0, "NWE").best("SHE") == 220


def test_4_4_3_a_station_counts_where_its_half_is_run():
    assert she(0, "SHE").best("SHE") == 290
    assert she(1, "SHE").best("SHE") == 280


def test_4_4_3_a_marker_in_the_other_half_turns_inactive():
    game = she(1, "SHE").running("SHE")
    game.play(next(iter(game.legal_actions())))
    assert asleep(game, "SHE") == {"F5"}


def test_4_4_3_a_blocked_half_of_the_concession_route_leaves_the_other_half_its_value():
    """F5 is worth 0 along the route, and 10 more, or a station's 20, if the way from Tanne to F3 is run, too."""
    built = yard("3").railway("NWE", "3", "3").stranger("SHE", "F5", 1)
    assert built.best("NWE") == 350
    built.tiles("F3 75/4").marker("NWE", "F3")
    assert built.earned("NWE", *NWE_ROUTES, ("3b", "F3 F5:0 F7")) == 350 + 20 + 10 + 10 + 60
    assert built.fault("NWE", *NWE_ROUTES, ("3", "F3 F5:0 F7"))[2] == {"train": "3", "fault": "apart"}
    built.marker("NWE", "F5", 0)
    further = ("3b", "F3 F5:0"), ("3b", "F5:0 F7")
    assert built.earned("NWE", *NWE_ROUTES, *further) == 350 + 20 + 20 + 10 + 60


def test_4_4_3_a_blocked_half_leaves_the_other_half_its_work():
    """Tanne from F5: 20 for the own village, 10 and 60 beyond it; F5 counts along the concession route already."""
    built = yard("3").railway("NWE", "3", "3").tiles("F3 75/4, E8 75/0").marker("NWE", "F3")
    assert built.best("NWE") == 360 + 20 + 10 + 60
    assert built.stranger("SHE", "F7", 1).best("NWE") == 360 + 20 + 10 + 60
    assert built.stranger("SHE", "F7", 0).best("NWE") == 360


def test_4_4_3_with_an_own_marker_in_one_half_a_work_still_counts_once():
    """Tanne is worth 20 then, and its work 60."""
    built = yard("3").railway("NWE", "3", "3").tiles("F3 75/4, E8 75/0").marker("NWE", "F3")
    assert built.marker("NWE", "F7", 0).best("NWE") == 360 + 20 + 20 + 60


# The decision, and markers (4.4.3) -----------------------------------------------------------------------------


def two_ways():
    """C30: to Thale or to Derenburg."""
    return hbe("2", tiles="B15 78/5, E16 76/0", markers=("C16", "E16"))


def test_4_4_3_the_best_run_is_no_duty():
    """C30: the poorer run lets E16 fall asleep, and C16 stays awake whatever is run."""
    built = two_ways()
    thale, derenburg = (built.run("HBE", CONCESSION, ("2", way)) for way in ("D15 E16 F15", "C16 B13"))
    game = built.running("HBE")
    assert next(iter(game.legal_actions())) == thale
    assert derenburg in game.legal_actions()
    events = game.play(derenburg)
    assert income(events) == 250
    assert told(events) == [("2", "B19=60 C16=30 D15=80", 170), ("2", "B13=80 C16=0", 80)]
    assert asleep(game, "HBE") == {"E16"}
    assert MarkersTurned("HBE", ("E16",), False) in events
    game.undo()
    events = game.play(thale)
    assert income(events) == 260
    assert asleep(game, "HBE") == set()
    assert not [event for event in events if isinstance(event, MarkersTurned)]


def test_4_4_3_equal_runs_are_offered_by_what_they_keep_awake():
    """The works at D13 and F15 are closed, and both own villages bring 20."""
    game = hbe("2", tiles="E16 76/0, D13 956/1", markers=("E16", "D13")).closed("W5", "W15").running("HBE")
    awake = {}
    for run in list(game.legal_actions()):
        events = game.play(run)
        awake[told(events)[1][1]] = (income(events), asleep(game, "HBE"))
        game.undo()
    assert awake == {"D13=20 D15=0": (170, {"E16"}), "D15=0 E16=20": (170, {"D13"})}


def test_4_4_3_without_a_locomotive_nothing_is_earned():
    game = yard("3").railway("HBE").marker("HBE", "C16").running("HBE")
    assert income(game.events) == 0
    assert told(game.events) == []
    assert asleep(game, "HBE") == set()


def test_4_4_3_a_locomotive_with_one_route_has_no_choice():
    game = hbe("1").running("HBE")
    assert income(game.events) == 130
    assert asleep(game, "HBE") == {"E16"}


def test_4_4_3_by_option_fewer_and_shorter_routes_will_do():
    """As another program plays it; what else is wrong with a run is refused all the same."""
    built = yard("3", short_runs=True).railway("HBE", "2").tiles("E16 76/0").marker("HBE", "E16")
    assert built.earned("HBE", CONCESSION) == 150
    assert built.earned("HBE", CONCESSION, ("2", "D15 E16")) == 170
    assert built.fault("HBE", ("2", "D15 E16"))[2]["fault"] == "compulsory_missing"
    assert isinstance(built.running("HBE").step, RunLocomotives)
    unmarked = yard("3", short_runs=True).railway("HBE", "2").tiles("E16 76/0").running("HBE")
    assert isinstance(unmarked.step, RunLocomotives)  # the way to Thale may be left out
    alone = yard("3", short_runs=True).railway("HBE", "2").running("HBE")
    assert not isinstance(alone.step, RunLocomotives)


# Railcars (4.4.3, 4.4.4) ---------------------------------------------------------------------------------------


def test_4_4_3_a_railcar_runs_besides_the_others_from_marker_to_marker():
    """Ten a place: three on the concession route, and E16, but neither works nor Thale without a marker."""
    built = hbe("1", "D", phase="D")
    assert built.best("HBE") == 170
    built.marker("HBE", "F15")
    assert built.best("HBE") == 180


def test_4_4_3_a_railcar_earns_nothing_in_blocked_places():
    """C40: its 20, the locomotive's 140."""
    assert yard("D").railway("HBE", "2", "D").stranger("GHE", "C16").best("HBE") == 160


def test_4_4_3_a_railcars_visit_keeps_a_marker_awake():
    game = hbe("1", "D", phase="D").running("HBE")
    assert ("D", "D15=0 E16=10", 10) in told(game.events)
    assert asleep(game, "HBE") == set()


def test_4_4_3_a_railcar_does_not_do_the_duty_of_the_concession_route():
    built = hbe("1", "D", phase="D")
    alone = built.fault("HBE", ("D", "B19 C16 D15"), ("D", "D15 E16"))
    assert alone[2] == {"train": "", "fault": "compulsory_missing"}
    idle = built.fault("HBE", ("1", "B19 C16 D15"))
    assert idle[2] == {"train": "D", "fault": "compulsory_missing"}


def nwe_railcar():
    """NWE's route has eight places; the other half of Sorge leads from F3 to Tanne."""
    return yard("D").railway("NWE", "3", "D").tiles("F3 75/4")


def test_4_4_3_for_a_railcar_a_village_in_halves_is_one_place():
    """A stranger in the half on the route costs locomotive and railcar ten each."""
    best = nwe_railcar().best("NWE")
    by_railcar = [value for train, _, value in told(nwe_railcar().running("NWE").events) if train == "D"]
    assert sum(by_railcar) == 80
    assert nwe_railcar().stranger("SHE", "F5", 0).best("NWE") == best
    assert nwe_railcar().stranger("SHE", "F5", 1).best("NWE") == best - 10 - 10
    own = nwe_railcar().marker("NWE", "F5", 1).running("NWE")
    assert sum(value for train, _, value in told(own.events) if train == "D") == 80
