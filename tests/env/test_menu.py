"""Menus of fixed length: every choice and every amount is reached by some numbers, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from stellwerk.env.menu import Menu
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Range


def reached(menu):
    """All actions that some way through the menus leads to, in order."""
    for number in range(len(menu.entries)):
        chosen = menu.choose(number)
        if isinstance(chosen, Menu):
            assert len(chosen.entries) <= menu.length
            yield from reached(chosen)
        else:
            yield chosen


@given(st.integers(0, 50), st.integers(0, 300), st.integers(1, 5), st.integers(2, 9))
def test_every_amount_is_reached_once(low, steps, step, length):
    among = Range(Bid(0, low), "amount", low, low + steps * step, step)
    bids = list(reached(Menu.listing([among], length)))
    assert bids == [Bid(0, low + n * step) for n in range(steps + 1)]


@given(st.integers(1, 60), st.integers(2, 9))
def test_every_choice_of_a_long_list_is_reached_once(number, length):
    choices = [Pass(seat) for seat in range(number)]
    assert list(reached(Menu.listing(choices, length))) == choices
