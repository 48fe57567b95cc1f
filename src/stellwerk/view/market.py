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
from stellwerk.show.face import face_of
from stellwerk.show.history import Notes, last_incomes
from stellwerk.show.market import BOARD, Paper, Wealth
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import Column
from stellwerk.words.sentences import tag, writer_for
from stellwerk.words.values import Writer

from .cards import STOCKS, Basis, Card, Chip, Line, Stake, bases, company, player, stakes
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

    @property
    def sold(self) -> bool:
        """Whether there are shares of it."""
        return any(chip.text for chip in self.card.holders)


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
    view = on_table(game.title, game.position).chart
    if view is None:
        return ""
    longest = max(map(len, view.sheet.rows))
    if len(view.sheet.rows) > 2 * longest:
        return "tall"
    return "flat" if longest > 4 * len(view.sheet.rows) else "wide"


def ways(game: Game) -> tuple[str, ...]:
    """Why prices move, for the legend."""
    moves = on_table(game.title, game.position).price_moves.values()
    return tuple(dict.fromkeys(move.why for each in moves for move in each))


# Cards ------------------------------------------------------------------------------------------------------


class Laid(Struct, frozen=True):
    """All that the card of a company is made from, with what can be done there."""

    basis: Basis
    runs: tuple[int, ...] = ()
    missing: int | None = None
    folds: tuple[Fold, ...] = ()


class LaidPaper(Struct, frozen=True):
    """The same of a paper; `lot` is up for auction, `offered` can be got in the decision that is open."""

    paper: Paper
    lot: bool
    offered: bool
    folds: tuple[Fold, ...] = ()


def laid(
    game: Game, seat: int | None, language: str, menu: Menu, notes: Notes | None = None
) -> tuple[list[Laid], list[LaidPaper]]:
    """Companies and papers in the order of their tables, each with what the menu offers there."""
    face = face_of(game.title)
    folds = _folds(game, seat, language, menu) if seat is not None else {}
    earned = last_incomes(game, RUNS, notes)
    companies = [
        Laid(
            basis,
            tuple(earned.get(basis.row.id, ())),
            face.missing(game.position, basis.row.id),
            folds.get(basis.row.id, ()),
        )
        for basis in bases(game)
    ]
    ids = {each.basis.row.id for each in companies}
    papers = [paper for paper in face.papers(game.position) if paper.id not in ids]
    offered = {face.about(game.position, action_of(each)) for each in game.legal_actions()} if papers else set()
    lot = getattr(game.step, "lot", "")
    return companies, [
        LaidPaper(paper, lot == paper.id, paper.id in offered, folds.get(paper.id, ())) for paper in papers
    ]


def stocks(
    game: Game, seat: int | None, language: str, menu: Menu, notes: Notes | None = None
) -> tuple[list[Stock], list[Stock]]:
    """Companies and papers as cards, those companies first that have shares."""
    companies, papers = laid(game, seat, language, menu, notes)
    shown = [stock(game, language, each) for each in companies]
    shown.sort(key=lambda stock: not stock.sold)
    return shown, [paper_stock(game, language, each) for each in papers]


def stock(game: Game, language: str, laid: Laid) -> Stock:
    """A company's card."""
    writer = writer_for(game, language)
    runs = tuple(writer.number(income) for income in laid.runs)
    return Stock(company(game, language, laid.basis), runs=runs, missing=laid.missing, folds=laid.folds)


def paper_stock(game: Game, language: str, laid: LaidPaper) -> Stock:
    """A paper's card."""
    writer, paper = writer_for(game, language), laid.paper
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
    lead = writer.money(paper.price) if paper.price is not None and paper.owner is None else ""
    name = writer.word(paper.kind) if paper.company else writer.name(paper.id)
    label = text("market.price", language)
    card = Card(name, paper.company, None, lead, label, (), laid.lot, paper.id, tuple(lines), held)
    return Stock(card, paper.kind, offered=laid.offered, tells=tuple(filter(None, told)), folds=laid.folds)


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


class Means(Struct, frozen=True):
    """All that a player's card is made from."""

    stake: Stake
    wealth: Wealth | None = None
    liquid: int | None = None
    draws: int | None = None
    first: bool = False


def means(game: Game) -> list[Means]:
    """What each player has and could have."""
    face, position = face_of(game.title), game.position
    first = face.first(position)
    found = []
    for stake in stakes(game):
        seat = stake.row.seat
        liquid = face.liquid(position, seat)
        more = None if liquid == position.state.cash[seat] else liquid
        wealth, draws = face.wealth(position, seat), face.draws(position, seat)
        found.append(Means(stake, wealth, more, draws, seat == first))
    return found


def purses(game: Game, language: str) -> list[Purse]:
    """Everybody's card with what money there is and could be."""
    return [purse(game, language, each) for each in means(game)]


def purse(game: Game, language: str, means: Means) -> Purse:
    """A player's card."""
    writer, wealth = writer_for(game, language), means.wealth
    return Purse(
        player(game, language, means.stake),
        writer.money(means.liquid) if means.liquid is not None else "",
        writer.money(wealth.worth) if wealth else "",
        _sum(writer, language, wealth) if wealth else "",
        writer.money(wealth.uncounted) if wealth and wealth.uncounted else "",
        writer.money(means.draws) if means.draws is not None else "",
        means.first,
    )


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
    def laid(self) -> tuple[list[Laid], list[LaidPaper]]:
        """Companies, and papers."""
        return laid(self.game, self.seat, self.language, self.menu, self.notes)

    @property
    def means(self) -> list[Means]:
        """Players."""
        return means(self.game)

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
