"""Legal actions as menus: few are buttons, many are grouped, and those about a hex are found on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk import draw, words
from stellwerk.play.choosing import action_of, divided
from stellwerk.play.core import Action, Choice, Pass, Range
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains
from stellwerk.show.face import face_of
from stellwerk.words.sentences import writer_for

from .route_editor import sketch_of, told
from .why_not import Bar, impossible

FEW = 7  # so many of a kind stand side by side
FORMS = 2  # so many where each asks for an amount, which takes the room of three
MANY = 14  # so many choices are looked through; more can be filtered by a word

TOLD = 200
"""Bytes of a choice in words."""
Tell = Callable[[Choice, Game, str], str]
"""How a choice is put into words."""


class Button(Struct, frozen=True):
    """One choice: the action as JSON, with the bounds of its amount where it has one."""

    text: str
    action: str
    company: str = ""
    quiet: bool = False
    final: bool = False
    """Whether something is given up for good, so that it is asked twice."""
    field: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    run: str = ""
    """The sign by which a page asks for the drawing of a run that is offered."""
    sketch: str = ""
    """A run that is offered as something that can be changed."""


class Place(Struct, frozen=True):
    """A hex where something can be done."""

    hex: str
    text: str
    ways: int


class Group(Struct, frozen=True):
    """Choices of one kind: buttons, places on the board, or further groups."""

    text: str
    buttons: tuple[Button, ...] = ()
    places: tuple[Place, ...] = ()
    groups: tuple[Group, ...] = ()
    company: str = ""


class Aside(Struct, frozen=True):
    """What a seat may do at any time, whoever's turn it is."""

    seat: int
    groups: tuple[Group, ...] = ()
    buttons: tuple[Button, ...] = ()


class Menu(Struct, frozen=True):
    """Everything a seat may do now; `asides` are of this seat and of others that the same person has."""

    groups: tuple[Group, ...] = ()
    buttons: tuple[Button, ...] = ()
    hexes: dict[str, int] = {}
    asides: tuple[Aside, ...] = ()
    compose: bool = False
    """Whether a run of trains may be put together by hand."""
    impossible: tuple[Bar, ...] = ()
    """What one would look for here and cannot do."""
    many: bool = False
    """Whether there are so many choices that one looks for a word in them."""


class Turn(Struct, frozen=True):
    """A tile as it could lie: what the button says, and the drawing."""

    button: Button
    svg: str


class TileChoice(Struct, frozen=True):
    """A tile with every way it may lie."""

    tile: str
    left: int
    turns: tuple[Turn, ...]


class HexMenu(Struct, frozen=True):
    """What can be done on one hex."""

    hex: str
    text: str
    tiles: tuple[TileChoice, ...]
    buttons: tuple[Button, ...]
    impossible: tuple[Bar, ...] = ()
    """Why there is nothing to choose."""


class Teller:
    """Puts choices of one position into words, each once: the menu and the list of choices are about the same."""

    def __init__(self) -> None:
        self._said: dict[Choice, str] = {}

    def __call__(self, choice: Choice, game: Game, language: str) -> str:
        """What a choice does."""
        found = self._said.get(choice)
        if found is None:
            found = self._said[choice] = words.action(choice, game, language)
        return found

    @property
    def size(self) -> int:
        """About how many bytes it takes; the choices are the game's."""
        return TOLD * len(self._said)


def menu(game: Game, seat: int, language: str, mates: Iterable[int] = (), tell: Tell = words.action) -> Menu:
    """The menu of a seat, with what its `mates` at the same screen may do out of turn."""
    legal = list(game.legal_actions(seat))
    asides = []
    for each in (seat, *(mate for mate in mates if mate != seat)):
        choices = legal if each == seat else game.legal_actions(each)
        groups, buttons, _ = _sorted(game, (c for c in choices if game.at_any_time(action_of(c))), language, tell)
        if groups or buttons:
            asides.append(Aside(each, groups, buttons))
    groups, buttons, hexes = _sorted(
        game, (c for c in legal if not game.at_any_time(action_of(c))), language, tell
    )
    compose = may_compose(game) and seat in game.waiting_for()
    many = _count(groups, buttons) > MANY
    return Menu(groups, buttons, hexes, tuple(asides), compose, impossible(game, seat, language), many)


def _count(groups: Iterable[Group], buttons: Sequence[Button]) -> int:
    """How many choices there are to look through; on the board, how many places."""
    return len(buttons) + sum(len(each.places) + _count(each.groups, each.buttons) for each in groups)


def may_compose(game: Game) -> bool:
    """Whether the trains may run otherwise than is proposed."""
    return isinstance(game.step, Running) and not game.step.compulsory


def offered_runs(game: Game, seat: int | None) -> list[RunTrains]:
    """The runs among which a seat has to choose, in the order of its menu."""
    if seat is None or seat not in game.waiting_for():
        return []
    return [choice for choice in game.legal_actions(seat) if isinstance(choice, RunTrains)]


def _sorted(
    game: Game, choices: Iterable[Choice], language: str, tell: Tell
) -> tuple[tuple[Group, ...], tuple[Button, ...], dict[str, int]]:
    """Choices by kind: groups, single buttons, and the hexes they are about."""
    kinds: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(type(action_of(choice)), []).append(choice)
    groups: list[Group] = []
    buttons: list[Button] = []
    hexes: dict[str, int] = {}
    for kind, some in kinds.items():
        if "hex" in kind.__struct_fields__:
            places = _places(game, some, language)
            for place in places:
                hexes[place.hex] = hexes.get(place.hex, 0) + place.ways
            groups.append(Group(_kind(game, some, language), places=tuple(places)))
        elif issubclass(kind, RunTrains):
            buttons += [button(game, choice, language, f"~{number}", tell) for number, choice in enumerate(some)]
        elif len(some) <= (FORMS if isinstance(some[0], Range) else FEW):
            buttons += [button(game, choice, language, tell=tell) for choice in some]
        else:
            groups += _by_field(game, some, language, tell)
    buttons.sort(key=lambda one: (one.quiet, one.final))
    return tuple(groups), tuple(buttons), hexes


def button(game: Game, choice: Choice, language: str, run: str = "", tell: Tell = words.action) -> Button:
    """One choice as a button."""
    action = action_of(choice)
    company = getattr(action, "company", "")
    bounds: dict[str, Any] = {}
    if isinstance(choice, Range):
        bounds = {"field": choice.field, "low": choice.low, "high": choice.high, "step": choice.step}
    return Button(
        tell(choice, game, language),
        msgspec.json.encode(action).decode(),
        company if isinstance(company, str) else "",
        isinstance(action, Pass),
        action.final,
        run=run,
        sketch=told(sketch_of(game, action)) if isinstance(action, RunTrains) and may_compose(game) else "",
        **bounds,
    )


def hex_menu(game: Game, seat: int, hex_: str, language: str) -> HexMenu:
    """Everything that can be done on a hex: tiles with their drawings, stations, building."""
    here = [choice for choice in game.legal_actions(seat) if getattr(action_of(choice), "hex", None) == hex_]
    tiles: dict[Action, list[Action]] = {}
    buttons = []
    for choice in here:
        action = action_of(choice)
        if hasattr(action, "tile") and hasattr(action, "rotation"):
            tiles.setdefault(msgspec.structs.replace(action, rotation=0), []).append(action)
        else:
            buttons.append(button(game, choice, language))
    return HexMenu(
        hex_,
        writer_for(game, language).place(hex_),
        tuple(_tile(game, actions, language) for actions in tiles.values()),
        tuple(buttons),
        () if here else impossible(game, seat, language, hex_),
    )


def hex_told(game: Game, hex_: str, language: str) -> HexMenu:
    """A hex for those who only look: watchers, and whoever looks back."""
    return HexMenu(hex_, writer_for(game, language).place(hex_), (), ())


def _tile(game: Game, actions: Sequence[Action], language: str) -> TileChoice:
    """A tile with every way it may lie; the actions differ only in that."""
    tile: str = actions[0].tile  # type: ignore[attr-defined]  # told by the caller
    board = draw.board_of(game)
    assert board is not None
    grid = board.box.grid
    turns = []
    for action in actions:
        rotation, hex_ = action.rotation, action.hex  # type: ignore[attr-defined]  # told by the caller
        track = next(track for track in board.box.tracks[tile] if track.rotation == rotation)
        name = face_of(game.title).places().get(hex_, "")
        spoken, size = draw.look_of(game.title, language).words, draw.board_type(grid)
        svg = draw.tile_svg(track, layout=grid.layout, words=spoken, name=name, size=size)
        turns.append(Turn(button(game, action, language), svg))
    return TileChoice(writer_for(game, language).name(tile), board.left[tile], tuple(turns))


def _kind(game: Game, some: Sequence[Choice], language: str) -> str:
    return words.group(action_of(some[0]), "", game, language)


def _places(game: Game, some: Iterable[Choice], language: str) -> list[Place]:
    writer = writer_for(game, language)
    ways: dict[str, int] = {}
    for choice in some:
        hex_ = action_of(choice).hex  # type: ignore[attr-defined]  # told by the caller
        ways[hex_] = ways.get(hex_, 0) + 1
    return [Place(hex_, writer.place(hex_), count) for hex_, count in ways.items()]


def _by_field(game: Game, some: Sequence[Choice], language: str, tell: Tell) -> list[Group]:
    """Groups by a field in which they differ, and within these again; one group where there is none.

    Many such groups lie in one of their own, so that what else can be done is not far below.
    """
    heading = _kind(game, some, language)
    field, parts = divided(some)
    if not field:
        return [Group(heading, tuple(button(game, choice, language, tell=tell) for choice in some))]
    many = len(parts) > FEW
    groups = [
        _part(game, part, language, tell, field, str(value), "" if many else f"{heading} ")
        for value, part in parts.items()
    ]
    return [Group(heading, groups=tuple(groups))] if many else groups


def _part(
    game: Game, some: Sequence[Choice], language: str, tell: Tell, field: str, value: str, heading: str = ""
) -> Group:
    """Choices that are alike in a field; many of them are divided further."""
    text = heading + words.group(action_of(some[0]), field, game, language)
    company = value if field == "company" else ""
    further, parts = divided(some) if len(some) > 2 * FEW else ("", {})
    if not further:
        return Group(text, tuple(button(game, choice, language, tell=tell) for choice in some), company=company)
    groups = (_part(game, part, language, tell, further, str(each)) for each, part in parts.items())
    return Group(text, groups=tuple(groups), company=company)
