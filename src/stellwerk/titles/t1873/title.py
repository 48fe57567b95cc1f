"""Harzbahn 1873 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.eighteen.title import Title18
from stellwerk.play.core import Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS
from .data import MACHINES, RAILCAR, SIZES
from .invariants import problems
from .lines.concessions import wake
from .options import Options
from .papers.founding import field_of
from .rules import rules_for
from .state import Move, Rules, State73, external


class Title1873(Title18, frozen=True, kw_only=True, eq=False):
    """How play begins."""

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


TITLE = Title1873(
    id="1873",
    name="Harzbahn 1873",
    manifest=Manifest(
        package=__package__ or "",
        face="shown.face:Face1873",
        bot="bot.judgement:JUDGEMENT",
        strong="bot.playouts:FORESIGHT",
        observed="observed:OBSERVED",
        longest_list=160,
        games18xx="records.games18xx:READER",
        habits="habits:Habits",
        runs="companies.running:running_problem",
        programs="programs:PROGRAMS",
        layers=("stellwerk.eighteen",),
        data="data",
        texts="texts",
    ),
    players=range(2, 6),
    rules=rules_for,
    options=Options,
    actions=ACTIONS,
    wrong=problems,
    rules_version=2,
    draws_order=True,  # 2
    secrets=OPEN,  # All papers and money lie open on the table, and lots settle next to nothing.
)
