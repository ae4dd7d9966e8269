"""The ten rules of the interface (docs/engines.md) as checks over a whole match of any game.

Each check takes what is known about the game, a match that was played at random and a source of luck of its own, and
raises AssertionError where the game breaks the rule of that number: it begins with the rule's sentence, which is the
check's docstring.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import re
import time
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from engines.dice import RecordedDice, SeededDice
from engines.table import Amount, Ask, Dice, Event, Game, IllegalMove, Move, Path, Pick, Ready, View, Viewer, read
from opponents.random import play_random
from tests.engines.fact_sheet import Facts
from tests.engines.matches import Match, Row, asked, sample, save, viewers, visible, waited_for

POSITIONS = 12  # looked at closely in one match
WORLDS = (1, 2_000_000_000)  # seconds on the clock, and the luck, of worlds in which the same must come
LOOKS, TRIES = 150, 5  # imagined states that are compared with the real ones in a match, and in one position
OPTION_ID = re.compile(r"[A-Za-z0-9.]+")

# steps that look like numbers or ids and aren't: other scripts, signs, spaces, huge, joined, empty
ODD_STEPS = (
    *("", "-", "--5", "-0", "+5", "05", "5.0", "1e1", "1_0", " 5", "5 ", "5\n", "٣", "５", "²", "Ⅴ", "9" * 5000, "-1"),
    *("+", "++", "-+-", "stop+stop", "on+on", "\x00", "\ud800", "None", "True", "0x5", "stop ", "STOP", "é", "🚴"),
)


def repeat(game: Game[Any, Any], state: Any, row: Row, dice: Dice) -> list[Event]:
    """A move of the match once more."""
    try:
        return game.apply(state, row.move, dice)
    except IllegalMove as refusal:
        raise AssertionError(f"{row.move} was legal and is refused: {refusal.reason}") from refusal


# --- rule 1: apply reads nothing but its arguments, and runs on until a player must answer


@contextlib.contextmanager
def world(seed: int) -> Iterator[None]:
    """Another clock, other luck, another environment."""
    luck = random.getstate()
    with pytest.MonkeyPatch.context() as patch:
        for clock in ("time", "monotonic", "perf_counter"):
            patch.setattr(time, clock, lambda: float(seed))
        patch.setattr(os, "environ", {"SEED": str(seed)})
        random.seed(seed)
        try:
            yield
        finally:
            random.setstate(luck)


def check_rule_1(facts: Facts, match: Match, rng: random.Random) -> None:
    """The same arguments give the same state and events in every world; afterwards someone is waited for."""
    for seed in WORLDS:
        dice = SeededDice(match.key, 0)
        with world(seed):
            state, events = match.game.setup(match.table, dice)
        same = (save(state), save(events)) == (match.start, save(match.opening))
        assert same, "setup hangs on more than its arguments"
    for row in sample(rng, match.rows, POSITIONS):
        results: list[tuple[bytes, bytes]] = []
        for seed in WORLDS:
            state = match.load(row.before)
            with world(seed):
                events = repeat(match.game, state, row, match.dice(row))
            results.append((save(state), save(events)))
        assert results == [(row.after, save(row.events))] * 2, f"apply hangs on more than its arguments: {row.move}"
    for saved in match.states:
        view = match.game.view(match.load(saved), None)
        assert view.over or view.waiting, f"the match stands still in {view.stage}"


# --- rule 2: who is asked


def check_rule_2(facts: Facts, match: Match, rng: random.Random) -> None:
    """`ask` and `waiting` agree; the root is a Pick or an Amount."""
    for saved in match.states:
        state = match.load(saved)
        views = {viewer: match.game.view(state, viewer) for viewer in viewers(state)}
        public = views[None]
        assert len(set(public.waiting)) == len(public.waiting)
        assert all(view.waiting == public.waiting for view in views.values()), "who is waited for is public"
        roots = {viewer: match.game.ask(view) for viewer, view in views.items()}
        may = {viewer for viewer, root in roots.items() if root is not None}
        assert set(public.waiting) <= may, f"{public.stage}: waits for {public.waiting}, asks {may}"
        assert public.sealed or set(public.waiting) == may, f"{public.stage}: waits for {public.waiting}, asks {may}"
        assert not (public.over and may), "nobody is asked when it is over"
        for root in roots.values():
            assert root is None or isinstance(root, Pick | Amount), f"{public.stage}: the root is {root}"


# --- rule 3: what is legal


def check_rule_3(facts: Facts, match: Match, rng: random.Random) -> None:
    """apply takes a move exactly if `ask` is Ready after its path, and else leaves the state's bytes as they were."""
    for saved in sample(rng, match.states, POSITIONS):
        state = match.load(saved)
        for viewer in asked(match.game, state):
            view = match.game.view(state, viewer)
            path = play_random(match.game, view, rng)
            _check_questions(match.game, view, path, rng)
            for other in sample(rng, _spoiled(path, rng), 20):
                check_answer(match, saved, Move(viewer, other))
            for by in (*viewers(state), *strangers(state)):
                check_answer(match, saved, Move(by, path))
        for stranger in strangers(state):
            with contextlib.suppress(IllegalMove):
                match.game.view(state, stranger)
                raise AssertionError(f"{stranger!r} isn't at the table and has a view")


def strangers(state: Any) -> list[Viewer]:
    """Some that aren't seats of the table: before the first, after the last, and things that only look like a seat."""
    return [typing.cast(Viewer, stranger) for stranger in (-1, state.table.seats, 99, True, False, "0")]


def check_answer(match: Match, saved: bytes, move: Move) -> None:
    """One answer, from any seat: legal exactly if the question after it is Ready."""
    game, state = match.game, match.load(saved)
    exists = move.by is None or (type(move.by) is int and 0 <= move.by < state.table.seats)
    legal = exists and is_ready(game, game.view(state, move.by), move.path)
    try:
        game.apply(state, move, SeededDice(b"fuzz", 0))
    except IllegalMove as refusal:
        assert not legal, f"{move} is a whole path and was refused: {refusal.reason}"
        assert save(state) == saved, f"{move} was refused and has changed the state"
        assert OPTION_ID.fullmatch(refusal.reason), refusal.reason
    else:
        assert legal, f"{move} was taken and isn't legal"


def is_ready(game: Game[Any, Any], view: View, path: Path) -> bool:
    """Whether the path is a complete legal decision."""
    try:
        return isinstance(game.ask(view, path), Ready)
    except IllegalMove:
        return False


def _check_questions(game: Game[Any, Any], view: View, path: Path, rng: random.Random) -> None:
    """Every question along a legal path is well formed and takes a step only as it is spelled."""
    for at in range(len(path) + 1):
        ask = game.ask(view, path[:at])
        assert isinstance(ask, Ready) == (at == len(path)), f"a path of {path} is ready after {at} steps"
        assert ask is not None
        _check_question(ask)
        for step in (*rng.sample(ODD_STEPS, 8), *(f"{last}{end}" for last in path[-1:] for end in (" ", f"+{last}"))):
            try:
                read(ask, step)
            except IllegalMove:
                with contextlib.suppress(IllegalMove):
                    after = game.ask(view, (*path[:at], step))
                    raise AssertionError(f"{step!r} is no answer to {ask} and leads to {after}") from None


def _check_question(ask: Ask) -> None:
    if isinstance(ask, Pick):
        assert 0 <= ask.least <= ask.most <= len(ask.options), f"{ask} can't be answered"
        assert len(set(ask.options)) == len(ask.options), f"{ask} has an option twice"
        for option in ask.options:
            assert OPTION_ID.fullmatch(option), f"{option!r} can't be part of a path"
    elif isinstance(ask, Amount):
        assert ask.least <= ask.most, f"{ask} can't be answered"


def _spoiled(path: Path, rng: random.Random) -> list[Path]:
    """Paths that are a legal one cut short, continued, doubled, or with one step replaced."""
    odd = [*rng.sample(ODD_STEPS, 8), "".join(chr(rng.randrange(32, 0x3000)) for _ in range(rng.randrange(1, 9)))]
    at = rng.randrange(len(path) + 1)
    cut = [path[:end] for end in range(len(path))]
    longer = [(*path, step) for step in (*odd, *path[-1:])]
    replaced = [(*path[:at], step, *path[at + 1 :]) for step in (*odd, *path[-1:], "+".join(reversed(path)))]
    return [*cut, *longer, *replaced, path + path, tuple(odd)]


# --- rule 4: ask sees the view only


def check_rule_4(facts: Facts, match: Match, rng: random.Random) -> None:
    """A copy of the view gives the same questions, whatever the game was used for in between."""
    for saved in sample(rng, match.states, POSITIONS):
        state = match.load(saved)
        for viewer in viewers(state):
            view = match.game.view(state, viewer)
            path = play_random(match.game, view, rng) if match.game.ask(view) is not None else ()
            before = _questions(match.game, view, path)
            memory = dict(getattr(match.game, "__dict__", {}))
            match.game.view(match.load(rng.choice(match.states)), rng.choice(match.viewers))
            copy = msgspec.json.decode(save(view), type=type(view))
            after = _questions(match.game, copy, path)
            assert after == before, f"the question to {viewer} hangs on more than the view"
            kept = getattr(match.game, "__dict__", {})
            assert kept.keys() == memory.keys() and all(kept[name] is memory[name] for name in kept), "it remembers"


def _questions(game: Game[Any, Any], view: View, path: Path) -> list[Ask | None]:
    """All questions along the path, the first and the one after its end included."""
    return [game.ask(view, path[:at]) for at in range(len(path) + 1)]


# --- rule 5: a view is a value


def check_rule_5(facts: Facts, match: Match, rng: random.Random) -> None:
    """Looking changes nothing, and what was seen stays as it was seen."""
    for row in sample(rng, match.rows, POSITIONS):
        state = match.load(row.before)
        views = [match.game.view(state, viewer) for viewer in viewers(state)]
        seen = [save(view) for view in views]
        for viewer, view in zip(viewers(state), views, strict=True):
            assert view.viewer == viewer
            if match.game.ask(view) is not None:
                match.game.fallback(view)
            _go_on(match, match.game.imagine(view, rng), row, rng)
        assert save(state) == row.before, "a look has changed the state"
        assert [save(view) for view in views] == seen, "a move in an imagined state has changed a view"
        repeat(match.game, state, row, match.dice(row))
        _go_on(match, state, row, rng)
        assert [save(view) for view in views] == seen, f"{row.move} has changed a view made before it"


def _go_on(match: Match, state: Any, row: Row, rng: random.Random) -> None:
    """A few more moves in that state, at random."""
    for number in range(3):
        for by in waited_for(match.game, state)[:1]:
            move = Move(by, play_random(match.game, match.game.view(state, by), rng))
            match.game.apply(state, move, SeededDice(match.key, row.number + number))


# --- rule 6: every event names its audience


def check_rule_6(facts: Facts, match: Match, rng: random.Random) -> None:
    """No event tells anyone outside its audience, or in it, what is hidden from them afterwards."""
    seats = set(range(match.table.seats))
    for events, saved in [(match.opening, match.start), *((row.events, row.after) for row in match.rows)]:
        for event in events:
            assert event.to is None or (isinstance(event.to, frozenset) and event.to <= seats), event
            for value in event.data.values():
                assert _is_plain(value), f"{event} holds {value!r}"
        state = match.load(saved)
        for viewer in viewers(state):
            check_canary(facts, state, viewer, visible(events, viewer))


def _is_plain(value: Any) -> bool:
    """A number, a text, or a row of them."""
    return type(value) in (str, int) or (isinstance(value, list | tuple) and all(type(v) in (str, int) for v in value))


def check_canary(facts: Facts, state: Any, viewer: Viewer, leaving: Any) -> None:
    """No id of a hidden thing occurs in what leaves for that viewer."""
    text = save(leaving).decode()
    for secret in facts.hidden(state, viewer):
        assert secret not in text, f"{secret} is hidden from {viewer} and told them: {text}"


# --- rule 7: states and views are plain values that can be saved


def check_rule_7(facts: Facts, match: Match, rng: random.Random) -> None:
    """The table first, plain types only, and exact round trips of states and views."""
    state_type = match.game.State
    assert dataclasses.is_dataclass(state_type)
    assert not hasattr(match.load(match.start), "__dict__"), "the state has no slots"
    assert dataclasses.fields(state_type)[0].name == "table"
    _check_type(state_type)
    dice = SeededDice(match.key, 0)
    live, _ = match.game.setup(match.table, dice)
    for row in (None, *match.rows):
        if row is not None:
            repeat(match.game, live, row, match.dice(row))
        saved = save(live)
        again = match.load(saved)
        assert again == live and save(again) == saved, "a saved state isn't the same when it is loaded"
    for saved in sample(rng, match.states, POSITIONS):
        state = match.load(saved)
        _check_plain(msgspec.to_builtins(state))
        for viewer in viewers(state):
            view = match.game.view(state, viewer)
            assert not hasattr(view, "__dict__"), "the view has no slots"
            assert msgspec.json.decode(save(view), type=type(view)) == view, "a saved view isn't the same when loaded"


def _check_type(kind: Any) -> None:
    """No floats, dates, callables; keys are strings; at most one dataclass in a union."""
    args = typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        for hint in typing.get_type_hints(kind).values():
            _check_type(hint)
    elif args:
        origin = typing.get_origin(kind)
        if origin is dict:
            assert args[0] is str, f"{kind} has keys that aren't strings"
        if origin in (typing.Union, types.UnionType):
            assert sum(dataclasses.is_dataclass(arg) for arg in args) < 2, f"{kind} can't be told apart"
        for arg in args:
            if arg is not ...:
                _check_type(arg)
    else:
        # a Literal's arguments are values
        assert kind in (int, str, bool, type(None)) or isinstance(kind, str), f"{kind} has no place in a state"


def _check_plain(value: Any) -> None:
    """No float, date or number as long as a Discord id anywhere in a state."""
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            _check_plain(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check_plain(inner)
    else:
        assert value is None or isinstance(value, str | int), f"{value!r} has no place in a state"
        assert not isinstance(value, int) or abs(value) < 10**15, f"{value} is no number of a game"


# --- rule 8: swap test and canary


def check_rule_8(facts: Facts, match: Match, rng: random.Random) -> None:
    """A viewer can't tell the imagined world from the real one, before a move and after it."""
    for row in sample(rng, match.rows, POSITIONS):
        real = match.load(row.before)
        for viewer in viewers(real):
            view = match.game.view(real, viewer)
            path = play_random(match.game, view, rng) if match.game.ask(view) is not None else ()
            check_canary(facts, real, viewer, [view, _questions(match.game, view, path)])
            imagined = match.game.imagine(view, rng)
            assert match.game.view(imagined, viewer) == view, f"{viewer} can tell the imagined state from the real one"
            _check_both_worlds(facts, match, row, viewer, imagined)
    unlike, looks = count_unlike(facts, match, rng)
    if looks >= 40:
        assert unlike >= facts.unlike * looks, f"only {unlike} of {looks} imagined states aren't the real one"


def _check_both_worlds(facts: Facts, match: Match, row: Row, viewer: Viewer, imagined: Any) -> None:
    """The same move with the same dice: the viewer sees the same, up to the first thing that they couldn't know."""
    game, real = match.game, match.load(row.after)
    try:
        imagined_events = visible(game.apply(imagined, row.move, match.dice(row)), viewer)
    except IllegalMove as refusal:
        # another seat's answer may be impossible with the things imagined for it; the viewer's own never is
        assert row.move.by != viewer, f"{row.move} is refused in the imagined world: {refusal.reason}"
        return
    truth = visible(row.events, viewer)
    first = next((at for at, (a, b) in enumerate(zip(truth, imagined_events, strict=False)) if a != b), None)
    if first is not None:
        assert truth[first].kind in facts.reveals, (
            f"{viewer} hears {truth[first]} here and {imagined_events[first]} there"
        )
        assert imagined_events[first].kind in facts.reveals
    elif not any(event.kind in facts.reveals for event in truth):
        assert truth == imagined_events
        assert game.view(imagined, viewer) == game.view(real, viewer), f"{viewer} sees more than they were told"


def count_unlike(facts: Facts, match: Match, rng: random.Random) -> tuple[int, int]:
    """How many imagined states aren't the real one, of how many where something is hidden from the viewer."""
    unlike = looks = 0
    states = [match.load(saved) for saved in match.states]
    pairs = [(state, viewer) for state in states for viewer in viewers(state) if facts.hidden(state, viewer)]
    for state, viewer in sample(rng, pairs, LOOKS):
        view = match.game.view(state, viewer)
        for _ in range(min(TRIES, LOOKS // len(pairs)) or 1):
            looks += 1
            unlike += match.game.imagine(view, rng) != state
    return unlike, looks


# --- rule 9: replay, fallback, conservation, limit


def check_rule_9(facts: Facts, match: Match, rng: random.Random) -> None:
    """Recorded draws give the same bytes; fallback ends every match; nothing is lost; the limit holds."""
    game = match.game
    dice = RecordedDice(match.draws)
    state, events = game.setup(match.table, dice)
    assert save(state) == match.start and events == match.opening and dice.draws == match.draws, "setup isn't repeated"
    for row in match.rows:
        dice = RecordedDice(row.draws)
        events = repeat(game, state, row, dice)
        assert save(state) == row.after and events == row.events, f"row {row.number} isn't repeated"
        assert dice.draws == row.draws
    assert game.view(state, None).over, f"not over after {len(match.rows)} moves"
    assert len(match.rows) <= game.spec.limit
    books = facts.conserved(match.load(match.start))
    for saved in match.states:
        assert facts.conserved(match.load(saved)) == books, "something was lost or made"
    states = [match.load(saved) for saved in sample(rng, match.states, POSITIONS)]
    views = [game.view(state, viewer) for state in states for viewer in asked(game, state)]
    answers: set[tuple[Path, ...]] = set()
    for seed in range(3):
        with world(seed):
            answers.add(tuple(game.fallback(view) for view in views))
    assert len(answers) == 1, "fallback knows luck or the clock"
    for saved in (match.start, rng.choice(match.states)):
        _check_fallback(match, match.load(saved))


def _check_fallback(match: Match, state: Any) -> None:
    """From this position everyone runs out of time, every time."""
    game = match.game
    for number in range(game.spec.limit + 1):
        due = waited_for(game, state)
        if not due:
            break
        view = game.view(state, due[0])
        path = game.fallback(view)
        assert is_ready(game, view, path), f"the fallback {path} of {due[0]} isn't legal"
        game.apply(state, Move(due[0], path), SeededDice(match.key, number))
    assert game.view(state, None).over, "fallback doesn't end the match"


# --- rule 10: who is asked, and when a result appears, is information


def check_rule_10(facts: Facts, match: Match, rng: random.Random) -> None:
    """A sealed stage asks all who could have a choice and tells nothing before all are in."""
    for saved in match.states:
        state = match.load(saved)
        public = match.game.view(state, None)
        if public.sealed:
            may = set(asked(match.game, state))
            assert may == facts.choosers(public), f"{public.stage}: {may} are asked"
    for before, row in pairwise((None, *match.rows)):
        assert row is not None
        public = match.game.view(match.load(row.before), None)
        if not public.sealed:
            continue
        if before is None or _opens(match, before):
            assert set(public.waiting) == facts.choosers(public), f"{public.stage}: waits for {public.waiting} only"
        if len(public.waiting) > 1:
            _check_sealed(match, row, rng)


def _opens(match: Match, row: Row) -> bool:
    """Whether that row is the one after which a sealed stage begins, not an answer in it."""
    public = match.game.view(match.load(row.before), None)
    return not public.sealed or public.waiting == (row.move.by,)


def _check_sealed(match: Match, row: Row, rng: random.Random) -> None:
    """An answer that isn't the last changes nothing for others but `waiting`, and can be replaced silently."""
    game, by = match.game, row.move.by
    before, after = match.load(row.before), match.load(row.after)
    others = [viewer for viewer in viewers(before) if viewer != by]
    left = tuple(viewer for viewer in game.view(before, None).waiting if viewer != by)
    assert not row.draws, "a sealed answer draws"
    for viewer in others:
        was, now = game.view(before, viewer), game.view(after, viewer)
        assert now.waiting == left, f"{by} has answered, {left} have not, {now.waiting} are waited for"
        assert replace(now, waiting=was.waiting) == was, f"the answer of {by} tells {viewer} more than that it is in"
    second = Move(by, play_random(game, game.view(before, by), rng))
    only = match.load(row.before)
    events = game.apply(only, second, SeededDice(match.key, row.number))
    for viewer in others:
        _check_same_news(row.events, events, viewer)
        assert game.view(only, viewer) == game.view(after, viewer), f"{viewer} can tell what {by} has answered"
    assert game.ask(game.view(after, by)) is not None, f"{by} can't take back its answer"
    seen = {viewer: game.view(after, viewer) for viewer in others}
    for path in (second.path, row.move.path, second.path):
        dice = SeededDice(match.key, row.number)
        events = game.apply(after, Move(by, path), dice)
        assert not dice.draws, "a changed answer draws"
        for viewer in others:
            assert visible(events, viewer) == [], f"{viewer} hears that {by} has changed its answer"
            assert game.view(after, viewer) == seen[viewer], f"{viewer} can tell that {by} has changed its answer"
    assert after == only, "the second answer doesn't take the place of the first"


def _check_same_news(first: list[Event], second: list[Event], viewer: Viewer) -> None:
    assert visible(first, viewer) == visible(second, viewer), f"{viewer} hears what was answered"


Check = Callable[[Facts, Match, random.Random], None]


def telling(rule: int, check: Check) -> Check:
    """The check, whose failures begin with the sentence of the rule that broke."""
    [sentence, *_] = (check.__doc__ or "").splitlines()

    def tell(facts: Facts, match: Match, rng: random.Random) -> None:
        try:
            check(facts, match, rng)
        except Exception as error:
            about = str(error) or f"it stumbles over {type(error).__name__}"
            raise AssertionError(f"Rule {rule}: {sentence} Here {about}") from error

    return tell


CHECKS: dict[int, Check] = {
    1: check_rule_1,
    2: check_rule_2,
    3: check_rule_3,
    4: check_rule_4,
    5: check_rule_5,
    6: check_rule_6,
    7: check_rule_7,
    8: check_rule_8,
    9: check_rule_9,
    10: check_rule_10,
}

RULES = {rule: telling(rule, check) for rule, check in CHECKS.items()}
