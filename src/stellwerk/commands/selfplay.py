"""`stellwerk selfplay`: many games of bots against themselves, kept as tables for learners."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.bots.arena import Match
from stellwerk.play.extras import needing
from stellwerk.terminal.progress import bar


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played.")],
    bots: Annotated[str, typer.Option(help="One level for each seat.")] = "steady,steady,steady,steady",
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games, wherever.")] = 1,
    mix: Annotated[str, typer.Option(help="Levels, with commas: each seat is given one by lot.")] = "",
    opening: Annotated[int, typer.Option(help="At most so many first actions of a game are by lot.")] = 0,
    lapse: Annotated[float, typer.Option(help="The part of later decisions that is by lot.")] = 0.0,
    every: Annotated[int, typer.Option(help="Keep one decision of so many.", min=1)] = 1,
    out: Annotated[Path, typer.Option(help="Folder; what is there is not played again.")] = Path("selfplay"),
    jobs: Annotated[int, typer.Option(help="How many processes play.")] = 1,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster that plays instead, or `local`.")] = "",
) -> None:
    """Let bots play and keep every decision as a row of Parquet: what was seen, what was chosen, how it ended."""
    with needing("research", "Self-play"):
        from stellwerk.env.selfplay import Plan, check, play_all
        from stellwerk.env.variety import Variety
        from stellwerk.env.workers import Processes, Ray, Workers

    match = Match(title, tuple(name.strip() for name in bots.split(",")), seed)
    variety = Variety(tuple(name.strip() for name in mix.split(",") if name.strip()), opening, lapse)
    plan = Plan(match, games, every, variety=variety)
    check(plan)
    workers: Workers = Ray(ray, jobs) if ray else Processes(jobs)
    with bar(title, games) as tick:
        play_all(plan, out, workers, tick)
    files = [plan.file(out, shard) for shard in plan.shards()]
    size = sum(file.stat().st_size for file in files)
    print(f"{games} games in {len(files)} files of {out}, {size / 1e6:.1f} MB")
