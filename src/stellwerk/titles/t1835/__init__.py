"""1835: the railways of the German states, by Michael Meier-Bachl (second German edition of the rules)."""

from .title import TITLE

__all__ = ["TITLE"]
