"""What a private may bring and do in titles of the 1830 kind, tried on the island of `stellwerk new-title`."""

import pytest

import stellwerk
from island import edited
from stellwerk.bank.papers import GONE
from stellwerk.eighteen.actions import BuildStation, BuyTrain, LayTile
from stellwerk.eighteen.classic.actions import BuyPaper, BuyPrivate, StartCompany
from stellwerk.eighteen.classic.brought import SetPrice
from stellwerk.eighteen.classic.events import CompanyStarted
from stellwerk.eighteen.classic.operating import EndTurn
from stellwerk.eighteen.classic.powers import FreeStation, FurtherTiles
from stellwerk.eighteen.events import TileLaid
from stellwerk.eighteen.track import LayStep
from stellwerk.play.core import Pass
from stellwerk.play.errors import StellwerkError
from stellwerk.show.face import face_of
from stellwerk.show.tables import Holding
from stellwerk.testing.lots import by_lot
from stellwerk.testing.trying import lots_of
from stellwerk.titles.registry import find_title

from .positions import Builder, listed, reason_against

TRAMWAY = 'blocks = "C2"'


def northern(island, power, owner="NR"):
    """Seat 0 directs Northern Railway; somebody owns Mountain Tramway, which has this power."""
    edited(island, "companies.toml", TRAMWAY, power)
    built = Builder(find_title("royal-scot"), 3, {})
    built.give(0, built.printed.register.director_paper("NR").id).give(owner, "MT").cash("NR", 500)
    return built.set(par={"NR": 100}).at("NR", 1, 4).in_operation("NR", 2)


def position(island, power, owner="NR"):
    """Northern Railway lays track."""
    return northern(island, power, owner).laying("NR").game()


def by_tramway(game, kind=LayTile):
    return [action for action in listed(game, kind) if action.permit == "MT"]


# A director's certificate ---------------------------------------------------------------------------------------


def auctioned(island, power):
    edited(island, "companies.toml", TRAMWAY, power)
    game = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"], seed=3)
    for private in ("HF", "MT"):
        game.play(BuyPaper(game.waiting_for()[0], private))
    return game


def test_who_gets_the_directors_certificate_sets_the_price_and_pays_for_the_private_alone(island):
    game = auctioned(island, 'brings_director = "SR"')
    cash = game.state.cash[1]
    assert game.step == SetPrice(1, "SR")
    assert [action.par for action in listed(game)] == [70, 75, 80, 90, 100]
    assert reason_against(game, StartCompany(1, "NR", 90)) == "set_the_price"
    assert reason_against(game, StartCompany(1, "SR", 95)) == "no_such_par"
    assert game.describe(StartCompany(1, "SR", 90)) == "Start Southern Railway at 90 $"
    game.play(StartCompany(1, "SR", 90))
    assert CompanyStarted(1, "SR", 90, 0) in game.events
    assert game.state.cash[1] == cash
    assert game.rules.director(game.position, "SR") == 1
    assert game.state.stock_round == 1
    assert "SR" not in {action.company for action in listed(game, StartCompany)}


def test_what_it_brings_is_told_while_it_is_for_sale(island):
    edited(island, "companies.toml", TRAMWAY, 'brings_director = "SR"')
    edited(island, "companies.toml", "income = 5\n", 'income = 5\nbrings = "ER"\n')
    game = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])
    face, director = face_of(game.title), Holding("SR", 20, True)
    assert [paper.brings for paper in face.papers(game.position)] == [Holding("ER", 10), director]
    game.play(BuyPaper(0, "HF"))
    assert [paper.brings for paper in face.papers(game.position)] == [None, director]


def test_one_of_several_companies_is_drawn_when_the_game_begins(island):
    edited(island, "companies.toml", TRAMWAY, 'brings_director = ["NR", "SR", "ER"]')
    drawn = [stellwerk.new("royal-scot", ["Ada", "Bo"], seed=seed).state.by_lot["MT"] for seed in range(12)]
    assert set(drawn) == {"NR", "SR", "ER"}
    game = stellwerk.new("royal-scot", ["Ada", "Bo"], seed=5)
    for private in ("HF", "MT"):
        game.play(BuyPaper(game.waiting_for()[0], private))
    assert game.step == SetPrice(1, drawn[5])


@pytest.mark.parametrize(("closes", "holder"), [("true", GONE), ("false", 0)])
def test_it_may_close_when_that_company_gets_a_train(island, closes, holder):
    power = f'brings_director = "NR"\ncloses_with_train = {closes}'
    game = northern(island, power, 0).buying("NR").game()
    game.play(BuyTrain(0, "NR", "2", "bank"))
    assert game.state.papers["MT"] == holder


def test_some_privates_stay_with_players(island):
    built = northern(island, "for_companies = false", 0).give(0, "HF").phase("3")
    game = built.acting("NR", LayStep("NR", 1), EndTurn("NR")).game()
    assert {action.private for action in listed(game, BuyPrivate)} == {"HF"}
    assert reason_against(game, BuyPrivate(0, "NR", "MT", 60)) == "stays_with_players"


# Tiles ----------------------------------------------------------------------------------------------------------


def test_a_tile_in_its_hex_beside_the_regular_one_wherever_the_company_is(island):
    game = position(island, 'lays = { hexes = ["C6"] }')
    assert {action.hex for action in by_tramway(game)} == {"C6"}
    assert "C6" not in {action.hex for action in listed(game, LayTile) if not action.permit}
    game.play(by_tramway(game)[0])
    assert isinstance(game.step, LayStep)
    assert game.step.lays == 1
    assert not by_tramway(game)
    again = LayTile(0, "NR", "C6", "8", 0, "MT")
    assert reason_against(game, again) == "no_such_permit"


def test_in_its_hex_alone(island):
    game = position(island, 'lays = { hexes = ["C6"] }')
    assert reason_against(game, LayTile(0, "NR", "B3", "8", 0, "MT")) == "no_such_permit"


def test_a_players_private_lays_nothing(island):
    assert not by_tramway(position(island, 'lays = { hexes = ["C6"] }', 0))


def test_it_may_take_the_place_of_the_regular_one(island):
    game = position(island, 'lays = { hexes = ["C6"], extra = false }')
    game.play(by_tramway(game)[0])
    assert not listed(game, LayTile)


@pytest.mark.parametrize(("free", "cost"), [("true", 0), ("false", 80)])
def test_the_ground_costs_what_it_costs_unless_it_is_free(island, free, cost):
    game = position(island, f'lays = {{ hexes = ["C2"], free = {free} }}')
    game.play(by_tramway(game)[0])
    assert game.state.cash["NR"] == 500 - cost
    assert [event.cost for event in game.events if isinstance(event, TileLaid)] == [cost]


def test_only_tiles_that_it_names(island):
    game = position(island, 'lays = { hexes = ["C6"], tiles = ["9"] }')
    assert {action.tile for action in by_tramway(game)} == {"9"}
    assert reason_against(game, LayTile(0, "NR", "C6", "8", 1, "MT")) == "not_its_tile"


def test_the_companys_track_must_lead_there_where_it_says_so(island):
    power = 'lays = { hexes = ["C6", "A2"], connected = true }'
    game = position(island, power)
    assert {action.hex for action in by_tramway(game)} <= {"A2"}
    assert reason_against(game, LayTile(0, "NR", "C6", "9", 1, "MT")) == "not_connected"


def test_tiles_in_every_hex_are_laid_at_once_and_joined(island):
    game = position(island, 'lays = { hexes = ["B3", "B5"], tiles = ["8", "9"], every_hex = true }')
    game.play(LayTile(0, "NR", "B3", "9", 0, "MT"))
    assert game.step == FurtherTiles("NR", 0, "MT")
    grid = game.rules.printed.box.grid
    north = next(side for side, hex_ in enumerate(grid.neighbours[grid.index["B5"]]) if hex_ == grid.index["B3"])
    box = game.rules.printed.box
    assert by_tramway(game)
    assert all(box.track(lay.tile, lay.rotation).exits >> north & 1 for lay in by_tramway(game))
    assert listed(game, LayTile) == by_tramway(game), "nothing else is laid in between"
    assert reason_against(game, LayTile(0, "NR", "B5", "9", 1, "MT")) == "not_joined"
    game.play(by_tramway(game)[0])
    assert type(game.step) is LayStep
    assert game.step.lays == 1
    assert not by_tramway(game)


def test_what_is_left_then_is_lost(island):
    game = position(island, 'lays = { hexes = ["B3", "B5"], tiles = ["8", "9"], every_hex = true }')
    game.play(LayTile(0, "NR", "B3", "9", 0, "MT"))
    game.play(Pass(0))
    assert type(game.step) is LayStep
    assert not by_tramway(game)


def test_a_marker_may_come_with_the_tile(island):
    game = position(island, 'lays = { hexes = ["C4"], extra = false, station = true }')
    assert not by_tramway(game, BuildStation)
    game.play(by_tramway(game)[0])
    assert game.step == FreeStation("NR", True, "MT")
    (marker,) = listed(game, BuildStation)
    cash = game.state.cash["NR"]
    game.play(marker)
    assert game.state.cash["NR"] == cash
    assert len(game.state.board.stops_of("NR")) == 2
    assert game.problems() == []
    assert not listed(game, BuildStation)


# Data, and whole games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "said"),
    [
        ('lays = { hexes = ["Z9"] }', "lays.hexes: there is no hex 'Z9'"),
        ('lays = { hexes = ["C2"], tiles = ["999"] }', "lays.tiles: there is no tile '999'"),
        ('lays = { hexes = ["B1"], tiles = ["8"] }', "lays: none of its tiles can be laid first in B1"),
        ('lays = { hexes = ["C2"], gratis = true }', "unknown field `gratis`"),
        ('brings_director = ["NR", "XX"]', "there is no company 'XX'"),
        ("closes_with_train = true", "closes_with_train: it brings no director's certificate"),
    ],
)
def test_what_cannot_be_is_told(island, power, said):
    edited(island, "companies.toml", TRAMWAY, power)
    with pytest.raises(StellwerkError, match=said):
        stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])


@pytest.mark.unmeasured
def test_whole_games_with_all_of_it(island):
    ferry = 'lays = { hexes = ["B3", "B5"], tiles = ["8", "9"], every_hex = true }'
    edited(island, "companies.toml", "income = 5\n", f"income = 5\n{ferry}\n")
    tramway = 'brings_director = ["NR", "SR"]\ncloses_with_train = true\nfor_companies = false'
    edited(island, "companies.toml", TRAMWAY, tramway)
    for seed in range(2):
        game, lots = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"], seed=seed), lots_of(seed)
        while not game.over:
            game.play(by_lot(game, lots))
        assert game.problems() == []
        assert stellwerk.load(game.to_json()).digest() == game.digest()
