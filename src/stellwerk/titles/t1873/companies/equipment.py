"""Machines, locomotives, switchers and railcars: buying, trading, scrapping (4.1, 4.2.4, 4.3.5, 4.4.7, 4.4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, ClassVar

from msgspec.structs import replace

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuyTrain, OfferForTrain
from stellwerk.eighteen.clauses import first_refusal, refuse
from stellwerk.eighteen.offers import may_ask_again
from stellwerk.eighteen.trains import (
    Buying,
    Trade,
    TrainStep,
    Ware,
    hand_over,
    others_trains,
    ware_of,
)
from stellwerk.play import errors
from stellwerk.play.core import Action, Choice, Pass, Procedure, Range
from stellwerk.play.errors import Refusal

from ..actions import BuyMachine, CloseWork, DeclareInsolvency, OfferForEngine, ScrapEngine
from ..data import RAILCAR
from ..papers.shares import has_concession
from ..paragraphs import paragraph
from ..state import Move, Table, director, external, is_railway, is_work, pay, works_of
from .engines import (
    arrived,
    first_due,
    has_local_locomotive,
    is_standard,
    place_machines,
    retire_concession,
    scrap,
    standard,
    take,
)
from .insolvency import LOCOMOTIVE, go_bankrupt
from .upkeep import engine_upkeep
from .works import close

NEVER_WITH_A_LONE_1 = "NWE"  # its concession has two routes (4.4.7, 4.6)
BUYER, SELLER = "buyer", "seller"


# What there is ----------------------------------------------------------------------------------------------


def switcher_for_sale(table: Table) -> str | None:
    """The bank sells switchers of one size: that of the last unit that came up (4.1)."""
    sizes = [phase.train for phase in table.rules.printed.phases[: table.state.phase + 1]]
    return next((f"S{size}" for size in reversed(sizes) if f"S{size}" in table.rules.printed.trains), None)


def for_sale(table: Table, company: str) -> list[Ware]:
    """Switchers for all; for railways the next unit and, from the first full set on, railcars (4.1)."""
    kinds = table.rules.printed.trains
    ids = []
    if is_railway(table, company):
        ids.append(table.state.depot[0])
        if table.state.full_sets:  # of railcars there is one for each railway, which never gives it up
            ids.append(RAILCAR)
    switcher = switcher_for_sale(table)
    return [Ware(id_, BANK, kinds[id_].price) for id_ in (*ids, *filter(None, (switcher,)))]


def must_buy(table: Table, company: str) -> bool:
    """The first purchase is no choice, but where the bank's locomotive cannot be paid insolvency is (4.4.7, 6)."""
    return first_due(table, company)


# Clauses ----------------------------------------------------------------------------------------------------


def railways_only(table: Table, action: OfferForTrain) -> Refusal | None:
    """Locomotives and railcars are for railways (4.1)."""
    if table.rules.printed.trains[action.train].switcher or is_railway(table, action.company):
        return None
    return refuse(table, "railways_only", train=action.train)


def compulsory_first(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Before the compulsory locomotive nothing else is bought; it is never a 1 for two routes (4.4.7)."""
    if not first_due(table, action.company):
        return None
    if not is_standard(table, action.train):
        return refuse(table, "compulsory_first", company=action.company)
    if action.company == NEVER_WITH_A_LONE_1 and table.rules.printed.trains[action.train].size == 1:
        return refuse(table, "never_a_lone_1", company=action.company)
    return None


def one_railcar(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """At most one railcar (4.1)."""
    if action.train != RAILCAR or RAILCAR not in table.state.trains[action.company]:
        return None
    return refuse(table, "one_railcar", company=action.company)


def train_too_dear(table: Table, action: BuyTrain) -> Refusal | None:
    """The capital must do: nobody helps (4.2.4, 4.3.5, 4.4.7)."""
    cost, cash = table.rules.printed.trains[action.train].price, table.state.cash[action.company]
    if cash >= cost:
        return None
    return errors.refuse(paragraph(table, action.company, "equipment"), "train_too_dear", cost=cost, cash=cash)


def not_in_trust(table: Table, action: OfferForTrain) -> Refusal | None:
    """A company in trusteeship sells nothing (6.2; rulings)."""
    if director(table, action.seller) is not None:
        return None
    return refuse(table, "seller_in_trust", company=action.seller)


def seller_keeps_one(table: Table, action: OfferForTrain) -> Refusal | None:
    """The last standard locomotive is not sold (4.4.7)."""
    return last_locomotive(table, action.seller, action.train)


def last_locomotive(table: Table, company: str, train: str) -> Refusal | None:
    """A railway keeps a standard locomotive for its concession route, one of two routes more than a 1 (4.4.7)."""
    if not is_standard(table, train) or has_local_locomotive(table, company):
        return None
    rest = standard(table, company)
    rest.remove(train)
    if not rest:
        return refuse(table, "last_locomotive", company=company)
    if company == NEVER_WITH_A_LONE_1 and [table.rules.printed.trains[each].size for each in rest] == [1]:
        return refuse(table, "never_a_lone_1", company=company)
    return None


def prices(table: Table, company: str, seller: str, train: str) -> range:
    """From 1 to twice the face value, as far as the capital goes (4.2.4, 4.4.7)."""
    highest = 2 * table.rules.printed.trains[train].price
    return range(1, min(highest, table.state.cash[company]) + 1)


# The step ---------------------------------------------------------------------------------------------------


class EquipStep(TrainStep, frozen=True):
    """A work or company buys, trades and scraps, one by one; a single work may close at the end."""

    refused: tuple[OfferForEngine, ...] = ()
    """Offers that were declined: who bears the upkeep is part of them, so that prices alone do not compare."""

    answers: ClassVar[tuple[type[Action], ...]] = (
        *TrainStep.answers, BuyMachine, OfferForEngine, ScrapEngine, CloseWork, DeclareInsolvency,
    )  # fmt: skip

    def trains(self, table: Any, seat: int) -> Iterator[Choice]:
        buying = table.rules.trains
        for works in machine_sets(table, self.company):
            yield BuyMachine(seat, self.company, works)
        for ware in buying.for_sale(table, self.company):
            purchase = BuyTrain(seat, self.company, ware.train, ware.source)
            if first_refusal(buying.clauses, table, purchase) is None:
                yield purchase
        yield from self._offers(table, seat)
        for train in dict.fromkeys(table.state.trains[self.company]):
            if why_not_scrap(table, self.company, train) is None:
                yield ScrapEngine(seat, self.company, train)
        if is_work(table, self.company):
            yield CloseWork(seat, self.company)
        if why_not_insolvent(table, self.company) is None:
            yield DeclareInsolvency(seat, self.company)

    def _offers(self, table: Any, seat: int) -> Iterator[Choice]:
        for seller, train in others_trains(table, self.company):
            for payer in payers(table, train):
                offer = OfferForEngine(seat, self.company, train, seller, 0, payer)
                if first_refusal(table.rules.trains.trade.clauses, table, offer) is None:
                    prices = self._agreeable(table, offer)
                    if prices:
                        yield Range(replace(offer, price=prices[0]), "price", prices[0], prices[-1])

    def _agreeable(self, table: Any, offer: OfferForEngine) -> range:
        """Prices that leave the seller more than what he declined, and the upkeep payable (4.2.4, 4.4.7).

        For its compulsory locomotive a railway asks as often as it likes (4.4.7, 6).
        """
        due, cash = engine_upkeep(table, offer.train), table.state.cash
        refused = self._refused(offer)
        if not may_ask_again(refused, duty=first_due(table, self.company)):
            return range(0)
        prices = table.rules.trains.trade.prices(table, self.company, offer.seller, offer.train)
        low, stop = prices.start, prices.stop
        if offer.upkeep == BUYER:
            stop = min(stop, cash[self.company] - due + 1)
        if offer.upkeep == SELLER:
            low = max(low, due - cash[offer.seller])
        for each in refused:
            more_to_bear = due * ((offer.upkeep == SELLER) - (each.upkeep == SELLER))
            low = max(low, each.price + more_to_bear + 1)
        return range(low, stop)

    def _refused(self, offer: OfferForEngine) -> list[OfferForEngine]:
        """The offers for the same locomotive that were declined in this turn."""
        return [each for each in self.refused if (each.seller, each.train) == (offer.seller, offer.train)]

    def turned_down(self, offer: OfferForTrain) -> EquipStep:
        assert isinstance(offer, OfferForEngine)
        return self.with_(refused=(*self.refused, offer))

    def refusal(self, table: Any, action: object) -> Refusal | None:
        match action:
            case BuyMachine(company=company) if company == self.company:
                return why_not_machine(table, action)
            case ScrapEngine(company=company) if company == self.company:
                if action.train not in table.state.trains[company]:
                    here = paragraph(table, company, "equipment")
                    return errors.refuse(here, "train_not_there", train=action.train, company=company)
                return why_not_scrap(table, company, action.train)
            case CloseWork(work=work) if work == self.company and is_work(table, work):
                return None
            case DeclareInsolvency(company=company) if company == self.company:
                return why_not_insolvent(table, company)
        forbidden = super().refusal(table, action)
        of = getattr(action, "company", getattr(action, "work", self.company))
        if forbidden is not None and of != self.company:
            return replace(forbidden, rule="4")  # whose turn it is
        return forbidden

    def _why_not_offer(self, table: Any, action: OfferForTrain) -> Refusal | None:
        assert isinstance(action, OfferForEngine)
        here = paragraph(table, self.company, "equipment")
        if action.seller == external(table):
            return refuse(table, "never_sells", company=action.seller)
        if (action.seller, action.train) not in others_trains(table, self.company):
            return errors.refuse(here, "train_not_there", train=action.train, company=action.seller)
        if action.upkeep not in payers(table, action.train):
            return errors.refuse(here, "who_pays_upkeep", train=action.train)
        forbidden = first_refusal(table.rules.trains.trade.clauses, table, action)
        if forbidden:
            return forbidden
        prices = self._agreeable(table, action)
        if not prices:
            return self._why_no_price(table, action)
        if action.price not in prices:
            return errors.refuse(here, "price_out_of_range", least=prices[0], most=prices[-1])
        return None

    def _why_no_price(self, table: Any, offer: OfferForEngine) -> Refusal:
        """Somebody has said no, or the money is missing: for an offer, or for the upkeep that comes with it."""
        here, due = paragraph(table, self.company, "equipment"), engine_upkeep(table, offer.train)
        if any((each.seller, each.train) == (offer.seller, offer.train) for each in self.refused):
            return errors.refuse(here, "no_more_offers", train=offer.train, company=offer.seller)
        cash, borne = table.state.cash[self.company], due if offer.upkeep == BUYER else 0
        if cash <= borne:
            return errors.refuse(
                here, "offer_too_dear", company=self.company, cost=1 + borne, upkeep=borne, cash=cash
            )
        return errors.refuse(here, "seller_cannot_pay_upkeep", company=offer.seller, upkeep=due)

    def waits_for(self, action: Action) -> bool | None:
        return action.work == self.company if isinstance(action, CloseWork) else super().waits_for(action)

    def idle(self, table: Any) -> bool:
        """Nothing can be done, or nothing but to be insolvent."""
        first = next(self.trains(table, self.waiting(table)[0]), None)
        return isinstance(first, DeclareInsolvency | None)

    def formerly(self, table: Any) -> Action | None:
        """Once all offers had been declined three times, a railway was insolvent by itself."""
        seat = self.waiting(table)[0]
        for choice in self.trains(table, seat):
            offer = choice.action if isinstance(choice, Range) else choice
            if isinstance(offer, DeclareInsolvency):
                return offer
            if not isinstance(offer, OfferForEngine) or may_ask_again(self._refused(offer)):
                return None
        return None

    def skip(self, turn: Any) -> None:
        if first_due(turn, self.company):
            go_bankrupt(turn, self.company, LOCOMOTIVE, missing(turn, self.company))

    def apply(
        self,
        turn: Any,
        action: Pass | BuyTrain | OfferForTrain | BuyMachine | ScrapEngine | CloseWork | DeclareInsolvency,
    ) -> None:
        match action:
            case BuyMachine():
                turn.push(self)
                buy_machine(turn, action)
            case ScrapEngine():
                turn.push(self)
                scrap(turn, self.company, action.train)
            case CloseWork():
                close(turn, self.company, forced=False)
            case DeclareInsolvency():
                go_bankrupt(turn, self.company, LOCOMOTIVE, missing(turn, self.company))
            case _:
                super().apply(turn, action)


def payers(table: Table, train: str) -> tuple[str, ...]:
    """Who may bear the upkeep that falls due when a train changes hands; nobody where there is none (4.2.4)."""
    return (BUYER, SELLER) if engine_upkeep(table, train) else ("",)


def missing(table: Table, company: str) -> int:
    """What a company lacks for the bank's next locomotive."""
    return table.rules.printed.trains[table.state.depot[0]].price - table.state.cash[company]


def why_not_insolvent(table: Table, company: str) -> Refusal | None:
    """A company is insolvent only if it cannot pay its compulsory locomotive to the bank (6)."""
    if first_due(table, company) and missing(table, company) > 0:
        return None
    return refuse(table, "not_insolvent", company=company)


class RetireConcession(Procedure, frozen=True):
    """A railway without a compulsory purchase: at this point the concession leaves the game (4.4.9; rulings)."""

    company: str

    def run(self, turn: Move) -> None:
        if has_local_locomotive(turn, self.company) and has_concession(turn, self.company):
            retire_concession(turn, self.company)


# Machines ---------------------------------------------------------------------------------------------------


def machine_sets(table: Table, owner: str) -> Iterator[tuple[str, ...]]:
    """Every set of works that the next unit could serve as a machine, if it can be paid (4.2.4, 4.3.5)."""
    unit = table.rules.printed.trains[table.state.depot[0]]
    if unit.machine > table.state.cash[owner]:
        return
    works = [work for work in works_of(table, owner) if table.state.machines[work] < unit.size]
    for number in range(min(len(works), unit.size), 0, -1):
        yield from combinations(works, number)


def why_not_machine(table: Table, action: BuyMachine) -> Refusal | None:
    """One unit, up to so many works as its size, each with a smaller machine (4.2.4, 4.3.5)."""
    unit = table.rules.printed.trains[table.state.depot[0]]
    here = paragraph(table, action.company, "equipment")
    owned = works_of(table, action.company)
    if not owned or not unit.machine:
        return refuse(table, "no_machine_for_sale", company=action.company)
    in_order = tuple(work for work in owned if work in action.works)
    if not action.works or action.works != in_order:
        return errors.refuse(here, "works_of_the_owner", company=action.company)
    if len(action.works) > unit.size:
        return errors.refuse(here, "too_many_markers", size=unit.size)
    if any(table.state.machines[work] >= unit.size for work in action.works):
        return errors.refuse(here, "machine_not_larger", size=unit.size)
    cost, cash = unit.machine, table.state.cash[action.company]
    return errors.refuse(here, "train_too_dear", cost=cost, cash=cash) if cash < cost else None


def buy_machine(turn: Move, action: BuyMachine) -> None:
    """The unit leaves the stack; the old machines are gone (4.2.4, 4.3.5)."""
    unit = turn.rules.printed.trains[turn.state.depot[0]]
    pay(turn, action.company, BANK, unit.machine, "machine")
    place_machines(turn, action.company, action.works)


# Locomotives, switchers, railcars ---------------------------------------------------------------------------


def buy_train(turn: Move, action: BuyTrain) -> None:
    """From the bank, at face value (4.4.7)."""
    ware = ware_of(turn, action)
    assert ware is not None
    pay(turn, action.company, BANK, ware.price, "train")
    take(turn, action.company, ware.train)


def limit(table: Table, owner: str) -> int:
    """As many switchers as works; railways have no limit (4.1, 4.4.7)."""
    return 1000 if is_railway(table, owner) else len(works_of(table, owner))


def settle(turn: Move, offer: OfferForTrain) -> None:
    """Price to the seller, upkeep once more to the bank (4.2.4, 4.4.7)."""
    assert isinstance(offer, OfferForEngine)
    pay(turn, offer.company, offer.seller, offer.price, "train")
    if offer.upkeep:
        payer = offer.company if offer.upkeep == BUYER else offer.seller
        pay(turn, payer, BANK, engine_upkeep(turn, offer.train), "upkeep")
    hand_over(turn, offer)


def why_not_scrap(table: Table, company: str, train: str) -> Refusal | None:
    """Scrapping is free, but for railcars and the last standard locomotive (4.4.7)."""
    if train == RAILCAR:
        return refuse(table, "railcar_stays", company=company)
    return last_locomotive(table, company, train)


TRAINS = Buying(
    for_sale=for_sale,
    clauses=(compulsory_first, one_railcar, train_too_dear),
    trade=Trade(
        clauses=(railways_only, compulsory_first, one_railcar, not_in_trust, seller_keeps_one),
        prices=prices,
        settle=settle,
    ),
    must_buy=must_buy,
    limit=limit,
    arrived=arrived,
)
