"""Lines: a person tries answers for all seats on an imagined copy of what they see, and keeps some of them.

All is made from their view: what others hold and what dice will fall are imagined, and nothing is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar
from zlib import crc32

from db.store import Store
from engines.dice import SeededDice
from engines.table import Event, Game, Move, Path, Ready, Refused, Seat, View, Viewer
from host.play.matches import Matches
from host.play.seen import Own, Seen, check_player, first_path, may_hear, only_step
from model.kinds import RowKind
from model.line import KEPT, Answers, Line
from opponents import FAIR, OPPONENTS

T = TypeVar("T")

LONGEST = 12  # answers of a line
WORLDS = 16  # imagined ones in which a line is tried before it counts as impossible
SETTLED = 200  # answers without a choice between two questions


@dataclass(frozen=True, slots=True)
class Tried:
    """An answer of a line, and the question it was given to, as its seat sees it in the imagined world."""

    seen: Seen
    path: Path


@dataclass(frozen=True, slots=True)
class Trial:
    """A line in an imagined world: its answers, the question after them, and what the last of them caused."""

    seen: Seen
    steps: tuple[Tried, ...]
    news: tuple[Event, ...]

    @property
    def answers(self) -> Answers:
        """The answers and their seats."""
        return tuple((_seat(tried.seen), tried.path) for tried in self.steps)


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a line as everyone would see it, with the seat that has answered before it, and what that caused."""

    seen: Seen
    by: Viewer
    news: tuple[Event, ...]


class Lines:
    """People's lines. The one they are at is kept too, so that a panel needs to hold none of it."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._lines, self._matches = store.lines, matches

    async def at(self, seen: Seen) -> Trial:
        """Where the person is: at the beginning, if what they see has changed. Raises Refused without a seat."""
        user = _user(seen)
        begun = next((line for line in await self._lines.of(seen.match.id, user) if line.number == 0), None)
        answers = begun.answers if begun is not None and begun.fingerprint == seen.fingerprint else ()
        return await self._tried(seen, answers) or await self._begun(seen)

    async def leave(self, seen: Seen) -> None:
        """Leave what they try out, in whatever state the match is."""
        if (user := _person(seen)) is not None:
            await self._lines.drop(seen.match.id, user, 0)

    async def answer(self, seen: Seen, path: Path) -> Trial:
        """Try this answer to the question they are at; raises Refused for an illegal one."""
        at = await self.at(seen)
        if len(at.steps) == LONGEST:
            raise Refused("try.long", {"n": LONGEST})
        return await self._go(seen, (*at.answers, (_seat(at.seen), path)))

    async def back(self, seen: Seen, at: str) -> Trial:
        """Take the last answer back, if the question they are at has this fingerprint: else it has been done."""
        trial = await self.at(seen)
        return await self._go(seen, trial.answers[:-1]) if trial.seen.fingerprint == at else trial

    async def take_up(self, seen: Seen, number: int, mark: str) -> Trial:
        """Go on from a line that was kept; raises Refused if it has become impossible."""
        return await self._go(seen, (await self._possible(seen, number, mark)).answers)

    async def _go(self, seen: Seen, answers: Answers) -> Trial:
        trial = await self._tried(seen, answers)
        if trial is None:
            raise Refused("try.impossible")
        await self._lines.put(seen.match.id, _user(seen), Line(0, seen.fingerprint, seen.number, answers))
        return trial

    async def keep(self, seen: Seen, at: str) -> Trial | None:
        """Keep the line whose next question has this fingerprint; another one that they are at is returned instead.

        Raises Refused for an empty line, and for one too many.
        """
        trial, user = await self.at(seen), _user(seen)
        if trial.seen.fingerprint != at:
            return trial
        if not trial.steps:
            raise Refused("try.empty")
        lines = [line for line in await self._lines.of(seen.match.id, user) if line.number]
        if any((line.answers, line.fingerprint) == (trial.answers, seen.fingerprint) for line in lines):
            return None
        free = [number for number in range(1, KEPT + 1) if number not in {line.number for line in lines}]
        if not free:
            raise Refused("try.full", {"n": KEPT})
        await self._lines.put(seen.match.id, user, Line(free[0], seen.fingerprint, seen.number, trial.answers))
        return None

    async def drop(self, seen: Seen, number: int, mark: str) -> None:
        """Delete a line that was kept."""
        line, user = await self._kept(seen, number, mark), _person(seen)
        assert user is not None, "someone keeps it"
        await self._lines.drop(seen.match.id, user, line.number)

    async def kept(self, seen: Seen) -> list[tuple[Line, Trial | None]]:
        """The lines they keep, each as it would go now; None where the position has made it impossible."""
        user = _person(seen)
        if user is None or not seen.own.has_lines or seen.match.phase != "running":
            return []
        lines = await self._lines.of(seen.match.id, user)
        return [(line, await self._left(seen, line)) for line in lines if line.number]

    async def first(self, seen: Seen, number: int, mark: str) -> Path:
        """The person's own first answer in a line; raises Refused if there is none, or if it has become impossible."""
        answers = (await self._possible(seen, number, mark)).answers
        place = _first_of(seen.seat, answers)
        if place is None:
            raise Refused("try.others")
        return answers[place][1]

    async def _possible(self, seen: Seen, number: int, mark: str) -> Trial:
        trial = await self._left(seen, await self._kept(seen, number, mark))
        if trial is None:
            raise Refused("try.impossible")
        return trial

    async def _kept(self, seen: Seen, number: int, mark: str) -> Line:
        user = _person(seen)
        lines = [] if user is None else await self._lines.of(seen.match.id, user)
        line = next((line for line in lines if line.number == number > 0 and line.mark == mark), None)
        if line is None:
            raise Refused("try.gone")
        return line

    async def _left(self, seen: Seen, line: Line) -> Trial | None:
        """What is left of a line after the answers since; None if its person answered otherwise, or it is impossible.

        Of the others' answers only as many count as are still to come: which they gave may be secret.
        """
        answers = line.answers
        for path in await self._answered(seen, line.since):
            place = _first_of(seen.seat, answers)
            if place is None or answers[place][1] != path:
                return None
            answers = answers[place + 1 :]
        place = _first_of(seen.seat, answers)
        for begun in range((len(answers) - 1 if place is None else place) + 1):
            trial = await self._tried(seen, answers[begun:])
            if trial is not None:
                return trial
        return None

    async def _answered(self, seen: Seen, since: int) -> list[Path]:
        """The person's own answers since then, without those that were taken back."""
        paths: list[Path] = []
        for row, _ in await self._matches.since(seen, since) if seen.number > since else []:
            if row.kind == RowKind.MOVE and row.by == seen.seat:
                paths.append(row.path)
            elif row.kind in (RowKind.UNDO, RowKind.REWIND):
                paths = paths[:-1] if row.kind == RowKind.UNDO and row.by == seen.seat else []
        return paths

    @staticmethod
    async def _tried(seen: Seen, answers: Answers) -> Trial | None:
        return await asyncio.to_thread(tried, seen, answers)

    async def _begun(self, seen: Seen) -> Trial:
        trial = await self._tried(seen, ())
        assert trial is not None, "nothing has been tried that could be impossible"
        return trial


def tried(seen: Seen, answers: Answers) -> Trial | None:
    """The line in the first imagined world in which it is possible; None if it is in none."""
    return _in_a_world(_followed, seen, answers)


def led_on(seen: Seen, answers: Answers, most: int) -> Answers:
    """A line with what Fair would answer after it, up to so many answers."""
    while len(answers) < most and (trial := tried(seen, answers)) is not None:
        asked = trial.seen
        if asked.seat is None or asked.seat not in asked.view.waiting:
            break
        path = OPPONENTS[FAIR](asked.game, asked.view, Random(crc32(asked.fingerprint.encode())))
        answers = (*answers, (asked.seat, path))
    return answers


def watched(seen: Seen, answers: Answers) -> list[Scene] | None:
    """What everyone would see of the line in that world: before it, and after each answer."""
    return _in_a_world(_watched, seen, answers)


def _in_a_world(follow: Callable[[Seen, Answers, str], T], seen: Seen, answers: Answers) -> T | None:
    for number in range(WORLDS):
        try:
            return follow(seen, answers, f"{seen.fingerprint} {number}")
        except Refused:
            if not answers:
                raise
    return None


def _watched(seen: Seen, answers: Answers, world: str) -> list[Scene]:
    scenes: list[Scene] = []
    for state, tried_out, news in _course(seen, answers, world):
        public = replace(seen, seat=None, view=seen.game.view(state, None), own=Own())
        heard = tuple(event for event in news if may_hear(event, None))
        scenes.append(Scene(public, None if tried_out is None else tried_out.seen.seat, heard))
    return scenes


def _followed(seen: Seen, answers: Answers, world: str) -> Trial:
    """The line in one imagined world; raises Refused if it is impossible there."""
    course = list(_course(seen, answers, world))
    state, _, news = course[-1]
    steps = tuple(tried_out for _, tried_out, _ in course if tried_out is not None)
    return Trial(_asked(seen, state), steps, tuple(event for event in news if may_hear(event, seen.seat)))


def _course(seen: Seen, answers: Answers, world: str) -> Iterator[tuple[Any, Tried | None, Sequence[Event]]]:
    """The state of an imagined world before the first answer and after each, with the answer and what it caused."""
    game, key = seen.game, world.encode()
    state = game.imagine(seen.view, Random(crc32(key)))
    yield state, None, _settled(game, state, key, 0)
    for number, (seat, path) in enumerate(answers, 1):
        asked = _asked(seen, state)
        if asked.seat != seat:
            raise Refused("try.impossible")
        dice = SeededDice(key, number * SETTLED)
        news = [*game.apply(state, Move(seat, path), dice), *_settled(game, state, key, number * SETTLED)]
        yield state, Tried(asked, path), news


def _asked(seen: Seen, state: Any) -> Seen:
    """The imagined match as the next seat to answer sees it: the person's own first; theirs too at the end."""
    waiting = seen.game.view(state, None).waiting
    seat = seen.seat if seen.seat in waiting or not waiting else min(seat for seat in waiting if seat is not None)
    own = Own(in_words=seen.own.in_words)
    view: View = seen.game.view(state, seat)
    return replace(seen, seat=seat, view=view, own=own, planning=True, trying=True, opens=None, again=None)


def _settled(game: Game[Any, Any], state: Any, key: bytes, number: int) -> list[Event]:
    """What happens without a choice until the next question: openings of legs, and answers that are the only ones."""
    events: list[Event] = []
    for place in range(1, SETTLED):
        public: View = game.view(state, None)
        move = None if public.over else _without_choice(game, state, public)
        if move is None:
            break
        events += game.apply(state, move, SeededDice(key, number + place))
    return events


def _without_choice(game: Game[Any, Any], state: Any, public: View) -> Move | None:
    if None in public.waiting:
        return Move(None, first_path(game, public))
    for seat in public.waiting:
        view: View = game.view(state, seat)
        path: Path | None = ()
        while path is not None and not isinstance(ask := game.ask(view, path), Ready):
            step = only_step(ask)
            path = None if step is None else (*path, step)
        if path is not None:
            return Move(seat, path)
    return None


def _first_of(seat: Viewer, answers: Answers) -> int | None:
    """The place of the seat's first answer."""
    return next((place for place, (by, _) in enumerate(answers) if by == seat), None)


def _seat(seen: Seen) -> Seat:
    assert seen.seat is not None, "someone is asked"
    return seen.seat


def _person(seen: Seen) -> int | None:
    """The person at the seat; None for the public."""
    return None if seen.seat is None else seen.match.seats[seen.seat].user


def _user(seen: Seen) -> int:
    """The person who may answer; raises Refused without a seat, and while the match rests or is over."""
    check_player(seen)
    if seen.match.phase != "running":
        raise Refused("house.finished")
    user = _person(seen)
    assert user is not None, "a person sees it from the seat"
    return user
