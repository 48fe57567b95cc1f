"""Templates and what all of them know."""

from __future__ import annotations

import time
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from stellwerk.host.live import barred
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title
from stellwerk.view.learning import cited, leaves
from stellwerk.view.lessons import has_lesson
from stellwerk.view.texts import text
from stellwerk.words import Grid

from .bundle import STATIC, digest, script, table_style
from .request import visitor_of, visitors_of


@cache
def templates() -> Environment:
    """All templates; whatever is put into them is escaped."""
    env = Environment(
        loader=PackageLoader(__package__), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    env.globals["static"] = static
    env.globals["bundled"] = bundled
    env.globals["title_name"] = _title_name
    env.globals["barred"] = barred
    env.globals["leaves"] = leaves
    env.globals["has_lesson"] = has_lesson
    env.globals["set_grid"] = _set_grid
    env.globals["cited"] = cited
    return env


def _title_name(id_: str) -> str:
    try:
        return find_title(id_).name
    except StellwerkError:
        return id_


@lru_cache(maxsize=512)
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
            "t": lambda key, **values: text(key, visitor.language, **values),
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
