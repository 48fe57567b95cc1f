"""What a seat sees is masked where it is new or was hidden; what comes of it is as if all of it had been."""

from __future__ import annotations

import random

import msgspec
import pytest

import stellwerk
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.host.storage.tables.journal import UNDO
from stellwerk.play.core import Action, Event
from stellwerk.play.secrets import OPEN
from stellwerk.titles.registry import find_title

VEILED = [id_ for id_ in stellwerk.title_ids() if find_title(id_).secrets is not OPEN]


def _live(id_: str, seed: int) -> LiveGame:
    title = find_title(id_)
    seats = tuple(Seat(seat, PERSON, f"P{seat}", seat) for seat in range(max(3, title.players[0])))
    return LiveGame(GameRow(id_, id_, title.rules_version, {}, seed, None, RUNNING, 0.0, 0.0, None, seats))


def _told(live: LiveGame, seat: int | None, number: int | None) -> tuple[list[Action], list[tuple[Event, ...]]]:
    """As the server keeps it, after it was compared with a look of somebody who has never looked before."""
    kept, anew = live.seen(seat, "en", number), live.game.seen(seat, number)
    assert kept.actions == anew.actions
    assert kept.told() == anew.told()
    assert kept.state == anew.state
    return kept.actions, kept.told()


@pytest.mark.parametrize("id_", VEILED)
def test_looks_that_follow_each_other_show_what_a_first_look_does(id_: str) -> None:
    _look_on(id_)


def test_the_same_where_all_kinds_of_secrets_come_to_light_one_by_one(sealed: str) -> None:
    _look_on(sealed)


def _look_on(id_: str) -> None:
    """Play by lot and take back, while everybody looks now and then, also at what was."""
    live, lots = _live(id_, 5), random.Random(5)
    watchers = (None, *(seat.seat for seat in live.seats))
    for number in range(120):
        if live.game.over:
            break
        for seat in watchers:
            if lots.random() < 0.5:
                _told(live, seat, None if lots.random() < 0.7 else lots.randrange(len(live.game.actions) + 1))
        if number % 7 == 6 and live.game.actions:
            live.follow(*[UNDO] * lots.randrange(1, min(4, len(live.game.actions)) + 1))
        live.follow(msgspec.json.encode(live.game.legal_actions().pick(lots)))
        assert not live.broken
    for seat in watchers:
        _told(live, seat, None)


@pytest.mark.parametrize("id_", VEILED)
def test_what_was_open_is_not_asked_about_again(id_: str) -> None:
    live, lots = _live(id_, 5), random.Random(5)
    for _ in range(60):
        live.follow(msgspec.json.encode(live.game.legal_actions().pick(lots)))
    live.seen(0, "en")
    _, masks = live._masks[0]
    assert masks.moves == 60
    assert masks.doubtful(61) == [*sorted(masks.veiled), 61]
