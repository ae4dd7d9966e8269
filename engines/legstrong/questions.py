"""Questions one after the other, written as generators that yield each question and return what was decided."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engines.legstrong.riding import Choice, Length, Start, lengths, outcome
from engines.legstrong.state import Bottle, LegstrongView, Rider, drink_of
from engines.table import Ask, Move, Path, Pick, Ready, Seat, read

T = TypeVar("T")
DRINK, ALL = "drink", "all"  # bottles on demand


class OneOf(NamedTuple):
    """A question for exactly one of the options; the Pick is made only where it is put to someone."""

    about: str
    options: Collection[str]
    start: Start | None = None  # where options are lengths of a move from there

    @property
    def ask(self) -> Pick:
        """The question as the host asks it."""
        return Pick(self.about, tuple(self.options))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that the owner should know about each length."""
        if self.start is None:
            return ()
        return tuple(outcome(self.start, length.rows) for length in lengths(self.start).values())


@dataclass(frozen=True, slots=True)
class Answer(Move):
    """A move that has been checked, with the view on which it was checked."""

    view: LegstrongView


class Order(NamedTuple):
    """What one rider is to do: a number of rows, after drinking the bottles that the owner has asked for."""

    rider: str
    rows: int
    bottles: tuple[str, ...]


Question: TypeAlias = Ask | OneOf
Questions: TypeAlias = Generator[Question, str, T]


class Walk(Generic[T]):
    """How far the questions of a view have been answered: the path so far, the question after it, the decision."""

    __slots__ = ("decision", "path", "question", "questions", "rest", "view")

    def __init__(self, view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]]) -> None:
        self.view, self.questions = view, questions
        self.rest = questions(view)
        self.path: Path = ()
        self.question: Question = next(self.rest)
        self.decision: T | None = None

    def leads(self, view: LegstrongView, questions: Callable[[LegstrongView], Questions[Any]], path: Path) -> bool:
        """Whether it goes along this path: a viewer with the same view is asked the same questions."""
        along = self.questions is questions and path[: len(self.path)] == self.path
        return along and (self.view is view or (self.view.viewer == view.viewer and self.view == view))

    def take(self, step: str) -> None:
        """Go on with the answer to the present question; IllegalMove if it is none."""
        question = self.question
        if not (isinstance(question, OneOf) and step in question.options):
            read(plain(question), step)
        try:
            self.question = self.rest.send(step)
        except StopIteration as end:
            self.question, self.decision = Ready(), end.value


class _Latest(threading.local):
    """The latest walk of each thread, so that answering step by step doesn't start over at each step."""

    walk: Walk[Any] | None = None


_latest = _Latest()


def follow(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> Walk[T]:
    """The walk along `path`; IllegalMove at the first wrong step."""
    walk, _latest.walk = _latest.walk, None
    if walk is None or not walk.leads(view, questions, path):
        walk = Walk(view, questions)
    walk.view = view
    for step in path[len(walk.path) :]:
        walk.take(step)
    walk.path, _latest.walk = path, walk
    return walk


def plain(question: Question) -> Ask:
    """The question as the host asks it."""
    return question.ask if isinstance(question, OneOf) else question


def put_to(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> Ask | None:
    """The question to the viewer after `path`; None if they aren't asked: in a sealed stage all are, else the first."""
    asked = view.asked if view.sealed else view.asked[:1]
    if view.viewer not in asked:
        return None
    return plain(follow(view, questions, path).question)


def decided(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> T:
    """What the viewer has decided by a whole legal path."""
    decision = follow(view, questions, path).decision
    assert decision is not None, "the path is whole"
    return decision


def checked(move: Move, questions: Callable[[LegstrongView], Questions[T]]) -> T:
    """What has been decided by a move that the game has checked: its questions needn't be gone through again."""
    assert isinstance(move, Answer), "the game has checked it"
    return decided(move.view, questions, move.path)


def own_bottles(view: LegstrongView, rider: Rider) -> tuple[str, ...]:
    """The bottles of one of the viewer's riders."""
    if not rider.tiles:
        return ()
    return tuple(bottle.id for bottle in view.bottles if bottle.rider == rider.id)


class Way(NamedTuple):
    """An answer about a rider's move: the option, where it begins, and the bottles that are drunk before it."""

    step: str
    start: Start
    bottles: tuple[str, ...]

    @property
    def length(self) -> Length:
        """The length that the option stands for."""
        return lengths(self.start)[self.step]


def ask_way(
    view: LegstrongView, rider: Rider, about: str, place: Callable[[int, int], Start], also: Sequence[str] = ()
) -> Questions[Way]:
    """How far the rider moves, or one of the options `also` (L18).

    `place` says where the move begins for the rider's energy and for what is in the bottles that are left. These are
    opened where the price needs them, without a question; with `DRINK` an owner opens some before that.
    """
    held = own_bottles(view, rider)
    start = place(rider.energy, drinks(held))
    step = yield OneOf(about, (*lengths(start), *also, *([DRINK] if held else ())), start)
    if step != DRINK:
        return Way(step, start, ())
    ways = bottle_ways(held)
    drunk = ways[(yield OneOf(f"bottle.{rider.id}", tuple(ways)))]
    start = place(rider.energy + drinks(drunk), drinks(held) - drinks(drunk))
    return Way((yield OneOf(about, lengths(start), start)), start, drunk)


def bottle_ways(held: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What can be drunk on demand, by its option: each of the bottles alone, or all of several."""
    ways = {bottle: (bottle,) for bottle in held}
    return {**ways, ALL: held} if len(held) > 1 else ways


def needed(held: Sequence[str], lack: int) -> tuple[str, ...]:
    """The bottles that pay what is lacking, none if all together don't (L18).

    Ruling: the smallest that is enough alone, else one after the other from the largest.
    """
    left = sorted(held, key=drink_of)
    for bottle in left:
        if drink_of(bottle) >= lack:
            return (bottle,)
    opened: list[str] = []
    while left and lack > 0:
        opened.append(left.pop())
        lack -= drink_of(opened[-1])
    return tuple(opened) if lack <= 0 else ()


def drinks(bottles: tuple[str, ...]) -> int:
    """The energy in all of them."""
    return sum(map(drink_of, bottles)) if bottles else 0


def without(bottles: tuple[Bottle, ...], drunk: tuple[str, ...]) -> tuple[Bottle, ...]:
    """The bottles that are left."""
    return tuple(bottle for bottle in bottles if bottle.id not in drunk)


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """All seats, from the first to their left."""
    return tuple((first + s) % seats for s in range(seats))
