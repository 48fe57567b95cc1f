"""Writes docs/reference.md from the docstrings, and docs/rules-*.md: `make reference`, or this file by itself."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import stellwerk
from stellwerk import bots
from stellwerk.commands import rules
from stellwerk.eighteen import data_types, printed
from stellwerk.eighteen.classic import data_types as classic_types
from stellwerk.eighteen.classic import (
    emergency,
    operating,
    privates,
    running,
    shares,
    starting,
    stations,
    stock,
    track,
    trains,
)  # fmt: skip
from stellwerk.eighteen.classic import rules as classic
from stellwerk.eighteen.rules import Rules18
from stellwerk.play.core import Action
from stellwerk.play.game import LegalActions, Title
from stellwerk.play.manifest import Manifest
from stellwerk.play.options import habits_of
from stellwerk.titles.registry import find_title

PAGE = Path(__file__).with_name("reference.md")
HEAD = """# Reference

The library as its docstrings tell it, written by `make reference`. The [README](../README.md) has a first example,
[architecture](architecture.md) the ideas, the [glossary](glossary.md) the words.

`import stellwerk` needs msgspec alone. Words (`describe`, printed lists) come with the extra `stellwerk[words]`,
maps of characters and the command with `stellwerk[cli]`, saved games of Rails with `stellwerk[records]`, pages
with `stellwerk[server]`; whatever lacks one says which, as a `MissingExtra`.
"""


def first(thing: Any) -> str:
    """The docstring of something, without examples, as one paragraph."""
    told = inspect.cleandoc(thing.__doc__ or "").split("\n>>>")[0]
    return " ".join(told.split())


def call(name: str, function: Callable[..., Any]) -> str:
    """How a function is called."""
    signature = inspect.signature(function)
    asked = [value for key, value in signature.parameters.items() if key != "self"]
    plain = str(signature.replace(parameters=asked)).replace("''", '""').replace("'", "")
    return name + re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])", "", plain)  # without modules


def functions(of: Any, names: list[str]) -> Iterator[str]:
    """A line for each function or value of a module."""
    for name in names:
        thing = getattr(of, name)
        yield f"- `{call(name, thing)}`: {first(thing)}"


def members(cls: type) -> Iterator[str]:
    """A line for each public method and property of a class, in the order of its source."""
    for name, thing in vars(cls).items():
        if name.startswith("_"):
            continue
        if isinstance(thing, property):
            yield f"- `{name}`: {first(thing)}"
        elif inspect.isfunction(thing):
            yield f"- `{call(name, thing)}`: {first(thing)}"


@cache
def fields_of(cls: type) -> list[tuple[str, str, str, str]]:
    """Name, type, default and meaning of a struct's fields, as its source has them."""
    source = textwrap.dedent(inspect.getsource(cls))
    lines = source.splitlines()
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        kind = ast.unparse(node.annotation)
        if kind.startswith("ClassVar"):
            continue
        told = lines[(node.end_lineno or 1) - 1][node.end_col_offset or 0 :].partition("#")[2].strip()
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            told = " ".join(str(after.value.value).split())
        default = ast.unparse(node.value) if node.value else ""
        found.append((node.target.id, kind.replace("'", '"'), default.replace("'", '"'), told))
    return found


def all_fields(cls: type) -> list[tuple[str, str, str, str]]:
    """With those that a class has from others; the seat, which every action has, is left out."""
    return [
        field
        for each in reversed(cls.__mro__)
        if hasattr(each, "__struct_fields__") and each.__module__.startswith("stellwerk.") and each is not Action
        for field in fields_of(each)
    ]


def listed(cls: type) -> Iterator[str]:
    """A line for each field."""
    for name, kind, _, told in fields_of(cls):
        yield f"- `{name}: {kind}`{f': {told}' if told else ''}"


def cell(text: str) -> str:
    """Text that may stand in a table."""
    return text.replace("|", "\\|")


def code(text: str) -> str:
    """A type or value in a table."""
    return f"`{cell(text)}`" if text else ""


def title_lines(title: Any) -> Iterator[str]:
    """A title's actions and options."""
    yield f"## {title.name}\n"
    few, many = title.players[0], title.players[-1]
    made = f'`stellwerk.new("{title.id}", players=[…])`'
    yield f"{made}, {few} to {many} players, rules version {title.rules_version}.\n"
    yield "| action | `type` in files | fields besides `seat` | what it is |"
    yield "|---|---|---|---|"
    for action in sorted(title.actions, key=lambda one: one.__name__):
        fields = ", ".join(
            f"`{cell(name)}: {cell(kind)}{f' = {cell(default)}' if default else ''}`"
            for name, kind, default, _ in all_fields(action)
        )
        meaning = " ".join(
            [first(action), *(f"`{name}`: {told.rstrip('.')}." for name, _, _, told in all_fields(action) if told)]
        )
        yield f"| `{action.__name__}` | `{action.__struct_config__.tag}` | {fields} | {cell(meaning)} |"
    both = ("option", title.options, ""), ("habit", habits_of(title), " Of other programs, for importers.")
    for word, struct, whose in both:
        if fields_of(struct):
            yield f"\n{word.title()}s.{whose} {first(struct)}\n"
            yield f"| {word} | values | unless said otherwise | paragraph, or meaning |"
            yield "|---|---|---|---|"
        for name, kind, default, told in fields_of(struct):
            values = kind.removeprefix("Literal[").removesuffix("]")
            yield f"| `{name}` | {code(values)} | {code(default)} | {cell(told)} |"
    yield ""


DATA = {
    "title.toml": (
        data_types.TitleFile, data_types.PlayersEntry, classic_types.SharesEntry, classic_types.AuctionEntry,
        classic_types.StationsEntry, printed.TrainKind, printed.Phase,
    ),
    "board.toml": (data_types.BoardFile, data_types.HexEntry, data_types.BarriersEntry),
    "tiles.toml": (data_types.TileEntry, classic_types.ClassicTile, data_types.FerryEntry),
    "chart.toml": (data_types.ChartFile,),
    "companies.toml": (
        data_types.CompaniesFile, data_types.CompanyEntry, data_types.PapersEntry, printed.Private,
        printed.TilePower,
    ),
}  # fmt: skip
BOUNDS = {
    "Number": "int", "Positive": "int > 0", "Count": "int", "Percent": "1…100", "Side": "0…5", "Rgb": "#rrggbb",
    "Colour": "colour", "Land": "colour", "Field": "row, column", "tuple": "list",
}  # fmt: skip


def key_type(kind: str) -> str:
    """The type of a key in a data file, as its author thinks of it."""
    kind = re.sub(r"Annotated\[(.*), Meta\(.*?\)\]$", r"\1", kind)
    kind = re.sub(r"tuple\[(.*), \.\.\.\]", r"list of \1", kind)
    kind = re.sub(r"Mapping\[str, (.*)\]", r"table of \1", kind)
    kind = re.sub(r"Literal\[(.*)\]", r"\1", kind).removesuffix(" | None")
    return re.sub(r"\b\w+\b", lambda word: BOUNDS.get(word[0], word[0]), kind)


def data_lines() -> Iterator[str]:
    """Every key of the data files of an 18xx title."""
    yield "## Data files of an 18xx title\n"
    told = "`stellwerk check TITLE` tells what is wrong with file and key. Any entry may have a `source`."
    yield f"{first(data_types)} {told}\n"
    for file, types in DATA.items():
        yield f"### {file}\n"
        for each in types:
            yield f"`{each.__name__}`: {first(each)}\n"
            yield "| key | value | unless said otherwise | meaning |"
            yield "|---|---|---|---|"
            for name, kind, value, told in fields_of(each):
                default = re.sub(r"field\(default=(.*), name=.*\)", r"\1", value)
                yield f"| `{name.rstrip('_')}` | {cell(key_type(kind))} | {code(default)} | {cell(told)} |"
            yield ""


SUBJECTS = {
    "turns": classic.TURNS, "stock_rounds": classic.STOCK_ROUNDS, "shares.purchases": classic.TRADING.purchases,
    "shares.sales": classic.TRADING.sales, "starting": classic.STARTING, "flow": classic.FLOW,
    "runs": classic.BEST_RUN, "trains": classic.TRAINS, "trains.trade": classic.TRAINS.trade, "help": classic.HELP,
    "owning": classic.OWNING,
}  # fmt: skip
ANSWERS = (stock, shares, starting, operating, track, stations, running, trains, emergency, privates)


def question_lines() -> Iterator[str]:
    """Every question of the rules of an 18xx title, with 1830's answer."""
    yield "## Questions of the rules of an 18xx title\n"
    yield f"{first(Rules18)} `classic_rules` answers them as 1830 does.\n"
    tree = ast.parse(textwrap.dedent(inspect.getsource(classic.classic_rules)))
    (answers,) = (node for node in ast.walk(tree) if isinstance(node, ast.Dict) and None not in node.keys)
    pairs = zip(answers.keys, answers.values, strict=True)
    told = {ast.literal_eval(key): ast.unparse(value) for key, value in pairs if key}
    yield "| question | 1830's answer | meaning |"
    yield "|---|---|---|"
    for name, _, default, meaning in fields_of(Rules18):
        yield f"| `{name}` | {code(told.get(name, default).replace(chr(39), chr(34)))} | {cell(meaning)} |"
    yield ""
    for name, answer in SUBJECTS.items():
        yield f"`{name}`, a `{type(answer).__name__}`: {first(type(answer))}\n"
        yield "| question | 1830's answer | meaning |"
        yield "|---|---|---|"
        for field, _, _, meaning in fields_of(type(answer)):
            yield f"| `{field}` | {code(named(getattr(answer, field)))} | {cell(meaning)} |"
        yield ""


def answer_lines() -> Iterator[str]:
    """What is ready beside 1830's answers, module by module."""
    yield "### Ready answers\n"
    yield "`from stellwerk.eighteen.classic.MODULE import ANSWER`; a constant has all of 1830's for its subject.\n"
    for module in ANSWERS:
        yield f"`{module.__name__.rpartition('.')[2]}`: {first(module)}\n"
        for name, thing in vars(module).items():
            if inspect.isfunction(thing) and thing.__module__ == module.__name__ and not name.startswith("_"):
                yield f"- `{name}`: {first(thing)}"
        yield ""


def named(answer: Any) -> str:
    """An answer as its source calls it."""
    if isinstance(answer, tuple):
        return ", ".join(map(named, answer)) or "nothing"
    if isinstance(answer, Mapping):
        return ", ".join(f"{named(key)}: {named(value)}" for key, value in answer.items())
    if hasattr(answer, "__name__"):
        return str(answer.__name__)
    return type(answer).__name__ if hasattr(answer, "__struct_fields__") else str(answer)


def lines() -> Iterator[str]:
    """The page."""
    yield HEAD
    yield "## stellwerk\n"
    yield from functions(stellwerk, ["new", "load", "save", "to_json", "title_ids"])
    for error in ("StellwerkError", "IllegalAction", "GameFileError", "MissingExtra"):
        yield f"- `{error}`: {first(getattr(stellwerk, error))}"
    yield f"\n## Game\n\n{first(stellwerk.Game)}\n"
    yield from members(stellwerk.Game)
    yield f"\n## Legal actions\n\n{first(LegalActions)}\n"
    yield from members(LegalActions)
    yield f"\n`Action`: {first(Action)} `seat` is the number of a player, from 0."
    yield f"`Pass(seat)`: {first(stellwerk.Pass)}\n"
    yield f"`Range`: {first(stellwerk.Range)}\n"
    yield from listed(stellwerk.Range)
    yield from members(stellwerk.Range)
    yield f"\n`Refusal`: {first(stellwerk.Refusal)} `Event`: {first(stellwerk.Event)}\n"
    yield f"## Titles\n\n{first(Title)}"
    yield "`stellwerk.titles.registry.find_title(id)` gives one, `game.title` the game's.\n"
    yield from listed(Title)
    yield from members(Title)
    yield f"\n## Bots\n\n`from stellwerk import bots`. {first(bots)}\n"
    yield from functions(
        bots, ["levels", "best_level", "usual_level", "known_level", "choose", "advise", "advises"]
    )
    yield f"\nLevels: {', '.join(f'`{name}`' for name in bots.levels())}.\n"
    for name in ("Advice", "Reason"):
        struct = getattr(bots, name)
        fields = ", ".join(f"`{field}: {kind}`" for field, kind, _, _ in fields_of(struct))
        yield f"- `{name}`: {first(struct)} Fields: {fields}."
    yield ""
    yield f"## What a title has\n\n{first(Manifest)}\n"
    yield from listed(Manifest)
    yield ""
    yield from data_lines()
    yield from question_lines()
    yield from answer_lines()
    for title in map(find_title, stellwerk.title_ids()):
        if title.manifest.package.startswith("stellwerk."):  # plug-ins have their own
            yield from title_lines(title)


def page() -> str:
    """All of it."""
    return "\n".join(lines()).rstrip("\n") + "\n"


def rules_pages() -> Iterator[tuple[Path, str]]:
    """The pages of rules that there are, as they should read now."""
    for file in sorted(PAGE.parent.glob("rules-*.md")):
        title = file.stem.removeprefix("rules-")
        yield file, rules.as_markdown(find_title(title).name, rules.table(title))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    for file, text in rules_pages():
        file.write_text(text, encoding="utf-8")
