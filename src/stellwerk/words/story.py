"""The log as people want to read it: events as sentences, payments told once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Event, Paid
from stellwerk.play.game import Game
from stellwerk.show.face import face_of

from .catalogue import Catalogue
from .sentences import tell, writer_for


def log(game: Game, events: Iterable[Event], language: str = "en") -> list[str]:
    """Sentences for events in order.

    Payments that another event tells are left out; others that follow one another for the same reason are one
    sentence.
    """
    told = face_of(game.title).told
    kept = [event for event in events if not (isinstance(event, Paid) and event.purpose in told)]
    writer = writer_for(game, language)
    lines: list[str] = []
    for text, some in groupby(kept, lambda event: _payment(event, writer.catalogue)):
        if text:
            lines.append(_paid(game, text, [event for event in some if isinstance(event, Paid)], language))
        else:
            lines += [tell(event, game, language) for event in some]
    return lines


def _payment(event: Event, catalogue: Catalogue) -> str:
    """The text by which a payment is told, so that payments with the same one are told together."""
    if not isinstance(event, Paid):
        return ""
    values = {"purpose": event.purpose, "payer": event.payer}
    return catalogue.find("payment", values) or "{payments:payments}"


def _paid(game: Game, text: str, payments: list[Paid], language: str) -> str:
    sums: dict[Owner, int] = {}
    for paid in payments:
        sums[paid.payee] = sums.get(paid.payee, 0) + paid.amount
    values = {"payments": tuple(sums.items()), "payer": payments[0].payer, "purpose": payments[0].purpose}
    return writer_for(game, language).fill(text, values)
