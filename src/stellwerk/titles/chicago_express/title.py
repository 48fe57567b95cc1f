"""Chicago Express as the registry knows it: players, options, the start, the accounts, what must always hold."""

from __future__ import annotations

from typing import Any

from stellwerk.bank.papers import BANK, Owner
from stellwerk.play.core import Action, Decision, Position, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN

from .actions import ACTIONS
from .data import Company
from .invariants import problems
from .opening import OpeningSale
from .options import Options
from .state import Move, Railway, Rules, StateChicago, rules_for

# A player takes over the bank and opens the first auction (Spielvorbereitung); here the first seat.
BANKER = 0


class TitleChicagoExpress:
    """What the engine asks of a title."""

    id = "chicago-express"
    name = "Chicago Express"
    manifest = Manifest(
        package=__package__ or "",
        face="shown.face:FaceChicago",
        bot="bot.judgement:JUDGEMENT",
        observed="observed:OBSERVED",
        programs="programs:PROGRAMS",
        longest_list=64,
        strong="bot.playouts:EXPLORER",
        data="data",
        texts="texts",
    )
    rules_version: int = 2
    actions = ACTIONS
    players = range(2, 7)
    draws_order = False  # The banker begins (Spielvorbereitung).
    options = Options
    secrets = OPEN  # All shares and money lie open on the table.

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        """Actions have always been written as they are today."""
        return action

    def rules(self, players: int, options: Options) -> Rules:
        """The rules for this many players with these options."""
        return rules_for(players, options)

    def start(self, rules: Rules, seed: int) -> Move:
        """Everything laid out, everybody paid, and the opening auctions about to begin (Spielaufbau)."""
        printed = rules.material
        cash: dict[Owner, int] = dict.fromkeys(range(rules.players), rules.cash)
        cash |= dict.fromkeys(printed.companies, 0)
        cash[BANK] = -rules.players * rules.cash
        state = StateChicago(
            seats=rules.players,
            agenda=(OpeningSale(0, BANKER),),
            cash=cash,
            railways={id_: _tableau(rules, company) for id_, company in printed.companies.items()},
            dials=dict.fromkeys(printed.dials, 0),
            industry={hex_: place.steps[0] for hex_, place in enumerate(printed.hexes) if place.steps},
            houses=printed.limits.houses,
        )
        return Turn(rules, state)

    def result(self, rules: Rules, state: StateChicago) -> dict[int, int]:
        """Each seat's cash; shares count nothing (Spielende)."""
        return {seat: state.cash[seat] for seat in range(state.seats)}

    def standing(self, rules: Rules, state: StateChicago) -> dict[type[Action], Decision]:
        """Nothing may be done out of turn."""
        return {}

    def problems(self, rules: Rules, state: StateChicago) -> list[str]:
        """Every thing wrong with a state."""
        return list(problems(Position(rules, state)))


def _tableau(rules: Rules, company: Company) -> Railway:
    """One locomotive on the start hex, the others and all shares on the tableau (Spielaufbau)."""
    network: frozenset[int] = frozenset()
    if not company.opens_later:
        network = frozenset({rules.material.index[company.start]})
    left = company.locomotives - len(network)
    return Railway(company.income, company.shares, left, network, (0,) * rules.players)


TITLE = TitleChicagoExpress()
