"""1835 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

from typing import Any

from stellwerk.eighteen.actions import BuildStation
from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.title import Title18
from stellwerk.eighteen.track import LayStep
from stellwerk.play.core import Action, Decision, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS, CorrectPrice
from .corrections import Corrections
from .data import PACKET
from .invariants import problems
from .options import Options
from .rounds import BeginStockRound
from .rules import rules_for
from .state import Move, Rules, State1835
from .stations import MarkerPowers


def migrate(action: dict[str, Any]) -> dict[str, Any]:
    """Up to version 2 of the rules lays and stations named a `private`, and dividends whether to `pay`."""
    if action.get("type") in ("lay_tile", "build_station") and "private" in action:
        return {**action, "permit": action["private"]}
    if action.get("type") == "dividend" and isinstance(action.get("pay"), bool):
        return {**action, "kind": "pay" if action["pay"] else "keep"}
    return action


class Title1835(Title18, frozen=True, kw_only=True, eq=False):
    """How play begins."""

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out, everybody paid, and the first stock round about to begin."""
        printed = rules.printed
        others = dict.fromkeys((*printed.privates, *printed.minors), PACKET)
        parts = initial_parts(rules, (*printed.minors, *printed.companies), others)
        return Turn(rules, State1835(agenda=(BeginStockRound(),), **parts))

    def standing(self, rules: Rules, state: State1835) -> dict[type[Action], Decision]:
        """Nothing may be done out of turn, but for what a group has agreed on."""
        found: dict[type[Action], Decision] = {CorrectPrice: Corrections()} if rules.habits.corrections else {}
        step = state.agenda[-1] if state.agenda and rules.habits.powers_any_time else None
        return {**found, BuildStation: MarkerPowers(step.company)} if isinstance(step, LayStep) else found


TITLE = Title1835(
    id="1835",
    name="1835",
    manifest=Manifest(
        package=__package__ or "",
        face="shown.face:Face1835",
        bot="bot.judgement:JUDGEMENT",
        strong="bot.playouts:FORESIGHT",
        book="bot/book.json",
        observed="observed:OBSERVED",
        longest_list=160,
        rails="records.rails:READER",
        habits="habits:Habits",
        runs="running:running_problem",
        programs="programs:PROGRAMS",
        layers=("stellwerk.eighteen.classic", "stellwerk.eighteen"),
        data="data",
        texts="texts",
    ),
    players=range(3, 8),
    rules=rules_for,
    options=Options,
    actions=ACTIONS,
    wrong=problems,
    rules_version=4,
    draws_order=True,  # Spielvorbereitung
    secrets=OPEN,  # All papers and money lie open on the table.
    migrate=migrate,
)
