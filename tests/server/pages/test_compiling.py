"""What templates print, compiled in our own way."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from stellwerk.web.compiling import WITHOUT_KEYS
from stellwerk.web.render import templates

HOSTILE = "<b title='\"'>&"
ESCAPED = "&lt;b title=&#39;&#34;&#39;&gt;&amp;"


def printed(template: str, **values: object) -> str:
    return templates().from_string(template).render(values)


def test_whatever_is_no_html_is_escaped() -> None:
    macro = "{% macro set(one) %}<i>{{ one }}</i>{% endmacro %}"
    assert printed("{{ one }}", one=HOSTILE) == ESCAPED
    assert printed("{{ one }}", one=HOSTILE * 99) == ESCAPED * 99
    assert printed("{{ one }}{{ two }}", one=Markup(HOSTILE), two=HOSTILE) == HOSTILE + ESCAPED
    assert printed(macro + "{{ set(one) }}", one=HOSTILE) == f"<i>{ESCAPED}</i>"
    assert printed("{{ one }}{{ one ~ two }}", one=Markup("<i>"), two="<") == "<i><i>&lt;"
    assert printed("{{ one }} {{ two }} {{ three }}", one=None, two=["<"], three=3) == "None [&#39;&lt;&#39;] 3"


def test_what_is_not_there() -> None:
    assert printed("<{{ 'a' if one }}{{ 'b' if not one }}>", one=False) == "<b>"
    assert printed("{{ one.two }}", one={"two": 2}) == "2"
    with pytest.raises(UndefinedError, match="two"):
        printed("{{ two }}")


def test_those_without_keys_are_there() -> None:
    assert set(templates().list_templates()) >= WITHOUT_KEYS
