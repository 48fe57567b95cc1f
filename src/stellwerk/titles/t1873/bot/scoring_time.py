"""When phases are likely to begin and the game to end."""

from __future__ import annotations

from ..data import RAILCAR, Phase73
from ..rounds import SETS_OF_PHASE_5
from ..state import Table

LEAST_PACE = 1.8  # units that leave the bank in a round, at the least
PACE_OF_COMPANIES = 0.25  # units that one company takes in a round
PACE_OF_WORKS = 0.06
KEPT_BY_WORKS = 0.45  # what a mark in the capital of a single work is worth to its owner


def pace(table: Table) -> float:
    """Units that leave the bank in a round; the MHE takes one at the end of each set (4.5)."""
    state = table.state
    companies = [each for each in state.in_operation if each in table.rules.printed.companies]
    works = len(state.in_operation) - len(companies)
    rounds = table.rules.printed.phases[state.phase].rounds
    return max(LEAST_PACE, 1 / rounds + PACE_OF_COMPANIES * len(companies) + PACE_OF_WORKS * works)


def rounds_until(table: Table, phase: Phase73) -> float:
    """Rounds until a phase begins; railcars come with the first full set of three (4.1)."""
    state, phases = table.state, table.rules.printed.phases
    if phases.index(phase) <= state.phase:
        return 0.0
    if phase.train == RAILCAR:
        return rounds_until(table, phases[phases.index(phase) - 1]) + (1 if state.full_sets else 2)
    return (state.depot.index(phase.train) + 0.5) / pace(table) if phase.train in state.depot else 0.0


def rounds_to_come(table: Table) -> int:
    """Rounds after the one that is being played, until the second full set has ended (7)."""
    state, phases = table.state, table.rules.printed.phases
    rest = state.operating_rounds - state.operating_round if state.operating_round else 0
    full = phases[-1].rounds
    five = next(phase for phase in phases if phase.rounds == full)
    begun = state.full_sets
    if begun or phases.index(five) <= state.phase:
        return rest + full * (SETS_OF_PHASE_5 - begun)
    return rest + max(0, round(rounds_until(table, five)) - rest) + full * SETS_OF_PHASE_5
