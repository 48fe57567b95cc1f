"""`stellwerk soak`: random games for as long as one likes, with everything that must hold looked at."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing
from stellwerk.terminal.progress import bar
from stellwerk.testing.soak import Tally, run
from stellwerk.titles.registry import find_title, title_ids


def command(
    title: Annotated[list[str] | None, typer.Argument(metavar="TITLE", help="All if none is named.")] = None,
    minutes: Annotated[float, typer.Option(help="For how long.")] = 1.0,
    jobs: Annotated[int, typer.Option(help="How many processes play.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    out: Annotated[Path, typer.Option(help="Failing games are kept in this folder.")] = Path("soak"),
    games: Annotated[
        int, typer.Option(help="So many games instead; those in the folder are not played again.")
    ] = 0,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster that plays --games, or `local`.")] = "",
) -> None:
    """Play by lot, options and players by lot; after every action look for problems, undo, save and read again.

    Prints one JSON line; the exit status is 1 if anything went wrong.
    """
    titles = [find_title(name).id for name in title] if title else title_ids()
    if minutes <= 0 or jobs < 1:
        raise StellwerkError("A soak needs some time and at least one job.")
    if ray and not games:
        raise StellwerkError("A cluster is told how many games to play: --games N --ray ADDRESS.")
    begun = time.monotonic()
    tally = _counted(titles, games, jobs, seed, out, ray) if games else run(titles, minutes, jobs, seed, out)
    told = {"minutes": round((time.monotonic() - begun) / 60, 2), "jobs": jobs, "seed": seed}
    print(json.dumps(told | msgspec.to_builtins(tally)))
    if tally.faults:
        sys.exit(1)


def _counted(titles: list[str], games: int, jobs: int, seed: int, out: Path, ray: str) -> Tally:
    with needing("research", "A soak of so many games"):
        from stellwerk.env.soaking import Pieces, run_all
        from stellwerk.env.workers import Processes, Ray

    with bar("games", games) as tick:
        return run_all(Pieces(tuple(titles), seed, games, out), Ray(ray, jobs) if ray else Processes(jobs), tick)
