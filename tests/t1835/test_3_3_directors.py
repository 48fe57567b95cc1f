"""3.3.6: who becomes director among equals, with seats chosen so that every reading of "left" differs."""

import pytest

from stellwerk.eighteen.actions import SellShares

from .positions import director_of, position

# The old director, the two who hold the same, and the one of them who sits next to his left (of four).
TIES = [(1, (0, 2), 2), (1, (0, 3), 3), (2, (0, 3), 3), (2, (1, 3), 3), (3, (1, 2), 1)]
TIES += [(0, (2, 3), 2), (2, (0, 1), 0)]


@pytest.mark.parametrize(("old", "equals", "new"), TIES)
def test_3_3_6_among_equals_the_next_to_the_left_of_the_old_director_who_sells_his_office(old, equals, new):
    built = position(4).packet_gone().ag("BY", director=old)
    for seat in equals:
        built.shares(seat, "BY", 10, 10)
    game = built.stock_turn(old).game()
    game.play(SellShares(old, "BY", (), True))
    assert director_of(game, "BY") == new


@pytest.mark.parametrize(("old", "equals", "new"), TIES)
def test_3_3_6_among_equals_the_next_to_the_left_of_one_who_falls_behind(old, equals, new):
    built = position(4).packet_gone().ag("BY", director=old).shares(old, "BY", 10)
    for seat in equals:
        built.shares(seat, "BY", 10, 10, 10)
    game = built.stock_turn(old).game()
    assert director_of(game, "BY") == old
    game.play(SellShares(old, "BY", (10,)))
    assert director_of(game, "BY") == new


@pytest.mark.parametrize(("old", "equals", "new"), TIES)
def test_3_3_6_more_goes_before_further_left(old, equals, new):
    (other,) = set(equals) - {new}
    built = position(4).packet_gone().ag("BY", director=old).shares(new, "BY", 10, 10)
    game = built.shares(other, "BY", 10, 10, 10).stock_turn(old).game()
    game.play(SellShares(old, "BY", (), True))
    assert director_of(game, "BY") == other
