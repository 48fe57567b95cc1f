"""Copies made while a server runs, put back, and a game read out of a damaged file."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from stellwerk import load
from stellwerk.host.host import Host
from stellwerk.host.salvaging import games_in, salvage
from stellwerk.host.settings import Settings
from stellwerk.host.storage.copying import backup, restore
from stellwerk.host.storage.rows import PERSON, Person, Seat
from stellwerk.play.errors import StellwerkError

CHICAGO = "chicago-express"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server's."""
    return Settings(data=tmp_path / "data", pace=0.0, processes=0)


def played(host: Host, name: str, moves: int) -> tuple[Person, str]:
    """A game of two people at one screen."""
    person = host.storage.add_person(name, f"key of {name}")
    places = [
        Seat(0, PERSON, name, person.id),
        Seat(1, PERSON, "Bo", person.id),
    ]
    id_ = host.create(person, CHICAGO, places, {}).row.id
    move(host, person, id_, moves)
    return person, id_


def move(host: Host, person: Person, id_: str, moves: int) -> None:
    """Play on."""
    for _ in range(moves):
        live = host.open(id_)
        action = live.game.position.pick(random.Random(1))
        host.act(id_, person, live.decision(action.seat), msgspec.to_builtins(action))


def test_a_copy_is_of_one_moment_and_can_be_put_back(settings: Settings, tmp_path: Path) -> None:
    host, copy = Host(settings), tmp_path / "copy.sqlite3"
    ada, id_ = played(host, "Ada", 3)
    backup(settings, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    entries = host.storage.entries(id_)
    move(host, ada, id_, 2)
    with pytest.raises(StellwerkError, match="is there already"):
        backup(settings, copy)
    with pytest.raises(StellwerkError, match="Another server"):
        restore(settings, copy, replace=True)
    host.close()
    with pytest.raises(StellwerkError, match="--replace"):
        restore(settings, copy)
    restore(settings, copy, replace=True)
    restore(Settings(data=tmp_path / "elsewhere"), copy)
    for data in (settings.data, tmp_path / "elsewhere"):
        again = Host(Settings(data=data, processes=0))
        assert again.storage.entries(id_) == entries
        assert again.storage.person_with("key of Ada") == ada
        again.close()
    (before,) = settings.data.glob("*.before-restore-1.sqlite3")
    restore(settings, before, replace=True)
    again = Host(settings)
    assert len(again.storage.entries(id_)) == len(entries) + 2
    again.close()


def test_what_is_no_copy_changes_nothing(settings: Settings, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    with pytest.raises(StellwerkError, match="There is no"):
        restore(settings, nothing)
    with pytest.raises(StellwerkError, match="There is no"):
        backup(settings, nothing)
    nothing.write_bytes(b"no database " * 1000)
    with pytest.raises(StellwerkError, match="is damaged, or no copy"):
        restore(settings, nothing)
    assert not settings.file.exists()


def test_a_game_is_read_out_of_a_damaged_file(settings: Settings, tmp_path: Path) -> None:
    host = Host(settings)
    games = [played(host, name, 12)[1] for name in ("Ada", "Cleo", "Dora")]
    digests = {id_: host.open(id_).game.digest() for id_ in games}
    host.close()
    whole = settings.file.read_bytes()
    pages, read = range(1, len(whole) // 4096, 4), 0
    for page in pages:
        damaged = tmp_path / "damaged.sqlite3"
        damaged.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
        for id_ in games:
            try:
                found = salvage(damaged, id_)
            except StellwerkError:
                continue
            game = load(found.file)
            assert len(game.actions) == found.moves
            if found.moves == 12:
                assert game.digest() == digests[id_]
                read += 1
    assert read > 2 * len(pages)  # most pages are of other things
    assert sorted(id_ for id_, *_ in games_in(settings.file)) == sorted(games)


def test_a_file_whose_list_of_tables_is_lost_is_told_so_at_once(settings: Settings, tmp_path: Path) -> None:
    Host(settings).close()
    damaged = bytearray(settings.file.read_bytes())
    damaged[100:4096] = b"\xff" * 3996  # behind the head of the file: where its tables begin
    lost = tmp_path / "lost.sqlite3"
    lost.write_bytes(damaged)
    with pytest.raises(StellwerkError, match="where anything lies"):
        salvage(lost, "any")
