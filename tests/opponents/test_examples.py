"""Examples at the turning points of a match: of both answers, of what the seat saw, and fit to be kept."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engines import GAMES
from engines.table import Path, View
from locales import catalogue
from opponents import reasons
from opponents.examples import Reason
from opponents.puzzles import legal_answers
from opponents.reasons import KEPT, explained
from opponents.review import Choice, Moment, Record, has_choice, states
from opponents.thinking import Budget
from opponents.worker import Illustrate
from render import RENDERERS
from render.news import is_told
from tests.engines.facts import brief
from tests.opponents.recorded import nothing_special, played

SAY = catalogue("en")
ONE_WORLD = Budget(rounds=1)
NAMES = ("Ann", "Bob")


def turning_point(record: Record) -> tuple[Moment, View]:
    """A decision in the middle of the match, taken for one that another answer would have been better in."""
    game = GAMES[record.game]
    for number, (row, before, _) in enumerate(states(game, record)):
        if row is None or row.by is None or number < len(record.rows) // 2:
            continue
        view = game.view(pickle.loads(before), row.by)
        others = [path for path in legal_answers(game, view) or () if path != row.path]
        if has_choice(game, view) and others:
            return Moment(number, None, None, Choice(others[0], 0.1, 0.01)), view
    raise AssertionError("nobody had a choice")


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly a thought, and the better answer is the better one."""
    real = reasons.reason

    def ahead(*asked: Any, **more: Any) -> Reason:
        return replace(real(*asked, **more), lead=0.1)

    monkeypatch.setattr(reasons, "reason", ahead)
    monkeypatch.setattr(reasons, "THOUGHT", ONE_WORLD)


@pytest.mark.parametrize("game", GAMES)
def test_a_turning_point_gets_an_example_of_both_answers_in_words_and_keeps_them(game: str) -> None:
    record = played(game, 2, nothing_special, {}, **brief(game))
    moment, view = turning_point(record)
    found = explained(record, moment, 1, ONE_WORLD)
    assert found.reason is not None and replace(found, reason=None) == moment
    assert moment.choice is not None
    given = record.rows[moment.number - 1].path
    assert (found.reason.best.path, found.reason.other.path) == (moment.choice.best, given)
    [kept] = msgspec.json.decode(msgspec.json.encode([found]), type=list[Moment])
    assert kept.reason is not None
    for going, again in ((found.reason.best, kept.reason.best), (found.reason.other, kept.reason.other)):
        assert 0 < len(going.events) <= KEPT and again.standings == going.standings
        assert all(event.to is None or view.viewer in event.to for event in going.events)
        sentence, told = RENDERERS[game].sentence, [event for event in going.events if is_told(game, event.kind)]
        words = [sentence(event, NAMES, SAY) for event in told]
        assert any(words)
        assert words == [sentence(event, NAMES, SAY) for event in again.events if is_told(game, event.kind)]


def test_an_example_is_made_of_what_the_seat_saw_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("superechelon", 2, nothing_special, {}, **brief("superechelon"))
    moment, view = turning_point(record)
    asked: list[tuple[str, View, tuple[Path, Path]]] = []
    real = reasons.reason

    def reason(key: str, seen: View, answers: tuple[Path, Path], seed: int, budget: Budget) -> Reason:
        asked.append((key, seen, answers))
        return real(key, seen, answers, seed, budget)

    monkeypatch.setattr(reasons, "reason", reason)
    explained(record, moment, 1, ONE_WORLD)
    assert moment.choice is not None
    assert asked == [("superechelon", view, (moment.choice.best, record.rows[moment.number - 1].path))]


def test_where_no_world_shows_it_there_is_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("pistard", 2, nothing_special, {}, **brief("pistard"))
    moment, _ = turning_point(record)
    ahead = reasons.reason
    monkeypatch.setattr(reasons, "reason", lambda *asked, **more: replace(ahead(*asked, **more), lead=0.0))
    assert explained(record, moment, 1, ONE_WORLD) == moment


def test_a_process_that_thinks_makes_the_same_example() -> None:
    record = played("pistard", 2, nothing_special, {}, **brief("pistard"))
    moment, _ = turning_point(record)
    [found] = Illustrate(record, moment, 0.0, 1).answer()  # type: ignore[misc]
    assert found == explained(record, moment, 1, ONE_WORLD)


def test_a_moment_that_an_earlier_version_kept_has_none() -> None:
    moment = Moment(3, None, None, Choice(("4",), 0.1, 0.01), 2)
    kept = msgspec.to_builtins(moment)
    del kept["reason"]
    assert msgspec.convert(kept, Moment) == moment
