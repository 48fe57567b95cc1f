"""Harzbahn 1873 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.core import Action, Decision, Position, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS
from .concessions import wake
from .data import MACHINES, RAILCAR, SIZES
from .founding import field_of
from .invariants import problems
from .options import Options
from .rules import rules_for
from .state import Move, Rules, State73, external, worth


class Title1873:
    """What the engine asks of a title."""

    id = "1873"
    name = "Harzbahn 1873"
    manifest = Manifest(
        package=__package__ or "",
        face="shown.face:Face1873",
        bot="bot.judgement:JUDGEMENT",
        games18xx="records.games18xx:READER",
        habits="habits:Habits",
        runs="running:running_problem",
        layers=("stellwerk.eighteen",),
        data="data",
        texts="texts",
    )
    rules_version: int = 2
    actions = ACTIONS
    players = range(2, 6)
    draws_order = True  # 2
    options = Options
    secrets = OPEN  # All papers and money lie open on the table, and lots settle next to nothing.

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        """Actions have always been written as they are today."""
        return action

    def rules(self, players: int, options: Options) -> Rules:
        """The rules for this many players with these options."""
        return rules_for(players, options)

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out and paid (2); seats are in the order that was drawn."""
        printed = rules.printed
        others = {**dict.fromkeys(printed.works, ISSUE), **dict.fromkeys(printed.concessions.values(), BANK)}
        parts = initial_parts(rules, (*printed.companies, *printed.works), others)
        units = [unit for unit in printed.trains.values() if not unit.switcher and unit.id != RAILCAR]
        parts["depot"] = tuple(unit.id for unit in units for _ in range(unit.count or 1))
        turn = Turn(
            rules,
            State73(
                agenda=(BeginStockRound(), rules.opening),
                machines=dict.fromkeys(printed.works, 1),
                railcars=printed.trains[RAILCAR].count,
                lots=seed,
                **parts,
            ),
        )
        mhe = external(turn)
        turn.set(
            trains={**turn.state.trains, mhe: (printed.title["external"]["locomotive"],), MACHINES: ()},
            sizes={mhe: SIZES[printed.companies[mhe].kind][0]},
            chart=turn.state.chart.place(mhe, field_of(turn, rules.external.start)),
        )
        wake(turn)
        return turn

    def result(self, rules: Rules, state: State73) -> dict[int, int]:
        """Each seat's worth by the final accounts (7)."""
        table = Position(rules, state)
        return {seat: worth(table, seat) for seat in range(state.seats)}

    def standing(self, rules: Rules, state: State73) -> Mapping[type[Action], Decision]:
        """Nothing can be done at any time."""
        return {}

    def problems(self, rules: Rules, state: State73) -> list[str]:
        """Every thing wrong with a state."""
        return list(problems(Position(rules, state)))


TITLE = Title1873()
