"""Bots held against people: what agrees, what a decision is about, and sums of incomes."""

import json
import random

import pytest
from typer.testing import CliRunner

import stellwerk
from stellwerk import bots
from stellwerk.bots import people
from stellwerk.bots.api import Weighed
from stellwerk.bots.people import Agreement, Course, Record
from stellwerk.cli import _add_commands, app
from stellwerk.commands.compare_people import _agreement
from stellwerk.eighteen.actions import BuyShare, BuyTrain, LayTile
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Range
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.play.playable import Playable
from stellwerk.show.books import books_of
from stellwerk.titles.registry import find_title

if "compare-people" not in {command.name for command in app.registered_commands}:
    _add_commands()


def a_game(title: str, level: str, moves: int, players: int = 3) -> stellwerk.Game:
    game = stellwerk.new(title, [f"Seat {seat + 1}" for seat in range(players)], seed=1)
    lots = random.Random(1)
    while not game.over and len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], level, lots))
    return game


@pytest.fixture(scope="module")
def steady_1835() -> stellwerk.Game:
    return a_game("1835", "steady", 60)


def test_steady_agrees_with_itself_in_all_it_decides(steady_1835):
    found = people.agreement(steady_1835, 1000)
    assert {"auction", "track", "train", "stock"} <= set(found)
    assert all(one.first == one.top == one.decisions and one.unranked == 0 for one in found.values())


def test_lots_do_not_agree():
    found = people.agreement(a_game("1835", "random", 60), 1000)
    decisions = sum(one.decisions for one in found.values())
    assert 0 < sum(one.first for one in found.values()) < decisions


def test_what_the_bot_has_no_opinion_on_is_not_ranked(monkeypatch, steady_1835):
    whole = people.weigh
    monkeypatch.setattr(
        people, "weigh", lambda here: [one for one in whole(here) if not isinstance(one.action, LayTile)]
    )
    found = people.agreement(steady_1835, 1000)
    track = found["track"]
    assert 0 < track.unranked == track.decisions - track.first


def test_decisions_are_taken_evenly_from_the_whole_game_and_no_more_than_asked_for(steady_1835):
    assert sum(one.decisions for one in people.agreement(steady_1835, 10).values()) <= 10
    assert people.agreement(steady_1835, 0) == {"auction": Agreement(1, 1, 1)}  # the first one alone


@pytest.mark.parametrize(
    ("would", "step", "amount", "agrees"),
    [(100, 1, 110, True), (100, 1, 90, True), (100, 1, 111, False), (100, 1, 89, False), (20, 5, 25, True),
     (20, 5, 26, False), (7, 1, 8, True), (7, 1, 9, False)],
)  # fmt: skip
def test_an_amount_agrees_within_a_tenth_or_a_step_of_what_the_bot_would_name(
    monkeypatch, would, step, amount, agrees
):
    game = stellwerk.new("chicago-express", ["North", "East", "West"], seed=1)
    bids = Range(Bid(0, 5), "amount", 5, 200, step)
    monkeypatch.setattr(people, "weigh", lambda here: [Weighed(Bid(0, would), 9.0), Weighed(Pass(0), 0.0)])
    found = people._stand(game, Bid(0, amount), [bids, Pass(0)])
    assert found == (Agreement(1, 1, 1) if agrees else Agreement(1, 0, 0, far_first=1, far_top=1))


def test_an_amount_far_from_the_second_best_is_counted_apart(monkeypatch):
    game = stellwerk.new("chicago-express", ["North", "East", "West"], seed=1)
    bids = Range(Bid(0, 5), "amount", 5, 200)
    monkeypatch.setattr(people, "weigh", lambda here: [Weighed(Pass(0), 9.0), Weighed(Bid(0, 100), 0.0)])
    assert people._stand(game, Bid(0, 105), [bids, Pass(0)]) == Agreement(1, 0, 1)
    assert people._stand(game, Bid(0, 150), [bids, Pass(0)]) == Agreement(1, 0, 0, far_top=1)


def test_the_table_tells_what_any_amount_would_make_of_it():
    assert _agreement(Agreement(4, 1, 2, 0, far_first=2, far_top=1)) == "25 [75]/50 [75]/0 (4)"
    assert _agreement(Agreement(4, 1, 2, 1, 3)) == "25/50/25 (4; 3)"
    counted = Agreement(1, 1, 1)
    counted.add(Agreement(1, far_first=1, far_top=1))
    assert counted == Agreement(2, 1, 1, far_first=1, far_top=1)


def test_a_pass_is_about_what_else_could_have_been_done():
    lay, train = LayTile(0, "BY", "O15", 8, 0), BuyTrain(0, "BY", "2", "bank")
    share = BuyShare(0, "BY", 10, "pool")
    assert people.kind_of(None, lay, (), opening=False) == "track"
    assert people.kind_of(None, Pass(0), (Pass(0), lay, lay, train), opening=False) == "track"
    assert people.kind_of(None, Pass(0), (Pass(0), share), opening=True) == "stock"
    assert people.kind_of(None, Pass(0), (Pass(0),), opening=False) == "other"
    bids = Range(Bid(0, 5), "amount", 5, 40)
    assert people.kind_of(None, Pass(0), (Pass(0), bids), opening=True) == "auction"
    assert people.kind_of(None, Pass(0), (Pass(0), bids), opening=False) == "other"


def test_incomes_are_summed_to_rounds_that_are_over(monkeypatch, steady_1835):
    monkeypatch.setattr(people, "ROUNDS", (1, 2, 3))
    books = books_of(steady_1835)
    first = sum(each.income for each in books.incomes if each.round == books.earning_rounds[0])
    told = people.course(steady_1835)
    assert told.incomes[0] == first > 0
    assert told.incomes[-1] is None
    assert told.worth is None
    game = steady_1835.copy()
    while len(books_of(game).earning_rounds) > 1 or len(books_of(game).rounds) > books.earning_rounds[0] + 1:
        game.undo()
    assert people.course(game).incomes == (None, None, None)  # the first round is not over yet


def test_means_are_of_games_that_came_so_far():
    courses = [Course((10, None), None), Course((20, 50), 7.0), Course((30, None), 9.0)]
    assert people.means(courses) == (20, 50, 8)
    assert people.means([Course((None,), None)]) == (None, None)
    assert people.means([]) == (None, None, None, None)


def test_records_are_grouped_by_title_and_players(monkeypatch):
    played = []
    monkeypatch.setattr(people, "self_play", lambda like, seed: played.append((like, seed)) or like)
    three, also, four = (
        Record(name, a_game("1835", "steady", 3, seats)) for name, seats in (("a", 3), ("b", 3), ("c", 4))
    )
    ticks = []
    found = people.compare([four, three, also], 10, 3, lambda: ticks.append(1))
    assert [(one.players, one.records) for one in found] == [(3, ["a", "b"]), (4, ["c"])]
    assert played[:3] == [(three.game, 1), (also.game, 2), (three.game, 3)]
    assert len(ticks) == 3 + 6


def test_the_command_tells_tables_and_json(monkeypatch, tmp_path, steady_1835):
    monkeypatch.setattr("stellwerk.commands.compare_people.read", lambda path: Record(path.stem, steady_1835))
    words = ["compare-people", str(tmp_path / "one.rails"), "--games", "0", "--decisions", "12"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert "1835, 3 players" in result.stdout
    assert "100/100/0" in result.stdout
    (told,) = json.loads(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    assert (told["title"], told["players"], told["records"]) == ("1835", 3, ["one"])


def test_a_file_that_is_no_record_is_one_sentence(tmp_path):
    file = tmp_path / "none.json"
    file.write_text("[]")
    with pytest.raises(StellwerkError, match=r"\.$"):
        CliRunner().invoke(app, ["compare-people", str(file)], catch_exceptions=False)


def test_what_only_the_program_of_a_record_allows_is_counted_apart():
    game = Game(find_title("1835"), ["North", "East", "West"], {"track_anywhere": True}, 1)
    strict = stellwerk.new("1835", game.players, seed=1).rules
    lots, lay = random.Random(1), None
    while lay is None:
        seat = game.waiting_for()[0]
        lays = (each for each in game.legal_actions(seat) if isinstance(each, LayTile))
        there = Playable(game.title, strict, game.state)
        lay = next((each for each in lays if there.refusal(each) is not None), None)
        game.play(lay or bots.choose(game, seat, "random", lots))
    track = people.agreement(game, 1000)["track"]
    assert (track.decisions, track.liberties) == (0, 1)
    told = people.Agreement(3, 2, 2, 1, 4)
    track.add(told)
    assert track == Agreement(3, 2, 2, 1, 5)
