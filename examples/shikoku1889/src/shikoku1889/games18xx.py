"""How 18xx.games names and orders what is special in 1889."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Event, Pass
from stellwerk.play.game import Game
from stellwerk.records.api import NOT_YET, Answer, Fact
from stellwerk.records.games18xx import Act
from stellwerk.records.games18xx_classic import ClassicTranslation

from .material import PORT
from .privates import EHIME, FERRY, EhimeTile, LayPort, PortLaid


class Games1889(ClassicTranslation):
    privates: ClassVar[Mapping[str, str]] = {
        "TR": "TER"
    }  # that program calls a private and a company by the same name

    def _on_pass(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if isinstance(game.step, EhimeTile) and act.entity == EHIME:
            return Answer((Pass(game.step.seat),))
        return super()._on_pass(game, act, upcoming)

    def _on_lay_tile(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if act.entity == FERRY:
            port = LayPort(self.owner_of(game, FERRY), act.text("hex"), act.number("rotation"))
            return Answer((port,)) if game.refusal(port) is None else NOT_YET
        step = game.step
        if act.entity != EHIME:
            return super()._on_lay_tile(game, act, upcoming)
        if not isinstance(step, EhimeTile):
            return NOT_YET
        found = game.rules.printed.box.track(act.text("tile").rpartition("-")[0], act.number("rotation"))
        return Answer((LayTile(step.seat, step.company, act.text("hex"), found.tile, found.rotation, EHIME),))

    def facts(self, game: Game, event: Event) -> Iterator[Fact]:
        if isinstance(event, PortLaid):
            yield "tile", event.hex, PORT
        else:
            yield from super().facts(game, event)


READER = Games1889
