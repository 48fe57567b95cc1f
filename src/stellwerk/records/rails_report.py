"""The transcript (`.report`) that Rails writes of a game: one event a line, its fields separated by commas.

A transcript has no quoting. A player's name may hold anything, dots and spaces and umlauts and even commas;
the names are known from the `PlayerIs` lines at the head, and a name with commas is put together again
wherever it occurs. Blank lines stand between companies and are skipped; the number of a line counts them.

>>> lines = parse_report("PlayerIs,1,Sven K.\\n \\nSELL_SHARE_LOG,Sven K.,10,BY,92\\n")
>>> lines[1]
Line(number=3, key='SELL_SHARE_LOG', values=('Sven K.', '10', 'BY', '92'))
>>> lines[1].amount(-1)
92
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from stellwerk.play.limits import PATIENT, Gauge
from stellwerk.records.errors import RecordError
from stellwerk.records.files import read_bytes


class Line(msgspec.Struct, frozen=True):
    """One event: the number of its line in the file, its key and its values."""

    number: int
    key: str
    values: tuple[str, ...]

    def amount(self, index: int) -> int:
        """The value at `index` as a whole number."""
        try:
            return int(self.values[index])
        except (IndexError, ValueError):
            raise RecordError(f"line {self.number} of the transcript", f"{self} lacks a number") from None

    def __str__(self) -> str:
        return ",".join((self.key, *self.values))


class Cash(msgspec.Struct, frozen=True):
    """What every company and player has at the end of a round: the lines `Has` that stand together."""

    line: int
    held: dict[str, int]


def read_report(path: Path | str) -> tuple[Line, ...]:
    """The lines of a transcript file, which is UTF-8 or, from old machines, Latin-1."""
    path = Path(path)
    data = read_bytes(path, PATIENT)
    Gauge(path.name).size(len(data))
    lines = parse_report(_text(data))
    if not lines:
        raise RecordError(path.name, "the file is empty")
    if "\0" in lines[0].key or not any(line.key == "PlayerIs" for line in lines):
        raise RecordError(path.name, "it is not a transcript by Rails, as no line PlayerIs names a player")
    return lines


def parse_report(text: str) -> tuple[Line, ...]:
    """The lines of a transcript; names with commas stay whole.

    >>> parse_report("PlayerIs,1,Beck, Ute\\r\\nHas,Beck, Ute,475\\r\\n")[1].values
    ('Beck, Ute', '475')
    """
    # Only line feeds end a line: str.splitlines would also break at other signs, which a name may hold.
    numbered = enumerate(text.split("\n"), start=1)
    raw = [(number, line.rstrip("\r")) for number, line in numbered if line.strip()]
    names = [name for _, line in raw for name in _named(line) if "," in name]
    return tuple(_line(number, line, names) for number, line in raw)


def having(lines: Iterable[Line], *keys: str) -> Iterator[Line]:
    """The lines with one of these keys, in order."""
    return (line for line in lines if line.key in keys)


def title(lines: Iterable[Line]) -> str:
    """What is played, as Rails calls it; empty if the transcript does not say.

    >>> title(parse_report("GameIs,1835"))
    '1835'
    """
    return next((line.values[0] for line in having(lines, "GameIs") if line.values), "")


def players(lines: Iterable[Line]) -> tuple[str, ...]:
    """The players in the order of their seats.

    >>> players(parse_report("PlayerIs,1,Jupp\\nPlayerIs,2,Volker S."))
    ('Jupp', 'Volker S.')
    """
    return tuple(line.values[1] for line in having(lines, "PlayerIs") if len(line.values) == 2)


def cash(lines: Iterable[Line]) -> tuple[Cash, ...]:
    """The cash after every round.

    >>> cash(parse_report("Has,M1,80\\nHas,Jupp,45\\nSTART_OR,1.1\\nHas,M1,20"))
    (Cash(line=1, held={'M1': 80, 'Jupp': 45}), Cash(line=4, held={'M1': 20}))
    """
    found: list[Cash] = []
    together = False
    for line in lines:
        if line.key == "Has":
            if not together:
                found.append(Cash(line.number, {}))
            found[-1].held[line.values[0]] = line.amount(-1)
        together = line.key == "Has"
    return tuple(found)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _named(line: str) -> Iterator[str]:
    """The name of the player whom this line introduces."""
    match line.split(",", 2):
        case ["PlayerIs", _, name]:
            yield name


def _line(number: int, text: str, names: Sequence[str]) -> Line:
    key, *values = text.split(",")
    for name in names:
        parts = name.split(",")
        at = 0
        while at + len(parts) <= len(values):
            if values[at : at + len(parts)] == parts:
                values[at : at + len(parts)] = [name]
            at += 1
    return Line(number, key.strip(), tuple(values))
