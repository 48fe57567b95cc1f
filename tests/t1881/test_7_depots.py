"""Depots (7.1–7.8, 12.10), and whom they block (7.6, 7.7)."""

import pytest

from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.eighteen.actions import AnswerOffer
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.events import DepotAnswered, DepotOffered, DepotTaken
from stellwerk.titles.t1881.lines.depots import DepotOffer, DepotStep
from stellwerk.titles.t1881.lines.networks import reach, seen

from .streets import HEX, PRINTED, Streets

# C5 Wittenau – D4 Tegel in the west, C5 – D6 – E6 Gesundbrunnen in the east
NORTH = ("C5 10@1,5", "C4 2@0,4", "D4 8@0,3", "D6 4@2,5")


def stop(hex_):
    return stop_number(HEX[hex_], 0)


# Building (7.1–7.5) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "costs"),
    [
        *((company, (40, 80, 120)) for company in ("GBS", "BChSt", "BESTAG")),
        *((company, (40, 80)) for company in ("NBSN", "SBV", "SHG")),
        *((company, (40,)) for company in ("SSC", "SpS")),
    ],
)
def test_7_2_further_depots_cost_40_80_120(company, costs):
    """a7; the first is the start depot."""
    assert PRINTED.companies[company].depots == (0, *costs)


def test_7_2_the_s_bahn_has_four_free_ones_and_one_for_40():
    """a7, 12.10."""
    assert PRINTED.companies["S-Bahn"].depots == (0, 0, 0, 0, 40)


def test_7_1_one_depot_a_turn_at_the_price_of_the_next_chip():
    at = Streets().company("SHG", 200).tiles(*NORTH)
    at.build("SHG", "D4")
    assert at.state.cash["SHG"] == 160
    assert at.state.markers["SHG"] == 1
    assert at.why_not_build("SHG", "E6", built=True) == "one_station_a_turn"
    at.build("SHG", "E6")  # in a later turn
    assert at.state.cash["SHG"] == 80
    assert at.depots("SHG") == {"C5", "D4", "E6"}
    at.tiles("E5 27").cash("SHG", 500)
    assert at.why_not_build("SHG", "F6") == "no_marker_left"


def test_7_1_voluntary_and_passed_over_where_nothing_can_be_built():
    at = Streets().company("SHG", 39).tiles(*NORTH)
    assert DepotStep("SHG").refusal(at.table, Pass(0)) is None
    assert at.why_not_build("SHG", "D4") == "station_too_dear"
    assert DepotStep("SHG").idle(at.table)
    at.cash("SHG", 40)
    assert not DepotStep("SHG").idle(at.table)
    assert DepotStep("SHG", built=True).idle(at.table)


def test_7_3_in_stations_that_can_be_reached():
    at = Streets().company("SHG", 200)
    assert at.why_not_build("SHG", "D4") == "station_not_connected"
    at.tiles(*NORTH)
    assert at.why_not_build("SHG", "D4") is None
    assert at.why_not_build("SHG", "D6") == "not_a_city"


def test_7_3_stations_with_an_s_are_the_s_bahns():
    at = Streets("2").company("BChSt", 200).sbahn(200, main="G5").chips("S-Bahn", 1).tiles("G6 21")
    assert at.why_not_build("BChSt", "G6") == "sbahn_only"
    assert at.why_not_build("S-Bahn", "G6") is None


def test_7_3_the_s_bahn_builds_along_its_own_track():
    """Moabit has none, and nobody has laid any to the others yet."""
    at = Streets("2").sbahn(200, main="G5").chips("S-Bahn", 1)
    for hex_ in ("F6", "E5", "G7"):
        assert at.why_not_build("S-Bahn", hex_) == "station_not_connected"
    at.tiles("G6 21")
    assert at.why_not_build("S-Bahn", "G7") is None


def test_7_4_one_depot_a_station():
    at = Streets().company("BChSt", 200)
    assert at.why_not_build("BChSt", "G5") == "one_station_per_hex"


def test_7_5_a_circle_is_kept_for_the_company_that_begins_there():
    """d10: F3 has one circle, G5 two."""
    at = Streets().company("SHG", 500).company("GBS", 500).tiles("F4 5@1,3", "E4 3@0,5", "F6 31")
    at.depot("SHG", "F6").depot("GBS", "F6")  # from there to Zoo and on to Spandau
    assert at.why_not_build("SHG", "F3") == "home_circle_kept"
    assert at.why_not_build("SHG", "G5") is None
    at.build("SHG", "G5")
    assert at.why_not_build("GBS", "G5") == "home_circle_kept"


def test_7_5_not_for_one_that_is_bankrupt():
    at = Streets().company("SHG", 500).tiles("F4 5@1,3", "E4 3@0,5", "F6 31").depot("SHG", "F6")
    assert at.why_not_build("SHG", "F3") == "home_circle_kept"
    assert at.set(bankrupt=frozenset({"SpS"})).why_not_build("SHG", "F3") is None


def test_7_6_a_full_station_takes_no_more():
    at = Streets().company("SHG", 500).company("GBS").tiles(*NORTH).depot("GBS", "D4")
    assert at.why_not_build("SHG", "D4") == "no_free_place"


def test_15_3_not_while_a_tram_is_on_credit():
    at = Streets(credit=True).company("SHG", 500).tiles(*NORTH).set(credit={"SHG": ("2", 100)})
    assert at.why_not_build("SHG", "D4") == "owes_for_a_tram"
    at.company("NBSN").depot("NBSN", "D4")
    assert at.why_not_offer("SHG", "D4", "NBSN") == "owes_for_a_tram"
    assert at.offers("SHG") == set()


def test_12_10_one_further_depot_for_the_whole_s_bahn():
    """Trap 20; g12."""
    at = Streets("2").sbahn(100, main="G5 I5", S2="G7 G8").cash("S2", 100).tiles("G6 21")
    assert at.state.markers["S-Bahn"] == 1
    at.build("S2", "G6")
    assert at.state.cash["S2"] == 60
    assert at.state.cash["S-Bahn"] == 100
    assert at.depots("S-Bahn") == {"G5", "I5", "G7", "G8", "G6"}
    assert at.state.network_depots["S2"] == {HEX["G7"], HEX["G8"], HEX["G6"]}
    assert at.state.further_depots == {HEX["G6"]}
    assert at.why_not_build("S-Bahn", "G7") == "no_marker_left"


def test_12_10_a_tram_depot_takes_the_place_of_an_s_bahn_depot():
    """g12: E5 has one circle."""
    at = Streets("2").sbahn(100, main="G4").chips("S-Bahn", 1).company("BChSt", 100)
    at.tiles("G4 30", "F5 21", "E5 27")
    assert at.why_not_build("S-Bahn", "E5") is None
    at.build("BChSt", "E5")
    assert at.why_not_build("S-Bahn", "E5") == "no_free_place"


# Blocking (7.6, 7.7) ----------------------------------------------------------------------------------------


def blocks(at, company, hex_):
    """Whether a station stops the trams of a company, or the S-Bahn's trains."""
    kind = "sbahn" if company == "S-Bahn" else ""
    return stop(hex_) in seen(at.state.board, kind).full_of_strangers(company)


def test_7_7_a_station_full_of_one_kind_blocks_only_that_kind():
    """g12: E5 has one circle."""
    at = Streets("2").company("BChSt").company("GBS").sbahn(main="G4").tiles("E5 27").depot("BChSt", "E5")
    assert not blocks(at, "BChSt", "E5")
    assert blocks(at, "GBS", "E5")
    assert not blocks(at, "S-Bahn", "E5")
    at = Streets("2").company("BChSt").company("GBS").sbahn(main="E5").tiles("E5 27")
    assert not blocks(at, "GBS", "E5")
    assert not blocks(at, "S-Bahn", "E5")


def test_7_7_full_with_both_kinds_it_blocks_every_stranger():
    """Trap 13: G5 has two circles."""
    at = Streets("2").company("BChSt").company("GBS").company("SHG")
    assert not blocks(at, "GBS", "G5")
    at.sbahn(main="G5")
    assert blocks(at, "GBS", "G5")
    assert not blocks(at, "BChSt", "G5")
    assert not blocks(at, "S-Bahn", "G5")


def test_7_7_two_tram_depots_let_the_s_bahn_pass_one_and_one_of_its_own_do_not():
    at = Streets("2").company("BChSt").company("GBS").company("SHG").depot("GBS", "G5").sbahn(main="G4")
    assert not blocks(at, "S-Bahn", "G5")
    assert blocks(at, "SHG", "G5")


def test_7_7_the_s_bahn_is_a_stranger_where_trams_share_with_nobody_of_it():
    """Three circles of Zoo (55): two tram depots and one S-Bahn depot are full of both kinds."""
    at = Streets("3").company("BChSt").company("GBS").company("SHG").tiles("G5 55").depot("GBS", "G5")
    assert not blocks(at, "SHG", "G5")
    at.sbahn(main="G5")
    assert blocks(at, "SHG", "G5")
    assert not blocks(at, "GBS", "G5")


def test_7_7_more_circles_open_a_station_again():
    at = Streets("3").company("BChSt", 500).company("GBS", 500).sbahn(main="G5")
    assert blocks(at, "GBS", "G5")
    at.lay("BChSt", "G5 55")
    assert not blocks(at, "GBS", "G5")


def test_12_5_networks_reach_only_from_their_own_depots_but_never_block_one_another():
    at = Streets("2").sbahn(main="G5", S2="E5").tiles("G6 21", "E5 27")
    assert stop("G7") in reach(at.table, "S-Bahn").stops
    assert stop("G7") not in reach(at.table, "S2").stops
    assert stop("E5") in reach(at.table, "S2").stops
    at.tiles("F5 21", "G4 30")
    assert stop("G7") in reach(at.table, "S2").stops
    assert {"G5", "E5"} == at.depots("S-Bahn")
    assert not reach(at.table, "S2").tree.ends


# Buying a depot (7.8) ---------------------------------------------------------------------------------------


def tegel():
    """SHG reaches Tegel, where NBSN has its first further depot; NBSN's director is another player."""
    at = Streets().company("SHG", 200).company("NBSN", 10, director=1).tiles(*NORTH)
    return at.depot("NBSN", "D4")


def test_7_8_a_depot_is_offered_for_bought_and_the_chip_returns():
    """Trap 12: 40 for the own chip to the bank, at least 40 to the seller."""
    at = tegel()
    assert at.offers("SHG") == {("D4", "NBSN", 40, 160)}
    bank = at.state.cash[BANK]
    offer = at.offer("SHG", "D4", "NBSN", 70)
    DepotStep("SHG").apply(at.turn, offer)
    assert at.state.agenda == (DepotStep("SHG"), DepotOffer(offer))
    assert at.turn.events[-1] == DepotOffered("SHG", "NBSN", "D4", 70)
    step = at.turn.pop()
    assert step.waiting(at.table) == (1,)
    assert list(step.choices(at.table, 1)) == [AnswerOffer(1, "NBSN", True), AnswerOffer(1, "NBSN", False)]
    assert step.refusal(at.table, Pass(1)).reason == "answer_the_offer"
    step.apply(at.turn, AnswerOffer(1, "NBSN", True))
    assert at.turn.events[-1] == DepotTaken("SHG", "NBSN", "D4", 70, 40)
    assert DepotAnswered("SHG", "NBSN", "D4", 70, True) in at.turn.events
    assert (at.state.cash["SHG"], at.state.cash["NBSN"]) == (90, 80)
    assert at.depots("SHG") == {"C5", "D4"}
    assert at.depots("NBSN") == {"E8"}
    assert (at.state.markers["SHG"], at.state.markers["NBSN"]) == (1, 2)
    assert at.state.agenda == (DepotStep("SHG", built=True),)  # it was the turn's one depot
    assert at.state.agenda[0].idle(at.table)
    assert at.state.cash[BANK] == bank + 40


def test_7_8_a_declined_offer_must_be_raised():
    at = tegel()
    for price in (50, 60, 70):
        offer = at.offer("SHG", "D4", "NBSN", price)
        asker = at.turn.pop() if at.state.agenda else DepotStep("SHG")
        assert asker.refusal(at.table, offer) is None
        asker.apply(at.turn, offer)
        at.turn.pop().apply(at.turn, AnswerOffer(1, "NBSN", False))
    step = at.state.agenda[-1]
    assert at.depots("NBSN") == {"E8", "D4"}
    assert at.state.cash["SHG"] == 200
    assert not step.built
    assert at.why_not_offer("SHG", "D4", "NBSN", 80, declined=step.declined) == "no_more_offers"
    declined = step.declined[:1]
    assert at.offers("SHG", declined=declined) == {("D4", "NBSN", 51, 160)}
    assert at.why_not_offer("SHG", "D4", "NBSN", 50, declined=declined) == "price_out_of_range"


def test_7_8_in_one_hand_it_is_done_at_once():
    at = Streets().company("SHG", 80).company("NBSN").tiles(*NORTH).depot("NBSN", "D4")
    DepotStep("SHG").apply(at.turn, at.offer("SHG", "D4", "NBSN", 40))
    assert at.depots("SHG") == {"C5", "D4"}
    assert (at.state.cash["SHG"], at.state.cash["NBSN"]) == (0, 40)
    assert at.state.agenda == (DepotStep("SHG", built=True),)


def test_7_8_the_price_is_40_or_more_and_in_hand():
    at = tegel()
    assert at.why_not_offer("SHG", "D4", "NBSN", 39) == "price_out_of_range"
    assert at.why_not_offer("SHG", "D4", "NBSN", 161) == "price_out_of_range"
    assert at.why_not_offer("SHG", "D4", "NBSN", 160) is None
    at.cash("SHG", 79)
    assert at.why_not_offer("SHG", "D4", "NBSN", 40) == "station_too_dear"
    assert at.offers("SHG") == set()


def test_7_8_never_a_start_depot():
    at = Streets().company("SHG", 500).company("BChSt", director=1).tiles("F4 5@1,3", "E4 3@0,5", "F6 31")
    at.depot("SHG", "F6").company("SpS", director=1)
    assert at.why_not_offer("SHG", "G5", "BChSt") == "start_depot_stays"
    assert at.why_not_offer("SHG", "F3", "SpS") == "start_depot_stays"
    assert at.offers("SHG") == set()


def test_7_8_only_in_reach_with_a_chip_left_and_none_there_yet():
    """d12: SSC with its one extra out cannot buy."""
    at = tegel()
    assert at.why_not_offer("SHG", "D4", "GBS") == "depot_not_there"
    assert at.why_not_offer("SHG", "Z9", "NBSN") == "depot_not_there"
    assert at.why_not_offer("SHG", "D4", "NBSN", built=True) == "one_station_a_turn"
    at.depot("NBSN", "J5")
    assert at.why_not_offer("SHG", "J5", "NBSN") == "station_not_connected"
    at.chips("SHG", 0)
    assert at.why_not_offer("SHG", "D4", "NBSN") == "no_marker_left"
    assert at.offers("SHG") == set()
    at = tegel().tiles("D4 18@0,1,3").depot("SHG", "D4")
    assert at.why_not_offer("SHG", "D4", "NBSN") == "one_station_per_hex"


def test_7_8_the_chip_returns_to_the_dearest_free_place():
    """d12: GBS, three extras out, sells one: its next costs 120; sells a second: 80."""
    at = Streets().company("GBS", 500).chips("GBS", 1)
    assert cost_of_next(at, "GBS") == 120
    assert cost_of_next(at.chips("GBS", 2), "GBS") == 80
    assert cost_of_next(at.chips("GBS", 3), "GBS") == 40


def cost_of_next(at, company):
    """What Moabit would cost, which a depot in Zoo reaches."""
    at = Streets().company(company, 500).chips(company, at.state.markers[company])
    at.set(board=at.state.board.with_station(company, stop("G5")), in_operation=at.state.in_operation | {"BChSt"})
    at.build(company, "F6")
    return 500 - at.state.cash[company]


def test_7_8_the_s_bahn_sells_only_its_further_depot():
    at = Streets("2").company("BChSt", 500, director=1).sbahn(100, main="G4 E5", S2="G7 G8").cash("S2", 40)
    at.tiles("E5 27", "E6 23", "G4 30")
    assert at.why_not_offer("BChSt", "E5", "S-Bahn") == "start_depot_stays"
    at.set(further_depots=frozenset({HEX["E5"]}))
    assert at.offers("BChSt") == {("E5", "S-Bahn", 40, 460)}
    DepotStep("BChSt").apply(at.turn, at.offer("BChSt", "E5", "S-Bahn", 40))
    at.turn.pop().apply(at.turn, AnswerOffer(0, "S-Bahn", True))
    assert at.state.cash["S-Bahn"] == 140
    assert at.state.network_depots["S-Bahn"] == {HEX["G4"]}
    assert at.state.further_depots == frozenset()
    assert at.state.markers["S-Bahn"] == 2
    assert at.depots("S-Bahn") == {"G4", "G7", "G8"}


def test_7_8_a_network_buys_for_itself():
    at = Streets("2").company("BChSt", director=1).sbahn(0, director=2, main="G4", S2="F5").chips("S-Bahn", 1)
    at.depot("BChSt", "E5").cash("S2", 100).tiles("E5 27", "F5 21")
    at.directors["S2"] = 2
    assert at.offers("S2") == {("E5", "BChSt", 40, 60)}
    assert at.offers("S-Bahn") == set()
    DepotStep("S2").apply(at.turn, at.offer("S2", "E5", "BChSt", 60))
    at.turn.pop().apply(at.turn, AnswerOffer(1, "BChSt", True))
    assert (at.state.cash["S2"], at.state.cash["BChSt"]) == (0, 60)
    assert at.state.network_depots["S2"] == {HEX["F5"], HEX["E5"]}
    assert at.state.further_depots == {HEX["E5"]}
    assert at.state.markers["S-Bahn"] == 0
    assert at.depots("BChSt") == {"G5"}
