"""Whoever gives no name is a guest in the language of each who reads of them, not of whoever came first."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stellwerk.host.host import Host
from stellwerk.view.names import GUEST, guest

from ..conftest import Caller

Visit = Callable[..., Caller]
WORDS = {"de": ("Gast", "Guest"), "en": ("Guest", "Gast")}
"""What a guest is called in a language, and in the other."""


def _guest(visit: Visit, language: str) -> Caller:
    """Somebody without a name who reads a language."""
    caller = visit(headers={"accept-language": language})
    made = caller.client.post("/api/guests", json={}).json()
    caller.headers = {"authorization": f"Bearer {made['token']}"}
    assert made["name"] == WORDS[language][0]
    return caller


def _read(caller: Caller, path: str) -> str:
    answer = caller.client.get(path, headers=caller.headers)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("first", ["de", "en"])
def test_everybody_reads_of_guests_in_their_own_language(visit: Visit, host: Host, first: str) -> None:
    second = "en" if first == "de" else "de"
    readers = {first: _guest(visit, first), second: _guest(visit, second)}
    game = readers[first].new("chicago-express", "me", "friend", "open", as_seated=True)
    for language, reader in readers.items():
        word, foreign = WORDS[language]
        for text in (_read(reader, f"/games/{game}"), _read(reader, "/")):
            assert f"{word} 2" in text
            assert foreign not in text
        (listed,) = reader.get("/games?status=open")
        assert [seat["name"] for seat in listed["seats"]] == [word, f"{word} 2", ""]
    readers[second].post(f"/games/{game}/seats")
    assert [seat.name for seat in host.open(game).seats] == [GUEST, guest(2), f"{GUEST} 3"]
    readers[first].choose(game)
    for language, reader in readers.items():
        word, foreign = WORDS[language]
        names = [word, f"{word} 2", f"{word} 3"]
        assert [seat["name"] for seat in reader.get(f"/games/{game}")["seats"]] == names
        assert json.loads(_read(reader, f"/api/games/{game}/file"))["players"] == names
        log = json.dumps(reader.get(f"/games/{game}/log"))
        for text in (_read(reader, f"/games/{game}/view"), log):
            assert word in text
            assert foreign not in text
            assert GUEST not in text


def test_a_guest_beside_somebody_who_is_called_so_is_another(visit: Visit, host: Host) -> None:
    seats: list[dict[str, Any]] = [{"kind": "friend", "name": "Guest"}, {"kind": "me"}]
    game = _guest(visit, "en").post("/games", 201, title="chicago-express", seats=seats)["id"]
    assert host.open(game).names("en") == ("Guest", "Guest 2")
    assert host.open(game).names("de") == ("Guest", "Gast")


def test_who_takes_a_name_later_has_it_from_then_on(visit: Visit) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = _guest(visit, "de").post("/games", 201, title="chicago-express", seats=seats, name="Ada")
    assert game["seats"][0]["name"] == "Ada"
