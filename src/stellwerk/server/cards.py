"""Players and companies as cards: a title's tables, told with colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from stellwerk.draw import look_of
from stellwerk.play.game import Game
from stellwerk.play.tables import Column, Holding, Table, Turns, tables_of, turns_of
from stellwerk.words.sentences import writer
from stellwerk.words.values import NOTHING, Writer


class Chip(Struct, frozen=True):
    """Something small with a label, perhaps a company's."""

    label: str
    text: str = ""
    company: str = ""
    director: bool = False


class Line(Struct, frozen=True):
    """A fact of a card: a text or chips."""

    label: str
    text: str = ""
    chips: tuple[Chip, ...] = ()


class Card(Struct, frozen=True):
    """One player or company."""

    name: str
    company: str = ""
    seat: int | None = None
    lead: str = ""
    lead_label: str = ""
    lines: tuple[Line, ...] = ()
    active: bool = False
    turn: str = ""
    """In an operating round: operated, operating, or waiting; and as which one it acts."""
    place: int = 0


def table_of(game: Game, key: str) -> Table | None:
    """A table of the title by key."""
    return next((table for table in tables_of(game.title).tables(game.position) if table.key == key), None)


def cards(game: Game, key: str, language: str, extra: Mapping[str, Line] | None = None) -> list[Card]:
    """A table's rows as cards; `extra` has a line more for some companies."""
    table = _whole(game, key)
    if table is None:
        return []
    hand = writer(game, language)
    owners = {livery: text.label for livery, text in look_of(game.title, language).liveries}
    waiting, step = game.waiting_for(), game.step
    acting = getattr(step, "company", None)
    turns = None if game.over else turns_of(game.title, game.position)
    found = []
    for row in table.rows:
        subject = row[0]
        seat = subject if isinstance(subject, int) else None
        company = subject if isinstance(subject, str) and subject in owners else ""
        lines, chips = [], []
        lead = lead_label = ""
        for column, value in zip(table.columns, row, strict=True):
            told = column is table.columns[0] or (isinstance(subject, str) and value == subject)
            if told or value in (None, "", ()):
                continue
            owner = _owner(column)
            if owner is not None:
                if value:
                    label = hand.name(owner) if isinstance(owner, int) else str(owner)
                    company_of = str(owner) if owner in owners else ""
                    chips.append(Chip(label, hand.write(value, column.kind), company_of))
                continue
            label = hand.term(f"column.{column.key}", column.key)
            if not lead and column.kind == "money" and column.key in ("cash", "treasury"):
                lead, lead_label = hand.write(value, column.kind), label
                continue
            lines.append(_line(hand, column, label, value, owners))
        if chips:
            lines.append(Line(hand.term("column.shares", "").split(" (")[0], "", tuple(chips)))
        if extra and company in extra:
            lines.append(extra[company])
        active = seat in waiting if seat is not None else bool(company) and company == acting
        told_lines = tuple(filter(_tells, lines))
        when = _turn(turns, company)
        found.append(Card(hand.name(subject), company, seat, lead, lead_label, told_lines, active, *when))
    return found


def _turn(turns: Turns | None, company: str) -> tuple[str, int]:
    """Whether a company has had its turn in this round, and as which one it acts; who has need not be counted."""
    if turns is None or not company:
        return "", 0
    if company in turns.done:
        return "operated", 0
    order = (turns.acting, *turns.waiting) if turns.acting else turns.waiting
    if company not in order:
        return "", 0
    return "operating" if company == turns.acting else "waiting", len(turns.done) + order.index(company) + 1


def _whole(game: Game, key: str) -> Table | None:
    """A table; that of the companies with what another one tells of them."""
    table, more = table_of(game, key), table_of(game, "railways")
    if table is None or more is None or key != "companies":
        return table
    cells = {row[0]: row[1:] for row in more.rows}
    rows = tuple((*row, *cells[row[0]]) for row in table.rows)
    return Table(key, (*table.columns, *more.columns[1:]), rows)


def cash_of(game: Game) -> dict[int, int]:
    """Everybody's money by the table of players, where it tells."""
    table = table_of(game, "players")
    keys = [column.key for column in table.columns] if table else []
    return {row[0]: row[keys.index("cash")] for row in table.rows} if table and "cash" in keys else {}


def phases(game: Game, language: str) -> list[Card]:
    """What holds now, and what the next train brings, where a title has phases."""
    table = table_of(game, "phases")
    if table is None:
        return []
    hand = writer(game, language)
    keys = [column.key for column in table.columns]
    found = []
    for row in table.rows:
        when = row[keys.index("when")]
        if when:
            lines = [
                Line(hand.term(f"column.{column.key}", column.key), hand.write(value, column.kind))
                for column, value in zip(table.columns, row, strict=True)
                if column.key != "when"
            ]
            found.append(Card(hand.word(when), lines=tuple(filter(_tells, lines)), active=when == "now"))
    return found


def _owner(column: Column) -> Any:
    """Whose part a column tells: a seat's or a company's."""
    return getattr(column, "owner", None)


def _tells(line: Line) -> bool:
    return bool(line.chips) or line.text not in ("", NOTHING)


def _line(hand: Writer, column: Column, label: str, value: Any, owners: Mapping[str, str]) -> Line:
    if column.kind == "holdings":
        chips = tuple(
            Chip(item.company, hand.percent(item.percent), item.company, item.director)
            for item in value
            if isinstance(item, Holding)
        )
        return Line(label.split(" (")[0], "", chips)
    if column.kind in ("ids", "trains"):
        chips = tuple(Chip(item, "", item if item in owners else "") for item in value)
        return Line(label, "", chips)
    return Line(label, hand.write(value, column.kind))
