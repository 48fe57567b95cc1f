"""Clauses: one reason to refuse each, named after it, listed by the titles that have the rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from stellwerk.play import errors
from stellwerk.play.errors import Refusal

from .state import Table

A = TypeVar("A")
Clause = Callable[[Any, A], Refusal | None]


def refuse(table: Table, reason: str, **values: Any) -> Refusal:
    """A refusal with the paragraph by which this title gives that reason."""
    return errors.refuse(table.rules.cited(table, reason, values), reason, **values)


def first_refusal(clauses: Iterable[Clause[A]], table: Table, asked: A) -> Refusal | None:
    """The first reason against what is asked, or None."""
    for clause in clauses:
        refusal = clause(table, asked)
        if refusal is not None:
            return refusal
    return None


def without(clauses: Iterable[Clause[A]], waived: Collection[str]) -> tuple[Clause[A], ...]:
    """The clauses without those that a group has agreed to waive, by their names.

    >>> def pool_limit(table, sale): ...
    >>> without([pool_limit], ["pool_limit"])
    ()
    """
    return tuple(clause for clause in clauses if getattr(clause, "__name__", "") not in waived)
