"""Every headed section that a program can break is named by the code and proved by a test."""

import re
import tomllib
from importlib import resources
from pathlib import Path

PACKAGE = resources.files("stellwerk.titles.chicago_express")
PARAGRAPHS = tomllib.loads(PACKAGE.joinpath("texts", "paragraphs.toml").read_text(encoding="utf-8"))["paragraph"]
RULES = [paragraph["id"] for paragraph in PARAGRAPHS if paragraph["kind"] == "rule"]
CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (*PACKAGE.iterdir(), *PACKAGE.joinpath("data").iterdir())
    if path.name.endswith(".py")
)
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def slug(section: str) -> str:
    """A section as test names write it."""
    for letter, plain in {"ä": "ae", "ö": "oe", "ü": "ue", "-": "_", " ": "_"}.items():
        section = section.lower().replace(letter, plain)
    return section


def proved_by(name: str) -> str | None:
    """The section that a test names: the longest that fits."""
    fitting = [section for section in RULES if name.startswith(f"test_{slug(section)}_")]
    return max(fitting, key=len, default=None)


def test_paragraphs_are_complete_entries():
    assert all(set(paragraph) == {"id", "kind", "en", "de"} for paragraph in PARAGRAPHS)
    assert {paragraph["kind"] for paragraph in PARAGRAPHS} == {"rule", "information"}
    assert len({paragraph["id"] for paragraph in PARAGRAPHS}) == len(PARAGRAPHS)


def test_paragraphs_every_rule_is_named_in_the_code():
    assert [section for section in RULES if section not in CODE] == []


def test_paragraphs_every_rule_has_a_test():
    proved = {proved_by(name) for name in re.findall(r"def (test_\w+)", TESTS)}
    assert [section for section in RULES if section not in proved] == []


def test_paragraphs_every_trap_has_a_test():
    told = " ".join(re.findall(r"Trap ([\d and,]+)", TESTS))
    assert {int(number) for number in re.findall(r"\d+", told)} == set(range(1, 21))


def test_paragraphs_refusals_name_a_section():
    cited = set(re.findall(r'refuse\("([^"]+)"', CODE)) | set(re.findall(r'section(?:: [^=]+)? = "([^"]+)"', CODE))
    assert cited
    assert cited <= set(RULES)
