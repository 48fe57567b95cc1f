"""Pages kept between two looks: a game that is not in memory opens without being replayed first."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.host.host import Host
from stellwerk.host.kept import kept_pages
from stellwerk.host.live import LiveGame

from ..conftest import Caller

CHICAGO = "chicago-express"


def _page(caller: Caller, id_: str) -> str:
    answer = caller.client.get(f"/games/{id_}", headers=caller.headers)
    assert answer.status_code == 200
    return answer.text


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of games that were replayed before a page was answered."""
    found: list[str] = []
    follow = Host._replayed

    def noted(self: Host, id_: str) -> LiveGame:
        found.append(id_)
        return follow(self, id_)

    monkeypatch.setattr(Host, "_replayed", noted)
    return found


def _cold(text: str) -> bool:
    return '"cold": true' in text


def test_a_page_is_kept_until_the_log_grows(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "me")
    warm = _page(ada, id_)
    assert not _cold(warm)
    host._forget(id_)
    cold = _page(ada, id_)
    assert _cold(cold)
    assert cold.split("<main")[1] == warm.split("<main")[1]
    assert id_ in host._live  # taken up meanwhile
    ada.choose(id_)
    host._forget(id_)
    assert not _cold(_page(ada, id_))


def test_each_sees_their_own_page(ada: Caller, bo: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{id_}/seats")
    ada.post(f"/games/{id_}/bots", level="random")
    host.settled(id_)
    for caller in (ada, bo):
        _page(caller, id_)
        host._forget(id_)
        assert _cold(_page(caller, id_))
        host._forget(id_)
    watching = Caller(ada.client)
    assert not _cold(_page(watching, id_))
    host._forget(id_)
    assert _cold(_page(watching, id_))


def test_another_program_makes_its_own_pages(
    ada: Caller, host: Host, monkeypatch: pytest.MonkeyPatch, replays: list[str]
) -> None:
    id_ = ada.new(CHICAGO, "me", "me")
    _page(ada, id_)
    monkeypatch.setattr(kept_pages, "edition", lambda title: "another")
    host._forget(id_)
    replays.clear()
    assert not _cold(_page(ada, id_))
    assert replays == [id_]


def test_pages_are_kept_when_memory_is_needed_and_when_the_server_stops(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "me")
    ada.choose(id_)
    views: Any = ada.client.get(f"/games/{id_}/view", headers=ada.headers)
    assert views.status_code == 200
    assert host.kept_view(id_, 1, "en") is None  # in memory
    live = host._live[id_]
    kept_pages.keep(host.storage, live)
    kept_pages.keep(host.storage, live)  # nothing more to keep
    host._forget(id_)
    assert host.kept_view(id_, 1, "en") is not None
    assert host.kept_view("nothing", 1, "en") is None


def test_of_a_page_whose_tabs_nobody_opened_all_is_kept(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "me")
    ada.choose(id_)
    answer = ada.client.get(f"/games/{id_}/view?shows=log", headers=ada.headers)
    assert "tables" not in answer.json()["fragments"]
    live = host.open(id_)
    kept_pages.keep(host.storage, live)
    host.drop(live)
    assert host.kept_view(id_, 1, "en") is None  # it is not whole
    live = host.open(id_)
    ada.client.get(f"/games/{id_}/view?shows=log", headers=ada.headers)
    kept_pages.keep(host.storage, live, leaving=True)
    host.drop(live)
    kept = host.kept_view(id_, 1, "en")
    whole = ada.client.get(f"/games/{id_}/view", headers=ada.headers).json()["fragments"]
    assert kept is not None
    assert kept[1][0] == whole
