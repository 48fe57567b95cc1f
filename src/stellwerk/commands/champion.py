"""`stellwerk champion`: a search, a value and a policy that learn from each other, rated against all levels."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stellwerk.play.extras import needing
from stellwerk.terminal.files import write_text
from stellwerk.terminal.progress import bar

from .ladder import show


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played.")],
    rounds: Annotated[int, typer.Option(help="How often search and learning take turns.", min=1)] = 3,
    games: Annotated[int, typer.Option(help="Games of each round.", min=4)] = 40,
    players: Annotated[int, typer.Option(help="Seats at each table.", min=2)] = 4,
    rated: Annotated[int, typer.Option(help="Games in which it is rated.", min=0)] = 24,
    against: Annotated[str, typer.Option(help="Whom it meets, with commas; nobody named: all levels.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed learns and plays the same.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder of values, policies and rated games.")] = Path("champion"),
    jobs: Annotated[int, typer.Option(help="How many processes play.", min=1)] = 1,
) -> None:
    """Learn by expert iteration, and print how what came of it stands (again: `stellwerk ladder --file`)."""
    with needing("research", "A champion"):
        from stellwerk.env.champion import all_levels, duels, iterate, rate

    last = None
    with bar(f"{title}: games to learn from", games * (rounds + 1)) as tick:
        for last in iterate(title, players, rounds, games, seed, out, jobs, tick):
            print(f"round {last.number}: learned from {last.games} games, {last.decisions} decisions", flush=True)
    if last is not None and rated:
        named = [name.strip() for name in against.split(",")] if against else all_levels(title)
        with bar(f"{title}: games to be rated", rated) as tick:
            ladder = rate(last, title, players, named, rated, seed + 1_000_000, jobs, tick)
        write_text(out / "ladder.json", msgspec.json.format(msgspec.json.encode(ladder), indent=1).decode() + "\n")
        show(ladder, as_json=False)
        for one in duels(ladder):
            print(f"against {one.other}: won {one.won:g} of {one.games}, {one.above} ± {one.error} above")
