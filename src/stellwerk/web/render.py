"""Templates and what all of them know."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stellwerk.host.live import barred
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title
from stellwerk.view.books import Row as RevenueRow
from stellwerk.view.cards import Chip, Line
from stellwerk.view.drawn_runs import Route, stops
from stellwerk.view.learning import cited, leaves
from stellwerk.view.lessons import has_lesson
from stellwerk.view.market import Row as Held
from stellwerk.view.market import Stand, paper_stock, purse, stock
from stellwerk.view.menu import Button, Group
from stellwerk.view.names import called
from stellwerk.view.recap import Memo, Row, Said
from stellwerk.view.spreadsheet import Cell, Head, Spread
from stellwerk.view.texts import span, text
from stellwerk.words import Grid
from stellwerk.words.values import Writer

from .bundle import STATIC, digest, script, table_style
from .compiling import PlainCode, PlainContext
from .request import visitor_of, visitors_of
from .tables.table import Entry

MADE = 2_000
"""Bytes of what a card is made from."""


@cache
def templates() -> Environment:
    """All templates; whatever is put into them is escaped."""
    env = Environment(
        loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    env.context_class, env.code_generator_class = PlainContext, PlainCode
    env.globals["static"] = static
    env.globals["bundled"] = bundled
    env.globals["title_name"] = _title_name
    env.globals["barred"] = barred
    env.globals["leaves"] = leaves
    env.globals["has_lesson"] = has_lesson
    env.globals |= {
        "set_grid": _set_grid,
        "set_grid_row": _set_grid_row,
        "set_stocks": _set_stocks,
        "set_purses": _set_purses,
        "set_facts": _set_facts,
        "set_chips": _set_chips,
        "set_tip": _set_tip,
        "set_told": _set_told,
        "set_choice": _set_choice,
        "set_groups": _set_groups,
        "set_revenue_row": _set_revenue_row,
        "set_recap_row": _set_recap_row,
        "set_said": _set_said,
        "set_entry": _set_entry,
        "set_last_run": _set_last_run,
        "set_spread": _set_spread,
        "set_holding": _set_holding,
    }
    env.globals["cited"] = cited
    return env


def _title_name(id_: str) -> str:
    try:
        return find_title(id_).name
    except StellwerkError:
        return id_


# What is set from plain values is kept: most of it is the same from move to move, and for all who look on.


@cache
def _macro(file: str, name: str) -> Callable[..., Markup]:
    found: Callable[..., Markup] = getattr(templates().get_template(f"table/{file}.html").module, name)
    return found


@cache
def _texts(language: str) -> Callable[..., str]:
    return lambda key, **values: text(key, language, **values)


def _set_stocks(stand: Stand, cards: Memo) -> Markup:
    """Cards of papers that can be got, of companies, those first that have shares, and of other papers."""
    game, language = stand.game, stand.language
    companies, papers = stand.laid
    sold: list[str] = []
    unsold: list[str] = []
    got: list[str] = []
    others: list[str] = []
    for each in companies:
        key = language, each.basis.row.id, stand.seat if each.folds else None
        known = cards.get(key)
        if known is None or known[0] != each:
            card = stock(game, language, each)
            known = each, card.sold, str(_macro("cards", "stock")(card, _texts(language), language))
            cards.put(key, known, MADE + 2 * len(known[2]))
        (sold if known[1] else unsold).append(known[2])
    for paper in papers:
        key = language, paper.paper.id, stand.seat if paper.folds else None
        known = cards.get(key)
        if known is None or known[0] != paper:
            card = paper_stock(game, language, paper)
            known = paper, False, str(_macro("cards", "stock")(card, _texts(language), language))
            cards.put(key, known, MADE + 2 * len(known[2]))
        (got if paper.offered else others).append(known[2])
    return Markup("".join((*got, *sold, *unsold, *others)))


def _set_purses(stand: Stand, winners: Container[int], machines: Mapping[int, str], cards: Memo) -> Markup:
    """Cards of the players."""
    game, language, accounts = stand.game, stand.language, stand.accounts
    found: list[str] = []
    for each in stand.means:
        seat = each.stake.row.seat
        how = seat in winners, machines.get(seat, ""), seat == stand.seat, accounts
        key = language, seat, how[2]
        known = cards.get(key)
        if known is None or known[0] != each or known[1] != how:
            card = purse(game, language, each)
            known = each, how, str(_macro("cards", "purse")(card, *how, _texts(language), language))
            cards.put(key, known, MADE + 2 * len(known[2]))
        found.append(known[2])
    return Markup("".join(found))


def _set_facts(lines: Iterable[Line], language: str) -> Markup:
    """What cards tell line by line."""
    return Markup("".join(_set_fact(line, language) for line in lines))


@lru_cache(maxsize=8192)
def _set_fact(line: Line, language: str) -> Markup:
    return _macro("cards", "fact")(line, _texts(language), language)


@lru_cache(maxsize=4096)
def _set_chips(chips: tuple[Chip, ...], language: str) -> Markup:
    """Chips side by side."""
    return _macro("cards", "chips")(chips, _texts(language))


@lru_cache(maxsize=256)
def _set_tip(key: str, language: str) -> Markup:
    """A text of ours with what it means."""
    return _macro("tip", "tip")(text(key, language), text(f"{key}_long", language))


@lru_cache(maxsize=4096)
def _set_told(label: str, told: str) -> Markup:
    """Anything with what it means."""
    return _macro("tip", "tip")(label, told)


# What can be done is another with every move: it is set anew, but by the same macros.


def _set_choice(button: Button, run: str, language: str) -> Markup:
    """A choice as a button."""
    return _macro("choices", "choice")(button, run, _texts(language))


def _set_groups(groups: Sequence[Group], run: str, language: str) -> Markup:
    """Choices that are folded up."""
    return _macro("choices", "groups")(groups, run, _texts(language)) if groups else Markup("")


@lru_cache(maxsize=4096)
def _set_holding(row: Held, language: str) -> Markup:
    """Who holds what of a company."""
    return _macro("holding", "holding")(row, _texts(language))


@lru_cache(maxsize=2048)
def _set_revenue_row(row: RevenueRow, at: str, language: str) -> Markup:
    """All incomes of a company."""
    return _macro("revenues", "revenue_row")(row, at, _texts(language))


@lru_cache(maxsize=256)
def _set_spread(spread: Spread, at: str, language: str) -> Markup:
    """A table of the spreadsheet; its rows are set once."""

    def row(cells: tuple[Cell, ...], heads: tuple[Head, ...], at: str) -> Markup:
        return _set_spread_row(cells, heads, at, language)

    return _macro("sheet", "sheet")(spread, at, _texts(language), row)


@lru_cache(maxsize=2048)
def _set_spread_row(cells: tuple[Cell, ...], heads: tuple[Head, ...], at: str, language: str) -> Markup:
    """A row of it."""
    return _macro("sheet", "sheet_row")(cells, heads, at, _texts(language))


@lru_cache(maxsize=4096)
def _set_recap_row(row: Row) -> Markup:
    """What a player or a company did."""
    return _macro("recap_row", "recap_row")(row)


@lru_cache(maxsize=8192)
def _set_said(part: Said) -> Markup:
    """One thing of that."""
    return _macro("recap_row", "said")(part)


@lru_cache(maxsize=1024)
def _set_last_run(company: str, move: int, routes: tuple[Route, ...], writer: Writer, language: str) -> Markup:
    """A company's last run, in the list of all."""
    return _macro("last_run", "last_run")(company, move, routes, writer, stops, _texts(language))


@lru_cache(maxsize=4096)
def _set_entry(entry: Entry, language: str) -> Markup:
    """A move in the log."""
    return _macro("entry", "log_entry")(entry, _texts(language))


@lru_cache(maxsize=8192)
def _set_grid_row(row: tuple[str, ...], right: tuple[bool, ...], wraps: tuple[bool, ...]) -> Markup:
    """A row of a table."""
    return _macro("grid_row", "grid_row")(row, right, wraps)


@lru_cache(maxsize=4096)
def _set_grid(grid: Grid) -> Markup:
    """A table; most of them are the same from move to move."""
    return Markup(templates().get_template("table/grid.html").render(grid=grid))


@cache
def static(name: str) -> str:
    """The address of a file that never changes under this address."""
    return f"/static/{name}?v={digest((STATIC / name).read_bytes())}"


def bundled(name: str) -> str:
    """The address of what is put together for the table: `table.css`, `table.js`, or `lesson.js` with it."""
    return f"/{name}?v={digest(bundles()[name])}"


@cache
def bundles() -> dict[str, bytes]:
    """All that is put together, by name."""
    table = ("table.js",)
    return {"table.css": table_style(), "table.js": script(*table), "lesson.js": script(*table, "lesson.js")}


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the visitor's language."""
    visitor = visitor_of(request)
    html = templates().get_template(template).render(
        {
            "visitor": visitor,
            "me": visitor.person,
            "csrf": visitors_of(request).csrf(visitor),
            "language": visitor.language,
            "theme": visitor.theme,
            "look": visitor.look,
            "t": lambda key, **values: text(key, visitor.language, **values),
            "called": lambda name: called(name, visitor.language),
            "day": lambda at: time.strftime("%Y-%m-%d", time.gmtime(at)),
            "span": lambda seconds: span(seconds, visitor.language),
            "ago": lambda moment: _ago(moment, visitor.language),
            **values,
        }
    )  # fmt: skip
    return HTMLResponse(html, status)


def _ago(moment: float, language: str) -> str:
    """How long ago something was."""
    minutes = max(0, int(time.time() - moment) // 60)
    if minutes < 1:
        return text("ago.now", language)
    if minutes < 60:
        return text("ago.minutes", language, count=minutes)
    if minutes < 48 * 60:
        return text("ago.hours", language, count=minutes // 60)
    return text("ago.days", language, count=minutes // 1440)
