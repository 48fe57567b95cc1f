"""The auction of the private railways: buy the next one at its price, or bid for a later one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stellwerk.bank.papers import BANK, ISSUE, Owner
from stellwerk.play.auction import Auction, BidMade
from stellwerk.play.core import Choice, Decision, Event, Pass, Procedure, Range, purse
from stellwerk.play.errors import Refusal

from ..changes import move_paper
from ..clauses import refuse
from ..events import PlayerPassed
from ..state import Move, Table, next_seat, seats_from
from ..stock_rounds import BeginStockRound
from .actions import BidFor, BuyPaper
from .brought import bring
from .privates import pay_income

Bids = tuple[tuple[int, int], ...]  # seat and amount, the lowest first


class PrivateSold(Event, frozen=True):
    """In the auction."""

    paper: str
    seat: int
    price: int


class AuctionBegan(Event, frozen=True):
    """Several have bid for what is next."""

    paper: str
    first: int
    minimum: int


class PriceReduced(Event, frozen=True):
    paper: str
    price: int


def unsold(table: Table) -> list[str]:
    """What is still to be sold, in order."""
    return [private for private in table.rules.privates if table.state.papers[private] == ISSUE]


def raise_by(table: Table) -> int:
    """How much more than the price, or than the bid before, a bid has to be."""
    step: int = table.rules.printed.title["auction"]["raise"]
    return step


class AuctionTurn(Decision, frozen=True):
    """A player buys what is next, bids for something else, or passes."""

    seat: int
    passed: int = 0
    bids: Mapping[str, Bids] = {}
    discount: int = 0
    """By how much the first private has become cheaper."""

    def promised(self, owner: Owner) -> int:
        return sum(amount for made in self.bids.values() for who, amount in made if who == owner)

    def price(self, table: Table, private: str) -> int:
        """The first may have become cheaper."""
        first, price = next(iter(table.rules.privates)), table.rules.privates[private].price
        return price - (self.discount if private == first else 0)

    def prices(self, table: Table, private: str, seat: int) -> range:
        """What a player may bid now; nothing where the highest bid is his."""
        made = self.bids.get(private, ())
        if made and made[-1][0] == seat:
            return range(0)
        least = raise_by(table) + (made[-1][1] if made else table.rules.privates[private].price)
        return range(least, purse(table, seat) + dict(made).get(seat, 0) + 1)

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        first, *others = unsold(table)
        if purse(table, seat) >= self.price(table, first):
            yield BuyPaper(seat, first)
        for private in others:
            prices = self.prices(table, private, seat)
            if prices:
                yield Range(BidFor(seat, private, prices[0]), "amount", prices[0], prices[-1])
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyPaper]:
        yield BuyPaper(seat, unsold(table)[0])

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyPaper | BidFor) or action.paper not in unsold(table):
            return refuse(table, "only_privates_now")
        is_next = action.paper == unsold(table)[0]
        if isinstance(action, BuyPaper):
            cost, cash = self.price(table, action.paper), purse(table, action.seat)
            if not is_next:
                return refuse(table, "not_next", paper=action.paper)
            return refuse(table, "paper_too_dear", cost=cost, cash=cash) if cash < cost else None
        if is_next:
            return refuse(table, "is_next", paper=action.paper)
        prices = self.prices(table, action.paper, action.seat)
        if not prices.stop:
            return refuse(table, "leads_already", paper=action.paper)
        if action.amount < prices.start:
            return refuse(table, "bid_too_low", least=prices.start)
        return None if action.amount in prices else refuse(table, "bid_above_cash", cash=prices.stop - 1)

    def apply(self, turn: Move, action: Pass | BuyPaper | BidFor) -> None:
        following = self.with_(seat=next_seat(turn, self.seat), passed=0)
        if isinstance(action, BuyPaper):
            turn.push(Resolve(following))
            turn.set(last_to_act=self.seat)
            sell(turn, action.paper, self.seat, self.price(turn, action.paper))
        elif isinstance(action, BidFor):
            others = (bid for bid in self.bids.get(action.paper, ()) if bid[0] != action.seat)
            made = (*others, (action.seat, action.amount))
            turn.push(following.with_(bids={**self.bids, action.paper: made}))
            turn.emit(BidMade(action.seat, action.paper, action.amount))
        else:
            turn.emit(PlayerPassed(self.seat))
            if self.passed + 1 < len(turn.state.order):
                turn.push(following.with_(passed=self.passed + 1))
            else:
                all_passed(turn, following)


def sale(table: Table) -> AuctionTurn:
    """The auction as it stands; when it is over nothing is left of it."""
    for step in reversed(table.state.agenda):
        if isinstance(step, AuctionTurn | Resolve):
            return step if isinstance(step, AuctionTurn) else step.following
    return AuctionTurn(-1)


def sell(turn: Move, private: str, seat: int, price: int) -> None:
    """A private goes to a player, with what it brings."""
    turn.emit(PrivateSold(private, seat, price))
    turn.rules.pay(turn, seat, BANK, price, "private")
    move_paper(turn, private, seat)
    bring(turn, turn.rules.privates[private], seat)


def all_passed(turn: Move, following: AuctionTurn) -> None:
    """The first private becomes cheaper until somebody must take it; later what is sold pays."""
    first, seat = next(iter(turn.rules.privates)), following.seat
    if turn.state.papers[first] != ISSUE:
        turn.push(following)
        pay_income(turn)
        return
    cheaper = following.with_(discount=following.discount + raise_by(turn))
    turn.emit(PriceReduced(first, cheaper.price(turn, first)))
    if cheaper.price(turn, first) > 0:
        turn.push(cheaper)
        return
    turn.push(Resolve(cheaper.with_(seat=next_seat(turn, seat))))
    sell(turn, first, seat, 0)


class Resolve(Procedure, frozen=True):
    """What is next now goes to its only bidder, or is auctioned among those who have bid."""

    following: AuctionTurn

    def promised(self, owner: Owner) -> int:
        return self.following.promised(owner)

    def run(self, turn: Move) -> None:
        left = unsold(turn)
        if not left:
            start = next_seat(turn, turn.state.last_to_act)
            turn.set(order=tuple(seats_from(turn, start)))
            turn.push(BeginStockRound())
            return
        others = dict(self.following.bids)
        made = others.pop(left[0], ())
        if not made:
            turn.push(self.following)
            return
        turn.push(Resolve(self.following.with_(bids=others)))
        if len(made) == 1:
            sell(turn, left[0], *made[0])
        else:
            bidders = tuple(seat for seat, _ in made)
            leader, bid = made[-1]
            turn.emit(AuctionBegan(left[0], bidders[0], bid))
            turn.push(LotAuction(left[0], bid, bidders, bid, leader, raise_by(turn)))


class LotAuction(Auction, frozen=True):
    """Only those who have bid for it take part; what they have bid elsewhere is not theirs to bid."""

    more: int = 5
    """How much more a bid has to be than the one before."""

    def least(self) -> int:
        return self.bid + self.more

    def cited(self, table: Table, reason: str) -> str:
        return table.rules.cites[reason]

    def sell(self, turn: Move, seat: int, price: int) -> None:
        sell(turn, self.lot, seat, price)
