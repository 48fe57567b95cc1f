"""1881, the game of the trams of Berlin, by Michael Mette."""

from .title import TITLE as TITLE
