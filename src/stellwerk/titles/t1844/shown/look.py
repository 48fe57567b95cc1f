"""Colours and homes of the companies, and what lies loose on the board, for drawings."""

from collections.abc import Iterator

from stellwerk.show.tables import Home, Livery, Look, Piece

from ..data import PRE_SBB, VALUE_COLOURS, material
from ..state import Table, sbb_founded

_BRIEF = (
    ("Monte Generoso", ("M. Generoso", "Generoso", "Gen.")),
    ("Rochers de Naye", ("Rochers d. N.", "Roch. N.", "Naye")),
    ("Romont & Fribourg", ("Romont/ Frib.", "Rom./Frib.", "Rom.")),
    ("Winterthur & Frauenfeld", ("Winterth./ Frauenf.", "Wint./Frau.", "Wint.")),
)


def look() -> Look:
    """All companies in their colours; the SBB has no home to wait for."""
    companies = material().companies.values()
    return Look(
        tuple(Livery(company.id, company.colour, company.id) for company in companies),
        tuple(Home(company.id, company.hex, company.city) for company in companies if company.hex),
        brief=_BRIEF,
    )


def pieces(table: Table) -> Iterator[Piece]:
    """Mountain railways with their income boards, faded until they earn; free sites; destinations not yet paid."""
    printed, state = table.rules.printed, table.state
    names = printed.box.grid.names
    for paper, (site, board) in state.mountains.items():
        values = tuple(zip(VALUE_COLOURS, printed.boards[board], strict=True))
        yield Piece(names[site], "mountain", paper, values=values)
    taken = {site for site, _ in state.mountains.values()}
    for site in sorted(printed.sites - taken):
        yield Piece(names[site], "site", faded=True)
    for company in printed.companies.values():
        gone = company.id in state.rewarded or (company.kind == PRE_SBB and sbb_founded(table))
        if company.destination and not gone:
            yield Piece(company.destination, "flag", company.id, company.id)
