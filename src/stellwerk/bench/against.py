"""This release beside another commit: both built, asked in turn in one run, compared by processor time.

A machine is busier now than a minute ago, so that two runs one after the other tell little. Here both do the same
work alternately, as many actions of the same games each, and what counts is the median of the pairs.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import stellwerk
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game

from . import works

ROOT = Path(stellwerk.__file__).parents[2]
NEEDED = ("src", "setup.py", "pyproject.toml", "README.md")


def compare(ref: str, games: Iterable[Game], rounds: int, seconds: float) -> dict[str, Any]:
    """By title and work: units a second here and there, their ratio, and between what half of the ratios lie.

    Games are played as far as both take their actions. Where that is not to the end, and where one of both cannot
    do a work, it stands there why.
    """
    by_title: dict[str, list[str]] = {title: [] for title in stellwerk.title_ids()}
    for game in games:
        by_title[game.title.id].append(stellwerk.to_json(game))
    found: dict[str, Any] = {}
    stopped: dict[str, list[dict[str, Any]]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        commit = built(ref, folder)
        pair = [
            stack.enter_context(release(name, source))
            for name, source in (("here", ROOT / "src"), ("there", folder / "src"))
        ]
        for title, texts in by_title.items():
            games_of_both, why = read_by_both(pair, texts)
            if why:
                stopped[title] = why
            found[title] = dict(_of_title(pair, title, games_of_both, rounds, seconds))
    return {"against": commit, "rounds": rounds, "by_title": found, "not_to_the_end": stopped}


def built(ref: str, folder: Path) -> str:
    """Put a commit into a folder, with its kernel compiled; its full name."""
    commit = _git("rev-parse", "--verify", f"{ref}^{{commit}}").decode().strip()
    with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, *NEEDED))) as archive:
        archive.extractall(folder, filter="data")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StellwerkError(f"The commit {ref} cannot be built: {done.stderr.strip().splitlines()[-1]}")
    return commit


def _git(*words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise StellwerkError("To compare with another commit git is needed.") from None
    if done.returncode:
        raise StellwerkError(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


class CannotDo(StellwerkError):
    """One of both releases cannot do a work."""


class Release:
    """A process that works with the code of one folder."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self.name, self.process = name, process

    def ask(self, **question: Any) -> Any:
        """One question, one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
        except (OSError, ValueError):
            raise CannotDo(f"{self.name}: the process has ended") from None
        if isinstance(answer, dict) and "fault" in answer:
            raise CannotDo(f"{self.name}: {answer['fault']}")
        return answer


@contextmanager
def release(name: str, source: Path, script: str = works.__file__) -> Iterator[Release]:
    """A release that answers for as long as it is needed, to what a script of ours asks of it."""
    command = [sys.executable, "-P", script]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        yield Release(name, process)


def read_by_both(pair: Sequence[Release], texts: Iterable[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """Games as far as both releases take their actions, and of those that end early why.

    Rules differ: what one of both refuses, or has no word for, ends the game there, and the one that takes more of
    it plays no more of it either.
    """
    games, stopped = [], []
    for number, text in enumerate(texts, 1):
        file = json.loads(text)
        try:
            readings = {each.name: each.ask(read=text) for each in pair}
        except CannotDo as fault:
            stopped.append({"game": number, "actions": 0, "of": len(file["actions"]), "why": str(fault)})
            continue
        name, shortest = min(readings.items(), key=lambda item: item[1]["actions"])
        if shortest["stopped"]:
            why = f"{name}: {shortest['stopped']}"
            stopped.append(
                {"game": number, "actions": shortest["actions"], "of": len(file["actions"]), "why": why}
            )
        if shortest["actions"]:
            games.append(json.dumps({**file, "actions": file["actions"][: shortest["actions"]]}))
    return games, stopped


def _of_title(
    pair: Sequence[Release], title: str, texts: list[str], rounds: int, seconds: float
) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        known = [each.ask(title=title, games=texts) for each in pair]
    except CannotDo as fault:
        yield "all", {"fault": str(fault)}
        return
    for work in known[0]:
        try:
            yield work, told(list(rates_of(pair, work, rounds, seconds)))
        except CannotDo as fault:
            yield work, {"fault": str(fault)}


def rates_of(pair: Sequence[Release], work: str, rounds: int, seconds: float) -> Iterator[tuple[float, float]]:
    """Units a second of both in each round.

    Both do the same units in a round, so that the quicker one does not come to other games. How many the slower
    one does in so many seconds is found out first.
    """
    here, there = pair
    for each in pair:
        each.ask(work=work, units=1)
    tried = here.ask(work=work, seconds=seconds)
    caught_up = there.ask(work=work, units=tried[0])
    units = max(1, min(tried[0], int(caught_up[0] / caught_up[1] * seconds)))
    for number in range(rounds):
        turned = number % 2 == 1  # who comes first alternates
        first, second = (each.ask(work=work, units=units) for each in (pair[::-1] if turned else pair))
        rates = first[0] / first[1], second[0] / second[1]
        yield rates[::-1] if turned else rates


def told(rates: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    """What pairs of rates come to.

    >>> told([(110, 100), (120, 100), (130, 100)])
    {'here': 120, 'there': 100, 'ratio': 1.2, 'spread': [1.1, 1.3], 'whole': 1.194}

    `whole` is that of the time for all rounds together: it also tells of the few that took long.
    """
    ratios = [here / there for here, there in rates]
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return {
        "here": round(median(here for here, _ in rates)),
        "there": round(median(there for _, there in rates)),
        "ratio": round(median(ratios), 3),
        "spread": [round(low, 3), round(high, 3)],
        "whole": round(sum(1 / there for _, there in rates) / sum(1 / here for here, _ in rates), 3),
    }
