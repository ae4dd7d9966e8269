"""Questions one after the other, written as generators that yield each question and return what was decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from typing import NamedTuple, TypeAlias, TypeVar

from engines.legstrong.riding import Choice, Length, Start, lengths, outcome
from engines.legstrong.state import Bottle, LegstrongView, Rider, drink_of
from engines.table import Ask, Path, Pick, Ready, Seat, read

T = TypeVar("T")


class OneOf(NamedTuple):
    """A question for exactly one of the options; the Pick is made only where it is put to somebody."""

    about: str
    options: Collection[str]
    start: Start | None = None  # where options are lengths of a move from there

    @property
    def ask(self) -> Pick:
        """The question as the house puts it."""
        return Pick(self.about, tuple(self.options))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All that the owner should know about each length."""
        if self.start is None:
            return ()
        return tuple(outcome(self.start, length.rows) for length in lengths(self.start).values())


class Order(NamedTuple):
    """What one rider is to do: so many rows, after drinking these bottles."""

    rider: str
    rows: int
    bottles: tuple[str, ...]


Question: TypeAlias = Ask | OneOf
Questions: TypeAlias = Generator[Question, str, T]


def follow(questions: Questions[T], path: Path) -> tuple[Question, T | None]:
    """The question after the steps of `path`, or Ready and the decision; IllegalMove at the first wrong step."""
    question = next(questions)
    for at, step in enumerate(path):
        if not (isinstance(question, OneOf) and step in question.options):
            read(plain(question), step)
        try:
            question = questions.send(step)
        except StopIteration as end:
            for beyond in path[at + 1 :]:
                read(Ready(), beyond)
            return Ready(), end.value
    return question, None


def plain(question: Question) -> Ask:
    """The question as the house puts it."""
    return question.ask if isinstance(question, OneOf) else question


def put_to(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> Ask | None:
    """The question to the viewer after `path`; None if he isn't asked: in a sealed stage all are, else the first."""
    asked = view.asked if view.sealed else view.asked[:1]
    if view.viewer not in asked:
        return None
    return plain(follow(questions(view), path)[0])


def decided(view: LegstrongView, questions: Callable[[LegstrongView], Questions[T]], path: Path) -> T:
    """What the viewer has decided by a whole legal path."""
    decision = follow(questions(view), path)[1]
    assert decision is not None, "the path is whole"
    return decision


def own_bottles(view: LegstrongView, rider: Rider) -> tuple[str, ...]:
    """The bottles of one of the viewer's riders."""
    if not rider.tiles:
        return ()
    return tuple(bottle.id for bottle in view.bottles if bottle.rider == rider.id)


def ask_bottles(view: LegstrongView, rider: Rider, least: int = 0) -> Questions[tuple[str, ...]]:
    """Which bottles he drinks before he moves (L18); only what leaves him with the least energy needed is offered."""
    held = own_bottles(view, rider)
    if not held:
        return ()
    ways: dict[str, tuple[str, ...]] = {"keep": (), **{bottle: (bottle,) for bottle in held}}
    if len(held) > 1:
        ways["all"] = held
    lack = least - rider.energy
    options = tuple(way for way, bottles in ways.items() if lack <= 0 or drinks(bottles) >= lack)
    return ways[(yield OneOf(f"bottle.{rider.id}", options))]


def ask_length(about: str, start: Start) -> Questions[Length]:
    """How far he moves."""
    offered = lengths(start)
    return offered[(yield OneOf(about, offered, start))]


def drinks(bottles: tuple[str, ...]) -> int:
    """The energy in all of them."""
    return sum(map(drink_of, bottles))


def without(bottles: tuple[Bottle, ...], drunk: tuple[str, ...]) -> tuple[Bottle, ...]:
    """The bottles that are left."""
    return tuple(bottle for bottle in bottles if bottle.id not in drunk)


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """All seats, from the first to his left."""
    return tuple((first + at) % seats for at in range(seats))
