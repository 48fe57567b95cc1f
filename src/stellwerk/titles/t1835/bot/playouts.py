"""How a bot that looks ahead plays 1835: from the first stock round after the start packet's."""

from stellwerk.bots.api import Foresight

FORESIGHT = Foresight(from_round=2, turns=4)
