"""Files that people bring: read elsewhere, within limits, a few at a time, and with harmless names."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import stellwerk
from games18xx_files import ADA, auction, bid, game_file
from java_writer import HEADER, action, array_list, describe, hash_map, number, string
from stellwerk.host.host import Host
from stellwerk.host.imports import importing
from stellwerk.host.imports.import_worker import Brought, Progress, Unreadable, brought
from stellwerk.host.imports.importing import AT_ONCE, MOST_WAITING, Imports, with_clean_names
from stellwerk.host.live import LiveGame
from stellwerk.host.settings import Settings
from stellwerk.play.limits import Limits
from stellwerk.view.faults import Busy, Fault, TooLarge
from stellwerk.view.names import guest
from stellwerk.view.texts import read as texts
from stellwerk.view.texts import text
from stellwerk.web.app import create_app

from ..conftest import Caller


def a_game(moves: int = 4) -> dict[str, Any]:
    """A short game's file as plain data."""
    game = stellwerk.new("chicago-express", ["Ada", "Bo", "Cy"])
    lots = random.Random(1)
    for _ in range(moves):
        game.play(game.legal_actions().pick(lots))
    data: dict[str, Any] = json.loads(game.to_json())
    return data


def edited(**changes: Any) -> bytes:
    return json.dumps(a_game() | changes).encode()


def bring(caller: Caller, content: bytes, language: str = "en") -> Any:
    headers = caller.headers | {"accept-language": language}
    return caller.client.post("/api/games/import", headers=headers, content=content)


def bomb() -> bytes:
    """A save of few bytes: 25 arrays, each of two references to the one before."""
    data = HEADER + b"u" + describe("[Ljava.lang.Object;") + number(0)
    for level in range(25):
        data += b"uq" + number(0x7E0000) + number(2) + (b"q" + number(0x7E0001 + level)) * 2
    return data


def save(*players: str) -> bytes:
    """A save of Rails in which the first player buys a paper."""
    text = "Ljava/lang/String;"
    buys = action("rails.game.action.BuyStartItem", players[0], [f"L startItemName {text}"], string("M1"))
    options = hash_map(string("Variant"), string("Standard"))
    return HEADER + string("2.4") + string("1835") + options + array_list(*map(string, players)) + buys


# Reading --------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_where_its_file_ends(ada: Caller) -> None:
    made = bring(ada, edited())
    assert made.status_code == 201, made.text
    game = made.json()
    assert (game["moves"], game["number"]) == (4, 4)
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Bo", "Cy"]
    assert ada.choose(game["id"])["moves"] == 5


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63)])
def test_the_largest_seeds_are_kept(ada: Caller, seed: int) -> None:
    game = stellwerk.new("chicago-express", ["Ada", "Bo"], seed=seed)
    assert bring(ada, game.to_json().encode()).status_code == 201


def test_a_save_of_rails_goes_on_too(ada: Caller) -> None:
    made = bring(ada, save("Ute", "Jan", "Kai"))
    assert made.status_code == 201, made.text
    assert (made.json()["title"], made.json()["moves"]) == ("1835", 1)


def test_a_game_file_of_18xx_games_is_read_too() -> None:
    read = asyncio.run(Imports(Limits()).read(game_file(*auction())))
    assert (read.title, read.players, read.over) == ("1844", ("Ada", "Bo", "Cy"), False)
    assert len(read.actions) == len(list(auction()))


def test_an_action_that_no_rule_allows_is_named(ada: Caller) -> None:
    answer = bring(ada, game_file(bid(ADA, "P1", -20)))
    assert (answer.status_code, answer.json()["key"]) == (400, "fault.record")
    assert "bid of 11, refused" in answer.json()["error"]


def test_a_file_of_18xx_games_that_cannot_be_read_is_told(ada: Caller) -> None:
    for content in (game_file(title="1999"), game_file(players=[]), game_file({"type": "pass"})):
        answer = bring(ada, content)
        assert (answer.status_code, answer.json()["key"]) == (400, "fault.file")


def test_a_decision_that_no_rule_allows_is_named(ada: Caller) -> None:
    answer = bring(ada, save("Ute", "Jan", "Kai").replace(string("M1"), string("ZZ")))
    assert (answer.status_code, answer.json()["key"]) == (400, "fault.record")
    assert "BuyStartItem of Ute refused" in answer.json()["error"]


@pytest.mark.parametrize(
    "content",
    [
        edited(seed=2**63),
        edited(seed=-(2**70)),
        edited(players=["Ada", "B\ud800", "Cy"]),
        edited().replace(b"Bo", b"B\xed\xa0\x80"),
        edited(options={"a": "\udfff"}),
        edited(rules=10**400),
        edited(stellwerk=10**400),
        b"9" * 100_000,
        HEADER + string("1835") + array_list(b"s" + describe("java.lang.Character", ["C value"]) + b"\xd8\0"),
    ],
)
def test_what_no_database_keeps_is_refused_with_a_sentence(ada: Caller, content: bytes) -> None:
    answer = bring(ada, content)
    assert (answer.status_code, answer.json()["key"]) == (400, "fault.file")
    assert bring(ada, content, "de").json()["error"].startswith("Die Datei lässt sich nicht lesen: ")


# Limits ---------------------------------------------------------------------------------------------------------


def refused(tmp_path: Path, limits: Limits, content: bytes) -> list[Any]:
    """Status, key and the sentences in both languages."""
    with TestClient(create_app(Settings(data=tmp_path, processes=0, imports=limits))) as client:
        caller = Caller(client, "Ada")
        answers = [bring(caller, content, language) for language in ("de", "en")]
    return [answers[0].status_code, answers[0].json()["key"], *(answer.json()["error"] for answer in answers)]


@pytest.mark.parametrize(
    ("limits", "content", "key", "limit"),
    [
        (Limits(bytes=200), edited(), "bytes", "200"),
        (Limits(objects=20), edited(), "objects", "20"),
        (Limits(), edited(options={"a": [[[[[[[[]]]]]]]] * 60_000}), "objects", "200000"),
        (Limits(), bomb(), "objects", "200000"),
        (Limits(depth=2), edited(), "depth", "2"),
        (Limits(), b"[" * 500_000, "depth", "30"),
        (Limits(actions=3), edited(), "actions", "3"),
        (Limits(), edited(actions=[{"type": "pass", "seat": 0}] * 20_000), "actions", "6000"),
        (Limits(actions=3), game_file(*auction()), "actions", "3"),
        (Limits(objects=20), game_file(*auction()), "objects", "20"),
        (Limits(seconds=0), edited(), "seconds", "0"),
        (Limits(seconds=0), game_file(*auction()), "seconds", "0"),
        (Limits(memory=1), edited(options={"a": "b" * 900_000}), "memory", "1"),
    ],
)
def test_every_limit_is_told_in_both_languages(
    tmp_path: Path, limits: Limits, content: bytes, key: str, limit: str
) -> None:
    status, told, german, english = refused(tmp_path, limits, content)
    assert (status, told) == (413, f"fault.limit_{key}")
    assert german.startswith("Die Datei wird nicht gelesen: ")
    assert english.startswith("The file is not read: ")
    for words in (german, english):  # figures that mean something to who plays, and no others
        assert (limit in words) == (key in ("actions", "seconds"))
        assert (limit in words) or not any(sign.isdecimal() for sign in words)


def test_there_is_a_text_for_every_limit() -> None:
    assert {f"fault.limit_{name}" for name in Limits.__struct_fields__} <= texts("de").keys() & texts("en").keys()


def test_a_request_beyond_all_bounds_is_told_the_bound(ada: Caller, settings: Settings) -> None:
    answer = bring(ada, b"x" * (settings.largest_file + 1))
    assert answer.status_code == 413
    assert answer.json()["limit"] == settings.largest_file
    assert answer.json()["error"] == text("fault.too_large", "en")


def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*command: str, **values: Any) -> asyncio.subprocess.Process:
        started.append(await start(*command, **values))
        return started[-1]

    monkeypatch.setattr(importing.asyncio, "create_subprocess_exec", noted)
    monkeypatch.setattr(importing, "GRACE", 0.2)
    monkeypatch.setattr(Imports, "command", (sys.executable, "-c", "while True: pass"))
    with pytest.raises(TooLarge) as caught:
        asyncio.run(Imports(Limits(seconds=0)).read(b"{}"))
    assert caught.value.key == "fault.limit_seconds"
    assert [process.returncode for process in started] == [-9]


def test_a_process_that_dies_is_told_and_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Imports, "command", (sys.executable, "-c", "raise SystemExit('dead')"))
    with pytest.raises(Fault) as caught:
        asyncio.run(Imports(Limits()).read(b"{}"))
    assert caught.value.key == "fault.import_failed"
    assert "dead" in caplog.text


def test_a_process_that_says_nonsense_is_told_and_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Imports, "command", (sys.executable, "-c", "while True: print('nonsense')"))
    with pytest.raises(Fault) as caught:
        asyncio.run(Imports(Limits()).read(b"{}"))
    assert caught.value.key == "fault.import_failed"
    assert "could not be read" in caplog.text


def test_a_process_that_does_not_listen_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    said = msgspec.json.encode(Unreadable("no")).decode()
    monkeypatch.setattr(Imports, "command", (sys.executable, "-c", f"print('{said}')"))
    with pytest.raises(Fault) as caught:
        asyncio.run(Imports(Limits()).read(b"x" * 900_000))
    assert caught.value.key == "fault.file"


# Progress -------------------------------------------------------------------------------------------------------


def test_how_far_a_file_is_is_told() -> None:
    heard: list[Progress] = []
    read = asyncio.run(Imports(Limits()).read(game_file(*auction()), heard.append))
    assert heard
    assert {progress.of for progress in heard} == {len(list(auction()))}
    assert [progress.done for progress in heard] == sorted({progress.done for progress in heard})
    assert len(read.actions) == len(list(auction()))


def test_a_visitor_can_ask_how_far_their_file_is() -> None:
    async def asked() -> list[Progress | None]:
        imports, found = Slow(), []
        task = asyncio.create_task(_bring(imports, "ada"))
        for _ in range(5):
            await asyncio.sleep(0)
        found += [imports.progress("ada"), imports.progress("bo")]
        imports.go.set()
        await task
        return [*found, imports.progress("ada")]

    assert asyncio.run(asked()) == [Progress(), None, None]


def test_nothing_is_read_for_whoever_brings_nothing(ada: Caller) -> None:
    answer = ada.client.get("/api/games/import", headers=ada.headers)
    assert (answer.status_code, answer.json()) == (200, {"reading": False, "done": 0, "of": 0})


def test_a_file_is_played_once_and_not_again_by_the_server(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page leads to the table; only there is the game opened."""

    def replayed(self: Host, id_: str) -> LiveGame:
        raise AssertionError("the game was played a second time")

    monkeypatch.setattr(Host, "_replayed", replayed)
    with TestClient(app) as client:
        for accept, status in (("text/html", 303), ("application/json", 200)):
            csrf = re.search(r'name="csrf" content="([^"]+)"', client.get("/").text)
            assert csrf
            answer = client.post(
                "/games/import", data={"csrf": csrf[1]}, files={"file": ("game.json", edited())},
                headers={"accept": accept}, follow_redirects=False,
            )  # fmt: skip
            assert answer.status_code == status, answer.text
            place = answer.headers.get("location") or answer.json()["url"]
            assert place.startswith("/games/")


# Turns ----------------------------------------------------------------------------------------------------------


class Slow(Imports):
    """Reads nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__(Limits())
        self.go = asyncio.Event()
        self.reading = self.most = 0

    async def read(self, data: bytes, tell: Callable[[Progress], None] = lambda progress: None) -> Brought:
        self.reading += 1
        self.most = max(self.most, self.reading)
        await self.go.wait()
        self.reading -= 1
        return brought(stellwerk.new("chicago-express", ["Ada", "Bo"]))


async def _bring(imports: Slow, visitor: str) -> str:
    """The names in the game, or what was said instead."""
    try:
        return str(await imports.bring(visitor, "en", b"", lambda game: ",".join(game.players)))  # type: ignore
    except Busy as busy:
        return busy.key


async def _crowd(imports: Slow, visitors: list[str]) -> list[str]:
    tasks = [asyncio.create_task(_bring(imports, visitor)) for visitor in visitors]
    for _ in range(5):
        await asyncio.sleep(0)
    imports.go.set()
    return list(await asyncio.gather(*tasks))


def test_a_visitor_has_one_file_at_a_time() -> None:
    said = asyncio.run(_crowd(Slow(), ["ada", "ada", "bo"]))
    assert said == ["Ada,Bo", "fault.import_yours", "Ada,Bo"]


def test_a_visitor_may_bring_the_next_file_when_the_last_is_done() -> None:
    async def twice() -> list[str]:
        imports = Slow()
        imports.go.set()
        return [await _bring(imports, "ada"), await _bring(imports, "ada")]

    assert asyncio.run(twice()) == ["Ada,Bo", "Ada,Bo"]


def test_a_crowd_waits_in_no_thread_and_the_rest_is_told_so() -> None:
    imports = Slow()
    said = asyncio.run(_crowd(imports, [f"visitor {each}" for each in range(45)]))
    assert imports.most == AT_ONCE
    assert said.count("Ada,Bo") == AT_ONCE + MOST_WAITING
    assert said.count("fault.import_busy") == 45 - AT_ONCE - MOST_WAITING


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "PATIENCE", 0.01)

    async def waiting() -> list[str]:
        imports = Slow()
        tasks = [asyncio.create_task(_bring(imports, f"visitor {each}")) for each in range(AT_ONCE + 2)]
        late = await asyncio.gather(*tasks[AT_ONCE:])
        imports.go.set()
        return [*await asyncio.gather(*tasks[:AT_ONCE]), *late]

    assert asyncio.run(waiting()) == ["Ada,Bo"] * AT_ONCE + ["fault.import_busy"] * 2


# Names ----------------------------------------------------------------------------------------------------------


def names(caller: Caller, content: bytes) -> list[str]:
    made = bring(caller, content)
    assert made.status_code == 201, made.text
    return [seat["name"] for seat in made.json()["seats"]]


def test_names_are_cleaned_like_a_guests(ada: Caller, host: Host) -> None:
    long = "Ada<script>\n" + "x" * 300_000
    assert names(ada, edited(players=[long, "\u202e\u0000", "Cy"])) == ["Adascript " + "x" * 14, "Guest 2", "Cy"]
    assert names(ada, save("<b>Ute</b>", "y" * 60_000, "{number}")) == ["bUteb", "y" * 24, "number"]
    assert len(ada.client.get("/").content) < 60_000


def test_nobody_brings_games_in_the_name_of_another(visit: Callable[..., Caller], ada: Caller) -> None:
    visit().enter("x").post("/accounts", 201, name="Bo", password="ein langes Passwort")
    assert names(ada, edited(players=["Ada", "Bо", "Cy"])) == ["Ada", "Guest 2", "Cy"]


def test_names_that_become_alike_are_told_apart() -> None:
    game = brought(stellwerk.new("chicago-express", ["Ada", "Ada!", "<Ada>", "??"]))
    assert with_clean_names(game).players == ("Ada", "Ada 2", "Ada 3", guest(4))


def test_what_is_handed_over_is_what_was_played() -> None:
    game = stellwerk.load(edited().decode())
    handed = brought(game)
    again = msgspec.json.decode(msgspec.json.encode(handed), type=Brought)
    assert [bytes(action) for action in again.actions] == [msgspec.json.encode(each) for each in game.actions]
    assert (again.title, again.seed, again.result) == (game.title.id, game.seed, tuple(game.result().values()))
