"""How templates become Python: what ours print and ask for, without looking each time what else it might be."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

SHORT = 200
"""Letters below which a text is kept as it was escaped."""
WITHOUT_KEYS = frozenset(
    f"table/{name}.html"
    for name in (
        "amount", "cards", "chart", "choices", "grid", "grid_row", "head", "holding", "holdings", "menu",
        "recap_row", "since",
    )
)  # fmt: skip
"""Templates of what every move changes. What they ask by a dot are attributes, never keys of a dictionary."""


class PlainContext(Context):
    """Calls what a template calls, without looking each time whether it asks for the context: ours never do."""

    @staticmethod
    def call(what: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any) -> Any:
        """What a function of ours or a macro answers."""
        return what(*args, **named)


class PlainCode(CodeGenerator):
    """Reads attributes as Python does, and prints texts as they are."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """The whole of it, which knows how to print."""
        self.writeline(f"from {__name__} import printed")
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """What is asked for by a dot."""
        if self.name in WITHOUT_KEYS:
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
        else:
            super().visit_Getattr(node, frame)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """One thing or another, or nothing."""
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("printed(")


def printed(value: Any) -> str:
    """What a template prints, escaped unless it is HTML already."""
    kind = type(value)
    if kind is str:
        return _escaped(value) if len(value) < SHORT else escape(value)
    return value if kind is Markup else escape(value)


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    """A short text: most stand on one page after another."""
    return str(escape(text))
