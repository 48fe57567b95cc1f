"""Pages to learn a title from: in ten minutes, what is different here, notes, the rules by paragraph."""

from __future__ import annotations

import tomllib
from collections.abc import MutableMapping, Sequence
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.typed import convert
from stellwerk.titles.registry import find_title
from stellwerk.words import LANGUAGES

from .faults import Missing

LEAVES = ("learn", "different", "notes", "rules")
"""Pages in the order in which one reads them."""
PARAGRAPHS = "paragraphs.toml"


class Leaf(Struct, frozen=True):
    """A page as it is read; `language` is the one it is written in, not always the reader's."""

    body: str
    language: str


class Paragraph(Struct, frozen=True):
    """A paragraph of a rulebook in our own words; `kind` tells whether there is something to keep to."""

    id: str
    kind: str
    en: str
    de: str = ""


@cache
def leaves(title_id: str) -> tuple[str, ...]:
    """The pages that a title has."""
    try:
        folder = _folder(title_id)
    except StellwerkError:
        return ()
    return tuple(
        name
        for name in LEAVES
        if (folder.joinpath(PARAGRAPHS).is_file() if name == "rules" else _written(folder, name, "en"))
    )


@cache
def leaf(title_id: str, name: str, language: str) -> Leaf:
    """A page in a language, or in the one that there is."""
    if name not in leaves(title_id):
        raise Missing("fault.no_page")
    folder = _folder(title_id)
    if name == "rules":
        return Leaf(_listed(paragraphs(title_id), language), language)
    found = _written(folder, name, language)
    assert found is not None
    file, written = found
    return Leaf(page_of(file.read_text(encoding="utf-8")), written)


@cache
def paragraphs(title_id: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a title's rulebook, in its order."""
    data = tomllib.loads(_folder(title_id).joinpath(PARAGRAPHS).read_text(encoding="utf-8"))
    return convert(data["paragraph"], tuple[Paragraph, ...])


@cache
def anchor(title_id: str, rule: str) -> str:
    """Where on the page of rules a refusal's paragraph stands; empty where it is not listed.

    >>> anchor("1835", "5.5.1.14"), anchor("1844", "Regionale Gesellschaften"), anchor("1835", "no such")
    ('5.5.1.14', 'Regionale-Gesellschaften', '')
    """
    if "rules" not in leaves(title_id):
        return ""
    return next((_mark(one.id) for one in paragraphs(title_id) if one.id == rule), "")


def _mark(id_: str) -> str:
    return id_.replace(" ", "-")


@cache
def cited(title_id: str, rule: str) -> Markup:
    """A paragraph that is named, as a link to what it says."""
    mark = anchor(title_id, rule)
    if not mark:
        return Markup("<cite>§ {}</cite>").format(rule)
    there = f"/titles/{title_id}/rules#{mark}"
    return Markup('<cite><a href="{}" target="_blank">§ {}</a></cite>').format(there, rule)


def _folder(title_id: str) -> Traversable:
    return find_title(title_id).manifest.text_folder()


def _written(folder: Traversable, name: str, language: str) -> tuple[Traversable, str] | None:
    """A page's file and its language: the one asked for, else any; a name without one is English."""
    for tongue in (language, *LANGUAGES):
        for named in (f"{name}.{tongue}.md", f"{name}.md" if tongue == "en" else ""):
            file = folder.joinpath(named) if named else None
            if file is not None and file.is_file():
                return file, tongue
    return None


# Markdown ---------------------------------------------------------------------------------------------------


@cache
def _markdown() -> MarkdownIt:
    """Text, lists, tables and links; HTML of the text itself is shown as it is written, never as HTML."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    for cell in ("th_open", "td_open"):
        reader.add_render_rule(cell, _cell_open)
    reader.add_render_rule("link_open", _link_open)
    return reader


def page_of(text: str) -> str:
    """A text in Markdown as HTML."""
    return str(_markdown().render(text))


@lru_cache(maxsize=1000)
def line_of(text: str) -> Markup:
    """A sentence or two in Markdown as HTML."""
    return Markup(_markdown().renderInline(text))


def _table_open(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """Wide tables scroll by themselves, so that the page need not."""
    return '<div class="grid" tabindex="0"><table>\n'


def _table_close(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    return "</table></div>\n"


def _cell_open(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """Pages may not carry styles of their own, so a column's alignment is left out."""
    return f"<{tokens[number].tag}>"


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], number: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """A link to a file of the same folder leads to its page."""
    target = str(tokens[number].attrGet("href") or "")
    name = target.split(".")[0]
    if target.endswith(".md") and name in LEAVES:
        tokens[number].attrSet("href", name)
    return str(renderer.renderToken(tokens, number, options, env))


def _listed(all_: Sequence[Paragraph], language: str) -> str:
    rows = Markup("").join(
        Markup('<div id="{}" class="{}"><dt>{}</dt><dd>{}</dd></div>\n').format(
            _mark(one.id), one.kind, one.id, (language == "de" and one.de) or one.en
        )
        for one in all_
    )
    return f'<dl class="paragraphs">\n{rows}</dl>\n'
