"""Two auctions by sealed bids, and between them cards from hidden hands; money and cards' values are long numbers.

A bid is paid into its envelope at once, so that cash and bank would tell it too. The option `cards` leaves the
cards out; then nothing is drawn by lot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.bank.papers import BANK, Owner
from stellwerk.play.core import Action, Choice, Decision, Event, Paid, Range, State, Turn
from stellwerk.play.errors import Refusal, refuse
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import Revealed

CASH = 2_000_000_000
AUCTIONS = 2
DEALT = 2
UNKNOWN = "?"
NAMES = ("Axolotl", "Caracal", "Dugongo", "Echidna", "Gharial", "Hoatzin", "Jerboas", "Kakapos", "Lorises")
WORTH = {name: 104_729_317 * 2**place for place, name in enumerate(NAMES)}  # no two hands are worth the same
HEX = "H1"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether there are cards."""

    cards: bool = True


class Rules(Struct, frozen=True):
    """Players and options."""

    players: int
    cards: bool


class SealedState(State, frozen=True):
    """Hands and deck by name; `opened` has the bids of the auctions that are over."""

    hands: Mapping[int, tuple[str, ...]]
    deck: tuple[str, ...]
    played: Mapping[int, str] = {}
    opened: tuple[Mapping[int, int], ...] = ()


class SealBid(Action, frozen=True):
    """Put an amount into one's envelope."""

    amount: int


class PlayCard(Action, frozen=True):
    """Lay a card open on the table."""

    card: str
    hex: str = HEX


class DrawCard(Action, frozen=True):
    """Take the top card of the deck first."""


class HandDealt(Event, frozen=True):
    """A hand at the start."""

    seat: int
    cards: tuple[str, ...]


class BidSealed(Event, frozen=True):
    """An envelope lies on the table."""

    seat: int
    amount: int


class BidsOpened(Revealed, frozen=True):
    """All envelopes are opened at once."""

    bids: tuple[tuple[int, int], ...]


class CardDrawn(Revealed, frozen=True):
    """A card went to a hand: its owner has seen it."""

    seat: int
    card: str


class CardPlayed(Revealed, frozen=True):
    """A card lies open."""

    seat: int
    card: str


class Auction(Decision, frozen=True):
    """Everybody puts a bid into an envelope, in any order; with the last one all are opened."""

    bids: Mapping[int, int] = {}

    def waiting(self, position: Any) -> tuple[int, ...]:
        return tuple(seat for seat in range(position.state.seats) if seat not in self.bids)

    def choices(self, position: Any, seat: int) -> Iterator[Choice]:
        yield Range(SealBid(seat, 0), "amount", 0, position.state.cash[seat])

    def refusal(self, position: Any, action: Action) -> Refusal | None:
        if not isinstance(action, SealBid) or not 0 <= action.amount <= position.state.cash[action.seat]:
            taken, amount = tuple(self.bids.values()), getattr(action, "amount", None)
            return refuse("1", "no_such_bid", amount=amount, taken=taken, cash=position.state.cash[BANK])
        return None

    def apply(self, turn: Any, action: SealBid) -> None:
        turn.pay(action.seat, BANK, action.amount, "envelope")
        turn.emit(BidSealed(action.seat, action.amount))
        bids = {**self.bids, action.seat: action.amount}
        if len(bids) < turn.state.seats:
            turn.push(self.with_(bids=bids))
        else:
            turn.set(opened=(*turn.state.opened, bids))
            turn.emit(BidsOpened(tuple(sorted(bids.items()))))


class CardTurn(Decision, frozen=True):
    """A seat plays a card, after drawing one if it likes."""

    seat: int
    drawn: bool = False

    def waiting(self, position: Any) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, position: Any, seat: int) -> Iterator[Choice]:
        for card in position.state.hands[seat]:
            yield PlayCard(seat, card)
        if position.state.deck and not self.drawn:
            yield DrawCard(seat)

    def refusal(self, position: Any, action: Action) -> Refusal | None:
        return None if action in self.choices(position, self.seat) else refuse("2", "no_such_card")

    def apply(self, turn: Any, action: Action) -> None:
        state = turn.state
        if isinstance(action, PlayCard):
            left = tuple(card for card in state.hands[self.seat] if card != action.card)
            turn.set(hands={**state.hands, self.seat: left}, played={**state.played, self.seat: action.card})
            turn.emit(CardPlayed(self.seat, action.card))
        else:
            card, *deck = state.deck
            turn.set(hands={**state.hands, self.seat: (*state.hands[self.seat], card)}, deck=tuple(deck))
            turn.emit(CardDrawn(self.seat, card))
            turn.push(self.with_(drawn=True))


class SealedSecrets:
    """What is hidden here."""

    def seed_tells(self, rules: Rules) -> bool:
        return rules.cards

    def view(self, rules: Rules, state: SealedState, seat: int | None) -> SealedState:
        hands = {owner: hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in state.hands.items()}
        shown = msgspec.structs.replace(state, hands=hands, deck=(UNKNOWN,) * len(state.deck))
        step = state.agenda[-1] if state.agenda else None
        if not isinstance(step, Auction):
            return shown
        cash = dict(state.cash)
        for owner, amount in step.bids.items():
            if owner != seat:
                cash[owner] += amount
                cash[BANK] -= amount
        bids = {owner: amount if owner == seat else 0 for owner, amount in step.bids.items()}
        return msgspec.structs.replace(shown, cash=cash, agenda=(*state.agenda[:-1], step.with_(bids=bids)))

    def hides(self, rules: Rules, action: Action, seat: int | None, then: SealedState, now: SealedState) -> bool:
        return isinstance(action, SealBid) and len(then.opened) == len(now.opened)

    def told(
        self, rules: Rules, event: Event, seat: int | None, then: SealedState, now: SealedState
    ) -> Event | None:
        open_cards = now.played.values()
        match event:
            case HandDealt(owner, cards) if owner != seat:
                return HandDealt(owner, tuple(card if card in open_cards else UNKNOWN for card in cards))
            case CardDrawn(owner, card) if owner != seat and card not in open_cards:
                return CardDrawn(owner, UNKNOWN)
            case BidSealed(owner) if owner != seat and len(then.opened) == len(now.opened):
                return BidSealed(owner, 0)
            case Paid(payer) if payer != seat and len(then.opened) == len(now.opened):
                return None
        return event


class SealedTitle:
    """What the engine asks of a title."""

    id = "sealed"
    name = "Sealed"
    manifest = Manifest(
        package=__package__, face="face:SealedFace", bot="judgement:JUDGEMENT", observed="observed:OBSERVED"
    )
    rules_version = 1
    actions = (SealBid, PlayCard, DrawCard)
    players = range(2, 5)
    draws_order = False
    options = Options
    secrets = SealedSecrets()

    def migrate(self, action: dict[str, Any]) -> dict[str, Any]:
        return action

    def rules(self, players: int, options: Options) -> Rules:
        return Rules(players, options.cards)

    def start(self, rules: Rules, seed: int) -> Turn[Any, Any]:
        deck = list(NAMES) if rules.cards else []
        random.Random(seed).shuffle(deck)
        hands = {}
        for seat in range(rules.players):
            hands[seat], deck = tuple(deck[:DEALT]), deck[DEALT:]
        cash: dict[Owner, int] = dict.fromkeys(range(rules.players), CASH)
        cash[BANK] = 0
        turns = tuple(CardTurn(seat) for seat in range(rules.players)) if rules.cards else ()
        agenda = (Auction(), *turns[::-1], Auction())
        turn: Turn[Any, Any] = Turn(rules, SealedState(rules.players, agenda, cash, hands, tuple(deck)))
        for seat, hand in hands.items():
            turn.emit(HandDealt(seat, hand))
        return turn

    def result(self, rules: Rules, state: SealedState) -> dict[int, int]:
        return {
            seat: state.cash[seat] + sum(WORTH.get(card, 0) for card in state.hands[seat])
            for seat in range(rules.players)
        }

    def standing(self, rules: Rules, state: SealedState) -> dict[type[Action], Decision]:
        return {}

    def problems(self, rules: Rules, state: SealedState) -> list[str]:
        return [] if sum(state.cash.values()) == rules.players * CASH else ["money"]


TITLE = SealedTitle()
