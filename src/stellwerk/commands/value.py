"""`stellwerk value`: learn from games of bots how a position will end, and say what that is worth."""

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stellwerk.bots.arena import look_at
from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing
from stellwerk.terminal.progress import bar


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played.")],
    out: Annotated[Path, typer.Option(help="Where the value is kept.")],
    bots: Annotated[str, typer.Option(help="One level for each seat.")] = "steady,steady,steady,steady",
    mix: Annotated[str, typer.Option(help="Levels, with commas: each seat is given one by lot.")] = "easy,steady",
    opening: Annotated[int, typer.Option(help="At most so many first actions of a game are by lot.")] = 10,
    lapse: Annotated[float, typer.Option(help="The part of later decisions that is by lot.")] = 0.03,
    games: Annotated[int, typer.Option(help="Games to learn from.", min=4)] = 60,
    folds: Annotated[
        int, typer.Option(help="Try every game by what other folds of them taught; 0: see --tried.", min=0, max=50)
    ] = 5,
    tried: Annotated[int, typer.Option(help="Further games to try it on, without folds.", min=2)] = 20,
    seed: Annotated[int, typer.Option(help="The same seed learns the same.")] = 5000,
    keep: Annotated[Path | None, typer.Option(help="Folder; games that are there are not played again.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes play.", min=1)] = 1,
) -> None:
    """Play, learn, and hold what was learned against the forecast on games that taught it nothing.

    Prints one JSON line; a picture of it lies beside the value.
    """
    with needing("research", "A value"):
        from stellwerk.env import variety as varieties
        from stellwerk.env.value_plot import panels, plot
        from stellwerk.env.value_training import in_turn, learn, lessons, report

    levels = tuple(name.strip() for name in bots.split(","))
    look_at(title, levels, games, jobs)
    if folds == 1:
        raise StellwerkError("One fold alone has nothing to learn from: 2 or more, or 0 for further games.")
    variety = varieties.Variety(tuple(name.strip() for name in mix.split(",") if name.strip()), opening, lapse)
    varieties.look_at(variety, title)
    number = games if folds else games + tried
    with bar(title, number) as tick:
        all_ = lessons(title, levels, number, seed, jobs, variety, keep, tick)
    if folds:
        value, told = in_turn(title, len(levels), all_, min(folds, len(all_)))
    else:
        value = learn(title, len(levels), all_[:games])
        told = report(value, games, all_[games:])
    value.write(out)
    out.with_suffix(".svg").write_text(plot(panels(told)), encoding="utf-8")
    print(json.dumps(msgspec.to_builtins(told) | {"bytes": out.stat().st_size}))
