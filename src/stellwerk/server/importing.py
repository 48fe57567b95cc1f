"""Games that people bring along: our own files, and records of other programs that `stellwerk replay` reads."""

from __future__ import annotations

from stellwerk.play.game import Game
from stellwerk.records.rails_replay import replay_save
from stellwerk.records.rails_save import parse_save

from .faults import Fault
from .host import Host
from .live import LiveGame
from .storage import Person

JAVA = b"\xac\xed"
"""What a file of serialised Java objects begins with, such as a saved game of Rails."""


def take_in(host: Host, person: Person, name: str, data: bytes) -> LiveGame:
    """Read a file and put its game on the table."""
    if data.startswith(JAVA):
        return host.take_in(person, _rails(name, data))
    return host.adopt(person, data)


def _rails(name: str, data: bytes) -> Game:
    outcome = replay_save(name, parse_save(data, name), ())
    if outcome.mismatches:
        raise Fault("fault.record", problem=outcome.first)
    return outcome.game
