"""A title to be printed and cut out: board and tiles at one scale, chart, certificates and cards, as a PDF."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from stellwerk import draw
from stellwerk.draw.pdf import Page, document
from stellwerk.play.files import new_game
from stellwerk.play.game import Game, Title
from stellwerk.show.face import face_of
from stellwerk.show.on_table import on_table
from stellwerk.words.sentences import writer_for

from .contrast import legible
from .texts import text

A4 = (210.0, 297.0)
MARGIN = 12.0
"""Millimetres that printers leave free, and where marks stand."""
HEX = 38.0
"""Millimetres from one side of a hex to the other."""
UNIT = HEX / 100
CARD = (62.0, 43.0)
MARK = 5.0
"""Length of a mark that says where to cut."""
ENDLESS = 6
"""Cards of a train of which there is no end."""


class Card(Struct, frozen=True):
    """What is printed on a certificate or a card."""

    band: str
    head: str
    large: str
    lines: tuple[str, ...]
    colour: str = "#555555"


def printed(title: Title, language: str) -> bytes:
    """All of it; a title without tiles, chart or papers goes without these pages."""
    game = new_game(title, [str(number + 1) for number in range(title.players[0])], {}, 0)
    look = draw.look_of(title, language)
    pages = [
        *_board(game, look, language),
        *_tiles(game, look, language),
        *_chart(game, look, language),
        *_cards(_certificates(game, look, language), title.name, text("print.certificates", language)),
        *_cards(_trains(game, language), title.name, text("print.trains", language)),
    ]
    for number, page in enumerate(pages, 1):
        page.text(f"{number}/{len(pages)}", page.wide - MARGIN, page.high - 4, 3, anchor="end", colour="#666")
    return document(pages, title.name)


def _headed(wide: float, high: float, words: str) -> Page:
    page = Page(wide, high)
    page.text(words, MARGIN, 7, 3.4, colour="#666")
    return page


def _marks(page: Page, x: float, y: float, wide: float, high: float) -> None:
    """Where to cut out a rectangle: short lines that point at its corners from outside."""
    for at_x, out_x in ((x, -1), (x + wide, 1)):
        for at_y, out_y in ((y, -1), (y + high, 1)):
            page.line((at_x + out_x, at_y), (at_x + out_x * MARK, at_y))
            page.line((at_x, at_y + out_y), (at_x, at_y + out_y * MARK))


# Board and chart ------------------------------------------------------------------------------------------------


def _board(game: Game, look: draw.Look, language: str) -> Iterator[Page]:
    """The board in as many parts as it takes, to be cut at the marks and put together."""
    svg = draw.game_board(game, look)
    if not svg:
        return
    left, top, wide, high = _view(svg)
    upright = _sheets(wide, high, A4) <= _sheets(wide, high, (A4[1], A4[0]))
    paper = A4 if upright else (A4[1], A4[0])
    part_wide, part_high = ((side - 2 * MARGIN) / UNIT for side in paper)
    columns, rows = math.ceil(wide / part_wide), math.ceil(high / part_high)
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * part_wide, top + row * part_high
            part = (x, y, min(part_wide, left + wide - x), min(part_high, top + high - y))
            where = text("print.board", language, row=row + 1, column=column + 1)
            page = _headed(*paper, f"{game.title.name}: {where}")
            page.drawing(svg, MARGIN, MARGIN, UNIT, part)
            _marks(page, MARGIN, MARGIN, part[2] * UNIT, part[3] * UNIT)
            yield page


def _sheets(wide: float, high: float, paper: tuple[float, float]) -> int:
    across, down = ((side - 2 * MARGIN) / UNIT for side in paper)
    return math.ceil(wide / across) * math.ceil(high / down)


def _view(svg: str) -> tuple[float, ...]:
    return tuple(map(float, svg.split('viewBox="', 1)[1].split('"', 1)[0].split()))


def _chart(game: Game, look: draw.Look, language: str) -> Iterator[Page]:
    """The share-price chart, as large as a page allows."""
    svg = draw.game_chart(game, look)
    if not svg:
        return
    _, _, wide, high = _view(svg)
    paper = (A4[1], A4[0]) if wide > high else A4
    scale = min((paper[0] - 2 * MARGIN) / wide, (paper[1] - 2 * MARGIN) / high)
    page = _headed(*paper, f"{game.title.name}: {text('tab.chart', language)}")
    page.drawing(svg, MARGIN, MARGIN, scale)
    _marks(page, MARGIN, MARGIN, wide * scale, high * scale)
    yield page


# Tiles ----------------------------------------------------------------------------------------------------------


def _tiles(game: Game, look: draw.Look, language: str) -> Iterator[Page]:
    """Every tile as often as there is one, with room around it, and marks at the corners of its hex."""
    board = draw.board_of(game)
    if board is None:
        return
    box, layout = board.box, board.box.grid.layout
    sheets: list[str] = []
    for id_, tile in box.tiles.items():
        track = box.track(id_, 0)
        if track is not None:
            sheets += [draw.tile_svg(track, layout=layout, palette=look.palette, words=look.words)] * tile.count
    if not sheets:
        return
    _, _, wide, high = (side * UNIT for side in _view(sheets[0]))
    gap = 3.0
    columns, rows = (
        int((side - 2 * MARGIN + gap) // (size + gap)) for side, size in zip(A4, (wide, high), strict=True)
    )
    for first in range(0, len(sheets), columns * rows):
        page = _headed(*A4, f"{game.title.name}: {text('table.tiles', language)}")
        for place, svg in enumerate(sheets[first : first + columns * rows]):
            x = MARGIN + place % columns * (wide + gap)
            y = MARGIN + place // columns * (high + gap)
            page.drawing(svg, x, y, UNIT)
            _corners(page, x + wide / 2, y + high / 2, layout)
        yield page


def _corners(page: Page, x: float, y: float, layout: str) -> None:
    """Marks that point at the six corners of a hex from outside."""
    reach = HEX / math.sqrt(3)
    for number in range(6):
        angle = math.radians(60 * number + (30 if layout == "pointy" else 0))
        sin, cos = math.sin(angle), math.cos(angle)
        page.line(
            (x + cos * (reach + 0.4), y + sin * (reach + 0.4)), (x + cos * (reach + 2), y + sin * (reach + 2))
        )


# Certificates and cards -----------------------------------------------------------------------------------------


def _certificates(game: Game, look: draw.Look, language: str) -> list[Card]:
    """Shares as they are printed, or as many as lie unsold; then papers that are no shares."""
    face, writer, found = face_of(game.title), writer_for(game, language), []
    liveries = dict(look.liveries)
    for paper in face.certificates(game.position):
        colour = liveries[paper.company].fill if paper.company in liveries else "#555555"
        lines = (text("chip.director", language),) if paper.director else ()
        name, part = writer.name(paper.company), writer.write(paper.percent, "percent")
        found.append(Card(paper.company, name, part, lines, colour))
    companies = on_table(game.title, game.position).companies
    if not found and companies is not None and not companies.percent:
        for row in companies.rows:
            colour = liveries[row.id].fill if row.id in liveries else "#555555"
            shares = (row.unsold or 0) + sum(part or 0 for part in row.held)
            found += [Card(row.id, writer.name(row.id), text("print.share", language), (), colour)] * shares
    for one in face.papers(game.position):
        income = f"{text('market.income', language)} {writer.money(one.income)}" if one.income is not None else ""
        colour = liveries[one.company].fill if one.company in liveries else "#555555"
        price = writer.money(one.price) if one.price is not None else ""
        name = writer.name(one.id)
        found.append(Card(writer.word(one.kind), name, price, (income,) if income else (), colour))
    return found


def _trains(game: Game, language: str) -> list[Card]:
    writer, found = writer_for(game, language), []
    for row in face_of(game.title).trains(game.position):
        count = ENDLESS if row.left is None else row.of
        name = writer.train(row.id)
        found += [Card(row.id, name, writer.money(row.cost), (), "#2b2b2b")] * count
    return found


def _cards(cards: Sequence[Card], title: str, what: str) -> Iterator[Page]:
    """Cards without room between them, so that one cut parts two; marks stand at the edges of the page."""
    wide, high = CARD
    columns, rows = int((A4[0] - 2 * MARGIN) // wide), int((A4[1] - 2 * MARGIN) // high)
    for first in range(0, len(cards), columns * rows):
        page = _headed(*A4, f"{title}: {what}")
        some = cards[first : first + columns * rows]
        for place, card in enumerate(some):
            _card(page, card, MARGIN + place % columns * wide, MARGIN + place // columns * high, title)
        right = MARGIN + min(columns, len(some)) * wide
        bottom = MARGIN + math.ceil(len(some) / columns) * high
        for column in range(min(columns, len(some)) + 1):
            x = MARGIN + column * wide
            page.line((x, MARGIN - 1), (x, MARGIN - MARK))
            page.line((x, bottom + 1), (x, bottom + MARK))
        for row in range(math.ceil(len(some) / columns) + 1):
            y = MARGIN + row * high
            page.line((MARGIN - 1, y), (MARGIN - MARK, y))
            page.line((right + 1, y), (right + MARK, y))
        yield page


def _card(page: Page, card: Card, x: float, y: float, title: str) -> None:
    wide, high = CARD
    ink = legible(card.colour, "#ffffff")
    page.box(x + 2, y + 2, wide - 4, 9, card.colour)
    page.text(card.band, x + wide / 2, y + 8.4, 5, True, "middle", ink, wide - 8)
    page.text(card.head, x + wide / 2, y + 18, 4.2, False, "middle", room=wide - 6)
    page.text(card.large, x + wide / 2, y + 28.5, 8, True, "middle", room=wide - 6)
    for number, line in enumerate(card.lines):
        page.text(line, x + wide / 2, y + 35 + 4 * number, 3.4, False, "middle", room=wide - 6)
    page.text(title, x + wide / 2, y + high - 2.6, 2.4, False, "middle", "#666")
