"""The board of Chicago Express for drawings."""

from stellwerk.show.area_map import Area, AreaMap

from ..state import Table, hex_value, present


def area_map(position: Table) -> AreaMap:
    """Every hex with what it costs, what it is worth now, and the locomotives there."""
    printed, state = position.rules.material, position.state
    areas = tuple(
        Area(
            id=hex_.id,
            colour=hex_.kind.colour,
            name=hex_.name,
            sign="" if hex_.kind_name == "plain" else hex_.kind_name,
            cost=hex_.cost,
            worth=hex_value(position, number),
            more=_more(position, number),
            built=number in state.developed,
            pieces=tuple(present(position, number)),
        )
        for number, hex_ in enumerate(printed.hexes)
    )
    return AreaMap(printed.grid, areas)


def _more(position: Table, number: int) -> int:
    """What developing a hex would add: a house, or the next step of an industry city's marker."""
    printed, state = position.rules.material.hexes[number], position.state
    if printed.steps:
        later = [step for step in printed.steps if step > state.industry[number]]
        return later[0] - state.industry[number] if later else 0
    return 0 if number in state.developed else printed.development
