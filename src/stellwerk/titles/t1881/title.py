"""1881 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.core import Action, Decision, Position, Turn
from stellwerk.play.errors import Refusal, StellwerkError
from stellwerk.play.manifest import Manifest

from .actions import ACTIONS
from .box import digest, laid_over, read_material
from .check import inconsistencies
from .data import ours
from .invariants import problems
from .opening import SealedBids
from .options import Options
from .rules import rules_for
from .secrets import ENVELOPES
from .state import Move, Rules, State81, worth


class Title1881:
    """What the engine asks of a title."""

    id = "1881"
    name = "1881"
    manifest = Manifest(
        package=__package__ or "",
        face="shown.face:Face1881",
        bot="bot.judgement:JUDGEMENT",
        runs="running:running_problem",
        layers=("stellwerk.eighteen",),
        data="data",
        texts="texts",
    )
    rules_version: int = 2
    actions = ACTIONS
    players = range(3, 7)
    draws_order = False  # The first bid settles who begins (2.4).
    options = Options
    secrets = ENVELOPES

    def __init__(self, files: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        files = ours() if files is None else files
        self.printed = read_material(files)
        self.stamps = {"data": digest(files)}
        """A game is played on with the data that it was begun with, or not at all."""

    def with_box(self, folder: Path) -> Title1881:
        """The same with corrected data of somebody who has the box."""
        return Title1881(laid_over(folder, self.id))

    def inconsistencies(self) -> Iterator[Refusal]:
        """What does not fit together in the data."""
        return inconsistencies(self.printed)

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        """Actions have always been written as they are today."""
        return action

    def rules(self, players: int, options: Options) -> Rules:
        """The rules for this many players with these options."""
        if options.data not in ("", self.stamps["data"]):
            raise StellwerkError(
                f"This game of 1881 was begun with other data ({options.data}, here {self.stamps['data']}): "
                "start the program with the folder that has it (--box)."
            )
        return rules_for(self.printed, players, options)

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out and paid (2.1, 2.2, 11.3); the auctioneer is drawn by lot (2.4)."""
        printed = rules.printed
        parts = initial_parts(rules, (*printed.companies, *printed.seats.values()), {})
        units = [kind for kind in printed.trains.values() for _ in range(kind.count)]
        parts["depot"] = tuple(kind.id for kind in units if not kind.sbahn)
        state = State81(
            agenda=(BeginStockRound(), SealedBids()),
            sbahn_depot=tuple(kind.id for kind in units if kind.sbahn),
            auctioneer=random.Random(seed).randrange(rules.players),
            **parts,
        )
        return Turn(rules, state)

    def result(self, rules: Rules, state: State81) -> dict[int, int]:
        """Each seat's worth by the final accounts (13.3)."""
        table = Position(rules, state)
        return {seat: worth(table, seat) for seat in range(state.seats)}

    def standing(self, rules: Rules, state: State81) -> Mapping[type[Action], Decision]:
        """Nothing can be done at any time."""
        return {}

    def problems(self, rules: Rules, state: State81) -> list[str]:
        """Every thing wrong with a state."""
        return list(problems(Position(rules, state)))


TITLE = Title1881()
