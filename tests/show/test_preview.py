"""Preview says what will be and nothing that is hidden, and looking changes nothing."""

import random

import msgspec
import pytest

import stellwerk
from sealed.title import TITLE, DrawCard, PlayCard, SealBid
from stellwerk.eighteen.events import RouteRun
from stellwerk.play.choosing import action_of
from stellwerk.play.core import Beginning, Pass, Range
from stellwerk.play.errors import IllegalAction
from stellwerk.play.files import new_game
from stellwerk.play.game import Game, canonical
from stellwerk.play.runs import Running
from stellwerk.play.secrets import Revealed
from stellwerk.show.preview import preview
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.words.preview import preview_text
from t1873.positions import position as position_1873


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_what_is_previewed_comes_about(title: str) -> None:
    """As far as nobody else is asked, the events are those of the action itself, up to the next turn or run."""
    game, lots, seen = stellwerk.new(title, ["A", "B", "C"], seed=3), random.Random(title), 0
    while not game.over and len(game.actions) < 180:
        seat = game.waiting_for()[0]
        if lots.random() < 0.25:
            choice = lots.choice(list(game.legal_actions(seat)))
            action = choice.at(choice.high) if isinstance(choice, Range) else choice
            before = game.digest() if seen % 10 == 0 else ""
            found = preview(game, action, seat)
            assert before in ("", game.digest())
            for language in ("de", "en"):
                assert "{" not in preview_text(action, game, language, seat).text
            twin = game.copy()
            events = twin.play(action)
            if not found.asked:
                assert found.events == events[: len(found.events)]
                missing = events[len(found.events) :]
                due = isinstance(found.after.agenda[-1], Running) if found.after.agenda else False
                assert not missing or due or any(isinstance(event, Beginning | Revealed) for event in missing)
                assert missing or canonical(found.after) == canonical(twin.view(seat))
            seen += 1
        game.play(game.legal_actions(seat).pick(lots))
    assert seen > 25


def test_what_is_not_legal_is_refused() -> None:
    game = stellwerk.new("chicago-express", ["A", "B"])
    with pytest.raises(IllegalAction):
        preview(game, msgspec.structs.replace(action_of(next(iter(game.legal_actions()))), seat=1), 1)


# Secrets ------------------------------------------------------------------------------------------------------


def sealed(bids: dict[int, int], seed: int = 7) -> Game:
    """The first auction of the title with secrets, with these envelopes on the table."""
    game = new_game(TITLE, ["A", "B", "C"], {}, seed)  # type: ignore[arg-type]  # only tests know it
    for seat, bid in bids.items():
        game.play(SealBid(seat, bid))
    return game


def told(game: Game, action: stellwerk.Action, seat: int | None) -> tuple[object, ...]:
    """All that a preview says, from the game itself and from what the seat sees of it."""
    found = []
    for source in (game, game.seen(seat)):
        seen = preview(source, action, seat)
        words = [preview_text(action, source, language, seat) for language in ("de", "en")]
        found.append((canonical(seen.after), repr(seen.events), seen.veiled, repr(words)))
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("seat", [2, None])
def test_the_last_envelope_tells_nothing_of_those_before(seat: int | None) -> None:
    mine = SealBid(2, 391_758_426)
    one, other = (told(sealed(bids), mine, seat) for bids in ({0: 483_619_207, 1: 1}, {0: 5, 1: 517_246_913}))
    assert one == other
    assert one[2]  # something would come to light


def test_an_envelope_that_opens_nothing_hides_nothing() -> None:
    found = preview(sealed({0: 483_619_207}), SealBid(1, 20), 1)
    assert not found.veiled
    assert found.before.cash[1] - found.after.cash[1] == 20
    assert found.before.cash[0] == found.after.cash[0] == found.before.cash[2]


def test_a_card_that_would_be_drawn_is_not_foretold() -> None:
    first = sealed({0: 1, 1: 2, 2: 3})
    other = first.copy()
    deck, hands = first.state.deck[::-1], {**first.state.hands, 2: first.state.deck[:2]}
    other._states[-1] = msgspec.structs.replace(first.state, deck=(*first.state.hands[2], *deck[:-2]), hands=hands)
    assert other.state.deck[0] != first.state.deck[0]
    assert told(first, DrawCard(0), 0) == told(other, DrawCard(0), 0)
    assert preview(first, DrawCard(0), 0).veiled
    card = first.state.hands[0][0]
    assert told(first, PlayCard(0, card), 0) == told(other, PlayCard(0, card), 0)


def test_lots_that_trustees_will_draw_are_not_foretold() -> None:
    """1873, 6.2: the HBE acts next, without a director; of two ways that add the same one is drawn by lot."""
    works = [f"W{number}" for number in range(3, 16)]
    built = position_1873(3).phase("3").works(2, *works).set(acted=frozenset(works))
    built.works_company("MO", ("W1", "W2"), {0: 100}, price=300, cash=900)
    built.railway("HBE", {}, trains=("2",)).tiles("B15 78/5, E16 76/0").marker("HBE", "C16").in_trust("HBE")
    texts, runs = set(), set()
    for lots in range(20):
        game = built.set(lots=lots).acting("MO", EquipStep("MO")).game()
        legal = [action_of(choice) for choice in game.legal_actions(0)]
        runs.add(repr([event for event in game.copy().play(Pass(0)) if isinstance(event, RouteRun)]))
        texts.add(repr([preview_text(action, game, "en", 0) for action in legal]))
    assert len(runs) == 2
    assert len(texts) == 1
