"""1844: Switzerland, by Helmut Ohley."""

from .title import TITLE as TITLE
