"""What others did since one's last turn: told in a few words, said large, marked, and shown move by move."""

from __future__ import annotations

import html
import random
import re
from typing import Any

import pytest

import stellwerk
from chicago_express import positions as chicago
from chicago_express.positions import build, choose, develop
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, LayTile
from stellwerk.eighteen.events import Earned, RouteRun
from stellwerk.play.core import Pass
from stellwerk.play.game import Game
from stellwerk.show.face import face_of
from stellwerk.show.history import RunMade, last_runs
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1873.actions import FoundRailway
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.titles.t1881.actions import SealBid
from stellwerk.view.cards import companies
from stellwerk.view.recap import Since, next_move, since, told_after
from t1835.positions import position as of_1835
from t1844.positions import position as of_1844
from t1873.positions import position as of_1873
from t1881.positions import position as of_1881

from ..conftest import Caller


def told(game: Game, seat: int | None, language: str = "en") -> Since:
    """What a seat is told."""
    return since(game.seen(seat), seat, language)


def rows(found: Since) -> list[tuple[str, list[str]]]:
    """Names with what stands behind them."""
    return [
        (row.company or row.name, [part.text for part in row.parts])
        for section in found.sections
        for row in section.rows
    ]


def announced(game: Game, seat: int | None) -> list[str]:
    """What a seat is told large."""
    return [text for _, text in told(game, seat).announced]


# What others did, title by title ------------------------------------------------------------------------------


def test_1835_a_player_has_a_row_and_those_concerned_are_told_large() -> None:
    built = of_1835(3).packet_gone().ag("SX", director=2).ag("BY", director=1, trains=("2",))
    game = built.shares(0, "BY", 10, 10).cash(0, 600).cash(1, 600).stock_round(0).game()
    game.play(BuyShare(0, "BY", "issue", 10))  # 30 percent against the director's 20
    assert announced(game, 0) == ["You are now director of Bayern."]
    assert announced(game, 1) == ["North takes Bayern over from you."]
    assert announced(game, 2) == announced(game, None) == []
    game.play(Pass(0))
    assert rows(told(game, 0)) == []
    others = told(game, 2)
    assert rows(others) == [("North", ["bought BY 10% for 92 M", "North now directs BY"])]
    assert others.sections[0].rows[0].parts[0].full == "North buys 10% of Bayern for 92 M."
    assert [(gain.name, gain.amount, gain.more) for gain in others.gains] == [("North", "92 M", False)]
    game.play(BuyShare(1, "SX", "issue", 10))
    assert rows(told(game, 0)) == [("East", ["bought SX 10% for 88 M"])]
    assert rows(told(game, 0, "de")) == [("East", ["kauft SX 10 % für 88 M"])]


def test_1835_a_company_has_a_row_with_track_run_and_price() -> None:
    """N14 joins München and a town, which earn 40 as in 5.5.3; East has a tenth of Bayern, North a fifth."""
    built = of_1835(3).packet_gone().ag("BY", director=0, trains=("2",)).ag("SX", director=1, trains=("2",))
    built = built.shares(1, "BY", 10).tile("O15", "202", 2).tile("M15", "4", 0)
    game = built.turn_of("BY").game()
    assert told(game, 1).sections == ()
    game.play(LayTile(0, "BY", "N14", "8", 3))
    assert told(game, 1).hexes == ("N14",)
    game.play(Pass(0))  # the second tile
    game.play(Dividend(0, "BY", "pay"))
    found = told(game, 1)
    assert rows(found) == [("BY", ["laid 8 on N14", "ran 40 M", "paid out", "price 92 → 100"])]
    assert [(gain.name, gain.amount) for gain in found.gains] == [("East", "4 M"), ("North", "8 M")]
    assert [(card.turn, card.place) for card in companies(game, "en")][:3] == [
        ("operated", 0),
        ("operating", 2),
        ("", 0),
    ]


def test_a_company_that_earned_nothing_shows_no_older_run() -> None:
    game = of_1835(3).packet_gone().ag("BY", director=0).stock_round(0).game()
    run = RouteRun("BY", "2", (("O15", 0, 20), ("M15", 0, 20)), "0", 40)
    game._states.append(game.state)
    game.actions.append(Pass(0))
    game._events[:] = [(run, Earned("BY", 40)), ()]
    assert [route.value for route in last_runs(game)["BY"].routes] == [40]
    game._events[1] = (Earned("BY", 0),)
    assert last_runs(game)["BY"] == RunMade(1, "BY", ())


def test_1844_the_first_train_of_a_phase() -> None:
    built = of_1844(3).phase("2", selling="3").company("STB", 1, cash=500, trains=("2",)).company("AB", 0)
    game = built.turn_of("STB").game()
    while not any(isinstance(action, BuyTrain) for action in game.legal_actions()):
        game.play(Pass(1))
    game.play(BuyTrain(1, "STB", "3", BANK))
    assert announced(game, 0) == ["Phase 3 begins with the first 3 train.", "All 2 trains become 2H trains."]
    (name, parts), *_ = rows(told(game, 0))
    assert (name, parts[-3:]) == ("STB", ["bought a 3", "phase 3", "2 become 2H"])
    assert {card.company: (card.turn, card.place) for card in companies(game, "en") if card.turn} == {
        "STB": ("operating", 1),
        "AB": ("waiting", 2),
    }


def test_1873_a_railway_is_founded() -> None:
    game = of_1873(3).give(0, "C-GHE").purses(1000, 1000, 1000).stock_turn(0).game()
    game.play(FoundRailway(0, "GHE", 150, 2))
    assert announced(game, 1) == ["Gernrode-Harzgeroder Eisenbahn is founded."]
    assert rows(told(game, 1)) == [("North", ["founded GHE at 150 M", *["bought GHE 20% for 150 M"] * 2])]
    assert [(gain.name, gain.amount) for gain in told(game, 1).gains] == [("North", "300 M")]


def test_1873_the_last_set_and_the_last_round() -> None:
    """The game ends with the third operating round of the second full set (7)."""
    for index, keys in ((1, ["last_set"]), (3, ["last_set", "last_round"])):
        built = of_1873(3).phase("D").set(full_sets=2).railway("GHE", 0, cash=100, trains=("5",))
        game = built.operating(index, 3).turn_of("GHE").game()
        assert [fact.key for fact in face_of(game.title).warnings(game.position)] == keys


def test_1873_what_a_company_does_by_itself_is_told_of_it_and_not_of_its_director() -> None:
    """When North's work has acted the Concordia, which East directs, produces without being asked (4.3.1)."""
    built = of_1873(3).works(0, "W1").cash("W1", 500).works_company("CO", ("W6", "W13"), {1: 100}, cash=100)
    game = built.acting("W1", EquipStep("W1")).game()
    game.play(Pass(0))
    ((name, parts),) = rows(told(game, 2))
    assert (name, parts[0].split()[0]) == ("CO", "produced")


def test_1881_the_bank_breaks() -> None:
    """13.1: the bank has 30, and 120 are paid out; the GBS lies on 92 and rises to 100."""
    built = of_1881(3).purses(0, 0, 0).company("GBS", 0).shares(0, "GBS", 10).shares(1, "GBS", 10)
    built = built.company("SSC", 2, at=(4, 0), trains=("2",)).operating(1, 2).bank(30, "SSC")
    game = built.earned("GBS", 300).game()
    assert [fact.key for fact in face_of(game.title).warnings(game.position)] == ["bank_low"]
    game.play(Dividend(0, "GBS", "pay"))
    assert announced(game, 1) == ["The bank is broken.", "This is the last operating round."]
    (name, parts), *_ = rows(told(game, 2))
    assert (name, parts) == ("GBS", ["paid out", "bank broken", "price 92 → 100"])


def test_1881_a_sealed_bid_is_told_without_its_amount() -> None:
    game = stellwerk.new("1881", ["Ada", "Bo", "Cleo"])
    game.play(SealBid(0, 310))
    for seat in (1, 2, None):
        found = told(game, seat)
        assert rows(found) == [("Ada", ["sealed a bid"])]
        assert "310" not in repr(found)


def test_chicago_express_track_and_the_last_dividend() -> None:
    """S2 is a plain of $1; with three houses left of twenty the next general dividend is the last (Spielende)."""
    cities = "B5 C2 D3 D7 F1 F5 F8 I2 I4 I9 K7 K10 M4 M10 N6 O4"
    game = chicago.position(3).share("NYC", 0).cash("NYC", 20).line("NYC", "S1 S0").houses(cities).turn(0)
    choose(game, "expansion")
    build(game, "NYC", "S2")
    found = told(game, 1)
    name, parts = rows(found)[0]
    assert (name, parts[0], found.hexes, found.announced) == ("Andy", "built NYC to S2 ($1)", ("S2",), ())
    game.play(Pass(0))
    develop(game, "S0")
    found = told(game, 0)
    name, parts = rows(found)[0]
    assert (name, parts[0], found.hexes) == ("Bert", "developed Albany (S0)", ("S0",))
    assert announced(game, 2) == ["A condition of the end is met: the next general dividend is the last."]
    assert companies(game, "en")[0].turn == ""


# Turns, rounds and those who watch ----------------------------------------------------------------------------


def test_in_the_midst_of_a_turn_the_strip_stays_and_the_marks_go() -> None:
    built = of_1835(3).packet_gone().ag("BY", director=0, trains=("2",)).ag("SX", director=1, trains=("2",))
    game = built.cash("SX", 500).tile("O15", "202", 2).turn_of("BY").game()
    game.play(LayTile(0, "BY", "N14", "8", 3))
    game.play(Pass(0))
    assert game.waiting_for() == (1,)
    before = told(game, 1)
    assert (before.first, before.acted, before.hexes) == (0, 0, ("N14",))
    game.play(Pass(1))
    assert game.waiting_for() == (1,)
    after = told(game, 1)
    assert (after.first, after.acted, after.hexes) == (0, 3, ())
    assert rows(after)[0] == rows(before)[0]


def test_who_only_watches_is_told_of_the_last_round() -> None:
    game = stellwerk.new("1835", ["Ada", "Bo", "Cleo"])
    for paper, seat in zip(("NF", "V1", "LD"), (0, 1, 2), strict=True):
        game.play(BuyPaper(seat, paper))
    found = told(game, None)
    assert (found.first, found.watching) == (0, True)
    assert rows(found) == [
        ("Ada", ["bought Nürnberg-Fürth for 100 M", "got BY 10%"]),
        ("Bo", ["bought Bergisch-Märkische for 80 M", "V1 starts with 80 M"]),
        ("Cleo", ["bought Leipzig-Dresdner Bahn for 190 M", "got SX 20% (director)"]),
    ]


# Move by move -------------------------------------------------------------------------------------------------


def test_moves_that_change_nothing_are_shown_with_the_next() -> None:
    game = stellwerk.new("1835", ["Ada", "Bo", "Cleo"])
    for seat in (0, 1):
        game.play(Pass(seat))
    game.play(BuyPaper(2, "NF"))
    game.play(Pass(0))
    assert [next_move(game, after) for after in range(5)] == [3, 3, 3, 4, 4]
    assert told_after(game.seen(None, 3), 0, "en") == [
        "Ada passes.",
        "Bo passes.",
        "Cleo buys Nürnberg-Fürth for 100 M.",
        "With Nürnberg-Fürth, Cleo receives 10% of Bayern.",
    ]


def _view(caller: Caller, game: str, query: str = "") -> Any:
    answer = caller.client.get(f"/games/{game}/view?{query}", headers=caller.headers)
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_a_page_is_shown_every_move_of_others(ada: Caller, title: str) -> None:
    """Asked for the next move again and again it comes to the present, and only there may anything be done."""
    game = ada.new(title, "me", "friend", "friend")
    for _ in range(5):
        ada.choose(game)
    strip, at = _view(ada, game)["fragments"]["since"], 0
    while at < 5:
        facts = _view(ada, game, f"after={at}&watch=1")["facts"]
        assert at < facts["at"]
        at = facts["at"]
        assert (facts["moves"], facts["past"], facts["turn"]) == (5, False, at == 5)
        assert facts["said"]
        assert not re.search(r"(brief|announced|round|event)\.\w", "".join(facts["said"]))
    assert _view(ada, game, "at=3")["facts"]["past"]
    first = re.search(r'data-first="(\d+)"', strip)
    moves = [int(move) for move in re.findall(r'data-at="(\d+)"', strip)]
    assert first
    assert moves
    assert all(int(first[1]) < move <= 5 for move in moves)
    assert not re.search(r"(brief|announced|round|since)\.\w", html.unescape(re.sub(r'"[^"]*"', "", strip)))


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_what_is_kept_of_moves_tells_the_same(title: str) -> None:
    game, lots, memo = stellwerk.new(title, players=list("ABC"), seed=4), random.Random(4), Kept()
    for number in range(90):
        if game.over:
            break
        game.play(game.legal_actions().pick(lots))
        if number % 30 == 29:
            for _ in range(7):
                game.undo()
        if number % 10 == 9:
            for seat in (None, 0, 1):
                seen = game.seen(seat)
                assert since(seen, seat, "en", memo) == since(seen, seat, "en")
    assert memo.kept


class Kept:
    """A memo that forgets nothing."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}

    def get(self, key: Any) -> Any | None:
        return self.kept.get(key)

    def put(self, key: Any, value: Any, size: int | None = None) -> None:
        self.kept[key] = value
