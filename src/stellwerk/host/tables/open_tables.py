"""Tables that wait for people, by what they wish, and a seat at any of them that fits."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import Struct

from stellwerk.view.about import about
from stellwerk.view.faults import Fault

from ..clocks.clock import Terms
from ..host import Host
from ..live import LiveGame, barred
from ..storage.rows import FREE, LISTED, OPEN, GameRow, Person
from ..storage.tables.wish_rows import Wish

FREELY, DAYS, EVENING = "free", "days", "live"
PACES = (FREELY, DAYS, EVENING)
"""Without a clock, over days or weeks, at one sitting."""
LEVELS = ("new", "some", "sharp")
"""Learning, for the fun of it, to win."""
SITTING = 6 * 3600
"""Seconds of a bank that are still one sitting."""
LOOKED_THROUGH = 300
SHOWN = 40
TRIED = 12
"""Tables at which somebody who would sit anywhere tries to."""
CLOCKS = {FREELY: None, DAYS: Terms("daily", moves=1), EVENING: Terms("bank", bank=3600, increment=60)}
"""What is agreed about time at a table that is laid out because none fits."""


class Wanted(Struct, frozen=True):
    """What somebody looks for; empty is anything."""

    title: str = ""
    pace: str = ""
    level: str = ""
    usual: bool = False
    """Only the usual rules, without options."""
    people: bool = False
    """Only where programs do not sit down."""


class Table(Struct, frozen=True):
    """A table that waits."""

    row: GameRow
    wish: Wish
    free: int
    options: dict[str, str]
    """What differs from the usual rules, by option as it is kept."""


def pace_of(terms: Terms | None) -> str:
    """How fast a clock has people play.

    >>> pace_of(None), pace_of(Terms("daily")), pace_of(Terms("bank", bank=1200))
    ('free', 'days', 'live')
    """
    if terms is None:
        return FREELY
    return EVENING if terms.kind == "bank" and terms.bank <= SITTING else DAYS


def known_wish(pace: str, level: str) -> Wish:
    """A wish from outside."""
    if pace not in ("", *PACES) or level not in ("", *LEVELS):
        raise Fault("fault.wish")
    return Wish(pace, level)


def wish(host: Host, live: LiveGame, terms: Terms | None, level: str, people: bool = False) -> None:
    """Note what a new table wishes, if it waits for anybody."""
    kept = msgspec.structs.replace(known_wish(pace_of(terms), level), people=people)
    if live.row.status == OPEN:
        host.storage.set_wish(live.row.id, kept)


def waiting(host: Host, wanted: Wanted, person: Person | None) -> list[Table]:
    """Tables that wait and fit, where this person and whoever sits there may meet."""
    rows = host.storage.list_games(OPEN, LOOKED_THROUGH, each=host.settings.listed_each)
    fitting = [row for row in rows if wanted.title in ("", row.title) and row.access == LISTED and not barred(row)]
    wishes = host.storage.wishes_of([row.id for row in fitting])
    apart = host.storage.apart_from(person.id) if person else set()
    found: list[Table] = []
    for row in fitting:
        table = Table(row, wishes.get(row.id, Wish(FREELY)), _free(row), unusual(row.title, row.options))
        barred_from = person is not None and person.program and table.wish.people
        if _fits(table, wanted) and not barred_from and not meets(row, apart):
            found.append(table)
            if len(found) == SHOWN:
                break
    return found


def _free(row: GameRow) -> int:
    return sum(seat.kind == FREE for seat in row.seats)


def unusual(title: str, options: object) -> dict[str, str]:
    """Options of a table that differ from the usual rules."""
    told, chosen = {}, msgspec.to_builtins(options)
    for option in about(title, "en").options:
        value = chosen.get(option.key)
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        if value is not None and text != option.default:
            told[option.key] = text
    return told


def _fits(table: Table, wanted: Wanted) -> bool:
    wish = table.wish
    return (
        wanted.pace in ("", wish.pace)
        and (not wanted.level or wish.level in ("", wanted.level))
        and not (wanted.usual and table.options)
        and (not wanted.people or wish.people)
    )


def meets(row: GameRow, people: Collection[int]) -> bool:
    """Whether one of these people is at a table, or has laid it out."""
    return row.owner in people or any(seat.person in people for seat in row.seats)


def to_try(host: Host, person: Person, wanted: Wanted) -> list[str]:
    """Tables at which somebody would sit down anywhere, in whichever process: one's own that waits is as good as
    any; otherwise those that fit and lack fewest come first."""
    tables = waiting(host, wanted, person)
    mine = [table.row.id for table in tables if any(seat.person == person.id for seat in table.row.seats)]
    # Whoever has waited longest comes first among those that lack as many.
    order = sorted(tables, key=lambda one: (one.free, one.row.created))
    return mine[:1] or [table.row.id for table in order[:TRIED]]
