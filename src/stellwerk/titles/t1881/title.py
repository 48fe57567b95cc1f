"""1881 as the registry knows it: players, options, the start, the accounts, and what must always hold."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stellwerk.eighteen.setup import initial_parts
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.eighteen.title import Title18
from stellwerk.play.core import Turn
from stellwerk.play.errors import StellwerkError
from stellwerk.play.manifest import Manifest

from .actions import ACTIONS
from .box import digest, laid_over, read_material
from .data import Material, ours
from .invariants import problems
from .options import Options
from .papers.opening import SealedBids
from .papers.secrets import ENVELOPES
from .rules import rules_for
from .state import Move, Rules, State81


class Title1881(Title18, frozen=True, kw_only=True, eq=False):
    """How play begins, on which material."""

    printed: Material

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


def title_of(files: Mapping[str, Mapping[str, Any]]) -> Title1881:
    """The title with these data; a game is played on with the data that it was begun with, or not at all."""
    printed, mark = read_material(files), digest(files)

    def rules(players: int, options: Options) -> Rules:
        if options.data not in ("", mark):
            raise StellwerkError(
                f"This game of 1881 was begun with other data ({options.data}, here {mark}): "
                "start the program with the folder that has it (--box)."
            )
        return rules_for(printed, players, options)

    return Title1881(
        id="1881",
        name="1881",
        manifest=Manifest(
            package=__package__ or "",
            face="shown.face:Face1881",
            bot="bot.judgement:JUDGEMENT",
            strong="bot.playouts:FORESIGHT",
            observed="observed:OBSERVED",
            longest_list=128,
            runs="companies.running:running_problem",
            programs="programs:PROGRAMS",
            box="title:with_box",
            check="check:inconsistencies",
            stamps=(("data", mark),),
            layers=("stellwerk.eighteen",),
            data="data",
            texts="texts",
        ),
        players=range(3, 7),
        rules=rules,
        options=Options,
        actions=ACTIONS,
        wrong=problems,
        rules_version=2,
        draws_order=False,  # The first bid settles who begins (2.4).
        secrets=ENVELOPES,
        printed=printed,
    )


TITLE = title_of(ours())


def with_box(folder: Path) -> Title1881:
    """The same with corrected data of somebody who has the box."""
    return title_of(laid_over(folder, TITLE.id))
