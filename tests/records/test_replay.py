"""Recorded games through our engine: every figure that their transcripts state must come out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import typer

from java_writer import HEADER, array_list, hash_map, string
from stellwerk.commands.replay import command
from stellwerk.play.limits import Excess, Gauge, Limits
from stellwerk.records.rails_decisions import ORIENTATIONS
from stellwerk.records.rails_replay import replay, replay_save
from stellwerk.records.rails_report import parse_report
from stellwerk.records.rails_save import Decision, RailsSave

RECORDS = Path(__file__).parents[3] / "shared" / "records" / "1835"
FILES = sorted(RECORDS.glob("*.rails"))

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.skipif(not FILES, reason="the recorded games are not beside the project")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_has_no_mismatch(file: Path) -> None:
    outcome = replay(file)
    assert outcome.line().partition(", 0 mismatches")[1], outcome.line()
    assert outcome.checks > 30
    assert not outcome.game.problems()


@pytest.mark.skipif(not FILES, reason="the recorded games are not beside the project")
def test_a_changed_figure_is_found() -> None:
    file = RECORDS / "Correct_Sell_Pass.rails"
    from stellwerk.records.rails_save import read_save

    text = file.with_suffix(".report").read_text(encoding="utf-8")
    wrong = text.replace("CompanyRevenue,M2,70", "CompanyRevenue,M2,80", 1)
    assert wrong != text
    outcome = replay_save("changed", read_save(file), parse_report(wrong))
    assert outcome.mismatches == 2
    assert "revenue, V2, 80" in outcome.first


def packet(*papers: tuple[str, str]) -> list[Decision]:
    return [Decision("BuyStartItem", player, {"startItemName": paper}) for player, paper in papers]


def save(*decisions: Decision, **options: str) -> RailsSave:
    return RailsSave("2.4", "1835", options, ("Ada", "Bo", "Cy"), decisions)


REPORT = "PlayerIs,1,Ada\nPlayerIs,2,Bo\nPlayerIs,3,Cy\n"


def test_a_refused_decision_is_named_with_its_paragraph() -> None:
    outcome = replay_save("bad", save(*packet(("Ada", "PfB"))), parse_report(REPORT))
    assert outcome.mismatches == 1
    assert "BuyStartItem of Ada refused: not_for_sale (§2.5.1)" in outcome.first


@pytest.mark.parametrize(
    ("decision", "problem"),
    [
        (Decision("BuyStartItem", "Dora", {"startItemName": "NF"}), "there is no player 'Dora'"),
        (Decision("NullAction", "", {"mode": 1}), "there is no player ''"),
        (Decision("BuyStartItem", "Ada", {"startItemName": "XX"}), "refused"),
        (Decision("LayTile", "Ada", {"companyName": "XX"}), "there is no company 'XX'"),
        (Decision("SellShares", "Ada", {"companyName": "M1"}), "there is no company with shares 'V1'"),
        (Decision("LayBaseToken", "Ada", {"companyName": "BY", "chosenHexName": "Z9"}), "there is no hex 'Z9'"),
        (Decision("FoldIntoPrussian", "Ada", {"foldedCompanyNames": "BY"}), "there is no paper of Preußen 'BY'"),
        (Decision("_seat", "Ada", {}), ""),
    ],
)
def test_what_the_title_does_not_have_is_named(decision: Decision, problem: str) -> None:
    outcome = replay_save("odd", save(decision), parse_report(REPORT))
    assert outcome.mismatches == bool(problem)
    assert problem in outcome.first


def tile_turn(number: str) -> list[Decision]:
    """A company of a packet bought out by three players who want only its Vorpreußische to run."""
    bought = packet(("Ada", "NF"), ("Bo", "M1"))
    lay = {"companyName": "M1", "chosenHexName": "H2", "sLaidTileId": number, "orientation": 0}
    return [*bought, Decision("LayTile", "Bo", lay)]


def test_an_unknown_tile_is_named() -> None:
    outcome = replay_save("odd", save(*tile_turn("9999")), parse_report(REPORT))
    assert "there is no tile '9999'" in outcome.first


def test_a_replay_ends_when_its_time_is_over() -> None:
    with pytest.raises(Excess, match="takes longer than 0 seconds"):
        replay_save("slow", save(*packet(("Ada", "NF"))), (), Gauge("slow", Limits(seconds=0)))


def test_purchases_are_compared_with_the_transcript() -> None:
    report = REPORT + "StartOfInitialRound,1\nBuysItemFor,Ada,M1,80\nBuysItemFor,Bo,NF,100\n"
    good = replay_save("good", save(*packet(("Ada", "M1"), ("Bo", "NF"))), parse_report(report))
    assert (good.mismatches, good.checks) == (0, 2)
    dear = parse_report(report.replace("NF,100", "NF,105"))
    assert replay_save("dear", save(*packet(("Ada", "M1"), ("Bo", "NF"))), dear).mismatches == 1


def test_unrecorded_passes_are_filled_in() -> None:
    """Rails does not note what it does for a player who cannot or will not act."""
    outcome = replay_save("gaps", save(*packet(("Ada", "NF"), ("Cy", "M1"))), parse_report(REPORT))
    assert outcome.mismatches == 0
    kinds = Counter(type(action).__name__ for action in outcome.game.actions)
    assert kinds == {"BuyPaper": 2, "Pass": 1}


def test_orientations_are_counted_clockwise_from_south_west() -> None:
    assert ORIENTATIONS == ("SW", "W", "NW", "NE", "E", "SE")


def test_a_correction_by_hand_is_an_option() -> None:
    papers = packet(("Cy", "Bay"), ("Bo", "NF"), ("Ada", "OBB"), ("Ada", "PfB"))
    by_hand = Decision("AdjustSharePrice", "Ada", {"companyName": "BY", "chosenDirection": "UP"})
    report = REPORT + "StartOfInitialRound,1\nPRICE_MOVES_LOG,BY,92,C3,98,C2\n"
    outcome = replay_save("hand", save(*papers, by_hand, Variant="Clemens"), parse_report(report))
    assert (outcome.mismatches, outcome.options) == (0, {"corrections": True})


def test_an_option_that_does_not_help_is_not_taken() -> None:
    report = REPORT + "StartOfInitialRound,1\nBuysItemFor,Ada,M1,85\n"
    outcome = replay_save("odd", save(*packet(("Ada", "M1"))), parse_report(report))
    assert outcome.mismatches == 1
    assert outcome.options == {}


def passes(*players: str) -> list[Decision]:
    return [Decision("NullAction", player, {"mode": 1}) for player in players]


WAITING = (
    REPORT
    + """StartOfInitialRound,1
BuysItemFor,Ada,NF,100
ALSO_GETS,Ada,CERT_NAME,BY,10
BuysItemFor,Bo,M1,80
FloatsWithCash,M1,80
Has,M1,80
Has,Bo,520
START_OR,1.1
ReceivesFor,Ada,5,NF
Has,M1,80
Has,Ada,505
StartOfInitialRound,2
"""
)


def test_vorpreussische_that_wait_have_their_capital() -> None:
    """7.3, as Rails has it: only their turns wait until Bayern floats."""
    decisions = [*packet(("Ada", "NF"), ("Bo", "M1")), *passes("Cy", "Ada", "Bo", "Cy")]
    waits = save(*decisions, MinorsRequireFloatedBY="yes")
    outcome = replay_save("waits", waits, parse_report(WAITING))
    assert (outcome.mismatches, outcome.first) == (0, "")
    assert outcome.game.options["minors_wait"] == "bayern"
    assert outcome.game.state.cash["V1"] == 80


def test_a_revenue_of_nothing_is_no_check() -> None:
    """Some transcripts state it for a company without a train; our account has no such fact."""
    decisions = [*packet(("Ada", "NF"), ("Bo", "M1")), *passes("Cy", "Ada", "Bo", "Cy")]
    lay = {"companyName": "M1", "chosenHexName": "H2", "sLaidTileId": "201", "orientation": 0}
    runs = [
        Decision("LayTile", "Bo", lay),
        Decision("SetDividend", "Bo", {"companyName": "M1", "actualRevenue": 0, "revenueAllocation": 3}),
        Decision("BuyTrain", "Bo", {"companyName": "M1", "typeName": "2", "fromName": "IPO", "pricePaid": 80}),
    ]
    head = WAITING.partition("START_OR")[0] + "START_OR,1.1\nReceivesFor,Ada,5,NF\nCompanyOperates,M1,Bo\n"
    told = head + "LaysTileAt,M1,201,H2,SW\n{}BuysTrain,M1,2,IPO,80\n"
    plain = replay_save("plain", save(*decisions, *runs), parse_report(told.format("")))
    zeros = "CompanyRevenue,M1,0\nCompanySplits,M1,0\n"
    stated = replay_save("stated", save(*decisions, *runs), parse_report(told.format(zeros)))
    assert (plain.mismatches, plain.first) == (0, "")
    assert (stated.mismatches, stated.checks) == (0, plain.checks)


def test_a_dividend_of_nothing_does_not_run_ahead() -> None:
    """An AG without a train has no dividend to decide on; the decision must not wait for its next turn."""
    papers = packet(("Cy", "Bay"), ("Bo", "NF"), ("Ada", "OBB"), ("Ada", "PfB"))
    nothing = Decision("SetDividend", "Cy", {"companyName": "BY", "actualRevenue": 0})
    outcome = replay_save("idle", save(*papers, nothing, Variant="Clemens"), parse_report(REPORT))
    assert outcome.mismatches == 0
    assert len(outcome.game.actions) == 4


ROUND = (
    REPORT
    + """StartOfInitialRound,1
BuysItemFor,Cy,PRES_CERT_NAME,BY,20,184
BuysItemFor,Bo,NF,100
ALSO_GETS,Bo,CERT_NAME,BY,10
BuysItemFor,Ada,OBB,120
ALSO_GETS,Ada,CERT_NAME,BY,10
BuysItemFor,Ada,PfB,150
ALSO_GETS,Ada,CERT_NAME,BY,10
BuysItemFor,Bo,M1,80
BuysItemFor,Cy,M5,80
START_OR,1.1
ReceivesFor,Bo,5,NF
ReceivesFor,Ada,10,OBB
ReceivesFor,Ada,15,PfB
CompanyOperates,M1,Bo
LaysTileAt,M1,201,H2,SW
CompanyOperates,M5,Cy
{}LaysTileAt,M5,8,D18,NE
CompanyOperates,BY,Cy
LaysTileAt,BY,201,O15,NE
"""
)


def corrected(**fields: object) -> RailsSave:
    """An operating round in which somebody corrects Bayern's price between the turns of M1 and M5."""
    bought = packet(("Cy", "Bay"), ("Bo", "NF"), ("Ada", "OBB"), ("Ada", "PfB"), ("Bo", "M1"), ("Cy", "M5"))
    first = {"companyName": "M1", "chosenHexName": "H2", "sLaidTileId": "201", "orientation": 0}
    second = {"companyName": "M5", "chosenHexName": "D18", "sLaidTileId": "8", "orientation": 3}
    by_hand = Decision("AdjustSharePrice", "Cy", {"companyName": "BY", **fields})
    third = {"companyName": "BY", "chosenHexName": "O15", "sLaidTileId": "201", "orientation": 3}
    turns = [Decision("LayTile", "Bo", first), by_hand]
    turns += [Decision("LayTile", "Cy", fields) for fields in (second, third)]
    return save(*bought, *passes("Ada", "Bo", "Cy"), *turns, Variant="Clemens")


@pytest.mark.parametrize("told", [{"chosenDirection": "DOWN"}, {"chosenDirection": 1}, {"offers": ["DOWN"]}])
def test_when_and_which_way_a_correction_went_is_found_by_the_transcript(told: dict[str, object]) -> None:
    """Rails notes no end of a company's turn: the correction may belong to a later turn than ours."""
    report = ROUND.format("PRICE_MOVES_LOG,BY,92,C3,88,C4\n")
    outcome = replay_save("hand", corrected(**told), parse_report(report))
    assert (outcome.mismatches, outcome.first) == (0, "")
    assert outcome.options == {"corrections": True}


def test_a_correction_that_the_transcript_does_not_tell_is_no_difference() -> None:
    outcome = replay_save("hand", corrected(chosenDirection="UP"), parse_report(ROUND.format("")))
    assert (outcome.mismatches, outcome.first) == (0, "")


def test_kinds_that_nobody_knows_are_named() -> None:
    odd = Decision("CashCorrectionAction", "Ada", {"correctAmount": 50})
    idle = Decision("CorrectionModeAction", "Ada", {})
    outcome = replay_save("odd", save(*packet(("Ada", "NF")), idle, odd), parse_report(REPORT))
    assert outcome.left_out == ("CashCorrectionAction",)
    assert outcome.line().endswith("0 mismatches [not known and left out: CashCorrectionAction]")


def test_one_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path, capsys) -> None:
    good, bad = tmp_path / "good.rails", tmp_path / "bad.rails"
    options = hash_map(string("Variant"), string("Standard"))
    good.write_bytes(HEADER + string("1835") + options + array_list(*map(string, ("Ada", "Bo", "Cy"))))
    bad.write_bytes(b"x" * 1_000_001)
    with pytest.raises(typer.Exit) as ended:
        command([bad, good])
    assert ended.value.exit_code == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "bad: bad.rails is not read: it has more than 1000000 bytes. Nothing was changed."
    assert said[1].startswith("good: 0 actions, 0 checks, 0 mismatches")
