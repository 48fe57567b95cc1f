"""The reference says what the code says."""

import runpy
from pathlib import Path

import stellwerk
from stellwerk.play.options import habits_of
from stellwerk.titles.registry import find_title

DOCS = Path(__file__).parents[2] / "docs"


def test_reference_is_up_to_date():
    made = runpy.run_path(str(DOCS / "make_reference.py"))["page"]()
    assert (DOCS / "reference.md").read_text(encoding="utf-8") == made, "docs/reference.md is old: make reference"


def test_reference_has_every_action_and_option_of_every_title():
    written = (DOCS / "reference.md").read_text(encoding="utf-8")
    every = map(find_title, stellwerk.title_ids())
    ours = [title for title in every if title.manifest.package.startswith("stellwerk.")]
    assert ours
    for title in ours:
        part = written.partition(f"\n## {title.name}\n")[2].partition("\n## ")[0]
        for action in title.actions:
            fields = [name for name in action.__struct_fields__ if name != "seat"]
            (row,) = (line for line in part.splitlines() if line.startswith(f"| `{action.__name__}` |"))
            assert all(f"`{field}: " in row for field in fields), row
        assert all(f"\n| `{option}` |" in part for option in title.options.__struct_fields__)
        assert all(f"\n| `{habit}` |" in part for habit in habits_of(title).__struct_fields__)
