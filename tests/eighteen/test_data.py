"""Damaged data: one fault at a time laid over files that fit, each told in one sentence with file and key."""

import json
import shutil
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from stellwerk.commands import check
from stellwerk.eighteen.data_check import track_to_nowhere
from stellwerk.eighteen.printed import material_of
from stellwerk.play.data_files import DataError, read_data
from stellwerk.titles import t1835 as t1835_package
from stellwerk.titles.chicago_express import data as chicago_express
from stellwerk.titles.registry import find_title, title_ids
from stellwerk.titles.t1835 import data as t1835
from stellwerk.titles.t1844 import data as t1844
from stellwerk.titles.t1873 import data as t1873

pytestmark = pytest.mark.unmeasured

PACKAGE = "stellwerk.titles.t1835.data"
OTHER = "stellwerk.titles.chicago_express.data"
GONE = object()

# What is changed, to what, and what is said then.
DAMAGES = {
    "an unknown key": (
        "board",
        "hexes.F12.kost",
        20,
        "board.toml, hexes.F12: Object contains unknown field `kost`",
    ),
    "a word for a number": (
        "board",
        "hexes.F12.cost",
        "dear",
        "board.toml, hexes.F12.cost: Expected `int`, got `str`",
    ),
    "no such colour": (
        "board",
        "hexes.F12.colour",
        "pink",
        "board.toml, hexes.F12.colour: Invalid enum value 'pink'",
    ),
    "no such layout": ("board", "layout", "round", "board.toml, layout: Invalid enum value 'round'"),
    "no such numbering": ("board", "numbering", "rows", "board.toml, numbering: Invalid enum value 'rows'"),
    "no hexes": ("board", "hexes", {}, "board.toml, hexes: there are none"),
    "a hex without a letter": (
        "board",
        "hexes.12",
        {},
        "board.toml, hexes.12: a hex is named by a letter and a number",
    ),
    "a hex between others": ("board", "hexes.F13", {}, "board.toml, hexes.F13: lies between other hexes"),
    "a side too many": ("board", "hexes.A9.track", "path=a:4,b:6", "6 is neither a side nor a stop"),
    "a path of one end": (
        "board",
        "hexes.A9.track",
        "path=a:4",
        "hexes.A9.track: the notation 'path=a:4' cannot be read",
    ),
    "a path to no stop": ("board", "hexes.A9.track", "path=a:4,b:_0", "there is no path from 4 to _0"),
    "a stop without value": ("board", "hexes.A9.track", "city=slots:1", "there is no 'revenue'"),
    "a misspelt part": ("board", "hexes.A9.track", "twon=revenue:10", "'twon=revenue:10' is unknown"),
    "no such tile on a hex": ("board", "hexes.J8.becomes", ["999"], "hexes.J8.becomes: there is no tile '999'"),
    "no such first tile": ("board", "first_tiles.town", ["999"], "first_tiles.town: there is no tile '999'"),
    "a barrier beside the board": ("board", "barriers.sides", [["B10", "Z9"]], "barriers: there is no hex 'Z9'"),
    "a barrier far away": ("board", "barriers.sides", [["B10", "J8"]], "barriers: B10 and J8 are no neighbours"),
    "a barrier of one hex": (
        "board",
        "barriers.sides",
        [["B10"]],
        "board.toml, barriers.sides.0: Expected `array`",
    ),
    "a strange tile": (
        "tiles",
        "999",
        2,
        "tiles.toml, 999: this is no standard tile, so it needs colour and track",
    ),
    "less than no tiles": ("tiles", "7", {"count": -1}, "tiles.toml, 7.count: Expected `int` >= 0"),
    "no such replacement": ("tiles", "7", {"count": 1, "becomes": ["999"]}, "7.becomes: there is no tile '999'"),
    "a tile turned seven times": (
        "tiles",
        "221.rotations",
        [7],
        "tiles.toml, 221.rotations.0: Expected `int` <= 5",
    ),
    "a tile for no hex": ("tiles", "621", 1, "tiles.toml, 621: no hex can use this tile"),
    "a chart of words": ("chart", "rows.0", ["ten"], "chart.toml, rows.0.0: Expected `int`, got `str`"),
    "a start beside the chart": ("chart", "start.BY", [9, 9], "start.BY: there is no field in row 9, column 9"),
    "a start for nobody": ("chart", "start.XX", [2, 2], "chart.toml, start: there is no company 'XX'"),
    "a par of another price": ("chart", "par", {"100": [2, 2]}, "par.100: the price of this field is 92"),
    "no such home": ("companies", "ag.0.home", ["Z9", 0], "companies.toml, BY.home: there is no hex 'Z9'"),
    "a home without a city": ("companies", "ag.0.home", ["A9", 0], "BY.home: A9 has no city number 0"),
    "a city too many": ("companies", "ag.0.home", ["O15", 3], "BY.home: O15 has no city number 3"),
    "two of a name": ("companies", "ag.1.id", "BY", "companies.toml: there are two with the id 'BY'"),
    "a colour by name": (
        "companies",
        "ag.0.colour",
        "blue",
        "companies.toml, ag.BY.colour: Expected `str` matching",
    ),
    "too many papers": ("companies", "ag.1.certificates.1.number", 9, "SX.certificates: they make 110%, not 100%"),
    "two directors": ("companies", "ag.1.certificates.1.director", True, "only one can be the director's"),
    "a paper without size": ("companies", "ag.1.certificates.1.percent", GONE, "missing required field `percent`"),
    "a private nowhere": (
        "companies",
        "private.0.hexes",
        ["Z9"],
        "companies.toml, NF.hexes: there is no hex 'Z9'",
    ),
    "a phase of no train": ("title", "phases.1.train", "9", "title.toml, phases.2.train: there is no train '9'"),
    "a phase that scraps nothing": (
        "title",
        "phases.2.scraps",
        "1+1",
        "phases.2/4.scraps: there is no train '1+1'",
    ),
    "two phases of a name": ("title", "phases.1.id", "1", "title.toml, phases: there are two with the id '1'"),
    "a phase of no colour": (
        "title",
        "phases.1.colours",
        ["pink"],
        "phases.2.colours.0: Invalid enum value 'pink'",
    ),
    "a gap in the players": ("title", "players.5", GONE, "title.toml, players: there is a gap between 3 and 7"),
    "a word for players": ("title", "players.some", {"cash": 1, "papers": 1}, "name each number of players once"),
    "a poor bank": ("title", "bank", 100, "players.3.cash: the bank cannot pay what 3 players begin with"),
    "no name": ("title", "name", GONE, "title.toml: Object missing required field `name`"),
}


EIGHTEEN = ("title.toml", "board.toml", "tiles.toml", "chart.toml", "companies.toml")
FILES = {OTHER: ("title.toml", "board.toml", "companies.toml")}


@cache
def written(package):
    return json.dumps({name: read_data(package, name) for name in FILES.get(package, EIGHTEEN)})


def read(package):
    """The files of a title, to be changed at will."""
    return json.loads(written(package))


def named(files):
    return {name.removesuffix(".toml"): file for name, file in files.items()}


def changed(name, path, value, files=None):
    """The files of 1835 with one value replaced, or taken away."""
    files = files or named(read(PACKAGE))
    place = files[name]
    *way, last = path.split(".")
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if value is GONE:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return files


@pytest.mark.parametrize("case", DAMAGES)
def test_damaged_data_are_told_with_file_and_key(case):
    name, path, value, said = DAMAGES[case]
    with pytest.raises(DataError) as told:
        material_of(PACKAGE, changed(name, path, value), t1835._material, t1835.FILES)
    assert said in told.value.faults[0]
    assert str(told.value).startswith("The data of t1835 cannot be used: ")
    assert "\n" not in str(told.value)


def test_everything_that_is_wrong_is_told_at_once():
    files = changed("board", "hexes.F12.cost", "dear")
    files = changed("title", "bank", "much", files)
    with pytest.raises(DataError, match=r"\(1 more\)") as told:
        material_of(PACKAGE, files, t1835._material, t1835.FILES)
    assert len(told.value.faults) == 2


def test_printed_track_that_leads_off_the_board():
    files = changed("board", "hexes.A9.track", "path=a:2,b:5")
    printed = material_of(PACKAGE, files, t1835._material, t1835.FILES)
    assert "board.toml, hexes.A9: track leads over side 2 off the board" in list(track_to_nowhere(printed.box))


def test_a_file_that_is_not_there_or_is_no_toml(tmp_path, monkeypatch):
    (tmp_path / "boxless").mkdir()
    (tmp_path / "boxless" / "__init__.py").touch()
    (tmp_path / "boxless" / "tiles.toml").write_text("7 = = 8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DataError, match=r"The data of boxless cannot be used: there is no board\.toml\."):
        read_data("boxless", "board.toml")
    with pytest.raises(DataError, match=r"tiles\.toml: Invalid value \(at line 1"):
        read_data("boxless", "tiles.toml")


# Anything at all --------------------------------------------------------------------------------------------

MAKERS = {
    "stellwerk.titles.t1835.data": (t1835._material, t1835.FILES),
    "stellwerk.titles.t1844.data": (t1844._material, t1844.FILES),
    "stellwerk.titles.t1873.data": (lambda files: t1873._material(False, False, files), t1873.FILES),
}
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "7", "A9", "Z9", "yellow", "path=a:0,b:_7", "city=revenue:x", "#123456"]),
    st.sampled_from([[], {}, [1], ["A9"], {"id": "x"}, [["A9", 0]], {"count": 1}]),
)


def said(read):
    """The sentence about what cannot be read; anything else but this would be raised."""
    try:
        read()
    except DataError as error:
        return str(error)
    return ""


def places(value, way=()):
    """Every key that leads somewhere in a file."""
    yield way
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*way, key))


@pytest.mark.parametrize("package", MAKERS)
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_files_give_a_sentence_or_can_be_used(package, data):
    make, types = MAKERS[package]
    files = named(read(package))
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(files)))
        *way, last = data.draw(st.sampled_from([each for each in places(files[name]) if each]))
        place = files[name]
        for key in way:
            place = place[key]
        if data.draw(st.booleans()) and isinstance(place, dict):
            del place[last]
        else:
            place[last] = data.draw(VALUES)
    assert "\n" not in said(lambda: material_of(package, files, make, types))


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_files_of_another_kind_of_title(data):
    files = read(OTHER)
    name = data.draw(st.sampled_from(sorted(files)))
    *way, last = data.draw(st.sampled_from([each for each in places(files[name]) if each]))
    place = files[name]
    for key in way:
        place = place[key]
    place[last] = data.draw(VALUES)
    assert "\n" not in said(lambda: chicago_express.material_of(OTHER, files))


# The command ------------------------------------------------------------------------------------------------


def run(*arguments):
    app = check.typer.Typer()
    app.command()(check.command)
    return CliRunner().invoke(app, arguments)


def test_all_titles_fit_together():
    done = run()
    assert done.exit_code == 0
    assert len(done.output.splitlines()) == len(title_ids())


def test_a_plug_in_with_damaged_data_is_told_and_not_run_into(tmp_path, monkeypatch):
    """A twin of 1835 with two faults: both are listed, with the exit status 1."""
    folder = tmp_path / "twin1835"
    shutil.copytree(t1835_package.__path__[0], folder, ignore=shutil.ignore_patterns("__pycache__"))
    about = tmp_path / "twin-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: twin\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[stellwerk.titles]\ntwin = twin1835.title:TITLE\n")
    board = folder / "data" / "board.toml"
    board.write_text(board.read_text("utf-8").replace("cost = 50", "kost = 50", 2), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    done = run("twin")
    find_title.cache_clear()
    assert done.exit_code == 1
    assert [line.partition(":")[0] for line in done.output.splitlines()] == ["twin", "twin"]
    assert all("unknown field `kost`" in line for line in done.output.splitlines())


def test_values_are_never_changed_by_checking():
    files = named(read(PACKAGE))
    before = json.dumps(files)
    material_of(PACKAGE, files, t1835._material, t1835.FILES)
    assert json.dumps(files) == before
