"""`stellwerk bench`: how fast the engine, bots and a server are, one JSON line a subject."""

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from stellwerk.bench import duel as duel_bench
from stellwerk.bench import engine as engine_bench
from stellwerk.bench import forecast as forecast_bench
from stellwerk.bench import playouts as playouts_bench
from stellwerk.bench import routes as routes_bench
from stellwerk.bench import server as server_bench
from stellwerk.bench.against import compare
from stellwerk.bench.bots import measure_bots
from stellwerk.bench.games import all_games
from stellwerk.bots import known_level
from stellwerk.bots.arena import MOST_OPENING, OPENING
from stellwerk.play.extras import needing

app = typer.Typer(help="Measure; prints one JSON line, `forecast` and `playouts` a table.", no_args_is_help=True)

RECORDS = Path("../shared/records")


@app.command()
def engine(
    records: Annotated[Path, typer.Option(help="folder of recorded games")] = RECORDS,
    seconds: Annotated[float, typer.Option(help="time for each figure")] = 3.0,
    against: Annotated[str, typer.Option(help="another commit, built and asked in turn with this code")] = "",
    rounds: Annotated[int, typer.Option(help="pairs of measurements, with --against", min=1)] = 9,
) -> None:
    """Replays, random play, legal track and copies, a second each on one core, and by title."""
    if against:
        games = all_games(records)
        print(json.dumps(compare(against, games, rounds, seconds)))
    else:
        print(json.dumps(engine_bench.measure(records, seconds)))


@app.command()
def routes(
    records: Annotated[Path, typer.Option(help="folder of recorded games")] = RECORDS,
    boards: Annotated[int, typer.Option(help="full boards for each set of trains")] = 10,
    budget: Annotated[float, typer.Option(help="seconds allowed for one stress board")] = 5.0,
) -> None:
    """Best runs: running decisions of records, or of bots where a title has none, and late-game stress boards."""
    print(json.dumps(routes_bench.measure_routes(records, boards, budget)))


@app.command()
def bots(
    level: Annotated[str, typer.Option(help="which bots")] = "steady",
    games: Annotated[int, typer.Option(help="games of each title", min=1)] = 3,
) -> None:
    """The time that bots take for a decision."""
    print(json.dumps(msgspec.to_builtins(measure_bots(known_level(level), games))))


@app.command()
def duel(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="what is played")],
    against: Annotated[str, typer.Option(help="another commit, which is built and plays every other seat")],
    level: Annotated[str, typer.Option(help="which bots, here and there")] = "steady",
    pairs: Annotated[int, typer.Option(help="seeds, each played twice with seats changed", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="of the first pair")] = 1,
    players: Annotated[int, typer.Option(help="seats at the table", min=2)] = 4,
    opening: Annotated[int, typer.Option(help="first actions by lot", min=0, max=MOST_OPENING)] = OPENING,
) -> None:
    """A level of now against what it was: how much its seats are above the others, with the error over pairs."""
    told = duel_bench.measure(title, level, against, players, pairs, seed, opening)
    print(json.dumps(msgspec.to_builtins(told)))


@app.command()
def forecast(
    title: Annotated[
        list[str] | None, typer.Option(help="titles that are played; all where none is named")
    ] = None,
    games: Annotated[int, typer.Option(help="games of steady bots of each title", min=2)] = 20,
    seed: Annotated[int, typer.Option(help="of the first game; the same seed tells the same")] = 7001,
    players: Annotated[int, typer.Option(help="seats at each table", min=2)] = 4,
    opening: Annotated[
        int,
        typer.Option(
            help="first actions of which half are by lot, among what is reasonable", min=0, max=MOST_OPENING
        ),
    ] = forecast_bench.OPENING,
    jobs: Annotated[int, typer.Option(help="processes that play", min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON line")] = False,
) -> None:
    """How well the forecast tells who will be ahead at the end; in brackets how well worth by then does.

    Below it, how far each seat ended from the table's mean.
    """
    told = forecast_bench.measure(title or (), games, seed, players, jobs, opening)
    rows = [*forecast_bench.as_table(told), "", *forecast_bench.seats_table(told)]
    print(json.dumps(msgspec.to_builtins(told)) if as_json else "\n".join(rows))


@app.command()
def playouts(
    title: Annotated[
        list[str] | None, typer.Option(help="titles that are played; all where none is named")
    ] = None,
    seconds: Annotated[float, typer.Option(help="time for each figure", min=0.01)] = 2.0,
    seed: Annotated[int, typer.Option(help="of the game whose positions are played on from")] = 1,
    players: Annotated[int, typer.Option(help="seats at the table", min=2)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON line")] = False,
) -> None:
    """Playouts in half a second of one core from positions of a game; in brackets with `steady` at every seat."""
    told = playouts_bench.measure(title or (), seconds, seed, players)
    print(json.dumps(msgspec.to_builtins(told)) if as_json else "\n".join(playouts_bench.as_table(told)))


@app.command()
def env(seconds: Annotated[float, typer.Option(help="time for each figure", min=0.01)] = 1.0) -> None:
    """Steps a second of environments for learners, beside the bare engine."""
    with needing("research", "An environment"):
        from stellwerk.bench.env import measure_env

    print(json.dumps(msgspec.to_builtins(measure_env(seconds))))


@app.command()
def server(
    games: Annotated[int, typer.Option(help="tables, a third of them with bots", min=3)] = 500,
    seconds: Annotated[float, typer.Option(help="time for each of three measurements", min=0.1)] = 30.0,
    turns_per_s: Annotated[float, typer.Option(help="turns a second of all people who think", min=0.1)] = 20.0,
    title: Annotated[
        list[str] | None, typer.Option(help="titles that are played; all where none is named")
    ] = None,
    long: Annotated[int, typer.Option(help="moves of a long game", min=1)] = server_bench.LONG,
    database: Annotated[
        str,
        typer.Option(
            help="postgresql://USER:PASSWORD@HOST/NAME without games, which stay there; otherwise a file that goes"
            " away",
            envvar="STELLWERK_DATABASE",
            show_envvar=True,
        ),
    ] = "",
    processes: Annotated[
        int, typer.Option(help="processes that serve together; more than one needs --database", min=1, max=64)
    ] = 1,
) -> None:
    """Many games over real sockets, people and bots mixed, and one short and one long game."""
    plan = server_bench.Plan(games, seconds, turns_per_s, tuple(title or ()), long, database, processes)
    print(json.dumps(server_bench.measure(plan)))
