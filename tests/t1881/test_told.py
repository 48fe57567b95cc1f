"""What people are told in 1881: where prices go, who runs which network, what the board decides on."""

import stellwerk
from eighteen.positions import told
from stellwerk import words
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, LayTile
from stellwerk.play.core import Pass, Position
from stellwerk.show.face import face_of
from stellwerk.titles.registry import find_title
from stellwerk.titles.t1881.actions import BuySbahnShare, GiveForChair, SealBid, Veto, Vote
from stellwerk.titles.t1881.events import ChairChanged, CompanyBoughtShare, Proposed
from stellwerk.titles.t1881.shown import sheets

from .positions import SBAHN, position

FOUR = (0, 1, 2, 3, 3)
FACE = face_of(find_title("1881"))


def table(game):
    return Position(game.rules, game.state)


def row(shown, key):
    keys = [column.key for column in shown.columns]
    found = next(row for row in shown.rows if row[0] == key)
    return dict(zip(keys, found, strict=True))


def texts(game, language="en"):
    return [words.action(choice, game, language) for choice in game.legal_actions()]


# Prices -----------------------------------------------------------------------------------------------------


def test_9_9_a_dividend_tells_where_the_price_goes():
    """From 92 the price goes down to 100 or up to 86."""
    game = position(3).company("GBS", 0).earned("GBS", 100, 40).game()
    assert texts(game) == [
        "Pay out everything: 140 TM; the price goes from 92 TM to 100 TM",
        "Pay out the runs (100 TM), keep the bonus; the price goes from 92 TM to 100 TM",
        "Save: 140 TM into the treasury; the price goes from 92 TM to 86 TM",
    ]


def test_9_11_prices_at_the_edge_follow_the_arrows():
    """90 is the foot of its column: the marker goes right, to 92; a sale moves nothing at the left edge."""
    game = position(3).company("BESTAG", 0, at=(8, 0)).stock_turn(0).game()
    assert sheets.moves_of(table(game), "BESTAG") == (92, 84, 90)


def test_9_9_the_fields_that_a_price_may_go_to_are_marked():
    game = position(3).company("GBS", 0).earned("GBS", 100).game()
    assert sheets.next_fields(table(game)) == {(7, 4): "down", (5, 4): "up"}
    zones = sheets.zones(table(game))
    assert (zones[0, 0], zones[4, 0], zones[19, 6]) == ("red", "yellow", "red")
    assert (4, 1) not in zones  # 64


def test_12_12_a_network_cannot_know_where_the_price_goes():
    game = position(4).phase("2").sbahn(*FOUR, cash=420).sbahn_earned(main=60, S2=40).game()
    assert all("majority of the networks" in text for text in texts(game))


def test_4_4_papers_are_counted_against_the_limit_outside_the_yellow_zone():
    game = position(3).company("GBS", 0).company("SSC", 0, at=(4, 0)).shares(0, "SSC", 10).stock_turn(0).game()
    assert row(sheets.players(table(game)).table(), 0)["papers"] == "1/21"


# Companies and networks ----------------------------------------------------------------------------------------


def test_7_2_the_next_depot_and_its_cost():
    game = position(3).company("GBS", 0).stock_turn(0).game()
    told = row(sheets.companies(table(game)).details_table(), "GBS")
    assert (told["kind"], told["depots"], told["next_depot"]) == ("trams", ("G7",), 40)
    assert row(sheets.companies(table(game)).details_table(), SBAHN)["kind"] == "sbahn"
    assert row(sheets.companies(table(game)).details_table(), "SpS")["standing"] == "closed"


def test_12_5_networks_with_their_members_purses_and_depots():
    game = position(4).phase("2").company("GBS", 3).sbahn(0, 1, 0, "GBS", 2, cash=420).stock_turn(0).game()
    shown = sheets.networks(table(game))
    main, two, three, four = (row(shown, network) for network in (SBAHN, "S2", "S3", "S4"))
    assert (main["standing"], main["member"], main["purse"]) == ("main", 0, 840)
    assert main["depots"] == ("H5", "J6")
    assert (two["standing"], two["member"], two["on_behalf"], two["depots"]) == ("apart", 1, None, ("D7",))
    assert (three["standing"], three["purse"], three["depots"]) == ("joined", None, ())
    assert (four["standing"], four["member"], four["on_behalf"]) == ("apart", 3, "GBS")


def test_10_9_shares_that_companies_hold_are_theirs():
    game = position(4).phase("2").company("GBS", 3).sbahn(0, 1, 2, "GBS", 2, cash=420).stock_turn(0).game()
    assert row(sheets.companies(table(game)).table(), SBAHN)["unsold"] == 100 - 10 - 4 * 5
    (holding,) = row(sheets.companies(table(game)).details_table(), SBAHN)["held_by"]
    assert (holding.company, holding.percent, holding.director) == ("GBS", 5, False)


def test_10_9_a_company_buys_in_its_own_name():
    game = position(3).phase("2").company("GBS", 0, cash=200, trains=("2",)).buying("GBS").game()
    assert (
        "Große Berliner Straßenbahn AG buys share 1 of the S-Bahn: 10%, chair of the board, for 168 TM"
        in texts(game)
    )
    events = game.play(BuySbahnShare(0, "GBS", "issue"))
    (bought,) = told(events, CompanyBoughtShare)
    assert words.tell(bought, game, "de") == (
        "Große Berliner Straßenbahn AG kauft die Aktie des Vorsitzenden der S-Bahn (10 %) für 168 TM."
    )


# The board -----------------------------------------------------------------------------------------------------


def proposed():
    """The chair wants to buy a second train; 1, 2 and 3 sit on the board."""
    game = position(4).phase("2").sbahn(*FOUR, cash=420).trains(SBAHN, "4S").buying(SBAHN).game()
    return game, game.play(BuyTrain(0, SBAHN, "4S", "bank"))


def test_12_6_what_is_proposed_is_told():
    game, events = proposed()
    (event,) = told(events, Proposed)
    assert words.tell(event, game, "en").endswith(" wants for the S-Bahn: buy a 4S train.")
    assert "wants for the S-Bahn: buy a 4S train. Agreed, or a veto?" in words.prompt(game.step, game, "en")
    assert "will für die S-Bahn: eine 4S-Bahn kaufen. Einverstanden, oder Veto?" in words.prompt(
        game.step, game, "de"
    )


def test_12_6_everybody_sees_what_members_have_said():
    game, _ = proposed()
    game.play(Pass(1))
    assert sheets.vote(table(game)).rows == (
        (0, 1, "in_favour"), (1, 1, "agreed"), (2, 1, "undecided"), (3, 1, "undecided"),
    )  # fmt: skip
    game.play(Veto(2))
    game.play(Vote(3, False))
    assert sheets.vote(table(game)).rows == (
        (0, 1, "in_favour"), (1, 1, "undecided"), (2, 1, "against"), (3, 1, "against"),
    )  # fmt: skip


def test_12_6_a_tile_that_is_proposed_is_told_with_its_track_and_marked():
    """Tile 21 carries the S-Bahn from west to east; the tram goes from south-west to north-east, as printed."""
    game = position(4).phase("2").sbahn(*FOUR, cash=420, **{SBAHN: "G5"}).operating_round().game()
    lay = next(a for a in game.legal_actions() if isinstance(a, LayTile) and a.hex == "G6")
    game.play(lay)
    assert "lay tile 21 on Friedrichstraße (G6) (SW–NE; S-Bahn ● W–E)" in words.prompt(game.step, game, "en")
    assert FACE.marked(table(game)) == ("G6",)


# Envelopes -----------------------------------------------------------------------------------------------------


def test_2_5_only_that_an_envelope_is_sealed_is_told():
    game = stellwerk.new("1881", ["Anna", "Bert", "Cora"], seed=4)
    events = game.play(SealBid(0, 370))
    shown = words.grids(game, "en", 1)
    assert shown["envelopes"].rows == (("Anna", "sealed"), ("Bert", "still empty"), ("Cora", "still empty"))
    everything = [cell for grid in shown.values() for cells in grid.rows for cell in cells]
    assert not any(
        "370" in text for text in (*everything, *words.summary(game, "en", 1), *words.log(game, events))
    )


def test_2_5_the_prompt_says_what_the_bid_is_for():
    game = stellwerk.new("1881", ["A", "B", "C"], seed=1)
    told_ = words.prompt(game.step, game, "en")
    assert "who bids most buys first, and swaps envelopes with who bids least" in told_
    assert "kauft zuerst und tauscht den Umschlag" in words.prompt(game.step, game, "de")


def test_2_9_the_last_of_four_is_one_share():
    game = position(3).first_purchases(0).game()
    assert "up to 4 tram shares" in words.prompt(game.step, game, "en")
    last = game.step.with_(left=1)
    assert "buy one more tram share" in words.prompt(last, game, "en")
    assert "noch eine Straßenbahnaktie kaufen" in words.prompt(last, game, "de")


def test_3_4_who_has_the_tram():
    game = position(3).opened("GBS", 0).stock_turn(0).game()
    fact = next(each for each in FACE.summary(game.position) if each.key == "tram")
    assert words.phrase("fact.tram", game, "en", **fact.values) == "North has the Tram"
    assert words.phrase("fact.tram", game, "de", **fact.values) == "North hat die Tram"


def test_12_3_what_is_given_for_the_chair_is_told():
    built = position(4).phase("2").sbahn(0, 1, 2, 3, 1).stock_turn(1)
    game = built.game()
    game.play(BuyShare(1, SBAHN, "issue", 5))
    prompt = words.prompt(game.step, game, "en")
    assert prompt == "East: which 5% shares go to North for the chair of the S-Bahn?"
    assert texts(game) == ["Give 2 × 5% without a seat", "Give 1 × 5% without a seat and board share 2"]
    assert texts(game, "de")[1] == "1 × 5 % ohne Sitz und Aufsichtsratsaktie 2 geben"
    (event,) = told(game.play(GiveForChair(1, 1, (2,))), ChairChanged)
    assert "board share 2" in words.tell(event, game, "en")
    assert "Aufsichtsratsaktie 2" in words.tell(event, game, "de")


def test_12_5_the_provision_is_asked_for_in_words():
    built = position(4).phase("2").sbahn(0, 1, 2, 3, 3, cash=100).sbahn_earned(S2=40)
    game = built.game()
    game.play(Dividend(1, "S2", "pay"))
    assert "East: take the provision of 20 TM from the purse" in words.prompt(game.step, game, "en")
    assert texts(game) == ["Take the provision of 20 TM", "Leave it in the purse"]
    assert texts(game, "de") == ["20 TM Provision nehmen", "In der Kasse lassen"]


def test_13_2_what_is_noted_has_a_table():
    game = position(3).opened("GBS", 0).set(noted={1: 30}).stock_turn(0).game()
    assert next(each for each in FACE.tables(game.position) if each.key == "noted").rows == ((1, 30),)
    game = position(3).opened("GBS", 0).stock_turn(0).game()
    assert "noted" not in [each.key for each in FACE.tables(game.position)]


def test_12_3_and_12_5_a_director_decides_for_his_company():
    built = position(4).phase("2").company("GBS", 2, cash=500, trains=("3",))
    game = built.papers_of_the_sbahn(0, 1, "GBS", "GBS").buying("GBS").game()
    game.play(BuySbahnShare(2, "GBS", "issue"))
    assert "South: which 5% shares of Große Berliner" in words.prompt(game.step, game, "en")
    assert "5-%-Aktien von Große Berliner" in words.prompt(game.step, game, "de")
