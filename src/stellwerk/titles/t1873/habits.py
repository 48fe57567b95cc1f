"""What 18xx.games plays otherwise, each put in the place of a rule when a game begins.

The numbers are those of the list of deviations that the notes on this title keep. Deviations that only forbid
what we allow (a single work and the first 2, as many machine markers as possible) need no habit: a recorded
action is never refused for them.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from stellwerk.play import options
from stellwerk.routes import Fault

from .companies.running import no_duty_to_run_all
from .data import RAILCAR
from .papers.shares import packet_sold_already
from .rounds import by_cash
from .state import Rules, Table


class Habits(options.Habits, frozen=True):
    """The defaults are the rulebook and our rulings."""

    separate_sales: bool = False
    """Shares of a company may be sold in several packets in one turn, each at the price of the moment."""
    marker_stays: bool = False
    """A marker whose price stays keeps its place among those in its field."""
    ties_turned: bool = False
    """Players with equal cash change places at the end of a stock round."""
    build_from_inactive: bool = False
    """Track may begin at inactive markers."""
    short_runs: bool = False
    """Fewer or shorter routes than possible may be run."""
    railcar_calls_twice: bool = False
    """A route of a railcar may call at both stations of a village."""
    railcar_leaves_home: bool = False
    """The railcar of a railway without concession route need not call at its home."""
    insolvent_loses_capital: bool = False
    """What capital there was does not help a company that cannot pay its upkeep."""
    grant_above_price: bool = False
    """A gift of the bank that equals the price does not move it."""
    scraps_first: bool = False
    """An insolvent company scraps what costs upkeep before it buys."""
    spares_at_once: bool = False
    """What the first machine of an insolvent company has to spare improves others, too."""

    def varied(self, rules: Rules) -> Rules:
        """The rules with everything that these habits put in their place."""
        for name, put in VARIATIONS.items():
            rules = put(rules) if getattr(self, name) else rules
        return rules


# Shares -----------------------------------------------------------------------------------------------------


def separate_sales(rules: Rules) -> Rules:
    """7: shares of a company are sold in several packets in one turn, each at the price of the moment."""
    sales = rules.shares.sales
    companies = tuple(clause for clause in sales.companies if clause is not packet_sold_already)
    return replace(rules, shares=replace(rules.shares, sales=replace(sales, companies=companies)))


def marker_stays(rules: Rules) -> Rules:
    """8: a marker whose price stays is left in its place, but for sales before the first turn."""

    def goes_under(table: Table, company: str, cause: str) -> bool:
        return cause == "sold" and company not in table.state.operated

    return replace(rules, goes_under=goes_under)


def ties_turned(rules: Rules) -> Rules:
    """12: players with the same cash change places at the end of a stock round."""

    def order(table: Table) -> tuple[int, ...]:
        return by_cash(table, table.state.order[::-1])

    return replace(rules, next_order=order)


# Railways ---------------------------------------------------------------------------------------------------


def build_from_inactive(rules: Rules) -> Rules:
    """16: track begins at inactive markers, too."""

    def builds_from(table: Table, company: str) -> tuple[int, ...]:
        return tuple(table.state.board.stops_of(company))

    return replace(rules, builds_from=builds_from)


def short_runs(rules: Rules) -> Rules:
    """21: fewer or shorter routes than possible will do."""
    return replace(rules, asked_of_runs=_but(rules, no_duty_to_run_all))


def railcar_calls_twice(rules: Rules) -> Rules:
    """22: a route of a railcar may call at both stations of a village."""

    def asked(table: Table, fault: Fault) -> bool:
        return (fault.train, fault.reason) != (RAILCAR, "place_twice")

    return replace(rules, asked_of_runs=_but(rules, asked))


def _but(rules: Rules, asked: Callable[[Table, Fault], bool]) -> Callable[[Table, Fault], bool]:
    """What the rules ask of a run, but only if this asks it as well."""
    before = rules.asked_of_runs
    return lambda table, fault: before(table, fault) and asked(table, fault)


def railcar_leaves_home(rules: Rules) -> Rules:
    """24: the railcar of a railway without concession route calls at its home only if a route leads there."""
    return replace(rules, railcar_at_home=False)


# Insolvency -------------------------------------------------------------------------------------------------


def insolvent_loses_capital(rules: Rules) -> Rules:
    """25: a company that cannot pay its upkeep begins its reorganisation without money."""
    return replace(rules, reorganising=replace(rules.reorganising, loses_capital=True))


def grant_above_price(rules: Rules) -> Rules:
    """26: a gift of the bank moves the price only if it is above it."""
    return replace(rules, reorganising=replace(rules.reorganising, grant_above_price=True))


def scraps_first(rules: Rules) -> Rules:
    """27: what costs upkeep goes before anything is bought, by the phase until then."""
    return replace(rules, reorganising=replace(rules.reorganising, scraps_first=True))


def spares_at_once(rules: Rules) -> Rules:
    """28: spare markers of the first machine improve other works, too."""
    return replace(rules, reorganising=replace(rules.reorganising, spares_at_once=True))


VARIATIONS: dict[str, Callable[[Rules], Rules]] = {
    each.__name__: each
    for each in (
        separate_sales,
        marker_stays,
        ties_turned,
        build_from_inactive,
        short_runs,
        railcar_calls_twice,
        railcar_leaves_home,
        insolvent_loses_capital,
        grant_above_price,
        scraps_first,
        spares_at_once,
    )
}
