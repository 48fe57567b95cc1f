"""Events, refusals, actions and prompts as sentences, in German and English.

    tell(event, game, language)       what happened
    log(game, events, language)       the lines that a person wants to read
    refusal(refusal, game, language)  why an action is not legal
    action(choice, game, language)    what a choice does, as on a button
    prompt(step, game, language)      whose turn it is, and what for
    advice(key, values, game, language)  why a bot thinks so
    grids(game, language)             the tables that lie on the table
    tips                              what words and abbreviations on them mean
    brief, heading, announced         events in a few words, headings of rounds, and what is said large

`speak()` makes the text of `IllegalAction` a sentence. Texts are in gettext catalogues; see `catalogue`.
"""

from .brief import about, announced, brief, heading, may_be_announced
from .catalogue import LANGUAGES, catalogue
from .grids import Grid, grids, other_grids, summary
from .sentences import action, advice, group, phrase, prompt, refusal, short, speak, tag, tell
from .story import log

__all__ = [
    "LANGUAGES",
    "Grid",
    "about",
    "action",
    "advice",
    "announced",
    "brief",
    "catalogue",
    "grids",
    "group",
    "heading",
    "log",
    "may_be_announced",
    "other_grids",
    "phrase",
    "prompt",
    "refusal",
    "short",
    "speak",
    "summary",
    "tag",
    "tell",
]
