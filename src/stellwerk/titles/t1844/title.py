"""1844 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.title import Title18
from stellwerk.play.core import Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS
from .auction import NextLot
from .invariants import problems
from .options import Options
from .rules import rules_for
from .state import Move, Rules, State44


class Title1844(Title18, frozen=True, kw_only=True, eq=False):
    """How play begins."""

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out and paid, the auction to begin (Spielaufbau); seats are in the order of cards."""
        printed = rules.printed
        parts = initial_parts(rules, printed.companies, dict.fromkeys(printed.special_papers, ISSUE))
        parts["cash"].setdefault(rules.lender, 0)
        return Turn(rules, State44(agenda=(NextLot(0),), **parts))


TITLE = Title1844(
    id="1844",
    name="1844",
    manifest=Manifest(
        package=__package__ or "",
        face="shown.face:Face1844",
        bot="bot.judgement:JUDGEMENT",
        strong="bot.playouts:FORESIGHT",
        observed="observed:OBSERVED",
        longest_list=192,
        games18xx="records.games18xx:READER",
        runs="running:running_problem",
        programs="programs:PROGRAMS",
        habits="habits:Habits",
        layers=("stellwerk.eighteen.classic", "stellwerk.eighteen"),
        data="data",
        texts="texts",
    ),
    players=range(3, 8),
    rules=rules_for,
    options=Options,
    actions=ACTIONS,
    wrong=problems,
    rules_version=2,
    draws_order=True,  # Spielaufbau
    secrets=OPEN,  # All papers and money lie open on the table.
)
