"""Harzbahn 1873, played by its full rules."""

from .title import TITLE as TITLE
