"""How things look: palette, company liveries, words for screen readers, and what is marked on a drawing."""

from collections.abc import Iterable

from msgspec import Struct


class Palette(Struct, frozen=True):
    """Every colour of a drawing. Pages override them by class; files that stand alone take them as they are.

    >>> Palette().fill("green") == Palette().green
    True
    >>> Palette().fill("mauve") == Palette().other
    True
    """

    sheet: str = "#eef1f0"  # the paper around the board
    white: str = "#fbfaf4"  # land open for building
    yellow: str = "#f3d25c"
    green: str = "#93c47d"
    brown: str = "#b98a58"
    gray: str = "#b4b8bc"
    printed: str = "#d9cfc0"  # brown as printed: grey-brown, never to be built on
    red: str = "#e08a78"
    blue: str = "#abcde2"
    purple: str = "#c3aed6"  # hexes that tunnels lead through
    other: str = "#d8c3d0"
    edge: str = "#aa9"  # between hexes and fields
    ink: str = "#222"  # writing on colours
    land_ink: str = "#222"  # writing on open land
    soft: str = "#7d786c"  # letters and numbers around the board
    track: str = "#222"
    city: str = "#fff"
    water: str = "#3d86b8"
    mountain: str = "#8a6f57"
    barrier: str = "#2f7fc1"
    ridge: str = "#6f4322"
    highlight: str = "#c2185b"
    border: str = "#c62828"  # around hexes that a title sets off from others
    outside: str = "#000"  # track that nobody in the game runs on
    other_track: str = "#8e1f3f"  # track of another kind than ordinary track
    forest: str = "#a9b27c"
    trees: str = "#5d7a35"
    bonus: str = "#ffdf7e"

    def fill(self, colour: str) -> str:
        """The fill of a tile or hex of this colour."""
        return getattr(self, colour) if colour in _FILLS else self.other


_FILLS = frozenset(("white", "yellow", "green", "brown", "gray", "printed", "red", "blue", "purple", "forest"))

LIGHT = Palette()
DARK = Palette(
    sheet="#1d2124",
    white="#363c40",
    yellow="#c8a93c",
    green="#6a9c5c",
    brown="#97683f",
    gray="#8b9094",
    printed="#857c6f",
    red="#b5604f",
    blue="#3f6a85",
    purple="#85709b",
    other="#8f6f80",
    edge="#15181a",
    ink="#111",
    land_ink="#dcdad3",
    soft="#98a0a4",
    track="#111",
    city="#f2efe6",
    water="#6db3e0",
    mountain="#b59a80",
    barrier="#4aa3e8",
    ridge="#c99062",
    highlight="#ff5c9a",
    border="#ff6b5e",
    outside="#000",
    other_track="#9c2347",
    forest="#5f6b41",
    trees="#8fb05c",
    bonus="#e2c268",
)


_GROUNDS = {"mountain": "peaks"}  # the word `mountain` is that of a railway there


class Words(Struct, frozen=True):
    """The words of the text that screen readers and tool tips give for a hex."""

    board: str = "Board"
    tile: str = "tile {}"
    printed: str = "printed"
    open: str = "open land"
    city: str = "city"
    town: str = "town"
    offboard: str = "off the board"
    places: str = "{} places"
    one_free: str = "with one free place"
    free: str = "with {} free places"
    full: str = "without a free place"
    leads: str = "track to {}"
    passes: str = "track from {} to {}"
    edge: str = "the edge"
    cost: str = "costs {}"
    stations: str = "stations {}"
    homes: str = "home of {}"
    yellow: str = "yellow"
    green: str = "green"
    brown: str = "brown"
    gray: str = "grey"
    red: str = "red"
    blue: str = "blue"
    purple: str = "purple"
    tunnel: str = "tunnel"
    entrances: str = "{} tunnel entrances"
    flag: str = "destination of {}"
    mountain: str = "mountain railway {}"
    site: str = "site for a mountain railway"
    work: str = "work {}"
    fixed: str = "work {}"
    machine: str = "machine {}"
    outside: str = "track of other railways"
    planned: str = "{} will build here"
    line: str = "line of {}"
    group: str = "for {} only"
    other_track: str = "track of {}"
    bonus: str = "bonus {}"
    ferry: str = "ferry {}"
    limit: str = "within the red city limit"
    periphery: str = "on the periphery (heavy edge)"
    moves: str = "next move"
    inactive: str = "{} (inactive)"
    chart: str = "Share prices"
    tiles: str = "Tiles"
    start: str = "start of {}"
    worth: str = "worth {}"
    more: str = "{} more when developed"
    built: str = "developed"
    pieces: str = "locomotives {}"
    closed: str = "no track to {}"
    water: str = "water"
    river: str = "river"
    canal: str = "canal"
    lake: str = "lake"
    forest: str = "forest"
    hill: str = "hills"
    upland: str = "uplands"
    rough: str = "rough land"
    peaks: str = "mountains"
    industry: str = "industry"

    def ground(self, terrain: str) -> str:
        """What a terrain is called; two that lie side by side are both named.

        >>> Words().ground("forest|water"), Words().ground("mountain"), Words().ground("")
        ('forest, water', 'mountains', '')
        """
        return ", ".join(str(getattr(self, _GROUNDS.get(one, one), "")) for one in terrain.split("|") if one)

    def colour(self, name: str) -> str:
        """The name of a colour, or the name as given if there is no word for it."""
        return str(getattr(self, name, name))


ENGLISH = Words()
GERMAN = Words(
    board="Spielplan",
    tile="Plättchen {}",
    printed="aufgedruckt",
    open="freies Land",
    city="Stadt",
    town="Ort",
    offboard="außerhalb",
    places="{} Bahnhofsplätze",
    one_free="mit einem freien Platz",
    free="mit {} freien Plätzen",
    full="ohne freien Platz",
    leads="Gleise nach {}",
    passes="Gleis von {} nach {}",
    edge="Rand",
    cost="kostet {}",
    stations="Bahnhöfe {}",
    homes="Heimat von {}",
    yellow="gelb",
    green="grün",
    brown="braun",
    gray="grau",
    red="rot",
    blue="blau",
    purple="violett",
    tunnel="Tunnel",
    entrances="{} Tunneleinfahrten",
    flag="Ziel von {}",
    mountain="Bergbahn {}",
    site="Platz für eine Bergbahn",
    work="Werk {}",
    fixed="Werk {}",
    machine="Maschine {}",
    outside="Gleise fremder Bahnen",
    planned="hier wird {} bauen",
    line="Trasse der {}",
    group="nur für {}",
    other_track="Gleise der {}",
    bonus="Bonus {}",
    ferry="Fähre {}",
    limit="innerhalb der roten Stadtgrenze",
    periphery="am Stadtrand (dicke Linie)",
    moves="nächster Zug",
    inactive="{} (inaktiv)",
    chart="Aktienkurse",
    tiles="Gleisplättchen",
    start="Startfeld von {}",
    worth="bringt {}",
    more="entwickelt {} mehr",
    built="entwickelt",
    pieces="Loks {}",
    closed="kein Gleis nach {}",
    water="Wasser",
    river="Fluss",
    canal="Kanal",
    lake="See",
    forest="Wald",
    hill="Hügel",
    upland="Bergland",
    rough="unwegsam",
    peaks="Gebirge",
    industry="Industrie",
)


class Livery(Struct, frozen=True):
    """A company's colours, the short label on its markers, and the charge of its crest."""

    fill: str
    text: str
    label: str
    charge: str = ""


class Home(Struct, frozen=True):
    """Where a company will put its first marker; without `city` it has still to choose."""

    company: str
    hex: str
    city: int | None = 0


class Look(Struct, frozen=True):
    """What a title adds to a drawing.

    >>> Look(liveries=(("BY", Livery("#05a", "#fff", "BY")),)).livery("XY").label
    'XY'
    """

    liveries: tuple[tuple[str, Livery], ...] = ()
    homes: tuple[Home, ...] = ()
    palette: Palette = LIGHT
    words: Words = ENGLISH
    bordered: tuple[str, ...] = ()
    limit: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    brief: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Long names with their short forms, the longest first, for letters that can be read on the whole board."""
    barrier: str = "barrier"
    """The colour of the palette in which sides are drawn that no track may cross."""

    def livery(self, company: str) -> Livery:
        """The company's livery, plain grey for one that has none."""
        return next((livery for id_, livery in self.liveries if id_ == company), Livery("#777", "#fff", company))


# A stretch of track within one hex: the hex, and its ends, each a side 0–5 or ~n for stop n.
Segment = tuple[int, int, int]


class RunMark(Struct, frozen=True):
    """The track that one train uses, in the colour it is to have."""

    colour: str
    segments: tuple[Segment, ...]


class Marks(Struct, frozen=True):
    """What is laid over a board for the moment: hexes to look at, and runs of trains."""

    highlights: tuple[str, ...] = ()
    runs: tuple[RunMark, ...] = ()


NO_MARKS = Marks()


def marks(highlights: Iterable[str] = (), runs: Iterable[tuple[str, Iterable[Segment]]] = ()) -> Marks:
    """Marks from plain collections.

    >>> marks(["H20"], [("#c00", [(3, 0, ~0)])]).runs[0].segments
    ((3, 0, -1),)
    """
    return Marks(tuple(highlights), tuple(RunMark(colour, tuple(segments)) for colour, segments in runs))
