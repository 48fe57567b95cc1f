"""Train, evaluate and draw, without a notebook: a ridge regression from what a seat sees to its margin at the end.

    python examples/research/learn.py --out build/example              # ten minutes on two cores
    python examples/research/learn.py --out build/example --games 8 --bots random,random,random   # seconds

Games are played by `stellwerk selfplay` (again: those that are there are read), rows come from its Parquet files.
Whole games are held out: positions of one game resemble each other, and to split them would flatter. The picture
`learned.svg` shows expected and real margins, and errors by part of the game beside those of cash alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from stellwerk.bots.arena import Match
from stellwerk.env.selfplay import Plan, check, play_all, read_all
from stellwerk.env.value_plot import Panels, plot
from stellwerk.env.variety import Variety
from stellwerk.env.workers import Processes

PARTS = (15, 30, 45, 60, 75)


def main(words: Sequence[str] | None = None) -> None:
    """Play, learn, tell."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    wanted.add_argument("--title", default="chicago-express")
    wanted.add_argument("--bots", default="steady,steady,steady,steady")
    wanted.add_argument("--games", type=int, default=120)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--jobs", type=int, default=2)
    wanted.add_argument("--out", type=Path, default=Path("build/example"))
    asked = wanted.parse_args(words)

    match = Match(asked.title, tuple(asked.bots.split(",")), asked.seed)
    plan = Plan(match, asked.games, every=4, variety=Variety(opening=10, lapse=0.03))
    check(plan)
    play_all(plan, asked.out, Processes(asked.jobs), lambda games: None)
    table = pa.concat_tables(list(read_all(plan, asked.out)))
    found = learned(asked.title, table)
    (asked.out / "learned.svg").write_text(plot(found), encoding="utf-8")
    for part, ours, now in zip(PARTS, found.error, found.beside_error, strict=True):
        print(f"around {part}% of a game: error {ours}, by cash alone {now}")


def learned(title: str, table: pa.Table) -> Panels:
    """What a ridge regression learns from three quarters of the games, tried on the others."""
    seen = np.stack(table.column("seen").to_numpy(zero_copy_only=False)).astype(float)
    ends = np.stack(table.column("margins").to_numpy(zero_copy_only=False))[:, 0].astype(float)
    part = table.column("move").to_numpy() / table.column("moves").to_numpy()
    games = np.array(table.column("game").to_pylist())
    names = list(dict.fromkeys(games.tolist()))
    held_out = np.isin(games, names[len(names) - len(names) // 4 :])

    inputs, cash = figures(table, seen), margin_of_cash(table, seen)
    taught = ~held_out
    middle, spread = inputs[taught].mean(axis=0), inputs[taught].std(axis=0) + 1e-9
    inputs = (inputs - middle) / spread
    design = np.column_stack([inputs, inputs * part[:, None], np.ones(len(inputs))])
    penalty = 30.0 * np.eye(design.shape[1])
    weights = np.linalg.solve(design[taught].T @ design[taught] + penalty, design[taught].T @ ends[taught])
    told = design @ weights

    near = [held_out & (np.abs(part - each / 100) < 0.075) for each in PARTS]
    order = np.array_split(np.flatnonzero(held_out)[np.argsort(told[held_out])], 10)
    return Panels(
        title=title,
        tried=len(names) // 4,
        calibration=[(float(told[each].mean()), float(ends[each].mean())) for each in order if len(each)],
        parts=PARTS,
        error=tuple(error(told[each], ends[each]) for each in near),
        beside="cash alone",
        beside_error=tuple(error(cash[each], ends[each]) for each in near),
    )


def figures(table: pa.Table, seen: np.ndarray) -> np.ndarray:
    """The arrays of seats and companies without what is too wide to learn from few games."""
    told = json.loads(table.schema.metadata[b"arrays"])
    kept, at = [], 0
    for name, array in told.items():
        rows, columns = array["shape"]
        for row in range(rows):
            for column, head in enumerate(array["columns"]):
                if name in ("game", "seats", "companies") and not head.startswith(("network:", "trains:")):
                    kept.append(at + row * columns + column)
        at += rows * columns
    return seen[:, kept]


def margin_of_cash(table: pa.Table, seen: np.ndarray) -> np.ndarray:
    """How much more cash the seat has than the others on average."""
    told = json.loads(table.schema.metadata[b"arrays"])
    at = 0
    for name, array in told.items():
        rows, columns = array["shape"]
        if name == "seats":
            first = at + array["columns"].index("cash")
            cash = seen[:, first : at + rows * columns : columns]
            return cash[:, 0] - cash[:, 1:].mean(axis=1)
        at += rows * columns
    raise ValueError("no seats")


def error(some: np.ndarray, others: np.ndarray) -> float:
    """Root of the mean square."""
    return round(float(np.sqrt(np.mean((some - others) ** 2))), 1) if len(some) else 0.0


if __name__ == "__main__":
    main()
