"""Games that are played by programs beside hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from stellwerk.play import programs
from stellwerk.play.core import Action, Pass
from stellwerk.play.game import Game
from stellwerk.play.programs import Ended, Program

Policy = Callable[[Game], Action]
GOLDEN = Path(__file__).parent / "conformance" / "golden"


def stored(name: str, moves: int | None = None) -> Game:
    """A golden game, perhaps taken back to an earlier move."""
    game = stellwerk.load((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    while moves is not None and len(game.actions) > moves:
        game.undo()
    return game


def made(game: Game, seat: int, kind: str, **fields: Any) -> Program:
    """A program that a form of this kind allows now."""
    forms = [form for form in programs.forms(game.position, seat) if kind_of(form.program) == kind]
    program = msgspec.structs.replace(forms[0].program, **fields)
    assert forms[0].fits(program)
    assert programs.read(msgspec.json.decode(msgspec.json.encode(program)), game.title) == program
    return program


def kind_of(program: Program) -> str:
    return str(program.__struct_config__.tag)


def drive(game: Game, orders: Sequence[Program], others: Policy, moves: int = 200) -> list[str]:
    """Play by programs where they say something, by others else; why the programs ended."""
    standing, ended = [(order, len(game.actions)) for order in orders], []
    for _ in range(moves):
        said: Action | None = None
        for order, since in list(standing):
            answer = programs.asked(game, order, since)
            if isinstance(answer, Ended):
                standing.remove((order, since))
                ended.append(answer.reason)
            elif answer is not None and said is None:
                said = answer
        if not standing or game.over:
            break
        game.play(said or others(game))
    return ended


def passing(game: Game) -> Action:
    return Pass(game.waiting_for()[0])
