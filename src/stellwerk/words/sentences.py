"""Events, refusals, actions and prompts as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from stellwerk.play.core import Action, Choice, Event, Range, Step
from stellwerk.play.errors import IllegalAction, Refusal
from stellwerk.play.game import Game, Title
from stellwerk.show.face import face_of
from stellwerk.titles.registry import find_title

from .catalogue import Catalogue, asked, catalogue
from .values import Writer, placeholders


def tag(value: msgspec.Struct | type[msgspec.Struct]) -> str:
    """The name of a struct in files and catalogues: `LayTile` is `lay_tile`."""
    return str(value.__struct_config__.tag)


def writer_for(game: Game | Title, language: str) -> Writer:
    """Writes values for a game; with a title alone players are numbered."""
    return _writer(game.title, game.players, language) if isinstance(game, Game) else _writer(game, (), language)


@lru_cache(maxsize=1024)
def _writer(title: Title, players: tuple[str, ...], language: str) -> Writer:
    return Writer(catalogue(language, title), face_of(title), players)


def fields(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct, shallow."""
    return msgspec.structs.asdict(value)


class WithFacts(dict[str, Any]):
    """A struct's fields; what is missing is asked of the title when a text needs it."""

    def __init__(self, title: Title, position: Any, subject: Any, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self._facts, self._position, self._subject = face_of(title).facts, position, subject

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._facts[name](self._position, self._subject)
        return value

    def need(self, names: tuple[str, ...]) -> None:
        """Work out every fact that a text, or the condition of one, is about."""
        for name in names:
            self[name]


@lru_cache(maxsize=4096)
def wanted(texts: Catalogue, key: str) -> tuple[str, ...]:
    """The values that the texts of a key, or their conditions, are about."""
    variants = texts.variants(key).items()
    return tuple(
        dict.fromkeys(name for context, text in variants for name in (*placeholders(text), *asked(context)))
    )


def _say(game: Game, language: str, key: str, subject: Any, values: Mapping[str, Any]) -> str:
    writer = writer_for(game, language)
    known = WithFacts(game.title, game.position, subject, values)
    known.need(wanted(writer.catalogue, key))
    return writer.fill(writer.catalogue.find(key, known) or key, known)


def tell(event: Event, game: Game, language: str = "en") -> str:
    """What happened."""
    writer = writer_for(game, language)
    values, key = fields(event), f"event.{tag(event)}"
    return writer.fill(writer.catalogue.find(key, values) or key, values)


def refusal(refusal: Refusal, game: Game | Title, language: str = "en") -> str:
    """Why an action is not legal, without the paragraph and without a full stop."""
    writer = writer_for(game, language)
    text = writer.catalogue.find(f"refusal.{refusal.reason}", refusal.values)
    return writer.fill(text, refusal.values) if text else refusal.reason.replace("_", " ")


def action(choice: Choice, game: Game, language: str = "en") -> str:
    """What a choice does, as on a button."""
    meant = choice.action if isinstance(choice, Range) else choice
    values = fields(meant) | {"step": tag(game.step) if game.step else ""}
    kind = "action"
    if isinstance(choice, Range):
        kind = "range"
        values |= {"low": choice.low, "high": choice.high}
    text = _say(game, language, f"{kind}.{tag(meant)}", meant, values)
    return text[:1].upper() + text[1:]


def short(choice: Choice, game: Game, language: str = "en") -> str:
    """What a choice does in few words, where what it is about stands beside it; empty if there are none."""
    meant = choice.action if isinstance(choice, Range) else choice
    key = f"short.{tag(meant)}"
    if not writer_for(game, language).catalogue.variants(key):
        return ""
    return _say(game, language, key, meant, fields(meant) | {"step": tag(game.step) if game.step else ""})


def group(sample: Action, field: str, game: Game, language: str = "en") -> str:
    """What several actions of a kind have in common: all of them, or those that are alike in one field."""
    writer = writer_for(game, language)
    key = f"group.{tag(sample)}.{field}" if field else f"group.{tag(sample)}"
    if writer.catalogue.variants(key):
        return _say(game, language, key, sample, fields(sample))
    return str(getattr(sample, field)) if field else tag(sample)


def prompt(step: Step, game: Game, language: str = "en") -> str:
    """Whose turn it is, and what for."""
    writer = writer_for(game, language)
    task = _say(game, language, f"step.{tag(step)}", step, fields(step))
    return writer.fill(writer.term("prompt", "{seats:names}: {task}"), {"seats": game.waiting_for(), "task": task})


def advice(key: str, values: Mapping[str, Any], game: Game, language: str = "en") -> str:
    """Why a bot thinks so; empty where there are no words for it."""
    writer = writer_for(game, language)
    text = writer.catalogue.find(f"advice.{key}", values)
    return writer.fill(text, values) if text else ""


def phrase(key: str, game: Game | Title, language: str = "en", **values: Any) -> str:
    """Any other text of the catalogues."""
    writer = writer_for(game, language)
    return writer.fill(writer.catalogue.find(key, values) or key, values)


def speak(language: str = "en") -> None:
    """Let `str(IllegalAction)` be a sentence in this language."""

    def sentence(title: str, what: Refusal) -> str:
        return refusal(what, find_title(title), language)

    IllegalAction.sentence = staticmethod(sentence)
