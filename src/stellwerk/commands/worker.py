"""`stellwerk worker`: thinks for the bots of a server, on this computer or another."""

import signal
import threading
from typing import Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing

from .backup import DATABASE


def command(
    database: Annotated[str, DATABASE] = "",
    processes: Annotated[int, typer.Option(help="Bots that think at the same time.", min=1, max=64)] = 2,
    json_log: Annotated[
        bool, typer.Option("--json-log", help="Write the log as a line of JSON for each message.")
    ] = False,
) -> None:
    """Think for bots of a server whose database is PostgreSQL; it may run on any computer that reaches it."""
    if not database:
        raise StellwerkError("Bots that think elsewhere are asked through PostgreSQL (--database postgresql://…).")
    with needing("server", "Thinking for bots"):
        from stellwerk.host import logs
        from stellwerk.host.bots.queued import Thinker
        from stellwerk.host.places import end_with_life
        from stellwerk.host.settings import Settings
        from stellwerk.host.storage.data_dir import open_beside
        from stellwerk.host.storage.database import CHANNEL
    logs.set_up(json_log)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    started = end_with_life()
    storage = open_beside(Settings(postgres=database))
    try:
        thinker = Thinker(storage, CHANNEL, processes)
        thinker.start()
        if not started:
            typer.echo(f"Bots think here, {processes} at the same time (Ctrl+C ends it).")
        ended.wait()
        thinker.stop()
    finally:
        storage.close()
