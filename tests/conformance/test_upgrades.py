"""After every lay that is legal nothing is wrong with the position: track, cities and markers are all still there.

What a tile must keep is worked out once more from its notation alone: no path is lost, and of cities that were
apart no two become one while the new tile has as many.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import permutations

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.bank.papers import BANK
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import NOWHERE, opposite
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.track import LayStep
from stellwerk.testing.golden import written_out
from stellwerk.testing.lots import by_kind
from stellwerk.testing.trying import begin, lots_of
from stellwerk.titles.registry import find_title

SIDES = range(6)
RICH = 1000
ACTIONS = 900  # of a title's games by lot


def rules_of(title):
    known = find_title(title)
    return known.rules(known.players[0], known.options())


def has_tiles(title):
    return hasattr(getattr(rules_of(title), "printed", None), "box")


TITLES = [title for title in stellwerk.title_ids() if has_tiles(title)]


# What is drawn on a tile, read without the code that lays it ------------------------------------------------


@cache
def sheet(title, name="tiles"):
    """The tiles of a title as its file has them, or its board; standard tiles with their track."""
    folder = find_title(title).manifest.data_folder()
    values = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    return written_out(values) if name == "tiles" else values


@cache
def drawn(notation, rotation):
    """Track from side to side, and for each stop the sides that lead to it, each with its kind of track."""
    lines = set()
    parts = [part.partition("=") for part in notation.split(";") if part]
    stops = [set() for name, _, _ in parts if name in ("city", "town", "offboard")]
    for name, _, rest in parts:
        if name != "path":
            continue
        path = dict(field.split(":") for field in rest.split(","))
        kind = path.get("track", "")
        sides = frozenset((int(end) + rotation) % 6 for end in (path["a"], path["b"]) if "_" not in end)
        stop = next((int(end[1:]) for end in (path["a"], path["b"]) if "_" in end), None)
        if stop is None:
            lines.add((sides, kind))
        else:
            stops[stop] |= {(side, kind) for side in sides}
    return frozenset(lines), tuple(frozenset(each) for each in stops)


def heirs(old, new):
    """Every way in which all track of one tile is still there on another: for each old stop the new one."""
    (old_lines, old_stops), (new_lines, new_stops) = old, new
    if not old_lines <= new_lines:
        return []
    if len(new_stops) == 1:  # they have grown together
        return [(0,) * len(old_stops)] if all(each <= new_stops[0] for each in old_stops) else []
    if len(new_stops) < len(old_stops):
        return []
    ways = permutations(range(len(new_stops)), len(old_stops))
    return [way for way in ways if all(o <= new_stops[n] for o, n in zip(old_stops, way, strict=True))]


def outside(notation, rotation):
    """Track of railways that are not in the game: it stays as it was."""
    return frozenset(each for each in drawn(notation, rotation)[0] if each[1] == "outside")


@pytest.mark.parametrize("title", TITLES)
def test_a_tile_keeps_what_its_notation_says(title):
    """Every tile against all that it may become, in all turns."""
    box, tiles = rules_of(title).printed.box, sheet(title)
    seen = 0
    for name, tile in tiles.items():
        old = box.tracks[name][0]
        for other in tile.get("becomes", ()):
            for new in box.tracks[other]:
                before, after = (tile["track"], old.rotation), (tiles[other]["track"], new.rotation)
                kept = bool(heirs(drawn(*before), drawn(*after))) and outside(*before) == outside(*after)
                assert new.keeps(old) == kept, (name, other, new.rotation)
                seen += kept
    assert seen > 30


# Playing them -----------------------------------------------------------------------------------------------


def building(title, seed=1):
    """A game in which a company with a marker on the board may lay a tile."""
    lots, game = lots_of(seed), begin(title, find_title(title).players[-1], seed=seed)
    while not (isinstance(game.step, LayStep) and game.state.markers.get(game.step.company, -1) >= 0):
        game.play(by_kind(game, lots))
    return game


def with_one_tile(game, hex_, track, city):
    """The same with this tile on the board, its circles full, and all colours for sale.

    The builder's markers stand in this city, or without one all around. Money and markers that this takes come
    from where there are any.
    """
    state, printed, builder = game.state, game.rules.printed, game.step.company
    board = Board.empty(printed.box)
    if track.tile:
        board = board.lay(hex_, track)
    markers = {mark: left + len(state.board.stops_of(mark)) for mark, left in state.markers.items()}
    others = iter(sorted(set(markers) - {builder}, key=lambda mark: (-markers[mark], mark)))
    circles = {stop_number(hex_, place): [place == city] * track.stops[place].slots for place in cities(track)}
    if city is None:
        for side, beside in enumerate(printed.box.grid.neighbours[hex_]):
            if beside != NOWHERE:
                board = board.lay(beside, feeder_to(printed.box, opposite(side)))
                circles[stop_number(beside, 0)] = [True]
    for stop, places in circles.items():
        for circle, own in enumerate(places):
            mark = builder if own and not circle else next(others)
            markers[mark] -= 1
            board = board.with_station(mark, stop)
    colours = [len(phase.colours) for phase in printed.phases]
    cash = {**state.cash, builder: RICH, BANK: state.cash[BANK] + state.cash[builder] - RICH}
    twin = game.copy()
    twin._states[-1] = replace(state, board=board, markers=markers, cash=cash, phase=colours.index(max(colours)))
    if hasattr(state, "complete"):  # no railway keeps hexes and tiles for its route any more
        twin._states[-1] = replace(twin.state, complete=frozenset(printed.concessions))
    return twin


def cities(track):
    return [place for place, stop in enumerate(track.stops) if stop.slots]


def feeder_to(box, side):
    """A tile with one city of one circle, and track from there to this side."""
    return next(
        track
        for tracks in box.tracks.values()
        for track in tracks
        if [(stop.slots, stop.group) for stop in track.stops] == [(1, "")] and side in track.sides_of[0]
    )


def cities_of(game, hex_):
    """Where each marker of a hex stands."""
    board = game.state.board
    places = range(len(board.tracks[hex_].stops))
    return {mark: place for place in places for mark in board.stations.get(stop_number(hex_, place), ())}


def lies(box, hex_, first):
    """Everything that can ever lie on a hex."""
    found, todo = {}, [first]
    while todo:
        track = todo.pop()
        if (track.tile, track.rotation) not in found:
            found[track.tile, track.rotation] = track
            todo += box.successors(hex_, track)
    return found.values()


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_wrong_after_any_upgrade(title):
    """Tiles and printed track, each with all that it may become, in each turn to it, and with all circles full."""
    game = building(title)
    box, tiles, hexes = game.rules.printed.box, sheet(title), sheet(title, "board")["hexes"]
    settled, played, possible = set(), set(), set()
    for hex_, printed in enumerate(box.printed):
        for track in lies(box, hex_, printed):
            if not track.exits:
                continue
            at = box.grid.names[hex_]
            lying = track.tile or at
            old = drawn(tiles[track.tile]["track"] if track.tile else hexes[at]["track"], track.rotation)
            if track.tile:
                following = box.successors(hex_, track)
                possible |= {(lying, new.tile) for new in following if tiles[new.tile]["count"]}
            for city in (*cities(track), None):
                kinds = {
                    (lying, name, (rotation - track.rotation) % 6, city)
                    for name in (box.tiles[track.tile].becomes if track.tile else box.becomes[hex_])
                    for rotation in SIDES
                } - settled
                if not kinds:
                    continue
                ground = with_one_tile(game, hex_, track, city)
                wrong, before = set(ground.problems()), cities_of(ground, hex_)
                for kind in sorted(kinds, key=str):
                    name, rotation = kind[1], (kind[2] + track.rotation) % 6
                    lay = LayTile(ground.waiting_for()[0], ground.step.company, at, name, rotation)
                    ways = heirs(old, drawn(tiles[name]["track"], rotation))
                    if ground.refusal(lay) is not None:
                        if not ways:  # otherwise it may be legal elsewhere
                            settled.add(kind)
                        continue
                    assert ways, (at, track, lay)
                    ground.play(lay)
                    ways = heirs(old, drawn(tiles[name]["track"], ground.actions[-1].rotation))  # as it was listed
                    assert set(ground.problems()) <= wrong, (at, track, lay)
                    expected = [{mark: way[place] for mark, place in before.items()} for way in ways]
                    assert cities_of(ground, hex_) in expected, (at, track, lay)
                    ground.undo()
                    settled.add(kind)
                    played.add((lying, name))
    assert played >= possible


@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_wrong_after_any_lay_of_games_by_lot(title):
    """Every lay that is listed in a few games, once for each kind of it."""
    played, actions, seed = set(), 0, 0
    while actions < ACTIONS:
        seed += 1
        lots, game = lots_of(seed), begin(title, find_title(title).players[-1], seed=seed)
        while not game.over and actions < ACTIONS:
            if isinstance(getattr(game.step, "under", game.step), LayStep):  # a lay may be put to the vote
                tracks, index = game.state.board.tracks, game.rules.printed.box.grid.index
                for lay in [each for each in game.legal_actions() if isinstance(each, LayTile)]:
                    track = tracks[index[lay.hex]]
                    kind = track.tile or track.label, lay.tile, (lay.rotation - track.rotation) % 6, lay.permit
                    if kind not in played:
                        played.add(kind)
                        game.play(lay)
                        assert game.problems() == [], lay
                        game.undo()
            game.play(by_kind(game, lots))
            actions += 1
    assert len(played) > 50
