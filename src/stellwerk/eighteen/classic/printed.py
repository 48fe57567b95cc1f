"""How the box of a title of the 1830 kind is read from data files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.bank.chart import ChartSheet, Field
from stellwerk.bank.papers import Register
from stellwerk.board.box import Box
from stellwerk.play.typed import convert

from ..printed import Company, Files, Phase, Printed, Private, TrainKind, Zone, certificates, homes, read_material
from .data_types import classic_files

PAR = "p"
ZONES = {
    "y": Zone("yellow"),
    "o": Zone("red", limited=False),  # orange on most charts
    "b": Zone("brown", limited=False, several=True),
}


def classic_material(
    package: str,
    private: type[Private] = Private,
    phase: type[Phase] = Phase,
    zones: Mapping[str, Zone] = ZONES,
) -> Printed:
    """Read `title.toml`, `chart.toml`, `companies.toml`, `board.toml` and `tiles.toml` of a package."""
    return read_material(
        package, lambda files: _printed(files, private, phase, zones), classic_files(private, phase)
    )


def _printed(files: Files, private: type[Private], phase: type[Phase], zones: Mapping[str, Zone]) -> Printed:
    title, papers, tiles = files.title, files.companies, files.tiles
    box = Box(files.board, tiles)
    sheet, marks = read_chart(files.chart["rows"])
    companies = {each["id"]: _company(each) for each in papers["company"]}
    found = [paper for each in papers["company"] for paper, _ in certificates(each["id"], each["certificates"])]
    return Printed(
        title=title,
        box=box,
        sheet=sheet,
        companies=companies,
        register=Register(found),
        trains={each["id"]: convert({"card": each["id"], **each}, TrainKind) for each in title["trains"]},
        phases=tuple(convert(each, phase) for each in title["phases"]),
        homes=homes(box, companies.values()),
        privates={each["id"]: convert(each, private) for each in papers.get("private", ())},
        pars={sheet.price(field): field for field, mark in marks.items() if mark == PAR},
        chart_zones={field: zones[mark] for field, mark in marks.items() if mark in zones},
        upgrade_costs={id_: each["upgrade_cost"] for id_, each in tiles.items() if "upgrade_cost" in each},
    )


def read_chart(rows: list[str]) -> tuple[ChartSheet, dict[Field, str]]:
    """Prices, and the letters behind them.

    >>> sheet, marks = read_chart(["60 67p", "50y"])
    >>> sheet.rows, marks
    (((60, 67), (50,)), {(0, 1): 'p', (1, 0): 'y'})
    """
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row.split())}
    marks = {field: cell.lstrip("0123456789") for field, cell in cells.items()}
    prices = [[int(cell.rstrip(marks[r, c])) for c, cell in enumerate(row.split())] for r, row in enumerate(rows)]
    return ChartSheet(prices), {field: mark for field, mark in marks.items() if mark}


def _company(entry: Mapping[str, Any]) -> Company:
    own = {"hex": entry.get("home", ""), "city": entry.get("city", 0)}
    return convert({**{key: value for key, value in entry.items() if key != "certificates"}, **own}, Company)
