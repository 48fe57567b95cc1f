"""Nothing hidden leaves the server: every byte that each seat and those who watch can get is read for secrets.

Routes are taken from the application itself, so that a new one is asked too; one that this test does not know how
to ask fails it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

import sealed as sealed_title
import stellwerk
from sealed.title import CASH, NAMES, Auction, SealedSecrets
from stellwerk.bank.papers import BANK
from stellwerk.host.host import Host
from stellwerk.play.game import Game
from stellwerk.play.secrets import OPEN
from stellwerk.titles.registry import find_title

from ..conftest import SIGNING_OUT, Caller

BIDS = (483_619_207, 517_246_913, 391_758_426), (274_961_538, 318_527_649, 462_183_597)
FILLED = {"hex": "H1", "title": "sealed", "theme": "light", "key": "none", "what": "theme", "value": "dark"}
FILLED |= {"act": "suspend", "name": "Ada", "tournament": "none"}
PROBES: tuple[dict[str, Any], ...] = (
    {},
    {"decision": "0.0", "action": {"type": "seal_bid", "seat": 0, "amount": 1}},
    {"number": 10**6},
    {"seat": 0},
    {"level": "random"},
)


class Listener:
    """Hears what a stream is told, in place of an open one."""

    def __init__(self) -> None:
        self.heard = b""
        self.loop = asyncio.new_event_loop()
        self.loop.close()

    def say(self, what: bytes) -> None:
        self.heard += what


class Table:
    """A game of three people and somebody who watches; `leaks` is what was sent to whom and should not."""

    def __init__(self, app: Starlette, host: Host, visit: Callable[..., Caller], **options: bool) -> None:
        self.app, self.host = app, host
        self.people = [visit().enter(name) for name in ("Ada", "Bo", "Cleo")]
        self.viewers: dict[int | None, Caller] = {**dict(enumerate(self.people)), None: visit().enter("Watcher")}
        self.id = self.people[0].new("sealed", "me", "open", "open", options=options)
        for person in self.people[1:]:
            person.post(f"/games/{self.id}/seats")
        self.news = Listener()
        self._listen()
        self.leaks: set[tuple[int | None, str, str]] = set()

    def _listen(self) -> None:
        self.host.news._ears.setdefault(self.id, set()).add(self.news)  # type: ignore[arg-type]  # it only has to hear

    @property
    def game(self) -> Game:
        return self.host.open(self.id).game

    def act(self, seat: int, **action: Any) -> Any:
        """One's own action; what is answered is read too."""
        person = self.people[seat]
        decision = person.get(f"/games/{self.id}/actions")["decision"]
        body = {"decision": decision, "action": {"seat": seat, **action}}
        answer = person.client.post(f"/api/games/{self.id}/actions", headers=person.headers, json=body)
        self.check(seat, "act", answer.content)
        return answer

    # What nobody else may know, worked out from the rules of the game and not from its masks --------------------

    def hidden(self, seat: int | None) -> set[int | str]:
        """Everything that this seat must not find anywhere now."""
        game, state = self.game, self.game.state
        if game.over:
            return set()
        found: set[int | str] = {game.seed} if game.rules.cards else set()
        open_cards = {*state.played.values(), *state.hands.get(seat, ())}
        found |= {card for card in NAMES if card not in open_cards} if game.rules.cards else set()
        step = state.agenda[-1]
        bids = step.bids if isinstance(step, Auction) else {}
        others = {owner: bid for owner, bid in bids.items() if owner != seat}
        found |= set(others.values())
        found |= {state.cash[owner] for owner in others} | ({state.cash[BANK]} if others else set())
        worth = game.result()
        unknown = {owner for owner in worth if owner != seat and (owner in others or state.hands[owner])}
        return found | {worth[owner] for owner in unknown}

    def check(self, seat: int | None, where: str, sent: bytes) -> None:
        """Note every secret among the bytes sent."""
        text = sent.decode(errors="backslashreplace")  # what is printed is no text
        digits = re.sub(r"(?<=\d)[.,\u00a0\u202f](?=\d{3})", "", text)
        secrets = map(str, self.hidden(seat))
        self.leaks |= {(seat, where, secret) for secret in secrets if secret in text or secret in digits}

    # Asking for everything ------------------------------------------------------------------------------------

    def read_all(self, *seats: int | None) -> dict[int | None, dict[str, bytes]]:
        """All that these can get now, or everybody, checked; kept by viewer and address."""
        found: dict[int | None, dict[str, bytes]] = {}
        for seat in seats or self.viewers:
            caller = self.viewers[seat]
            found[seat] = mine = {}
            with asyncio.Runner() as runner:
                for path in [*self._addresses(), f"/games/{self.id}"]:
                    mine[path] = runner.run(_got(self.app, path, caller.headers))
                    self.check(seat, path.replace(self.id, "ID"), mine[path])
                self.host._forget(self.id)
                mine["kept"] = runner.run(_got(self.app, f"/games/{self.id}", caller.headers))
                self.check(seat, "kept", mine["kept"])
            self.check(seat, "news", self.news.heard)
        return found

    def _addresses(self) -> Iterator[str]:
        for route in _routes(self.app):
            if "GET" in (route.methods or ()):
                path = route.path.format(id=self.id, **FILLED)
                yield path
                yield f"{path}?language=de&status=running&limit=100"
                if "{id}" in route.path:
                    for move in self._moves_looked_at():
                        yield f"{path}?at={move}&since={move}&before={move + 1}&run=A"
                        if route.path.endswith("/view"):
                            yield f"{path}?after={move}&watch=1"

    def _moves_looked_at(self) -> list[int]:
        """The beginning, the first move and the last: in the course of a game that is each of them."""
        now = len(self.game.actions)
        return sorted({0, min(1, now), now})

    def probe_all(self, *seats: int | None) -> None:
        """Have these send everything that can be sent, most of it nonsense, and read the answers."""
        for seat in seats:
            caller = self.viewers[seat]
            for route in _routes(self.app):
                for sent in _sent_to(route.path) if "POST" in (route.methods or ()) else ():
                    path = route.path.format(id=self.id, **FILLED)
                    headers = {} if route.path in SIGNING_OUT else caller.headers
                    answer = caller.client.post(path, headers=headers, **sent, follow_redirects=False)
                    assert answer.status_code < 500, path
                    self.check(seat, f"POST {route.path}", answer.content + str(answer.headers).encode())
        illegal = {"type": "seal_bid", "amount": -1}, {"type": "play_card", "card": NAMES[0], "hex": "H9"}
        for seat in range(3):
            for action in illegal:
                assert self.act(seat, **action).status_code in (409, 422)


def _sent_to(path: str) -> list[dict[str, Any]]:
    """All probes as what this address reads, and the first as what it does not: JSON here, a form there."""
    # A file is read by a process of its own, which knows no game: one of them is enough.
    probes = PROBES[:1] if path.endswith("/import") else PROBES
    forms = [{"data": body or {"x": "y"}} for body in probes]
    bodies = [{"json": body} for body in probes]
    return [*bodies, forms[0]] if path.startswith("/api/") else [*forms, bodies[0]]


def _routes(app: Starlette) -> list[Route]:
    """All routes; any other kind of thing needs a test of its own."""
    found: list[Route] = []
    for route in app.routes:
        if not (isinstance(route, Mount) and route.path == "/static"):
            assert isinstance(route, Route), f"say here how {route} is to be asked"
            unknown = route.param_convertors.keys() - FILLED.keys() - {"id"}
            assert not unknown, f"say in FILLED what to put for {unknown}"
            found.append(route)
    return found


async def _got(app: Starlette, address: str, headers: dict[str, str]) -> bytes:
    """Headers and body of an answer; a stream is read until it has told where the game stands."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
        "headers": [(b"host", b"testserver"), *((k.encode(), v.encode()) for k, v in headers.items())],
        "client": ("testclient", 1), "server": ("testserver", 80), "scheme": "http", "http_version": "1.1",
        "state": {},
    }  # fmt: skip
    sent: list[bytes] = []
    enough = asyncio.Event()
    request = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if request:
            return request.pop()
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] < 500, address
            sent.extend(b": ".join(header) + b"\n" for header in message["headers"])
        else:
            sent.append(message.get("body", b""))
            if b"data:" in sent[-1] or not message.get("more_body"):
                enough.set()

    await app(scope, receive, send)
    return b"".join(sent)


@pytest.fixture
def lay(sealed: str, app: Starlette, host: Host, visit: Callable[..., Caller]) -> Callable[..., Table]:
    """Lays out a table of the title with secrets."""
    return lambda **options: Table(app, host, visit, **options)


def _auction(table: Table, bids: tuple[int, ...], look: Callable[[], Any]) -> None:
    for seat in (1, 0, 2):
        assert table.act(seat, type="seal_bid", amount=bids[seat]).status_code == 200
        look()


def _cards(table: Table, look: Callable[[], Any]) -> None:
    assert table.act(0, type="draw_card").status_code == 200
    look()
    for seat in range(3):
        card = table.game.state.hands[seat][-1]
        assert table.act(seat, type="play_card", card=card, hex="H1").status_code == 200
    look()


def _play(table: Table, look: Callable[[], Any]) -> None:
    look()
    _auction(table, BIDS[0], look)
    if table.game.rules.cards:
        _cards(table, look)
    _auction(table, BIDS[1], look)


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_byte_tells_a_secret_before_it_is_open(lay: Callable[..., Table], seat: int | None) -> None:
    table = lay()
    _play(table, lambda: table.read_all(seat))
    assert table.leaks == set()
    assert table.game.over


@pytest.mark.long
def test_no_answer_to_anything_sent_tells_a_secret(lay: Callable[..., Table]) -> None:
    table = lay()
    for seat in (1, 0):
        table.act(seat, type="seal_bid", amount=BIDS[0][seat])
    table.probe_all(1, 2, None)  # one who has bid, one who has not, one who watches
    assert table.leaks == set()
    assert len(table.game.actions) == 2
    table.act(2, type="seal_bid", amount=BIDS[0][2])
    table.probe_all(0, None)
    assert table.leaks == set()
    assert len(table.game.actions) == 3


@pytest.mark.long
def test_bids_are_found_everywhere_when_they_are_open(lay: Callable[..., Table]) -> None:
    table = lay()
    _auction(table, BIDS[0], lambda: [each.get(f"/games/{table.id}/log") for each in table.viewers.values()])
    for mine in table.read_all().values():
        for path in (f"/games/{table.id}", "kept", f"/games/{table.id}/log?at=3&since=3&before=4&run=A"):
            assert all(_written(bid) in mine[path].decode() for bid in BIDS[0]), path
        log = mine[f"/api/games/{table.id}/log"].decode()
        assert all(log.count(_written(bid)) == 3 for bid in BIDS[0])  # paid, sealed, opened
        assert b"fault.secret_file" in mine[f"/api/games/{table.id}/file"]


def _written(amount: int) -> str:
    return f"{amount:,}"


@pytest.mark.long
def test_everything_is_open_when_the_game_is_over(lay: Callable[..., Table]) -> None:
    table = lay()
    _play(table, lambda: None)
    first = table.game.state_after(0)
    for mine in table.read_all().values():
        file = mine[f"/games/{table.id}/file"].decode()
        assert f'"seed": {table.game.seed}' in file
        assert all(str(bid) in file for bids in BIDS for bid in bids)
        assert stellwerk.load(file[file.index("{") :]).digest() == table.game.digest()
        past = mine[f"/api/games/{table.id}/view?at=0&since=0&before=1&run=A"].decode()
        assert all(card in past for card in (*first.deck, *first.hands[0], *first.hands[1], *first.hands[2]))
        sealed_then = mine[f"/api/games/{table.id}/view?at=1&since=1&before=2&run=A"].decode()
        assert str(CASH - BIDS[0][1]) in sealed_then


# Files --------------------------------------------------------------------------------------------------------


def _file(table: Table, seat: int | None) -> Game:
    caller = table.viewers[seat]
    answer = caller.client.get(f"/api/games/{table.id}/file", headers=caller.headers)
    assert answer.status_code == 200
    return stellwerk.load(answer.text)


@pytest.mark.long
def test_without_lots_a_file_ends_before_what_is_hidden(lay: Callable[..., Table]) -> None:
    table = lay(cards=False)
    _auction(table, BIDS[0], lambda: None)
    table.act(1, type="seal_bid", amount=BIDS[1][1])
    table.act(0, type="seal_bid", amount=BIDS[1][0])
    assert {seat: len(_file(table, seat).actions) for seat in table.viewers} == {0: 3, 1: 4, 2: 3, None: 3}
    table.read_all()
    assert table.leaks == set()
    table.act(2, type="seal_bid", amount=BIDS[1][2])
    assert all(_file(table, seat).digest() == table.game.digest() for seat in table.viewers)


def test_a_file_of_an_open_title_is_whole_for_everybody(ada: Caller, bo: Caller, host: Host) -> None:
    for title in (id_ for id_ in stellwerk.title_ids() if find_title(id_).secrets is OPEN):
        id_ = ada.new(title, "me", "friend", "friend")
        ada.choose(id_)
        text = bo.client.get(f"/games/{id_}/file").text
        assert text == host.open(id_).told("en").to_json()
        assert stellwerk.load(text).actions == host.open(id_).game.actions


def test_where_lots_are_drawn_nobody_chooses_the_seed(sealed: str, ada: Caller) -> None:
    seats = [{"kind": "me"}] * 3
    assert "seed" in ada.post("/games", 400, title=sealed, seats=seats, seed=7)["error"]
    ada.post("/games", 201, title=sealed, seats=seats, seed=7, options={"cards": False})


# One screen, bots, taking back --------------------------------------------------------------------------------


def test_at_one_screen_each_seat_is_shown_its_own(sealed: str, ada: Caller) -> None:
    id_ = ada.new(sealed, "me", "friend", "friend")
    for seat in range(2):
        legal = ada.get(f"/games/{id_}/actions")
        assert legal["seat"] == seat
        action = {"type": "seal_bid", "seat": seat, "amount": BIDS[0][seat]}
        ada.post(f"/games/{id_}/actions", decision=legal["decision"], action=action)
        shown = ada.client.get(f"/games/{id_}", headers=ada.headers).text + str(ada.get(f"/games/{id_}/view"))
        assert not any(_written(bid) in shown or str(bid) in shown for bid in BIDS[0])


def test_a_bot_bids_and_advises_by_what_it_may_know(lay: Callable[..., Table]) -> None:
    table = lay()
    for seat in (1, 0):
        table.act(seat, type="seal_bid", amount=BIDS[0][seat])
    advice = str(table.people[2].get(f"/games/{table.id}/advice"))
    assert all(card in advice for card in table.game.state.hands[2])
    table.check(2, "advice", advice.encode())
    assert table.leaks == set()


def test_a_bots_lots_do_not_follow_from_the_seed(sealed: str, ada: Caller, host: Host) -> None:
    bids = set()
    for _ in range(2):
        seats = [{"kind": "bot", "level": "random"}, {"kind": "me"}]
        made = ada.post("/games", 201, title=sealed, seats=seats, seed=7, options={"cards": False})
        bids.add(host.settled(made["id"]).game.actions[0].amount)  # type: ignore[attr-defined]  # a bid
    assert len(bids) == 2


def _undo(table: Table, seat: int) -> int:
    caller, number = table.people[seat], table.host.open(table.id).number
    body = {"headers": caller.headers, "json": {"number": number}}
    answer = caller.client.post(f"/api/games/{table.id}/undo", **body)
    table.check(seat, "undo", answer.content)
    return int(answer.status_code)


def test_a_sealed_bid_is_taken_back_only_before_anything_came_to_light(lay: Callable[..., Table]) -> None:
    table = lay()
    for seat in (0, 1):
        table.act(seat, type="seal_bid", amount=BIDS[0][seat])
    assert _undo(table, 0) == 403  # another person has acted
    assert _undo(table, 1) == 200
    for seat in (1, 2):
        table.act(seat, type="seal_bid", amount=BIDS[0][seat])
    assert table.people[2].get(f"/games/{table.id}")["undo"] is False
    assert _undo(table, 2) == 403  # who bid last has seen all bids
    table.act(0, type="draw_card")
    assert _undo(table, 0) == 403  # who drew knows the card
    assert table.leaks == set()


def test_the_end_is_not_taken_back_where_it_opens_everything(lay: Callable[..., Table]) -> None:
    table = lay(cards=False)
    _play(table, lambda: None)
    assert table.game.over
    assert _undo(table, 2) == 403


def test_a_log_that_no_longer_fits_does_not_tell_what_it_holds(lay: Callable[..., Table]) -> None:
    table = lay()
    table.act(1, type="seal_bid", amount=BIDS[0][1])
    live = table.host.open(table.id)
    live.follow(b'{"type": "seal_bid", "seat": 0, "amount": -483619207}')
    assert live.broken
    table.check(2, "broken", live.broken.encode())
    table.check(2, "broken", str(table.people[2].get(f"/games/{table.id}")).encode())
    assert table.leaks == set()
    assert "483619207" not in live.broken.replace(",", "")


# The test itself ----------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("mask", "loose"),
    [
        ("view", lambda self, rules, state, seat: state),
        ("hides", lambda self, rules, action, seat, then, now: False),
        ("told", lambda self, rules, event, seat, then, now: event),
        ("seed_tells", lambda self, rules: False),
    ],
)
def test_a_mask_that_is_left_out_is_found(
    lay: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, mask: str, loose: Any
) -> None:
    monkeypatch.setattr(SealedSecrets, mask, loose)
    table = lay(cards=mask != "hides")
    _auction(table, BIDS[0], lambda: None)
    if table.game.rules.cards:
        _cards(table, lambda: None)
    table.act(1, type="seal_bid", amount=BIDS[1][1])
    table.read_all()
    assert {seat for seat, _, _ in table.leaks} == {0, 2, None} | ({1} if mask != "hides" else set())


def test_the_title_is_a_plug_in_of_its_own(sealed: str) -> None:
    assert sealed in stellwerk.title_ids()
    assert stellwerk.new(sealed, ["A", "B"]).title is sealed_title.TITLE


def test_unknown_routes_are_not_passed_over(app: Starlette) -> None:
    class Other(BaseRoute):
        pass

    app.routes.append(Other())
    with pytest.raises(AssertionError):
        _routes(app)
    app.routes[-1] = Route("/secret/{door}", lambda request: None)
    with pytest.raises(AssertionError):
        _routes(app)
