"""Players that ask a learned value: as the end of a search that plays on, or of what one turn leads to.

A player is named by text: a level (`steady`), one that looks ahead with so many playouts (`strong:16`), the same
with a learned value where its playouts end (`leaf:16:FILE`), and one that takes the turn after which a learned
value is best (`turn:FILE`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import mean

from msgspec import Struct

from stellwerk.bots import choose, known_level, seen
from stellwerk.bots.api import Explorer, Table
from stellwerk.bots.arena import OPENING
from stellwerk.bots.duels import Duel, Player, met
from stellwerk.bots.levels import Seen, explorer_of, sensible, weigh
from stellwerk.bots.outlook import from_mean
from stellwerk.bots.search import Budget, look_ahead
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.play.playable import Playable
from stellwerk.titles.registry import find_title

from .policy import Policy, Row, TurnFeatures, best
from .scheme import Scheme
from .value import Forest, Inputs, Value, said

TRIED = 8
"""Turns that are looked at, of those that a title thinks of."""
LOOKED_AT = TRIED // 2
"""Turns that are looked at where a policy has chosen them."""


class Judged:
    """A learned value that is asked about positions of one title and number of players."""

    def __init__(self, value: Value) -> None:
        self.title: Title = find_title(value.title)
        if value.rules_version != self.title.rules_version:
            raise StellwerkError(f"{self.title.name} has other rules now than when this value was learned.")
        self._inputs = Inputs(Scheme.of(self.title, value.players))
        self._forest = Forest(value.trees)

    def of(self, position: Playable) -> Sequence[float]:
        """How far each seat will end from the mean; if the game is over, how far it is."""
        seats = range(position.state.seats)
        if position.over:
            now = self.title.result(position.rules, position.state)
            told = [float(now[seat]) for seat in seats]
        else:
            told = said(self._forest, self._inputs.of(position)).tolist()
        return from_mean(told)

    def at(self, table: Table) -> Sequence[float]:
        """The same of a table that a playout has come to."""
        return self.of(Playable(self.title, table.rules, table.state))


def turns(here: Seen) -> list[Sequence[Action]]:
    """What a title finds worth trying, best first: whole turns where it looks ahead, else single actions."""
    explorer = explorer_of(here.title)
    if explorer is not None:
        return list(explorer.plans(here.table, here.seat, here.choices))[:TRIED]
    return [(one.action,) for one in weigh(here)[:TRIED]]


class Notes(Struct):
    """What a search chose from, decision by decision, and the place of what it took."""

    rows: list[Row] = []
    chosen: list[int] = []


class BestTurn:
    """Takes the turn after which a learned value is best, of those that a policy finds likely where there is one.

    `unsure` of that it is by a part of what a seat is worth on average, and `notes` keep what it chose from.
    """

    def __init__(
        self, value: Value, policy: Policy | None = None, unsure: float = 0.0, notes: Notes | None = None
    ) -> None:
        self.judged, self.policy, self.unsure, self.notes = Judged(value), policy, unsure, notes
        self._features = TurnFeatures(self.judged.title, value.players)

    def __call__(self, game: Game, seat: int, lots: random.Random) -> Action:
        """What it does now."""
        here = seen(game, seat)
        if (only := _only(here)) is not None:
            return only
        plans = turns(here)
        if len(plans) == 1:
            return plans[0][0]
        rows = self._features.of(plans) if self.policy or self.notes else None
        tried = range(len(plans)) if self.policy is None or rows is None else best(self.policy, rows, LOOKED_AT)
        known = game.position.known_to(seat)
        money = self.unsure * mean(max(0, worth) for worth in game.result().values()) if self.unsure else 0.0
        scores = {
            turn: self.judged.of(known.after(plans[turn]))[seat] + (money and money * lots.gauss(0.0, 1.0))
            for turn in tried
        }
        found = max(scores, key=lambda turn: (scores[turn], -turn))
        if self.notes is not None and rows is not None:
            self.notes.rows.append(rows)
            self.notes.chosen.append(found)
        return plans[found][0]


def _only(here: Seen) -> Action | None:
    """The action of whoever has no other."""
    return here.choices[0] if len(here.choices) == 1 and isinstance(here.choices[0], Action) else None


def looking_ahead(explorer: Explorer, playouts: int) -> Player:
    """Who looks ahead with so many playouts a turn."""
    budget = Budget(playouts, seconds=inf)

    def decide(game: Game, seat: int, lots: random.Random) -> Action:
        here = seen(game, seat)
        if (only := _only(here)) is not None:
            return only
        return look_ahead(explorer.after(here.lately), here.table, seat, sensible(here), lots, budget).action

    return decide


def player(title: Title, text: str) -> Player:
    """Whoever is named so."""
    kind, _, rest = text.partition(":")
    if kind == "turn":
        return BestTurn(Value.read(Path(rest)))
    number, _, file = rest.partition(":")
    if kind in ("strong", "leaf") and number:
        explorer = explorer_of(title)
        if explorer is None or not number.isdigit() or not 0 < int(number) <= 10_000:
            raise StellwerkError(f"{title.name} has nobody who looks ahead with {number!r} playouts.")
        if kind == "leaf":
            explorer = explorer.asking(Judged(Value.read(Path(file))).at)
        return looking_ahead(explorer, int(number))
    level = known_level(text, title)
    return lambda game, seat, lots: choose(game, seat, level, lots)


def duel(title: str, one: str, other: str, seats: int, pairs: int, seed: int, opening: int = OPENING) -> Duel:
    """Pairs of games between two players who are named as above."""
    known = find_title(title)
    both = (one, player(known, one)), (other, player(known, other))
    return met(title, *both, seats, pairs, seed, opening)
