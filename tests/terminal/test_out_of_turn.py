"""What may be done out of turn stands below the menu of whoever is asked, with the name of who may do it."""

import msgspec
from test_session import sit

import stellwerk
from stellwerk.show.face import face_of
from stellwerk.terminal.charmap import board_map


def indebted():
    """1844: the third player owes the bank 90 francs while the first has to bid."""
    game = stellwerk.new("1844", ["Anna", "Beat", "Carla"])
    game._states[-1] = msgspec.structs.replace(game.state, loans={2: 90})
    return game


def test_repaying_is_offered_in_anothers_turn_and_can_be_typed():
    game = indebted()
    shown = sit(game, ["3 40"])
    assert "   3  at any time, Carla: Repay 1 SFR to 90 SFR of the loan of 90 SFR" in shown
    assert "Carla repays 40 SFR and still owes 50 SFR." in shown
    assert game.state.loans == {2: 50}
    assert game.waiting_for() == (0,)


def test_nothing_is_offered_for_seats_of_bots():
    assert "any time" not in sit(indebted(), [], robots=frozenset({2}))


def test_sites_of_mountain_railways_are_on_the_map():
    game = indebted()
    game._states[-1] = msgspec.structs.replace(
        game.state, mountains={"B1": (game.state.board.box.grid.index["F19"], 0)}
    )
    shown = board_map(game.state.board, {}, face_of(game.title).pieces(game.position)).plain
    assert "▲B1" in shown
    assert shown.count("▲") == 7
    assert "▲B1" in sit(game, ["board"])
