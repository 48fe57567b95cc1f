"""The table's scripts in one: what was said in many files is said in an order in which it can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.web import bundle


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(bundle, "STATIC", tmp_path)
    bundle.script.cache_clear()
    yield tmp_path
    bundle.script.cache_clear()


def test_imports_come_first_and_names_stay_apart(folder: Path) -> None:
    (folder / "a.js").write_text(
        '// The first.\nimport { b, other } from "./b.js";\nimport * as c from "./c.js";\n'
        "/** Says\n * something. */\nexport async function a() {\n  return b + c.b;\n}\n"
    )
    (folder / "b.js").write_text('import "./c.js";\nexport const b = "//no note";\nexport class other {}\n')
    (folder / "c.js").write_text("const hidden = 1;\nexport const b = hidden;\n")
    assert bundle.script("a.js").decode() == (
        "const modules = {};\n"
        'modules["c.js"] = (() => {\nconst hidden = 1;\nconst b = hidden;\nreturn { b };\n})();\n'
        'modules["b.js"] = (() => {\nconst b = "//no note";\nclass other {}\nreturn { b, other };\n})();\n'
        'modules["a.js"] = (() => {\nconst { b, other } = modules["b.js"];\nconst c = modules["c.js"];\n'
        "async function a() {\nreturn b + c.b;\n}\nreturn { a };\n})();\n"
    )


def test_a_circle_is_told(folder: Path) -> None:
    (folder / "a.js").write_text('import "./b.js";\n')
    (folder / "b.js").write_text('import "./a.js";\n')
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        bundle.script("a.js")


def test_nothing_of_a_module_is_left_over() -> None:
    for line in bundle.script("table.js", "lesson.js").decode().splitlines():
        assert not line.startswith(("import ", "export "))
