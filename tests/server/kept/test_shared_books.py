"""Books of seats that know the same are kept once, and stay what they would be alone."""

from __future__ import annotations

import random

import stellwerk
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import BOT, PERSON, RUNNING, GameRow, Seat
from stellwerk.play.secrets import OPEN
from stellwerk.show.books import Ledger, books_of
from stellwerk.titles.registry import find_title


def _veiled(moves: int) -> LiveGame:
    """A game by lot of a title that hides something."""
    id_ = next(one for one in stellwerk.title_ids() if find_title(one).secrets is not OPEN)
    title = find_title(id_)
    seats = tuple(
        Seat(seat, BOT if seat == 1 else PERSON, f"P{seat}", seat, "random" if seat == 1 else "")
        for seat in range(max(3, title.players[0]))
    )
    live = LiveGame(GameRow(id_, id_, title.rules_version, {}, 7, None, RUNNING, 0.0, 0.0, None, seats))
    lots = random.Random(7)
    while len(live.game.actions) < moves and not live.game.over:
        live.game.play(live.game.legal_actions().pick(lots))
    return live


def test_books_of_seats_are_shared_where_they_are_the_same() -> None:
    live = _veiled(120)
    live.settle()
    assert {seat for seat, _ in live._ledgers} == {None, 0, 2}  # bots look at no books
    everybodys = live.ledger(None)
    for seat in (0, 2):
        mine = live.ledger(seat)
        assert mine.notes.more
        for number, standing in mine.notes.more.items():
            alike = standing == everybodys.notes.more.get(number)
            assert (standing is everybodys.notes.more.get(number)) == alike
        assert books_of(live.game.seen(seat), mine) == books_of(live.game.seen(seat), Ledger())
    assert books_of(live.game.seen(None), everybodys) == books_of(live.game.seen(None), Ledger())


def test_shared_books_go_on_each_by_itself() -> None:
    live = _veiled(60)
    live.settle()
    lots = random.Random(8)
    for _ in range(60):
        if not live.game.over:
            live.game.play(live.game.legal_actions().pick(lots))
    for seat in (None, 0, 2):
        assert books_of(live.game.seen(seat), live.ledger(seat)) == books_of(live.game.seen(seat), Ledger())


def test_what_a_seat_hears_all_of_is_kept_once() -> None:
    live = _veiled(60)
    told = live.game.seen(0).told()
    assert any(mine is theirs and theirs for mine, theirs in zip(told, live.game.told(), strict=True))
