"""What goes by itself, and that nothing does which is played or finished."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from stellwerk.host.host import Host
from stellwerk.host.people.visitors import Visitor, Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.storage.page_cache import KeptView
from stellwerk.host.storage.rows import BOT, FREE, PERSON, Person, Seat
from stellwerk.host.storage.schema import games, people, views
from stellwerk.host.storage.storage import Storage
from stellwerk.host.sweeping import DAY, Sweeper
from stellwerk.view.faults import Missing

CHICAGO = "chicago-express"
LATER = 400 * DAY


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    made = Host(settings)
    yield made
    made.close()


@pytest.fixture
def ada(host: Host) -> Person:
    return host.storage.add_person("Ada", "ada")


@pytest.fixture
def sweeper(host: Host) -> Sweeper:
    return Sweeper(host, Visitors(host.storage))


def _new(host: Host, person: Person, *kinds: str) -> str:
    seats = [
        Seat(n, kind, f"P{n}", person.id if kind == PERSON else None, "random" if kind == BOT else "")
        for n, kind in enumerate(kinds)
    ]
    return host.create(person, CHICAGO, seats, {}, 1).row.id


def _act(host: Host, person: Person, id_: str) -> None:
    live = host.settled(id_)
    action = live.game.legal_actions(0).pick(random.Random(1))
    host.act(id_, person, live.decision(0), msgspec.to_builtins(action))
    host.settled(id_)


def test_tables_at_which_nobody_has_played_go(host: Host, ada: Person, sweeper: Sweeper) -> None:
    waits, untouched, played = (
        _new(host, ada, PERSON, FREE), _new(host, ada, PERSON, PERSON), _new(host, ada, PERSON, PERSON)
    )  # fmt: skip
    _act(host, ada, played)
    sweeper.sweep(time.time())
    for id_ in (waits, untouched, played):
        host.open(id_)
    sweeper.sweep(time.time() + LATER)
    host.open(played)
    for id_ in (waits, untouched):
        with pytest.raises(Missing):
            host.open(id_)


def test_moves_of_bots_alone_do_not_keep_a_table_but_finished_games_stay(
    host: Host, ada: Person, sweeper: Sweeper
) -> None:
    left = _new(host, ada, BOT, PERSON)
    host.settled(left)
    assert host.storage.entries(left)
    among_bots = _new(host, ada, BOT, BOT)
    host.settled(among_bots)
    sweeper.sweep(time.time() + LATER)
    assert host.open(among_bots).game.over
    with pytest.raises(Missing):
        host.open(left)


def test_a_table_that_somebody_looks_at_stays(
    host: Host, ada: Person, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = _new(host, ada, PERSON, FREE)
    monkeypatch.setattr(host.news, "watched", lambda game: game == id_)
    sweeper.sweep(time.time() + LATER)
    assert host.open(id_).waits_for_people


def test_kept_pages_go_and_the_game_stays(host: Host, ada: Person, sweeper: Sweeper) -> None:
    id_ = _new(host, ada, PERSON, PERSON)
    _act(host, ada, id_)
    host.storage.keep_views(id_, [KeptView(0, "en", 1, (1,), "edition", b"x")])
    sweeper.sweep(time.time())
    assert _count(host.storage, views) == 1
    sweeper.sweep(time.time() + LATER)
    assert _count(host.storage, views) == 0
    assert len(host.storage.entries(id_)) == 1


def test_guests_without_games_go_when_they_stay_away(host: Host, ada: Person, sweeper: Sweeper) -> None:
    id_ = _new(host, ada, PERSON, PERSON)
    _act(host, ada, id_)
    comes, stays_away = (Visitor("", None, "en") for _ in range(2))
    for visitor in (comes, stays_away):
        sweeper.visitors.welcome(visitor, "Bo")
    now = time.time() + LATER
    sweeper.sweep(now)
    sweeper.visitors.find(comes.key)
    for day in (0, 80, 160):
        sweeper.visitors.find(comes.key)
        sweeper.sweep(now + day * DAY)
    names = {person.id for person in _people(host.storage)}
    assert ada.id in names
    assert sweeper.visitors.find(stays_away.key) is None


def test_who_was_here_is_kept_when_the_server_stops(host: Host, sweeper: Sweeper) -> None:
    visitor = Visitor("", None, "en")
    person = sweeper.visitors.welcome(visitor, "Bo")
    sweeper.visitors.find(visitor.key)
    sweeper.start()
    sweeper.stop()
    with host.storage.reading() as connection:
        assert connection.scalar(sa.select(people.c.seen).where(people.c.id == person.id)) is not None


def _count(storage: Storage, table: sa.Table) -> int:
    with storage.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def _people(storage: Storage) -> list[Person]:
    with storage.reading() as connection:
        return [Person(row.id, row.name) for row in connection.execute(sa.select(people))]


OLDER = """
CREATE TABLE meta (key VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY (key));
CREATE TABLE people (id INTEGER NOT NULL, name VARCHAR NOT NULL, created FLOAT NOT NULL, PRIMARY KEY (id));
CREATE TABLE keys (digest VARCHAR NOT NULL, person INTEGER NOT NULL, created FLOAT NOT NULL, PRIMARY KEY (digest),
  FOREIGN KEY(person) REFERENCES people (id));
CREATE TABLE games (id VARCHAR NOT NULL, title VARCHAR NOT NULL, rules INTEGER NOT NULL, options JSON NOT NULL,
  seed INTEGER NOT NULL, owner INTEGER, status VARCHAR NOT NULL, created FLOAT NOT NULL, changed FLOAT NOT NULL,
  result JSON, PRIMARY KEY (id), FOREIGN KEY(owner) REFERENCES people (id));
CREATE TABLE seats (game VARCHAR NOT NULL, seat INTEGER NOT NULL, kind VARCHAR NOT NULL, name VARCHAR NOT NULL,
  person INTEGER, level VARCHAR DEFAULT '' NOT NULL, PRIMARY KEY (game, seat),
  FOREIGN KEY(game) REFERENCES games (id), FOREIGN KEY(person) REFERENCES people (id));
INSERT INTO people VALUES (7, 'Ada', 5.0);
INSERT INTO keys VALUES ('ada', 7, 5.0);
INSERT INTO games VALUES ('g', 'chicago-express', 1, '{}', 1, 7, 'running', 5.0, 5.0, 'null');
INSERT INTO seats VALUES ('g', 0, 'person', 'Ada', 7, ''), ('g', 1, 'person', 'Bo', 7, '');
"""


def test_a_file_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path, settings: Settings) -> None:
    settings = msgspec.structs.replace(settings, data=tmp_path)
    with closing(sqlite3.connect(settings.file)) as file:
        file.executescript(OLDER)
    host = Host(settings)
    try:
        assert host.storage.person_with("ada") == Person(7, "Ada")
        assert host.open("g").row.result is None
        Sweeper(host, Visitors(host.storage)).sweep(6.0)
        assert _count(host.storage, games) == 1
    finally:
        host.close()
