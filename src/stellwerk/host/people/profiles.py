"""What somebody shows of themselves: games, places and titles, from games that everybody finds."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.view.faults import Forbidden, Missing
from stellwerk.view.names import guest

from ..storage.people.profile_rows import Profile
from ..storage.rows import FINISHED, LISTED, PERSON, Account, GameRow, Person
from ..storage.storage import Storage
from ..written import plain
from .look_alikes import likeness
from .visitors import clean_name

LOOKED_THROUGH = 500
LATELY = 20
LONGEST_WORDS = 160


class InTitle(Struct, frozen=True):
    """What somebody has played of a title: places from the first on."""

    title: str
    games: int
    won: int
    mean_place: float


class Shown(Struct, frozen=True):
    """A profile as it is shown."""

    account: Account
    profile: Profile
    titles: tuple[InTitle, ...]
    lately: tuple[GameRow, ...]
    mine: bool


def place_in(row: GameRow, person: int) -> int | None:
    """The place of somebody in a finished game, if they had one seat there among others."""
    mine = [seat.seat for seat in row.seats if seat.person == person]
    if len(mine) != 1 or row.result is None or len(row.result) != len(row.seats) or len(row.seats) < 2:
        return None
    return 1 + sum(worth > row.result[mine[0]] for worth in row.result)


def show(storage: Storage, name: str, viewer: Person | None) -> Shown:
    """A profile, if its owner shows it, or looks themselves; whoever is blocked finds none."""
    account = storage.account_like(likeness(clean_name(name)))
    profile = storage.profile(account.person) if account else None
    mine = account is not None and viewer is not None and viewer.id == account.person
    if account is None or profile is None or account.suspended is not None or not (profile.shown or mine):
        raise Missing("fault.no_profile")
    if viewer is not None and not mine and storage.apart(viewer.id, [account.person]):
        raise Missing("fault.no_profile")
    rows = _among_people(storage, storage.list_games(FINISHED, LOOKED_THROUGH, account.person))
    played = [(row, place) for row in rows if (place := place_in(row, account.person)) is not None]
    titles = []
    for title in sorted({row.title for row, _ in played}):
        places = [place for row, place in played if row.title == title]
        titles.append(InTitle(title, len(places), places.count(1), round(sum(places) / len(places), 2)))
    lately = _without_names(storage, [row for row, _ in played[:LATELY]], account.person)
    return Shown(account, profile, tuple(titles), lately, mine)


def _among_people(storage: Storage, rows: Sequence[GameRow]) -> list[GameRow]:
    """Games that everybody finds and only people began, from their first move on; a bot may have taken over."""
    listed = [row for row in rows if row.access == LISTED]
    ids = [row.id for row in listed]
    here, left = storage.begun_here(ids), storage.left_to_bots(ids)
    return [
        row
        for row in listed
        if row.id in here
        and not any(seat.program for seat in row.seats)
        and all(seat.kind == PERSON or (row.id, seat.seat) in left for seat in row.seats)
    ]


def _without_names(storage: Storage, rows: Sequence[GameRow], person: int) -> tuple[GameRow, ...]:
    """Games with the names of those alone who show their profiles, too: others have not agreed to stand here."""
    people = {seat.person for row in rows for seat in row.seats if seat.person is not None}
    named = {person, *storage.shown_people(people)}
    return tuple(
        replace(
            row,
            seats=tuple(
                seat if seat.person in named else replace(seat, name=guest(seat.seat + 1)) for seat in row.seats
            ),
        )
        for row in rows
    )


def choose(storage: Storage, account: Account, shown: bool, rated: bool, words: str) -> None:
    """Show so much of oneself; who wants to be rated begins with games that are laid out from now on."""
    if rated and account.program:
        raise Forbidden("fault.program_rated")
    person = account.person
    since = (storage.profile(person).rated or time.time()) if rated else None
    kept = plain(words, LONGEST_WORDS)
    storage.set_profile(Profile(person, shown, since, kept))
