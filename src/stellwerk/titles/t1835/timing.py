"""What may be asked for only at the start of a round (4.6, 4.7)."""

from stellwerk.play.errors import Refusal, refuse

from .actions import ExchangePaper, FoundPrussia


def why_not_now(action: object) -> Refusal | None:
    """Preußen is opened and joined at the start of a round, never in a player's turn."""
    if isinstance(action, FoundPrussia):
        return refuse("4.6", "founded_at_the_start")
    if isinstance(action, ExchangePaper):
        return refuse("4.7", "exchanged_at_the_start")
    return None
