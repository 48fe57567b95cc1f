"""Shikoku 1889: what differs from 1830."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk.eighteen.classic.actions import ACTIONS
from stellwerk.eighteen.classic.emergency import no_change_of_director
from stellwerk.eighteen.classic.operating import forget_sales
from stellwerk.eighteen.classic.privates import ANY_TIME, OWNING, pay_income
from stellwerk.eighteen.classic.rules import CITES, FLOW, HELP, TURNS, Options, classic_rules
from stellwerk.eighteen.classic.running import ANY_RUN
from stellwerk.eighteen.classic.starting import place_homes
from stellwerk.eighteen.classic.stock import sell_buy_or_buy_sell
from stellwerk.eighteen.classic.title import ClassicTitle, classic_manifest
from stellwerk.eighteen.classic.track import REGULAR
from stellwerk.eighteen.rules import Rules18

from .material import material
from .privates import LayPort, PortTile, bought, close, cost, income, port_is_special

TAKEN = {"Running trains": "runs.problem runs.step", "Stations": "flow.round_begins"}
GROUND = replace(REGULAR.ground, tiles=(port_is_special, *REGULAR.ground.tiles))


def rules_for(players: int, options: Options) -> Rules18:
    """The rules of a game with this many players."""
    return classic_rules(
        material(),
        players,
        cites={**CITES, "port_is_special": "Laying track", "only_the_tile_of": "Privates"},
        turns=replace(TURNS, closes=sell_buy_or_buy_sell),
        flow=replace(FLOW, round_begins=(pay_income, place_homes), turn_begins=(forget_sales,)),
        permits=(replace(REGULAR, ground=GROUND, cost=cost),),
        runs=ANY_RUN,
        help=replace(HELP, clauses=(no_change_of_director,)),
        owning=replace(OWNING, income=income, bought=bought, close=close),
        any_time={**ANY_TIME, LayPort: PortTile()},
    )


TITLE = ClassicTitle(
    id="1889",
    name="Shikoku 1889",
    manifest=classic_manifest(__package__, games18xx="games18xx:READER"),
    players=range(2, 7),
    rules=rules_for,
    actions=(*ACTIONS, LayPort),
)
