"""What somebody keeps beside a game and wants in its file: notes of their own seats, and what they tried out.

Never another seat's: who asks gets what is theirs, and a file that is brought in gives all of it to its owner.
"""

from __future__ import annotations

import time

import msgspec

from stellwerk.play.core import Action
from stellwerk.play.game import Game
from stellwerk.view.faults import Fault

from ..host import Host
from ..ids import new_id
from ..imports.beside_file import MOST_LINES, MOST_NOTES, Beside, Line, Note
from ..imports.import_worker import Brought
from ..live import LiveGame
from ..storage.rows import FINISHED, PERSON, RUNNING, UNLISTED, GameRow, Person, Seat
from ..storage.tables import ask_rows, talk_rows
from ..written import plain
from .asks import Branch
from .talk import LONGEST_NOTE, LONGEST_PLACE, PLACES

MOST_SIGNS = 200_000
"""Signs of notes, and actions tried out, that a file keeps."""
MOST_ACTIONS = 4_000


def gather(host: Host, live: LiveGame, person: Person, known: Game) -> Beside:
    """What a person keeps beside a game, as far as it fits into a file."""
    notes: list[Note] = []
    for seat in live.seats_of(person.id):
        for place, text in talk_rows.written(host.storage, live.row.id, seat).items():
            notes.append(Note(seat, place, text))
    lines, actions = [], 0
    for id_, _ in ask_rows.tried_out(host.storage, live.row.id, person.id, MOST_LINES):
        tried = _tried(host, id_, person)
        if tried is not None:
            line = _from(known.actions, tried)
            actions += len(line.actions)
            if actions <= MOST_ACTIONS:
                lines.append(line)
    notes = notes[:MOST_NOTES]
    while sum(len(note.text) for note in notes) > MOST_SIGNS:
        notes.pop()
    return Beside(tuple(notes), tuple(lines))


def _tried(host: Host, id_: str, person: Person) -> Game | None:
    """A game that somebody tries out, as far as they know it."""
    try:
        live = host.open(id_)
    except Fault:  # damaged, or of rules that are not here: the file does without
        return None
    with live.lock:
        return live.game.known(live.seat_for(person.id))


def _from(actions: list[Action], tried: Game) -> Line:
    """What differs from the moves of the game."""
    same = 0
    for one, other in zip(actions, tried.actions, strict=False):
        if one != other:
            break
        same += 1
    rest = tuple(msgspec.json.decode(msgspec.json.encode(action)) for action in tried.actions[same:])
    return Line(same, rest, tried.over)


def written(file: str, beside: Beside) -> str:
    """A game's file with what stands beside it."""
    head, actions, rest = file.partition('  "actions": [')
    return f'{head}  "beside": {msgspec.json.encode(beside).decode()},\n{actions}{rest}'


def take_in(host: Host, owner: Person, game: Brought) -> str:
    """Keep a game that somebody has brought along, with what stood beside it."""
    id_ = host.take_in(owner, game)
    _keep(host, owner, id_, game.beside)
    return id_


def _keep(host: Host, owner: Person, id_: str, beside: Beside) -> None:
    """Give the owner of a game that was brought in what stood beside it."""
    row = host.storage.game(id_)
    if row is None:
        return
    # Who had one seat has all of them here, and finds what they wrote wherever they look from.
    alone = len({note.seat for note in beside.notes}) == 1
    places: list[set[str]] = [set() for _ in row.seats]
    for note in beside.notes:
        place, text = plain(note.place, LONGEST_PLACE), plain(note.text, LONGEST_NOTE, lines=True)
        for seat in range(len(row.seats)) if alone else (note.seat,):
            if text and seat < len(places) and len(places[seat] | {place}) <= PLACES:
                places[seat].add(place)
                talk_rows.write(host.storage, id_, seat, place, text)
    entries = host.storage.entries(id_) if beside.lines else []
    for line in beside.lines:
        now = time.time()
        seats = tuple(Seat(seat.seat, PERSON, seat.name, owner.id, program=owner.program) for seat in row.seats)
        tried = GameRow(
            new_id(), row.title, row.rules, row.options, row.seed, owner.id,
            FINISHED if line.over else RUNNING, now, now, None, seats, drawn=row.drawn, access=UNLISTED,
        )  # fmt: skip
        bodies = [*entries[: line.move], *(msgspec.json.encode(action) for action in line.actions)]
        host.storage.add_game(tried, bodies)
        ask_rows.note_branch(host.storage, tried.id, Branch(id_, line.move, owner.id))
