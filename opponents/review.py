"""Review of a finished match: how the seats stood, what luck did, and what answers cost.

Chances are those of someone who sees every hand and plays on as computers do. Answers are held against what Strong
would have answered, in worlds that their player couldn't tell from the real one: no one is blamed for what they
couldn't know.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from math import sqrt
from random import Random
from typing import Any

from engines import GAMES
from engines.dice import Draw, RecordedDice
from engines.table import Game, Move, Path, Pick, Ready, Table, View, Viewer
from opponents import STRONG
from opponents.comparing import LEAST, Stand, Tally, in_one_world, standing
from opponents.examples import Reason
from opponents.games import players_of
from opponents.judging import PlayOn, Shares
from opponents.levels import THINKING
from opponents.luck import KeyedLuck
from opponents.mattering import are_alike
from opponents.positions import Position, begin
from opponents.thinking import Budget

COARSE = 0.03  # of the first place: a standard error above it is worth more ways on
RESERVE = 4  # the part of what was saved that one row may take
# How the time for a row is shared out.
STANDS, DRAWS, CHOICE = 1.0, 2.0, 2.0
THOUGHT = 0.4  # of the time for a choice: to find the best answer, the rest to hold the given one against it


@dataclass(frozen=True, slots=True)
class Row:
    """An answer of the log, and the draws that came of it."""

    by: Viewer
    path: Path
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match, without what was taken back."""

    game: str
    table: Table
    setup: tuple[Draw, ...]
    rows: tuple[Row, ...]
    position: Position | None = None  # that it begins with


@dataclass(frozen=True, slots=True)
class Choice:
    """What Strong would have answered, and by how much that is better for the seat, with the standard error."""

    best: Path
    cost: float
    error: float
    alike: bool = False  # whether Strong saw no difference between all that it thought about


@dataclass(frozen=True, slots=True)
class Moment:
    """How the match stood after a row."""

    number: int  # of the row, 0 for the deal
    stand: Stand | None  # None where others have yet to answer in the same sealed stage
    luck: Stand | None  # how much better each seat stood than on average of all draws; None without a draw
    choice: Choice | None  # None where the seat had none, or where Strong answers by habit
    part: int = 0  # lap, leg or turn; 0 before the first
    reason: Reason | None = None  # an example of why the best answer is better than the given one
    is_confirmed: bool = False  # the choice is what a second look found, in other worlds


def effort(record: Record) -> list[float]:
    """How much time the deal and each row take, as parts of some whole."""
    game, parts = GAMES[record.game], [STANDS]
    for row, before, after in states(game, record):
        if row is not None:
            was = pickle.loads(before)
            is_asked, is_seen = has_choice(game, game.view(was, row.by)), not is_sealed(game, was, after)
            parts.append(STANDS * is_seen + DRAWS * bool(row.draws) + CHOICE * is_asked)
    return parts


def is_sealed(game: Game[Any, Any], before: Any, after: Any) -> bool:
    """Whether an answer between two states is one of several in a sealed stage, and not the last."""
    was, now = game.view(before, None), game.view(after, None)
    return was.sealed and {*now.waiting} < {*was.waiting} and now.stage == was.stage and bool(now.waiting)


def has_choice(game: Game[Any, Any], view: View) -> bool:
    """Whether the seat that is asked has more than one legal answer."""
    path: Path = ()
    while view.viewer is not None and not isinstance(ask := game.ask(view, path), Ready):
        if not isinstance(ask, Pick) or len(ask.options) > max(1, ask.least):
            return True
        path = (*path, "+".join(ask.options))
    return False


def moments(record: Record, numbers: range, seconds: float, seed: int) -> list[Moment]:
    """What happened in these rows, 0 being the deal, with so many seconds of CPU time for a part of `effort`."""
    look, looked = Look(record, seconds, seed), list[Moment]()
    for number, (row, before, state) in enumerate(states(look.game, record)):
        if number in numbers:
            looked.append(look.deal(state) if row is None else look.at(number, row, before, state))
        if number + 1 >= numbers.stop:
            break
    return looked


def coarse(moments: Iterable[Moment]) -> list[Moment]:
    """Those of whose stand too little is known, the least certain first."""
    uncertain = [moment for moment in moments if moment.stand is not None and _error(moment) > COARSE]
    return sorted(uncertain, key=_error, reverse=True)


def refined(record: Record, rough: Sequence[Moment], seconds: float, seed: int) -> list[Moment]:
    """The same moments with more ways on from each, in so many seconds of CPU time for all of them.

    Each has its even part of the time, and of what others leave because they are no longer coarse.
    """
    game, left, clearer = GAMES[record.game], {m.number: m for m in rough}, list[Moment]()
    end = time.thread_time() + seconds
    for number, (_, _, state) in enumerate(states(game, record)):
        if moment := left.pop(number, None):
            until = time.thread_time() + max(0.0, end - time.thread_time()) / (1 + len(left))
            clearer.append(_refined(moment, standing(game, state), until, seed))
        if not left:
            break
    return clearer


def _refined(moment: Moment, play_on: PlayOn, until: float, seed: int) -> Moment:
    assert moment.stand is not None, "a stand is known, though not well"
    tally, stand, tries = Tally(len(moment.stand.shares)), moment.stand, moment.stand.tries
    while tally.tries < LEAST or (_worst(stand) > COARSE and time.thread_time() < until):
        tally.add(play_on(f"{seed}.{tries + tally.tries}"))
        if tally.tries % LEAST == 0:
            stand = moment.stand.joined(tally.mean())
    return replace(moment, stand=moment.stand.joined(tally.mean()))


def _error(moment: Moment) -> float:
    return 0.0 if moment.stand is None else _worst(moment.stand)


def _worst(stand: Stand) -> float:
    return max(stand.errors)


def states(game: Game[Any, Any], record: Record) -> Iterator[tuple[Row | None, bytes, Any]]:
    """The deal and each row, the state before it (pickled) and the state after it, which goes on to change."""
    state, _ = begin(game, record.table, record.position, RecordedDice(record.setup))
    yield None, b"", state
    for row in record.rows:
        before = pickle.dumps(state)
        game.apply(state, Move(row.by, row.path), RecordedDice(row.draws))
        yield row, before, state


def chosen(record: Record, moment: Moment) -> tuple[View, tuple[Path, Path]]:
    """What the seat saw at a moment with a choice, and the best answer before the one that it gave."""
    game = GAMES[record.game]
    row, before, _ = next(islice(states(game, record), moment.number, None))
    assert row is not None and moment.choice is not None, "an answer that could have been another"
    return game.view(pickle.loads(before), row.by), (moment.choice.best, row.path)


@dataclass(frozen=True, slots=True)
class Account:
    """What has made of an even share what a seat has in the end: luck, answers and the rest add up to it."""

    luck: float
    error: float  # of `luck`, and of `answers` as much
    answers: float  # of all seats
    rest: float  # what came of what no one has answered


def accounts(record: Record, moments: Sequence[Moment]) -> list[Account]:
    """What luck and what answers did to each seat, by the moments of the whole match."""
    seats = range(record.table.seats)
    luck, errors, answers, rest = ([0.0 for _ in seats] for _ in range(4))
    stood = [1 / len(seats) for _ in seats]
    for moment in moments:
        if moment.stand is None:
            continue
        is_answer = moment.number > 0 and record.rows[moment.number - 1].by is not None
        for seat in seats:
            drawn = moment.luck.shares[seat] if moment.luck else 0.0
            (answers if is_answer else rest)[seat] += moment.stand.shares[seat] - stood[seat] - drawn
            luck[seat] += drawn
            errors[seat] += moment.luck.errors[seat] ** 2 if moment.luck else 0.0
        stood = [*moment.stand.shares]
    return [Account(luck[seat], sqrt(errors[seat]), answers[seat], rest[seat]) for seat in seats]


def _only_part(state: Any) -> int:
    """The part of a match that has no parts."""
    return 0


class Look:
    """How one match is looked at: each row with the same luck, so that little but the row itself makes a difference."""

    def __init__(self, record: Record, seconds: float, seed: int) -> None:
        self.game: Game[Any, Any] = GAMES[record.game]
        self._part = players_of(record.game).part or _only_part
        self._seats, self._seconds, self._seed = record.table.seats, seconds, seed
        self._saved = 0.0  # seconds that were given and not needed

    def deal(self, state: Any) -> Moment:
        """How the deal stands, before which all are equal."""
        even = 1 / self._seats
        stand = self._stand(standing(self.game, state), STANDS)
        luck = replace(stand, shares=tuple(share - even for share in stand.shares))
        return Moment(0, stand, luck, None, self._part(state))

    def at(self, number: int, row: Row, before: bytes, state: Any) -> Moment:
        """What a row has brought; pickled `before` it."""
        stand = luck = None
        if not is_sealed(self.game, pickle.loads(before), state):
            now = standing(self.game, state)
            if row.draws:
                stand, luck = self._drawn(now, partial(self._again, before, row))
            else:
                stand = self._stand(now, STANDS)
        return Moment(number, stand, luck, self._choice(before, row), self._part(state))

    def _again(self, before: bytes, row: Row, luck: str) -> Shares:
        """How it goes on from a row whose draws fall otherwise."""
        state = pickle.loads(before)
        self.game.apply(state, Move(row.by, row.path), KeyedLuck(f"{luck}.draws"))
        return standing(self.game, state)(luck)

    def _stand(self, play_on: PlayOn, part: float) -> Stand:
        """The mean of many ways on."""
        tally = Tally(self._seats)
        for luck in self._spend(part):
            tally.add(play_on(luck))
            if tally.is_fine():
                break
        return tally.mean()

    def _drawn(self, actual: PlayOn, again: PlayOn) -> tuple[Stand, Stand]:
        """How it stands after draws, and by how much better than on average of all that could have come."""
        stands, lucks = Tally(self._seats), Tally(self._seats)
        for luck in self._spend(STANDS + DRAWS):
            shares = actual(luck)
            stands.add(shares)
            lucks.add([share - other for share, other in zip(shares, again(luck), strict=True)])
            if stands.is_fine() and lucks.is_fine():
                break
        return stands.mean(), lucks.mean()

    def _choice(self, before: bytes, row: Row) -> Choice | None:
        """What Strong would have answered in the seat's place, and by how much it is better as far as that can know."""
        view = self.game.view(pickle.loads(before), row.by)
        if row.by is None or not has_choice(self.game, view):
            return None
        budget = Budget(seconds=self._seconds * CHOICE * THOUGHT)
        ranking = THINKING[STRONG].weigh(self.game, view, Random(self._seed), budget)
        best, alike = ranking[0], are_alike(ranking, self._seats)
        if best.path == row.path:
            return Choice(best.path, 0.0, 0.0, alike)
        if best.hope is None:
            return None
        gaps = Tally(1)
        for luck in self._spend(CHOICE * (1 - THOUGHT)):
            better, actual = in_one_world(self.game, view, (best.path, row.path), luck)
            gaps.add((better - actual,))
            if gaps.is_fine():
                break
        gap = gaps.mean()
        return Choice(best.path, gap.shares[0], gap.errors[0], alike)

    def _spend(self, part: float) -> Iterator[str]:
        """Lucks to play on with, until the time for it is spent, and a part of what was saved before."""
        begun, share = time.thread_time(), self._seconds * part
        most = share + self._saved / RESERVE
        try:
            for again in count():
                if again >= LEAST and time.thread_time() - begun >= most:
                    break
                yield f"{self._seed}.{again}"
        finally:
            self._saved += share - (time.thread_time() - begun)
