"""What a reader raises when a record cannot be read."""

from stellwerk.play.errors import StellwerkError


class RecordError(StellwerkError):
    """A record that cannot be read; the message is one sentence naming the file and what is wrong with it.

    >>> raise RecordError("game.rails", "the file is empty")
    Traceback (most recent call last):
    stellwerk.records.errors.RecordError: game.rails cannot be read: the file is empty.
    """

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} cannot be read: {problem}.")
        self.name = name
        self.problem = problem
