"""A game looked back on: what is told can be checked, and comes out the same again."""

import json
import random
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import stellwerk
from stellwerk import bots
from stellwerk.bots import analysis
from stellwerk.bots.analysis import TOLD, WORTH_TELLING, analyse, position, rows, until
from stellwerk.bots.outlook import outlook, shares
from stellwerk.cli import _add_commands, app
from stellwerk.play.errors import StellwerkError
from stellwerk.view.analysis import told


def by_lot(title="chicago-express", moves=90):
    """A game by lot leaves much to be desired."""
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=5), random.Random(5)
    while not game.over and len(game.actions) < moves:
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    return game


@pytest.fixture(scope="module")
def looked_back():
    game, heard = by_lot(), []
    return game, analyse(game, lambda done, whole: heard.append((done, whole))), heard


def test_the_curve_begins_and_ends_with_the_game(looked_back):
    game, found, _ = looked_back
    assert found.curve[0].number == 0
    assert found.curve[-1].number == len(game.actions)
    assert found.curve[-1].parts == shares(outlook(game.title, game.position))
    assert all(sum(point.parts) == pytest.approx(1) for point in found.curve)
    assert list(rows(found, 3)) == [found.curve[0], found.curve[len(found.curve) // 2], found.curve[-1]]


def test_what_is_told_was_done_and_what_was_better_was_legal(looked_back):
    game, found, _ = looked_back
    assert 0 < len(found.turnings) <= TOLD
    assert found.decisions > 30
    for turning in found.turnings:
        assert game.actions[turning.number] == turning.taken
        then = until(game, turning.number)
        assert turning.better in then.legal_actions(turning.seat)
        assert turning.better != turning.taken


def test_the_parts_are_what_the_forecast_says_after_either_choice(looked_back):
    game, found, _ = looked_back
    for turning in found.turnings:
        for action, part in ((turning.taken, turning.after), (turning.better, turning.instead)):
            then = until(game, turning.number)
            then.play(action)
            assert shares(outlook(then.title, then.position))[turning.seat] == pytest.approx(part)
        assert turning.lost >= WORTH_TELLING
    assert [turning.lost for turning in found.turnings] == sorted(
        (turning.lost for turning in found.turnings), reverse=True
    )


def test_progress_is_told_to_the_end_and_never_goes_back(looked_back):
    _, _, heard = looked_back
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1]


def test_a_seat_is_judged_by_what_it_could_know_then():
    game = stellwerk.new("1881", ["North", "East", "West"], seed=1)
    game.play(bots.choose(game, game.waiting_for()[0], "steady", random.Random(1)))
    there = position(game, 1, game.waiting_for()[0])
    assert there.state == game.view(game.waiting_for()[0])


def test_it_is_told_in_both_languages(looked_back):
    game, found, _ = looked_back
    english, german = told(game, found, "en"), told(game, found, "de")
    assert len(english.turnings) == len(german.turnings) == len(found.turnings)
    assert english.summary != german.summary
    assert english.picture.svg.count("<path") > len(game.players)
    assert english.turnings[0].name in game.players
    assert english.turnings[0].taken != english.turnings[0].better


@pytest.mark.parametrize(("language", "more"), [("en", "by 4.2 "), ("de", "4,2 ")])
def test_how_much_better_the_other_choice_was_is_told_and_how_sure_that_is(looked_back, language, more):
    game, found, _ = looked_back
    one = replace(found.turnings[0], before=0.3, after=0.251, instead=0.293)
    late, early = (
        told(game, replace(found, turnings=(replace(one, number=number),)), language).turnings[0].told
        for number in (len(game.actions) - 1, 1)
    )
    assert more in late
    assert early.startswith(late)
    assert len(early) > len(late)


def test_a_choice_that_stays_open_for_a_turn_is_told_once(looked_back):
    found = looked_back[1]
    like, better = found.turnings[0], [turning.better for turning in found.turnings[:2]]

    def turning(number, seat, other, lost):
        return replace(like, number=number, seat=seat, better=better[other], after=0.2, instead=0.2 + lost)

    acted = SimpleNamespace(actions=[SimpleNamespace(seat=seat) for seat in (0, 0, 0, 1, 0, 0)])
    rows = [turning(0, 0, 0, 0.1), turning(1, 0, 0, 0.3), turning(2, 0, 1, 0.2), turning(4, 0, 1, 0.1)]
    assert list(analysis._once_a_turn(acted, rows)) == rows[1:]  # the last two are of different turns
    assert list(analysis._once_a_turn(acted, [])) == []


def test_a_game_in_which_nothing_has_happened_is_refused():
    with pytest.raises(StellwerkError, match="Nothing has happened"):
        analyse(stellwerk.new("chicago-express", ["A", "B"]))


def test_the_command_prints_it_and_writes_positions(tmp_path):
    _add_commands()
    game = by_lot(moves=24)
    file = tmp_path / "game.json"
    file.write_text(game.to_json())
    run = CliRunner().invoke(app, ["analyse", str(file), "--language", "de", "--positions", str(tmp_path / "p")])
    assert run.exit_code == 0, run.output
    assert "Anteil am Endvermögen" in run.stdout
    assert "North" in run.stdout
    files = list((tmp_path / "p").glob("*.json"))
    assert files
    for kept in files:
        assert str(kept) in run.stdout
        assert stellwerk.load(kept.read_text()).actions == game.actions[: int(kept.stem.split("-")[-1])]
    told = CliRunner().invoke(app, ["analyse", str(file), "--json"]).stdout
    assert json.loads(told) == json.loads(msgspec.json.encode(analyse(game)))


def test_in_which_measure_a_decision_is_scored_changes_nothing(looked_back, monkeypatch):
    """Shares are scored in percent of their price, trains in marks: only the forecast makes them comparable."""
    game, found, _ = looked_back
    weigh = analysis.weigh

    def measured(seen):
        times = 1000.0 if len(seen.choices) % 2 else 0.001
        return [replace(one, score=times * one.score) for one in weigh(seen)]

    monkeypatch.setattr(analysis, "weigh", measured)
    assert analyse(game).turnings == found.turnings


def test_what_steady_does_not_rank_is_told_as_well(looked_back, monkeypatch):
    game, found, _ = looked_back
    weigh, worst = analysis.weigh, found.turnings[0]

    def unranked(seen):
        return [one for one in weigh(seen) if one.action != worst.taken]

    monkeypatch.setattr(analysis, "weigh", unranked)
    again = analyse(game)
    assert worst in again.turnings
    assert again.decisions == found.decisions
