"""Saves of Rails: built by hand here, byte by byte, so that these tests need no records."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from java_writer import (
    FORMAT,
    GAME,
    HEAD,
    HEADER,
    NULL,
    OPTIONS,
    PASS,
    PLAYERS,
    action,
    array_list,
    boxed,
    constant,
    describe,
    guava_list,
    number,
    string,
    tree_map,
)
from stellwerk.play.limits import Excess, Gauge, Limits
from stellwerk.records.errors import RecordError
from stellwerk.records.java_stream import decode
from stellwerk.records.rails_save import Decision, parse_save, read_save

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
    data = HEADER + string("2.2.2+") + FORMAT + string("1835") + OPTIONS + guava_list(string("A"), string("B"))
    assert parse_save(data, "a").players == ("A", "B")


def test_unknown_objects_are_kept() -> None:
    turned = constant("net.sf.rails.game.specific.Direction", "UP")
    strange = action("rails.example.Turn", "Sven K.", ["L to Lrails/example/Direction;"], turned)
    extra = b"s" + describe("rails.example.Odd", flags=3) + string("written by hand") + b"x"
    save = parse_save(HEAD + strange + extra + string("a word") + NULL, "a")
    turn, odd, word = save.decisions
    assert (turn.kind, turn.fields["to"]) == ("Turn", "UP")
    assert (odd.kind, odd.player, odd.fields) == ("Odd", "", {"@extra": ["written by hand"]})
    assert (word.kind, word.fields) == ("str", {"value": "a word"})


def test_player_without_name_is_found_by_seat() -> None:
    save = parse_save(
        HEAD + action("rails.Correction", None, index=1) + action("rails.Correction", None, index=-1), "a"
    )
    assert [decision.player for decision in save.decisions] == ["Sven K.", ""]


def test_hidden_field_of_a_superclass_is_kept() -> None:
    parent = describe("rails.Parent", ["I price"])
    child = b"s" + describe("rails.Child", ["I price"], parent) + number(1) + number(2)
    (found,) = decode(HEADER + child, Gauge("a"))
    assert found == {"@class": "rails.Child", "Parent.price": 1, "price": 2}


def test_circular_objects_come_to_an_end() -> None:
    head = b"s" + describe("rails.Ring", ["L next Lrails/Ring;"])
    itself = b"q" + number(0x7E0002)  # handles: the class, the name of the field's type, the object
    assert decode(HEADER + head + itself, Gauge("a")) == [{"@class": "rails.Ring", "next": None}]


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


# --- limits: what goes beyond is refused by name ---


def refused(data: bytes, limits: Limits | None = None) -> str:
    """The limit that these bytes go beyond."""
    with pytest.raises(Excess) as caught:
        parse_save(data, "big.rails", Gauge("big.rails", limits or Limits()))
    return caught.value.what


def test_endless_nesting() -> None:
    assert refused(HEAD + (b"u" + describe("[Ljava.lang.Object;") + number(1)) * 5000) == "depth"


def test_endless_superclasses() -> None:
    parents = b"".join(describe(f"rails.C{each}")[:-1] for each in range(500))
    assert refused(HEAD + b"s" + parents + NULL) == "depth"


def test_a_class_that_is_its_own_superclass() -> None:
    with pytest.raises((RecordError, Excess)):
        parse_save(HEADER + b"s" + describe("rails.A", parent=b"q" + number(0x7E0000)), "a")


def shared_arrays(levels: int, before: bytes = b"", handles: int = 0) -> bytes:
    """Arrays of two references to one array, again and again: few bytes for 2 ** levels values."""
    first = 0x7E0000 + handles
    data = HEADER + before + b"u" + describe("[Ljava.lang.Object;") + number(0)
    for level in range(levels):
        inner = b"q" + number(first + 1 + level)
        data += b"u" + b"q" + number(first) + number(2) + inner * 2
    return data


def test_few_bytes_that_stand_for_a_great_many_values() -> None:
    for data in (shared_arrays(25), shared_arrays(25, string("1835"), handles=1)):
        assert len(data) < 600
        assert refused(data) == "objects"


@pytest.mark.parametrize(
    ("limits", "what"),
    [
        (Limits(bytes=len(HEAD)), "bytes"),
        (Limits(objects=20), "objects"),
        (Limits(depth=2), "depth"),
        (Limits(actions=2), "actions"),
    ],
)
def test_every_limit_is_named(limits: Limits, what: str) -> None:
    assert parse_save(HEAD + PASS * 3, "a").players
    assert refused(HEAD + PASS * 3, limits) == what


@pytest.mark.parametrize("name", ["java.net.URL", "org.example.Gadget", "[Ljava.io.File;", "java.lang.Runtime"])
def test_classes_that_no_save_contains(name: str) -> None:
    with pytest.raises(RecordError, match="no save has objects of the class"):
        parse_save(HEAD + b"s" + describe(name), "a")


def test_a_proxy_an_exception_and_a_long_string() -> None:
    for data in (b"s}" + number(1) + b"\0\1A", b"{" + PASS, b"|" + bytes(8)):
        with pytest.raises(RecordError, match="no save has"):
            parse_save(HEAD + data, "a")


def test_half_a_sign_is_no_text() -> None:
    half = b"s" + describe("java.lang.Character", ["C value"]) + b"\xd8\0"
    with pytest.raises(RecordError, match="surrogates not allowed"):
        parse_save(HEADER + string("1835") + array_list(half), "a")


def test_no_text_is_made_of_objects() -> None:
    fields = {"companyName": ["BY"], "price": {"@class": "x"}, "foldedCompanyNames": [["M1"], "M2", None]}
    decision = Decision("Odd", "Ute", fields)
    assert (decision.text("companyName"), decision.text("price")) == ("", "")
    assert decision.names("foldedCompanyNames") == ("M2",)


# --- damage ---


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
