"""Colours and homes of the companies, and what lies loose on the board or is still to be built, for drawings."""

from collections.abc import Iterator

from stellwerk.show.tables import Home, Livery, Look, Piece, PlannedLine

from ..data import material
from ..lines.reserves import has_piece, pieces_of
from ..state import Table, is_open


def look() -> Look:
    """All companies in their colours; homes are those of railways; cities have a border."""
    printed = material()
    names = printed.box.grid.names
    companies = printed.companies.values()
    return Look(
        tuple(Livery(company.id, company.colour, company.id) for company in companies),
        tuple(Home(company.id, home, 0) for company in companies for home in company.homes),
        tuple(sorted(names[hex_] for hex_ in printed.cities)),
        brief=(("Eisfelder Talmühle", ("Eisfelder Talm.", "Eisf. Talm.")),),
        barrier="ridge",
    )


def pieces(table: Table) -> Iterator[Piece]:
    """Works with machine and multiplier in their company's colours, faded while closed, and those of nobody."""
    printed, state = table.rules.printed, table.state
    for work in printed.works.values():
        owner = state.papers[work.id]
        company = owner if isinstance(owner, str) and owner in printed.companies else ""
        yield Piece(
            work.hex,
            "work",
            work.id,
            company,
            faded=not is_open(table, work.id) and state.stock_round > 0,
            below=f"×{work.multiplier}",
            badge=str(state.machines[work.id]),
        )
    for fixed in printed.fixed_at.values():
        yield Piece(fixed.hex, "fixed", fixed.id, below=str(fixed.value))


def planned(table: Table) -> Iterator[PlannedLine]:
    """Concession routes of railways that have not built yet, where their track is still missing."""
    names, tracks = table.rules.printed.box.grid.names, table.state.board.tracks
    for railway in table.rules.printed.concessions:
        if railway not in table.state.complete:
            for piece in pieces_of(table, railway):
                if not has_piece(tracks[piece.hex], piece.sides):
                    yield PlannedLine(names[piece.hex], tuple(sorted(piece.sides)), railway)


def turned(table: Table) -> frozenset[tuple[str, str]]:
    """Markers that lie on their inactive side, as railway and hex."""
    names = table.rules.printed.box.grid.names
    return frozenset((company, names[hex_]) for company, hex_ in table.state.inactive)
