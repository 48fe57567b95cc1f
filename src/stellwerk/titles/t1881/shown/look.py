"""Colours and homes of the companies, the line of the S-Bahn, and what is printed beside track, for drawings."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.board.grid import SIDES
from stellwerk.show.tables import Home, Livery, Look, Piece, PlannedLine

from ..data import Material
from ..state import Table

_LONG = 4  # letters
_BRIEF = (
    ("Alexanderplatz", ("Alexanderpl.", "Alex")),
    ("Bahnhof Zoo", ("Bhf. Zoo", "Zoo")),
    ("Französisch Buchholz", ("Frz. Buchholz", "Buchh.")),
    ("Friedrichstraße", ("Friedrichstr.", "Friedr.")),
    ("Gesundbrunnen", ("Gesundbr.", "Gsbr.")),
    ("Havel und Schildhorn", ("Schildhorn",)),
    ("Havel und Spandauer Forst", ("Havel",)),
    ("Landsberger Allee", ("Landsb. Allee", "Landsb.")),
    ("Rosenthaler Tor", ("Rosenth. Tor", "Ros. Tor")),
    ("Schönhauser Allee", ("Schönh. Allee", "Schönh.", "Sch.")),
    ("Treptower Park", ("Trept. Park", "Trept.")),
)


def look(printed: Material) -> Look:
    """All companies in their colours, with the networks of the S-Bahn in its colour."""
    companies = printed.companies
    names = printed.box.grid.names
    burgundy = companies[printed.sbahn].colour
    return Look(
        (
            *(Livery(company.id, company.colour, _label(printed, company.id)) for company in companies.values()),
            *(Livery(network, burgundy, network) for network in printed.seats.values()),
        ),
        tuple(Home(company.id, company.hex, company.city) for company in companies.values() if company.hex),
        limit=tuple(names[hex_] for hex_ in sorted(printed.centre)),
        edge=tuple(names[hex_] for hex_ in sorted(printed.periphery)),
        brief=_BRIEF,
    )


def _label(printed: Material, company: str) -> str:
    """What is written on a marker: long ids do not fit."""
    if company == printed.sbahn:
        return "S"
    return company if len(company) < _LONG else company[:3]


def pieces(table: Table) -> Iterator[Piece]:
    """Bonuses that can still be won by building or by joining the periphery, and ferries."""
    printed, state = table.rules.printed, table.state
    names = printed.box.grid.names
    for hex_, amount in printed.ferries.items():
        yield Piece(names[hex_], "ferry", str(amount))
    for hex_, amount in printed.bonuses.items():
        if not state.board.tracks[hex_].tile:
            yield Piece(names[hex_], "bonus", f"+{amount}")
    amount = printed.title["bonus"]["periphery"]
    for hex_ in sorted(printed.periphery - state.joined):
        yield Piece(names[hex_], "bonus", f"+{amount}")


def planned(table: Table) -> Iterator[PlannedLine]:
    """The line of the S-Bahn, where its track is still missing (6.13)."""
    box = table.rules.printed.box
    for hex_ in sorted(table.rules.printed.line):
        if not table.state.board.tracks[hex_].of_kind(box.line_kind).exits:
            sides = tuple(side for side in SIDES if box.lines[hex_] >> side & 1)
            yield PlannedLine(box.grid.names[hex_], sides, table.rules.printed.sbahn, dashed=True)
