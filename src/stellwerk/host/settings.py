"""What can be set from outside."""

from pathlib import Path

from msgspec import Struct

from stellwerk.play.limits import Limits

from .kept.cache import MEGABYTE
from .limits.lanes import Rules
from .limits.quotas import Quotas
from .places import Place
from .storage.tables.journal import LONGEST


class Settings(Struct, frozen=True):
    """How a server runs; the defaults suit one computer and a few friends."""

    data: Path = Path("games")
    postgres: str = ""
    """The URL of a database of PostgreSQL that keeps everything instead of a file in the folder."""
    copy_to: Path | None = None
    """Where a copy of a database of PostgreSQL goes before its tables are brought up to date; into the folder
    otherwise."""
    copied: bool = False
    """Whether somebody has made such a copy by other means, so that none is made here."""
    address: str = ""
    """How others reach the server, such as https://games.example.org: links in messages begin with it."""
    mail: str = ""
    """The mail server for messages, smtps://USER:PASSWORD@HOST?from=ADDRESS; without it no letters are written."""
    pace: float = 0.2
    """Seconds between two moves of bots, so that people can follow."""
    calm: float = 0.4
    """Seconds after a change of a table in which its choices cannot be clicked: they were others a moment ago."""
    processes: int = 2
    """Processes that think for bots, so that others go on where one does not answer; 0 thinks in a thread."""
    games_bytes: int = 256 * MEGABYTE
    """What games in memory may take, a tenth of a megabyte for one and one more for every thousand moves."""
    cache_bytes: int = 256 * MEGABYTE
    """What may be kept of pages and sentences that were made of them: a third of a megabyte a game after twelve
    turns, two thirds after sixty. Where 500 games had to do with 64 MB, views took half as long again."""
    longest_log: int = LONGEST
    """Entries of a game's log. The last quarter of them is for playing on: nothing is taken back there."""
    rate: float = 20.0
    """Changes a second that one visitor may ask for in the long run. Looking costs an eighth of a change, and
    every 25 milliseconds of the server's work as much as a change; an address may have as much as six visitors."""
    burst: float = 120
    """Changes that a visitor may ask for at once."""
    requests_each: int = 16
    requests_address: int = 200
    """Requests of a visitor and of an address that are answered at the same time, streams not among them."""
    lanes: Rules = Rules()
    """How many requests work at once, and how many may wait."""
    hold: float = 3.0
    """Seconds that somebody waits for a refusal who has had several already."""
    largest_body: int = 64 * 1024
    """Bytes of a request."""
    imports: Limits = Limits()
    """What a file that somebody brings along may ask of the process that reads it."""
    secure_cookies: bool = False
    """Whether cookies go over HTTPS only, whatever the request came by."""
    behind_proxy: bool = False
    """Whether a proxy of ours tells who asks (X-Forwarded-For) and how (X-Forwarded-Proto)."""
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks from which figures of the server can be seen (`/metrics`)."""
    head_seconds: float = 10.0
    """Time to say what one wants, from the first moment."""
    idle_seconds: float = 60.0
    """Time until whoever was answered asks again by the same connection; who is idle longest makes room first."""
    body_seconds: float = 60.0
    """Time to send all of it."""
    answer_seconds: float = 30.0
    """Time without fetching anything of an answer."""
    connections: int = 1000
    connections_each: int = 400
    """Connections at once, and of one address; at most half of the files that may be open."""
    streams: int = 400
    streams_each: int = 60
    """News streams at once, and of one address."""
    quotas: Quotas = Quotas()
    """How much one person, and one address, may take up."""
    listed_each: int = 3
    """Games of one person in each list of the lobby that is everybody's."""
    unplayed_days: float = 30.0
    """Days after which a table goes at which no person has made a move."""
    page_days: float = 30.0
    """Days after which the page kept of a game goes that nobody has changed; it is made again when asked for."""
    guest_days: float = 90.0
    """Days after which a guest goes who was not here and has no games."""
    sweep_hours: float = 6.0
    """Hours between two looks for what has expired, and for damage."""
    queued: bool = False
    """Whether bots are asked through the database, which must be PostgreSQL, and think wherever somebody takes
    their questions (`stellwerk worker`)."""
    place: Place = Place()
    """Which of several processes this is that serve together; only with PostgreSQL there can be more than one."""
    meeting: Path = Path()
    """The socket by which those of the same computer reach it; others have another folder for theirs."""
    peers_at: str = ""
    """Where those of other computers reach it, HOST:PORT."""
    peers_key: str = ""
    """What proves to them that it is one of ours who asks."""
    lease: float = 12.0
    """Seconds after which others take over the games of a process that does not say that it is there."""
    patience: float = 5.0
    """Seconds that a write waits for another program, such as one that makes a backup."""

    @property
    def file(self) -> Path:
        """Where SQLite keeps everything."""
        return self.data / "stellwerk.sqlite3"

    @property
    def largest_file(self) -> int:
        """Bytes of a request with a file in it: the file and the form around it."""
        return self.imports.bytes + self.largest_body

    @property
    def database(self) -> str:
        """Where everything is kept, as an address."""
        return self.postgres or f"sqlite:///{self.file}"
