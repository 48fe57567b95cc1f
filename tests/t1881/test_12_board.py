"""Sections 12.5 and 12.6: the S-Bahn's turn, networks that track joins, veto and vote."""

import pytest

from eighteen.positions import listed, refused, told
from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuildStation,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    OfferForTrain,
)
from stellwerk.eighteen.events import CompanyActs, TrainBought
from stellwerk.play.core import Pass, Range
from stellwerk.play.runs import RunTrains
from stellwerk.titles.t1881.actions import PlaceDepot, SellSbahnShares, Veto, Vote
from stellwerk.titles.t1881.data import material
from stellwerk.titles.t1881.events import BoardVoted, NetworkJoined, Proposed, Vetoed
from stellwerk.titles.t1881.sbahn.votes import is_voted_down

from .positions import SBAHN, legal, position, purse

FOUR = (0, 1, 2, 3, 3)


def apart(*owners, cash=420, players=4):
    return position(players).phase("2").sbahn(*(owners or FOUR), cash=cash)


def centre(**trains):
    """Main has Zoo and network 2 Alexanderplatz; a tile on G6 joins them."""
    built = position(4).phase("2").sbahn(*FOUR, cash=420, **{SBAHN: "G5", "S2": "G7"})
    for network, owned in trains.items():
        built.trains(SBAHN if network == "main" else network, *owned)
    return built


def play(game, action):
    """Do it, and let everybody else be content."""
    events = list(game.play(action))
    while type(game.step).__name__ == "VetoStep":
        events += game.play(Pass(game.waiting_for()[0]))
    return events


# Turns (12.5; question 6) -------------------------------------------------------------------------------------


def run_through(game):
    """Nobody does more than he must until the operating round is over; which networks had a turn."""
    acts = told(game.events, CompanyActs)
    while game.state.operating_round:
        action = next((a for a in listed(game) if isinstance(a, Pass)), None)
        action = action or next(
            (a for a in listed(game) if isinstance(a, RunTrains) and not a.ways), listed(game)[0]
        )
        acts += told(game.play(action), CompanyActs)
    return [each.company for each in acts]


def test_12_5_the_chairs_network_first_then_by_number():
    """Trap 20."""
    game = apart(cash=0).operating_round().game()
    assert run_through(game) == [SBAHN, "S2", "S3", "S4"]


def test_12_5_each_network_is_played_by_its_own_member():
    built = position(4).phase("2").company("GBS", 1, trains=("3",), at=(4, 0)).sbahn(0, "GBS", 2, 3, 3)
    game = built.operating_round().game()
    assert game.waiting_for() == (0,)
    seats = {}
    while game.state.operating_round:
        seats.setdefault(game.step.company, game.waiting_for()[0])
        action = next((a for a in listed(game) if isinstance(a, Pass)), listed(game)[-1])
        game.play(action)
    assert seats == {SBAHN: 0, "S2": 1, "S3": 2, "S4": 3, "GBS": 1}


def test_5_1_the_sbahn_acts_where_its_price_stands():
    built = position(4).phase("2").company("GBS", 1, trains=("3",)).company("SSC", 2, trains=("3",)).sbahn(*FOUR)
    acts = run_through(built.operating_round().game())
    assert acts == ["GBS", SBAHN, "S2", "S3", "S4", "SSC"]


# Joined by track (12.5) ---------------------------------------------------------------------------------------


def on_g6(seat, network):
    """The straight S-Bahn tile between Zoo and Alexanderplatz."""
    box = material().box
    here = box.grid.index["G6"]
    track = next(t for t in box.successors(here, box.printed[here]) if t.tile == "21")
    return LayTile(seat, network, "G6", "21", track.rotation)


def test_12_5_joined_by_the_main_networks_tile_at_once():
    """g10: main runs both trains, network 2 has no turn."""
    game = centre(main=("4S",), S2=("4S",)).operating_round().game()
    events = play(game, on_g6(0, SBAHN))
    assert told(events, NetworkJoined) == [NetworkJoined("S2", "track", 420, ("4S",))]
    assert purse(game, SBAHN, "S2") == (840, 0)
    assert game.state.trains[SBAHN] == ("4S", "4S")
    assert run_through(game) == [SBAHN, "S3", "S4"]


def test_12_5_joined_by_its_own_tile_after_its_turn():
    game = centre(main=("4S",), S2=("4S",)).operating_round().game()
    while game.step.company != "S2":
        game.play(next((a for a in listed(game) if isinstance(a, Pass)), listed(game)[-1]))
    game.play(on_g6(1, "S2"))
    assert game.state.apart == ("S2", "S3", "S4")
    best = None
    while game.step.company == "S2":
        best = best or next((a for a in listed(game) if isinstance(a, RunTrains)), None)
        game.play(next((a for a in listed(game) if isinstance(a, Pass | RunTrains | Dividend)), listed(game)[0]))
    assert best is not None  # it ran its own train over the new tile
    assert game.state.apart == ("S3", "S4")
    assert game.state.trains[SBAHN] == ("4S", "4S")


def test_question_13_two_side_networks_that_touch_stay_apart():
    game = position(4).phase("2").sbahn(*FOUR, cash=420, S2="G5", S3="G7").operating_round().game()
    while game.step.company != "S2":
        game.play(next((a for a in listed(game) if isinstance(a, Pass)), listed(game)[-1]))
    game.play(on_g6(1, "S2"))
    assert run_through(game)[-2:] == ["S3", "S4"]
    assert game.state.apart == ("S2", "S3", "S4")


def test_12_5_who_touches_a_network_that_falls_to_the_main_one_is_joined_with_it():
    """Zoo and Alexanderplatz touch; when the seat of Zoo is sold its track is the main network's."""
    built = position(4).phase("2").sbahn(*FOUR, cash=420, S2="G5", S3="G7")
    game = built.tiles(f"G6 21/{on_g6(0, SBAHN).rotation}").stock_turn(1).game()
    assert game.state.apart == ("S2", "S3", "S4")
    events = game.play(SellSbahnShares(1, "", 0, (2,)))
    joined = [(each.network, each.cause) for each in told(events, NetworkJoined)]
    assert joined == [("S2", "seat_sold"), ("S3", "track")]
    assert purse(game, SBAHN, "S2", "S3", "S4") == (1260, 0, 0, 420)


def test_12_5_a_start_depot_on_track_that_is_joined_already():
    """Tiles of the line may lie there before the S-Bahn begins: trams lay those with new track for them."""
    built = position(4).phase("2").opened("GBS", 0).papers_of_the_sbahn(0, 1, 2, 3)
    built.tiles(f"G6 21/{on_g6(0, SBAHN).rotation}")
    game = built.stock_turn(3).game()
    game.play(BuyShare(3, SBAHN, ISSUE, 5))
    game.play(PlaceDepot(0, SBAHN, "G5"))
    events = game.play(PlaceDepot(1, "S2", "G7"))
    assert told(events, NetworkJoined) == [NetworkJoined("S2", "track", 420, ())]
    assert game.state.apart == ("S3", "S4")
    game.play(PlaceDepot(2, "S3", "J6"))
    game.play(PlaceDepot(3, "S4", "H10"))
    assert purse(game, SBAHN, "S3", "S4") == (840, 420, 420)


# Veto and vote (12.6) -----------------------------------------------------------------------------------------


def proposal(*owners, players=4):
    """The chair is about to buy a second 4S for 300."""
    built = apart(*owners, players=players).trains(SBAHN, "4S").cash(SBAHN, 500).buying(SBAHN)
    return built.game(), BuyTrain(0, SBAHN, "4S", BANK)


def test_12_6_nothing_is_done_before_all_are_content():
    game, purchase = proposal()
    events = game.play(purchase)
    assert told(events, Proposed) == [Proposed(0, purchase)]
    assert set(game.waiting_for()) == {1, 2, 3}
    assert purse(game, SBAHN) == 500
    for seat in (3, 1, 2):
        events = game.play(Pass(seat))
    assert len(told(events, TrainBought)) == 1
    assert purse(game, SBAHN) == 200


def test_12_6_two_against_two_is_the_chairs():
    """g11"""
    game, purchase = proposal()
    game.play(purchase)
    assert told(game.play(Veto(1)), Vetoed) == [Vetoed(1)]
    assert set(game.waiting_for()) == {2, 3}
    game.play(Vote(3, True))
    events = game.play(Vote(2, False))
    assert told(events, BoardVoted) == [BoardVoted(2, 2, True)]
    assert game.state.trains[SBAHN] == ("4S", "4S")


def test_12_6_three_against_one_is_not_done_and_not_repeated():
    """g11, trap 23"""
    game, purchase = proposal()
    game.play(purchase)
    game.play(Pass(3))  # content, but asked all the same once it comes to a vote
    game.play(Veto(1))
    game.play(Vote(2, False))
    events = game.play(Vote(3, False))
    assert told(events, BoardVoted) == [BoardVoted(1, 3, False)]
    assert game.state.trains[SBAHN] == ("4S",)
    assert purse(game, SBAHN) == 500
    assert game.waiting_for() == (0,)
    assert refused(game, purchase).rule == "12.6"


def test_12_6_a_vote_for_each_seat():
    """P1 has two seats: with the third against it is three to one, without two to two."""
    for other, done in ((True, True), (False, False)):
        game, purchase = proposal(0, 1, 1, 2, 3)
        game.play(purchase)
        assert set(game.waiting_for()) == {1, 2}
        game.play(Veto(1))
        events = game.play(Vote(2, other))
        assert told(events, BoardVoted)[0].done is done


def test_12_6_a_companys_director_votes_for_it():
    """Question 12"""
    built = position(4).phase("2").company("GBS", 3, trains=("3",)).sbahn(0, "GBS", 0, 0, 0, cash=300)
    game = built.trains(SBAHN, "4S").buying(SBAHN).game()
    game.play(BuyTrain(0, SBAHN, "4S", BANK))
    assert game.waiting_for() == (3,)
    events = game.play(Veto(3))
    assert told(events, BoardVoted) == [BoardVoted(3, 1, True)]


def test_12_6_nobody_else_on_the_board_nobody_asked():
    game, purchase = proposal(0, 0, 0, 0, 0)
    assert len(told(game.play(purchase), TrainBought)) == 1


def test_12_6_only_the_main_network_has_a_board():
    game = apart().trains("S2", "4S").cash("S2", 400).buying("S2").game()
    assert len(told(game.play(BuyTrain(1, "S2", "4S", BANK)), TrainBought)) == 1


def test_12_6_no_veto_against_a_run_nor_against_doing_nothing():
    game = centre(main=("4S",), S2=("4S",)).operating_round().game()
    play(game, on_g6(0, SBAHN))
    while not listed(game, RunTrains):
        game.play(Pass(0))
    events = game.play(next(a for a in listed(game, RunTrains) if a.ways))
    assert told(events, Proposed) == []


def test_12_6_veto_against_tiles_and_depots():
    game = centre(main=("4S",), S2=("4S",)).operating_round().game()
    action = on_g6(0, SBAHN)
    game.play(action)
    for seat, answer in ((1, Veto(1)), (2, Vote(2, False)), (3, Vote(3, False))):
        assert seat in game.waiting_for()
        game.play(answer)
    assert refused(game, action).rule == "12.6"
    assert game.state.board.tracks[game.rules.printed.box.grid.index["G6"]].tile != "21"
    assert listed(game, BuildStation) == []


def test_12_6_the_last_way_left_needs_no_vote():
    """Somebody has to decide about the income: who may not pay out saves."""
    game = apart().sbahn_earned(main=40).game()
    game.play(Dividend(0, SBAHN, "pay"))
    game.play(Veto(1))
    game.play(Vote(2, False))
    game.play(Vote(3, False))
    assert refused(game, Dividend(0, SBAHN, "pay")).rule == "12.6"
    events = game.play(Dividend(0, SBAHN, "keep"))
    assert told(events, Proposed) == []
    assert purse(game, SBAHN) == 460


def test_12_8_no_veto_against_the_train_that_must_be_bought():
    """The main network has none and could only ask the others for theirs instead."""
    game = apart().trains("S2", "4S").buying(SBAHN).game()
    assert refused(game, Pass(0)).rule == "10.8"
    events = game.play(BuyTrain(0, SBAHN, "4S", BANK))
    assert len(told(events, TrainBought)) == 1


@pytest.mark.parametrize("price", [1, 50, 500])
def test_12_6_an_offer_that_was_voted_down_is_not_listed_again(price):
    built = apart().trains(SBAHN, "4S").trains("S2", "4S").cash(SBAHN, 500).buying(SBAHN)
    game = built.game()
    offer = OfferForTrain(0, SBAHN, "4S", "S2", price)
    game.play(offer)
    game.play(Veto(1))
    game.play(Vote(2, False))
    game.play(Vote(3, False))
    assert not legal(game, offer)
    ranges = [(c.low, c.high) for c in game.legal_actions() if isinstance(c, Range)]
    assert ranges == {1: [(2, 500)], 50: [(1, 49), (51, 500)], 500: [(1, 499)]}[price]


def test_12_6_an_offer_that_is_let_pass_is_answered():
    built = apart().trains(SBAHN, "4S").trains("S2", "4S").cash(SBAHN, 500).buying(SBAHN)
    game = built.game()
    play(game, OfferForTrain(0, SBAHN, "4S", "S2", 70))
    assert game.waiting_for() == (1,)
    game.play(AnswerOffer(1, "S2", False))
    assert game.waiting_for() == (0,)
    play(game, OfferForTrain(0, SBAHN, "4S", "S2", 71))
    game.play(AnswerOffer(1, "S2", True))
    assert purse(game, SBAHN, "S2") == (429, 491)


def test_12_6_votes_are_yes_or_no():
    game, purchase = proposal()
    game.play(purchase)
    assert refused(game, Vote(1, True)).rule == "12.6"
    game.play(Veto(2))
    assert refused(game, Pass(1)).rule == "12.6"
    assert refused(game, Veto(1)).rule == "12.6"
    assert {type(a) for a in listed(game, seat=1)} == {Vote}


# However the same track is written (12.6) ---------------------------------------------------------------------


def voted_down(game, action):
    game.play(action)
    for answer in (Veto(1), Vote(2, False), Vote(3, False)):
        game.play(answer)


def test_12_6_a_tile_voted_down_does_not_come_back_turned():
    """21 turned by three sides is the same track."""
    game = centre().operating_round().game()
    action = on_g6(0, SBAHN)
    turned = LayTile(0, SBAHN, "G6", "21", (action.rotation + 3) % 6)
    assert game.refusal(turned) is None
    voted_down(game, action)
    assert refused(game, turned).rule == "12.6"
    assert refused(game, LayTile(0, SBAHN, "G6", "21", action.rotation + 6)).rule == "12.6"
    assert not [each for each in listed(game, LayTile) if each.hex == "G6"]


def test_12_6_nor_when_it_was_proposed_turned():
    game = centre().operating_round().game()
    action = on_g6(0, SBAHN)
    voted_down(game, LayTile(0, SBAHN, "G6", "21", (action.rotation + 3) % 6))
    assert refused(game, action).rule == "12.6"


def test_12_6_nor_with_another_tile_of_the_same_track():
    """26 and 27 differ in their circles alone."""
    built = position(4).phase("2").sbahn(*FOUR, cash=420, **{SBAHN: "E5"})
    game = built.operating_round().game()
    tiles = {each.tile: each for each in listed(game, LayTile) if each.hex == "E5"}
    assert {"26", "27"} <= set(tiles)
    others = set(listed(game, LayTile)) - {tiles["26"], tiles["27"]}
    voted_down(game, tiles["27"])
    assert refused(game, tiles["26"]).rule == "12.6"
    assert set(listed(game, LayTile)) == others


@pytest.mark.unmeasured
def test_12_6_in_the_next_turn_it_may_be_proposed_again():
    game = centre().operating_round(1, 2).game()
    action = on_g6(0, SBAHN)
    voted_down(game, action)
    while game.state.operating_round == 1:
        game.play(next((each for each in listed(game) if isinstance(each, Pass)), listed(game)[-1]))
    assert game.refusal(action) is None


def test_12_6_the_same_track_elsewhere_is_another_matter():
    game = centre().operating_round().game()
    action = on_g6(0, SBAHN)
    voted_down(game, action)
    elsewhere = LayTile(0, SBAHN, "H10", "21", action.rotation)
    assert is_voted_down(game.position, action)
    assert not is_voted_down(game.position, elsewhere)
