"""Advice that was asked for: kept by game and number, so that asking again costs nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from stellwerk import words
from stellwerk.bots import advises
from stellwerk.play.game import Game
from stellwerk.view.faults import Forbidden

from ..live import LiveGame
from ..storage.rows import Person
from .bot_pool import Advice
from .queued import Thinking

KEPT = 500
"""Pieces of advice of all games."""


class Advisers:
    """Asks bots what they think of somebody's choices."""

    def __init__(self, robots: Thinking) -> None:
        self._robots = robots
        self._kept: OrderedDict[tuple[str, int, int, str], list[dict[str, Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def at_hand(self, live: LiveGame, person: Person, language: str) -> list[dict[str, Any]] | None:
        """What was thought already, if nothing has happened since."""
        with self._lock:
            return self._kept.get((live.row.id, live.number, _seat(live, person), language))

    def think(self, live: LiveGame, person: Person, language: str) -> list[dict[str, Any]]:
        """What a bot thinks of the choices that a person has."""
        known = self.at_hand(live, person, language)  # whoever waits may have asked for the same
        if known is not None:
            return known
        with live.lock:
            number, seat = live.number, _seat(live, person)
            game = live.seen(seat, language)
        found = self._robots.advise(live, seat) if advises(game.title) else ()
        told = [_as_told(one, live, game, language) for one in found]
        with self._lock:
            if live.number == number:
                self._kept[live.row.id, number, seat, language] = told
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return told


def _seat(live: LiveGame, person: Person) -> int:
    """The seat that asks for advice; it must be its turn."""
    seat = live.seat_for(person.id)
    if seat is None or seat not in live.game.waiting_for() or live.waits_for_people:
        raise Forbidden("fault.not_your_turn")
    return seat


def _as_told(one: Advice, live: LiveGame, game: Game, language: str) -> dict[str, Any]:
    """A piece of advice as it is sent: sentences, and what they compare with the measure for programs."""
    reasons = (*one.reasons, one.compared) if one.compared else one.reasons
    return {
        "text": words.action(live.read(one.action), game, language),
        "action": one.action,
        "score": round(one.score, 1),
        "measure": one.measure,
        "compared": {"how": one.compared[0], **one.compared[1]} if one.compared else None,
        "reasons": [said for key, values in reasons if (said := _told(key, values, game, language))],
    }


def _told(key: str, values: dict[str, Any], game: Game, language: str) -> str:
    """A bot's reason as a line of its own."""
    told = words.advice(key, values, game, language)
    return told[:1].upper() + told[1:]
