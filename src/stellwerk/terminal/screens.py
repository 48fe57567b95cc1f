"""What a session shows: tables, map, share-price chart, log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from stellwerk import words
from stellwerk.play.core import Position
from stellwerk.play.game import Game
from stellwerk.show.face import face_of
from stellwerk.view.recap import since
from stellwerk.view.why_not import impossible

from .charmap import board_map, ink


def colours(game: Game) -> dict[str, str]:
    """The colours of the companies."""
    return {livery.company: livery.colour for livery in face_of(game.title).look().liveries}


def _position(game: Game, seat: int | None) -> Position[Any, Any]:
    return Position(game.rules, game.view(seat))


def table(game: Game, grid: words.Grid) -> Table:
    """One of the title's tables; companies wear their colours."""
    shown = Table(
        title=grid.title,
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
        title_justify="left",
        title_style="bold",
    )
    worn = colours(game)
    for heading, right, wraps in zip(grid.headings, grid.right, grid.wraps, strict=True):
        justify: Literal["left", "right"] = "right" if right else "left"
        shown.add_column(heading, justify=justify, no_wrap=not wraps, min_width=len(heading) if wraps else None)
    for row in grid.rows:
        shown.add_row(*(Text(cell) if cell not in worn else _worn(cell, worn) for cell in row))
    return shown


def _worn(company: str, worn: Mapping[str, str], labels: Mapping[str, str] | None = None) -> Text:
    """A company in its colours, by its id or by what is written on its markers."""
    written = (labels or {}).get(company, company)
    return Text().append(written, Style(color=ink(worn[company]), bgcolor=worn[company]))


def board(game: Game, language: str, seat: int | None) -> RenderableType:
    """The map, and what lies where."""
    shown = face_of(game.title).board(_position(game, seat))
    if shown is None:
        return Text(words.phrase("ui.no_board", game, language))
    pieces = face_of(game.title).pieces(_position(game, seat))
    laid = [
        f"{name} {track.tile}"
        for name, track in zip(shown.box.grid.names, shown.tracks, strict=True)
        if track.tile
    ]
    parts: list[RenderableType] = [board_map(shown, colours(game), pieces)]
    parts.append(Text(words.phrase("ui.tiles_legend", game, language), style="dim"))
    if laid:
        parts.append(Text(words.phrase("ui.tiles_laid", game, language, tiles=", ".join(laid))))
    return Group(*parts)


def chart(game: Game, language: str, seat: int | None) -> RenderableType:
    """The share-price chart with its markers."""
    view = face_of(game.title).chart(_position(game, seat))
    if view is None:
        return Text(words.phrase("ui.no_chart", game, language))
    worn = colours(game)
    labels = {livery.company: livery.label for livery in face_of(game.title).look().liveries}
    shown = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=0)
    longest = max(len(row) for row in view.sheet.rows)
    columns = min(view.across or longest, longest)
    starts = set(view.starts.values())
    for _ in range(columns):
        shown.add_column(min_width=5, max_width=5)
    for number, prices in enumerate(view.sheet.rows):
        cells = []
        for column, price in enumerate(prices):
            cell = Text()
            if price:
                style = "bold underline" if (number, column) in starts else ""
                cell.append(str(price), style)
                for company in view.chart.stacks.get((number, column), ()):
                    cell.append("\n").append_text(_worn(company, worn, labels))
            cells.append(cell)
        for begin in range(0, len(cells), columns):
            shown.add_row(*cells[begin : begin + columns])
    started = {company for stack in view.chart.stacks.values() for company in stack}
    waiting = [
        f"{company} {view.sheet.price(field)}" for company, field in view.starts.items() if company not in started
    ]
    legend = words.phrase("ui.chart_legend", game, language, starts=", ".join(waiting))
    return Group(shown, Text(legend, style="dim"))


def why_not(game: Game, seat: int, language: str, place: str) -> RenderableType | None:
    """What cannot be done now, or not on a hex, each with its reason and paragraph; None where all can be."""
    bars = impossible(game, seat, language, place)
    lines = [
        Text(f"  {', '.join(bar.texts)}: {bar.reason}").append(f" ({bar.rule})" if bar.rule else "", "dim")
        for bar in bars
    ]
    return Group(*lines) if lines else None


def recap(game: Game, seat: int | None, language: str) -> RenderableType | None:
    """What others have done since a seat's last turn, round by round; None where nobody has done anything."""
    told = since(game, seat, language)
    lines: list[RenderableType] = []
    for section in told.sections:
        if section.heading:
            lines.append(Text(f"  {section.heading}", style="bold"))
        for row in section.rows:
            said = "; ".join(part.text for part in row.parts)
            lines.append(Text(f"    {row.name}: {said}" if row.name else f"    {said}"))
    return Group(*lines) if lines else None


def result(game: Game, language: str) -> Text:
    """Who has won."""
    worth = game.result()
    best = max(worth.values())
    winners = tuple(seat for seat, value in worth.items() if value == best)
    if len(winners) == 1:
        return Text(words.phrase("ui.winner", game, language, seat=winners[0], worth=best), style="bold")
    return Text(words.phrase("ui.draw", game, language, seats=winners, worth=best), style="bold")
