"""Logs of earlier releases: a rule that was mended since does not stop a game, and everybody is told."""

from __future__ import annotations

import json
import logging
import random
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import stellwerk
from stellwerk.host import corrections
from stellwerk.host.host import Host
from stellwerk.host.live import LiveGame
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Person, Seat
from stellwerk.host.storage.schema import games, log
from stellwerk.host.storage.tables.journal import MARK_EVERY, UNDO, Mark
from stellwerk.play.core import Action, Pass
from stellwerk.play.errors import refuse
from stellwerk.play.following import ALLOWED, DAMAGED, ELSEWHERE, LEFT_OUT, SETTLED, Correction
from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Forbidden, Stale
from stellwerk.view.texts import text

from ..conftest import Caller

FOLDER = Path(__file__).parents[2] / "older"
FILES = sorted(FOLDER.glob("*.json"))
CHICAGO = "chicago-express"


def _host(folder: Path) -> Host:
    return Host(Settings(data=folder, pace=0.0, processes=0))


def _put(host: Host, text: str, rules: int | None = None) -> tuple[Person, str]:
    """A game file as the log of a running game."""
    file = json.loads(text)
    ada = host.storage.add_person("Ada", "key")
    seats = tuple(Seat(n, PERSON, name, ada.id) for n, name in enumerate(file["players"]))
    row = GameRow(
        "old", file["title"], file["rules"] if rules is None else rules, file["options"], file["seed"], ada.id,
        RUNNING, 1.0, 1.0, None, seats,
    )  # fmt: skip
    host.storage.add_game(row, [msgspec.json.encode(action) for action in file["actions"]])
    return ada, row.id


def _act(host: Host, person: Person, live: LiveGame, lots: random.Random) -> LiveGame:
    seat = live.game.waiting_for()[0]
    action = live.game.legal_actions(seat).pick(lots)
    return host.act(live.row.id, person, live.decision(seat), msgspec.to_builtins(action))


def _goes_on(folder: Path, host: Host, ada: Person, id_: str) -> None:
    """Opened, played on, taken back, done again, and opened once more."""
    live, lots = host.open(id_), random.Random(1)
    assert not live.broken
    assert live.closed is None
    wrong = set(live.game.problems())
    for _ in range(30):
        if live.game.over:
            break
        live = _act(host, ada, live, lots)
        assert set(live.game.problems()) <= wrong
    if live.last_of(ada.id) is not None and not live.game.over:
        host.undo(id_, ada, live.number)
        host.redo(id_, ada, live.number)
        host.undo(id_, ada, live.number)
    stood = (live.game.digest(), live.number, live.marks, live.game.actions, live.taken_back, live.corrections)
    host.close()
    again = _host(folder)
    live = again.open(id_)
    assert (live.game.digest(), live.number, live.marks) == stood[:3]
    assert (live.game.actions, live.taken_back, live.corrections) == stood[3:]
    assert live.rules == live.title.rules_version or not live.game.actions or live.game.over
    again.close()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_of_an_earlier_release_goes_on(tmp_path: Path, file: Path) -> None:
    """Nothing of it is lost, also where somebody is asked today who was not then."""
    host = _host(tmp_path)
    ada, id_ = _put(host, file.read_text())
    assert LEFT_OUT not in _kinds(host.open(id_))
    _goes_on(tmp_path, host, ada, id_)


def test_a_database_of_an_earlier_release_goes_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "stellwerk.sqlite3") as connection:
        connection.executescript((FOLDER / "server.sql").read_text())
    host = _host(tmp_path)
    ada = host.storage.person_with("key")
    assert ada is not None
    ids = host.storage.last_changed(RUNNING, 10)
    assert {host.open(id_).number for id_ in ids} == {71}
    assert all(host.open(id_).taken_back for id_ in ids)
    for id_ in ids:
        _goes_on(tmp_path, host, ada, id_)
        host = _host(tmp_path)
    host.close()


# A rule that is mended meanwhile ------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> tuple[Host, Person, LiveGame]:
    """A game of Chicago Express by lot in which somebody could have bid less than they did."""
    host = _host(tmp_path)
    ada = host.storage.add_person("Ada", "key")
    live = host.create(ada, CHICAGO, [Seat(n, PERSON, f"P{n}", ada.id) for n in range(3)], {}, 1)
    lots = random.Random(2)
    while len(live.game.actions) < 40:
        _act(host, ada, live, lots)
    return host, ada, live


def _later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the title are one version on."""
    title = find_title(CHICAGO)
    monkeypatch.setattr(title, "rules_version", title.rules_version + 1)


def _kinds(live: LiveGame) -> list[str]:
    return [each.kind for each in live.corrections]


def _stood(live: LiveGame) -> tuple[Any, ...]:
    return live.game.actions, live.marks, live.taken_back, live.corrections


def _again(host: Host, id_: str) -> LiveGame:
    host._forget(id_)
    return host.open(id_)


def test_what_is_refused_today_was_taken_and_is_told(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, ada, live = played
    move = next(n for n, action in enumerate(live.game.actions, 1) if not isinstance(action, Pass))
    kind, digest = type(live.game.actions[move - 1]), live.game.digest()
    step = type(live.game.state_after(move - 1).agenda[-1])
    honest = step.refusal

    def stricter(self: Any, position: Any, action: Any) -> Any:
        return refuse("7.1", "bid_too_low") if type(action) is kind else honest(self, position, action)

    _later(monkeypatch)
    monkeypatch.setattr(step, "refusal", stricter)
    found = _again(host, live.row.id)
    assert not found.broken
    assert found.game.digest() == digest
    assert set(_kinds(found)) == {ALLOWED}
    assert (found.corrections[0].move, found.corrections[0].refusal) == (move, refuse("7.1", "bid_too_low"))
    before = list(found.corrections)
    found = host.act(live.row.id, ada, found.decision(found.game.waiting_for()[0]), _pass(found))
    entries = host.storage.entries(live.row.id)
    assert msgspec.json.decode(entries[40], type=Mark).rules == found.title.rules_version
    assert (found.number, len(found.game.actions), found.marks[-2:]) == (42, 41, [40, 42])
    again = _again(host, live.row.id)
    assert (again.corrections, again.game.digest(), again.marks) == (before, found.game.digest(), found.marks)
    host.close()


def _pass(live: LiveGame) -> dict[str, Any]:
    seat = live.game.waiting_for()[0]
    passing = Pass(seat)
    legal = live.game.legal_actions(seat)
    action = passing if passing in legal else legal.pick(random.Random(1))
    plain: dict[str, Any] = msgspec.to_builtins(action)
    return plain


def test_an_entry_that_no_decision_knows_is_left_out_and_does_not_count(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if older rules had asked once more, and somebody had passed there."""
    host, ada, live = played
    place = _where_passing_is_refused(live)
    entries = host.storage.entries(live.row.id)
    step = live.game.state_after(place).agenda[-1]
    seat = next(seat for seat in range(3) if seat not in step.waiting(live.game.position))
    _write(host, live.row.id, [*entries[:place], msgspec.json.encode(Pass(seat)), *entries[place:]])
    _later(monkeypatch)
    found = _again(host, live.row.id)
    assert (found.game.digest(), len(found.game.actions), found.number) == (live.game.digest(), 40, 41)
    assert [(each.kind, each.move, each.entry) for each in found.corrections] == [(LEFT_OUT, place, place + 1)]
    assert place + 1 not in found.marks
    lots = random.Random(4)
    for _ in range(3):
        found = _act(host, ada, found, lots)
    found = host.undo(live.row.id, ada, found.number)
    again = _again(host, live.row.id)
    assert _stood(again) == _stood(found)
    host.close()


def _where_passing_is_refused(live: LiveGame) -> int:
    return next(n for n, action in enumerate(live.game.actions) if n > 20 and not isinstance(action, Pass))


def _write(host: Host, id_: str, entries: list[bytes]) -> None:
    host._forget(id_)
    with host.storage.writing() as connection:
        connection.execute(sa.delete(log).where(log.c.game == id_))
        rows = [{"game": id_, "number": n, "body": body, "at": 1.0} for n, body in enumerate(entries, 1)]
        connection.execute(sa.insert(log), rows)


def test_a_decision_that_is_new_is_settled_as_it_was(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's action is taken out of the log: it stands for a decision that older rules took by themselves."""
    host, ada, live = played
    place = next(n for n, action in enumerate(live.game.actions) if n > 20 and not isinstance(action, Pass))
    settled: Action = live.game.actions[place]
    state = live.game.state_after(place)
    entries = host.storage.entries(live.row.id)
    _write(host, live.row.id, [*entries[:place], *entries[place + 1 :]])
    _later(monkeypatch)
    monkeypatch.setattr(
        type(state.agenda[-1]), "formerly", lambda self, position: settled if position.state == state else None
    )
    found = _again(host, live.row.id)
    assert found.game.digest() == live.game.digest()
    assert found.game.actions == live.game.actions
    assert [(each.kind, each.move) for each in found.corrections] == [(SETTLED, place + 1)]
    assert len(set(found.marks)) == len(found.marks)
    lots = random.Random(4)
    found = _act(host, ada, found, lots)
    found = host.undo(live.row.id, ada, found.number)
    monkeypatch.undo()  # not even the rules that would say it again are needed: the mark does
    _later(monkeypatch)
    again = _again(host, live.row.id)
    assert _stood(again) == _stood(found)
    host.close()


def test_a_decision_that_has_an_answer_in_the_log_keeps_it(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, live = played
    step = live.game.state_after(30).agenda[-1]
    _later(monkeypatch)
    monkeypatch.setattr(type(step), "formerly", lambda self, position: Pass(self.waiting(position)[0]))
    found = _again(host, live.row.id)
    assert found.game.actions == live.game.actions
    assert found.corrections == []
    host.close()


def test_accounts_that_are_others_now_are_told_where_nothing_else_tells(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, live = played
    assert live.row.result is not None
    with host.storage.writing() as connection:
        richer = [live.row.result[0] + 10, *live.row.result[1:]]
        connection.execute(sa.update(games).where(games.c.id == live.row.id).values(result=richer))
    assert _again(host, live.row.id).corrections == []  # by the same rules the log is what counts
    _later(monkeypatch)
    assert [(each.kind, each.move) for each in _again(host, live.row.id).corrections] == [(ELSEWHERE, 40)]
    host.close()


# Marks --------------------------------------------------------------------------------------------------------


def test_marks_come_every_so_many_entries_and_prove_damage(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    host = _host(tmp_path)
    ada = host.storage.add_person("Ada", "key")
    live = host.create(ada, CHICAGO, [Seat(n, PERSON, f"P{n}", ada.id) for n in range(3)], {}, 1)
    lots = random.Random(2)
    while live.number < MARK_EVERY + 5:
        live = _act(host, ada, live, lots)
    entries = host.storage.entries(live.row.id)
    assert [n for n, entry in enumerate(entries, 1) if b'"mark"' in entry] == [MARK_EVERY + 1]
    assert _again(host, live.row.id).corrections == []
    wrong = msgspec.structs.replace(msgspec.json.decode(entries[MARK_EVERY], type=Mark), digest="0" * 64)
    entries[MARK_EVERY] = msgspec.json.encode(wrong)
    _write(host, live.row.id, entries)
    with caplog.at_level(logging.ERROR):
        found = host.open(live.row.id)
    assert [(each.kind, each.move) for each in found.corrections] == [(DAMAGED, MARK_EVERY)]
    assert live.row.id in caplog.text
    assert _act(host, ada, found, lots).number == live.number + 1  # and it goes on
    host.close()


def test_a_mark_of_other_rules_tells_that_they_led_elsewhere(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, live = played
    made = Mark(live.title.rules_version, "0" * 64, live.game.shape())
    unlike = Mark(live.title.rules_version, "0" * 64, "another")
    entries = host.storage.entries(live.row.id)
    _later(monkeypatch)
    _write(host, live.row.id, [*entries, msgspec.json.encode(unlike)])
    assert host.open(live.row.id).corrections == []  # states of another shape cannot be compared
    _write(host, live.row.id, [*entries, msgspec.json.encode(made)])
    assert [(each.kind, each.move) for each in host.open(live.row.id).corrections] == [(ELSEWHERE, 40)]
    host.close()


def test_a_log_with_marks_of_newer_rules_is_only_looked_at(played: tuple[Host, Person, LiveGame]) -> None:
    host, ada, live = played
    made = msgspec.json.encode(Mark(99, live.game.digest(), live.game.shape()))
    _write(host, live.row.id, [*host.storage.entries(live.row.id), made])
    found = host.open(live.row.id)
    with pytest.raises(Stale):
        _act(host, ada, found, random.Random(1))
    host.close()


def test_what_was_taken_back_is_not_played_again(
    played: tuple[Host, Person, LiveGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, live = played
    entries = host.storage.entries(live.row.id)
    _write(host, live.row.id, [*entries, *([UNDO, entries[-1]] * 500)])
    taken: list[Action] = []
    follow = stellwerk.Game.follow

    def noted(self: stellwerk.Game, action: Action, then: Action | None = None) -> Any:
        taken.append(action)
        return follow(self, action, then=then)

    monkeypatch.setattr(stellwerk.Game, "follow", noted)
    found = host.open(live.row.id)
    assert len(taken) == len(found.game.actions) == 40
    assert found.number == 1040
    assert found.marks[-1] == 1040
    host.close()


# What players are told ----------------------------------------------------------------------------------------


def _stricter(monkeypatch: pytest.MonkeyPatch, live: LiveGame) -> int:
    """Let a kind of action be refused from now on; the first move that was one."""
    move = next(n for n, action in enumerate(live.game.actions, 1) if not isinstance(action, Pass))
    kind, step = type(live.game.actions[move - 1]), type(live.game.state_after(move - 1).agenda[-1])
    honest = step.refusal
    _later(monkeypatch)
    monkeypatch.setattr(
        step, "refusal",
        lambda self, position, action: refuse("7.1", "not_your_turn", seat=1)
        if type(action) is kind else honest(self, position, action),
    )  # fmt: skip
    return move


def test_players_are_told_what_changed_and_from_which_move(
    ada: Caller, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = ada.new(CHICAGO, "me", "friend")
    for number in (0, 1, 1):
        ada.choose(id_, number)
    assert ada.get(f"/games/{id_}")["corrections"] == []
    assert "data-put-away" not in ada.client.get(f"/games/{id_}", headers=ada.headers).text
    move = _stricter(monkeypatch, host.open(id_))
    host._forget(id_)
    state = ada.get(f"/games/{id_}?language=de")
    told = state["corrections"][0]
    assert (told["move"], told["kind"], told["rule"]) == (move, ALLOWED, "7.1")
    assert told["text"].startswith(f"Zug {move} ginge nach heutigen Regeln nicht")
    assert "nicht am Zug" in told["reason"] or "nicht an der Reihe" in told["reason"]
    assert state["broken"] == ""
    html = ada.client.get(f"/games/{id_}?language=en", headers=ada.headers | {"accept-language": "en"}).text
    assert "data-put-away" in html
    assert html.count("it stands as it was played") >= 2  # in the notice, and in the log at that move
    assert "§ 7.1" in html


def test_reasons_are_kept_from_those_who_may_not_know(played: tuple[Host, Person, LiveGame]) -> None:
    _, _, live = played
    secret = Correction(ALLOWED, 3, 1, refuse("7.1", "not_your_turn", seat=1))

    class Veiled(stellwerk.Game):
        all_open = False

    live.corrections = [secret]
    veiled = Veiled.__new__(Veiled)
    veiled.title = live.game.title
    veiled.players = live.game.players
    live.game = veiled
    assert [corrections.notes(live, seat, "en")[0].rule for seat in (0, 1, None)] == ["", "7.1", ""]


def test_a_log_has_an_end_that_is_told_before_it_is_reached(tmp_path: Path) -> None:
    host = Host(Settings(data=tmp_path, pace=0.0, processes=0, longest_log=12))
    ada = host.storage.add_person("Ada", "key")
    live = host.create(ada, CHICAGO, [Seat(n, PERSON, f"P{n}", ada.id) for n in range(3)], {}, 1)
    lots = random.Random(2)
    while live.number < 9:
        if live.number < 8:
            _act(host, ada, live, lots)
            host.undo(live.row.id, ada, live.number)
        else:
            _act(host, ada, live, lots)
    assert live.long
    with pytest.raises(Forbidden) as refused:
        host.undo(live.row.id, ada, live.number)
    assert refused.value.values == {"number": 9, "limit": 12, "reserve": 9}
    assert "9 of at most 12" in text(refused.value.key, "en", **refused.value.values)
    assert "9 von höchstens 12" in text(refused.value.key, "de", **refused.value.values)
    for _ in range(3):
        _act(host, ada, live, lots)
    with pytest.raises(Stale) as ended:
        _act(host, ada, live, lots)
    assert ended.value.key == "fault.long_log"
    host.close()
