"""The tables of 1873: players, companies, works with what they earn, the bank, concessions and phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from stellwerk.bank.papers import ISSUE, Owner
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.tables import Column, Companies, CompanyRow, Phases, Players, Table, TrainRow

from ..companies.equipment import switcher_for_sale
from ..companies.works import assignments, is_connected, produced
from ..data import MACHINES, RAILCAR, Phase73, Unit
from ..lines.reserves import missing
from ..state import Table as Position
from ..state import concession_holder, founded, is_open, is_railway, is_work, phase73, slots, works_of, worth

# Players and companies --------------------------------------------------------------------------------------


def players(position: Position) -> Players:
    """Cash, shares, single works, concessions, purchase options and worth."""
    state, printed = position.state, position.rules.printed

    def more(each: Position, seat: int) -> dict[str, Any]:
        concessions = tuple(one for one in printed.concessions if concession_holder(each, one) == seat)
        options = tuple(company for company, holder in state.purchase_options.items() if holder == seat)
        return {"works": works_of(each, seat), "concessions": concessions, "options": options}

    columns = (Column("works", "ids"), Column("concessions", "ids"), Column("options", "ids"))
    kept = shared.without(shared.PLAYERS, "papers", "railways")
    return Players(shared.player_rows(position, worth, more), shared.amid(kept, "worth", *columns))


DETAILS = (
    Column("company", "name"),
    Column("kind", "word"),
    Column("standing", "word"),
    Column("size", "percent"),
    Column("works", "ids"),
    Column("slots", "right"),
)


def companies(position: Position) -> Companies:
    """All companies by their ids, with kind, how far they are, size of their shares, works and room for these."""
    listed = tuple(position.rules.printed.companies)
    rows = tuple(_company(position, id_) for id_ in shared.in_order(position, listed))
    return Companies(rows, shared.company_columns(range(position.state.seats), "company"), DETAILS, listed)


def _company(position: Position, id_: str) -> CompanyRow:
    works = works_of(position, id_)
    more = {
        "kind": position.rules.printed.companies[id_].kind,
        "standing": standing_of(position, id_),
        "size": position.state.sizes.get(id_),
        "works": works,
        "slots": f"{len(works)}/{slots(position, id_)}" if works else None,
    }
    return shared.company_row(position, id_, more)


def standing_of(position: Position, company: str) -> str:
    """How far a company is."""
    state = position.state
    if company in state.trust:
        return "in_trust"
    if company in state.in_operation:
        return "operating"
    if founded(position, company):
        return "founded" if is_railway(position, company) else "outside"
    return "to_found"


# Works ------------------------------------------------------------------------------------------------------


def sites(position: Position) -> Table:
    """Every work as it is printed: name, place, face value, and what calling there brings a railway."""
    printed = position.rules.printed
    rows: list[tuple[object, ...]] = [
        (work.id, work.name, work.hex, work.face, state_of(position, work.id), f"{work.multiplier} ×")
        for work in printed.works.values()
    ]
    rows += [
        (fixed.id, fixed.name, fixed.hex, None, "open", str(fixed.value)) for fixed in printed.fixed_at.values()
    ]
    columns = (
        Column("id"),
        Column("work"),
        Column("site"),
        Column("face", "money"),
        Column("use", "word"),
        Column("calls", "right"),
    )
    return Table("sites", columns, tuple(rows))


def state_of(position: Position, work: str) -> str:
    """Whether a work is open, closed, or has not been sold yet."""
    if is_open(position, work):
        return "open"
    return "unsold" if position.state.papers[work] == ISSUE else "closed"


def works(position: Position) -> Table:
    """Every work: who owns it, what it has, what it earns and why, what that costs now and in the next phase."""
    printed, state = position.rules.printed, position.state
    coming = printed.phases[min(state.phase + 1, len(printed.phases) - 1)]
    switchers = serving(position)
    rows = []
    for id_, work in printed.works.items():
        owner: Owner = state.papers[id_]
        machine, switcher = state.machines[id_], switchers.get(id_, "")
        size = printed.trains[switcher].size if switcher else 0
        linked, alone = is_connected(position, id_), work.income(machine, 0)
        parts = [alone, work.income(machine, size) - alone] if linked else [work.base]
        earns = (" + ".join(str(part) for part in parts if part), sum(parts))
        costs = (upkeep_in(phase73(position), machine, size), upkeep_in(coming, machine, size))
        rows.append(
            (
                id_,
                owner if is_open(position, id_) else None,
                "connected" if linked else "cut_off",
                machine,
                size or None,
                *((*earns, *costs) if is_open(position, id_) else (None,) * 4),
                state.cash[id_] if isinstance(owner, int) else None,
            )
        )
    columns = (
        Column("id"),
        Column("owner", "owner"),
        Column("track", "word"),
        Column("machine", "number"),
        Column("switcher", "number"),
        Column("made_of", "right"),
        Column("income", "money"),
        Column("upkeep", "money"),
        Column("upkeep_next", "money"),
        Column("capital", "money"),
    )
    return Table("works", columns, tuple(rows))


def serving(position: Position) -> Mapping[str, str]:
    """The switcher of each work; a company's where they would earn most, none while it has too many (4.3.5)."""
    state, found = position.state, {}
    for owner, trains in state.trains.items():
        if trains and is_work(position, owner):
            found[owner] = trains[0]
        elif trains and owner in state.joined:
            found.update(next(iter(assignments(position, owner)), ()))
    return found


def upkeep_in(phase: Phase73, machine: int, switcher: int) -> int:
    """What a work's machine and switcher cost in a phase."""
    return phase.machines.get(machine, 0) + phase.switchers.get(switcher, 0)


def profit(position: Position, company: str, at: Mapping[str, str]) -> tuple[int, int]:
    """What the works of a company would earn with these switchers, and the upkeep."""
    made = produced(position, company, at)
    return made.income, made.upkeep


# The bank ---------------------------------------------------------------------------------------------------


def left(position: Position, unit: Unit) -> int | None:
    """How many units of a size the bank has left; None where there is no end of them."""
    if unit.id == RAILCAR:
        return position.state.railcars
    return position.state.depot.count(unit.id) if unit.count else None


def trains(position: Position) -> tuple[TrainRow, ...]:
    """Units by size: prices as locomotive, machine and switcher, how many are left, and who has some."""
    kinds = position.rules.printed.trains
    switchers = {kind.size: shared.train_row(position, kind, None) for kind in kinds.values() if kind.switcher}
    return tuple(
        _unit(position, unit, switchers.get(unit.size))
        for unit in kinds.values()
        if unit.card and not unit.switcher
    )


def _unit(position: Position, unit: Unit, switcher: TrainRow | None) -> TrainRow:
    row = shared.train_row(position, unit, left(position, unit))
    more = {
        "as_machine": unit.machine or None,
        "as_switcher": switcher.cost if switcher else None,
        "sale": on_sale(position, unit),
        "machine_owners": machines_of(position, unit.size),
        "switcher_owners": counted(switcher.owners if switcher else ()),
    }
    owners = counted(owner for owner in row.owners if owner != MACHINES)
    return replace(row, owners=owners, more=more)


TRAINS = (
    *shared.TRAINS[:2],
    Column("as_machine", "money"),
    Column("as_switcher", "money"),
    Column("sale", "words"),
    *shared.TRAINS[2:-1],
    Column("machine_owners", "ids"),
    Column("switcher_owners", "ids"),
)


def counted(owners: Iterable[str]) -> tuple[str, ...]:
    """Owners with how many they have.

    >>> counted(["HBE", "GHE", "HBE"])
    ('2×HBE', 'GHE')
    """
    return tuple(owner if number == 1 else f"{number}×{owner}" for owner, number in Counter(owners).items())


def machines_of(position: Position, size: int) -> tuple[str, ...]:
    """Open works with a machine of a size."""
    machines = position.state.machines
    return tuple(work for work in machines if machines[work] == size and is_open(position, work))


def on_sale(position: Position, unit: Unit) -> tuple[str, ...]:
    """As what a unit is on sale now."""
    state, found = position.state, []
    if state.depot[0] == unit.id:
        found.append("locomotive")
        if unit.machine:
            found.append("machine")
    if switcher_for_sale(position) == f"S{unit.size}":
        found.append("switcher")
    if unit.id == RAILCAR and state.full_sets and state.railcars:
        found.append("railcar")
    return tuple(found)


# Concessions and phases -------------------------------------------------------------------------------------


def concessions(position: Position) -> Table:
    """Every concession: since or from when it is active, who holds it, what its route lacks and costs."""
    state, printed = position.state, position.rules.printed
    names = printed.box.grid.names
    rows = []
    for railway, paper in printed.concessions.items():
        company = printed.companies[railway]
        if state.papers[paper] == "gone":
            standing = "retired"
        elif concession_holder(position, railway) is not None:
            standing = "held"
        else:
            standing = "active" if railway in state.awake else "asleep"
        built = railway in state.complete or not company.routes
        lacking = () if built else tuple(names[hex_] for hex_ in missing(position, railway))
        rows.append(
            (
                railway,
                standing,
                f"{company.phase} ({company.early})" if company.early else company.phase,
                concession_holder(position, railway),
                lacking,
                None if built else company.cost,
                "route_built" if built and company.routes else "no_route" if built else "route_to_build",
            )
        )
    columns = (
        Column("concession"),
        Column("standing", "word"),
        Column("from_phase"),
        Column("holder", "name"),
        Column("missing", "places"),
        Column("route_cost", "money"),
        Column("route", "word"),
    )
    return Table("concessions", columns, tuple(rows))


_EFFECTS = {"3": ("wbe_hexes_open",), "5": ("railcars_with_full_set",)}


def phases(position: Position) -> Phases:
    """What holds in each phase, with the upkeep of what is old by then and the concessions that wake."""
    companies = position.rules.printed.companies.values()

    def more(phase: Phase73) -> dict[str, Any]:
        return {
            "upkeep_locomotives": by_size(phase.locomotives),
            "upkeep_machines": by_size(phase.machines),
            "upkeep_switchers": by_size(phase.switchers),
            "wakes": tuple(each.id for each in companies if each.phase == phase.id),
            "effects": _EFFECTS.get(phase.id, ()),
        }

    columns = (
        Column("upkeep_locomotives", "right"),
        Column("upkeep_machines", "right"),
        Column("upkeep_switchers", "right"),
        Column("wakes", "ids"),
    )
    kept = shared.without(shared.PHASES, "limits", "scraps")
    return Phases(shared.phase_rows(position, more), shared.amid(kept, "effects", *columns))


def by_size(costs: Mapping[int, int]) -> str:
    """Upkeep of one size after another.

    >>> by_size({1: 100, 2: 50})
    '100/50'
    """
    return "/".join(map(str, costs.values()))
