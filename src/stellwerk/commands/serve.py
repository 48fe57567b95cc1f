"""`stellwerk serve`: games in the browser."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title, lay_over, title_ids

HOST, PORT = "127.0.0.1", 8018


def _try_out(id_: str) -> None:
    """Lay a title out for every number of players: what is wrong with its data is said now, not to visitors."""
    title = find_title(id_)
    try:
        for players in title.players:
            new_game(title, [str(number) for number in range(players)], {}, 0)
    except StellwerkError:
        raise
    except Exception as error:  # whatever corrected data leads to
        raise StellwerkError(
            f"{title.name} cannot be laid out with its data, perhaps for what lies in --box ({error!r})."
        ) from error


def command(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes a free one.", min=0, max=65535)] = PORT,
    data: Annotated[Path, typer.Option(help="The folder that keeps games and people.")] = Path("games"),
    database: Annotated[
        str,
        typer.Option(
            help="postgresql://USER:PASSWORD@HOST/NAME instead of a file in the folder; better by the variable,"
            " since others see what a command was called with.",
            envvar="STELLWERK_DATABASE",
            show_envvar=True,
        ),
    ] = "",
    copy_to: Annotated[
        Path | None,
        typer.Option(
            help="Where a copy of the database goes before its tables are brought up to date; a file in the folder"
            " if not told. For PostgreSQL.",
        ),
    ] = None,
    copy_made: Annotated[
        bool, typer.Option("--copy-made", help="Make no such copy: there is one, made by other means.")
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = HOST,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy of yours says who asks (X-Forwarded-For, -Proto).")
    ] = False,
    secure_cookies: Annotated[
        bool, typer.Option("--secure-cookies", help="Hand out cookies for HTTPS only.")
    ] = False,
    address: Annotated[
        str,
        typer.Option(help="How others reach it, for links in messages.", envvar="STELLWERK_ADDRESS"),
    ] = "",
    json_log: Annotated[
        bool, typer.Option("--json-log", help="Write the log as a line of JSON for each message.")
    ] = False,
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(help="Networks that see /metrics; otherwise this computer alone."),
    ] = None,
    processes: Annotated[
        int, typer.Option(help="Processes that serve together; more than one needs --database.", min=1, max=64)
    ] = 1,
    workers: Annotated[
        int,
        typer.Option(
            help="Bots that think at the same time, each in a process; 0 leaves it to `stellwerk worker`, with"
            " --database.",
            min=0,
            max=64,
        ),
    ] = 2,
    peers_at: Annotated[
        str,
        typer.Option(
            help="HOST:PORT of this computer in a private network, where others that serve from the same database"
            " reach it; each process has a port, from this one on. STELLWERK_PEERS_KEY is the key of all.",
        ),
    ] = "",
    rate: Annotated[
        float | None,
        typer.Option(help="Changes a second that one visitor may ask for in the long run; 20 if not told.", min=1),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Show the lobby in a browser.")] = False,
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data of titles that allow it.")] = None,
) -> None:
    """Play in the browser, alone against bots or with others."""
    if (processes > 1 or peers_at) and not database:
        raise StellwerkError("Several processes need PostgreSQL (--database); a file has one server at a time.")
    if not workers and not database:
        raise StellwerkError(
            "Bots need somebody who thinks (--workers), where no `stellwerk worker` can be asked."
        )
    with needing("server", "The server"):
        from stellwerk.host import logs
        from stellwerk.host.drawers import prepare
        from stellwerk.host.settings import Settings
        from stellwerk.web.app import create_app
        from stellwerk.web.door import peers
        from stellwerk.web.door.listen import listening, networks
        from stellwerk.web.door.run import Server
        from stellwerk.web.door.together import joined, serve_together
    key = ""
    if peers_at:
        peers.address(peers_at, processes - 1)
        key = peers.good_key(os.environ.get(peers.KEY, ""))  # a secret, too
    lay_over(box)
    among = joined()
    for id_ in title_ids() if among is None else ():  # whoever started us has tried it
        _try_out(id_)
    logs.set_up(json_log)
    mail = os.environ.get("STELLWERK_MAIL", "")  # a secret, which no command line should show
    if mail and not address:
        raise StellwerkError("Letters need links: say how others reach the server (--address https://…).")
    with listening(host, port) if among is None else among.ear as ear:
        settings = Settings(
            data=data,
            postgres=database,
            copy_to=copy_to,
            copied=copy_made,
            address=address,
            mail=mail,
            metrics_from=networks(metrics_from) if metrics_from else Settings().metrics_from,
            behind_proxy=behind_proxy,
            secure_cookies=secure_cookies,
            processes=workers or Settings().processes,
            queued=bool(database) and (processes > 1 or bool(peers_at) or not workers),
            rate=Settings().rate if rate is None else rate,
            peers_at=peers_at,
            peers_key=key,
        )
        if among is not None:
            settings, ears = replace(settings, place=among.place, meeting=among.path), [ear, among.inner]
            if peers_at:
                at, its_port = peers.address(peers_at, among.number)
                ears.append(listening(at, its_port, "--peers-at"))
                settings = replace(settings, peers_at=peers.named(at, its_port))
            Server(create_app(settings), host, port).run(ears)
            return
        address = f"http://{host}:{ear.getsockname()[1]}"
        where = "PostgreSQL" if database else data
        together = processes > 1 or bool(peers_at)
        if peers_at and 0 <= ear.getsockname()[1] - peers.address(peers_at)[1] < processes:
            raise StellwerkError("What machines reach (--peers-at) needs other ports than visitors (--port).")
        if together:
            prepare(settings)
        else:
            app = create_app(settings)
        typer.echo(f"Stellwerk is open at {address} (Ctrl+C ends it; games are kept in {where}).")
        if open_page:
            webbrowser.open(address)
        if together:
            os.environ["STELLWERK_DATABASE"] = database  # for the worker, whose call others could see
            raise typer.Exit(serve_together(processes, ear, sys.argv[1:], workers))
        Server(app, host, port).run([ear])
