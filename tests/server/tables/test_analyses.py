"""A finished game looked back on in the browser: begun once, told when it is done, and played on from there."""

from __future__ import annotations

import re
import threading

import pytest
from starlette.applications import Starlette

from stellwerk.bots.analysis import Analysis, Point, Turning, analyse, until
from stellwerk.host.bots.analyses import KEPT, MOST_WAITING, Analyses
from stellwerk.host.host import Host
from stellwerk.host.imports.import_worker import brought
from stellwerk.play.core import Pass
from stellwerk.view.faults import Busy

from ..conftest import Caller
from .test_ending import Take, finished, page

FOUND = Analysis((Point(0, (0.5, 0.5)),), (), 3)


@pytest.fixture
def take(ada: Caller, app: Starlette, host: Host) -> Take:
    """Puts a game on Ada's table, as if she had brought its file."""
    ada_herself = app.state.visitors.find(ada.headers["authorization"].removeprefix("Bearer "))
    return lambda game: host.take_in(ada_herself, brought(game))


def by_hand(analyses: Analyses, app: Starlette) -> None:
    """Let the server's analyses be made by these."""
    app.state.analyses.close()
    app.state.analyses = analyses


def told() -> Analysis:
    """An analysis of the finished game, made up but for its actions."""
    game = finished()
    number = next(n for n, action in enumerate(game.actions) if not isinstance(action, Pass))
    then = until(game, number)
    seat = game.actions[number].seat
    better = next(one for one in then.legal_actions(seat) if one != game.actions[number])
    better = better if isinstance(better, Pass) else Pass(seat)
    parts = (1 / len(game.players),) * len(game.players)
    curve = (Point(0, parts), Point(len(game.actions), parts))
    return Analysis(curve, (Turning(number, seat, game.actions[number], better, 0.25, 0.2, 0.3),), 40)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Analysis", "Promised more", "30.0%")), ("de", ("Analyse", "Versprach mehr", "30,0\xa0%"))],
)
def test_the_page_tells_how_far_it_is_and_then_what_was_found(
    ada: Caller,
    app: Starlette,
    take: Take,
    language: str,
    words: tuple[str, ...],
) -> None:
    go_on, half = threading.Event(), threading.Event()

    def work(text, tell):
        tell(42)
        half.set()
        go_on.wait()
        return told()

    by_hand(Analyses(work), app)
    id_ = take(finished())
    page(ada, f"/games/{id_}/analysis", language)
    half.wait()
    waiting = page(ada, f"/games/{id_}/analysis", language)
    assert "42" in waiting
    assert 'http-equiv="refresh"' in waiting
    go_on.set()
    app.state.analyses.wait((id_, len(finished().actions)))
    html = page(ada, f"/games/{id_}/analysis", language)
    assert 'http-equiv="refresh"' not in html
    for said in words:
        assert said in html
    assert '<svg class="plot' in html
    assert f"/games/{id_}/analysis" in page(ada, f"/games/{id_}/end", language)
    app.state.analyses.close()


def test_a_game_goes_on_from_a_decision_that_was_told(ada: Caller, app: Starlette, host: Host, take: Take) -> None:
    by_hand(Analyses(lambda text, tell: told()), app)
    id_, number = take(finished()), told().turnings[0].number
    page(ada, f"/games/{id_}/analysis")
    app.state.analyses.wait((id_, len(finished().actions)))
    html = page(ada, f"/games/{id_}/analysis")
    token = re.search(r'name="csrf" value="([^"]+)"', html)
    answer = ada.client.post(
        f"/games/{id_}/analysis",
        data={"csrf": token[1] if token else "", "number": str(number)},
        headers=ada.headers,
        follow_redirects=False,
    )
    assert answer.status_code == 303, answer.text
    new = host.open(answer.headers["location"].removeprefix("/games/"))
    assert new.game.actions == finished().actions[:number]
    assert not new.game.over
    app.state.analyses.close()


def test_a_game_that_is_not_over_is_not_analysed(ada: Caller, take: Take) -> None:
    id_ = take(until(finished(), 10))
    answer = ada.client.get(f"/games/{id_}/analysis", headers={**ada.headers, "accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["key"] == "fault.not_over"


def test_the_work_is_done_in_a_process_and_comes_to_the_same() -> None:
    analyses, heard = Analyses(), []
    game = until(finished(), 12)
    found = analyses._elsewhere(game.to_json(), heard.append)
    assert found == analyse(game)
    assert heard == sorted(heard)
    analyses.close()


def test_what_fails_is_told_and_the_next_goes_on() -> None:
    def work(text, tell):
        if text == "bad":
            raise ValueError
        return FOUND

    analyses = Analyses(work)
    analyses.look(("a", 1), lambda: "bad")
    analyses.look(("b", 1), lambda: "good")
    assert analyses.wait(("a", 1)).failed
    assert analyses.wait(("b", 1)).found == FOUND
    analyses.close()


def test_only_so_many_wait_and_only_so_many_are_kept() -> None:
    go_on = threading.Event()
    analyses = Analyses(lambda text, tell: FOUND if go_on.wait() else None)
    for number in range(MOST_WAITING):
        analyses.look((str(number), 1), lambda: "")
    with pytest.raises(Busy):
        analyses.look(("more", 1), lambda: "")
    go_on.set()
    for number in range(KEPT + 5):
        analyses.look((str(number), 1), lambda: "")
        analyses.wait((str(number), 1))
    assert len(analyses._jobs) <= KEPT
    analyses.close()
