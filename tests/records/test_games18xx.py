"""Reading game files of 18xx.games: what stands, what is known from earlier actions, and what is no such file."""

import json

import pytest

from games18xx_files import ADA, BO, act, game_file, record
from stellwerk.play.limits import Excess, Gauge, Limits
from stellwerk.records.errors import RecordError
from stellwerk.records.games18xx import looks_like_record, parse_record, read_record
from stellwerk.records.games18xx_history import with_history


def standing(*actions):
    return [act.id for act in record(*actions).acts]


def test_undone_actions_do_not_stand_and_redone_ones_do():
    step = act("pass", ADA)
    assert standing(step, step, act("undo", ADA)) == [1]
    assert standing(step, step, act("undo", ADA), act("redo", ADA)) == [1, 2]
    assert standing(step, step, step, act("undo", ADA, action_id=1), step) == [1, 5]
    assert standing(step, step, act("undo", ADA, action_id=0)) == []


def test_an_undo_passes_over_messages_and_bookkeeping():
    step = act("pass", ADA)
    assert standing(step, act("message", BO, message="hm"), act("undo", ADA)) == []
    assert standing(step, act("pass", BO, skip=True), act("undo", ADA, skip=True)) == [1]


def test_automatic_actions_follow_the_one_that_caused_them():
    automatic = [act("pass", "JS"), act("pass", "GB")]
    acts = record(act("lay_tile", "JS", hex="I2", auto_actions=automatic), act("pass", ADA)).acts
    assert [(a.kind, a.entity, a.id) for a in acts] == [
        ("lay_tile", "JS", 1),
        ("pass", "JS", 1),
        ("pass", "GB", 1),
        ("pass", str(ADA), 2),
    ]


def test_the_result_is_by_player_whatever_the_file_calls_them():
    assert record(result={"11": 700, "Bo": 650, "somebody": 3}).result == {"11": 700, "12": 650}
    assert record(result=[]).result == {}


def bytes_of(**changes):
    whole = json.loads(game_file(act("pass", ADA)))
    return json.dumps({**whole, **changes}).encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is not a game file of 18xx.games"),
        (b"\xac\xed\x00\x05", "is not a game file of 18xx.games"),
        (b"[1, 2]", "Expected object, got array"),
        (b'{"title": "1844"', "is not a game file of 18xx.games"),
        (b'{"players": [], "actions": []}', "missing required field title"),
        (bytes_of(players=[]), "it has 0 players"),
        (bytes_of(players=[{"id": 1, "name": "a"}, {"id": "1", "name": "b"}]), "the same id"),
        (bytes_of(actions=[{"entity": 11}]), "action 1 does not say its type"),
        (bytes_of(actions=[{"type": "pass"}]), "does not say its type and whose it is"),
        (bytes_of(actions=[{"type": "redo", "entity": 11}]), "redoes what nobody has undone"),
        (bytes_of(actions=[{"type": "pass", "entity": 11, "auto_actions": [3]}]), "is no object"),
    ],
)
def test_what_is_no_game_file_is_named_in_a_sentence(data, problem):
    with pytest.raises(RecordError) as error:
        parse_record(data, "odd.json")
    assert str(error.value).startswith("odd.json cannot be read: ")
    assert problem in str(error.value)


STEP, TREE = act("pass", ADA), json.loads("[" * 20 + "]" * 20)


@pytest.mark.parametrize(
    ("limits", "data", "what"),
    [
        (Limits(bytes=50), bytes_of(), "bytes"),
        (Limits(objects=15), bytes_of(), "objects"),
        (Limits(depth=20), bytes_of(actions=[{**STEP, "x": TREE}]), "depth"),
        (Limits(), b'{"title": ' + b"[" * 200_000, "depth"),
        (Limits(actions=2), game_file(*[STEP] * 3), "actions"),
        (Limits(actions=2), game_file({**STEP, "auto_actions": [STEP, STEP]}), "actions"),
    ],
)
def test_a_file_beyond_a_limit_is_not_read(limits, data, what):
    with pytest.raises(Excess) as error:
        parse_record(data, "large.json", Gauge("large.json", limits))
    assert error.value.what == what


def test_no_more_of_a_file_is_read_than_may_be(tmp_path):
    file = tmp_path / "long.json"
    file.write_bytes(b" " * (Limits().bytes + 1))
    with pytest.raises(Excess, match=r"long\.json is not read: it has more than 1000000 bytes"):
        read_record(file)
    with pytest.raises(RecordError, match=r"gone\.json cannot be read: No such file"):
        read_record(tmp_path / "gone.json")


@pytest.mark.parametrize("data", [b"", b"[]", b'{"title": "1844"}', bytes_of(stellwerk=1), b"[" * 200_000])
def test_only_what_has_the_fields_of_such_a_file_is_taken_for_one(data):
    assert looks_like_record(bytes_of(title="1873", players=3))
    assert not looks_like_record(data)


def history(*actions):
    return with_history(record(*actions).acts)


def test_a_city_is_found_by_the_tile_that_was_laid_last_under_that_name():
    lay = act("lay_tile", "JS", hex="I2", tile="59-0", rotation=2)
    again = act("lay_tile", "JS", hex="C20", tile="59-0", rotation=4)
    tokens = [act("place_token", "JS", city="59-0-1"), act("place_token", "JS", city="K2-0-0")]
    first, second, printed = (a for a in history(lay, tokens[0], again, *tokens) if a.kind == "place_token")
    assert (first.text("@hex"), first.number("@city")) == ("I2", 1)
    assert second.text("@hex") == "C20"
    assert (printed.text("@hex"), printed.number("@city")) == ("K2", 0)


def test_the_seller_of_a_train_is_its_last_owner():
    from_bank = act("buy_train", "JS", train="3-0", price=150, variant="3H")
    ran = act("run_routes", "SBB", routes=[{"train": "3-0", "revenue": 50}])
    bought = history(from_bank, act("buy_train", "MOB", train="3-0", price=9))[1]
    assert (bought.text("@seller"), bought.text("@face")) == ("JS", "3H")
    merged = history(from_bank, ran, act("buy_train", "MOB", train="3-0", price=9))[2]
    assert merged.text("@seller") == "SBB"


def test_a_share_is_unsold_until_it_is_first_bought_and_then_never_again():
    """JS_2 changes hands with the director's share: nobody names it between two purchases."""
    sale = act("sell_shares", ADA, shares=["JS_1"], percent=25)
    bought = [act("buy_shares", BO, shares=[share], percent=25) for share in ("JS_1", "JS_2", "JS_2")]
    places = [each.text("@place") for each in history(sale, *bought)[1:]]
    assert places == ["pool", "", "pool"]
