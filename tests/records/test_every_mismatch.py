"""`stellwerk replay --all`: every mismatch of a record is told, also those after what cannot be played."""

import pytest
import typer
from test_games18xx_habits import buys, passes
from test_replay import REPORT, packet, save

from games18xx_files import ADA, BO, CY, act, auction, bid, game_file, record, sold
from stellwerk.commands.replay import command
from stellwerk.records import replaying
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.rails_replay import replay_save
from stellwerk.records.rails_report import parse_report
from stellwerk.records.rails_save import Decision


def every(*actions, **more):
    return replay_record("every", record(*actions, **more), every=True)


def test_a_record_without_mismatch_is_told_as_before():
    outcome = every(*auction())
    assert [*outcome.lines()] == [outcome.line()]
    assert (outcome.mismatches, outcome.faults, outcome.skipped) == (0, (), 0)


def test_all_figures_that_differ_are_told_one_a_line():
    end = act("end_game", ADA)
    worth = {"11": 571, "12": 611, "13": 540 + 200}
    outcome = every(*auction(), end, status="finished", result=worth)
    assert outcome.faults == (
        "action 0 states worth, 0, 571; ours: worth, 0, 570",
        "action 0 states worth, 1, 611; ours: worth, 1, 610",
    )
    assert len([*outcome.lines()]) == 3
    assert outcome.skipped == 0


def test_a_decision_that_cannot_be_played_is_left_out_and_the_game_goes_on():
    """The wrong bid for P2 is refused, and so is a purchase that is too early; all else is played and compared."""
    wrong = bid(BO, "P2", 1)
    p1, p2 = sold("P1", 20, ADA, BO, CY), sold("P2", 50, BO, CY, ADA)
    assert replay_record("first", record(*p1, wrong, *p2)).game.state.papers["P2"] != 1
    outcome = every(*p1, wrong, act("place_token", "JS", city="K2-0-0"), *p2, *sold("P3", 81, CY, ADA, BO))
    assert outcome.game.state.papers["P2"] == 1
    places = [fault.partition(",")[0] for fault in outcome.faults]
    assert places == ["decision 3: action 4", "decision 4: action 5"]
    assert "bid_too_low (Auktionsrunde)" in outcome.faults[0]
    assert (outcome.mismatches, outcome.skipped, outcome.uncompared) == (2, 2, 2)
    assert [*outcome.lines()][-2:] == [
        "  decisions left out: 2; what differs after the first of them may follow from it",
        "  statements not compared: 2",
    ]


def test_what_is_stated_later_of_the_same_subject_is_compared_with_what_comes_later():
    """Bo buys FNM_1, then something that nobody has, then FNM_2: his second is compared with the third."""
    odd = act("buy_shares", BO, shares=["XXX_1"], percent=10)
    acts = [*auction(), *passes(CY, ADA), buys(BO, "FNM_1"), *passes(CY, ADA), odd, buys(BO, "FNM_2")]
    outcome = every(*acts)
    assert (outcome.mismatches, outcome.skipped, outcome.uncompared) == (1, 1, 1)


def test_an_option_that_is_needed_only_later_is_still_found():
    papers = packet(("Cy", "Bay"), ("Bo", "NF"), ("Ada", "OBB"), ("Ada", "PfB"))
    odd = Decision("SetDividend", "Ada", {"companyName": "XX"})
    by_hand = Decision("AdjustSharePrice", "Ada", {"companyName": "BY", "chosenDirection": "UP"})
    report = REPORT + "StartOfInitialRound,1\nPRICE_MOVES_LOG,BY,92,C3,98,C2\n"
    saved = save(*papers, odd, by_hand, Variant="Clemens")
    assert replay_save("first", saved, parse_report(report)).options == {}
    outcome = replay_save("every", saved, parse_report(report), every=True)
    assert (outcome.mismatches, outcome.skipped, outcome.options) == (1, 1, {"corrections": True})


def test_a_record_that_leads_nowhere_is_given_up(monkeypatch):
    monkeypatch.setattr(replaying, "MOST_IN_A_ROW", 3)
    odd = [act("dividend", "JS", kind="payout")] * 9
    outcome = every(*odd)
    assert outcome.skipped == 3
    assert outcome.faults[-1] == "after 3 such decisions in a row nothing more was tried"
    assert outcome.uncompared == 9


def test_a_save_of_rails_goes_on_as_well():
    """Nobody can buy M1 a second time; NF is bought and compared all the same."""
    report = REPORT + "StartOfInitialRound,1\nBuysItemFor,Ada,M1,85\nBuysItemFor,Cy,NF,105\n"
    twice = [*packet(("Ada", "M1")), *packet(("Bo", "M1")), *packet(("Cy", "NF"))]
    saved = save(*twice, Decision("BuyStartItem", "Ada", {"startItemName": "nothing"}))
    outcome = replay_save("twice", saved, parse_report(report), every=True)
    assert outcome.skipped == 2
    texts = "\n".join(outcome.faults)
    for part in ("decision 1: BuyStartItem of Bo", "packet, Ada, M1, 85", "packet, Cy, NF, 105", "decision 3:"):
        assert part.replace("M1", "V1") in texts or part in texts


def test_the_command_tells_them_all(tmp_path, capsys):
    file = tmp_path / "low.json"
    file.write_bytes(game_file(bid(ADA, "P1", 10), bid(ADA, "P1", 11), *sold("P1", 20, ADA, BO, CY)))
    for all_, lines in ((False, 1), (True, 5)):
        with pytest.raises(typer.Exit) as ended:
            command([file], all_=all_)
        assert ended.value.exit_code == 1
        assert len(capsys.readouterr().out.splitlines()) == lines
