"""The parts of a table's page, each made when it is to be seen and kept until the game changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from sys import getsizeof
from typing import Any, ClassVar

from jinja2 import Environment, Template
from markupsafe import Markup

from stellwerk import bots, draw, words
from stellwerk.host import corrections
from stellwerk.host.live import LiveGame, Look
from stellwerk.view import drawn_runs, market
from stellwerk.view.lessons import Guide, guide
from stellwerk.view.spreadsheet import Spread, spreadsheet
from stellwerk.view.texts import text
from stellwerk.words import tips
from stellwerk.words.rounds import NamedRound, named_rounds

from .table import Entry, Shown, log_entries

PANEL = 4
"""Tiles side by side beside the board."""
LINES = 30
"""Moves whose log stands on a page from the start."""
KEPT = 2_000
"""Bytes that a view takes besides its parts and facts."""
FRAGMENTS = (
    "head", "since", "board", "menu", "players", "companies", "chart", "supply", "log", "tables", "runs", "lesson",
    "train", "holdings", "rounds", "notice",
)  # fmt: skip
FOLDED = frozenset(("players", "companies", "chart", "supply", "log", "tables", "train", "holdings"))
"""Those that lie in tabs and on the stage that is away; a page asks for them when they are to be seen."""


class Drawn:
    """A view of a game as it stands: parts that were asked for, with digests, and facts for the script."""

    def __init__(self, live: LiveGame, look: Look, pages: Environment) -> None:
        self._live, self._look, self._pages = live, look, pages
        self._parts: dict[str, str] = {}
        self._board = draw.BoardDrawing("", (), "")
        self.digests: dict[str, str] = {}
        """Of all parts that are at hand."""
        self.facts: dict[str, Any] = {}

    @property
    def complete(self) -> bool:
        """Whether nothing has to be made for the whole page."""
        return len(self.digests) == len(FRAGMENTS)

    def part(self, name: str) -> str:
        """A part that is at hand; the board is put together only where all of it is sent."""
        return _whole(self._board) if name == "board" else self._parts[name]

    def whole(self) -> tuple[dict[str, str], dict[str, Any]]:
        """All fragments in their order, and the facts."""
        self.make(FRAGMENTS)
        return {name: self.part(name) for name in FRAGMENTS}, self.facts

    def make(self, names: Iterable[str]) -> bool:
        """Have some parts at hand; whether any had to be made."""
        missing = [name for name in names if name not in self.digests]
        if not missing and self.facts:
            return False
        with self._live.lock:
            made = Making(self._live, self._look)
            for name in missing:
                if name == "board":
                    self._draw(made.board)
                else:
                    self._parts[name] = made.part(name, self._pages)
                    self.digests[name] = digest(name, self._parts[name])
            self.facts = self.facts or made.told()
        return True

    def _draw(self, board: draw.BoardDrawing) -> None:
        boards = self._live.boards
        self._board = board
        self.digests["board"] = boards.digest(board) or digest("board", _whole(board))
        boards.remember(self.digests["board"], board)

    @property
    def size(self) -> int:
        """About how many bytes it takes; hexes of boards are kept by those who draw them."""
        pieces = len(self.facts["hexes"]) + len(self._board.hexes)
        return KEPT + 150 * pieces + sum(map(getsizeof, self._parts.values()))


def _whole(board: draw.BoardDrawing) -> str:
    return str(board).strip()


def drawn_view(live: LiveGame, look: Look, pages: Environment, names: Iterable[str] = FRAGMENTS) -> Drawn:
    """A view with some of its parts at hand. Kept until the game changes."""
    with live.lock:
        key = (live.number, live.version, look)
        kept: Drawn | None = live.memo.get(key)
        drawn = kept or Drawn(live, look, pages)
        if drawn.make(names):
            live.memo.put(key, drawn, drawn.size)
    return drawn


def fragments(live: LiveGame, look: Look, pages: Environment) -> tuple[dict[str, str], dict[str, Any]]:
    """All fragments of a view, and the facts that the page's script goes by."""
    return drawn_view(live, look, pages).whole()


class Making:
    """What fragments are made from, each thing once and only where one of them asks for it."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "head": ("facts",),
        "players": ("market", "other_grids"),
        "companies": ("market",),
        "chart": ("chart", "market"),
        "supply": ("tiles", "grids"),
        "log": ("entries",),
        "tables": ("spreads", "grids"),
        "lesson": ("guide",),
        "train": ("market",),
        "holdings": ("market",),
        "rounds": ("rounds",),
        "notice": ("notes",),
    }

    def __init__(self, live: LiveGame, look: Look) -> None:
        self.live, self.look = live, look
        self.shown = Shown(live, look)
        self.menu = self.shown.menu
        self._values: dict[str, Any] = {}

    def part(self, name: str, pages: Environment) -> str:
        """One fragment."""
        if not self._values:
            language = self.look.language
            self._values = {
                **pages.globals,
                "shown": self.shown,
                "game": self.shown.game,
                "live": self.live,
                "menu": self.menu,
                "language": language,
                # It names nothing of ours: all that a view was made from would wait for the search for cycles.
                "t": lambda key, **values: text(key, language, **values),
                "shown_notes": corrections.SHOWN,
            }
        for need in self.NEEDS.get(name, ()):
            if need not in self._values:
                self._values[need] = getattr(self, need)
        template = _template(pages, name)
        # Nothing is left here by one template for another, so that no list of names need be made each time.
        context = pages.context_class(pages, self._values, template.name, template.blocks)
        return "".join(template.root_render_func(context)).strip()

    @property
    def board(self) -> draw.BoardDrawing:
        """The board with the runs that are drawn."""
        game, language, routes = self.shown.game, self.look.language, self.shown.routes
        scene = drawn_runs.board_scene(game, language, routes)
        if scene is None:
            return drawn_runs.board_drawing(game, language, routes)
        return self.live.boards.drawing(scene)

    @property
    def chart(self) -> Markup:
        """The chart of prices."""
        scene, kept = draw.chart_scene(self.shown.game, self._liveries, ways=True), self.live.cards
        if scene is None:
            return Markup("")
        key = "chart", self.look.language
        known: tuple[draw.ChartScene, Markup] | None = kept.get(key)
        if known is None or known[0] != scene:
            known = scene, Markup(scene.drawing())
            kept.put(key, known, KEPT + len(known[1]))
        return known[1]

    @property
    def tiles(self) -> Markup:
        """Tiles that are left."""
        return Markup(draw.game_tiles(self.shown.game, self._liveries, PANEL))

    @property
    def _liveries(self) -> draw.Look:
        return draw.look_of(self.live.title, self.look.language)

    @property
    def market(self) -> market.Stand:
        """Cards, money and holdings."""
        look, shown = self.look, self.shown
        return market.Stand(shown.game, look.seat, look.language, self.menu, shown.notes)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """What stands above everything, and what it means."""
        game, language = self.shown.game, self.look.language
        return list(zip(words.summary(game, language), tips.facts(game, language), strict=True))

    @property
    def entries(self) -> list[Entry]:
        """The last lines of the log."""
        return log_entries(self.live, self.look.seat, self.look.language, self.shown.at - LINES, self.shown.at)

    @property
    def spreads(self) -> tuple[Spread, ...]:
        """The spreadsheet."""
        game = self.shown.game
        return spreadsheet(game, self.live.books(self.look.seat, game), self.look.language)

    @property
    def guide(self) -> Guide | None:
        """What a lesson says."""
        live, look = self.live, self.look
        if not live.course or look.seat != live.course.seat:
            return None
        return guide(live.course, live.game.actions, self.shown.game.players, look.language)

    @property
    def rounds(self) -> list[NamedRound]:
        """All rounds so far."""
        return named_rounds(self.shown.whole, self.look.language, self.shown.notes)

    @property
    def notes(self) -> list[corrections.Note]:
        """Where the log is read otherwise than it was played."""
        return corrections.notes(self.live, self.look.seat, self.look.language)

    @property
    def grids(self) -> dict[str, words.Grid]:
        """Everything in numbers."""
        return words.grids(self.shown.game, self.look.language, self.look.seat)

    @property
    def other_grids(self) -> dict[str, words.Grid]:
        """That which has no cards."""
        return words.other_grids(self.shown.game, self.look.language, self.look.seat)

    def told(self) -> dict[str, Any]:
        """The facts that the page's script goes by."""
        live, look, shown, choices = self.live, self.look, self.shown, self.menu
        said, here = shown.step
        return {
            "id": live.row.id,
            "number": live.number,
            "version": live.version,
            "moves": shown.moves,
            "at": shown.at,
            "status": live.row.status,
            "seat": look.seat,
            "cold": False,
            "turn": shown.my_turn,
            "advice": bots.advises(shown.game.title),
            "hexes": choices.hexes,
            "decisions": {seat: live.decision(seat) for seat in shown.mates},
            "decision": live.decision(look.seat) if look.seat is not None else "",
            "run": shown.run,
            "prompt": shown.prompt,
            "past": shown.past,
            "said": said,
            "changed": shown.since.hexes if shown.now else here,
            "acted": shown.since.acted,
            "announced": shown.since.announced,
            "stage": market.stage(shown.game, choices),
        }


@lru_cache(maxsize=64)
def _template(pages: Environment, name: str) -> Template:
    return pages.get_template(f"table/{name}.html")


def digest(name: str, fragment: str) -> str:
    """A short name for what a fragment says, so that only what changed is sent again; empty ones differ too."""
    return hashlib.blake2b(f"{name} {fragment}".encode(), digest_size=6).hexdigest()
