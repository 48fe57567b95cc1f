"""A book of openings: found by position, only where it holds, and played by nobody but who looks ahead."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from stellwerk import bots
from stellwerk.bots import Budget, Found
from stellwerk.bots.book import Book, Page, pages_of, reached, write
from stellwerk.bots.levels import looked_ahead, seen
from stellwerk.play.core import Position
from stellwerk.play.files import new_game, read_action
from stellwerk.titles.registry import find_title, title_ids

WITH_BOOK = [title for title in title_ids() if find_title(title).manifest.book]
CHICAGO, T1835 = find_title("chicago-express"), find_title("1835")
BID = {"type": "bid", "seat": 0, "amount": 11}
BOLD = Page(3, 1, (), BID, 20.0, 5.0, 8)


def bid(seat, amount):
    return {"type": "bid", "seat": seat, "amount": amount}


def after(*raw, players=3, options=None):
    """Chicago Express once this has been done."""
    game = new_game(CHICAGO, ["A", "B", "C", "D"][:players], options or {}, 7)
    for one in raw:
        game.play(read_action(one, CHICAGO))
    return game


def opened(book, game, seat):
    found = book.opening(Position(game.rules, game.view(seat)), seat)
    return found and found.page


@pytest.mark.parametrize("title", WITH_BOOK)
def test_every_page_of_a_book_is_reached_by_the_rules_and_says_what_may_be_done(title):
    pages = pages_of(find_title(title).manifest)
    assert pages
    for page in pages:
        game, action = reached(find_title(title), page)
        assert game.waiting_for()[0] == action.seat
        assert game.refusal(action) is None
        assert page.gain > 2 * page.error
        found = looked_ahead(seen(game, action.seat), random.Random(1))
        assert (found.action, found.playouts) == (action, 0)


def test_a_page_is_found_by_its_position_and_its_seat_alone():
    book = Book(CHICAGO, [BOLD])
    assert opened(book, after(), 0) == BOLD
    assert opened(book, after(), 1) is None
    assert opened(book, after(players=4), 0) is None
    assert opened(book, after(BID), 0) is None


def test_however_a_position_came_about_it_is_the_same():
    """The first company goes to the second seat for 9, whatever was bid before."""

    def sold(first, last):
        return (bid(0, first), bid(1, last), *({"type": "pass", "seat": seat} for seat in (2, 0)))

    turn = after(*sold(7, 9)).waiting_for()[0]
    page = Page(3, 1, sold(7, 9), bid(turn, 11), 20.0, 5.0, 8)
    book = Book(CHICAGO, [page])
    assert opened(book, after(*sold(8, 9)), turn) == page
    assert opened(book, after(*sold(8, 10)), turn) is None


def test_a_page_holds_for_the_usual_options_alone():
    page = Page(4, 1, (), {"type": "pass", "seat": 0}, 20.0, 5.0, 8)
    book, names = Book(T1835, [page]), ["A", "B", "C", "D"]
    assert opened(book, new_game(T1835, names, {}, 3), 0) == page
    assert opened(book, new_game(T1835, names, {"leipzig_income": 30}, 3), 0) is None


def test_a_page_that_corrected_data_do_not_allow_is_left_out():
    """Nobody has 999 dollars."""
    never = Page(3, 1, (bid(0, 999),), bid(1, 8), 20.0, 5.0, 8)
    book = Book(CHICAGO, [never, BOLD])
    assert opened(book, after(), 0) == BOLD


def test_who_looks_ahead_plays_by_the_book_and_nobody_else(monkeypatch):
    monkeypatch.setitem(looked_ahead.__globals__, "book_of", lambda title: Book(title, [BOLD]))
    game = after()
    told = {level: bots.decide(game, 0, level, random.Random(1), Budget(4)) for level in bots.levels(CHICAGO)}
    assert told["strong"] == Found(read_action(BID, CHICAGO), 0)
    assert all(found.action != told["strong"].action for level, found in told.items() if level != "strong")
    game.play(told["strong"].action)
    assert bots.decide(game, 1, "strong", random.Random(1), Budget(40)).playouts > 0


def test_a_book_that_is_made_again_keeps_its_other_pages(tmp_path):
    file, other = tmp_path / "book.json", Page(4, 1, (), BID, 9.0, 2.0, 8)
    write(file, [BOLD, other])
    better = replace(BOLD, gain=30.0)
    write(file, [better])
    assert msgspec.json.decode(file.read_bytes(), type=tuple[Page, ...]) == (better, other)
