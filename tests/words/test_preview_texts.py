"""What a choice is said to bring, title by title. All sums are by hand."""

import pytest

from chicago_express import positions as chicago
from chicago_express.test_chicago import before_chicago
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, LayTile, OfferForTrain, SellShares
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.play.errors import IllegalAction
from stellwerk.titles.chicago_express.actions import BuildTrack, ChooseDial, Develop
from stellwerk.titles.t1844.actions import TakeLoan
from stellwerk.titles.t1881.actions import SealBid, Veto, Vote
from stellwerk.titles.t1881.lines.track import Building
from stellwerk.words.preview import preview_text
from t1835 import test_5_5_3_running as runs_of_1835
from t1835.positions import position as position_1835
from t1844.positions import position as position_1844
from t1844.test_loks_und_phasen import aarau
from t1873.positions import position as position_1873
from t1881.positions import position as position_1881
from t1881.test_12_board import proposal


def told(game, action, language="en", seat=None):
    """The words for an action's own seat, or for another that reads; looking at it changes nothing."""
    before = game.digest(), len(game.actions), list(game.events)
    found = preview_text(action, game, language, action.seat if seat is None else seat).text
    assert (game.digest(), len(game.actions), list(game.events)) == before
    return found


# 1835 -------------------------------------------------------------------------------------------------------


def dividend_of_bayern():
    """210 at a price of 190: North has 50%, East 20%, and 20% lie in the pool."""
    built = position_1835(3).packet_gone().ag("BY", director=0, field=(2, 9)).shares(0, "BY", 10, 10, 10)
    return built.shares(1, "BY", 10, 10).shares(POOL, "BY", 10, 10).agenda(DividendStep("BY", 210)).game()


def test_1835_paying_out_and_keeping():
    game = dividend_of_bayern()
    paid = "21 a share · you +105 · treasury +42 · price 190 → 212 · East +42"
    assert told(game, Dividend(0, "BY", "pay")) == paid
    assert told(game, Dividend(0, "BY", "keep")) == "treasury +210 · price 190 → 170"


def test_1835_selling_what_makes_another_one_director():
    built = position_1835(3).packet_gone().ag("BY", director=0).shares(0, "BY", 10).shares(1, "BY", 10, 10, 10)
    game, sale = built.stock_turn(0).game(), SellShares(0, "BY", (10,))
    assert told(game, sale) == "you +92 · share 30% → 20% · price 92 → 88 · East becomes director"
    assert told(game, sale, "de") == "du +92 · Anteil 30 % → 20 % · Kurs 92 → 88 · East wird Direktor"
    assert told(game, sale, seat=1) == "price 92 → 88 · you become director · North +92"


def test_1835_buying_a_share_that_makes_one_director():
    game = position_1835(3).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).stock_turn(1).game()
    bought = "you −92 (508 left) · treasury +92 · share 20% → 30% · you become director"
    assert told(game, BuyShare(1, "BY", ISSUE, 10)) == bought


def test_1835_a_train_that_scraps_others():
    built = position_1835(3).packet_gone().phase("3").selling("4").ag("BY", director=0, cash=400, trains=("3",))
    built.ag("SX", director=1, trains=("2", "2")).ag("HE", director=2, trains=("2",))
    scraps = "treasury −360 (40 left) · scraps 3 × 2 · Sachsen and Hessen without a train · phase 2/4 begins"
    assert told(built.buying("BY").game(), BuyTrain(0, "BY", "4", BANK)) == scraps


def test_1835_track_with_its_cost_and_the_run():
    """München 30 – Regensburg 10 – Nürnberg 30; the river at Regensburg costs 50."""
    built = runs_of_1835.munich("3").tile("N14", "8", 3).cash("BY", 100)
    game = built.track("BY").game()
    found = preview_text(LayTile(0, "BY", "M15", "58", 0), game, "en", 0)
    assert (found.text, found.run, found.money) == ("treasury −50 (50 left) · run 0 → 70", (0, 70), {"BY": -50})
    assert told(game, LayTile(0, "BY", "M15", "3", 5), "de").startswith("Kasse −50 (50 übrig) · Fahrt 0 → 40")


def test_1835_what_follows_by_itself_is_told_and_what_others_do_is_not():
    """Bayern's run of 30 + 10 + 30 follows; then Sachsen's turn begins, of which nothing is said."""
    built = runs_of_1835.to_nuremberg("3").ag("SX", director=1, trains=("2",))
    game = built.turn_of("BY").game()
    assert told(game, Pass(0)) == "earns 70"
    game = position_1835(3).packet_gone().minor("V1", 0, trains=("2",)).ag("BY", director=1).turn_of("V1").game()
    assert told(game, Pass(0)) == "earns nothing"


def test_1835_an_action_that_is_not_legal_has_no_preview():
    with pytest.raises(IllegalAction):
        told(dividend_of_bayern(), Pass(0))


# 1844 -------------------------------------------------------------------------------------------------------


def test_1844_an_offer_that_another_one_has_to_accept():
    built = position_1844().phase("3").company("STB", 0, cash=200).company("AB", 1, cash=0, trains=("3",))
    game = built.buying("STB").game()
    offer = OfferForTrain(0, "STB", "3", "AB", 180)
    assert told(game, offer) == "with the consent of East · treasury −180 (20 left) · AB +180 · AB without a train"


def test_1844_the_first_3_turns_all_2():
    built = position_1844().phase("2", selling="3").company("STB", 0, cash=200).company("AB", 1, trains=("2",))
    assert told(built.buying("STB").game(), BuyTrain(0, "STB", "3", BANK)) == (
        "treasury −180 (20 left) · phase 3 begins · all 2 become 2H"
    )


def test_1844_a_loan():
    """A 4H for 260: 40 of the treasury, 70 of one's own, 150 borrowed at half as much again."""
    game = aarau().buying("STB").game()
    game.play(BuyTrain(0, "STB", "4H", BANK))
    money, end = "you −70 (0 left) · treasury −40 (0 left)", "ends the operating round · a 4 is exported"
    assert told(game, TakeLoan(0, "STB")) == f"{money} · run 50 · debt 225 · {end}"


# 1873 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("pay", "45 a share · you +45 · East +45"),
        ("half", "45 paid, 45 kept · you +23 · treasury +45 · East +23"),
        ("keep", "treasury +90 · price 130 → 120"),
    ],
)
def test_1873_all_half_or_nothing(kind, text):
    """C19: 90 for two holders of one share of 50% each."""
    built = position_1873(3).phase("2").works_company("MO", ("W1", "W2"), {0: 50, 1: 50}, price=130)
    built.works_company("CO", ("W3", "W4"), {2: 100}, price=100)  # it acts next
    game = built.purses(0, 0, 0).acting("MO", DividendStep("MO", 90)).game()
    assert told(game, Dividend(0, "MO", kind)) == text


def test_1873_a_share_that_puts_a_railway_into_operation():
    game = position_1873(3).founded("GHE", {0: 20, 1: 20}, price=150).purses(500, 500, 0).stock_turn(1).game()
    assert (
        told(game, BuyShare(1, "GHE", ISSUE, 20))
        == "you −150 (350 left) · treasury +750 · share 20% → 40% · floats"
    )


# 1881 -------------------------------------------------------------------------------------------------------


def test_1881_what_the_chair_proposes_and_how_the_board_votes():
    game, purchase = proposal()
    end = " · ends the operating round"
    assert told(game, purchase) == f"with the consent of East, South, and West · treasury −300 (200 left){end}"
    game.play(purchase)
    assert told(game, Pass(1)) == f"with the consent of South and West · S-Bahn −300{end}"
    assert told(game, Veto(1)) == "the board votes"
    game.play(Veto(1))
    game.play(Vote(3, True))
    assert told(game, Vote(2, False)) == f"S-Bahn −300 · it is done, 2 to 2{end}"


WEST = ("F2 2@04", "G1 8@03", "H1 5@35", "I1 2@02", "F4 5@13")


def turned(box, text):
    """A tile by the sides that its track leads to."""
    tile, _, sides = text.partition("@")
    exits = sum(1 << int(side) for side in sides)
    return next(track for track in box.tracks[tile] if track.exits == exits)


def test_1881_joining_the_edge_to_the_centre():
    """e6: E4 costs 50; Staaken and Kladow bring 100 each."""
    built = position_1881(3).company("SpS", 0, cash=800)
    for each in WEST:
        hex_, tile = each.split()
        built.set(board=built.state.board.lay(built.hex(hex_), turned(built.printed.box, tile)))
    game = built.acting("SpS", Building("SpS", 1)).game()
    last = LayTile(0, "SpS", "E4", "3", turned(built.printed.box, "3@05").rotation)
    joins = "joins Staaken (G1) to the centre: 100 · joins Kladow (J1) to the centre: 100"
    assert told(game, last).startswith(f"treasury −50 (750 left) · {joins}")


@pytest.mark.parametrize("language", ["de", "en"])
def test_1881_an_envelope_tells_nothing_of_the_others(language):
    """700 to begin with; the last envelope would open all."""
    game = position_1881(3)
    found = []
    for bids in ((100, 340), (710, 20)):
        game = _sealed(bids)
        found.append(told(game, SealBid(2, 60), language))
    assert found[0] == found[1]


def _sealed(bids):
    import stellwerk

    game = stellwerk.new("1881", ["A", "B", "C"], seed=5)
    for seat, bid in enumerate(bids):
        game.play(SealBid(seat, bid))
    return game


# Chicago Express --------------------------------------------------------------------------------------------


def test_chicago_express_reaching_chicago():
    """An income of 14 and 7 is 7 for each of three shares; the hex costs 3."""
    game = before_chicago().income("NYC", 14).turn(0)
    chicago.choose(game, "expansion")
    assert told(game, BuildTrack(0, "NYC", "A2")) == (
        "7 a share · you +14 · treasury −3 (17 left) · income +7, now 21 · Wabash opens · Bert +7"
    )


def test_chicago_express_developing():
    game = chicago.position(3).share("PRR", 0).line("PRR", "O4").income("PRR", 5).turn(0)
    chicago.choose(game, "development")
    assert told(game, Develop(0, "O4")) == "PRR: income +1, now 6"
    assert told(game, Pass(0)) == "the action is wasted"


def test_chicago_express_a_bid():
    """An income of 14 for three shares and one more: 4 each."""
    game = chicago.position(3).share("NYC", 0, 2).share("NYC", 1).income("NYC", 14).cash(0, 30).turn(0)
    chicago.offer(game, "NYC")
    assert told(game, Bid(0, 10)) == ("if nobody bids more · you −10 (20 left) · NYC +10 · the share pays 4")
    assert told(game, Pass(0)) == ""


def test_chicago_express_the_dial_that_brings_the_dividend():
    game = chicago.position(3).share("NYC", 0).cash("NYC", 9).dials(auction=3, expansion=4).turn(0)
    assert told(game, ChooseDial(0, "expansion")) == "dial on red: general dividend after this turn"
    assert told(game, ChooseDial(0, "development"))[:13] == "dial 1 of 4 ·"
