"""`stellwerk render`: board, tiles or share-price chart of a title or a saved game as SVG."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk import draw, words
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.terminal.files import is_title, open_game, resume, write_text
from stellwerk.titles.registry import find_title, lay_over


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE|FILE", help="A title, or a saved game.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    tiles: Annotated[bool, typer.Option("--tiles", help="The tiles instead of the board.")] = False,
    chart: Annotated[bool, typer.Option("--chart", help="The share-price chart instead of the board.")] = False,
    language: Annotated[str, typer.Option(help="de or en")] = "en",
    dark: Annotated[bool, typer.Option("--dark", help="On a dark ground.")] = False,
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data of titles that allow it.")] = None,
) -> None:
    """Draw the board of a title or of a saved game, its tiles, or its share-price chart."""
    lay_over(box)
    words.catalogue(language)
    words.speak(language)
    if tiles and chart:
        raise StellwerkError("Choose one of --tiles and --chart.")
    game = _printed(find_title(title)) if is_title(title) else resume(Path(title))
    look = draw.look_of(game.title, language, dark)
    if chart:
        what, svg = "share-price chart", draw.game_chart(game, look)
    elif tiles:
        what, svg = "tiles", draw.game_tiles(game, look)
    else:
        what, svg = "board", draw.game_board(game, look)
    if not svg:
        raise StellwerkError(f"{game.title.name} has no {what}.")
    write_text(out, svg)
    typer.echo(f"{out.name} written.")


def _printed(title: Title) -> Game:
    """A game that nobody has begun: everything as printed."""
    return open_game(title.id, [str(seat + 1) for seat in range(title.players[0])], [], 0, as_seated=True)
