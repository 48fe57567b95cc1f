"""The command `stellwerk`. A fault that a person can put right is one sentence and exit status 2."""

import sys
from importlib import import_module

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing

COMMANDS: tuple[str, ...] = (
    "replay",
    "bench",
    "play",
    "render",
    "print",
    "arena",
    "compare-people",
    "analyse",
    "ladder",
    "openings",
    "champion",
    "rules",
    "check",
    "new-title",
    "selfplay",
    "dataset",
    "value",
    "soak",
    "serve",
    "worker",
    "backup",
    "restore",
    "salvage",
    "admin",
)

app = typer.Typer(
    name="stellwerk",
    help="Railway board games by their full rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


@app.callback()
def _stellwerk() -> None:
    """Railway board games by their full rules."""


def _add_commands(asked: str = "") -> None:
    """Bring the command that is asked for, which need not wait for what others import; all where none is."""
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        module = import_module(f"stellwerk.commands.{name.replace('-', '_')}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(module.command)


def main() -> None:
    """Run the command line."""
    try:
        with needing("cli", "The command line"):
            _add_commands(sys.argv[1] if len(sys.argv) > 1 else "")
        app(standalone_mode=True)
    except StellwerkError as error:
        print(f"stellwerk: {error}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(130)
