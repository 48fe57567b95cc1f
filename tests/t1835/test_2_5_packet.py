"""2.5: which papers of the packet are for sale beside a last one, and who goes on when it is sold."""

import pytest

from stellwerk.eighteen.actions import BuyShare
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.rounds import StockRound

from .positions import listed, position, rule_against

ROWS = (("NF",), ("V1", "LD", "V2"), ("V3", "V4", "BY-D", "BS"), ("HA", "V5", "V6", "OB", "PF"))
BRINGS = {"NF": "BY-2", "LD": "SX-D", "OB": "BY-3", "PF": "BY-4"}


def packet_of(*left, players=4, **options):
    """Everybody is rich, and of the packet only these papers are unsold."""
    built = position(players, **options)
    for seat in range(players):
        built.cash(seat, 1000)
    sold = [paper for row in ROWS for paper in row if paper not in left]
    for number, paper in enumerate(sold):
        built.give(number % players, paper, *([BRINGS[paper]] if paper in BRINGS else []))
    return built


def offered(built):
    return [action.paper for action in listed(built.stock_round().game(), BuyPaper)]


@pytest.mark.parametrize(("row", "last"), [(1, "LD"), (1, "V2"), (2, "V3"), (2, "BS"), (2, "BY-D")])
def test_2_5_1_beside_the_last_paper_of_a_row_the_left_of_the_next(row, last):
    below = ROWS[row + 1]
    assert offered(packet_of(last, *below)) == [last, below[0]]
    assert offered(packet_of(last, *below[2:])) == [last, below[2]]
    assert rule_against(packet_of(last, *below).stock_round().game(), BuyPaper(0, below[1])) == "2.5.1"


@pytest.mark.parametrize("last", ROWS[3])
def test_2_5_1_the_last_paper_of_all_stands_alone(last):
    assert offered(packet_of(last)) == [last]


SNAKE = (0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1, 0, 0)
CLEMENS = (6, 5, 4, 3, 2, 1, 0, 0)
TURNS = [("snake", SNAKE, turn) for turn in range(len(SNAKE))]
TURNS += [("clemens", CLEMENS, turn) for turn in range(len(CLEMENS))]


@pytest.mark.parametrize(("variant", "order", "turn"), TURNS)
def test_2_5_2_when_the_packet_sells_out_left_of_the_buyer_goes_on_whatever_the_variant(variant, order, turn):
    built = packet_of("PF", players=7, variant=variant)
    buyer = order[turn]
    game = built.agenda(StockRound(buyer, 0, -1, order[turn + 1 :])).game()
    game.play(BuyPaper(buyer, "PF"))
    assert game.waiting_for() == ((buyer + 1) % 7,)
    assert listed(game, BuyShare)


def test_2_5_2_while_papers_are_left_the_variant_goes_on():
    game = packet_of("OB", "PF", players=7, variant="snake").agenda(StockRound(6, 0, -1, SNAKE[7:])).game()
    game.play(BuyPaper(6, "OB"))
    assert game.waiting_for() == (6,)
