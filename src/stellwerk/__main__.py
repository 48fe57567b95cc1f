"""The command `stellwerk`, also where what it needs is missing: then it says what to install."""

import sys

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing


def main() -> None:
    """Run the command line."""
    serving = sys.argv[1:2] == ["serve"]
    try:
        with needing("server" if serving else "cli", "The command stellwerk"):
            from stellwerk.cli import main as run
    except StellwerkError as error:
        print(f"stellwerk: {error}", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
