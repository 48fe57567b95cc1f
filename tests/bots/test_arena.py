"""The arena: seats rotate, the seed settles everything, and faults are one sentence."""

import json
import random

import pytest
from typer.testing import CliRunner

from stellwerk.bots import arena, choose
from stellwerk.bots.arena import Match, Outcome
from stellwerk.cli import _add_commands, app
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title, title_ids

TITLE = title_ids()[-1]

if "arena" not in {command.name for command in app.registered_commands}:
    _add_commands()


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["arena", *words], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_every_bot_sits_in_every_seat():
    match = Match(TITLE, ("steady", "random", "random"), 1)
    for bot in range(3):
        assert {match.seat_of(bot, number) for number in range(3)} == {0, 1, 2}


def test_seats_are_drawn_where_the_rules_draw_the_order():
    """1835 Spielvorbereitung, 1873 2: another order from game to game, the same one for the same seed."""
    drawing = [title for title in title_ids() if find_title(title).draws_order]
    assert drawing == ["1835", "1844", "1873"]
    for title in drawing:
        match = Match(title, ("steady", "random", "random"), 1)
        orders = [tuple(match.seat_of(bot, number) for bot in range(3)) for number in range(60)]
        assert all(sorted(order) == [0, 1, 2] for order in orders)
        assert len(set(orders)) == 6
        seated = Match(title, match.bots, 1, as_seated=True)
        assert [seated.seat_of(0, number) for number in range(4)] == [0, 1, 2, 0]


def test_equal_worth_shares_the_place_and_the_win():
    match = Match(TITLE, ("random", "random", "random"), 1)
    outcomes = [Outcome(0, (30, 30, 10))]
    assert [outcomes[0].place(bot) for bot in range(3)] == [1, 1, 3]
    assert [one.win_rate for one in arena.standings(match, outcomes)] == [0.5, 0.5, 0.0]


def test_one_json_line_with_the_bots_in_order():
    words = (TITLE, "--bots", "random,random,random", "--games", "3", "--seed", "5", "--json")
    (line,) = run(*words).splitlines()
    figures = json.loads(line)
    assert figures["title"] == TITLE
    assert [bot["name"] for bot in figures["bots"]] == ["random"] * 3
    for bot in figures["bots"]:
        assert bot["games"] == 3
        assert set(bot) >= {"name", "games", "win_rate", "mean_worth", "rating"}
    assert sum(bot["win_rate"] for bot in figures["bots"]) == pytest.approx(1, abs=0.01)
    assert run(*words).strip() == line
    assert run(*words, "--jobs", "2").strip() == line


def test_the_table_for_people_has_a_row_for_each_bot():
    assert run(TITLE, "--bots", "random,random", "--games", "1").count("random") == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((TITLE, "--bots", "clever,random,random"), "There is no bot 'clever'; there are random, easy, steady"),
        ((TITLE, "--bots", "random"), "players, not 1."),
        ((TITLE, "--games", "0"), "at least one game"),
        ((TITLE, "--jobs", "0"), "at least one job"),
        (("1999",), "There is no title '1999'"),
    ],
)
def test_bad_input_is_one_sentence(words, sentence):
    with pytest.raises(StellwerkError, match=r"\.$") as error:
        CliRunner().invoke(app, ["arena", *words], catch_exceptions=False)
    assert sentence in str(error.value)


def begun(seed: int, opening: int = 24, title: str = TITLE):
    """The first thirty actions of a game with a varied opening, and which of them the players chose themselves."""
    game, lots, asked = new_game(find_title(title), ["A", "B", "C"], {}, seed), random.Random(1), []

    def chooses(game, seat):
        asked.append(len(game.actions))
        return choose(game, seat, "steady", lots)

    chosen = arena.begun_with_variety(chooses, game, opening)
    while len(game.actions) < 30:
        game.play(chosen(game, game.waiting_for()[0]))
    return tuple(game.actions), asked


def test_half_of_a_varied_opening_is_by_lot_and_nothing_after_it():
    actions, asked = begun(1)
    assert asked[-6:] == [24, 25, 26, 27, 28, 29]
    assert 6 <= len(asked) - 6 <= 18
    assert begun(1) == (actions, asked)
    assert begun(1, opening=0)[1] == list(range(30))


def test_varied_openings_differ_from_seed_to_seed():
    assert len({begun(seed, title="1881")[0] for seed in range(1, 5)}) == 4


def test_who_is_not_asked_has_nothing_to_choose():
    game = new_game(find_title(TITLE), ["North", "East", "West"], {}, 0)
    with pytest.raises(StellwerkError, match="East has nothing to decide now"):
        choose(game, 1, "random", random.Random(0))
