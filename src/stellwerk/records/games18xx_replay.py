"""Play a game of 18xx.games through our engine, and check everything that its file states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Title
from stellwerk.play.limits import Gauge
from stellwerk.titles.registry import find_title, title_ids

from .errors import RecordError
from .games18xx import Act, Record, read_record
from .games18xx_ledger import Ledger, by_subject, checks
from .games18xx_translation import Translation
from .replaying import Branch, Outcome, Script, attempt, outcome_of, search_all, search_options

MOST_PASSES = 60
ENDED_BY_AGREEMENT = "end_game"


def title_of(record: Record) -> Title:
    """The title that the record calls by its id or by its name."""
    named = (id_ for id_ in title_ids() if find_title(id_).name == record.title)
    return find_title(next(named, record.title))


def translation_of(record: Record) -> Translation:
    """The record in the words of its title."""
    reader: type[Translation] | None = title_of(record).manifest.part("games18xx")
    if reader is None:
        raise StellwerkError(f"{record.title} has no reader for records of 18xx.games.")
    return reader(record)


def replay(path: Path, every: bool = False) -> Outcome:
    """Replay a game file; `every` mismatch is looked for, beyond decisions that cannot be played."""
    gauge = Gauge(path.name)
    return replay_record(path.stem, read_record(path, gauge), gauge, every)


def replay_record(name: str, record: Record, gauge: Gauge | None = None, every: bool = False) -> Outcome:
    """The same for what has been read already."""
    translation = translation_of(record)
    _check_acts(record, translation)
    title, players = title_of(record), _names(record)
    stated = by_subject(translation.statements())

    def begin(options: dict[str, Any]) -> Branch[Ledger]:
        game = new_game(title, players, translation.options() | options, 0)
        ledger = Ledger(stated, translation.facts)
        ledger.add(game, game.events_of(0))
        return Branch(game, ledger)

    script = Script(
        translation,
        translation.acts,
        _called,
        begin,
        finish=lambda end: _finish(translation, end),
        most_passes=MOST_PASSES,
        gauge=gauge or Gauge(name),
        states=lambda act: tuple(translation.stated(act)),
    )
    branch, options = search_options(script)
    if branch.stuck or branch.faults:
        branch, options = _all_at_once(script, branch, options)
    if every and branch.stuck:
        branch, options = search_all(script, options)
    chosen = {option: value for option, value in (translation.options() | options).items() if value}
    return outcome_of(name, branch, checks(stated), chosen)


def _all_at_once(
    script: Script[Act, Ledger], branch: Branch[Ledger], options: dict[str, Any]
) -> tuple[Branch[Ledger], dict[str, Any]]:
    """Where one option does not help without another: all of them, and then without each that is not needed."""
    everything = {name: value for each in script.knowledge.doubts() for name, value in each.items()} | options
    if everything == options:
        return branch, options
    best = attempt(script, everything)
    if best.score() <= branch.score():
        return branch, options
    for name in [name for name in everything if name not in options]:
        fewer = {key: value for key, value in everything.items() if key != name}
        other = attempt(script, fewer)
        if other.score() >= best.score():
            best, everything = other, fewer
    return best, everything


def _check_acts(record: Record, translation: Translation) -> None:
    """Whatever an action is about must be known before anything is played."""
    for act in record.acts:
        if not translation.known(act):
            problem = f"action {act.id} is of the type {act.kind}, which our {record.title} does not know"
            raise RecordError(record.name, problem)


def _names(record: Record) -> list[str]:
    """The players' names, each its own."""
    names = [player.name.strip() or str(player.id) for player in record.players]
    return names if len(set(names)) == len(names) else [str(player.id) for player in record.players]


def _called(act: Act) -> str:
    return f"action {act.id}, {act.kind} of {act.entity},"


def _finish(translation: Translation, branch: Branch[Ledger]) -> Branch[Ledger]:
    """A finished game is played to its end, where nothing is left to decide; then all accounts are compared."""
    record, ledger = translation.record, branch.witness
    by_agreement = any(act.kind == ENDED_BY_AGREEMENT for act in record.acts)
    for _ in range(MOST_PASSES):
        if branch.game.over or by_agreement or not record.finished:
            break
        actions, _taken = translation.let_pass(branch.game, ())
        if not actions or branch.game.refusal(actions[0]) is not None:
            break
        branch.play(actions[0])
    if record.finished and not by_agreement and not branch.game.over:
        ledger.faults.append("the record's game has ended, ours goes on")
    if record.result:
        worth = branch.game.result()
        ledger.tell([("worth", str(seat), str(worth[seat])) for seat in sorted(worth)])
    ledger.close()
    return branch
