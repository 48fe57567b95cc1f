"""Where the hexes lie: names, neighbours, sides and distances."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

SIDES = range(6)

# Row and column step over each side; rows are letters, columns numbers. Sides run clockwise, from the
# lower left where corners point up, from the bottom where corners point left and right.
STEPS = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
}
NOWHERE = -1

# Stops on a board are numbered hex * PLACES + stop.
PLACES = 8


def opposite(side: int) -> int:
    """The same side seen from the neighbour.

    >>> opposite(1)
    4
    """
    return (side + 3) % 6


def row_and_column(name: str) -> tuple[int, int]:
    """Where a hex stands by its name.

    >>> row_and_column("C11")
    (2, 11)
    """
    return ord(name[0]) - ord("A"), int(name[1:])


def in_a_row(name: str) -> tuple[int, int]:
    """The same where hexes of a row are numbered one by one, every other row beginning half a hex further left.

    >>> in_a_row("A4"), in_a_row("B4")
    ((0, 8), (1, 7))
    """
    row, number = row_and_column(name)
    return row, 2 * number - row % 2


def by_column(name: str) -> tuple[int, int]:
    """The same where letters are columns and numbers rows.

    >>> by_column("K4")
    (4, 10)
    """
    column, row = row_and_column(name)
    return row, column


ROWS, IN_A_ROW, COLUMNS = "", "in a row", "columns"
NUMBERINGS = {ROWS: row_and_column, IN_A_ROW: in_a_row, COLUMNS: by_column}
"""How a board says where its hexes lie by their names: letters are rows unless it says otherwise."""


class Grid:
    """The hexes of one printed board. Hexes are small integers inside, names at the edges.

    >>> grid = Grid(["A1", "A3", "B2"], "pointy")
    >>> [grid.names[n] for n in grid.neighbours[grid.index["A1"]] if n != NOWHERE]
    ['A3', 'B2']
    """

    __slots__ = (
        "_distances",
        "_points",
        "across",
        "column_names",
        "index",
        "layout",
        "names",
        "neighbours",
        "places",
        "row_names",
        "side_bits",
        "sides",
    )

    def __init__(
        self, names: Iterable[str], layout: str, barriers: Sequence[Sequence[str]] = (), numbering: str = ROWS
    ) -> None:
        self.layout = layout
        self.names = tuple(names)
        self.index = {name: i for i, name in enumerate(self.names)}
        walls = {frozenset(pair) for pair in barriers}
        self.places: tuple[tuple[int, int], ...] = tuple(map(NUMBERINGS[numbering], self.names))
        """Row and column of each hex; in a row every other column has one."""
        self.row_names: Mapping[int, str]
        self.column_names: Mapping[int, str]
        """What stands beside rows and above columns; nothing above columns that hexes are not named by."""
        self._name_rows_and_columns(numbering)
        places = {place: i for i, place in enumerate(self.places)}
        neighbours = []
        for name, (row, column) in zip(self.names, self.places, strict=True):
            around = [places.get((row + dr, column + dc), NOWHERE) for dr, dc in STEPS[layout]]
            neighbours.append(
                tuple(n if n == NOWHERE or {name, self.names[n]} not in walls else NOWHERE for n in around)
            )
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(neighbours)
        # Leaving by side s of hex h, h * 6 + s, one enters by …; NOWHERE where nothing lies beyond.
        self.across: tuple[int, ...] = tuple(
            beyond * 6 + opposite(side) if beyond != NOWHERE else NOWHERE
            for around in neighbours
            for side, beyond in enumerate(around)
        )
        self._number_sides()
        self._distances: dict[int, tuple[int, ...]] = {}

    def _name_rows_and_columns(self, numbering: str) -> None:
        rows, columns = ({place[way] for place in self.places} for way in (0, 1))
        lettered, numbered = (columns, rows) if numbering == COLUMNS else (rows, columns)
        letters = {number: chr(ord("A") + number) for number in lettered}
        numbers = {number: str(number) for number in numbered} if numbering != IN_A_ROW else {}
        self.row_names, self.column_names = (numbers, letters) if numbering == COLUMNS else (letters, numbers)

    def _number_sides(self) -> None:
        """Give each side that two hexes share one bit, so that track used twice is one `&` away."""
        numbers: dict[tuple[int, int], int] = {}
        for hex_, around in enumerate(self.neighbours):
            for side, beyond in enumerate(around):
                if beyond != NOWHERE and (hex_, side) not in numbers:
                    numbers[hex_, side] = numbers[beyond, opposite(side)] = len(numbers) // 2
        self.sides = len(numbers) // 2
        self.side_bits: tuple[tuple[int, ...], ...] = tuple(
            tuple(1 << numbers[h, s] if (h, s) in numbers else 0 for s in SIDES) for h in range(len(self.names))
        )

        self._points: dict[int, list[int]] = {}
        for hex_, bits in enumerate(self.side_bits):
            for side, bit in enumerate(bits):
                self._points.setdefault(bit, []).append(hex_ * 6 + side)

    def points_of(self, bits: int) -> Iterator[int]:
        """Both faces, as hex * 6 + side, of every side that these bits stand for."""
        while bits:
            bit = bits & -bits
            bits ^= bit
            yield from self._points[bit]

    def distance(self, start: int, goal: int) -> int:
        """Fewest steps over hexes of the board (barriers block, printed hexes do not)."""
        if start not in self._distances:
            self._distances[start] = self._flood(start)
        return self._distances[start][goal]

    def _flood(self, start: int) -> tuple[int, ...]:
        steps = {start: 0}
        edge = [start]
        while edge:
            edge = self._next_ring(edge, steps)
        return tuple(steps.get(h, NOWHERE) for h in range(len(self.names)))

    def _next_ring(self, ring: list[int], steps: dict[int, int]) -> list[int]:
        beyond = []
        for hex_ in ring:
            for neighbour in self.neighbours[hex_]:
                if neighbour != NOWHERE and neighbour not in steps:
                    steps[neighbour] = steps[hex_] + 1
                    beyond.append(neighbour)
        return beyond
