"""How a bot that looks ahead plays 1844: from the second stock round on, when the first companies have run."""

from stellwerk.bots.api import Foresight

FORESIGHT = Foresight(from_round=2)
