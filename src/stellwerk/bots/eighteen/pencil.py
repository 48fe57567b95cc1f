"""Playing on in thought, quickly: as `steady` would for the most part, but track and stations with the pencil.

Boards are one object for one content, so that what has been worked out on a board holds in every playout that
comes by it. A lay or a station is chosen by nothing but the rules of the game, board, company, trains, markers,
money, the train on offer, the phase, who runs and what the title adds (`Railways.track_hangs_on`), and kept by all
of these: a kept move is the one that would be found again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.bots.api import LayTrack, PlaceStation, Railways, Table
from stellwerk.play.core import Action, Choice, Decision, Pass, Position, Turn
from stellwerk.play.playable import settle

from .forecast import Forecast
from .surroundings import Surroundings

LAYS = 5  # lays that are tried out of those that could change a run
QUIET = 3  # others of which what lies near is looked at
NOW, AHEAD, NEARER = 4.0, 1.5, 1.2  # rounds for which a run, a later run, and stops that come nearer count
SPENT = 0.25  # what a mark of the treasury counts
STATIONS = 3  # the cheapest places that are tried out
WORTH_A_STATION = 30.0  # what a station must bring, beside its cost
MOST_BOARDS = 3000  # of all games: late in one, with what runs on it, a board takes 0.1 MB
MOST_MOVES = 20000
MOST_GAMES = 8  # games, each with rules of its own, of which something is kept


class Kept:
    """What playouts of one game share: boards by their content, and moves."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.boards: dict[Hashable, Board] = {}
        self.moves: dict[Hashable, Action] = {}


class _Games(threading.local):
    """What is kept in each thread, the game that was played on last comes last."""

    def __init__(self) -> None:
        self.games: list[Kept] = []


_GAMES = _Games()


def kept_for(rules: Any) -> Kept:
    """What is kept of games with these rules: what may be laid and what it brings hangs on options, too."""
    games = _GAMES.games
    if games and games[-1].rules is rules:
        return games[-1]
    found = next((one for one in games if one.rules is rules), None) or Kept(rules)
    games[:] = [*(one for one in games if one is not found), found][-MOST_GAMES:]
    return found


def forget() -> None:
    """Keep nothing of what has been thought so far."""
    _GAMES.games.clear()


def one_board(kept: Kept, board: Board) -> Board:
    """The board of this content that all playouts of a game use."""
    boards = kept.boards
    tiles = tuple([(track.tile, track.rotation) for track in board.tracks])
    crossed = tuple(
        [
            (hex_, track.crossing.tile, track.crossing.rotation)
            for hex_, track in enumerate(board.tracks)
            if track.crossing
        ]
    )
    key = (id(board.box), tiles, frozenset(board.stations.items()), crossed)
    found = boards.get(key)
    if found is None or found.box is not board.box:
        make_room(kept)
        found = boards[key] = board
    return found


def make_room(kept: Kept) -> None:
    """Let go of what was kept of games that were played on longer ago, at last of this one."""
    games = _GAMES.games
    while games and games[0] is not kept and sum(len(one.boards) for one in games) >= MOST_BOARDS:
        del games[0]
    if len(kept.boards) >= MOST_BOARDS:
        kept.boards.clear()
        kept.moves.clear()  # their keys name boards by identity


def taken(table: Table, action: Action) -> Table:
    """The position after a legal action, on a board that playouts share."""
    turn: Turn[Any, Any] = Turn(table.rules, table.state)
    step = table.rules.any_time.get(type(action)) or turn.pop()
    assert isinstance(step, Decision)
    step.apply(turn, action)
    settle(turn)
    state = turn.state
    if state.board is not table.state.board:
        known = one_board(kept_for(turn.rules), state.board)
        if known is not state.board:
            state = replace(state, board=known)
    return Position(turn.rules, state)


def on_one_board(table: Table) -> Table:
    """A position on the board that playouts share."""
    known = one_board(kept_for(table.rules), table.state.board)
    return table if known is table.state.board else Position(table.rules, replace(table.state, board=known))


Weigher = Callable[[Table, int, Sequence[Choice]], Action]


class Pencil:
    """Decides for everybody in a playout; what is neither track nor station is left to `weigh`."""

    def __init__(self, railways: Railways, weigh: Weigher) -> None:
        self.railways, self.weigh = railways, weigh

    def decide(self, table: Table) -> Action:
        """What the seat that is waited for does."""
        step = table.state.agenda[-1]
        seat = step.waiting(table)[0]
        moves = kept_for(table.rules).moves
        key = self._key(table, step)
        kept = moves.get(key) if key is not None else None
        if kept is not None and step.refusal(table, kept) is None:  # what else may forbid it is asked each time
            return kept
        choices = list(step.choices(table, seat))
        if len(choices) == 1 and isinstance(choices[0], Action):
            return choices[0]
        if key is not None:
            sketched = self._sketched(table, seat, choices)
            if sketched is not None:
                if len(moves) >= MOST_MOVES:
                    moves.clear()
                moves[key] = sketched
                return sketched
        return self.weigh(table, seat, choices)

    def _key(self, table: Table, step: Decision) -> Hashable:
        """All that a lay or a station hangs on; None where no company acts."""
        company, state = getattr(step, "company", ""), table.state
        if not company or company not in state.trains:
            return None
        return (
            step,
            step.waiting(table),
            id(state.board),
            state.trains[company],
            state.cash[company],
            state.depot[:1],
            state.phase,
            state.markers.get(company),
            state.in_operation,
            self.railways.run_hangs_on(table),
            self.railways.track_hangs_on(table, company),
        )

    def _sketched(self, table: Table, seat: int, choices: Sequence[Choice]) -> Action | None:
        """The best lay or station; None where it is about something else."""
        lays: list[tuple[Action, LayTrack]] = []
        stations: list[tuple[Action, PlaceStation]] = []
        nothing: Action | None = None
        for choice in choices:
            if isinstance(choice, Pass):
                nothing = choice
                continue
            reading = self.railways.read(table, choice)
            if reading is None:
                continue
            action, move = reading
            if isinstance(move, LayTrack):
                lays.append((action, move))
            elif isinstance(move, PlaceStation):
                stations.append((action, move))
            else:
                return None
        if nothing is None or not (lays or stations):
            return None
        forecast = Forecast(self.railways, table, seat)
        found = [(0.0, nothing)]
        if lays:
            found += Sketch(forecast, lays[0][1].company).lays(lays)
        if stations:
            found += Sketch(forecast, stations[0][1].company).stations(stations)
        return max(found, key=lambda each: each[0])[1]


class Sketch(Surroundings):
    """A company's surroundings, by what playouts keep moves by and nothing else."""

    def __init__(self, forecast: Forecast, company: str) -> None:
        firm = forecast.survey.firms[company]
        kind = forecast.next_train(firm=firm)
        dream = (kind.id,) if kind else firm.trains[-1:]
        super().__init__(forecast, company, firm.trains or dream, dream, {})

    def lays(self, choices: Sequence[tuple[Action, LayTrack]]) -> list[tuple[float, Action]]:
        """The lays that promise most with what they bring, of each hex the best first."""
        numbered = {number: move for number, (_, move) in enumerate(choices)}
        changing = {number: move for number, move in numbered.items() if self.changes_runs(move)}
        quiet = {number: move for number, move in numbered.items() if number not in changing}
        tried = [*self.hexes_first(changing)[:LAYS], *self.hexes_first(quiet)[:QUIET]]
        found = []
        for number, move in tried:
            after = self.board.lay(move.hex, move.track) if number in changing else None
            found.append((self.brings_by(move, after) - SPENT * move.cost, choices[number][0]))
        return found

    def brings_by(self, move: LayTrack, after: Board | None) -> float:
        """What a company gains by a lay; without a board nothing but what lies near is another."""
        near = NEARER * (sum(self.near_after(move, after)) - self.near)
        return near + (self.brings(after) if after else 0.0)

    def stations(self, choices: Sequence[tuple[Action, PlaceStation]]) -> list[tuple[float, Action]]:
        """The cheapest places with what they bring."""
        found = []
        for action, move in sorted(choices, key=lambda choice: (choice[1].cost, choice[1].stop))[:STATIONS]:
            brings = self.brings(self.board.with_station(move.company, move.stop))
            found.append((brings - SPENT * move.cost - WORTH_A_STATION, action))
        return found

    def brings(self, after: Board) -> float:
        """What a company gains by another board in runs."""
        run = self.forecast.run(self.company, self.trains, after) - self.run_now
        ahead = self.forecast.run(self.company, self.dream, after) - self.run_ahead
        return NOW * run + AHEAD * ahead
