"""Setup, components, and the auction of the privates with what comes along with them."""

import pytest

from eighteen.positions import NAMES, holding, listed, price_of, reason_against, rule_against
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.play.auction import Bid
from stellwerk.play.core import Range
from stellwerk.play.game import Game
from stellwerk.titles.t1844 import TITLE
from stellwerk.titles.t1844.actions import BuyTunnel, SellShares, StartCompany
from stellwerk.titles.t1844.auction import NextLot, PrivateAuction

from .positions import position


def auction(players=4):
    return Game(TITLE, NAMES[:players], {}, 0)


def talk(game, *amounts):
    """Bids of those whose turn it is, 0 for a pass."""
    for amount in amounts:
        seat = game.waiting_for()[0]
        game.play(Bid(seat, amount) if amount else Pass(seat))
    return game


def at_lot(number, players=4, cash=620):
    """The auction of P(number + 1), those before sold to seats 0, 1, 2 … in turn."""
    built = position(players).purses(*[cash] * players)
    privates = list(built.printed.privates)
    for sold, private in enumerate(privates[:number]):
        built.give(sold % players, private)
    return built.give(ISSUE, *privates[number:]).set(stock_round=0).agenda(NextLot(number))


def least(game):
    return next(choice.low for choice in game.legal_actions() if isinstance(choice, Range))


# Setup ------------------------------------------------------------------------------------------------------


def test_spielmaterial_tiles_cards_and_papers_as_listed():
    printed = auction().rules.printed
    count = {"yellow": 0, "green": 0, "brown": 0, "gray": 0}
    for tile in printed.box.tiles.values():
        if tile.colour in count:
            count[tile.colour] += tile.count
    assert count == {"yellow": 59, "green": 55, "brown": 26, "gray": 5}
    tunnels = [tile.count for name, tile in printed.box.tiles.items() if name.startswith("tunnel")]
    assert sum(tunnels) == 10
    assert len(printed.register.by_id) == 96
    cards = [printed.trains[card].count or 4 for card in printed.faces]
    assert sum(cards) + 1 == 41  # EVA's card
    assert (len(printed.tunnel_papers), len(printed.mountain_papers), len(printed.privates)) == (5, 5, 7)
    assert len(printed.sites) == 7
    assert len(printed.boards) * printed.title["mountains"]["boards_of_a_kind"] == 6


def test_spielmaterial_59_station_markers():
    kinds, companies = auction().rules.printed.kinds, auction().rules.printed.companies.values()
    number = {"regional": 3, "historical": 5, "pre_sbb": 2, "sbb": 10}
    assert max(kinds["historical"].stations_by_par.values()) == 5
    assert (kinds["regional"].stations, kinds["pre_sbb"].stations) == (3, 2)
    assert sum(number[company.kind] for company in companies) == 59


@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(3, 800, 24), (4, 620, 18), (5, 510, 15), (6, 440, 13), (7, 400, 11)]
)
def test_spielaufbau_cash_bank_and_limit(players, cash, limit):
    """N1, also Aktienlimit."""
    game = auction(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.state.cash[BANK] == 12000 - players * cash
    assert game.rules.paper_limit == limit


def test_spielaufbau_three_shares_of_the_fnm_in_the_pool():
    """N1."""
    game = auction()
    assert holding(game, "FNM", POOL) == ["10", "10", "10"]
    assert [name for name in game.rules.printed.companies if holding(game, name, POOL)] == ["FNM"]


# The auction ------------------------------------------------------------------------------------------------


def test_auktionsrunde_highest_bidder_pays_and_the_second_card_opens_p2():
    """E1; also Spielablauf: the game begins with the auction."""
    game = talk(auction(), 20, 0, 0, 25, 0)
    assert game.state.papers["P1"] == 3
    assert game.state.cash[3] == 620 - 25
    assert isinstance(game.step, PrivateAuction)
    assert game.step.lot == "P2"
    assert game.waiting_for() == (1,)


def test_auktionsrunde_p1_gets_cheaper_until_the_first_card_must_take_it():
    """E2."""
    game = auction()
    minima = []
    for _ in range(4):
        minima.append(least(game))
        talk(game, 0, 0, 0, 0)
    assert minima == [20, 15, 10, 5]
    assert game.state.papers["P1"] == 0
    assert game.state.cash[0] == 620
    assert game.step.lot == "P2"
    assert game.waiting_for() == (1,)


def test_auktionsrunde_the_last_one_left_may_still_bid():
    """C1."""
    game = talk(at_lot(1).game(), 0, 0, 0)
    seat = game.waiting_for()[0]
    assert seat == 0
    assert rule_against(game, Bid(seat, 45)) == "Auktionsrunde"
    game.play(Bid(seat, 50))
    assert game.state.papers["P2"] == 0
    assert game.step.lot == "P3"


def test_auktionsrunde_bids_go_up_by_five():
    """C1."""
    game = talk(at_lot(1).game(), 50)
    assert least(game) == 55
    assert reason_against(game, Bid(2, 54)) == "bid_too_low"
    assert reason_against(game, Bid(2, 621)) == "bid_above_cash"


def test_auktionsrunde_who_passes_is_out():
    game = talk(at_lot(1).game(), 50, 0, 60, 0)
    assert game.waiting_for() == (1,)
    talk(game, 65)
    assert game.waiting_for() == (3,)  # seats 2 and 0 have passed


def test_auktionsrunde_without_a_bid_all_privates_sold_so_far_pay():
    """C2."""
    game = talk(at_lot(3).game(), 0, 0, 0, 0)
    assert [game.state.cash[seat] for seat in range(4)] == [625, 630, 635, 620]
    assert game.step.lot == "P4"
    assert game.waiting_for() == (3,)
    assert least(game) == 110
    assert game.state.order == (0, 1, 2, 3)


def test_auktionsrunde_with_few_players_the_first_card_opens_again():
    assert at_lot(3, players=3).game().waiting_for() == (0,)
    assert at_lot(6, players=5).game().waiting_for() == (1,)


def test_auktionsrunde_afterwards_least_cash_is_first():
    """C3: among equals the lower card before."""
    built = at_lot(6).purses(300, 120, 120, 480)
    built.give(0, "P7").agenda(NextLot(7))
    assert built.game().state.order == (1, 2, 0, 3)


# What comes along -------------------------------------------------------------------------------------------


def test_p1_nothing_special_comes_along():
    game = talk(auction(), 20, 0, 0, 0)
    assert [p for p, holder in game.state.papers.items() if holder == 0] == ["P1"]
    private = game.rules.printed.privates["P1"]
    assert (private.price, private.income, private.sold_to_companies) == (20, 5, True)


def test_privatgesellschaften_prices_and_incomes():
    """N5."""
    privates = auction().rules.printed.privates.values()
    assert [(p.price, p.income) for p in privates] == [
        (20, 5), (50, 10), (80, 15), (110, 20), (140, 25), (180, 30), (100, 0),
    ]  # fmt: skip
    assert [p.id for p in privates if p.sold_to_companies] == ["P1", "P2", "P3", "P4", "P5"]


def test_p3_brings_a_tunnel_certificate():
    game = talk(at_lot(2).game(), 80, 0, 0, 0)
    assert game.state.papers["P3"] == 2
    assert game.state.papers["T1"] == 2
    assert game.state.cash[2] == 620 - 80


def test_p3_its_certificate_is_not_a_purchase_of_the_round():
    built = position(3).give(0, "P3", "T1").purses(200, 0, 0)
    assert BuyTunnel(0) in built.stock_turn(0).game().legal_actions()


def test_p5_brings_a_share_of_the_mob():
    """C6, first part."""
    game = talk(at_lot(4).game(), 140, 0, 0, 0)
    assert holding(game, "MOB", 0) == ["10"]


def test_p5_the_share_of_the_mob_cannot_be_sold_before_the_mob_is_started():
    """Also Verkauf von Aktien."""
    built = position(3).shares(0, "MOB", 10).purses(100, 100, 100)
    game = built.stock_turn(0).game()
    assert reason_against(game, SellShares(0, "MOB", (10,))) == "no_director_yet"


def test_p5_the_share_counts_for_the_half_of_the_mob():
    """C6; also Inbetriebnahme."""
    built = position(3).shares(0, "MOB", 10).purses(0, 900, 900).stock_turn(1)
    game = built.game()
    game.play(StartCompany(1, "MOB", 80))
    assert "MOB" not in game.state.in_operation
    built = position(3).shares(0, "MOB", 10).started("MOB", 1, 80).shares(2, "MOB", 10).purses(0, 80, 0)
    game = built.stock_turn(1).game()
    assert "MOB" not in game.state.in_operation
    game.play(next(a for a in listed(game) if getattr(a, "company", "") == "MOB" and a.source == ISSUE))
    assert game.state.cash["MOB"] == 400
    assert game.state.markers["MOB"] == 3


@pytest.mark.parametrize(("par", "capital", "markers"), [(100, 500, 5), (60, 300, 1)])
def test_p6_brings_the_direction_of_the_fnm_which_operates_at_once(par, capital, markers):
    """C4."""
    built = at_lot(5)
    built.shares(POOL, "FNM", 10, 10, 10)
    game = talk(built.game(), 180, 0, 0, 0)
    seat = game.waiting_for()[0]
    assert game.state.papers["P6"] == seat
    assert {a.par for a in listed(game, StartCompany)} == {60, 70, 80, 90, 100}
    assert rule_against(game, StartCompany(seat, "FNM", 110)) == "P6"
    assert rule_against(game, Pass(seat)) == "P6"
    game.play(StartCompany(seat, "FNM", par))
    assert holding(game, "FNM", seat) == ["20D"]
    assert "FNM" in game.state.in_operation
    assert game.state.cash["FNM"] == capital
    assert game.state.markers["FNM"] == markers
    assert game.state.cash[seat] == 620 - 180
    assert price_of(game, "FNM") == par
    assert game.step.lot == "P7"


def test_p7_can_only_be_bought_at_the_auction_for_at_least_100():
    game = at_lot(6).game()
    assert least(game) == 100
    talk(game, 100, 0, 0, 0)
    assert game.state.papers["P7"] == 2
