"""The queue of games whose bots move: who is next, and when; time is a number here."""

from __future__ import annotations

from stellwerk.host.bots.bot_queue import FIRST_DELAY, LONGEST_DELAY, SHARE, Turns


def _turns(*games: str, pace: float = 0.0, people: str = "") -> Turns:
    turns = Turns(pace, lambda game: game in people)
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


def test_the_pace_is_kept_by_the_queue() -> None:
    turns = _turns("a", pace=0.5)
    assert turns.take(0.4) is None
    assert turns.due() == 0.5
    assert turns.take(0.5) == "a"
    turns.done("a", True, 0.7)
    assert turns.take(1.1) is None
    assert turns.take(1.2) == "a"


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
