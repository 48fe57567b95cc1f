"""The only ways in which board, papers, trains, prices and money change, each with what hangs on it."""

from __future__ import annotations

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import GONE, Owner
from stellwerk.board.board import Board
from stellwerk.board.tiles import Track

from .events import BankBroken, PriceMoved, PrivateClosed
from .state import Move


def set_board(turn: Move, board: Board) -> None:
    """Another board; the title sees what follows, whoever built."""
    before = turn.state.board
    turn.set(board=board)
    turn.rules.board_changed(turn, before)


def lay(turn: Move, hex_: int, track: Track) -> None:
    """Lay a tile; the old one returns to the box."""
    set_board(turn, turn.state.board.lay(hex_, track))


def place_marker(turn: Move, company: str, stop: int) -> None:
    """A marker of the company's stock comes to lie in a city."""
    turn.set(markers={**turn.state.markers, company: turn.state.markers[company] - 1})
    set_board(turn, turn.state.board.with_station(company, stop))


def move_paper(turn: Move, paper: str, holder: Owner) -> None:
    """Hand a paper over."""
    turn.set(papers=turn.rules.printed.register.moved(turn.state.papers, paper, holder))


def close_private(turn: Move, private: str) -> None:
    """Take a private railway out of the game."""
    move_paper(turn, private, GONE)
    turn.emit(PrivateClosed(private))


def move_train(turn: Move, train: str, giver: str, taker: str) -> None:
    """A train changes hands."""
    trains = dict(turn.state.trains)
    place = trains[giver].index(train)
    trains[giver] = trains[giver][:place] + trains[giver][place + 1 :]
    trains[taker] = (*trains[taker], train)
    turn.set(trains=trains)


def set_price(turn: Move, company: str, field: Field, cause: str, again: bool = False) -> None:
    """Put a company's marker on another field, under those already there; `again` even if it does not move."""
    sheet = turn.rules.printed.sheet
    old = turn.state.chart.field(company)
    assert old is not None, company
    turn.set(chart=turn.state.chart.place(company, field, again))
    turn.emit(PriceMoved(company, sheet.price(old), old, sheet.price(field), field, cause))


def move_price(turn: Move, company: str, direction: str, cause: str) -> None:
    """Move a company's marker by one field: up, down, left or right."""
    field = turn.state.chart.field(company)
    assert field is not None, company
    set_price(turn, company, getattr(turn.rules.printed.sheet, direction)(field), cause)


def break_bank(turn: Move) -> None:
    """The bank has run out of money, noted once; from then on it owes."""
    if not turn.state.bank_broken_in:
        turn.set(bank_broken_in="operating" if turn.state.operating_round else "stock")
        turn.emit(BankBroken())
