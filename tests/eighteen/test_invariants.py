"""The invariants of every title built on the shared rules can fail: each part of a table spoilt once."""

import re

import msgspec
import pytest

import stellwerk
from stellwerk.board.board import Board, stop_number
from stellwerk.play.core import Position
from stellwerk.titles.registry import find_title


def beginnings():
    """Titles with shared rules, and how they begin."""
    for id_ in stellwerk.title_ids():
        title = find_title(id_)
        rules = title.rules(title.players[0], title.options())
        if hasattr(rules, "cites"):
            yield pytest.param(title, rules, title.start(rules, 0).state, id=id_)


TABLES = list(beginnings())


def unknown_paper(state, rules):
    return {"papers": state.papers.moved("unheard of", 0)}


def negative_cash(state, rules):
    return {"cash": {**state.cash, 0: -1, "bank": state.cash["bank"] + state.cash[0] + 1}}


def missing_money(state, rules):
    return {"cash": {**state.cash, 0: state.cash[0] - 1}}


def missing_train(state, rules):
    return {"depot": state.depot[1:]}


def trains_above_the_limit(state, rules):
    table = Position(rules, state)
    company = min(rules.printed.companies, key=lambda each: rules.trains.limit(table, each))
    return {
        "depot": state.depot[9:],
        "trains": {**state.trains, company: state.depot[:9]},
        "in_operation": state.in_operation | {company},
    }


def free_tile(state, rules):
    tile = next(each for each in rules.printed.box.tiles.values() if each.count)
    left = {**state.board.left, tile.id: tile.count + 1}
    return {"board": Board(state.board.box, state.board.tracks, state.board.stations, left)}


def crowded_city(state, rules):
    hex_ = next(number for number, track in enumerate(state.board.tracks) if track.stops and track.stops[0].slots)
    marks = ("one",) * (1 + state.board.tracks[hex_].stops[0].slots)
    return {"board": state.board.with_stations({**state.board.stations, stop_number(hex_, 0): marks})}


def lost_marker(state, rules):
    company = next(each.id for each in rules.printed.companies.values() if each.hex or state.markers[each.id])
    return {
        "markers": {**state.markers, company: state.markers[company] - 1},
        "in_operation": state.in_operation | {company},
    }


SPOILT = {
    unknown_paper: "papers: some are missing",
    negative_cash: "money: 0 has -1",
    missing_money: r"money: -?\d+ in all",
    missing_train: r"trains: \d+ of (card|kind)",
    trains_above_the_limit: "is over its limit",
    free_tile: "board: tile",
    crowded_city: "board: .* holds",
    lost_marker: "board: markers of",
}


@pytest.mark.parametrize(("title", "rules", "state"), TABLES)
def test_nothing_is_wrong_at_the_beginning(title, rules, state):
    assert title.problems(rules, state) == []


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
@pytest.mark.parametrize(("title", "rules", "state"), TABLES)
def test_what_is_spoilt_is_named(title, rules, state, spoil):
    spoilt = msgspec.structs.replace(state, **spoil(state, rules))
    assert re.search(SPOILT[spoil], "\n".join(title.problems(rules, spoilt)))
