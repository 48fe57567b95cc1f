"""Whole sittings at the terminal, typed by a script."""

import io
import json
import random
from pathlib import Path

import pytest
from rich.console import Console

import stellwerk
from forced_games import before_a_forced_pass
from stellwerk.play.choosing import action_of
from stellwerk.terminal.charmap import board_map
from stellwerk.terminal.menu import SHORT, find, menu
from stellwerk.terminal.session import Session
from stellwerk.titles.registry import find_title
from t1873.positions import position

NAMES = ["North", "East", "West"]


def sit(game, lines, file=None, language="en", robots=frozenset()):
    """Type lines and return what was shown."""
    console = Console(file=io.StringIO(), width=100, highlight=False, markup=False, emoji=False)
    script = iter(lines)

    def read(prompt):
        console.print(prompt, end="")
        line = next(script, None)
        if line is None:
            raise EOFError
        console.print(line)
        return line

    Session(game, console, language, file, read, robots).run()
    return console.file.getvalue()


@pytest.fixture
def game():
    return stellwerk.new("1835", NAMES)


def test_start_purchase_undo_save_resume_quit(game, tmp_path):
    file = tmp_path / "game.json"
    shown = sit(game, ["1", "2", "undo", "1", f"save {file}", "quit"])
    assert "North buys Nürnberg-Fürth for 100 M." in shown
    assert "Taken back: Buy Leipzig-Dresdner Bahn for 190 M" in shown
    assert "Saved in game.json." in shown
    assert "The game is kept in game.json." in shown
    again = stellwerk.load(file)
    assert again.digest() == game.digest()
    shown = sit(again, ["1"], file)
    assert "East buys Bergisch-Märkische for 80 M." in shown
    assert stellwerk.load(file).actions == again.actions
    assert len(again.actions) == 3


def test_what_is_not_saved_is_said(game):
    assert "The game was not saved." in sit(game, ["1"])


def test_leaving_an_untouched_game_needs_no_word(game):
    assert "not saved" not in sit(game, [])


def test_saving_needs_a_name_and_spares_other_files(game, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("mine")
    shown = sit(game, ["1", "save", f"save {other}", f"save {tmp_path}/no/where.json"])
    assert "Save where?" in shown
    assert "other.json exists already" in shown
    assert "where.json cannot be written: No such file or directory." in shown
    assert other.read_text() == "mine"


@pytest.mark.parametrize(
    "command", ["board", "chart", "companies", "players", "trains", "tables", "log", "recap", "help"]
)
@pytest.mark.parametrize("id_", stellwerk.title_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_screen_fits_in_100_columns(id_, command, language):
    title = find_title(id_)
    game = stellwerk.new(id_, [f"Spieler{n}" for n in range(title.players[-1])])
    lots = random.Random(3)
    for _ in range(150):
        game.play(game.legal_actions().pick(lots))
    shown = sit(game, [command], language=language)
    assert max(map(len, shown.splitlines())) <= 100
    assert "{" not in shown


def test_nonsense_is_answered_and_changes_nothing(game):
    shown = sit(game, ["99", "foo", "", "-1", "log many", "undo"])
    assert "There is no choice “99” here. Type a number from 1 to 3, or help." in shown
    assert "There is nothing to take back." in shown
    assert not game.actions


def test_others_moves_are_told_again(game):
    assert "    North: bought Nürnberg-Fürth for 100 M; got BY 10%" in sit(game, ["1", "recap"])
    fresh = stellwerk.new("1835", NAMES)
    assert "Nothing has happened yet." in sit(fresh, ["recap"])


def test_what_cannot_be_done_is_told_with_its_paragraph(game):
    shown = sit(game, ["1", "1", "why"])
    assert "  Buy Magdeburger for 80 M: Magdeburger is not for sale now (2.5.1)" in shown


def test_a_hex_says_why_nothing_can_be_built_there():
    game = stellwerk.new("1844", NAMES)
    lots = random.Random(3)
    for _ in range(150):
        game.play(game.legal_actions().pick(lots))
    shown = sit(game, ["why", "why F25"])
    assert "Nothing that one would look for is forbidden now." in shown
    assert "Lay tile 3 on Sargans (F25): • SW–W, for 20 SFR: Sensetalbahn " in " ".join(shown.split())


def test_german(game):
    shown = sit(game, ["1", "quit"], language="de")
    assert "North kauft Nürnberg-Fürth für 100 M." in shown
    assert "Aktienrunde 1" in shown


def test_amounts_of_a_range(tmp_path):
    game = stellwerk.new("chicago-express", NAMES)
    shown = sit(game, ["1", "3", "1 9999", "1 zwölf", "1 12"])
    assert "Amount from 7 to 40> 3" in shown
    assert "“3” is not an amount from 7 to 40." in shown
    assert "“9999” is not an amount" in shown
    assert "“zwölf” is not an amount" in shown
    assert "North bids $12." in shown
    assert len(game.actions) == 1


def test_many_track_lays_are_chosen_by_hex_first():
    game = stellwerk.new("1835", NAMES, options={"track_anywhere": True})
    while type(game.step).__name__ != "LayStep":
        game.play(next(iter(game.legal_actions())))
    entries = menu(game, game.legal_actions(), "en")
    lay = next(entry for entry in entries if entry.text == "Lay a tile")
    assert len(entries) <= SHORT
    hexes = menu(game, lay.choices, "en")
    dresden = find(hexes, "h20")
    assert dresden is not None
    assert dresden.text == "on Dresden (H20)"
    shown = sit(game, ["1", "H20", "back", "0", "1 H20 1"])
    assert "lays tile 201 on Dresden (H20)" in shown


def test_every_choice_is_in_the_menu():
    game = stellwerk.new("1835", NAMES)
    lots = random.Random(11)
    for _ in range(300):
        choices = list(game.legal_actions(game.waiting_for()[0]))
        assert sorted(map(repr, _leaves(game, menu(game, choices, "en")))) == sorted(map(repr, choices))
        game.play(game.legal_actions().pick(lots))


def _leaves(game, entries):
    for entry in entries:
        if len(entry.choices) == 1:
            yield entry.choices[0]
        else:
            below = menu(game, entry.choices, "en")
            assert all(len(other.choices) < len(entry.choices) for other in below)
            yield from _leaves(game, below)


def test_a_finished_game_names_its_winner():
    game = stellwerk.new("chicago-express", NAMES)
    lots = random.Random(5)
    while not game.over:
        game.play(game.legal_actions().pick(lots))
    shown = sit(game, ["players", "1", "undo"])
    assert "The game is over." in shown
    assert " wins with $" in shown or " win with $" in shown
    assert not game.over


def test_the_map_shows_markers_names_and_track(game):
    game.play(next(a for a in game.legal_actions() if getattr(a, "paper", "") == "V1"))
    plain = board_map(game.state.board, {}).plain.splitlines()
    assert any("Düssel" in line for line in plain)
    assert any("V1" in line for line in plain)


def test_a_file_is_kept_after_every_action(game, tmp_path):
    file: Path = tmp_path / "kept.json"
    sit(game, ["1", "1"], file)
    assert len(json.loads(file.read_text())["actions"]) == 2


def test_bots_play_until_a_person_has_to_decide(game):
    sit(game, ["1"], robots=frozenset({1, 2}))
    assert [action.seat for action in game.actions] == [0, 1, 2]
    assert game.waiting_for() == (0,)


def test_undo_takes_back_what_bots_answered(game):
    shown = sit(game, ["1", "undo"], robots=frozenset({1, 2}))
    assert "Taken back: Buy Nürnberg-Fürth for 100 M" in shown
    assert game.actions == []


def test_advice_names_legal_choices_best_first(game):
    shown = sit(game, ["advise"])
    advised = [line.split(". ", 1)[1].split(":")[0] for line in shown.splitlines() if line.startswith("  1. ")]
    assert advised
    offered = [entry.text for entry in menu(game, game.legal_actions(0), "en")]
    assert any(text.startswith(advised[0].split(",")[0]) for text in offered)


def test_a_hot_seat_shows_each_only_what_they_may_know(sealed):
    game = stellwerk.new(sealed, NAMES, seed=7)
    shown = sit(game, ["1 483619207", "", "log", "tables", "advise", "undo", "", "1 517246913", "", "1 391758426"])
    first, *others = shown.split("is next. Nobody else looks?")
    assert "North" in first
    own = {seat: game.state_after(0).hands[seat] for seat in range(3)}
    assert all(card in first for card in own[0])
    assert not any(card in first for card in (*own[1], *own[2]))
    east, north_again, west = others[0], others[1], others[2]
    assert all(card in east for card in own[1])
    assert not any(secret in east for secret in ("483,619,207", "1,516,380,793", *own[0], *own[2]))
    assert "Taken back: A hidden decision." in east
    assert not any(card in north_again for card in own[1])
    assert "517,246,913" not in west.split("391758426")[0]
    assert not any(card in west for card in own[0])


def test_what_came_to_light_is_not_taken_back(sealed):
    game = stellwerk.new(sealed, NAMES, seed=7)
    shown = sit(game, ["1 5", "", "1 6", "", "1 7", "", "undo"])
    assert "Something hidden has come to light" in shown
    assert len(game.actions) == 3


def test_open_games_are_not_handed_over(game):
    assert "Nobody else looks" not in sit(game, ["1", "1", "1"])


def test_a_menu_tells_what_its_choices_bring_and_a_question_tells_more(game):
    """Nürnberg-Fürth costs 100 and brings a tenth of Bayern; of an amount the one that is asked about is told."""
    shown = sit(game, ["?1", "?9", "1"])
    line = "Buy Nürnberg-Fürth for 100 M, with 10% of Bayern  → you −100 (500 left) · Bayern 0% → 10%"
    assert shown.count(line) == 4  # beside the choice after each question, and as the answer
    assert "There is no choice “?”" in shown
    assert len(game.actions) == 1
    auction = stellwerk.new("chicago-express", NAMES)
    shown = sit(auction, ["?1 12", "?1 3", "?1"], language="de")
    assert "→ 7: wenn niemand mehr bietet · du −7 (33 übrig) · PRR +7" in shown
    assert "12 $ bieten → wenn niemand mehr bietet · du −12 (28 übrig) · PRR +12" in " ".join(shown.split())
    assert "„3“ ist kein Betrag" in shown
    assert not auction.actions


def test_what_is_no_choice_is_not_asked_and_goes_back_with_the_choice_before():
    before, after = before_a_forced_pass("1835")
    game, action = before.copy(), after.actions[len(before.actions)]
    offered = menu(game, game.legal_actions(action.seat), "en")
    number = next(n for n, entry in enumerate(offered, 1) if action in entry.choices)
    path = [str(number)]
    while len(offered[int(path[-1]) - 1].choices) > 1:  # through groups to the one action
        offered = menu(game, offered[int(path[-1]) - 1].choices, "en")
        path.append(str(next(n for n, entry in enumerate(offered, 1) if action in entry.choices)))
    sit(game, path)
    assert game.actions == after.actions
    sit(game, ["undo"])
    assert game.digest() == before.digest()


def test_a_game_that_waits_for_such_a_pass_goes_on_when_it_is_opened():
    before, after = before_a_forced_pass("1835")
    game = before.copy()
    game.play(after.actions[len(before.actions)])
    sit(game, [])
    assert game.actions == after.actions


def closing():
    """1873: the owner of two works is asked about the first one."""
    return position(3).work("W1", 0, cash=120).work("W2", 1).equipping("W1").game()


def test_what_is_given_up_for_good_is_asked_twice_and_never_first():
    game = closing()
    offered = menu(game, game.legal_actions(game.waiting_for()[0]), "en")
    number = next(n for n, entry in enumerate(offered, 1) if action_of(entry.choices[0]).final)
    assert number > 1
    assert all(not action_of(entry.choices[0]).final for entry in offered[: number - 1])
    before = len(game.actions)
    shown = sit(game, [str(number), "no", "?"])
    assert "this is for good. Really? yes or no> no" in shown
    assert "Left as it was." in shown
    assert "take the last action back" in shown  # of the help, which a question mark alone calls
    assert len(game.actions) == before
    sit(game, [str(number), "yes"])
    assert len(game.actions) > before
    again = closing()
    sit(again, [f"{number} ja"], language="de")  # at once, for who knows
    assert again.actions[before] == game.actions[before]
