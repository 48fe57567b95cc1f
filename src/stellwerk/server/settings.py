"""What can be set from outside."""

from pathlib import Path

from msgspec import Struct


class Settings(Struct, frozen=True):
    """How a server runs; the defaults suit one computer and a few friends."""

    data: Path = Path("games")
    pace: float = 0.2
    """Seconds between two moves of bots, so that people can follow."""
    processes: int = 1
    """Processes that think for bots; 0 thinks in a thread of the server."""
    kept_games: int = 200
    """Games kept in memory."""
    rate: float = 20.0
    """Changes a second that one visitor may ask for in the long run."""
    burst: int = 120
    """Changes that a visitor may ask for at once."""
    largest_body: int = 64 * 1024
    largest_file: int = 4 * 1024 * 1024
    """Bytes of a request, and of a game file."""
    secure_cookies: bool = False
    """Whether cookies go over HTTPS only."""

    @property
    def database(self) -> str:
        """Where SQLite keeps everything."""
        return f"sqlite:///{self.data / 'stellwerk.sqlite3'}"
