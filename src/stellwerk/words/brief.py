"""What happened in a few words: for lists of what others did, and for what is to be said large.

Catalogues say how, by key:

    brief.<event>   an event after the name of whom it is about, `–` where it need not be told; `own=yes` holds
                    where that name is its company's. An event without such a text is told by its sentence.
    heading.<event> the event begins a round, of which this is the heading
    announced.<event>    said large when it happens; `new=you` holds where the field is the seat of who reads it
    announced.<fact>     said large when one of the title's `looming` facts begins to hold
"""

from __future__ import annotations

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Event
from stellwerk.play.game import Game
from stellwerk.show.tables import Fact

from .sentences import fields, tag, tell, writer_for
from .values import NOTHING

_ABOUT = ("seat", "opener", "company", "network", "owner")
"""Fields that say whom an event is about; the first of them that names somebody does."""


def about(event: Event) -> Owner | None:
    """Whom an event is about: a player, a company, or nobody."""
    for name in _ABOUT:
        value: Owner | None = getattr(event, name, None)
        if value not in (None, "", -1):
            return value
    return None


def brief(event: Event, game: Game, language: str, entry: Owner | None) -> str:
    """An event in a few words under the name of `entry`; empty where it need not be told."""
    writer = writer_for(game, language)
    values = fields(event)
    own = values.get("company", entry) == entry
    text = writer.catalogue.find(f"brief.{tag(event)}", {**values, "own": own})
    if text == NOTHING:
        return ""
    return writer.fill(text, values) if text else tell(event, game, language)


def heading(event: Event, game: Game, language: str) -> str:
    """The heading of the round that an event begins; empty if it begins none."""
    return _optional(f"heading.{tag(event)}", event, game, language)


def announced(what: Event | Fact, game: Game, language: str, seat: int | None) -> str:
    """What is to be said large to a seat of something that has come about; empty for everything else."""
    if isinstance(what, Fact):
        return _optional(f"announced.{what.key}", what, game, language)
    return _optional(f"announced.{tag(what)}", what, game, language, seat)


def may_be_announced(event: Event, game: Game, language: str) -> bool:
    """Whether there are words for it, were they for some seats alone."""
    return writer_for(game, language).catalogue.has(f"announced.{tag(event)}")


def _optional(key: str, what: Event | Fact, game: Game, language: str, seat: int | None = None) -> str:
    writer = writer_for(game, language)
    values = dict(what.values) if isinstance(what, Fact) else fields(what)
    told = {name: "you" if _is_seat(value, seat) else value for name, value in values.items()}
    text = writer.catalogue.find(key, told)
    return writer.fill(text, values) if text else ""


def _is_seat(value: object, seat: int | None) -> bool:
    return seat is not None and type(value) is int and value == seat
