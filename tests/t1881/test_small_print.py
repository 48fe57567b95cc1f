"""Single words of the rulebook, on which faults put into the program had left no mark."""

import pytest

import stellwerk
from eighteen.positions import director_of, listed, markers_in, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import AnswerOffer, BuyShare, BuyTrain, Dividend, LayTile, OfferForTrain
from stellwerk.eighteen.events import (
    Floated,
    OperatingRoundBegan,
    PlayerPassed,
    SharesSold,
    StationBuilt,
    StockRoundBegan,
    TrainBought,
    Withheld,
)
from stellwerk.play.core import Pass, Range
from stellwerk.titles.t1881.actions import (
    BuyOnCredit,
    BuySbahnShare,
    PlaceDepot,
    SealBid,
    SellSbahnShares,
    TakeProvision,
    Veto,
    Vote,
)
from stellwerk.titles.t1881.events import (
    BoardVoted,
    BonusEarned,
    CompanyOpened,
    CompanySoldShares,
    DepotPlaced,
    EnvelopeSealed,
    NetworkJoined,
    Proposed,
    ProvisionPaid,
    TramPassed,
)
from stellwerk.titles.t1881.lines.depots import DepotOffer, DepotStep
from stellwerk.titles.t1881.sbahn.provision import ProvisionStep
from stellwerk.titles.t1881.sbahn.votes import without

from .positions import SBAHN, field, legal, papers, pass_on, position, purse
from .streets import HEX, Streets

FOUR = (0, 1, 2, 3, 3)


def apart(*owners, cash=420, **places):
    return position(4).phase("2").sbahn(*(owners or FOUR), cash=cash, **places)


# Rounds -------------------------------------------------------------------------------------------------------


def test_five_rounds_in_which_no_company_acts_are_enough():
    """Our ruling: all pass from the first papers on; the stock round after the fifth such round is the last."""
    game = stellwerk.new("1881", ["A", "B", "C"], seed=0)
    for seat in range(3):
        events = game.play(SealBid(seat, 20))
        assert told(events, EnvelopeSealed) == [EnvelopeSealed(seat)]
    while not game.over:
        seat = game.waiting_for()[0]
        events = game.play(Pass(seat))
        assert PlayerPassed(seat) in events
    assert [each.number for each in told(game.events, OperatingRoundBegan)] == [1, 2, 3, 4, 5]
    assert [each.number for each in told(game.events, StockRoundBegan)] == [1, 2, 3, 4, 5, 6]


def test_a_round_in_which_somebody_acts_begins_the_count_anew():
    for acted, still in ((frozenset(), 5), (frozenset({"GBS"}), 0)):
        game = position(3).company("GBS", 0).set(acted=acted, still=4).end_of_round().game()
        assert game.state.still == still


def test_4_6_who_has_bought_has_not_passed():
    game = position(3).opened("GBS", 0).shares(0, "GBS", 10).stock_turn(0).game()
    game.play(BuyShare(0, "GBS", ISSUE, 10))
    assert told(game.play(Pass(0)), PlayerPassed) == []
    assert told(game.play(Pass(1)), PlayerPassed) == [PlayerPassed(1)]


def test_5_3_by_option_the_number_of_rounds_is_settled_with_the_stock_round():
    built = position(3, rounds_fixed=True).phase("2").company("GBS", 0, trains=("3",)).set(operating_rounds=1)
    assert built.end_of_stock_round().game().state.operating_rounds == 2


def test_6_1_what_others_have_built_in_their_turn_binds_nobody():
    game = position(3).company("GBS", 0, cash=200).set(laid=("F7",)).operating_round().game()
    assert "F7" in {action.hex for action in listed(game, LayTile)}


def test_2_4_who_is_auctioneer_is_open_and_so_is_the_seed_that_drew_him():
    game = stellwerk.new("1881", ["A", "B", "C"], seed=7)
    game.play(SealBid(0, 50))
    assert game.seen(1).seed == 7
    assert game.seen(1).state.envelopes == {0: 0}


# Stock rounds (4.1, 4.4, 10.9) --------------------------------------------------------------------------------


def test_4_1_a_stock_round_is_for_shares():
    game = position(3).company("GBS", 0, cash=500).stock_turn(0).game()
    assert rule_against(game, BuyTrain(0, "GBS", "2", BANK)) == "4.1"


def test_10_9_a_company_sells_the_sbahns_shares_in_operating_rounds_alone():
    built = position(3).phase("2").company("GBS", 0, trains=("2",)).papers_of_the_sbahn(1, 2, 2, 2, "GBS", "GBS")
    game = built.opened("SSC", 1).stock_turn(0).game()
    assert rule_against(game, SellSbahnShares(0, "GBS", 1)) == "10.9"


def test_4_4_over_the_limit_with_nothing_but_shares_of_the_sbahn_to_sell():
    """Eight directors' papers, the chair and four of 5% are thirteen; with six players twelve may be held."""
    built = position(6).phase("2").papers_of_the_sbahn(0, 0, 0, 0, 0)
    for company in built.printed.trams:
        built.opened(company, 0)
    game = built.stock_turn(0).game()
    assert rule_against(game, Pass(0)) == "4.4"
    assert {type(action) for action in listed(game)} == {SellSbahnShares}
    events = game.play(SellSbahnShares(0, "", 1, ()))
    assert told(events, SharesSold) == [SharesSold(0, SBAHN, (5,), 84)]
    assert legal(game, Pass(0))


def test_4_21_a_company_that_opens_is_told_of():
    game = position(3).first_purchases(0, 1).game()
    assert told(game.play(BuyShare(0, "GBS", ISSUE, 20)), CompanyOpened) == [CompanyOpened("GBS", 0)]


def test_4_7_where_the_tram_goes_is_told():
    """To the left of the last buyer."""
    game = position(3).opened("GBS", 0).stock_turn(0).game()
    game.play(BuyShare(0, "GBS", ISSUE, 10))
    pass_on(game, 0, 1, 2)
    assert told(game.play(Pass(0)), TramPassed) == [TramPassed(1)]


# Depots (7.1, 7.8) --------------------------------------------------------------------------------------------

NORTH = ("C5 10@1,5", "C4 2@0,4", "D4 8@0,3", "D6 4@2,5")  # C5 – D4 Tegel, C5 – D6 – E6


def test_7_1_after_one_depot_the_turn_has_no_other():
    at = Streets().company("SHG", 200).tiles(*NORTH)
    DepotStep("SHG").apply(at.turn, next(iter(DepotStep("SHG").stations(at.table, 0))))
    assert at.turn.pop() == DepotStep("SHG", built=True)
    assert [type(event) for event in at.turn.events if isinstance(event, StationBuilt)] == [StationBuilt]


def north():
    """SHG reaches Tegel and Gesundbrunnen; in both the NBSN of another player has a further depot."""
    at = Streets().company("SHG", 200).company("NBSN", 10, director=1).tiles(*NORTH)
    return at.depot("NBSN", "D4").depot("NBSN", "E6")


def test_7_8_what_is_declined_for_one_depot_does_not_bind_for_another():
    assert north().offers("SHG", declined=(("NBSN", "D4", 90),)) == {
        ("D4", "NBSN", 91, 160),
        ("E6", "NBSN", 40, 160),
    }


def test_7_8_a_refusal_says_what_may_be_offered():
    """200 less 40 for the own chip; with 79 in hand 80 are missing."""
    at = north()
    refusal = DepotStep("SHG").refusal(at.table, at.offer("SHG", "D4", "NBSN", 39))
    assert refusal.values == {"least": 40, "most": 160}
    at.cash("SHG", 79)
    refusal = DepotStep("SHG").refusal(at.table, at.offer("SHG", "D4", "NBSN", 40))
    assert refusal.values == {"cost": 80, "cash": 79}


def test_7_8_the_third_offer_is_the_last():
    at = north()
    declined = (("NBSN", "D4", 40), ("NBSN", "D4", 41))
    assert at.why_not_offer("SHG", "D4", "NBSN", 42, declined=declined) is None
    at.cash("SHG", 81)
    assert at.why_not_offer("SHG", "D4", "NBSN", 42, declined=declined) == "station_too_dear"


def test_7_8_only_the_owner_asked_answers():
    at = north()
    step = DepotOffer(at.offer("SHG", "D4", "NBSN", 50))
    assert step.refusal(at.table, AnswerOffer(1, "NBSN", True)) is None
    assert step.refusal(at.table, AnswerOffer(1, "GBS", True)).reason == "answer_the_offer"


def test_7_8_a_networks_further_depot_is_that_networks_to_sell():
    """12.5: E5 belongs to network 2."""
    at = Streets("2").company("BChSt", 500, director=1).sbahn(100, main="G4", S2="E5")
    at.tiles("E5 27", "E6 23").set(further_depots=frozenset({HEX["E5"]}))
    assert at.offers("BChSt") == {("E5", "S2", 40, 460)}
    assert at.why_not_offer("BChSt", "E5", "S-Bahn") == "depot_not_there"


# Running (8.3, 8.7) -------------------------------------------------------------------------------------------


def test_8_3_beside_a_stretch_that_meets_itself_others_are_run():
    """From E8 round by D9 to Buch is no run; from Zoo to Moabit is one, 30 + 20."""
    ring = ("D9 35@0,1,2,3", "C8 3@0,5", "D8 3@3,4", "C9 1@0,3", "B10 2@0,2", "A9 9@1,5")
    at = Streets("3").company("BChSt").tiles("E8 10@3,5", *ring)
    assert at.best("BChSt", "2").total == 50


def test_8_7_what_two_networks_have_run_over_is_closed_to_a_third():
    """Question 6: main takes G5 – G6 – G7, network 2 G7 – G8."""
    at = Streets("2").sbahn(main="G5", S2="G8", S3="G7", trains=("4S",)).tiles("G6 21", "G8 30")
    at.trains("S2", "4S").trains("S3", "4S")
    assert at.best("S3").total == 120
    assert at.run("S-Bahn", ("4S", "G5 G6 G7")) == (90, 0)
    assert at.run("S2", ("4S", "G7 G8")) == (70, 0)
    assert at.best("S3").routes == ()


# Income (9.4, 9.10, 12.5, 12.13) ------------------------------------------------------------------------------


def test_9_4_a_bonus_without_a_run_is_told_as_kept_and_nothing_as_saved():
    game = position(3).company("SpS", 0).shares(1, "SpS", 10).earned("SpS", 0).set(turn_bonus=100).game()
    assert told(game.events, BonusEarned) == [BonusEarned("SpS", 100, True)]
    assert told(game.events, Withheld) == [Withheld("SpS", 0)]


def test_9_6_what_is_saved_is_told_and_what_is_paid_out_is_not_saved():
    game = position(3).company("SpS", 0).earned("SpS", 60, 40).game()
    assert told(game.play(Dividend(0, "SpS", "keep")), Withheld) == [Withheld("SpS", 100)]
    game = position(3).company("SpS", 0).earned("SpS", 60, 40).game()
    assert told(game.play(Dividend(0, "SpS", "pay_run")), Withheld) == []


@pytest.mark.parametrize(("kind", "cause"), [("pay", "dividend"), ("keep", "withheld")])
def test_9_9_why_a_price_moves_is_told(kind, cause):
    game = position(3).company("SpS", 0).earned("SpS", 60).game()
    events = game.play(Dividend(0, "SpS", kind))
    assert [event.cause for event in events if type(event).__name__ == "PriceMoved"] == [cause]


@pytest.mark.parametrize(("money", "provision"), [(20, [ProvisionPaid("S2", 1, 20)]), (19, [])])
def test_12_5_twenty_are_enough_for_the_provision(money, provision):
    game = apart(cash=0).cash("S2", money).sbahn_earned(S2=40).game()
    game.play(Dividend(1, "S2", "pay"))
    if isinstance(game.step, ProvisionStep):
        game.play(TakeProvision(1, "S2"))
    assert told(game.events, ProvisionPaid) == provision


def test_12_13_what_was_shared_is_not_shared_again():
    game = apart(cash=0).sbahn_earned(S2=40).game()
    game.play(Dividend(1, "S2", "pay"))
    assert game.state.paid_out == ()


# Trains (10.3, 10.9, 12.7, 15) --------------------------------------------------------------------------------


def test_10_3_the_stack_loses_one_tram_and_one_s_train():
    game = position(3).company("GBS", 0, cash=220).buying("GBS").game()
    game.play(BuyTrain(0, "GBS", "2", BANK))
    assert game.state.depot.count("2") == 8
    game = apart().buying("S2").game()
    game.play(BuyTrain(1, "S2", "4S", BANK))
    assert game.state.sbahn_depot == ("4S", "4S", "4S", "7S", "9S")


def test_10_3_of_what_a_bankrupt_company_left_one_is_bought():
    built = position(3).phase("3", selling="4").trains(POOL, "3", "3", "4").company("GBS", 0, cash=330)
    game = built.company("SSC", 1, trains=("3",)).buying("GBS").game()
    game.play(BuyTrain(0, "GBS", "3", POOL))
    assert game.state.trains[POOL] == ("3", "4")


def test_10_9_trams_that_a_bankrupt_company_left_are_no_s_trains():
    game = apart(cash=500).trains(POOL, "3").trains("S2", "4S").buying("S2").game()
    assert rule_against(game, BuyTrain(1, "S2", "3", POOL)) == "10.3"


def test_10_9_a_share_for_exactly_what_a_company_has():
    for cash, allowed in ((84, True), (83, False)):
        built = position(3).phase("2").company("GBS", 0, cash=cash, trains=("2",)).papers_of_the_sbahn(1)
        game = built.company("SSC", 1, cash=500).shares(1, "SSC", 10).buying("GBS").game()
        step = game.step if game.waiting_for() == (0,) else None
        assert (step is not None and game.refusal(BuySbahnShare(0, "GBS", ISSUE)) is None) == allowed


def test_12_1_a_company_that_takes_the_chair_opens_the_sbahn():
    game = position(3).phase("2").company("GBS", 0, cash=500, trains=("3",)).buying("GBS").game()
    events = game.play(BuySbahnShare(0, "GBS", ISSUE))
    assert field(game, SBAHN) == (5, 3)
    assert told(events, CompanyOpened) == [CompanyOpened(SBAHN, 0)]


def test_12_7_at_the_limit_nothing_is_scrapped():
    """Phase 3: a third train."""
    built = apart(cash=700).phase("3").trains("S2", "4S", "4S").buying("S2")
    game = built.game()
    game.play(BuyTrain(1, "S2", "4S", BANK))
    assert game.state.trains["S2"] == ("4S", "4S", "4S")
    assert type(game.step).__name__ != "ScrapOlder"


def poor(cash, private, **others):
    """The GBS without a tram; the bank sells 4s for 440."""
    built = position(3, credit=True).purses(private, 700, 700).phase("3", selling="4")
    return built.company("GBS", 0, cash=cash).company("SSC", 1, trains=("3",), at=(4, 0))


def test_15_1_a_director_without_the_money_to_help_adds_nothing():
    """100 are missing, less than a quarter; he has 99."""
    game = poor(340, 99).buying("GBS").game()
    assert rule_against(game, BuyTrain(0, "GBS", "4", BANK)) == "10.1"
    events = game.play(BuyOnCredit(0, "GBS", "4", BANK))
    assert game.state.credit == {"GBS": ("4", 440)}
    assert purse(game, "GBS", 0) == (340, 99)
    assert told(events, TrainBought) == [TrainBought("GBS", "4", BANK, 440, 0)]


def test_15_1_one_short_is_without_the_money_and_exactly_enough_is_not():
    assert legal(poor(439, 0).buying("GBS").game(), BuyOnCredit(0, "GBS", "4", BANK))
    built = poor(440 - 2 * 84, 0).papers_of_the_sbahn(1, 1, 2, 2, "GBS", "GBS")
    assert rule_against(built.buying("GBS").game(), BuyTrain(0, "GBS", "4", BANK)) == "10.1"
    assert rule_against(built.buying("GBS").game(), BuyOnCredit(0, "GBS", "4", BANK)) == "15.1"


def test_15_3_a_debt_outlasts_a_phase_that_leaves_its_tram():
    """The first 5 scraps 3s; the 4 on credit stays, and so does what is owed for it."""
    built = position(3, credit=True).phase("3", selling="5").company("GBS", 0, trains=("4",), at=(4, 0))
    built.set(credit={"GBS": ("4", 440)}).company("SSC", 1, cash=550, trains=("4",))
    game = built.buying("SSC").game()
    game.play(BuyTrain(1, "SSC", "5", BANK))
    assert game.state.credit == {"GBS": ("4", 440)}


# Bankruptcy (9.13) --------------------------------------------------------------------------------------------


def test_9_13_a_tram_company_takes_no_depot_of_the_sbahn_along():
    built = apart().set(further_depots=frozenset({HEX["H5"]})).company("GBS", 0, at=(1, 0))
    game = built.company("SSC", 1, cash=300, at=(3, 0)).earned("GBS", 0).game()
    assert game.state.bankrupt == {"GBS"}
    assert game.state.further_depots == {HEX["H5"]}
    assert markers_in(game, "H5") == (SBAHN,)


def test_9_13_the_chair_of_a_bankrupt_company_goes_to_the_largest_other_holder():
    """Question 12: the GBS has 20%, P2 10%; he gives two shares, and they go to the pool with the rest."""
    built = position(4).phase("2").company("GBS", 0, at=(1, 0)).sbahn("GBS", 1, 3, 3, "GBS", "GBS", 2, 2)
    game = built.company("SSC", 1, cash=300, at=(3, 0)).earned("GBS", 0).game()
    assert game.state.bankrupt == {"GBS"}
    assert papers(game, 2, SBAHN) == ["S-Bahn-D"]
    assert director_of(game, SBAHN) == 2
    assert papers(game, POOL, SBAHN) == ["S-Bahn-5", "S-Bahn-6", "S-Bahn-7", "S-Bahn-8"]


# The S-Bahn (12.4–12.6) ---------------------------------------------------------------------------------------


def test_12_4_the_capital_is_1680_and_start_depots_are_told():
    built = position(4).phase("2").opened("GBS", 0).papers_of_the_sbahn(0, 1, 2, 3)
    game = built.stock_turn(3).game()
    events = game.play(BuyShare(3, SBAHN, ISSUE, 5))
    assert told(events, Floated) == [Floated(SBAHN, 1680)]
    assert told(game.play(PlaceDepot(0, SBAHN, "H5")), DepotPlaced) == [DepotPlaced(SBAHN, "H5")]


def test_12_5_beside_a_company_that_has_its_depot_there_is_room():
    """Zoo has two places and the BChSt stands in one; none is kept for it any more."""
    built = position(4).phase("2").company("BChSt", 0, trains=("3",)).papers_of_the_sbahn(0, 1, 2, 3)
    game = built.stock_turn(3).game()
    game.play(BuyShare(3, SBAHN, ISSUE, 5))
    assert "G5" in {action.hex for action in listed(game, PlaceDepot)}


def test_12_5_a_network_that_touches_another_is_joined_with_it_at_once():
    """Networks 2 and 3 touch in G8 and G7; the main network's tile on G6 joins them both."""
    built = apart(**{SBAHN: "G5", "S2": "G8", "S3": "G7"})
    built.tiles(_tile(built, "G8", "30"))
    game = built.operating_round().game()
    assert game.state.apart == ("S2", "S3", "S4")
    hex_, name = _tile(built, "G6", "21").split(" ")
    tile, rotation = name.split("/")
    game.play(LayTile(0, SBAHN, hex_, tile, int(rotation)))
    events = []
    while type(game.step).__name__ == "VetoStep":
        events = game.play(Pass(game.waiting_for()[0]))
    assert {each.network for each in told(events, NetworkJoined)} == {"S2", "S3"}
    assert game.state.apart == ("S4",)


def _tile(built, hex_, tile):
    """The way in which a tile of the line lies in its hex, as "G6 21/0"."""
    box, here = built.printed.box, built.hex(hex_)
    track = next(each for each in box.successors(here, box.printed[here]) if each.tile == tile)
    return f"{hex_} {tile}/{track.rotation}"


def test_10_9_a_company_that_sells_is_told_of_as_a_company():
    built = position(3).phase("2").company("GBS", 0, trains=("2",)).papers_of_the_sbahn(1, 2, 2, 1, "GBS", "GBS")
    game = built.buying("GBS").game()
    events = game.play(SellSbahnShares(0, "GBS", 2))
    assert told(events, CompanySoldShares) == [CompanySoldShares("GBS", (5, 5), 168)]
    assert told(events, SharesSold) == []


def proposal(*owners):
    """The chair is about to buy a second 4S."""
    built = apart(*owners).trains(SBAHN, "4S").cash(SBAHN, 700).buying(SBAHN)
    return built.game(), BuyTrain(0, SBAHN, "4S", BANK)


def test_12_6_a_seat_in_the_pool_has_no_vote():
    """The chair against two seats: one to two, not done."""
    game, purchase = proposal(0, 1, 2, POOL, 3, 3)
    game.play(purchase)
    game.play(Veto(1))
    assert listed(game, seat=2) == [Vote(2, True), Vote(2, False)]
    events = game.play(Vote(2, False))
    assert told(events, BoardVoted) == [BoardVoted(1, 2, False)]


def test_12_6_the_board_has_its_say_in_each_purchase():
    game, purchase = proposal()
    for trains in (2, 3):
        events = list(game.play(purchase))
        assert told(events, Proposed) == [Proposed(0, purchase)]
        for seat in (1, 2, 3):
            game.play(Pass(seat))
        assert len(game.state.trains[SBAHN]) == trains


def test_12_6_what_is_left_of_a_range_when_amounts_were_voted_down():
    """Another seller's train at 5, and a tile, take nothing away."""
    offer = OfferForTrain(0, SBAHN, "4S", "S2", 1)
    choice = Range(offer, "price", 1, 6)
    other = OfferForTrain(0, SBAHN, "4S", "S3", 5)
    vetoed = (LayTile(0, SBAHN, "G6", "21", 0), other, choice.at(3))
    assert [(part.low, part.high) for part in without(choice, vetoed)] == [(1, 2), (4, 6)]
    assert [(part.low, part.high) for part in without(choice, (choice.at(5),))] == [(1, 4), (6, 6)]
    assert [(part.low, part.high) for part in without(choice, (choice.at(6),))] == [(1, 5)]
