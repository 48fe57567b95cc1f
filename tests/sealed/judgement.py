"""A judge who tells all that it is shown: the envelopes, the hands, the bank."""

from collections.abc import Iterable, Sequence

from stellwerk.bots.api import Judge, Table, Weighed, reason
from stellwerk.play.core import Choice, Range


class SealedJudge(Judge):
    """Takes the lowest bid, the last card."""

    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterable[Weighed]:
        state = table.state
        step = state.agenda[-1]
        hands = tuple(card for hand in state.hands.values() for card in hand)
        bids = tuple(getattr(step, "bids", {}).items())
        for place, choice in enumerate(choices):
            action = choice.at(choice.low) if isinstance(choice, Range) else choice
            yield Weighed(action, place, (reason("sees", cards=(*hands, *state.deck), bids=bids),))


JUDGEMENT = SealedJudge()
