"""Section 12: the S-Bahn's shares, chair and seats, networks, capital, provision, price and dividend."""

import pytest

from eighteen.positions import (
    director_of,
    holding,
    listed,
    markers_in,
    paid,
    price_of,
    rule_against,
    told,
)
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, DiscardTrain, Dividend
from stellwerk.eighteen.events import CompanyActs
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import (
    BuySbahnShare,
    GiveForChair,
    PlaceDepot,
    SellSbahnShares,
    TakeProvision,
)
from stellwerk.titles.t1881.events import ChairChanged, NetworkBegan, NetworkJoined, ProvisionPaid, SbahnSettled
from stellwerk.titles.t1881.sbahn.provision import ProvisionStep

from .positions import LINE, SBAHN, field, papers, position, purse, until

FOUR = (0, 1, 2, 3)


def new(seat, percent=5):
    return BuyShare(seat, SBAHN, ISSUE, percent)


def sold(*owners):
    """Four players in phase 2; the S-Bahn's papers from the first on."""
    return position(4).phase("2").opened("GBS", 0).papers_of_the_sbahn(*owners)


# Shares (12.1–12.3) -------------------------------------------------------------------------------------------


def test_12_1_papers_are_sold_by_number():
    """Trap 20; g1"""
    game = position(4).phase("2").opened("GBS", 3).stock_turn(0).game()
    assert rule_against(game, new(0, 5)) == "12.1"
    for number, seat in enumerate((0, 1, 2, 0), 1):
        until(game, seat)
        game.play(new(seat, 10 if number == 1 else 5))
        if number < 4:
            until(game, (seat + 1) % 4)
    assert papers(game, 0, SBAHN) == ["S-Bahn-D", "S-Bahn-4"]
    assert papers(game, 1, SBAHN) == ["S-Bahn-2"]
    assert papers(game, 2, SBAHN) == ["S-Bahn-3"]
    assert purse(game, 0, 1, 2) == (620 - 168 - 84, 620 - 84, 620 - 84)
    assert field(game, SBAHN) == (5, 3)


def test_12_2_thirty_percent_at_most():
    game = sold(0, 0, 0, 0).stock_turn(0).game()
    game.play(new(0))
    assert len(papers(game, 0, SBAHN)) == 5
    game = position(4).phase("2").sbahn(0, 0, 0, 0, 0).stock_turn(0).game()
    assert rule_against(game, new(0)) == "12.2"


def test_12_2_the_chair_is_not_sold():
    game = sold(0, 0, 1, 2, 3, 0).stock_turn(0).game()
    assert listed(game, SellSbahnShares, seat=0) == [
        SellSbahnShares(0, "", 1, ()),
        SellSbahnShares(0, "", 0, (2,)),
        SellSbahnShares(0, "", 1, (2,)),
    ]
    for bad in (SellSbahnShares(0, "", 2), SellSbahnShares(0, "", 0, (1,)), SellSbahnShares(0, "", 0, (3,))):
        assert rule_against(game, bad) == "12.2"
    assert rule_against(game, SellSbahnShares(0, "", 0)) == "12.2"
    game.play(SellSbahnShares(0, "", 1, (2,)))
    assert purse(game, 0) == 620 + 2 * 84
    assert price_of(game, SBAHN) == 80
    assert rule_against(game, new(0)) == "4.8"


def test_12_3_more_shares_take_the_chair_for_two():
    built = sold(0, 1, 2, 3, 1)
    game = built.stock_turn(1).game()
    game.play(new(1))  # 15% against 10%
    events = game.play(GiveForChair(1, 2))
    assert told(events, ChairChanged) == [ChairChanged(0, 1, 2, ())]
    assert holding(game, SBAHN, 1) == ["5", "10D"]
    assert holding(game, SBAHN, 0) == ["5", "5"]
    assert director_of(game, SBAHN) == 1


def test_12_3_equal_shares_do_not():
    game = sold(0, 1, 2, 3).stock_turn(1).game()
    game.play(new(1))
    assert director_of(game, SBAHN) == 0


# Beginning (12.4, 12.5) ---------------------------------------------------------------------------------------


def floated(*owners):
    """P3 buys paper 5."""
    game = sold(*owners).stock_turn(3).game()
    assert not game.state.in_operation
    return game, game.play(new(3))


def test_12_4_at_thirty_percent_four_purses_of_420():
    """Trap 20; a10"""
    game, events = floated(0, 1, 2, 3)
    assert purse(game, SBAHN, "S2", "S3", "S4") == (420, 420, 420, 420)
    assert [(each.network, each.owner, each.capital) for each in told(events, NetworkBegan)] == [
        (SBAHN, 0, 420), ("S2", 1, 420), ("S3", 2, 420), ("S4", 3, 420),
    ]  # fmt: skip
    assert game.state.apart == ("S2", "S3", "S4")


def test_12_3_chair_and_seat_in_one_hand_are_one_network():
    """g1: A has 1 and 4: main has 840 and two depots."""
    game, _ = floated(0, 1, 2, 0)
    assert purse(game, SBAHN, "S2", "S3", "S4") == (840, 420, 420, 0)
    assert game.state.apart == ("S2", "S3")
    placed = []
    while isinstance(listed(game)[0], PlaceDepot):
        action = listed(game)[0]
        placed.append((action.seat, action.company))
        game.play(action)
    assert placed == [(0, SBAHN), (0, SBAHN), (1, "S2"), (2, "S3")]


def test_12_5_start_depots_stand_anywhere_on_the_line_but_not_in_kept_places():
    game, _ = floated(0, 1, 2, 3)
    assert game.waiting_for() == (0,)
    hexes = {action.hex for action in listed(game, PlaceDepot)}
    assert {"E5", "K1", "G6", "H5"} <= hexes
    assert "F3" not in hexes  # the one place is the SpS's
    assert "H6" not in hexes  # not on the line
    assert "G5" in hexes  # two places, one of them kept for the BChSt
    assert rule_against(game, PlaceDepot(0, SBAHN, "H6")) == "12.5"
    assert rule_against(game, PlaceDepot(0, SBAHN, "F3")) == "12.5"
    assert rule_against(game, PlaceDepot(0, "S2", "H5")) == "12.5"
    assert rule_against(game, Pass(0)) == "12.5"
    game.play(PlaceDepot(0, SBAHN, "G5"))
    assert markers_in(game, "G5") == (SBAHN,)
    assert game.waiting_for() == (1,)
    assert rule_against(game, PlaceDepot(1, "S2", "G5")) == "12.5"  # no two in one station
    for seat, network, hex_ in ((1, "S2", "D7"), (2, "S3", "J6"), (3, "S4", "H10")):
        game.play(PlaceDepot(seat, network, hex_))
    names = game.rules.printed.box.grid.names
    assert {n: [names[h] for h in hexes] for n, hexes in game.state.network_depots.items()} == {
        SBAHN: ["G5"], "S2": ["D7"], "S3": ["J6"], "S4": ["H10"],
    }  # fmt: skip


def test_12_4_a_company_that_buys_the_fifth_paper_in_an_operating_round():
    """Trap 20; g2: the S-Bahn acts from the next operating round on."""
    built = position(4).phase("2").company("GBS", 3, cash=500, trains=("3",), at=(4, 0))
    game = built.papers_of_the_sbahn(0, 1, 2, 3).operating(1, 2).buying("GBS").game()
    game.play(BuySbahnShare(3, "GBS", ISSUE))
    for seat, (network, hex_) in enumerate(LINE.items()):
        game.play(PlaceDepot(seat, network, hex_))
    acts = []
    while game.state.operating_round == 1:
        acts += told(game.play(Pass(game.waiting_for()[0])), CompanyActs)
    assert game.state.operating_round == 2
    assert acts == [CompanyActs(SBAHN, 0)]  # at 84, before the GBS at 54


# Networks become one (12.3, 12.5) -----------------------------------------------------------------------------


def apart(*owners, cash=420):
    return position(4).phase("2").sbahn(*(owners or (0, 1, 2, 3, 3)), cash=cash)


def test_12_5_a_seat_that_is_sold_loses_its_network():
    game = apart().trains("S2", "4S").stock_turn(1).game()
    events = game.play(SellSbahnShares(1, "", 0, (2,)))
    assert told(events, NetworkJoined) == [NetworkJoined("S2", "seat_sold", 420, ("4S",))]
    assert purse(game, SBAHN, "S2", 1) == (840, 0, 704)
    assert game.state.trains[SBAHN] == ("4S",)
    assert game.state.apart == ("S3", "S4")
    assert len(game.state.network_depots[SBAHN]) == 2


def test_12_5_for_good():
    """Question 13: who buys the seat from the pool has a vote and no network."""
    built = apart().give(POOL, "S-Bahn-2").set(apart=("S3", "S4"), in_operation=frozenset({SBAHN, "S3", "S4"}))
    depots = dict(built.state.network_depots)
    depots[SBAHN] |= depots.pop("S2")
    built.cash("S2", 0).set(network_depots=depots)
    game = built.opened("GBS", 0).stock_turn(1).game()
    game.play(BuyShare(1, SBAHN, POOL, 5))
    assert papers(game, 1, SBAHN) == ["S-Bahn-2"]
    assert game.state.apart == ("S3", "S4")


def test_12_3_a_new_chair_brings_his_own_network_along():
    game = apart(0, 1, 2, 3, 1).stock_turn(1).game()
    game.play(new(1))
    events = game.play(GiveForChair(1, 2))
    assert [(each.network, each.cause) for each in told(events, NetworkJoined)] == [("S2", "same_hand")]
    assert purse(game, SBAHN, "S2") == (840, 0)


def test_12_5_trains_above_the_limit_are_scrapped():
    """Trap 21; limit 3 in phase 3."""
    built = apart().phase("3").trains(SBAHN, "4S", "4S", "7S").trains("S2", "4S").stock_turn(1)
    game = built.game()
    game.play(SellSbahnShares(1, "", 0, (2,)))
    assert game.waiting_for() == (0,)
    assert set(listed(game)) == {DiscardTrain(0, SBAHN, "4S"), DiscardTrain(0, SBAHN, "7S")}
    game.play(DiscardTrain(0, SBAHN, "4S"))
    assert game.state.trains[SBAHN] == ("4S", "7S", "4S")
    assert game.state.trains["scrapped"].count("4S") == 1


# Provision, price, dividend (12.5, 12.12, 12.13) --------------------------------------------------------------


def decide(game, **kinds):
    """Each network in turn pays or keeps; vetoes are passed by. All events."""
    events = []
    for network, kind in kinds.items():
        id_ = SBAHN if network == "main" else network
        events += game.play(Dividend(director_of(game, id_), id_, kind))
        while game.step is not None and type(game.step).__name__ == "VetoStep":
            events += game.play(Pass(game.waiting_for()[0]))
        if isinstance(game.step, ProvisionStep):
            events += game.play(TakeProvision(game.waiting_for()[0], id_))
    return events


def test_12_5_who_pays_out_takes_20_of_his_networks_money():
    """Trap 22; g8"""
    built = apart(cash=0).cash("S2", 120).cash("S3", 120).cash(SBAHN, 120)
    game = built.sbahn_earned(main=50, S2=40, S3=30, S4=20).game()
    events = decide(game, main="pay", S2="pay", S3="keep", S4="pay")
    assert told(events, ProvisionPaid) == [
        ProvisionPaid(SBAHN, 0, 20),
        ProvisionPaid("S2", 1, 20),
    ]  # S4 has nothing
    assert purse(game, "S2", "S3", "S4") == (100, 150, 0)


def test_12_5_a_companys_provision_is_its_own():
    """Trap 22."""
    built = position(4).phase("2").company("GBS", 1, trains=("3",)).sbahn(0, "GBS", 2, 3, 3, cash=100)
    game = built.sbahn_earned(main=0, S2=40, S3=0, S4=0).game()
    events = decide(game, S2="pay")
    assert told(events, ProvisionPaid) == [ProvisionPaid("S2", "GBS", 20)]
    assert purse(game, "GBS") == 20 + 2  # 5% of 40


def test_12_5_no_provision_when_all_is_one():
    """Trap 22."""
    game = apart(0, 0, 0, 0, 0).sbahn_earned(main=50).game()
    assert told(decide(game, main="pay"), ProvisionPaid) == []


@pytest.mark.parametrize(
    ("kinds", "price"),
    [
        ({"main": "pay", "S2": "pay", "S3": "pay", "S4": "keep"}, 88),
        ({"main": "pay", "S2": "keep", "S3": "keep", "S4": "keep"}, 78),
        ({"main": "pay", "S2": "pay", "S3": "keep", "S4": "keep"}, 84),
        ({"main": "keep", "S2": "keep", "S3": "pay", "S4": "pay"}, 84),
    ],
)
def test_12_12_the_majority_of_networks_moves_the_price(kinds, price):
    """Trap 24; g7"""
    game = apart(cash=0).sbahn_earned(main=40, S2=40, S3=40, S4=40).game()
    events = decide(game, **kinds)
    assert price_of(game, SBAHN) == price
    payers = sum(kind == "pay" for kind in kinds.values())
    assert told(events, SbahnSettled) == [SbahnSettled(40 * payers, payers, 4 - payers)]


def test_12_12_three_networks_and_one_that_did_not_run():
    """g7: 2:1; not running is saving."""
    game = apart(0, 1, 2, 0, 3, cash=0).sbahn_earned(main=40, S2=40, S3=0).game()
    decide(game, main="pay", S2="pay")
    assert price_of(game, SBAHN) == 88
    game = apart(0, 1, 2, 0, 3, cash=0).sbahn_earned(main=40, S2=0, S3=0).game()
    decide(game, main="pay")
    assert price_of(game, SBAHN) == 78


def test_12_13_one_dividend_rounded_on_the_whole_holding():
    """Trap 24; g6: 90 paid together: 25% 23, 15% 14, 5% 5; pool 15% 13 to the main network; unsold nothing."""
    built = position(4).phase("2").company("GBS", 3, trains=("3",))
    built.sbahn(0, 1, 1, 1, 0, 0, 0, "GBS", POOL, POOL, POOL, cash=0)
    game = built.sbahn_earned(main=50, S2=40, S3=0, S4=30).game()
    bank = game.state.cash[BANK]
    events = decide(game, main="pay", S2="pay", S4="keep")
    assert paid(events, "dividend") == {0: 23, 1: 14, "GBS": 5, SBAHN: 13}
    assert purse(game, "S4") == 30
    assert game.state.cash[BANK] == bank - 23 - 14 - 5 - 13 - 30


def test_12_13_five_percent_in_the_pool_is_rounded_down():
    """g6"""
    game = apart(0, 1, 2, 3, POOL, cash=0).sbahn_earned(main=50, S2=40, S3=0, S4=0).game()
    events = decide(game, main="pay", S2="pay")
    assert paid(events, "dividend") == {0: 9, 1: 5, 2: 5, 3: 5, SBAHN: 4}
