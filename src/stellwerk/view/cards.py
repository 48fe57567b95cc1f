"""Players and companies as cards: a title's tables, told with colours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from stellwerk.draw import look_of
from stellwerk.play.game import Game
from stellwerk.show.face import Face, face_of
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import Column, CompanyRow, Holding, PlayerRow, Turns
from stellwerk.words import tips
from stellwerk.words.sentences import writer_for
from stellwerk.words.values import NOTHING, Writer

FIGURES = ("treasury", "income", "par", "issue", "trains", "locomotives", "markers")
"""Columns of the companies that stand in the first row of a card."""
STOCKS = ("pool", "unsold")
"""Columns that tell what nobody holds."""


class Chip(Struct, frozen=True):
    """Something small with a label, perhaps a company's."""

    label: str
    text: str = ""
    company: str = ""
    director: bool = False
    free: bool = False
    """Whether it is nobody's: in the pool, or not sold yet."""
    tip: str = ""
    """What a short name stands for."""


class Line(Struct, frozen=True):
    """A fact of a card: a text or chips."""

    label: str
    text: str = ""
    chips: tuple[Chip, ...] = ()
    key: str = ""
    tip: str = ""
    """What the label means."""


class Card(Struct, frozen=True):
    """One player, company or paper."""

    name: str
    company: str = ""
    seat: int | None = None
    lead: str = ""
    lead_label: str = ""
    lines: tuple[Line, ...] = ()
    active: bool = False
    id: str = ""
    figures: tuple[Line, ...] = ()
    holders: tuple[Chip, ...] = ()
    turn: str = ""
    """In an operating round: operated, operating, or waiting; and as which one it acts."""
    place: int = 0


class Stake(Struct, frozen=True):
    """All that a player's card is made from."""

    row: PlayerRow
    columns: tuple[Column, ...]
    acts: bool


def stakes(game: Game) -> list[Stake]:
    """What the players' cards are made from."""
    told, waiting = on_table(game.title, game.position).players, game.waiting_for()
    if told is None:
        return []
    return [Stake(row, told.columns, row.seat in waiting) for row in told.rows]


def players(game: Game, language: str) -> list[Card]:
    """Everybody's cash, papers and shares."""
    return [player(game, language, stake) for stake in stakes(game)]


def player(game: Game, language: str, stake: Stake) -> Card:
    """A player's card."""
    writer, owners, row = writer_for(game, language), _owners(game, language), stake.row
    lines, lead, chips = list[Line](), Line(""), list[Chip]()
    for column in stake.columns:
        value = row.cell(column)
        if column.key in ("player", "worth") or value in (None, "", ()):
            continue
        if column.owner is not None:
            if value:
                company = str(column.owner) if column.owner in owners else ""
                chips.append(Chip(str(column.owner), writer.write(value, column.kind), company))
        elif column.key == "cash":
            lead = _line(writer, column, value, owners)
        else:
            lines.append(_line(writer, column, value, owners))
    if chips:
        lines.append(Line(writer.term("column.shares", "").split(" (")[0], "", tuple(chips)))
    shown = tuple(filter(_tells, lines))
    return Card(writer.name(row.seat), "", row.seat, lead.text, lead.label, shown, stake.acts)


class Basis(Struct, frozen=True):
    """All that a company's card is made from; `turn` and `place` tell of its turn in an operating round."""

    row: CompanyRow
    columns: tuple[Column, ...]
    acts: bool
    turn: str = ""
    place: int = 0


def bases(game: Game) -> list[Basis]:
    """What the companies' cards are made from."""
    told = on_table(game.title, game.position).companies
    if told is None:
        return []
    face, liveries = face_of(game.title), _owners(game)
    acting = getattr(game.step, "company", None)
    turns = None if game.over else face.turns(game.position)
    columns = _on_cards((*told.columns, *told.details), face)
    return [
        Basis(row, columns, row.id == acting, *_turn(turns, row.id if row.id in liveries else ""))
        for row in told.rows
    ]


@lru_cache(maxsize=256)
def _on_cards(columns: tuple[Column, ...], face: Face) -> tuple[Column, ...]:
    """Those columns of a title's companies of which cards tell."""
    skipped = ("id", "company", "director", *face.on_chart)
    return tuple(column for column in columns if column.key not in skipped)


def companies(game: Game, language: str) -> list[Card]:
    """Companies: price, the figures that matter most, who holds them, and what else their tables tell."""
    return [company(game, language, basis) for basis in bases(game)]


def _turn(turns: Turns | None, company: str) -> tuple[str, int]:
    """Whether a company has had its turn in this round, and as which one it acts; who has need not be counted."""
    if turns is None or not company:
        return "", 0
    if company in turns.done:
        return "operated", 0
    order = (turns.acting, *turns.waiting) if turns.acting else turns.waiting
    if company not in order:
        return "", 0
    turn = "operating" if company == turns.acting else "waiting"
    return turn, len(turns.done) + order.index(company) + 1


def company(game: Game, language: str, basis: Basis) -> Card:
    """A company's card."""
    writer, owners, row = writer_for(game, language), _owners(game, language), basis.row
    id_, director = row.id, row.director
    lead = Line("")
    figures: list[Line] = []
    lines: list[Line] = []
    holders: list[Chip] = []
    for column in basis.columns:
        value = row.cell(column)
        if value in (None, "", ()) or value == id_:
            continue
        if column.owner is not None or column.key in STOCKS:
            if value:
                free = column.owner is None
                label = writer.term(f"column.{column.key}", column.key) if free else writer.name(column.owner)
                text = writer.write(value, column.kind)
                holders.append(Chip(label, text, director=column.owner == director and not free, free=free))
        elif column.key == "price":
            lead = _line(writer, column, value, owners)
        else:
            plain = Column(column.key, "number") if column.key in FIGURES and column.kind == "money" else column
            (figures if column.key in FIGURES else lines).append(_line(writer, plain, value, owners))
    if director is not None and not any(chip.director for chip in holders):
        holders.insert(0, Chip(writer.name(director), director=True))
    figures.sort(key=lambda line: FIGURES.index(line.key))
    return Card(
        writer.name(id_),
        id_ if id_ in owners else "",
        None,
        lead.text,
        lead.label,
        tuple(filter(_tells, lines)),
        basis.acts,
        id_,
        tuple(filter(_tells, figures)),
        tuple(holders),
        basis.turn,
        basis.place,
    )


def _owners(game: Game, language: str = "en") -> dict[str, str]:
    """What companies are called on their markers."""
    return _labels(face_of(game.title), language)


@lru_cache(maxsize=64)
def _labels(face: Face, language: str) -> dict[str, str]:
    return {livery: text.label for livery, text in look_of(face.title, language).liveries}


def phases(game: Game, language: str) -> list[Card]:
    """What holds now, and what the next train brings, where a title has phases."""
    told = on_table(game.title, game.position).phases
    if told is None:
        return []
    writer = writer_for(game, language)
    columns = [column for column in told.columns if column.key != "when"]
    found = []
    for row in told.rows:
        if row.when:
            lines = (
                Line(writer.term(f"column.{column.key}", column.key), writer.write(row.cell(column), column.kind))
                for column in columns
            )
            found.append(Card(writer.word(row.when), lines=tuple(filter(_tells, lines)), active=row.when == "now"))
    return found


def _tells(line: Line) -> bool:
    return bool(line.chips) or line.text not in ("", NOTHING)


def _line(writer: Writer, column: Column, value: Any, owners: Mapping[str, str]) -> Line:
    label, tip = writer.term(f"column.{column.key}", column.key), tips.term(writer, column.key)
    if column.kind == "holdings":
        held = (one for one in value if isinstance(one, Holding))
        chips = tuple(
            _chip(writer, one.company, owners, writer.percent(one.percent), one.director) for one in held
        )
        return Line(label.split(" (")[0], "", chips, column.key, tip)
    if column.kind in ("ids", "trains"):
        return Line(label, "", tuple(_chip(writer, item, owners) for item in value), column.key, tip)
    return Line(label, writer.write(value, column.kind), (), column.key, tip)


def _chip(writer: Writer, id_: str, owners: Mapping[str, str], text: str = "", director: bool = False) -> Chip:
    return Chip(id_, text, id_ if id_ in owners else "", director, tip=tips.abbreviation(writer, id_))
