"""The queue of games whose bots move: who is next, and when; time is a number here."""

from __future__ import annotations

from stellwerk.host.bots.bot_queue import FIRST_DELAY, LONGEST_DELAY, LONGEST_WAIT, SHARE, Turns


def _turns(*games: str, pace: float = 0.0, people: str = "", watched: str = "") -> Turns:
    turns = Turns(pace, lambda game: game in people + watched, lambda game: game in people)
    for game in games:
        turns.want(game, 0)
    return turns


def _played(turns: Turns, moves: int, now: float = 0) -> str:
    """Games in the order in which they move; each has always more to do."""
    order = ""
    for _ in range(moves):
        game = turns.take(now)
        assert game is not None
        order += game
        turns.done(game, True, now)
    return order


def test_games_move_in_turn() -> None:
    assert _played(_turns(*"abc"), 7) == "abcabca"


def test_a_game_comes_once_however_often_it_is_wanted() -> None:
    turns = _turns(*"aab")
    assert [turns.take(0), turns.take(0), turns.take(0)] == ["a", "b", None]
    assert len(turns) == 2


def test_who_comes_late_waits_for_one_round_at_most() -> None:
    turns = _turns(*"abcd")
    _played(turns, 40)
    turns.want("z", 0)
    assert "z" in _played(turns, 5)


def test_games_with_people_go_first_and_others_get_their_share() -> None:
    turns = _turns(*"abAB", people="AB")
    order = _played(turns, 5 * (SHARE + 1))
    assert order.startswith("ABABa")
    assert sum(game in "ab" for game in order) == 5


def test_of_games_with_people_the_one_that_waits_longest_goes_first() -> None:
    turns = Turns(0.0, lambda game: True, lambda game: True)
    for now, game in enumerate("ABC"):
        turns.want(game, now)
    assert _played(turns, 3, now=3) == "AAA"  # its people wait through all moves of their bots
    assert turns.take(3) == "A"
    turns.done("A", False, 3)  # it is their turn
    assert turns.take(3) == "B"
    turns.want("A", 4)  # they have acted, and wait anew
    turns.done("B", True, 4)
    assert _played(turns, 2, now=4) == "BB"
    assert turns.take(4) == "B"
    turns.done("B", False, 4)
    assert [turns.take(4), turns.take(4), turns.take(4)] == ["C", "A", None]


def test_who_acts_while_bots_move_waits_anew_only_where_they_had_nothing_more_to_do() -> None:
    turns = Turns(0.0, lambda game: True, lambda game: True)
    for now, game in enumerate("AB"):
        turns.want(game, now)
    assert turns.take(2) == "A"
    turns.want("A", 2)
    turns.done("A", True, 2)
    assert turns.take(2) == "A"
    turns.want("A", 2)
    turns.done("A", False, 2)
    assert turns.take(2) == "B"


def test_a_game_that_never_comes_to_an_end_lets_others_pass() -> None:
    turns = _turns("E", people="EA")
    turns.want("A", 1)
    now, order = 2.0, ""
    while now < 3 * LONGEST_WAIT:
        order += _played(turns, 1, now)
        now += 1
    assert order.count("A") > LONGEST_WAIT / 2


def test_games_that_are_only_watched_go_in_turn_and_let_people_pass() -> None:
    turns = _turns(*"wx", watched="wx", people="A")
    assert [_played(turns, 1, now) for now in (1, 2, 3, 4)] == ["w", "x", "w", "x"]
    turns.want("A", 4.5)
    assert _played(turns, 4, 5) == "wxAA"


def test_what_failed_does_not_come_before_others() -> None:
    turns = _turns("A", people="AB")
    assert turns.take(0) == "A"
    turns.failed("A", "disk full", 0)
    turns.want("B", FIRST_DELAY / 2)
    assert [turns.take(FIRST_DELAY), turns.take(FIRST_DELAY)] == ["B", "A"]


def test_the_pace_is_kept_by_the_queue() -> None:
    turns = _turns("a", pace=0.5)
    assert turns.take(0.4) is None
    assert turns.due() == 0.5
    assert turns.take(0.5) == "a"
    turns.done("a", True, 0.7)  # thinking counts
    assert turns.take(0.9) is None
    assert turns.take(1.0) == "a"
    turns.done("a", True, 1.4)  # but half of the pace lies between two moves, however long it was thought
    assert turns.take(1.6) is None
    assert turns.take(1.65) == "a"


def test_a_game_that_is_done_leaves_unless_it_was_wanted_meanwhile() -> None:
    turns = _turns(*"ab")
    for game in (turns.take(0), turns.take(0)):
        assert game is not None
        if game == "b":
            turns.want("b", 0)
        turns.done(game, False, 0)
    assert "a" not in turns
    assert turns.take(0) == "b"


def test_what_failed_is_tried_again_after_growing_delays() -> None:
    turns, now, delays = _turns("a"), 0.0, []
    for _ in range(9):
        assert turns.take(now) == "a"
        turns.failed("a", "disk full", now)
        turns.want("a", now)  # nobody can hurry it
        due = turns.due()
        assert due is not None
        delays.append(due - now)
        assert turns.take(now) is None
        now = due
    assert delays[:4] == [FIRST_DELAY, 2 * FIRST_DELAY, 4 * FIRST_DELAY, 8 * FIRST_DELAY]
    assert delays[-1] == LONGEST_DELAY


def test_a_cause_is_told_once_for_all_games_until_it_is_gone() -> None:
    turns = _turns(*"ab")
    for _ in "ab":
        turns.take(0)
    assert turns.failed("a", "disk full", 0)
    assert not turns.failed("b", "disk full", 0)
    assert turns.take(1) == "a"
    assert not turns.failed("a", "disk full", 1)
    assert turns.take(1) == "b"
    assert turns.failed("b", "locked", 1)
    for game in ("b", "a"):
        assert turns.take(10) in ("a", "b")
        turns.done(game, True, 10)
    turns.take(10)
    assert turns.failed("a", "disk full", 10)
