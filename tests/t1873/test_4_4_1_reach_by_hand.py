"""4.4.1: what is in reach, found a second time by walking all track after the tile has been laid."""

import random

import pytest

from stellwerk.board.grid import NOWHERE, PLACES, opposite
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.state import acting_seat
from stellwerk.eighteen.track import Lay, lay_of
from stellwerk.titles.t1873.lines.reserves import reserved
from stellwerk.titles.t1873.lines.track import Building, reaches_all_new_track

from .positions import position

BUILDERS = ("HBE", "GHE", "SHE", "W4", "W10", "W11", "W12")


def walked(table, builder, board):
    """Ends of track, as (hex, end), that can be walked to: a side, or ~stop for a stop that can be passed."""
    printed, neighbours = table.rules.printed, board.box.grid.neighbours
    work = printed.works.get(builder)
    if work:
        hex_ = board.box.grid.index[work.hex]
        todo = [(hex_, ~stop) for stop in range(len(board.tracks[hex_].stops))]
    else:
        stops = [s for s in board.stops_of(builder) if (builder, s // PLACES) not in table.state.inactive]
        todo = [(stop // PLACES, ~(stop % PLACES)) for stop in stops]
    seen = set(todo)
    for hex_, end in todo:  # it grows meanwhile
        track, beside = board.tracks[hex_], []
        if end >= 0:
            beyond = neighbours[hex_][end]
            if beyond != NOWHERE and board.tracks[beyond].exits >> opposite(end) & 1:
                beside.append((beyond, opposite(end)))
        for a, b in track.paths:
            if end in (a, b):
                other = b if end == a else a
                marks = board.stations.get(hex_ * PLACES + ~other, ()) if other < 0 else ()
                full = other < 0 and bool(track.stops[~other].slots) and len(marks) >= track.stops[~other].slots
                if work or not full or builder in marks:
                    beside.append((hex_, other))
        for place in beside:
            if place not in seen:
                seen.add(place)
                todo.append(place)
    return seen


def in_reach_by_hand(table, lay):
    """Every new piece has an end that can be walked to, and stops that grow together can be passed."""
    before, after = table.state.board, table.state.board.lay(lay.hex, lay.track)
    old, new = before.tracks[lay.hex], lay.track
    seen = walked(table, lay.company, after)
    asked = []
    for a, b in new.paths:
        stop, side = min(a, b), max(a, b)
        if stop >= 0:
            if frozenset((a, b)) not in old.shape[0]:
                asked.append((lay.hex, a) in seen or (lay.hex, b) in seen)
        elif not any(side in sides for sides in old.sides_of):
            asked.append((lay.hex, side) in seen or (lay.hex, stop) in seen)
    if sum(map(bool, old.sides_of)) > sum(map(bool, new.sides_of)):
        asked.append((lay.hex, ~0) in seen)
    return bool(asked) and all(asked)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(6))
def test_4_4_1_new_track_is_in_reach_exactly_where_it_can_be_walked_to(seed):
    """A board on which everybody builds by lot, in any phase; markers anywhere, some of them inactive."""
    lot = random.Random(seed)
    built = position(5).railway("HBE", 0, cash=9000).railway("GHE", 1, cash=9000).railway("SHE", 2, cash=9000)
    for work in BUILDERS[3:]:
        built.work(work, 3, cash=9000)
    asked = {True: 0, False: 0}
    for turn in range(60):
        builder = BUILDERS[turn % len(BUILDERS)]
        game = built.phase("1335D"[turn * 5 // 60]).set(laid=()).agenda(Building(builder, 2)).game()
        choices = [action for action in game.legal_actions() if isinstance(action, LayTile)]
        if choices:
            lay = lay_of(game.position, lot.choice(choices))
            built.set(board=built.state.board.lay(lay.hex, lay.track))
            assert all(built.state.board.left[tile] >= number for tile, number in reserved(built.table).items())
        put_a_marker(built, lot)
        table, box = built.table, built.printed.box
        for hex_ in lot.sample(range(len(box.printed)), 12):
            for track in box.successors(hex_, built.state.board.tracks[hex_]):
                if built.state.board.left[track.tile]:
                    answer = reaches_all_new_track(table, Lay(builder, hex_, track))
                    assert answer == in_reach_by_hand(table, Lay(builder, hex_, track)), (builder, hex_, track)
                    asked[answer] += 1
    assert min(asked.values()) > 50


def put_a_marker(built, lot):
    company, board = lot.choice(BUILDERS[:3]), built.state.board
    stops = [
        hex_ * PLACES + stop
        for hex_, track in enumerate(board.tracks)
        for stop, sides in enumerate(track.sides_of)
        if sides and track.stops[stop].slots and board.free_places(hex_ * PLACES + stop)
    ]
    stop = lot.choice(stops)
    if built.state.markers[company] and not board.is_in(company, stop // PLACES):
        built.marker(company, stop=stop)
        if lot.random() < 0.5:
            built.inactive(company, built.printed.box.grid.names[stop // PLACES])


@pytest.mark.parametrize("seed", range(2))
def test_4_4_1_what_is_not_listed_is_refused(seed):
    lot = random.Random(seed)
    built = position(5).phase("5").railway("HBE", 0, cash=400).railway("SHE", 2, cash=400).work("W12", 3, cash=400)
    for turn in range(12):
        builder = ("HBE", "SHE", "W12")[turn % 3]
        step = Building(builder, 1)
        laid = ("78",) if builder != "W12" and turn % 2 else ()
        table = built.set(laid=laid).table
        seat = acting_seat(table, builder)
        listed = {action for action in step.choices(table, seat) if isinstance(action, LayTile)}
        box = built.printed.box
        for hex_, name in enumerate(box.grid.names):
            for track in box.successors(hex_, built.state.board.tracks[hex_]):
                action = LayTile(seat, builder, name, track.tile, track.rotation)
                assert (step.refusal(table, action) is None) == (action in listed), action
        if listed:
            action = lot.choice(sorted(listed, key=str))
            built.tile(action.hex, f"{action.tile}/{action.rotation}")
