"""This release beside another commit: both built, asked in turn in one run, compared by processor time.

A machine is busier now than a minute ago, so that two runs one after the other tell little. Here both do the same
work alternately, and what counts is the median of the pairs.
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
    """By title and work: units a second here and there, their ratio, and between what half of the ratios lie."""
    by_title: dict[str, list[str]] = {title: [] for title in stellwerk.title_ids()}
    for game in games:
        by_title[game.title.id].append(stellwerk.to_json(game))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        commit = built(ref, folder)
        pair = [stack.enter_context(release(source)) for source in (ROOT / "src", folder / "src")]
        found = {title: dict(_of_title(pair, title, texts, rounds, seconds)) for title, texts in by_title.items()}
    return {"against": commit, "rounds": rounds, "by_title": found}


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


class Release:
    """A process that works with the code of one folder."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, **question: Any) -> Any:
        """One question, one answer; None where this release cannot do it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"fault": "it has ended"}')
        return None if isinstance(answer, dict) else answer


@contextmanager
def release(source: Path) -> Iterator[Release]:
    """A release that answers for as long as it is needed."""
    command = [sys.executable, "-P", works.__file__]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        yield Release(process)


def _of_title(
    pair: Sequence[Release], title: str, texts: list[str], rounds: int, seconds: float
) -> Iterator[tuple[str, dict[str, Any]]]:
    known = [set(each.ask(title=title, games=texts) or ()) for each in pair]
    for work in sorted(known[0] & known[1]):
        rates = [_once(pair, work, seconds, turned=number % 2 == 1) for number in range(rounds + 1)][1:]
        if all(here and there for here, there in rates):
            yield work, told(rates)


def _once(pair: Sequence[Release], work: str, seconds: float, turned: bool) -> tuple[float | None, float | None]:
    """Both, one after the other; who comes first alternates."""
    first, second = pair[::-1] if turned else pair
    one, other = first.ask(work=work, seconds=seconds), second.ask(work=work, seconds=seconds)
    return (other, one) if turned else (one, other)


def told(rates: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    """What pairs of rates come to.

    >>> told([(110, 100), (120, 100), (130, 100)])
    {'here': 120, 'there': 100, 'ratio': 1.2, 'spread': [1.1, 1.3]}
    """
    ratios = [here / there for here, there in rates]
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return {
        "here": round(median(here for here, _ in rates)),
        "there": round(median(there for _, there in rates)),
        "ratio": round(median(ratios), 3),
        "spread": [round(low, 3), round(high, 3)],
    }
