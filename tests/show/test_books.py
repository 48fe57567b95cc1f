"""A game's books: what companies took in, what players were worth, and what their worth consists of."""

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import stellwerk
from chicago_express.positions import position as chicago
from stellwerk.play.core import Pass
from stellwerk.show.books import Income, Ledger, books_of, wealth_of
from stellwerk.titles.t1835.actions import BuyPaper
from t1844.positions import position as in_1844
from t1873.positions import position as in_1873
from t1881.positions import position as in_1881

GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


@cache
def kept_golden(name):
    return stellwerk.load((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def golden(name):
    """A stored game; loading it takes longer than reading its books."""
    return kept_golden(name).copy()


def told(title, moves):
    """The events of a golden playthrough up to a move, as its text tells them: kind and values."""
    found, number = [], 0
    for line in (GOLDEN / f"{title}.txt").read_text(encoding="utf-8").splitlines()[1:]:
        if line[:1].isdigit():
            number = int(line.split()[0])
        if number > moves:
            break
        if line.startswith("  ") and not line.startswith("  digest"):
            kind, *values = line.split()
            found.append((kind, dict(value.split("=", 1) for value in values if "=" in value)))
    return found


# By hand ----------------------------------------------------------------------------------------------------


def a_round_of_1835():
    """Everybody has 600; they buy private railways and the first share of Bayern, then all pass."""
    game = stellwerk.new("1835", ["A", "B", "C"])
    for seat, paper in ((0, "NF"), (1, "V1"), (2, "LD"), (0, "V2"), (1, "V3"), (2, "V4"), (0, "BY-D"), (1, "BS")):
        game.play(BuyPaper(seat, paper))
    for seat in (2, 0, 1):
        game.play(Pass(seat))
    return game


def test_a_first_round_of_1835_by_hand():
    kept = books_of(a_round_of_1835())
    assert [moment.move for moment in kept.moments] == [0, 11]
    first, now = (moment.standing for moment in kept.moments)
    assert first.cash == first.worth == (600, 600, 600)
    # NF 100, V2 170 and BY 184; V1 80, V3 80 and BS 130; LD 190 and V4 160. Then NF pays 5, BS 25, LD 20.
    assert now.cash == (600 - 100 - 170 - 184 + 5, 600 - 80 - 80 - 130 + 25, 600 - 190 - 160 + 20)
    assert now.worth == now.cash, "no share has a price yet"
    assert now.shares == {"BY": (30, 0, 0), "SX": (0, 0, 20)}
    assert kept.incomes == (
        Income("NF", 1, 11, 5, 5, 0), Income("LD", 1, 11, 20, 20, 0), Income("BS", 1, 11, 25, 25, 0)
    )  # fmt: skip
    assert (kept.length(0), kept.length(1)) == (11, 0)
    assert kept.earning_rounds == (1,)
    assert kept.percent


def test_a_dividend_of_chicago_express_is_paid_with_what_rounding_adds():
    """16 on three shares are 6 a share, 18 in all (rulebook)."""
    builder = chicago().income("NYC", 16).dials(auction=3, development=4).share("NYC", 0, 2).share("NYC", 1, 1)
    kept = books_of(builder.turn(0))
    assert [(each.company, each.income, each.paid, each.kept) for each in kept.incomes] == [("NYC", 16, 18, 0)]
    assert kept.moments[-1].standing.shares["NYC"] == (2, 1, 0)
    assert not kept.percent


def test_accounts_of_1844_by_hand():
    """The worked example of its final accounts: tunnels and mountain railways in use, and a loan."""
    built = in_1844().phase("5").sbb(1, at=(6, 9)).federal(0, 10, 5).federal(1, 10, 10)
    built.company("STB", 0, at=(4, 7)).shares(0, "STB", 10).company("VZ", 1, at=(2, 8)).shares(0, "VZ", 20)
    built.tunnel("J9", 0, 3, owner=0, used=True).mountain("H7", 0, owner=0, used=True).mountain("G14", 0, owner=0)
    game = built.cash(0, 77).set(loans={0: 100}).laying("STB").game()
    mine = wealth_of(game, 0)
    assert mine.cash == 77
    assert {part.key: part.amount for part in mine.counted} == {"sights": 50 + 150, "loan": -100}
    assert {company: amount for company, amount in mine.shares if amount} == {"SBB": 300, "STB": 300, "VZ": 130}
    assert mine.worth == 77 + 300 + 300 + 130 + 200 - 100


def test_accounts_of_1873_count_single_works_at_their_face():
    game = in_1873(3).phase("3").works(0, "W1", "W15").purses(11, 0, 0).operating(1, 2).game()
    faces = {id_: work.face for id_, work in game.rules.printed.works.items()}
    mine = wealth_of(game, 0)
    assert {part.key: part.amount for part in mine.counted} == {"works": faces["W1"] + faces["W15"]}
    assert mine.cash == 11


def test_money_that_the_bank_of_1881_owes_counts():
    """13.2: what is noted is a part of one's worth."""
    game = in_1881(3).opened("GBS", 0).set(noted={1: 30}).stock_turn(0).game()
    mine = wealth_of(game, 1)
    assert [(part.key, part.amount) for part in mine.counted] == [("noted", 30)]
    assert mine.worth == mine.cash + mine.in_shares + 30 == game.result()[1]


# Against the golden playthroughs, counted a second time from their text ---------------------------------------


@pytest.mark.parametrize(
    ("title", "moves"), [("1835", 267), ("1844", 219), ("1873", 97), ("1881", 240), ("chicago-express", 189)]
)
def test_incomes_add_up_to_what_the_playthrough_tells(title, moves):
    kept = books_of(golden(f"{title}-at-{moves}"))
    income, paid = Counter(), Counter()
    for kind, values in told(title, moves):
        if kind == "earned":
            income[values["company"]] += int(values["income"])
        elif kind == "produced":
            income[values["owner"]] += int(values["income"])
        elif kind == "dividend_paid":
            income[values["company"]] += int(values["income"])
            paid[values["company"]] += int(values["shares"]) * int(values["a_share"])
        elif kind == "paid_out":
            paid[values["company"]] += int(values["income"])
            if values["company"] == "MHE":
                income["MHE"] += int(values["income"])
        elif kind == "half_paid":
            paid[values["company"]] += int(values["paid"])
    found, out = Counter(), Counter()
    for each in kept.incomes:
        found[each.company] += each.income
        out[each.company] += each.paid
    assert +income == Counter({each: found[each] for each in income if found[each]})
    assert +paid == Counter({each: out[each] for each in paid if out[each]})
    # What else is in the books are papers with a fixed income.
    assert all(re.fullmatch(r"[A-Z]{2}|P\d|tunnels|mountains", each) for each in found.keys() - income.keys())


def test_fixed_incomes_and_halves_of_1835_as_the_playthrough_tells_them():
    kept, events = books_of(golden("1835-at-267")), told("1835", 267)
    for paper in ("NF", "OB", "PF", "LD", "BS", "HA"):
        sums = sum(int(values["amount"]) for kind, values in events if values.get("purpose") == paper)
        assert sum(each.income for each in kept.incomes if each.company == paper) == sums
    halves = [values for _, values in events if values.get("purpose") == "split"]
    to_owners = sum(int(values["amount"]) for values in halves if values["payee"].isdigit())
    minors = [each for each in kept.incomes if re.fullmatch(r"V\d", each.company)]
    assert sum(each.paid for each in minors) == to_owners > 0
    assert sum(each.kept for each in minors) == sum(int(values["amount"]) for values in halves) - to_owners


@pytest.mark.parametrize(
    "name", ["1835-at-267", "1844-at-219", "1873-at-97", "1881-at-240", "chicago-express-at-189"]
)
def test_parts_of_everybodys_worth_add_up(name):
    game = golden(name)
    for seat, worth in game.result().items():
        assert wealth_of(game, seat).worth == worth


def test_trains_and_their_prices():
    bought = [values for kind, values in told("1844", 219) if kind == "train_bought"]
    kept = books_of(golden("1844-at-219"))
    assert [(each.company, each.train, each.price) for each in kept.purchases] == [
        (values["company"], values["train"], int(values["price"])) for values in bought
    ]


# Kept from one look to the next -----------------------------------------------------------------------------


def test_a_ledger_tells_the_same_as_reading_anew():
    game, ledger = golden("1835-at-89"), Ledger()
    books_of(game, ledger)
    later = books_of(game.seen(None, 60), ledger)
    assert later == books_of(game.seen(None, 60))
    while len(game.actions) > 40:
        game.undo()
    game.play(game.legal_actions().pick(random.Random(5)))
    assert books_of(game, ledger) == books_of(game)


def test_nothing_is_read_twice(monkeypatch):
    game, ledger = golden("chicago-express-at-63"), Ledger()
    books_of(game, ledger)

    def never(*_):
        raise AssertionError("read again")

    monkeypatch.setattr("stellwerk.show.books.standing_in", never)
    monkeypatch.setattr("stellwerk.titles.chicago_express.shown.face.marks", never)
    assert books_of(game.seen(0), ledger).rounds
