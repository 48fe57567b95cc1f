"""Money that somebody has promised, and fields that came later than the digests of old games."""

from collections.abc import Mapping
from typing import Any, ClassVar

from stellwerk.eighteen.actions import OfferForTrain
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.core import Position, State, Step, purse
from stellwerk.play.game import canonical
from stellwerk.titles.t1873.actions import OfferForWork
from stellwerk.titles.t1873.companies.buying_in import WorkOfferStep
from stellwerk.titles.t1881.actions import OfferForDepot
from stellwerk.titles.t1881.lines.depots import DepotOffer


class Offer(Step, frozen=True):
    buyer: str
    price: int

    def promised(self, owner):
        return self.price if owner == self.buyer else 0


def test_what_lies_in_an_open_offer_is_not_spent_twice():
    table = Position(None, State(2, (Offer("A", 30), Offer("A", 50)), {"A": 100, "B": 100}))
    assert purse(table, "A") == 20
    assert purse(table, "B") == 100


def test_a_promise_above_all_one_has_leaves_nothing():
    assert purse(Position(None, State(2, (Offer("A", 130),), {"A": 100})), "A") == 0


def test_an_overdraft_without_a_promise_is_told_as_it_is():
    assert purse(Position(None, State(2, (), {"A": -20})), "A") == -20


class Grown(State, frozen=True, kw_only=True):
    first: int = 1
    passes: int = 0
    late: ClassVar[Mapping[str, Any]] = {"passes": 0}


class Always(Grown, frozen=True, kw_only=True):
    other: int = 2
    passes: int = 0


def test_a_later_field_shows_in_digests_only_where_it_says_something():
    assert b"passes" not in canonical(Grown(seats=2, agenda=(), cash={}))
    assert b'["first",1],["passes",3]' in canonical(Grown(seats=2, agenda=(), cash={}, passes=3))


def test_who_declares_it_again_tells_it_there_and_always():
    assert b'["other",2],["passes",0]' in canonical(Always(seats=2, agenda=(), cash={}))


def test_every_price_that_is_offered_is_promised_until_the_answer():
    for step, buyer in (
        (OfferStep(OfferForTrain(0, "A", "3", "B", 70)), "A"),
        (DepotOffer(OfferForDepot(0, "A", "D4", "B", 70)), "A"),
        (WorkOfferStep(OfferForWork(0, "A", "W1", 70)), "A"),
    ):
        assert (step.promised(buyer), step.promised("B")) == (70, 0)
