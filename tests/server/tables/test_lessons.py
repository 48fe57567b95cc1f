"""Lessons: moves are legal, words are there, what they point at is on the page; leaving and coming back."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title
from stellwerk.view.lessons import Course, Step, course_of, guide
from stellwerk.web.app import create_app
from stellwerk.words import LANGUAGES

from ..conftest import Caller

CHICAGO = "chicago-express"
TITLES = stellwerk.title_ids()


def _course(title: str) -> Course:
    found = course_of(title)
    assert found is not None, f"the lesson of {title} cannot be played"
    return found


def _mine(course: Course, step: Step) -> list[dict[str, Any]]:
    return [move for move in step.moves if move["seat"] == course.seat]


# What is written ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_every_move_is_legal_and_nobody_else_is_waited_for_when_the_learner_must_decide(title: str) -> None:
    course = _course(title)
    lesson = course.lesson
    game = new_game(find_title(title), [str(n) for n in range(lesson.players)], lesson.options, lesson.seed)
    for number, action in enumerate(course.actions):
        assert action in game.legal_actions(action.seat)
        if number >= course.begun and action.seat == course.seat:
            assert game.waiting_for() == (course.seat,), "a bot would move instead, and leave the lesson"
        game.play(action)
    assert course.seat in game.waiting_for(), "after the lesson it is the learner's turn"


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_is_short_and_told_in_every_language(title: str) -> None:
    course = _course(title)
    steps = course.lesson.step
    assert 8 <= len(steps) <= 15
    others = {f"{{{seat}}}" for seat in range(course.lesson.players) if seat != course.seat}
    for step in steps:
        assert set(step.text) == set(LANGUAGES)
        named = [set(re.findall(r"\{.*?\}", f"{told.see}{told.why}{told.do}")) for told in step.text.values()]
        assert named[0] == named[1] <= others
        for told in step.text.values():
            assert told.head
            assert told.see
            assert bool(told.do) == bool(_mine(course, step)), told.head
            assert len(told.see + told.why + told.do) < 800, "too long to be read at a table"


def test_where_a_game_stands_in_a_lesson() -> None:
    course = _course(CHICAGO)
    names = ("Ada", "Bo", "Cy")
    start = guide(course, (), names, "en")
    # The first step is read, the second waits for a bid of 9.
    assert [page.number for page in start.pages] == [0, 1]
    assert (start.first, start.left, start.over, start.total) == (0, False, False, 13)
    assert json.loads(start.pages[1].action) == {"type": "bid", "seat": 0, "amount": 9}
    assert "You, Bo and Cy" in start.pages[0].see
    # The bid is made and the others have not answered yet.
    bid = guide(course, course.actions[:1], names, "en")
    assert (len(bid.pages), bid.first, bid.pages[1].done, bid.pages[1].ready) == (2, 1, True, False)
    answered = guide(course, course.actions[:3], names, "en")
    assert (len(answered.pages), answered.first, answered.pages[1].ready) == (3, 2, True)
    # Another bid is another way; the end is reached with the last move.
    other = msgspec.structs.replace(course.actions[0], amount=10)  # type: ignore[call-arg]  # a bid
    assert guide(course, (other,), names, "en").left
    assert course.next((other,)) is None
    done = guide(course, course.actions, names, "en")
    assert (len(done.pages), done.first, done.left, done.over) == (13, 11, False, True)


# At the table -------------------------------------------------------------------------------------------------


def _csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
    assert found
    return found[1]


class Learner:
    """Somebody in a browser who plays a lesson."""

    def __init__(self, client: TestClient, host: Host, title: str) -> None:
        self.client, self.host = client, host
        answer = client.post("/lessons", data={"csrf": _csrf(client), "title": title}, follow_redirects=False)
        self.id = answer.headers["location"].rsplit("/", 1)[-1]
        self.csrf = _csrf(client)  # from now on a person's

    def post(self, path: str, **body: Any) -> int:
        return self.client.post(path, json=body, headers={"x-csrf": self.csrf}).status_code

    def look(self, known: str = "") -> tuple[dict[str, str], dict[str, Any]]:
        self.host.settled(self.id)
        data = self.client.get(f"/games/{self.id}/view?known={known}").json()
        return data["fragments"], data["facts"]

    def act(self, action: dict[str, Any], facts: dict[str, Any]) -> None:
        path = f"/api/games/{self.id}/actions?quiet=1"
        assert self.post(path, decision=facts["decision"], action=action) == 200, action

    def facts(self) -> dict[str, Any]:
        live = self.host.settled(self.id)
        return {"decision": live.decision(live.course.seat if live.course else 0)}


@pytest.fixture
def learner(visit: Callable[..., Caller], host: Host) -> Callable[[str], Learner]:
    return lambda title: Learner(visit().client, host, title)


def _pages(lesson: str) -> list[dict[str, str]]:
    """What the script of the page reads of the steps so far."""
    found = re.findall(r'data-page="(\d+)" data-point="([^"]*)" data-wanted="([^"]*)"', lesson)
    return [
        {"page": page, "point": html.unescape(point), "wanted": html.unescape(want)} for page, point, want in found
    ]


def _is_there(what: str, made: dict[str, str]) -> bool:
    kind, _, name = what.partition(":")
    quoted = html.escape(name)
    return {
        "hex": f'data-hex="{quoted}"' in made["board"],
        "tab": bool(made.get(name)) or name == "log",
        "company": f'data-company="{quoted}"' in made["companies"],
        "head": 'class="facts"' in made["head"],
        "runs": "<li>" in made["runs"],
    }[kind]


def _offered(menu: str) -> list[dict[str, Any]]:
    """Actions on buttons; of an amount, all but that."""
    found = []
    for action, field in re.findall(r'data-action="([^"]*)"(?: data-field="(\w+)")?', menu):
        offer = json.loads(html.unescape(action))
        offer.pop(field, None)
        found.append(offer)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_lesson_can_be_played_and_all_that_it_points_at_is_there(
    title: str, learner: Callable[[str], Learner]
) -> None:
    course, ada = _course(title), learner(title)
    for number, step in enumerate(course.lesson.step):
        made, facts = ada.look()
        pages = _pages(made["lesson"])
        assert int(pages[-1]["page"]) >= number
        assert [what for what in step.point if not _is_there(what, made)] == []
        first = True
        for place, move in enumerate(step.moves, course.starts[number]):
            played = len(ada.host.open(ada.id).game.actions)
            if move["seat"] != course.seat or place < played:  # a pass that was no choice is played already
                continue
            if not first:
                facts = ada.facts()
            else:
                first = False
                wanted = json.loads(pages[number]["wanted"])
                assert wanted == {key: list(v) if isinstance(v, tuple) else v for key, v in move.items()}
                if "hex" in wanted:
                    assert wanted["hex"] in facts["hexes"]
                else:
                    offers = _offered(made["menu"])
                    assert wanted in offers or {k: v for k, v in wanted.items() if k != "amount"} in offers
            ada.act(move, facts)
    made, _ = ada.look()
    assert "data-last" in made["lesson"]
    live = ada.host.open(ada.id)
    assert live.game.actions == list(course.actions)


def test_whoever_goes_another_way_plays_bots_and_may_come_back(learner: Callable[[str], Learner]) -> None:
    ada = learner(CHICAGO)
    _, facts = ada.look()
    ada.act({"type": "pass", "seat": 0}, facts)
    made, _ = ada.look()
    assert "data-left" in made["lesson"]
    live = ada.host.open(ada.id)
    assert len(live.game.actions) > 1, "the bots go on by themselves"
    assert ada.post(f"/games/{ada.id}/lesson/back") == 200
    made, facts = ada.look()
    assert "data-left" not in made["lesson"]
    assert (facts["moves"], facts["undo"]) == (0, False)
    assert ada.post(f"/games/{ada.id}/lesson/back") == 409, "there is nothing to come back from"


def test_what_happened_before_a_lesson_is_not_taken_back(learner: Callable[[str], Learner]) -> None:
    ada = learner("1844")  # the learner has passed four times before it begins
    course = _course("1844")
    _, facts = ada.look()
    assert (facts["moves"], facts["undo"]) == (course.begun, False)
    ada.act(_mine(course, course.lesson.step[1])[0], facts)
    _, facts = ada.look()
    assert facts["undo"]
    assert ada.post(f"/api/games/{ada.id}/undo", number=facts["number"]) == 200
    made, facts = ada.look()
    assert (facts["moves"], facts["undo"]) == (course.begun, False)
    assert 'data-first="0"' in made["lesson"]


def test_a_lesson_that_is_ended_is_gone_from_the_page_and_for_good(
    learner: Callable[[str], Learner], visit: Callable[..., Caller], settings: Settings
) -> None:
    ada = learner(CHICAGO)
    assert 'id="lesson"' in ada.client.get(f"/games/{ada.id}").text
    stranger = visit()
    assert 'id="lesson"' not in stranger.client.get(f"/games/{ada.id}").text, "others only watch a game"
    assert stranger.enter("Bo").client.post(
        f"/games/{ada.id}/lesson/end", json={}, headers=stranger.headers
    ).status_code == 403  # fmt: skip
    made, facts = ada.look()
    assert ada.post(f"/games/{ada.id}/lesson/end") == 200
    made, facts = ada.look(".".join(facts["known"].values()))
    assert made == {"lesson": ""}, "nothing else has changed, and it is told although other parts are empty too"
    assert ada.post(f"/games/{ada.id}/lesson/end") == 403
    assert 'id="lesson"' not in ada.client.get(f"/games/{ada.id}").text


def test_a_lesson_goes_on_after_a_restart(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app) as client:
        ada = Learner(client, app.state.host, CHICAGO)
        _, facts = ada.look()
        ada.act({"type": "bid", "seat": 0, "amount": 9}, facts)
        ada.look()
        cookies = client.cookies
    again = create_app(settings)
    with TestClient(again, cookies=cookies) as client:
        assert "Step 3 of 13" in client.get(f"/games/{ada.id}").text
        live = again.state.host.open(ada.id)
        assert live.course is course_of(CHICAGO)
        assert [action.seat for action in live.game.actions] == [0, 1, 2], "the others answered as it is written"


def test_titles_without_a_lesson_offer_none(visit: Callable[..., Caller]) -> None:
    client = visit().client
    for title in TITLES:
        assert f'data-lesson="{title}"' in client.get(f"/titles/{title}").text
    assert client.post("/lessons", data={"csrf": _csrf(client), "title": "nothing"}).status_code == 404
