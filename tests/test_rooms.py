"""The rooms of the house: which may look at which, and that nothing outside a title's folder names it."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import stellwerk
from rule_lines import BELOW

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stellwerk"

# A room looks only at rooms before it in this order.
ORDER = (
    "board", "bank", "routes", "play", "eighteen", "show", "titles", "draw", "words", "records", "bots", "view",
    "host", "web",
)  # fmt: skip
# Outside the order: these may look at everything but games that are hosted; only `commands` starts the server.
FRONT = ("terminal", "commands", "bench", "env", "testing", "cli", "__init__", "__main__")
# Folders of a title that may look further down: at one room's interface, and at the reader that they serve.
FOLDERS = {
    "records": ("stellwerk.records.api", "stellwerk.records.rails_", "stellwerk.records.games18xx"),
    "bot": ("stellwerk.bots.api", "stellwerk.bots.eighteen.reading"),
}
# What a title's rules never look at: it is loaded by whoever asks the manifest for it.
BESIDE_THE_RULES = ("shown", "bot", "records")
MOST_MODULES = 26

FILES = sorted(SOURCE.rglob("*.py"))


def room_of(path):
    part = path.relative_to(SOURCE).parts[0]
    return part.removesuffix(".py")


def imported(path):
    """Full names of the modules that a file imports, with the line."""
    package = ("stellwerk", *path.relative_to(SOURCE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            for alias in node.names:
                yield f"{module}.{alias.name}", node.lineno


def rooms_imported(path):
    for name, line in imported(path):
        parts = name.split(".")
        if parts[0] == "stellwerk" and len(parts) > 1:
            yield parts[1], name, line


def folder_of(path):
    """The folder beside its rules that a title's file lies in; nothing for its rules, and outside of titles."""
    inside = path.relative_to(SOURCE).parts
    beside = inside[0] == "titles" and len(inside) > 3 and inside[2] not in BELOW
    return inside[2] if beside else ""


def is_exception(path, name):
    return name.startswith(FOLDERS.get(folder_of(path), ("-",)))


@pytest.mark.parametrize("room", ORDER)
def test_a_room_looks_only_at_rooms_above_it(room):
    above = set(ORDER[: ORDER.index(room) + 1])
    wrong = []
    for path in FILES:
        if room_of(path) == room:
            for target, name, line in rooms_imported(path):
                known = target in ORDER or target in FRONT
                if known and target not in above and not is_exception(path, name):
                    wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_every_room_has_its_place_in_the_order():
    rooms = {room_of(path) for path in FILES}
    assert rooms <= {*ORDER, *FRONT}, "give a new room a place in ORDER or FRONT"


def test_board_and_bank_know_nothing_of_each_other():
    for path in FILES:
        if room_of(path) in ("board", "bank"):
            assert {target for target, _, _ in rooms_imported(path)} <= {room_of(path)}, path


def _lookers(*rooms):
    return {
        path.relative_to(SOURCE).as_posix()
        for path in FILES
        if room_of(path) in FRONT and any(target in rooms for target, _, _ in rooms_imported(path))
    }


def test_only_the_command_that_serves_looks_at_pages_and_only_those_of_an_operator_at_hosted_games():
    assert _lookers("web") == {"commands/serve.py"}
    operators = {f"commands/{name}.py" for name in ("admin", "backup", "restore", "salvage", "worker")}
    assert _lookers("host") == {"commands/serve.py", *operators}


def test_view_and_host_do_not_speak_http():
    for path in FILES:
        if room_of(path) in ("view", "host"):
            spoken = {name for name, _ in imported(path) if name.startswith(("starlette", "uvicorn", "http"))}
            assert spoken == set(), path


def test_play_and_routes_do_not_know_titles():
    for path in FILES:
        if room_of(path) in ("board", "bank", "routes", "play"):
            assert not any(target == "titles" for target, _, _ in rooms_imported(path)), path


def test_titles_know_nothing_of_each_other():
    for path in FILES:
        inside = path.relative_to(SOURCE).parts
        if inside[0] == "titles" and len(inside) > 2:
            for _, name, line in rooms_imported(path):
                if name.startswith("stellwerk.titles."):
                    assert name.startswith(f"stellwerk.titles.{inside[1]}"), f"{path}:{line}"


def test_the_rules_of_a_title_and_its_folders_beside_them_look_at_no_other_folder():
    wrong = []
    for path in FILES:
        inside = path.relative_to(SOURCE).parts
        if inside[0] == "titles" and len(inside) > 2:
            own, closed = f"stellwerk.titles.{inside[1]}.", set(BESIDE_THE_RULES) - {folder_of(path)}
            for name, line in imported(path):
                if name.startswith(tuple(f"{own}{folder}." for folder in closed)):
                    wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_folders_of_titles_are_known():
    folders = {folder_of(path) for path in FILES} - {""}
    assert folders == {"data", *BESIDE_THE_RULES}


def test_a_folder_of_many_modules_has_folders():
    modules = Counter(path.parent.relative_to(ROOT).as_posix() for path in FILES)
    assert {folder for folder, many in modules.items() if many > MOST_MODULES} == set()


# Names of titles --------------------------------------------------------------------------------------------


def own_names():
    """Ids of titles and the names of their packages."""
    packages = {path.parent.name for path in (SOURCE / "titles").glob("*/__init__.py")}
    return packages | set(stellwerk.title_ids())


def mentions(path):
    """Identifiers and strings of a file that are not docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value, node.lineno
        elif isinstance(node, ast.Name):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute):
            yield node.attr, node.lineno
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            yield " ".join([module, *(alias.name for alias in node.names)]), node.lineno


def test_nothing_outside_a_titles_folder_names_it():
    names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(own_names())))
    wrong = []
    for path in FILES:
        inside = path.relative_to(SOURCE).parts
        if inside[0] == "titles" and len(inside) > 2:
            continue
        for text, line in mentions(path):
            found = names.search(text)
            if found:
                wrong.append(f"{path.relative_to(ROOT)}:{line} {found.group()}")
    assert wrong == []


# What must not be in any file -------------------------------------------------------------------------------

TEXT = {".py", ".toml", ".md", ".po", ".txt", ".cfg", ".c", ".h", ".js", ".css", ".html", ".json", ".lock", ""}
HOSTS = re.compile(r"https?://[\w.-]*(?:pypi|registry|artifact|mirror|nexus)[\w.-]*", re.I)
PATHS = re.compile(r"(?<![\w.~/])/(?:home|root|Users|work|workspace|mnt)/\w")


def kept_files():
    """Files of the checkout, without what is made, hidden or installed."""
    skip = {".venv", ".git", "build", "node_modules", "__pycache__", "games"}
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts)
        made = skip & set(parts) or any(part.endswith(".egg-info") for part in parts)
        if path.is_file() and path.suffix in TEXT and not hidden and not made:
            yield path


def test_no_machine_paths_and_no_package_hosts():
    wrong = []
    for path in kept_files():
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if HOSTS.search(line) or PATHS.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number} {line.strip()[:80]}")
    assert wrong == []
