"""Tournaments of a club: a list of tables at which everybody meets everybody, and a table of results."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Fault, Forbidden, Missing, Stale
from stellwerk.view.names import GUEST

from ..clocks.clock import Terms
from ..host import Host
from ..ids import new_id
from ..storage.rows import FINISHED, LISTED, PERSON, GameRow, Person, Seat
from ..storage.tables.tournament_rows import Plan, Tournament
from ..written import plain

MOST_PEOPLE, MOST_TABLES = 12, 36
WAITING, A_DAY = 3, 5
"""Tournaments of somebody that have not begun, and new ones in a day."""
DAY = 86400.0
LONGEST_NAME = 60
SHOWN = 40


class Result(Struct, frozen=True):
    """What somebody has reached: a point for everybody they are above, half a one for whom they are level with."""

    person: int
    name: str
    games: int
    points: float
    won: int


class Standing(Struct, frozen=True):
    """A tournament with all that is known of it."""

    tournament: Tournament
    people: dict[int, str]
    tables: tuple[GameRow, ...]
    results: tuple[Result, ...]
    programs: frozenset[int]
    """Those of the people by whose accounts programs play."""
    needed: int
    """Tables that it takes if it began now."""


def make(
    host: Host, owner: Person, name: str, title: str, players: int, options: dict[str, Any], terms: Terms | None
) -> Tournament:
    """A new tournament of somebody with an account; who likes takes part until it begins."""
    _account(owner)
    name = plain(name, LONGEST_NAME)
    known = find_title(title)
    if not name:
        raise Fault("fault.tournament_name")
    if players not in known.players:
        raise Fault("fault.players", title=known.name, few=known.players[0], many=known.players[-1])
    now = time.time()
    lately, waiting = host.storage.tournaments_of(owner.id, now - DAY)
    if lately >= A_DAY or waiting >= WAITING:
        raise Forbidden("fault.tournaments", most=WAITING, day=A_DAY)
    plan = Plan(players, secrets.randbelow(2**31), options, terms)
    one = Tournament(new_id(), name, owner.id, title, plan, now, None)
    host.storage.add_tournament(one)
    return one


def known(host: Host, id_: str) -> Tournament:
    """A tournament that there is."""
    found = host.storage.tournament(id_)
    if found is None:
        raise Missing("fault.no_tournament")
    return found


def join(host: Host, id_: str, person: Person) -> None:
    """Take part."""
    _account(person)
    one = known(host, id_)
    there = host.storage.taking_part(id_)
    if person.id in one.plan.removed:
        raise Forbidden("fault.removed")
    if host.storage.apart(person.id, [*there, *([one.owner] if one.owner is not None else [])]):
        raise Forbidden("fault.apart")
    if not host.storage.join_tournament(id_, person.id, _room(one.plan.players)):
        raise Stale("fault.tournament_full")


def leave(host: Host, id_: str, person: Person, other: int | None = None) -> None:
    """Take part no more before it begins; its owner may say so of somebody, who cannot come back."""
    one = known(host, id_)
    if one.begun is not None:
        raise Stale("fault.begun")
    if other is None or other == person.id:
        host.storage.leave_tournament(id_, person.id)
        return
    _owned(one, person)
    kept = (*one.plan.removed, other)[-100:]
    host.storage.leave_tournament(id_, other, msgspec.structs.replace(one.plan, removed=kept))


def drop(host: Host, id_: str, person: Person) -> None:
    """Call it off before it begins."""
    _owned(known(host, id_), person)
    if not host.storage.drop_tournament(id_):
        raise Stale("fault.begun")


def begin(host: Host, id_: str, person: Person) -> None:
    """Lay out all tables: everybody meets everybody, in seats that go round, with the same lots at every table."""
    one = known(host, id_)
    _owned(one, person)
    people = host.storage.taking_part(id_)
    if len(people) < one.plan.players:
        raise Stale("fault.tournament_few", players=one.plan.players)
    tables = pairings(list(people), one.plan.players)
    for member in people:
        if host.storage.apart(member, [other for other in people if other != member]):
            raise Stale("fault.tournament_apart")
    quota = host.quotas.games
    if host.storage.standing(person.id).games + len(tables) > quota:
        raise Forbidden("quota.games", limit=quota)
    if not host.storage.begin_tournament(id_, time.time()):
        raise Stale("fault.begun")
    programs = host.storage.programs_among(people)
    for number, members in enumerate(tables):
        seats = [
            Seat(seat, PERSON, people[who] or GUEST, who, program=who in programs)
            for seat, who in enumerate(members)
        ]
        host.storage.add_to_tournament(id_, _laid_out(host, one, person, seats), number)


def _laid_out(host: Host, one: Tournament, owner: Person, seats: Sequence[Seat]) -> str:
    plan = one.plan
    try:
        live = host.create(owner, one.title, seats, plan.options, plan.seed, as_seated=True, terms=plan.terms)
    except Fault as fault:
        if fault.key != "fault.seed":
            raise
        # Where lots are hidden, who sits at two tables would know the cards of the second.
        live = host.create(owner, one.title, seats, plan.options, as_seated=True, terms=plan.terms)
    return live.row.id


def pairings(people: Sequence[int], players: int) -> list[tuple[int, ...]]:
    """Every group once, seats going round from table to table.

    >>> pairings([1, 2, 3], 2)
    [(1, 2), (3, 1), (2, 3)]
    """
    found = []
    for number, group in enumerate(combinations(people, players)):
        turn = players - number % players
        found.append(group[turn:] + group[:turn])
    return found


def _room(players: int) -> int:
    """How many may take part so that there are not too many tables."""
    return max(many for many in range(players, MOST_PEOPLE + 1) if comb(many, players) <= MOST_TABLES)


def standing(host: Host, id_: str, viewer: int | None = None) -> Standing:
    """How a tournament stands; of its tables those that everybody finds, or at which whoever looks sits."""
    one = known(host, id_)
    people = host.storage.taking_part(id_)
    rows = [row for row in map(host.storage.game, host.storage.tables_of(id_)) if row is not None]
    needed = comb(len(people), one.plan.players)
    programs = frozenset(host.storage.programs_among(people))
    found = tuple(row for row in rows if row.access == LISTED or any(seat.person == viewer for seat in row.seats))
    return Standing(one, people, found, tuple(results(people, rows)), programs, needed)


def results(people: dict[int, str], rows: Sequence[GameRow]) -> list[Result]:
    """Points of everybody, the most first."""
    points, games, won = (dict.fromkeys(people, 0.0) for _ in range(3))
    for row in rows:
        if row.status != FINISHED or row.result is None:
            continue
        for seat in row.seats:
            if seat.person not in points:
                continue
            mine, others = row.result[seat.seat], [w for at, w in enumerate(row.result) if at != seat.seat]
            games[seat.person] += 1
            points[seat.person] += sum(1.0 if mine > other else 0.5 if mine == other else 0.0 for other in others)
            won[seat.person] += mine >= max(others, default=mine)
    found = [Result(who, name, int(games[who]), points[who], int(won[who])) for who, name in people.items()]
    return sorted(found, key=lambda one: (-one.points, -one.won, one.name))


def _account(person: Person) -> None:
    if not person.account:
        raise Forbidden("fault.no_account")


def _owned(one: Tournament, person: Person) -> None:
    if one.owner != person.id:
        raise Forbidden("fault.not_owner")
