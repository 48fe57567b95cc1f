"""Saves of Rails: built by hand here, byte by byte, so that these tests need no records."""

import struct
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.records.errors import RecordError
from stellwerk.records.java_values import decode
from stellwerk.records.rails_save import Decision, parse_save, read_save

# --- a writer of Java serialisation, just large enough for a save ---

HEADER = b"\xac\xed\x00\x05"
NULL = b"p"
STRING = "Ljava/lang/String;"


def utf(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def string(text: str) -> bytes:
    return b"t" + utf(text)


def describe(name: str, fields: Sequence[str] = (), parent: bytes = NULL, flags: int = 2) -> bytes:
    """A class; a field is `I price` (a number), `Z acted` (yes or no) or `L name type` (an object)."""
    head = b"r" + utf(name) + bytes(8) + bytes([flags]) + struct.pack(">H", len(fields))
    for field in fields:
        code, called, *kind = field.split()
        head += code.encode() + utf(called) + b"".join(string(each) for each in kind)
    return head + b"x" + parent


def number(value: int) -> bytes:
    return struct.pack(">i", value)


def boxed(value: int) -> bytes:
    return b"s" + describe("java.lang.Integer", ["I value"], describe("java.lang.Number")) + number(value)


def array(*items: bytes) -> bytes:
    return b"u" + describe("[Ljava.lang.Object;") + number(len(items)) + b"".join(items)


def array_list(*items: bytes) -> bytes:
    size = number(len(items))
    head = b"s" + describe("java.util.ArrayList", ["I size"], flags=3)
    return head + size + b"w\x04" + size + b"".join(items) + b"x"


def hash_map(*items: bytes) -> bytes:
    head = b"s" + describe("java.util.HashMap", ["F loadFactor", "I threshold"], flags=3)
    return head + bytes(8) + b"w\x08" + number(16) + number(len(items) // 2) + b"".join(items) + b"x"


def tree_map(*items: bytes) -> bytes:
    head = b"s" + describe("java.util.TreeMap", ["L comparator Ljava/util/Comparator;"], flags=3)
    return head + NULL + b"w\x04" + number(len(items) // 2) + b"".join(items) + b"x"


def guava_list(*items: bytes) -> bytes:
    fields = ["[ elements [Ljava/lang/Object;"]
    return b"s" + describe("com.google.common.collect.ImmutableList$SerializedForm", fields) + array(*items)


def constant(kind: str, name: str) -> bytes:
    return b"~" + describe(kind, flags=0x12, parent=describe("java.lang.Enum", flags=0x12)) + string(name)


def action(
    name: str, player: str | None, fields: Sequence[str] = (), values: bytes = b"", index: int = 0
) -> bytes:
    common = describe(
        "rails.game.action.PossibleAction", ["Z acted", "I playerIndex", f"L playerName {STRING}"]
    )
    who = NULL if player is None else string(player)
    return b"s" + describe(name, fields, common) + b"\x01" + number(index) + who + values


OPTIONS = hash_map(string("Variant"), string("Clemens"), string("BYFloatsAt"), string("50%"))
PLAYERS = array_list(string("Jürgen, der Ältere"), string("Sven K."))
FORMAT = boxed(9)
GAME = string("1835") + OPTIONS + PLAYERS
HEAD = HEADER + string("2.4.6+") + string("2022-08-08 19:44:28") + FORMAT + GAME
PASS = action("rails.game.action.NullAction", "Sven K.", ["I mode"], number(1))


# --- reading ---


def test_head_and_decisions() -> None:
    save = parse_save(HEAD + PASS, "a.rails")
    assert save.version == "2.4.6+"
    assert save.title == "1835"
    assert save.options == {"Variant": "Clemens", "BYFloatsAt": "50%"}
    assert save.players == ("Jürgen, der Ältere", "Sven K.")
    fields = {"acted": True, "playerIndex": 0, "playerName": "Sven K.", "mode": 1}
    assert save.decisions == (Decision("NullAction", "Sven K.", fields),)
    assert list(save.decisions[0].fields) == ["acted", "playerIndex", "playerName", "mode"]


def test_oldest_files_have_no_version_and_one_list_of_decisions() -> None:
    notes = tree_map(boxed(2), string("my mistake"))
    save = parse_save(HEADER + FORMAT + GAME + array_list(PASS, PASS) + notes, "a")
    assert (save.version, save.title) == ("", "1835")
    assert [decision.kind for decision in save.decisions] == ["NullAction", "NullAction"]
    assert save.comments == {"2": "my mistake"}


def test_maps_between_decisions_are_no_decisions() -> None:
    save = parse_save(HEAD + PASS + tree_map() + PASS + tree_map(boxed(1), string("hm")), "a")
    assert len(save.decisions) == 2
    assert save.comments == {"1": "hm"}


def test_players_in_a_guava_list() -> None:
    data = (
        HEADER + string("2.2.2+") + FORMAT + string("1835") + OPTIONS + guava_list(string("A"), string("B"))
    )
    assert parse_save(data, "a").players == ("A", "B")


def test_unknown_objects_are_kept() -> None:
    turned = constant("net.sf.rails.game.specific.Direction", "UP")
    strange = action("net.example.Turn", "Sven K.", ["L to Lnet/example/Direction;"], turned)
    extra = b"s" + describe("net.example.Odd", flags=3) + string("written by hand") + b"x"
    save = parse_save(HEAD + strange + extra + string("a word") + NULL, "a")
    turn, odd, word = save.decisions
    assert (turn.kind, turn.fields["to"]) == ("Turn", "UP")
    assert (odd.kind, odd.player, odd.fields) == ("Odd", "", {"@extra": ["written by hand"]})
    assert (word.kind, word.fields) == ("str", {"value": "a word"})


def test_player_without_name_is_found_by_seat() -> None:
    save = parse_save(
        HEAD + action("a.Correction", None, index=1) + action("a.Correction", None, index=-1), "a"
    )
    assert [decision.player for decision in save.decisions] == ["Sven K.", ""]


def test_hidden_field_of_a_superclass_is_kept() -> None:
    parent = describe("a.Parent", ["I price"])
    (found,) = decode(HEADER + b"s" + describe("a.Child", ["I price"], parent) + number(1) + number(2), "a")
    assert found == {"@class": "a.Child", "Parent.price": 1, "price": 2}


def test_circular_objects_come_to_an_end() -> None:
    head = b"s" + describe("a.Ring", ["L next La/Ring;"])
    itself = b"q" + number(0x7E0002)  # handles: the class, the name of the field's type, the object
    assert decode(HEADER + head + itself, "a") == [{"@class": "a.Ring", "next": None}]


# --- refusing ---


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b"\x00\x01\x02", "it is not Java serialisation, as a game saved by Rails would be"),
        (b'{"players": []}', "it is not Java serialisation, as a game saved by Rails would be"),
        (b"\xac\xed", "it is cut off after 2 bytes, within an object"),
        (HEADER, "it ends before the list of players"),
        (HEADER + string("2.4.6+") + OPTIONS, "it ends before the list of players"),
        (HEADER + PLAYERS, "it names players but no game"),
        (HEADER + string("1835") + PASS, "it has no list of players before its first decision"),
        (HEADER + string("1835") + array_list(), "it has no list of players before its first decision"),
        (HEAD + PASS[:-1], f"it is cut off after {len(HEAD + PASS) - 1} bytes, within an object"),
        (HEAD + b"t\x00\x05abc", f"it is cut off after {len(HEAD) + 6} bytes, within an object"),
        (HEAD + b"\x00", "its Java objects are damaged (Unknown type code: 0x0)"),
        (HEAD + b"q" + number(1), "its Java objects are damaged (Invalid reference handle: 1)"),
    ],
)
def test_bad_files(data: bytes, problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_save(data, "game.rails")
    assert str(caught.value) == f"game.rails cannot be read: {problem}."


def test_missing_file_and_folder(tmp_path) -> None:
    with pytest.raises(RecordError, match=r"^none\.rails cannot be read: No such file or directory\.$"):
        read_save(tmp_path / "none.rails")
    with pytest.raises(RecordError, match=r"cannot be read: Is a directory\.$"):
        read_save(tmp_path)


def test_endless_nesting_is_damage() -> None:
    nested = (b"u" + describe("[Ljava.lang.Object;") + number(1)) * 5000
    with pytest.raises(RecordError, match="damaged"):
        parse_save(HEAD + nested, "deep.rails")


def test_cut_off_anywhere_is_refused_or_a_shorter_game() -> None:
    data = HEAD + PASS + PASS
    whole = parse_save(data, "a")
    for length in range(len(data)):
        try:
            save = parse_save(data[:length], "a")
        except RecordError:
            continue
        assert save.decisions == whole.decisions[: len(save.decisions)]
        assert length in (len(HEAD), len(HEAD + PASS))


@given(st.integers(0, len(HEAD + PASS) - 1), st.binary(min_size=1, max_size=4))
def test_damage_never_escapes(at: int, noise: bytes) -> None:
    data = HEAD + PASS
    with suppress(RecordError):
        parse_save(data[:at] + noise + data[at + len(noise) :], "a")


# --- the shared records ---


@pytest.mark.parametrize(
    ("name", "version", "variant", "decisions"),
    [
        ("AfterEmergency1", "2.2.2+", "Snake", 567),
        ("Correct_Sell_Pass", "2.0.RC5.9", "Standard", 406),
        ("SellDoubleShare", "2.0.RC5.9", "Clemens", 576),
        ("Stoll_12", "2.4.6+", "Snake", 661),
        ("changePresidentAtStart", "1.6.0+ 2009-11-06", "Clemens", 16),
    ],
)
def test_shared_saves(records_1835, name: str, version: str, variant: str, decisions: int) -> None:
    save = read_save(records_1835 / f"{name}.rails")
    assert (save.version, save.title, save.options["Variant"]) == (version, "1835", variant)
    assert len(save.players) == int(save.options["NumberOfPlayers"]) == 4
    assert len(save.decisions) == decisions
    for decision in save.decisions:
        assert decision.player in save.players
        assert decision.flag("acted")
        assert decision.kind[0].isupper()
