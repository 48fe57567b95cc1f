"""The spreadsheet of a game: companies by players with prices, papers, trains and incomes, and worth by round.

Everything is read from what a title's face tells anyway, so that a plug-in has one, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.play.game import Game
from stellwerk.show.books import Books, wealth_of
from stellwerk.show.face import face_of
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import Column, CompanyRow
from stellwerk.words import tips
from stellwerk.words.rounds import round_name, round_short
from stellwerk.words.sentences import writer_for
from stellwerk.words.values import RIGHT, Writer

from .books import Cell as Earned
from .books import revenues
from .texts import text

FIRST = ("price", "share", "pool", "unsold", "treasury", "trains", "locomotives", "markers", "income")
"""Columns in the order in which they are looked for; what else a title tells comes after them."""
SHORT = 6
"""Signs of an id that is none that players know."""
EMPTY = (None, "", ())


class Head(Struct, frozen=True):
    """A heading, what it means, and whether figures stand below it."""

    text: str
    tip: str = ""
    right: bool = True


class Cell(Struct, frozen=True):
    """What stands in a cell, by what it is sorted, and what is told besides."""

    text: str = ""
    order: float | str | None = None
    more: str = ""
    """In small letters: what a part of a company is worth."""
    tip: str = ""
    company: str = ""
    """Whose colours it has."""
    star: bool = False
    """Whether a company's director holds it."""
    fate: str = ""
    """What became of an income."""
    move: int | None = None


class Spread(Struct, frozen=True):
    """A table that can be sorted; the rows at its foot stay there."""

    key: str
    title: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: tuple[tuple[Cell, ...], ...] = ()


def spreadsheet(game: Game, kept: Books, language: str) -> tuple[Spread, ...]:
    """All spreads of a game as somebody may know it (`Game.seen`)."""
    writer = writer_for(game, language)
    found = [_companies(game, kept, writer, language), _players(game, kept, writer, language)]
    return tuple(spread for spread in found if spread is not None)


# Companies by players -----------------------------------------------------------------------------------------


def _companies(game: Game, kept: Books, writer: Writer, language: str) -> Spread | None:
    told = on_table(game.title, game.position).companies
    if told is None or not told.rows:
        return None
    columns = _columns((*told.columns, *told.details), told.rows)
    liveries = {livery.company for livery in face_of(game.title).look().liveries}
    earned = revenues(game, kept, language)
    incomes = {row.company: row for row in earned.rows}
    worth = {seat: dict(wealth.shares) for seat, wealth in _wealth(game).items()}
    public = [row for row in told.rows if any(row.held)]
    shown = {row.id: row for row in (*public, *(each for each in told.rows if each not in public))}
    rows = []
    for id_ in dict.fromkeys((*shown, *incomes)):  # others take something in, too
        mine = incomes.get(id_)
        cells = [_name(writer, id_, liveries)]
        cells += [_cell(writer, column, shown[id_], worth) if id_ in shown else Cell() for column in columns]
        cells += [_income(each) for each in mine.cells] if mine else [Cell()] * len(earned.rounds)
        if earned.rounds:
            cells.append(Cell(mine.total, _amount(mine.cells)) if mine else Cell())
        rows.append(tuple(cells))
    heads = [Head(text("sheet.company", language), right=False)]
    heads += [_head(writer, column) for column in columns]
    heads += [Head(short, name) for short, name in earned.rounds]
    if earned.rounds:
        heads.append(Head(text("revenues.total", language)))
    foot = _foot(game, writer, language, columns, len(heads))
    if earned.rounds:
        sums = (Cell(text("revenues.all", language)), *[Cell()] * len(columns), *map(Cell, earned.sums))
        foot = (sums, *foot)
    return Spread("companies", text("sheet.companies", language), tuple(heads), tuple(rows), foot)


def _columns(columns: Iterable[Column], rows: tuple[CompanyRow, ...]) -> list[Column]:
    """What is told of at least one company, each thing once; a director is marked by a star."""
    there: list[Column] = []
    held = any(isinstance(column.owner, int) for column in columns)
    for column in columns:
        if column.key in ("id", "company") or (column.key == "director" and held) or column in there:
            continue
        if isinstance(column.owner, int) or any(row.cell(column) not in EMPTY for row in rows):
            there.append(column)
    return sorted(there, key=lambda column: FIRST.index(column.key) if column.key in FIRST else len(FIRST))


def _head(writer: Writer, column: Column) -> Head:
    if column.owner is not None:
        return Head(writer.name(column.owner))
    right = column.kind in RIGHT or column.key == "income"
    return Head(writer.term(f"column.{column.key}", column.key), tips.term(writer, column.key), right)


def _name(writer: Writer, id_: str, liveries: set[str]) -> Cell:
    name = writer.name(id_)
    if id_ in liveries:
        return Cell(id_, name.casefold(), tip=name, company=id_)
    return Cell(id_, name.casefold(), tip=name) if len(id_) < SHORT else Cell(name, name.casefold())


def _cell(writer: Writer, column: Column, row: CompanyRow, worth: Mapping[int, Mapping[str, int]]) -> Cell:
    value = row.cell(column)
    if value in EMPTY or (column.owner is not None and not value):
        return Cell()
    found = Cell(writer.write(value, column.kind), _order(value, writer, column))
    if not isinstance(column.owner, int):
        return found
    amount = worth.get(column.owner, {}).get(row.id)
    return Cell(
        found.text, found.order, writer.number(amount) if amount else "", star=row.director == column.owner
    )


def _order(value: Any, writer: Writer, column: Column) -> float | str:
    """By what a cell is sorted: figures by their size, lists by their length, words by their letters."""
    if isinstance(value, bool | int | float):
        return float(value)
    if isinstance(value, tuple):
        return float(len(value))
    return writer.write(value, column.kind).casefold()


def _income(earned: Earned | None) -> Cell:
    if earned is None:
        return Cell()
    return Cell(earned.text, _figure(earned), fate=earned.fate, move=earned.move)


def _figure(earned: Earned) -> float:
    return float("".join(sign for sign in earned.text if sign.isdecimal()) or 0)


def _amount(cells: Iterable[Earned | None]) -> float:
    return sum(_figure(each) for each in cells if each)


def _wealth(game: Game) -> dict[int, Any]:
    return {seat: wealth_of(game, seat) for seat in range(game.state.seats)}


def _foot(
    game: Game, writer: Writer, language: str, columns: list[Column], wide: int
) -> tuple[tuple[Cell, ...], ...]:
    """Money of players below what they hold."""
    if not any(isinstance(column.owner, int) for column in columns):
        return ()
    rows = []
    for label, values in _money(game, writer, language):
        cells = [Cell(label)]
        cells += [
            values.get(column.owner, Cell()) if isinstance(column.owner, int) else Cell() for column in columns
        ]
        rows.append(tuple(cells + [Cell()] * (wide - len(cells))))
    return tuple(rows)


def _money(game: Game, writer: Writer, language: str) -> list[tuple[str, dict[int, Cell]]]:
    """Cash, papers, worth and what could be raised, by seat; nothing of which nothing is told."""
    face, position = face_of(game.title), game.position
    seats, wealth = range(game.state.seats), _wealth(game)
    result, told = game.result(), on_table(game.title, position).players
    held = {column.key: column for column in told.columns if column.owner is None} if told else {}
    by_seat = {row.seat: row for row in told.rows} if told else {}

    def figures(amounts: Mapping[int, int | None]) -> dict[int, Cell]:
        return {
            seat: Cell(writer.money(amount), float(amount))
            for seat, amount in amounts.items()
            if amount is not None
        }

    found = [(text("account.cash", language), figures({seat: game.state.cash[seat] for seat in seats}))]
    if "papers" in held:
        papers = {seat: str(row.cell(held["papers"])) for seat, row in by_seat.items()}
        cells = {seat: Cell(told, float(told.partition("/")[0] or 0)) for seat, told in papers.items() if told}
        found.append((writer.term("column.papers", ""), cells))
    found += [
        (text("sheet.in_shares", language), figures({seat: wealth[seat].in_shares or None for seat in seats})),
        (text("market.liquid", language), figures({seat: face.liquid(position, seat) for seat in seats})),
        (text("sheet.draws", language), figures({seat: face.draws(position, seat) for seat in seats})),
        (text("sheet.worth", language), figures({seat: result[seat] for seat in seats})),
    ]
    return [(label, cells) for label, cells in found if cells]


# Players by rounds --------------------------------------------------------------------------------------------


def _players(game: Game, kept: Books, writer: Writer, language: str) -> Spread | None:
    """What everybody was worth when each round began, and is now, with money and papers."""
    money = _money(game, writer, language)
    moments = [moment for moment in kept.moments if moment.began is not None]
    heads = [Head(text("sheet.player", language), right=False), *(Head(label) for label, _ in money)]
    heads += [
        Head(round_short(each.began, game, language), round_name(each.began, game, language))
        for each in moments
        if each.began is not None
    ]
    rows = []
    for seat in range(game.state.seats):
        name = writer.name(seat)
        cells = [Cell(name, name.casefold()), *(values.get(seat, Cell()) for _, values in money)]
        for moment in moments:
            worth = moment.standing.worth[seat]
            cells.append(Cell(writer.number(worth), float(worth), move=moment.move))
        rows.append(tuple(cells))
    return Spread("players", text("sheet.players", language), tuple(heads), tuple(rows))
