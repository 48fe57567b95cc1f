"""Laying out a game from what somebody asked for: who sits where, and the options."""

from __future__ import annotations

from typing import Any

from stellwerk import bots
from stellwerk.titles.registry import find_title, title_ids
from stellwerk.view.about import about
from stellwerk.view.faults import Fault, Missing
from stellwerk.view.names import GUEST, guest

from ..people.visitors import clean_name
from ..storage.rows import BOT, FREE, INVITED, LISTED, PERSON, UNLISTED, Person, Seat

MOST_SEATS = 12
DOWN_THE_LINE = ("Albert", "Borsig", "Camphausen", "Denis", "Etzel", "Ferdinand", "Gerwig", "Harkort", "Ida")
"""Names of bots; most are of people who built railways."""


def known_title(id_: str) -> str:
    """A title that there is."""
    if id_ not in title_ids():
        raise Missing("fault.no_title")
    return id_


def known_level(name: str, title: str) -> str:
    """A bot that a title has, the usual one where none is named."""
    known = find_title(title)
    if name and name not in bots.levels(known):
        raise Fault("fault.no_bot")
    return name or bots.usual_level(known)


def known_access(name: str) -> str:
    """Who finds a table, and who may sit down; everybody where nothing is said."""
    if name not in ("", LISTED, UNLISTED, INVITED):
        raise Fault("fault.access")
    return name or LISTED


def default_players(title: str) -> int:
    """As many as suit a first game."""
    told = about(title, "en")
    return max(told.few, min(3, told.many))


def places(person: Person, title: str, wanted: list[dict[str, Any]]) -> list[Seat]:
    """Seats as they were asked for: `me`, `friend` (at the same screen), `open`, or `bot` with a level."""
    if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_SEATS:
        raise Fault("fault.seats")
    found: list[Seat] = []
    own = person.program
    for number, entry in enumerate(wanted):
        if not isinstance(entry, dict):
            raise Fault("fault.seats")
        kind, name = entry.get("kind"), clean_name(str(entry.get("name") or ""))
        match kind:
            case "me":
                found.append(Seat(number, PERSON, name or person.name or GUEST, person.id, program=own))
            case "friend":
                found.append(Seat(number, PERSON, name or guest(number + 1), person.id, program=own))
            case "open":
                found.append(Seat(number, FREE, ""))
            case "bot":
                level = known_level(str(entry.get("level") or ""), title)
                found.append(Seat(number, BOT, name or DOWN_THE_LINE[number % len(DOWN_THE_LINE)], None, level))
            case _:
                raise Fault("fault.seats")
    return found
