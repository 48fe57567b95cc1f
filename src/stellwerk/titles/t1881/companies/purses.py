"""Payments: what the bank cannot pay is noted, and a tram on credit is paid as soon as can be (13, 15.3)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, Owner
from stellwerk.eighteen.changes import break_bank

from ..events import CreditPaid, PaymentNoted
from ..state import Move


def pay(turn: Move, payer: Owner, payee: Owner, amount: int, purpose: str) -> None:
    """Pay as far as there is money; the bank breaks when it cannot pay a player (13.1)."""
    short = max(0, amount - max(0, turn.state.cash[payer]))
    if payer != BANK and short > turn.state.noted.get(payer, 0):
        short = 0  # nothing can be done about it: the payment is refused as a whole
    turn.pay(payer, payee, amount - short, purpose)
    if short and payer == BANK:
        _note(turn, payee, short)
        turn.emit(PaymentNoted(payee, short, purpose))
        if isinstance(payee, int):
            break_bank(turn)
    elif short:
        _spend_noted(turn, payer, payee, short)
    if payee == BANK:
        _make_good(turn)
    pay_debt(turn, payee)


def _note(turn: Move, owner: Owner, amount: int) -> None:
    """Somebody is owed so much more by the bank, or less: it counts at the end and buys nothing (13.2)."""
    noted = {**turn.state.noted, owner: turn.state.noted.get(owner, 0) + amount}
    turn.set(noted={each: owed for each, owed in noted.items() if owed})


def _spend_noted(turn: Move, payer: Owner, payee: Owner, amount: int) -> None:
    """What is noted changes hands. Nobody may do so, but games of older rules have, and they go on."""
    _note(turn, payer, -amount)
    if payee != BANK:
        _note(turn, payee, amount)


def _make_good(turn: Move) -> None:
    """When money comes in, companies first get what they were not paid; players' is only counted (rulings)."""
    for owner in tuple(turn.state.noted):
        amount = min(turn.state.noted.get(owner, 0), turn.state.cash[BANK])
        if not isinstance(owner, int) and amount > 0:
            _note(turn, owner, -amount)
            turn.pay(BANK, owner, amount, "noted")
            pay_debt(turn, owner)


def pass_on_noted(turn: Move, giver: str, taker: str) -> None:
    """What a company is owed goes with all the rest of it; to the bank, and nobody is owed anything."""
    _spend_noted(turn, giver, taker, turn.state.noted.get(giver, 0))


def pay_debt(turn: Move, company: Owner) -> None:
    """As soon as the treasury has the whole sum for its tram on credit it is paid, and the company free (15.3)."""
    owed = turn.state.credit.get(company) if isinstance(company, str) else None
    if owed is None or turn.state.cash[company] < owed[1]:
        return
    train, amount = owed
    turn.set(credit={other: rest for other, rest in turn.state.credit.items() if other != company})
    pay(turn, company, BANK, amount, "train")
    turn.emit(CreditPaid(str(company), train, amount))
