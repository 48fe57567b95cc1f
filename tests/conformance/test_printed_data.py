"""What is printed on a title's board, tiles, papers and trains changes only knowingly.

`printed/TITLE.toml` records a digest of the values in each of the title's data files, however these are laid out.
After a change that the game's material bears out, put the new digest there by hand, in the same commit.
"""

import hashlib
import json
import tomllib
from pathlib import Path

import pytest

import stellwerk
from stellwerk.board.catalogue import complete
from stellwerk.titles.registry import find_title

RECORDED = Path(__file__).parent / "printed"
TILES = "tiles.toml"


def digest(text, name=""):
    values = tomllib.loads(text)
    plain = json.dumps(written_out(values) if name == TILES else values, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:32]


def written_out(values):
    """Tiles of which some are named by their standard numbers, with all that these stand for."""
    return complete(values) if any(type(value) is int for value in values.values()) else values


def found(title):
    """The digests of a title's data files as they are."""
    folder = find_title(title).manifest.data_folder()
    files = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: digest(folder.joinpath(name).read_text("utf-8"), name) for name in files}


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_printed_values_are_as_recorded(title):
    record = RECORDED / f"{title}.toml"
    recorded = tomllib.loads(record.read_text("utf-8")) if record.is_file() else {}
    now = found(title)
    changed = [name for name in sorted({*now, *recorded}) if now.get(name) != recorded.get(name)]
    lines = "\n".join(f'"{name}" = "{value}"' for name, value in now.items())
    assert not changed, (
        f"Values in {', '.join(changed)} of {title} are not those recorded in tests/conformance/printed/"
        f"{record.name}. If the game's material says so, let the record read:\n{lines}"
    )


def test_a_standard_tile_is_the_same_by_its_number_and_written_out():
    plain = '["9"]\ncolour = "yellow"\ncount = 3\ntrack = "path=a:0,b:3"\n'
    assert digest("9 = 3", TILES) == digest(plain, TILES) != digest("9 = 4", TILES)


def test_layout_and_comments_may_change_values_may_not():
    plain = 'count = 3\n[hexes]\nA1 = { cost = 50, name = "Ulm" }\n'
    assert digest('# Tiles\ncount=3\n\n[hexes.A1]\nname = "Ulm"\ncost = 50\n') == digest(plain)
    for old, new in (("3", "4"), ("50", "51"), ("50", '"50"'), ("Ulm", "ulm"), ("A1", "A2")):
        assert digest(plain.replace(old, new)) != digest(plain)
