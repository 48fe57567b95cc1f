"""`stellwerk admin`: for whoever runs the place. Everything that changes something is noted."""

import getpass
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing

from .backup import DATA, DATABASE

if TYPE_CHECKING:
    from stellwerk.host.operator import Operator

app = typer.Typer(
    help="People, games, reports and announcements of a server, also while it runs.", no_args_is_help=True
)
Data = Annotated[Path, DATA]
Url = Annotated[str, DATABASE]
Who = Annotated[str, typer.Argument(help="A name, or a number of the list.")]
Why = Annotated[str, typer.Option(help="Why, for the log.")]
DAY = 86400.0


def _operator(data: Path, database: str) -> "Operator":
    with needing("server", "stellwerk admin"):
        from stellwerk.host.operator import Operator
        from stellwerk.host.settings import Settings
    return Operator(Settings(data=data, postgres=database), getpass.getuser())


def _day(moment: float | None) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment)) if moment else "-"


@app.command()
def people(
    name: Annotated[str, typer.Argument(help="A part of a name, or a number.")] = "",
    data: Data = Path("games"),
    database: Url = "",
) -> None:
    """List people, who was here last first."""
    with _operator(data, database) as operator:
        for one in operator.storage.people_called(name):
            kind = (
                "closed" if one.suspended else "program" if one.program else "account" if one.account else "guest"
            )
            typer.echo(
                f"{one.id}  {one.name or '-'}  {kind}  {one.email or '-'}  {_day(one.seen)}  {one.seats} seats"
            )


@app.command()
def suspend(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Close an account and end all its sessions; its games stay."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.suspend(who, why)} cannot come in any more.")


@app.command()
def readmit(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Open an account again."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.readmit(who, why)} can come in again.")


@app.command()
def password(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Give somebody a new password, who has lost theirs, and end all their sessions."""
    made = secrets.token_urlsafe(12)
    with _operator(data, database) as operator:
        typer.echo(f"The new password of {operator.set_password(who, made, why)}: {made}")


@app.command()
def appoint(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Let an account do most of this by a page, /operator, that nobody else finds."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.appoint(who, why)} looks after the place at /operator.")


@app.command()
def dismiss(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Let an account do so no more."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.dismiss(who, why)} finds that page no more.")


@app.command()
def program(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Mark an account as one that a program plays by: none of its games counts among people."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.mark(who, True, why)} is a program's account.")


@app.command()
def person(who: Who, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Take that mark away."""
    with _operator(data, database) as operator:
        typer.echo(f"{operator.mark(who, False, why)} is a person's account.")


@app.command()
def ratings(title: str, data: Data = Path("games"), database: Url = "") -> None:
    """How people stand in a title who want to be rated, worked out from the games."""
    with _operator(data, database) as operator:
        from stellwerk.host.people.ratings import Ratings

        found = Ratings(operator.storage).of(title)
    typer.echo(f"{title}: {len(found.games)} games, edition {found.edition}")
    for one in found.people:
        typer.echo(f"{one.rating:6.2f} ± {one.uncertainty:5.2f}  {one.games:4} games  {one.name}")


@app.command()
def games(
    status: Annotated[str, typer.Option(help="open, running or finished")] = "running",
    data: Data = Path("games"),
    database: Url = "",
) -> None:
    """List games, the last changed first."""
    with _operator(data, database) as operator:
        for row in operator.games(status):
            who = ", ".join(seat.name or "…" for seat in row.seats)
            typer.echo(f"{row.id}  {row.title}  {row.access}  {who}  {_day(row.changed)}")


@app.command(context_settings={"ignore_unknown_options": True})  # ids of earlier versions may begin with a dash
def unlist(game: str, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Take a game out of the lists that everybody sees; it goes on."""
    with _operator(data, database) as operator:
        operator.unlist(game, why)
    typer.echo(f"{game} is in no list any more.")


@app.command()
def reports(
    all_of_them: Annotated[bool, typer.Option("--all", help="Also those that were looked at.")] = False,
    data: Data = Path("games"),
    database: Url = "",
) -> None:
    """What people have reported."""
    with _operator(data, database) as operator:
        for one in operator.storage.reports(all_of_them):
            about = "-" if one.about is None else one.about
            typer.echo(f"{one.id}  {_day(one.at)}  from {one.person}  about {about}  game {one.game}: {one.words}")


@app.command()
def looked_at(report: int, why: Why = "", data: Data = Path("games"), database: Url = "") -> None:
    """Close a report."""
    with _operator(data, database) as operator:
        operator.close_report(report, why)
    typer.echo(f"Report {report} is closed.")


@app.command()
def limits(data: Data = Path("games"), database: Url = "") -> None:
    """What one person may have at most."""
    with _operator(data, database) as operator:
        for name, now, usual in operator.limits():
            typer.echo(f"{name}  {now}" + (f"  (usually {usual})" if now != usual else ""))


@app.command()
def limit(
    name: str,
    most: Annotated[int | None, typer.Argument(help="So many; as usual if not told.", min=1, max=10_000)] = None,
    why: Why = "",
    data: Data = Path("games"),
    database: Url = "",
) -> None:
    """Set what one person may have at most; a running server hears of it."""
    with _operator(data, database) as operator:
        operator.limit(name, most, why)
    typer.echo(f"The limit {name} is {'as usual' if most is None else most}.")


@app.command()
def announce(
    english: str,
    german: str,
    days: Annotated[float, typer.Option(help="For how long.", min=0.01, max=365)] = 7,
    data: Data = Path("games"),
    database: Url = "",
) -> None:
    """Tell everybody something in the lobby."""
    if max(len(english), len(german)) > 500:
        raise StellwerkError("An announcement has at most 500 characters.")
    with _operator(data, database) as operator:
        typer.echo(f"Announcement {operator.announce(english, german, time.time() + days * DAY)} stands.")


@app.command()
def withdraw(announcement: int, data: Data = Path("games"), database: Url = "") -> None:
    """Tell it no more."""
    with _operator(data, database) as operator:
        operator.withdraw(announcement)
    typer.echo(f"Announcement {announcement} is gone.")


@app.command()
def log(data: Data = Path("games"), database: Url = "") -> None:
    """What was done here, by whom and why, the last first."""
    with _operator(data, database) as operator:
        for note in operator.storage.notes():
            typer.echo(f"{_day(note.at)}  {note.operator}  {note.what}  {note.about}  {note.why}".rstrip())
