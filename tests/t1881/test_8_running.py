"""Running trams and S-Bahn trains (8.1–8.8, 9.1–9.3, 12.11) and there and back on double track (14)."""

import pytest

from stellwerk.board.grid import PLACES
from stellwerk.eighteen.events import Earned, RouteRun
from stellwerk.play.core import Pass
from stellwerk.play.runs import RunTrains, Way, ways_of
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.companies.running import RunTrams
from stellwerk.titles.t1881.lines.networks import seen
from stellwerk.words.sentences import refusal as sentence

from .streets import HEX, Streets, stations

SPANDAU = ("F4 5@1,3", "E4 3@0,5")  # Spandau – F4 – E4 – F5 – Zoo (d5)
STAAKEN = ("F2 2@0,4", "G1 8@0,3")
KLADOW = ("H1 5@3,5", "I1 2@0,2")


# What a run is (8.1–8.6) ------------------------------------------------------------------------------------


def test_8_1_trams_run_or_do_not():
    """5.4, e12: the best run is proposed, and none at all; any other that the rules allow is accepted."""
    at = Streets().company("BChSt", trains=("3",))
    step = RunTrams("BChSt")
    best = ways_of(at.best("BChSt"))
    assert list(step.choices(at.table, 0)) == [RunTrains(0, "BChSt", best), RunTrains(0, "BChSt", ())]
    assert at.best("BChSt").optimal
    assert not step.idle(at.table)
    assert at.run("BChSt") == (0, 0)
    assert at.run("BChSt", ("3", "G5 F6")) == (50, 0)  # 70 would be possible
    assert at.run("BChSt", ("3", "E5 F6 G5")) == (70, 0)
    assert step.refusal(at.table, Pass(0)).reason == "trains_must_run"
    assert step.refusal(at.table, RunTrains(0, "GBS", ())).reason == "trains_must_run"


def test_8_1_nothing_to_decide_without_a_tram_or_a_run():
    """e1: GBS and BESTAG earn nothing unbuilt."""
    at = Streets().company("GBS", trains=("2",)).company("BESTAG", trains=("2",)).company("BChSt")
    for company in ("GBS", "BESTAG", "BChSt"):
        assert RunTrams(company).idle(at.table)
        RunTrams(company).skip(at.turn)
        assert at.turn.events[-1] == Earned(company, 0)
        after = at.turn.pop()
        assert (after.company, after.income, after.bonus) == (company, 0, 0)
    assert RunTrams("SHG").idle(at.table)  # not in operation: not even that
    RunTrams("SHG").skip(at.turn)
    assert at.state.agenda == ()


@pytest.mark.parametrize(("train", "income", "places"), [("2", 50, "F6 G5"), ("3", 70, "E5 F6 G5")])
def test_8_2_the_first_run_of_bchst(train, income, places):
    """e1: Zoo – Moabit 30 + 20, and Beusselstraße 20 with a 3."""
    run = Streets().company("BChSt").best("BChSt", train)
    assert (run.total, stations(run)) == (income, [places])


def test_8_2_a_run_calls_at_an_own_depot():
    at = Streets().company("BChSt", trains=("2",))
    assert at.why_not_run("BChSt", ("2", "E5 F6")) == "no_station"


def test_8_2_it_ends_where_all_depots_are_strangers():
    at = Streets().company("BChSt").company("GBS").depot("GBS", "F6")
    run = at.best("BChSt", "3")
    assert (run.total, stations(run)) == (50, ["F6 G5"])
    assert at.why_not_run("BChSt", ("3", "E5 F6 G5")) == "blocked"


def test_7_7_s_bahn_depots_do_not_end_it():
    at = Streets("2").company("BChSt").tiles("E5 27").sbahn(main="E5").tiles("F6 31")
    run = at.best("BChSt", "3")
    assert (run.total, stations(run)) == (90, ["E5 F6 G5"])


def test_8_4_trams_turn_only_where_track_does():
    """F5: tram track 2–5 leads past the S-Bahn station; G5 and F4 are joined, F6 and G4 are not."""
    at = Streets().company("SpS").tiles(*SPANDAU)
    assert stations(at.best("SpS", "6")) == ["E5 F6 G5 F4 F3"]


def test_8_5_stops_are_no_ends():
    """e2: once Tegel can be reached, C5 – D6 is no run any more."""
    at = Streets().company("SHG", trains=("2",)).tiles("C5 10@1,5", "D6 5@0,2")
    run = at.best("SHG")
    assert (run.total, stations(run)) == (30, ["C5 D6"])
    assert at.why_not_run("SHG", ("2", "C5 D6")) is None
    at.tiles("C4 2@0,4")
    assert at.best("SHG").total == 30
    at.tiles("D4 8@0,3")
    assert at.why_not_run("SHG", ("2", "C5 D6")) == "no_end"
    run = at.best("SHG")
    assert (run.total, stations(run)) == (30, ["C5 D4"])


def test_8_5_the_start_station_is_one_end():
    """Stops on both sides of Wittenau: two trams may run to one each, one tram not to both."""
    at = Streets().company("SHG", trains=("2", "2")).tiles("C5 10@2,4", "B5 4@2,5", "C6 4@1,4")
    assert at.best("SHG", "2").total == 30
    assert at.why_not_run("SHG", ("2", "B5 C5 C6")) == "blocked"
    run = at.best("SHG", "2", "2")
    assert (run.total, sorted(stations(run))) == (60, ["B5 C5", "C5 C6"])


def test_8_5_the_test_is_on_the_start_station_not_on_the_round():
    """Trap 15: strangers in the first station do not make it unreachable."""
    at = (
        Streets()
        .company("SHG", trains=("2",))
        .company("GBS")
        .tiles("C5 10@1,5", "D6 5@0,2", "C4 2@0,4", "D4 8@0,3")
    )
    at.depot("GBS", "D4")
    assert at.why_not_run("SHG", ("2", "C5 D6")) == "no_end"
    assert at.best("SHG").total == 30


def test_8_5_other_depots_do_not_count_for_the_start_station():
    at = Streets().company("SHG", trains=("2",)).tiles("C5 10@1,5", "D6 5@0,2").depot("SHG", "G5")
    assert at.why_not_run("SHG", ("2", "C5 D6")) is None


def test_8_6_stops_are_free_and_stations_count():
    """Trap 14; e3."""
    at = Streets().company("SpS", trains=("2",)).tiles(*SPANDAU)
    run = at.best("SpS")
    assert (run.total, stations(run)) == (70, ["F3 F4 G5"])
    at.tiles(*STAAKEN)
    assert at.best("SpS", "2").total == 70
    assert at.why_not_run("SpS", ("2", "G1 F3 F4 G5")) == "too_long"
    run = at.best("SpS", "3")
    assert run.total == 90  # F3 – F4 – Zoo – Moabit: 30 + 10 + 30 + 20
    at.trains("SpS", "3")
    assert at.run("SpS", ("3", "G1 F3 F4 G5")) == (80, 0)


def test_8_6_two_trams_may_call_at_one_station():
    """Trap 14; e3, 8.7, 9.2: 70 + 40, both calling at Spandau."""
    run = Streets().company("SpS").tiles(*SPANDAU, *STAAKEN).best("SpS", "2", "2")
    assert run.total == 110
    assert sorted(stations(run)) == ["F3 F4 G5", "F3 G1"]


def test_8_7_but_not_over_the_same_track():
    at = Streets().company("SpS", trains=("2", "2")).tiles(*SPANDAU, *STAAKEN)
    assert at.why_not_run("SpS", ("2", "F3 F4 G5"), ("2", "F3 F4 G5")) == "shared_track"
    assert at.run("SpS", ("2", "F3 F4 G5"), ("2", "F3 G1")) == (110, 0)


def test_8_7_trams_may_also_meet_on_the_way_in_a_station():
    """a5: not only where they end, as the overview has it; both go on through Moabit, each on its own track."""
    at = jungfernheide().tiles("F7 9@1,5").trains("BChSt", "3", "4")
    # 30 + 10 + 40 + 30 and 20 + 40 + 10 + 40
    assert at.run("BChSt", ("3", "F3 F4 F6 G5"), ("4", "E5 F6 F7 G7")) == (110 + 110, 0)


# A hex once (8.3) -------------------------------------------------------------------------------------------


def jungfernheide():
    """F5 with 43: tram track 2–5 joins Tegel (over E4) and Zoo, 1–4 joins F4 and Moabit."""
    at = Streets("3").company("BChSt").depot("BChSt", "F6")
    return at.tiles("F5 21", "F5 43", "F6 31", "F6 51@0,1,2,4,5", "F4 4@1,4", "E4 1@2,5", "D4 9@3,5")


def test_8_3_one_run_goes_through_a_hex_once():
    """Trap 14; e11: from Tegel through F5 to Zoo and Moabit, but not back through F5 to Spandau."""
    at = jungfernheide().trains("BChSt", "5")
    assert at.why_not_run("BChSt", ("5", "D4 G5 F6 F4 F3")) == "track_twice"
    assert at.run("BChSt", ("5", "D4 G5 F6 E5")) == (100, 0)  # 10 + 30 + 40 + 20
    assert at.run("BChSt", ("5", "F3 F4 F6 G5")) == (110, 0)  # 30 + 40 + 10 + 30


def test_8_3_two_trams_go_through_it_on_a_track_each():
    """e11."""
    at = jungfernheide().trains("BChSt", "2", "2")
    assert at.run("BChSt", ("2", "D4 G5"), ("2", "F6 F4 F3")) == (120, 0)  # 10 + 30, 40 + 10 + 30


def test_8_3_a_stretch_that_meets_itself_in_a_hex_is_none():
    """From E8 into D9 (35), round by C8 and D8, through D9 again to Buch: the track is there, but no run."""
    ring = ("D9 35@0,1,2,3", "C8 3@0,5", "D8 3@3,4")
    at = Streets("3").company("NBSN").tiles("E8 10@3,5", *ring, "C9 1@0,3", "B10 2@0,2", "A9 9@1,5")
    ends = {HEX["E8"], HEX["A9"]}
    assert [link for link in seen(at.state.board, "").links() if {link.a // PLACES, link.b // PLACES} == ends]
    assert at.best("NBSN", "6").routes == ()


# Breitscheidplatz (8.8) -------------------------------------------------------------------------------------

CITY = ("H6 33@0,1,2,3", "H6 53", "F7 9@0,2", "F7 18@0,2,5", "H7 9@1,3")


def test_8_8_tile_53_may_be_called_at_twice():
    """Trap 14; e9: I5 20, H6 40, F7 20, G7 40, H7 10, H6 40."""
    at = Streets("3").company("BESTAG").tiles(*CITY)
    run = at.best("BESTAG", "6")
    assert run.total == 170
    assert stations(run) in (["H6 F7 G7 H7 H6 I5"], ["H6 H7 G7 F7 H6 I5"])


def test_8_8_also_at_both_ends():
    """e9, question 5: a 5 round the ring."""
    at = Streets("3").company("BESTAG").tiles(*CITY)
    run = at.best("BESTAG", "5")
    assert run.total == 150
    assert sorted(stations(run)[0].split()) == ["F7", "G7", "H6", "H6", "H7"]
    at.trains("BESTAG", "5")
    assert at.run("BESTAG", ("5", "I5 H6 F7 G7 H7")) == (130, 0)


def test_8_8_never_three_times():
    at = Streets("3").company("BESTAG").tiles(*CITY)
    for length in ("5", "6"):
        for stops in stations(at.best("BESTAG", length)):
            assert stops.split().count("H6") <= 2


def test_8_8_every_other_tile_once():
    at = Streets("3").company("BESTAG").tiles("H6 33@0,1,2,3", *CITY[2:])
    assert all(stops.split().count("H6") == 1 for stops in stations(at.best("BESTAG", "6")))


def test_8_8_the_second_call_is_told_under_the_same_place():
    at = Streets("3").company("BESTAG").tiles(*CITY).trains("BESTAG", "6")
    RunTrams("BESTAG").apply(at.turn, RunTrains(0, "BESTAG", ways_of(at.best("BESTAG"))))
    told = next(event for event in at.turn.events if isinstance(event, RouteRun))
    assert [(hex_, city) for hex_, city, _ in told.stops].count(("H6", 0)) == 2
    assert sum(value for _, _, value in told.stops) == told.value == 170


# What it brings (9.1–9.3) -----------------------------------------------------------------------------------


def test_9_3_ferries_are_a_bonus_of_their_own():
    """e4: 30 + 10 + 10 + 10 = 60 and 40, more than F3 – F4 – Zoo – F6 with 90."""
    at = Streets().company("SpS", trains=("3",)).tiles(*SPANDAU, *STAAKEN, *KLADOW)
    run = at.best("SpS")
    assert (run.total, stations(run)) == (100, ["F3 G1 H1 J1"])
    assert at.run("SpS", ("3", "F3 G1 H1 J1")) == (60, 40)
    assert at.turn.events[-1] == Earned("SpS", 100)
    assert at.run("SpS", ("3", "F3 F4 G5 F6")) == (90, 0)


# The S-Bahn (12.11) -----------------------------------------------------------------------------------------


def test_12_11_s_bahn_trains_run_on_s_bahn_track():
    """g4."""
    at = Streets("2").sbahn(main="G5", trains=("4S",)).tiles("G6 21")
    run = at.best("S-Bahn")
    assert (run.total, stations(run)) == (90, ["G5 G6 G7"])
    at.tiles("G8 30")
    assert at.best("S-Bahn").total == 120
    at = Streets("2").sbahn(main="K1", trains=("4S",)).tiles("K1 32", "J2 22@0,3,4,5")
    assert at.run("S-Bahn", ("4S", "K1 J2")) == (50, 40)


def test_12_11_tram_depots_do_not_stop_s_bahn_trains():
    """g12."""
    at = Streets("2").sbahn(main="G4", trains=("4S",)).tiles("G4 30", "F5 21", "E5 27", "E6 23")
    assert at.best("S-Bahn").total == 30 + 20 + 30 + 30
    at.company("BChSt").depot("BChSt", "E5")
    assert at.best("S-Bahn").total == 110


def test_12_5_each_network_runs_from_its_own_depots():
    at = Streets("2").sbahn(main="G5", S2="E5", trains=("4S",)).trains("S2", "4S").tiles("G6 21", "E5 27", "E6 23")
    assert at.best("S-Bahn").total == 90
    assert stations(at.best("S2")) == ["E5 E6"]


def test_8_7_no_s_bahn_track_twice_a_round():
    """Question 6: main runs G5 – G6 – G7; network 2, joined to it by its own tile, runs in what is left."""
    at = Streets("2").sbahn(main="G5", S2="G8", trains=("4S",)).trains("S2", "4S").tiles("G6 21", "G8 30")
    assert at.best("S2").total == 120
    assert at.run("S-Bahn", ("4S", "G5 G6 G7")) == (90, 0)
    run = at.best("S2")
    assert (run.total, stations(run)) == (70, ["G7 G8"])
    assert at.run("S2", ("4S", "G7 G8")) == (70, 0)
    assert RunTrams("S2").idle(at.table)
    assert at.set(ridden="").best("S2").total == 120


# There and back (14) ----------------------------------------------------------------------------------------

EXAMPLE = ("K4 18@0,3,4", "K5 17@1,3,5", "L6 18@2,3,5")


def test_14_the_printed_example():
    """a11: 30 + 20 + 20 + 20 = 90; the two between the ends twice: 130, still range 4."""
    tiles = ("J5 20@0,1,3,4", *EXAMPLE)
    run = Streets("2").company("SBV").tiles(*tiles).best("SBV", "4")
    assert (run.total, stations(run)) == (90, ["J5 K4 K5 L6"])
    at = Streets("2", shuttles=True).company("SBV").tiles(*tiles)
    assert at.best("SBV", "4").total == 130
    run = at.best("SBV", "3")
    assert (run.total, stations(run)) == (80, ["K4 K5 L6"])
    assert at.trains("SBV", "4").run("SBV", ("4", "J5 K4 K5 L6")) == (130, 0)


def test_14_3_every_hex_must_be_green_or_later():
    """a12: with Steglitz still yellow the whole run brings 80, and the three others 80 there and back."""
    at = Streets("2", shuttles=True).company("SBV", trains=("4",)).tiles("J5 10@0,2", *EXAMPLE)
    assert at.run("SBV", ("4", "J5 K4 K5 L6")) == (80, 0)
    assert at.run("SBV", ("4", "K4 K5 L6")) == (80, 0)


def test_14_3_also_between_the_stations():
    """Plain track between L6 and K4 in yellow: no shuttle over it."""
    green = (
        "K1 32",
        "L2 11@1,2,4",
        "L3 11@1,2,4",
        "L4 11@1,2,4",
        "K2 12@1,3,4",
        "K3 12@1,3,4",
        "K4 18@0,1,3",
        "L6 18@0,1,3",
    )
    at = Streets("2", shuttles=True).company("SBV", trains=("3",)).tiles(*green, "L5 1@1,4")
    assert at.run("SBV", ("3", "K4 K1 L6")) == (70, 40)  # 20 + 30 + 20 and the ferry
    at = Streets("2", shuttles=True).company("SBV", trains=("3",)).tiles(*green, "L5 11@1,2,4")
    assert at.run("SBV", ("3", "K4 K1 L6")) == (100, 40)  # Wannsee twice, its ferry once (14.5; rulings)


def test_14_1_only_trams():
    at = Streets("2", shuttles=True).sbahn(main="G5", trains=("4S",)).tiles("G6 21")
    assert at.best("S-Bahn").total == 90


def test_14_3_from_station_to_station():
    """8.5: a run that ends at a stop is no double track."""
    at = Streets("2", shuttles=True).company("SHG").tiles("C5 20@0,1,3,4", "C6 15@1,4,5", "C7 15@1,4,5")
    run = at.best("SHG", "2")
    assert (run.total, stations(run)) == (50, ["C5 C6 C7"])


# The paragraph of each reason -------------------------------------------------------------------------------


def rule_of(at, company, *routes):
    """The paragraph against a run."""
    refusal = RunTrams(company).refusal(at.table, at.ways(company, *routes))
    return refusal.rule


@pytest.mark.parametrize(
    ("at", "company", "routes", "rule"),
    [
        (Streets().company("BChSt", trains=("2",)), "BChSt", [("2", "E5 F6")], "8.2"),  # no depot
        (
            Streets().company("BChSt", trains=("3",)).company("GBS").depot("GBS", "F6"),
            "BChSt",
            [("3", "E5 F6 G5")],
            "8.2",  # through a station full of strangers
        ),
        (
            Streets().company("SHG", trains=("2",)).tiles("C5 10@1,5", "D6 5@0,2", "C4 2@0,4", "D4 8@0,3"),
            "SHG",
            [("2", "C5 D6")],
            "8.5",
        ),
        (Streets().company("SpS", trains=("2",)).tiles(*SPANDAU, *STAAKEN), "SpS", [("2", "G1 F3 F4 G5")], "8.6"),
        (
            Streets().company("SpS", trains=("2", "2")).tiles(*SPANDAU, *STAAKEN),
            "SpS",
            [("2", "F3 F4 G5"), ("2", "F3 F4 G5")],
            "8.7",
        ),
        (Streets().company("BChSt", trains=("2",)), "BChSt", [("3", "F6 G5")], "8.1"),  # it has no 3
    ],
)
def test_8_each_reason_has_its_paragraph(at, company, routes, rule):
    assert rule_of(at, company, *routes) == rule


def test_8_3_and_8_6_and_8_2_have_theirs_too():
    assert rule_of(jungfernheide().trains("BChSt", "5"), "BChSt", ("5", "D4 G5 F6 F4 F3")) == "8.3"
    at = Streets().company("BChSt", trains=("3",))
    run = at.ways("BChSt", ("3", "E5 F6 G5"))
    way = run.ways[0]
    skips = RunTrains(0, "BChSt", (Way("3", way.links, (HEX["F6"] * 8,)),))
    assert RunTrams("BChSt").refusal(at.table, skips).rule == "8.6"
    torn = RunTrains(0, "BChSt", (Way("3", (way.links[0], 9999)),))
    assert RunTrams("BChSt").refusal(at.table, torn).rule == "8.2"


def test_8_what_is_said_of_a_refused_run():
    at = Streets().company("BChSt", trains=("2",))
    refusal = RunTrams("BChSt").refusal(at.table, at.ways("BChSt", ("2", "E5 F6")))
    assert "depot" in sentence(refusal, TITLE, "en")
    assert "Depot" in sentence(refusal, TITLE, "de")


# 12.8 -------------------------------------------------------------------------------------------------------


def apart():
    """Network 2 runs Alexanderplatz – Ostkreuz, main Zoo – Moabit's neighbour; they are not joined."""
    return Streets("2").sbahn(main="G5", S2="G7", trains=("4S",)).trains("S2", "4S").tiles("G8 30")


def test_12_8_a_network_apart_must_run_if_it_can():
    at = apart()
    step = RunTrams("S2")
    choices = list(step.choices(at.table, 0))
    assert len(choices) == 1
    assert choices[0].ways
    refusal = step.refusal(at.table, RunTrains(0, "S2", ()))
    assert (refusal.rule, refusal.reason) == ("12.8", "network_must_run")
    assert "S2" in sentence(refusal, TITLE, "de")


def test_12_8_any_legal_run_will_do():
    at = apart().trains("S2", "4S", "4S").tiles("F8 21")
    assert len(at.best("S2").routes) + len(stations(at.best("S2"))[0].split()) > 3
    short = at.ways("S2", ("4S", "G7 G8"))
    assert RunTrams("S2").refusal(at.table, short) is None


def test_12_8_the_chairs_network_too_until_all_are_one():
    at = apart().tiles("G4 30")
    assert at.best("S-Bahn").routes
    assert RunTrams("S-Bahn").refusal(at.table, RunTrains(0, "S-Bahn", ())).rule == "12.8"
    at.set(apart=())
    assert RunTrams("S-Bahn").refusal(at.table, RunTrains(0, "S-Bahn", ())) is None


def test_12_8_who_cannot_run_need_not():
    at = Streets("2").sbahn(main="G5", S2="E5", trains=("4S",)).trains("S2", "4S")
    assert RunTrams("S2").idle(at.table)


def test_5_4_tram_companies_need_not_run():
    at = apart().company("BChSt", trains=("3",))
    assert RunTrams("BChSt").refusal(at.table, RunTrains(0, "BChSt", ())) is None
