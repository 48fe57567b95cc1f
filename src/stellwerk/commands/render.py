"""`stellwerk render`: board, tiles or share-price chart of a title or a saved game as SVG."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk import draw, words
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.play.tables import tables_of
from stellwerk.terminal.charmap import ink
from stellwerk.terminal.files import is_title, open_game, resume, write_text
from stellwerk.titles.registry import find_title

WORDS = {"de": draw.GERMAN, "en": draw.ENGLISH}


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE|FILE", help="A title, or a saved game.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    tiles: Annotated[bool, typer.Option("--tiles", help="The tiles instead of the board.")] = False,
    chart: Annotated[bool, typer.Option("--chart", help="The share-price chart instead of the board.")] = False,
    language: Annotated[str, typer.Option(help="de or en")] = "en",
    dark: Annotated[bool, typer.Option("--dark", help="On a dark ground.")] = False,
) -> None:
    """Draw the board of a title or of a saved game, its tiles, or its share-price chart."""
    words.catalogue(language)
    words.speak(language)
    if tiles and chart:
        raise StellwerkError("Choose one of --tiles and --chart.")
    game = _printed(find_title(title)) if is_title(title) else resume(Path(title))
    look = look_of(game.title, language, draw.DARK if dark else draw.LIGHT)
    write_text(out, _chart(game, look) if chart else _tiles(game, look) if tiles else _board(game, look))
    typer.echo(f"{out.name} written.")


def look_of(title: Title, language: str = "en", palette: draw.Palette = draw.LIGHT) -> draw.Look:
    """A title's colours and homes as drawings want them."""
    look = tables_of(title).look()
    return draw.Look(
        liveries=tuple(
            (livery.company, draw.Livery(livery.colour, ink(livery.colour), livery.label))
            for livery in look.liveries
        ),
        homes=tuple(draw.Home(home.company, home.hex, home.city) for home in look.homes),
        palette=palette,
        words=WORDS[language],
    )


def _printed(title: Title) -> Game:
    """A game that nobody has begun: everything as printed."""
    return open_game(title.id, [str(seat + 1) for seat in range(title.players[0])], [], 0)


def _board(game: Game, look: draw.Look) -> str:
    board = tables_of(game.title).board(game.position)
    if board is None:
        raise StellwerkError(f"The board of {game.title.name} cannot be drawn yet.")
    return draw.board_svg(board, look, homes=tables_of(game.title).homes_to_come(game.position))


def _tiles(game: Game, look: draw.Look) -> str:
    board = tables_of(game.title).board(game.position)
    if board is None:
        raise StellwerkError(f"{game.title.name} has no tiles.")
    left = board.left if game.actions else None
    return draw.tile_sheet_svg(board.box, left, palette=look.palette, words=look.words)


def _chart(game: Game, look: draw.Look) -> str:
    view = tables_of(game.title).chart(game.position)
    if view is None:
        raise StellwerkError(f"{game.title.name} has no share-price chart.")
    return draw.chart_svg(view.sheet, view.chart, look, view.starts)
