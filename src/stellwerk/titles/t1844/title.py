"""1844 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.setup import initial_parts
from stellwerk.play.core import Action, Decision, Position, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS
from .auction import NextLot
from .invariants import problems
from .options import Options
from .rules import rules_for
from .state import Move, Rules, State44, worth


class Title1844:
    """What the engine asks of a title."""

    id = "1844"
    name = "1844"
    manifest = Manifest(
        package=__package__ or "",
        face="shown.face:Face1844",
        bot="bot.judgement:JUDGEMENT",
        games18xx="records.games18xx:READER",
        runs="running:running_problem",
        habits="habits:Habits",
        layers=("stellwerk.eighteen.classic", "stellwerk.eighteen"),
        data="data",
        texts="texts",
    )
    rules_version: int = 2
    actions = ACTIONS
    players = range(3, 8)
    draws_order = True  # Spielaufbau
    options = Options
    secrets = OPEN  # All papers and money lie open on the table.

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        """Actions have always been written as they are today."""
        return action

    def rules(self, players: int, options: Options) -> Rules:
        """The rules for this many players with these options."""
        return rules_for(players, options)

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out and paid, the auction to begin (Spielaufbau); seats are in the order of cards."""
        printed = rules.printed
        parts = initial_parts(rules, printed.companies, dict.fromkeys(printed.special_papers, ISSUE))
        parts["cash"].setdefault(rules.lender, 0)
        return Turn(rules, State44(agenda=(NextLot(0),), **parts))

    def result(self, rules: Rules, state: State44) -> dict[int, int]:
        """Each seat's worth by the final accounts (Endabrechnung)."""
        table = Position(rules, state)
        return {seat: worth(table, seat) for seat in range(state.seats)}

    def standing(self, rules: Rules, state: State44) -> Mapping[type[Action], Decision]:
        """What may be done at any time, and what a company may do at any time of its turn."""
        return rules.any_time

    def problems(self, rules: Rules, state: State44) -> list[str]:
        """Every thing wrong with a state."""
        return list(problems(Position(rules, state)))


TITLE = Title1844()
