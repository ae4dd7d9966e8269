"""Undo: for moves that drew nothing and revealed nothing new.

The move is tried in worlds that its seat can't tell from the real one, so no game has to say
which of its moves are final, and the same test tells in advance whether a click needs a Confirm. A solo player
takes the computers' moves back too, as far as these have drawn and shown nothing either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from db.sql.codec import encode_json
from engines.table import Event, Game, Move, Path, Refused, Seat, View, Viewer
from host.play.easy import is_easy, may_answer
from host.play.seen import Seen, forced_path, is_alone, is_person
from model.kinds import STATELESS, How, RowKind
from model.match import LogRow

UNDO_WAIT = 15.0  # seconds the bot delays its own moves after one made without Confirm
MOST_ANSWERS = 64  # of computers in a row that are predicted: more are left to the clock
UNDO_WORLDS = 16  # of two possible outcomes, all of them show the same one once in 32,768 times
BETWEEN = (How.COMPUTER, How.ABSENT, How.FORCED)  # moves that a solo player undoes with their own
NOBODY: Mapping[Seat, int] = MappingProxyType({})
SEED = 20  # arbitrary: the same move is judged alike for everyone


class Drawn(Exception):
    """Something was drawn, so the move is final."""


class NoDice:
    """Dice that refuse to roll."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """Always Drawn."""
        raise Drawn(why)

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """Always Drawn."""
        raise Drawn(why)


def can_take_back(seen: Seen, path: Path, easy: Mapping[Seat, int] = NOBODY, *, waits: bool = False) -> bool:
    """Whether this move can be undone right after the viewer makes it.

    Forced moves of the same seat that follow go with it. Any other move of the bot right after it closes undo,
    unless the bot `waits` with it, or it is undone too because the person plays solo. `easy` is how much each
    seat leaves to the bot.
    """
    game = seen.game
    futures = _futures(seen, path)
    if _foreseen(events for events, _ in futures) is None:
        return False
    worlds = [state for _, state in futures]
    public: View = game.view(worlds[0], None)  # the same in all of them, as all predictions agree
    if public.over or None in public.waiting:
        return False
    if waits and is_alone(seen.match):
        if not _stays_open(seen, worlds):
            return False
        public = game.view(worlds[0], None)
    elif _goes_on(seen, worlds) and (not waits or public.sealed):
        return False
    asked = [seat for seat in public.waiting if seat is not None and may_answer(public, easy.get(seat, 0))]
    return not any(is_easy(game, public, seat, easy[seat]) for seat in asked)


def can_change(seen: Seen) -> bool:
    """Whether the viewer's sealed move can be changed, because another person is still to move.

    Everyone sees which seats the match waits for. Computers move at once, so no one could be quicker.
    """
    others = [seat for seat in seen.view.waiting if seat is not None and seat != seen.seat]
    return seen.view.sealed and any(is_person(seen.match.seats[seat]) for seat in others)


def taken_back_from(rows: Sequence[LogRow], seat: Seat, *, alone: bool = False) -> int | None:
    """The number of the log row that an undo by this seat would take back; None if someone else has acted since.

    0 if these rows don't reach back to it. Forced moves of the same seat after it go with it, and in a solo match
    those of computers.
    """
    for row in reversed(rows):
        if row.kind in STATELESS:
            continue
        if row.kind != RowKind.MOVE or row.draws:
            return None
        if row.by == seat and row.how == How.PLAYER:
            return row.seq
        if row.how not in ((How.FORCED,) if row.by == seat else BETWEEN if alone else ()):
            return None
    return 0


def was_free(game: Game[Any, Any], view: View, rows: Sequence[LogRow]) -> bool:
    """Whether the rows, a move of `view.viewer` and what followed, drew nothing and showed only what was predictable.

    In every world that the seat couldn't tell from the real one, the same moves must be possible with the same result.
    Others' sealed moves since aren't looked at, as that would reveal them: any of them closes undo.
    """
    seat = view.viewer
    assert seat is not None, "the public doesn't answer"
    outcomes: list[list[Event]] = []
    for state in _worlds(game, view):
        events: list[Event] = []
        for row in rows:
            hidden = row.by != seat and game.view(state, None).sealed
            more = None if row.by is None or hidden else _tried(game, state, Move(row.by, row.path), seat)
            if more is None:
                return False
            events += more
        outcomes.append(events)
    foreseen = _foreseen(outcomes)
    return foreseen is not None and foreseen == _spelled([event for row in rows for event in row.events])


def _worlds(game: Game[Any, Any], view: View) -> list[Any]:
    """Worlds that the viewer can't tell from the real one; equal ones once, so one where nothing is hidden.

    None for a sealed stage, whose moves show nothing yet.
    """
    rng = Random(SEED)
    worlds: list[Any] = []
    for _ in range(0 if view.sealed else UNDO_WORLDS):
        world = game.imagine(view, rng)
        if world not in worlds:
            worlds.append(world)
    return worlds


def _foreseen(outcomes: Iterable[Sequence[Event]]) -> str | None:
    """The events of all worlds, if they agree."""
    different = {_spelled(events) for events in outcomes}
    return different.pop() if len(different) == 1 else None


def _futures(seen: Seen, path: Path) -> list[tuple[list[Event], Any]]:
    """Events and end of the move in some imagined worlds; none if it draws, reveals a secret to others or is sealed.

    A sealed move needs no undo: until all are in, a new one replaces it.
    """
    game, seat = seen.game, seen.seat
    assert seat is not None, "the public doesn't answer"
    futures: list[tuple[list[Event], Any]] = []
    for state in _worlds(game, seen.view):
        events: list[Event] = []
        step: Path | None = path
        while step is not None:
            more = _tried(game, state, Move(seat, step), seat)
            if more is None:
                return []
            events += more
            step = _forced(seen, state, seat)
        futures.append((events, state))
    return futures


def _stays_open(seen: Seen, worlds: Sequence[Any]) -> bool:
    """Whether nothing is drawn or shown before a solo player's next question.

    The computers' moves aren't known. Their fallbacks are near enough, as moves hardly
    change whose turn it is. A move from a hidden hand shows it, as it isn't possible in all worlds.
    """
    game = seen.game
    for _ in range(MOST_ANSWERS):
        public: View = game.view(worlds[0], None)
        if public.over or None in public.waiting:
            return False
        answers = {seat: _house_answer(seen, worlds[0], seat) for seat in public.waiting if seat is not None}
        move = next((Move(seat, path) for seat, path in answers.items() if path is not None), None)
        if move is None:
            return True
        if public.sealed:
            return False
        outcomes = [_tried(game, world, move, seen.seat) for world in worlds]
        if _foreseen([] if events is None else events for events in outcomes) is None or None in outcomes:
            return False
    return False


def _house_answer(seen: Seen, state: Any, seat: Seat) -> Path | None:
    """The move that the bot may make for this seat at once; None for a person with a choice."""
    if is_person(seen.match.seats[seat]):
        return _forced(seen, state, seat)
    return seen.game.fallback(seen.game.view(state, seat))


def _forced(seen: Seen, state: Any, seat: Seat) -> Path | None:
    """The seat's only move, if the match waits for it and the bot makes such moves."""
    waited = seen.match.terms.forced and seat in seen.game.view(state, None).waiting
    return forced_path(seen.game, state, seat) if waited else None


def _tried(game: Game[Any, Any], state: Any, move: Move, seat: Viewer) -> list[Event] | None:
    """The move's outcome in this world; None if it is impossible, draws, or tells anyone but `seat` a secret."""
    try:
        events = game.apply(state, move, NoDice())
    except (Drawn, Refused):
        return None
    return None if any(event.to is not None and event.to != frozenset({seat}) for event in events) else events


def _goes_on(seen: Seen, worlds: Sequence[Any]) -> bool:
    """Whether someone moves at once without being asked."""
    for world in worlds:
        public: View = seen.game.view(world, None)
        seats = [seat for seat in public.waiting if seat is not None]
        if any(seen.match.seats[seat].play_on or _house_answer(seen, world, seat) is not None for seat in seats):
            return True
    return False


def _spelled(events: Sequence[Event]) -> str:
    """Events in comparable form: those from the log hold tuples instead of lists, and keys in another order."""
    return encode_json(events)
