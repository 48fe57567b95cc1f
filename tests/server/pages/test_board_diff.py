"""What has changed on a board: only hexes that differ are sent, and the page has the same board in the end."""

from __future__ import annotations

import random
import re
from typing import Any

from stellwerk.draw import BoardDrawing
from stellwerk.host.board_diff import Boards, Redrawn
from stellwerk.host.host import Host
from stellwerk.host.kept.cache import MEGABYTE, Cache, Shelf
from stellwerk.host.moves import play
from stellwerk.words import tag

from ..conftest import Caller


def _laying(ada: Caller, host: Host) -> str:
    """A game in which the first track can be laid; nobody has a train."""
    id_ = ada.new("1835", "me", "friend", "friend", seed=1)
    lots = random.Random(2)
    with host.held(id_) as live:
        while tag(live.game.step) != "lay_step":  # type: ignore[arg-type]  # never over so soon
            play(host.storage, live, live.game.legal_actions().pick(lots))
    return id_


def _view(ada: Caller, id_: str, known: str = "") -> Any:
    return ada.client.get(f"/games/{id_}/view?known={known}", headers=ada.headers).json()


def test_a_lay_is_answered_with_its_hex(ada: Caller, host: Host) -> None:
    id_ = _laying(ada, host)
    legal = ada.get(f"/games/{id_}/actions")
    action = next(choice["action"] for choice in legal["choices"] if choice["action"]["type"] == "lay_tile")
    before = _view(ada, id_)
    known = ".".join(before["facts"]["known"].values())
    body = {"decision": legal["decision"], "action": action}
    told = ada.client.post(f"/games/{id_}/act?known={known}", headers=ada.headers, json=body).json()
    assert told["facts"]["moves"] == before["facts"]["moves"] + 1
    assert "board" not in told["fragments"]
    assert "menu" in told["fragments"]
    assert list(told["redrawn"]["hexes"]) == [action["hex"]]
    assert told["redrawn"]["base"] == before["facts"]["known"]["board"]

    now = _view(ada, id_, "what.nobody.has")
    assert now["redrawn"] is None
    assert now["facts"]["known"] == told["facts"]["known"]
    assert not told["redrawn"]["rest"]
    (new,) = told["redrawn"]["hexes"].values()
    old = re.search(
        rf'<g class="hex [^>]*data-hex="{action["hex"]}".*?(?=<g class="hex )', before["fragments"]["board"], re.S
    )
    assert old
    assert before["fragments"]["board"].replace(old[0], new) == now["fragments"]["board"]
    assert _view(ada, id_, known)["redrawn"] == told["redrawn"]  # for those who look on, too
    assert _view(ada, id_, ".".join(told["facts"]["known"].values()))["fragments"] == {}


def _drawing(first: str, last: str, around: str = "", name: str = "B2") -> BoardDrawing:
    hexes = (("A1", f'<g class="hex a">{first}</g>'), (name, f'<g class="hex b">{last}</g>'))
    return BoardDrawing(f'<svg>{around}<g class="hexes">', hexes, "</g><path/></svg>\n")


def _since(boards: Boards, known: list[str], drawing: BoardDrawing) -> Redrawn | None:
    boards.remember("now", drawing)
    return boards.since(known, "now")


def test_what_lies_around_the_hexes_is_sent_without_them() -> None:
    boards = Boards(Shelf(Cache(MEGABYTE)))
    boards.remember("old", _drawing("1", "2"))
    found = _since(boards, ["x", "old"], _drawing("1", "3", "<path d='M0 0'/>"))
    assert found is not None
    assert found.hexes == {"B2": '<g class="hex b">3</g>'}
    assert found.rest == "<svg><path d='M0 0'/><g class=\"hexes\"></g><path/></svg>"
    assert _since(boards, ["x"], _drawing("1", "2")) is None
    assert _since(boards, ["old"], _drawing("1", "2", name="C3")) is None  # another board altogether
    assert boards.since(["old"], "a board that was drawn long ago") is None


def test_old_boards_are_forgotten() -> None:
    boards = Boards(Shelf(Cache(MEGABYTE)))
    boards.remember("0", _drawing("0", ""))
    boards = Boards(Shelf(Cache(round(2.5 * boards.known.size))))  # room for two of them
    for number in range(3):
        boards.remember(str(number), _drawing(str(number), ""))
    assert boards.since(["0"], "2") is None
    assert boards.since(["1"], "2") is not None
