"""Recorded games through our engine: every figure that their transcripts state must come out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

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


def test_a_sale_of_two_thousand_million_papers_is_refused() -> None:
    papers = packet(("Cy", "Bay"), ("Bo", "NF"), ("Ada", "OBB"), ("Ada", "PfB"))
    sale = Decision("SellShares", "Cy", {"companyName": "BY", "number": 2**31 - 1, "share": 10})
    outcome = replay_save("odd", save(*papers, sale, Variant="Clemens"), parse_report(REPORT))
    assert outcome.mismatches == 1


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
