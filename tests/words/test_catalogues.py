"""Every event, action, step and refusal of every title has a text in every language, and its values fit."""

import re
from collections import Counter
from pathlib import Path

import pytest

import stellwerk
import stellwerk.play
from stellwerk import title_ids
from stellwerk.play import programs
from stellwerk.play.core import Action, Decision, Event, Paid, Pass
from stellwerk.show.face import face_of
from stellwerk.testing.texts import always_needed, among, classes, modules, refusals, sources
from stellwerk.titles.registry import find_title
from stellwerk.words import LANGUAGES, catalogue, tag
from stellwerk.words.catalogue import asked
from stellwerk.words.values import KINDS, placeholders

TITLES = title_ids()


def check(texts: dict[str, str], known: set[str], key: str) -> None:
    assert "" in texts, f"{key} has no text"
    for context, text in texts.items():
        assert asked(context) <= known, f"{key}: {context}"
        assert set(placeholders(text)) <= known, f"{key}: {text}"
        assert set(placeholders(text).values()) <= set(KINDS), f"{key}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id_", TITLES)
class TestEveryTitle:
    def test_events(self, id_: str, language: str) -> None:
        title = find_title(id_)
        for event in (Paid, *classes(title, Event)):
            key = f"event.{tag(event)}"
            check(dict(catalogue(language, title).variants(key)), set(event.__struct_fields__), key)

    def test_events_in_a_few_words(self, id_: str, language: str) -> None:
        """Every event is told briefly or heads a round, and what is said large is of something that can happen."""
        title, texts = find_title(id_), catalogue(language, find_title(id_))
        events = {tag(event): set(event.__struct_fields__) for event in classes(title, Event)}
        for event, fields in events.items():
            if not texts.variants(f"heading.{event}"):
                check(dict(texts.variants(f"brief.{event}")), {*fields, "own"}, f"brief.{event}")
            for kind in ("heading", "announced"):
                for context, text in texts.variants(f"{kind}.{event}").items():
                    assert asked(context) | set(placeholders(text)) <= fields, f"{kind}.{event}: {text}"
        facts = {"bank_low", "last_round", "last_set", "last_dividend", "sbb_due"}
        shared = (name for package in title.manifest.layers for name in modules(package))
        general = {"bid_made", "bidder_passed", "run_unproved", *(tag(event) for event in among(shared, Event))}
        for key in texts.all_keys():
            kind, _, subject = key.partition(".")
            if kind in ("brief", "heading", "announced"):
                assert subject in {*events, *general, *(facts if kind == "announced" else ())}, key

    def test_actions(self, id_: str, language: str) -> None:
        title = find_title(id_)
        for action in {Pass, *title.actions, *classes(title, Action)}:
            key = f"action.{tag(action)}"
            known = {*action.__struct_fields__, *face_of(title).facts, "step"}
            check(dict(catalogue(language, title).variants(key)), known, key)

    def test_steps(self, id_: str, language: str) -> None:
        title = find_title(id_)
        for step in classes(title, Decision):
            key = f"step.{tag(step)}"
            known = {*step.__struct_fields__, *face_of(title).facts}
            check(dict(catalogue(language, title).variants(key)), known, key)

    def test_previews(self, id_: str, language: str) -> None:
        """What is told before something happens is about an event or an action that there is, by values it has."""
        title = find_title(id_)
        general = {"money", "price", "run", "share", "if", "scraps", "bare", "veiled"}
        known = {tag(each): set(each.__struct_fields__) for each in (*classes(title, Event), *title.actions)}
        for key in catalogue(language, title).all_keys():
            name = key.removeprefix("preview.").removeprefix("first.").removeprefix("many.")
            if key.startswith("preview.") and name not in general:
                values = {*known[name], *face_of(title).facts, "you", "elsewhere", "left"}
                values |= {"number"} if ".many." in key else set()
                for context, text in catalogue(language, title).variants(key).items():
                    assert asked(context) | set(placeholders(text)) <= values, f"{key}: {text}"
                    assert set(placeholders(text).values()) <= set(KINDS), f"{key}: {text}"

    def test_refusals(self, id_: str, language: str) -> None:
        title = find_title(id_)
        for reason, values in set(refusals((*sources(title), *modules(stellwerk.play.__name__)))):
            texts = catalogue(language, title).variants(f"refusal.{reason}")
            assert "" in texts, reason
            for text in texts.values():
                assert always_needed(text) <= values, f"{reason}: {text}"

    def test_facts_and_tables(self, id_: str, language: str) -> None:
        title = find_title(id_)
        game = stellwerk.new(id_, [f"P{n}" for n in range(title.players[-1])])
        tables = face_of(title)
        for fact in tables.summary(game.position):
            check(dict(catalogue(language, title).variants(f"fact.{fact.key}")), set(fact.values), fact.key)
        for table in tables.tables(game.position):
            assert catalogue(language, title).find(f"table.{table.key}", {}), table.key
            for column in table.columns:
                assert column.kind in KINDS
                named = column.owner is not None or column.key == "id"
                assert named or catalogue(language, title).find(f"column.{column.key}", {}), column.key
            assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize("id_", [None, *TITLES])
def test_languages_have_the_same_keys_contexts_and_values(id_: str | None) -> None:
    title = find_title(id_) if id_ else None
    german, english = (catalogue(language, title) for language in ("de", "en"))
    assert german.all_keys() == english.all_keys()
    for key in english.all_keys():
        one, other = german.variants(key), english.variants(key)
        assert list(one) == list(other), key
        for context in one:
            assert set(placeholders(one[context])) == set(placeholders(other[context])), (key, context)


def test_no_text_is_written_twice() -> None:
    """Of two texts for one key only one would ever be told."""
    entry = re.compile(r'^(?:msgctxt "(.*)"\n)?msgid "(.+)"$', re.MULTILINE)
    for file in Path(stellwerk.__file__).parent.rglob("*.po"):
        found = entry.findall(file.read_text(encoding="utf-8"))
        assert found
        assert [each for each, times in Counter(found).items() if times > 1] == [], file


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id_", TITLES)
def test_what_is_decided_beforehand_has_texts(id_: str, language: str) -> None:
    title, texts = find_title(id_), catalogue(language, find_title(id_))
    for kind in programs.kinds(title):
        known = set(kind.__struct_fields__)
        for key in (f"program.{tag(kind)}", f"programmed.{tag(kind)}"):
            check(dict(texts.variants(key)), known, key)
        for key in texts.all_keys():
            if key.startswith(f"program.{tag(kind)}."):
                assert key.rpartition(".")[2] in known, key
