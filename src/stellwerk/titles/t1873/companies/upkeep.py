"""What old machines, locomotives and switchers cost each time their owner acts (5)."""

from __future__ import annotations

from ..state import Table, phase73


def machine_upkeep(table: Table, work: str) -> int:
    """For the machine of one work."""
    return phase73(table).machines.get(table.state.machines[work], 0)


def engine_upkeep(table: Table, train: str) -> int:
    """For one locomotive or switcher; railcars cost nothing."""
    unit, now = table.rules.printed.trains[train], phase73(table)
    return (now.switchers if unit.switcher else now.locomotives).get(unit.size, 0)


def engines_upkeep(table: Table, owner: str) -> int:
    """For all locomotives and switchers of an owner (4.4.4)."""
    return sum(engine_upkeep(table, train) for train in table.state.trains[owner])
