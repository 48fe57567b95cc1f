"""Several machines that serve from one database: who has which games, and who proves to be one of ours."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx2 as httpx
import pytest

from stellwerk.commands import serve
from stellwerk.host import logs
from stellwerk.host.drawers import prepare
from stellwerk.host.places import DRAWERS, Place, drawer_of
from stellwerk.host.settings import Settings
from stellwerk.host.storage import lease_rows
from stellwerk.host.storage.lease_rows import Member
from stellwerk.host.storage.postgres import Postgres
from stellwerk.host.storage.storage import Storage
from stellwerk.host.storage.upgrading import VERSION
from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Busy, Unkept
from stellwerk.web.door.peers import BODY, SIGNATURE, WINDOW, Seal, digest

from ..conftest import Caller
from ..postgres import postgres
from ..together import KEY, together

CHICAGO = "chicago-express"
LONG, SHORT = 60.0, 0.01


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database."""
    with postgres() as made:
        yield made


@pytest.fixture
def open_one(url: str) -> Iterator[Callable[[str], tuple[Storage, Member]]]:
    """Makes processes that share the games of a database that nobody has yet."""
    with ExitStack() as held:
        with closing(Storage(url)) as storage:
            lease_rows.clear(storage)

        def made(name: str, seconds: float = LONG) -> tuple[Storage, Member]:
            storage = held.enter_context(closing(Storage(url, patience=0.2, together=True)))
            assert isinstance(storage.keeper, Postgres)
            member = Member(f"{name} {time.monotonic()}", name, f"/{name}", f"{name}:1")
            lease_rows.join(storage, member, seconds)
            storage.keeper.member = member.id
            return storage, member

        yield made


def _mine(one: tuple[Storage, Member], seconds: float = LONG) -> frozenset[int]:
    held = lease_rows.renew(*one, seconds)
    assert held is not None
    return held.mine


def test_games_are_shared_among_those_who_are_there(open_one: Callable[..., tuple[Storage, Member]]) -> None:
    ada = open_one("ada")
    assert len(_mine(ada)) == DRAWERS
    bo = open_one("bo")
    assert not _mine(bo)
    held = lease_rows.renew(*ada, LONG)
    assert held is not None
    assert len(held.surplus) == DRAWERS // 2
    lease_rows.give_up(*ada, held.surplus)
    assert _mine(bo) == held.surplus
    assert not _mine(ada) & _mine(bo)
    again = open_one("ada")  # the same is started again: it has at once what was its own
    assert lease_rows.renew(*ada, LONG) is None
    assert _mine(again) == held.mine - held.surplus
    lease_rows.leave(*bo)
    assert len(_mine(again)) == DRAWERS


def test_who_is_believed_to_be_gone_writes_nothing(open_one: Callable[..., tuple[Storage, Member]]) -> None:
    ada = open_one("ada", SHORT)
    bo = open_one("bo")
    assert ada[0].add_person("Ada", "in time").id
    with ada[0].writing():  # in the middle of something: nobody takes it away before that has ended
        time_is_up = lease_rows.renew(*bo, SHORT)
        assert time_is_up is not None
        assert ada[1] in lease_rows.members(bo[0])
    while ada[1] in lease_rows.members(bo[0]):
        _mine(bo, SHORT)
    with pytest.raises(Unkept, match="storage"):
        ada[0].add_person("Ada", "too late")
    assert lease_rows.renew(*ada, LONG) is None
    assert len(_mine(bo)) == DRAWERS
    assert bo[0].person_with("too late") is None


def test_whoever_starts_sees_to_what_others_left(
    url: str, open_one: Callable[..., tuple[Storage, Member]]
) -> None:
    alone, among = Settings(postgres=url, patience=0.2), Settings(postgres=url, peers_at="here:1")
    storage, member = open_one("ada")
    with pytest.raises(StellwerkError, match="in use by another program"):
        prepare(alone)
    prepare(among)
    assert lease_rows.members(storage) == [member]
    lease_rows.join(storage, Member("bo", "bo", "/bo"), LONG)
    with pytest.raises(StellwerkError, match="--peers-at"):
        prepare(among)
    storage.close()
    prepare(alone)
    with closing(Storage(url)) as storage:
        assert lease_rows.members(storage) == []


def test_tables_are_not_changed_below_others(url: str, open_one: Callable[..., tuple[Storage, Member]]) -> None:
    storage, _ = open_one("ada")
    version = "UPDATE alembic_version SET version_num = '{}'"
    with storage.engine.begin() as connection:
        connection.exec_driver_sql(version.format("0010"))
    with pytest.raises(Unkept, match="busy"):
        Storage(url, patience=0.2, together=True)
    with storage.engine.begin() as connection:
        connection.exec_driver_sql(version.format(VERSION))
    Storage(url, patience=0.2, together=True).close()


def test_who_joins_gets_games_that_are_being_played(
    url: str, open_one: Callable[..., tuple[Storage, Member]]
) -> None:
    settings = Settings(postgres=url, pace=0.0, processes=0, rate=10_000, burst=10_000)
    with together(settings, many=1) as ((app,), (port,)), httpx.Client(base_url=port, timeout=60) as line:
        ada, host = Caller(line, "Ada"), app.state.host
        while drawer_of(game := ada.new(CHICAGO, "me", "me", "me")) < DRAWERS // 2:
            pass  # the first half stays here
        number = ada.choose(game)["number"]
        with line.stream("GET", f"/api/games/{game}/stream", headers=ada.headers) as stream:
            lines = stream.iter_lines()
            assert "event: change" in lines
            bo = open_one("bo")
            assert "event: change" not in lines  # it ends, and nothing more was heard
        assert host.at_hand(game) is None
        with pytest.raises(Busy):
            host.open(game)
        while drawer_of(game) not in _mine(bo):
            pass
        lease_rows.leave(*bo)
        assert ada.get(f"/games/{game}")["number"] == number


def test_only_ours_are_answered_at_the_address_for_machines(url: str) -> None:
    settings = Settings(postgres=url, pace=0.0, processes=0, rate=10_000, burst=10_000)
    with together(settings, apart=True) as (apps, ports), httpx.Client(base_url=ports[0], timeout=60) as line:
        ada = Caller(line, "Ada")
        game = ada.new(CHICAGO, "me", "bot", "bot")
        me = apps[0].state.drawers.me
        seal, path = Seal(KEY), f"/api/games/{game}".encode()
        token = [(name.encode(), value.encode()) for name, value in ada.headers.items()]
        fields = [(b"host", b"there"), *token, (b"x-stellwerk-client", b"192.0.2.9"), (BODY, digest(b""))]

        def asked(head: list[tuple[bytes, bytes]], signature: bytes, body: bytes = b"") -> int:
            lines = [b"GET " + path + b" HTTP/1.1", *(name + b": " + value for name, value in head)]
            lines += [SIGNATURE + b": " + signature] if signature else []
            lines += [b"content-length: %d" % len(body), b"connection: close", b"", body]
            host, _, port = me.address.partition(":")
            with socket.create_connection((host, int(port)), timeout=60) as there:
                there.sendall(b"\r\n".join(lines))
                return int(there.makefile("rb").readline().split()[1])

        def sign(to: str = me.id, late: float = 0.0, by: Seal = seal) -> bytes:
            return by.sign(to, "GET", path, fields, time.time() - late)

        good = sign()
        assert asked(fields, good) == 200
        wrong = [
            asked(fields, good),  # a second time
            asked(fields, b""),
            asked(fields, b"\xff nonsense"),
            asked(fields, sign(by=Seal("another key that is long enough to be one"))),
            asked(fields, sign(late=2 * WINDOW)),
            asked(fields, sign(late=-2 * WINDOW)),
            asked(fields, sign(to=apps[1].state.drawers.me.id)),
            asked([*fields[:-2], (b"x-stellwerk-client", b"192.0.2.10"), fields[-1]], sign()),
            asked([*fields, (b"cookie", b"stellwerk=somebody")], sign()),
            asked(fields, sign(), b"{}"),
            asked(fields[:-1], seal.sign(me.id, "GET", path, fields[:-1])),
        ]
        assert wrong == [421] * len(wrong)
        assert apps[0].state.ways.refused == len(wrong) - 1
        beside = httpx.get(f"{ports[1]}/metrics").text
        assert "stellwerk_processes_on_other_machines 1" in beside
        assert f"stellwerk_drawers {DRAWERS // 2}" in beside
        assert httpx.get(f"{ports[1]}/health").json() == {"well": True, "others": 1}
        forged = {"x-stellwerk-client": "192.0.2.9", SIGNATURE.decode(): sign().decode(), **ada.headers}
        assert httpx.get(f"{ports[1]}{path.decode()}", headers=forged).status_code == 200  # as who they are


@contextmanager
def _machine(name: str, url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    root = Path(__file__).parents[3]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join([str(root / "src"), str(root / "tests")])}
    command = [sys.executable, "-m", "server.one_machine", name, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as run:
        try:
            assert run.stdout is not None
            yield run, f"http://127.0.0.1:{int(run.stdout.readline())}"
        finally:
            run.kill()


def test_games_go_on_when_a_machine_dies(url: str) -> None:
    with closing(Storage(url)) as storage:
        lease_rows.clear(storage)
    with (
        _machine("one", url) as (one, first),
        _machine("other", url) as (_, second),
        httpx.Client(base_url=first, timeout=60) as at,
        httpx.Client(base_url=second, timeout=60) as beside,
    ):
        while [line.get("/health").json().get("others") for line in (at, beside)] != [1, 1]:
            pass
        ada = Caller(beside, "Ada")
        games = [_laid_out(line, ada) for line in (at, beside)]
        numbers = [ada.choose(game)["number"] for game in games]
        with beside.stream("GET", f"/api/games/{games[0]}/stream", headers=ada.headers) as stream:
            lines = stream.iter_lines()
            assert "event: change" in lines
            one.kill()
            with suppress(httpx.RemoteProtocolError):  # it ends with whoever had the game
                assert "event: change" not in lines
        for game, number in zip(games, numbers, strict=True):
            assert ada.get(f"/games/{game}")["number"] == number
            assert ada.choose(game)["number"] > number
        assert beside.get("/health").json() == {"well": True, "others": 0}


def _laid_out(line: httpx.Client, ada: Caller) -> str:
    """A game that belongs to whom the line leads to, with nobody but Ada in it."""
    there = Caller(line)
    there.headers = ada.headers
    return there.new(CHICAGO, "me", "me", "me")


@pytest.mark.parametrize(
    ("told", "key", "sentence"),
    [
        ("10.0.0.7", KEY, "has a host and a port"),
        ("10.0.0.7:65535", KEY, "has a host and a port"),
        ("0.0.0.0:8100", KEY, "not all of them"),
        ("10.0.0.7:8100", "short", "a key of at least 32 signs"),
    ],
)
def test_what_is_no_address_for_machines(
    told: str, key: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STELLWERK_PEERS_KEY", key)
    with pytest.raises(StellwerkError, match=sentence):
        serve.command(processes=2, database="postgresql://nobody", peers_at=told)


def test_visitors_and_machines_have_ports_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_PEERS_KEY", KEY)
    monkeypatch.setattr(logs, "set_up", lambda json_log: None)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(StellwerkError, match="needs other ports"):
        serve.command(port, processes=2, database="postgresql://nobody", peers_at=f"10.0.0.7:{port - 1}")


def test_a_place_has_the_games_of_its_drawers() -> None:
    place = Place("one")
    place.hold([drawer_of("game")], time.monotonic() + LONG)
    assert place.has("game")
    assert drawer_of(place.new_id()) == drawer_of("game")
