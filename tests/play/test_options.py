"""Options of players and habits of other programs: one mapping in files, two structs in the rules."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.play.errors import StellwerkError
from stellwerk.play.options import habits_of, players_choose, told_apart
from stellwerk.titles.registry import find_title

MIXED = {"variant": "snake", "track_anywhere": True, "minors_wait": "bayern"}


def test_both_stand_in_one_mapping_of_a_file_and_are_told_apart_when_it_is_read():
    game = stellwerk.new("1835", ["a", "b", "c"], MIXED)
    assert game.options == MIXED
    assert stellwerk.load(game.to_json()).options == MIXED
    assert (game.rules.options.variant, game.rules.options.minors_wait) == ("snake", "no")
    assert (game.rules.habits.track_anywhere, game.rules.habits.minors_wait) == (True, "bayern")


def test_one_value_of_an_option_can_be_a_habit():
    title = find_title("1835")
    assert told_apart(title, {"minors_wait": "packet"}) == ({"minors_wait": "packet"}, {})
    assert told_apart(title, {"minors_wait": "bayern"}) == ({}, {"minors_wait": "bayern"})


def test_players_choose_options_alone():
    title = find_title("1835")
    assert players_choose(title, {"variant": "snake"}) == {"variant": "snake"}
    with pytest.raises(StellwerkError, match=r"not played so \(minors_wait, track_anywhere\)"):
        players_choose(title, MIXED)


@pytest.mark.parametrize("given", [{"flying": True}, {"track_anywhere": "yes"}, {"variant": "chess"}])
def test_what_is_neither_is_refused_in_a_sentence(given):
    with pytest.raises(StellwerkError, match="1835 does not know these options"):
        stellwerk.new("1835", ["a", "b", "c"], given)


@pytest.mark.parametrize("id_", stellwerk.title_ids())
def test_no_habit_is_on_by_itself(id_):
    habits = habits_of(find_title(id_))()
    assert not [name for name in habits.__struct_fields__ if getattr(habits, name) is True]
