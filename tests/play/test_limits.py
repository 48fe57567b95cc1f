"""How long a file takes is measured by what is computed for it, and how far it is is told."""

import random

import pytest

import stellwerk
from stellwerk.play import limits
from stellwerk.play.files import from_json
from stellwerk.play.limits import Excess, Gauge, Limits
from stellwerk.titles.registry import find_title


def test_time_that_others_have_does_not_count(monkeypatch):
    gauge = Gauge("file", Limits(seconds=1))
    monkeypatch.setattr(limits.time, "monotonic", lambda: 1e12)
    gauge.time()


def test_time_of_its_own_does(monkeypatch):
    gauge = Gauge("file", Limits(seconds=1))
    monkeypatch.setattr(limits.time, "thread_time", lambda: 1e12)
    with pytest.raises(Excess, match="takes longer than 1 seconds"):
        gauge.time()
    with pytest.raises(Excess, match="takes longer than 1 seconds"):
        gauge.reached(1, 2)


def test_how_far_it_is_never_goes_back():
    """A record may be played several times, by one rule after another."""
    heard = []
    gauge = Gauge("file", tell=lambda done, of: heard.append((done, of)))
    for done in (0, 1, 2, 0, 1, 2, 3):
        gauge.reached(done, 4)
    assert heard == [(1, 4), (2, 4), (3, 4)]


def test_a_game_file_tells_how_far_it_is():
    game = stellwerk.new("chicago-express", ["Ada", "Bo", "Cy"])
    for _ in range(3):
        game.play(game.legal_actions().pick(random.Random(1)))
    heard = []
    gauge = Gauge("file", tell=lambda done, of: heard.append((done, of)))
    from_json(game.to_json(), find_title, gauge=gauge)
    assert heard == [(1, 3), (2, 3), (3, 3)]
