"""The S-Bahn: its board, its networks, how they begin and how they become one (12.1–12.6, 12.10)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL, Owner
from stellwerk.board.board import stop_number
from stellwerk.eighteen.changes import place_marker
from stellwerk.eighteen.events import Floated
from stellwerk.eighteen.state import held
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal, refuse

from ..actions import PlaceDepot
from ..companies.purses import pass_on_noted, pay
from ..events import DepotPlaced, NetworkBegan, NetworkJoined
from ..lines.networks import reach
from ..state import Move, Table, director, seat_of, seat_paper

# The board --------------------------------------------------------------------------------------------------


def chair_holder(table: Table) -> Owner:
    """The player or tram company with the chair's paper."""
    return table.state.papers[table.rules.printed.chair]


def ordinary_first(table: Table, owner: Owner) -> list[str]:
    """An owner's 5% shares: ordinary ones, then seats from the highest number down."""
    seats = table.rules.printed.seats
    papers = [p.id for p in held(table, table.rules.printed.sbahn, owner) if not p.director]
    return [p for p in papers if p not in seats] + [p for p in reversed(papers) if p in seats]


def members(table: Table) -> list[int]:
    """The board members beside the chair, one entry for each seat (12.6)."""
    found = (seat_of(table, table.state.papers[paper]) for paper in table.rules.printed.seats)
    return [seat for seat in found if seat is not None]


def subsets(numbers: list[int]) -> list[tuple[int, ...]]:
    """All parts of a row, the empty one first.

    >>> subsets([2, 3])
    [(), (2,), (3,), (2, 3)]
    """
    found: list[tuple[int, ...]] = [()]
    for number in numbers:
        found += [(*part, number) for part in found]
    return found


def number_of(table: Table, paper: str) -> int:
    """The number that is printed on a share of the S-Bahn (12.1)."""
    ids = [each.id for each in table.rules.printed.register.of[table.rules.printed.sbahn]]
    return ids.index(paper) + 1


# Beginning --------------------------------------------------------------------------------------------------


def begin_networks(turn: Move) -> None:
    """A quarter of the capital and a free depot for the chair and for each seat (12.4, 12.5)."""
    printed, state = turn.rules.printed, turn.state
    quarter: int = printed.title["sbahn"]["quarter"]
    main = printed.sbahn
    own = [each for paper, each in printed.seats.items() if state.papers[paper] in (chair_holder(turn), POOL)]
    apart = tuple(each for each in printed.seats.values() if each not in own)
    turn.set(
        apart=apart,
        in_operation=state.in_operation | set(apart),
        network_depots={network: frozenset() for network in (main, *apart)},
    )
    turn.emit(Floated(main, quarter * (1 + len(printed.seats))))
    for network in (main, *apart):
        capital = quarter * (1 + len(own)) if network == main else quarter
        owner = chair_holder(turn) if network == main else state.papers[seat_paper(turn, network)]
        turn.emit(NetworkBegan(network, owner, capital))
        pay(turn, BANK, network, capital, "capital")
    turn.push(*(DepotChoice(network) for network in (*[main] * (1 + len(own)), *apart)))


class DepotChoice(Decision, frozen=True):
    """The chair and each board member place a start depot on the line (12.5)."""

    network: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.network)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        names = table.rules.printed.box.grid.names
        for hex_ in sorted(table.rules.printed.line):
            action = PlaceDepot(seat, self.network, names[hex_])
            if self.refusal(table, action) is None:
                yield action

    def refusal(self, table: Table, action: object) -> Refusal | None:
        index = table.rules.printed.box.grid.index
        if not isinstance(action, PlaceDepot) or action.company != self.network:
            return refuse("12.5", "place_depot", company=self.network)
        hex_ = index.get(action.hex)
        if hex_ not in table.rules.printed.line:
            return refuse("12.5", "not_on_the_line", hex=action.hex)
        if table.state.board.is_in(table.rules.printed.sbahn, hex_):
            return refuse("12.5", "one_station_per_hex", hex=action.hex)
        kept = sum(
            company not in table.state.in_operation and company not in table.state.bankrupt
            for company, (home, _) in table.rules.printed.homes.items()
            if home == hex_
        )
        if table.state.board.free_places(stop_number(hex_, 0)) <= kept:
            return refuse("12.5", "no_free_place", hex=action.hex)
        return None

    def apply(self, turn: Move, action: PlaceDepot) -> None:
        hex_ = turn.rules.printed.box.grid.index[action.hex]
        turn.emit(DepotPlaced(self.network, action.hex))
        give_depot(
            turn, self.network, hex_
        )  # first: track that lies there may join it to the main network at once
        place_marker(turn, turn.rules.printed.sbahn, stop_number(hex_, 0))


def give_depot(turn: Move, network: str, hex_: int) -> None:
    """Note whose depot it is."""
    depots = turn.state.network_depots
    turn.set(network_depots={**depots, network: depots[network] | {hex_}})


# Becoming one -----------------------------------------------------------------------------------------------


def merge_same_hands(turn: Move) -> None:
    """A network whose seat is the chair's own, or the bank's, falls to the main one for good (12.3, 12.5)."""
    for network in turn.state.apart:
        owner = turn.state.papers[seat_paper(turn, network)]
        if owner == chair_holder(turn):
            join(turn, network, "same_hand")
        elif owner == POOL:
            join(turn, network, "seat_sold")
    merge_joined(turn)  # a third network may have touched one that has just become part of the main one


def merge_joined(turn: Move) -> None:
    """A network that track joins with the main one is part of it (12.5)."""
    main = turn.rules.printed.sbahn
    for network in turn.state.apart:
        stops = {stop_number(hex_, 0) for hex_ in turn.state.network_depots[network]}
        if stops & reach(turn, main).stops:
            join(turn, network, "track")
            merge_joined(turn)
            return


class JoinOwn(Procedure, frozen=True):
    """A network that has joined the main one by its own tile becomes part of it after its turn (12.5; rulings)."""

    def run(self, turn: Move) -> None:
        merge_joined(turn)


def join(turn: Move, network: str, cause: str) -> None:
    """Depots, trains and money go to the main network; what is over its limit is scrapped (12.5; rulings)."""
    main, state = turn.rules.printed.sbahn, turn.state
    money, trains = state.cash[network], state.trains[network]
    turn.emit(NetworkJoined(network, cause, money, trains))
    pay(turn, network, main, money, "joined")
    pass_on_noted(turn, network, main)
    depots = dict(state.network_depots)
    depots[main] |= depots.pop(network)
    turn.set(
        apart=tuple(each for each in state.apart if each != network),
        in_operation=state.in_operation - {network},
        trains={**state.trains, main: state.trains[main] + trains, network: ()},
        network_depots=depots,
    )
    turn.rules.trains.arrived(turn, main, "", network)
