"""The market on the stage: chart, cards of companies and papers with what can be done there, money, holdings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from stellwerk import words
from stellwerk.play.choosing import action_of
from stellwerk.play.core import Action
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.show.face import face_of, price_moves
from stellwerk.show.history import Notes, last_incomes
from stellwerk.show.market import BOARD, Paper, Wealth
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import Column
from stellwerk.words.sentences import tag, writer_for
from stellwerk.words.values import Writer

from .cards import STOCKS, Card, Chip, Line, companies, players
from .menu import Button, Group, Menu
from .texts import text

RUNS = 3
"""So many incomes stand on a card."""


class Deed(Struct, frozen=True):
    """A choice on a card, in few words."""

    text: str
    button: Button


class Fold(Struct, frozen=True):
    """Choices of one kind on a card; many are folded under `text`."""

    text: str
    deeds: tuple[Deed, ...]


class Stock(Struct, frozen=True):
    """A card with what can be done there: `kind` is a company, or the kind of a paper."""

    card: Card
    kind: str = "company"
    runs: tuple[str, ...] = ()
    missing: int | None = None
    offered: bool = False
    """Whether it can be got in the decision that is open."""
    tells: tuple[str, ...] = ()
    """What a paper is good for, and when it closes."""
    folds: tuple[Fold, ...] = ()


class Purse(Struct, frozen=True):
    """A player's card with money: what could be raised, and what the final accounts would say."""

    card: Card
    liquid: str = ""
    worth: str = ""
    parts: str = ""
    uncounted: str = ""
    draws: str = ""
    first: bool = False


class Row(Struct, frozen=True):
    """Who holds what of a company."""

    company: str
    name: str
    cells: tuple[Chip | None, ...]


# The stage --------------------------------------------------------------------------------------------------


def stage(game: Game, menu: Menu) -> str:
    """What belongs on the stage: as the title says, but the board where nothing can be done but on hexes."""
    elsewhere = any(not button.quiet for button in _buttons(menu))
    return BOARD if menu.hexes and not elsewhere else face_of(game.title).stage(game.position)


def shape(game: Game) -> str:
    """Whether the chart is wide, tall or flat; empty where there is none."""
    view = face_of(game.title).chart(game.position)
    if view is None:
        return ""
    longest = max(map(len, view.sheet.rows))
    if len(view.sheet.rows) > 2 * longest:
        return "tall"
    return "flat" if longest > 4 * len(view.sheet.rows) else "wide"


def ways(game: Game) -> tuple[str, ...]:
    """Why prices move, for the legend."""
    return tuple(dict.fromkeys(move.why for moves in price_moves(game).values() for move in moves))


# Cards ------------------------------------------------------------------------------------------------------


def stocks(
    game: Game, seat: int | None, language: str, menu: Menu, notes: Notes | None = None
) -> tuple[list[Stock], list[Stock]]:
    """Companies and papers, each with what the menu offers there."""
    face, writer = face_of(game.title), writer_for(game, language)
    folds = _folds(game, seat, language, menu) if seat is not None else {}
    earned = last_incomes(game, RUNS, notes)
    shown = [
        Stock(
            card,
            runs=tuple(writer.number(income) for income in earned.get(card.id, ())),
            missing=face.missing(game.position, card.id),
            folds=folds.get(card.id, ()),
        )
        for card in companies(game, language)
    ]
    shown.sort(key=lambda stock: not any(chip.text for chip in stock.card.holders))  # what has shares goes first
    ids = {stock.card.id for stock in shown}
    papers = [paper for paper in face.papers(game.position) if paper.id not in ids]
    offered = {face.about(game.position, action_of(each)) for each in game.legal_actions()} if papers else set()
    return shown, [
        _paper(game, writer, language, paper, folds.get(paper.id, ()), paper.id in offered) for paper in papers
    ]


def _paper(
    game: Game, writer: Writer, language: str, paper: Paper, folds: tuple[Fold, ...], offered: bool
) -> Stock:
    figures = [
        Line(text("market.income", language), writer.money(paper.income) if paper.income is not None else ""),
        Line(writer.term("paper.grows", ""), writer.write(paper.grows, "steps")),
        Line(writer.term("paper.place", ""), writer.place(paper.place) if paper.place else ""),
        Line(text("market.brings", language), writer.holding(paper.brings) if paper.brings else ""),
        Line(text("market.becomes", language), writer.holding(paper.becomes) if paper.becomes else ""),
    ]
    lines = [line for line in figures if line.text]
    held = (Chip(writer.name(paper.owner), director=True),) if paper.owner is not None else ()
    told = [
        writer.catalogue.find(f"{key}.{paper.id}", {}) or writer.catalogue.find(f"{key}.{paper.kind}", {})
        for key in ("power", "closes")
    ]
    lot = getattr(game.step, "lot", "") == paper.id
    lead = writer.money(paper.price) if paper.price is not None and paper.owner is None else ""
    name = writer.word(paper.kind) if paper.company else writer.name(paper.id)
    label = text("market.price", language)
    card = Card(name, paper.company, None, lead, label, (), lot, paper.id, tuple(lines), held)
    return Stock(card, paper.kind, offered=offered, tells=tuple(filter(None, told)), folds=folds)


def _folds(game: Game, seat: int, language: str, menu: Menu) -> Mapping[str, tuple[Fold, ...]]:
    """The menu's choices by what they are about and by kind, but for runs and what is done on the board."""
    asked, chosen = face_of(game.title).about, {button.action: button for button in _buttons(menu)}
    found: dict[str, dict[str, list[Deed]]] = {}
    samples: dict[str, Action] = {}
    for choice in game.legal_actions(seat) if chosen else ():
        action = action_of(choice)
        button = chosen.get(msgspec.json.encode(action).decode())
        if button is None or isinstance(action, RunTrains) or not (id_ := asked(game.position, action)):
            continue
        kind = tag(action)
        samples.setdefault(kind, action)
        brief = words.short(choice, game, language) or button.text
        found.setdefault(id_, {}).setdefault(kind, []).append(Deed(brief, button))
    names = {kind: words.group(sample, "", game, language) for kind, sample in samples.items()}
    return {id_: tuple(Fold(names[kind], tuple(d)) for kind, d in kinds.items()) for id_, kinds in found.items()}


def _buttons(part: Menu | Group) -> Iterator[Button]:
    yield from part.buttons
    for group in part.groups:
        yield from _buttons(group)


# Players ----------------------------------------------------------------------------------------------------


def purses(game: Game, language: str) -> list[Purse]:
    """Everybody's card with what money there is and could be."""
    face, position, writer = face_of(game.title), game.position, writer_for(game, language)
    first = face.first(position)
    found = []
    for card in players(game, language):
        assert card.seat is not None
        wealth = face.wealth(position, card.seat)
        liquid, draws = face.liquid(position, card.seat), face.draws(position, card.seat)
        found.append(
            Purse(
                card,
                writer.money(liquid) if liquid is not None and liquid != position.state.cash[card.seat] else "",
                writer.money(wealth.worth) if wealth else "",
                _sum(writer, language, wealth) if wealth else "",
                writer.money(wealth.uncounted) if wealth and wealth.uncounted else "",
                writer.money(draws) if draws is not None else "",
                card.seat == first,
            )
        )
    return found


def _sum(writer: Writer, language: str, wealth: Wealth) -> str:
    """`cash 40 + papers 600 − loan 100`."""
    others = ((part.key, part.amount) for part in wealth.counted if part.amount)
    told = ""
    for key, amount in (("cash", wealth.cash), ("shares", wealth.in_shares), *others):
        sign = (" − " if amount < 0 else " + ") if told else ""
        told += f"{sign}{text(f'account.{key}', language)} {writer.number(abs(amount) if sign else amount)}"
    return told


# Holdings and supply ----------------------------------------------------------------------------------------


def holdings(game: Game, language: str) -> tuple[tuple[str, ...], list[Row]]:
    """Who holds what of each company: headings and rows; empty cells are None."""
    told, writer = on_table(game.title, game.position).companies, writer_for(game, language)
    if told is None:
        return (), []
    players = [column for column in told.columns if column.owner is not None]
    stocks_ = [column for key in STOCKS for column in told.columns if column.key == key]
    headings = [writer.name(column.owner) for column in players]
    headings += [writer.term(f"column.{column.key}", column.key) for column in stocks_]
    rows = []
    for row in told.rows:
        cells = [(column, row.cell(column)) for column in (*players, *stocks_)]
        if any(part for _, part in cells):
            rows.append(
                Row(
                    row.id,
                    writer.name(row.id),
                    tuple(_held(writer, column, part, row.director) if part else None for column, part in cells),
                )
            )
    return tuple(headings), rows


def _held(writer: Writer, column: Column, part: int, director: int | None) -> Chip:
    return Chip(writer.write(part, column.kind), director=director is not None and column.owner == director)


def next_train(game: Game, language: str) -> tuple[str, str, str] | None:
    """The train that the bank sells next: what it is called, what it costs, how many are left."""
    writer = writer_for(game, language)
    for row in on_table(game.title, game.position).trains:
        if row.left != 0:
            return row.id, writer.money(row.cost), "∞" if row.left is None else str(row.left)
    return None


class Stand:
    """What templates ask of the market, worked out when they do."""

    def __init__(
        self, game: Game, seat: int | None, language: str, menu: Menu, notes: Notes | None = None
    ) -> None:
        self.game, self.seat, self.language, self.menu, self.notes = game, seat, language, menu, notes

    @property
    def stocks(self) -> tuple[list[Stock], list[Stock]]:
        """Companies, and papers."""
        return stocks(self.game, self.seat, self.language, self.menu, self.notes)

    @property
    def purses(self) -> list[Purse]:
        """Players."""
        return purses(self.game, self.language)

    @property
    def holdings(self) -> tuple[tuple[str, ...], list[Row]]:
        """Headings and rows."""
        return holdings(self.game, self.language)

    @property
    def train(self) -> tuple[str, str, str] | None:
        """What the bank sells next."""
        return next_train(self.game, self.language)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """Why prices move, with words for it."""
        writer = writer_for(self.game, self.language)
        return [(why, writer.term(f"move.{why}", why)) for why in ways(self.game)]

    @property
    def shape(self) -> str:
        """How the chart lies."""
        return shape(self.game)

    @property
    def accounts(self) -> str:
        """What worth means in this title."""
        return writer_for(self.game, self.language).term("worth", "")
