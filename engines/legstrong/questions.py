"""Questions one after the other, written as generators that yield each question and return what was decided."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from engines.legstrong.riding import Choice
from engines.legstrong.state import Bottle, LegstrongView, Rider, drink_of
from engines.table import Ask, Path, Pick, Ready, Seat, read

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Offer:
    """A question for the length of a move, with all that the owner should know about each option."""

    about: str
    choices: tuple[Choice, ...]

    @property
    def ask(self) -> Pick:
        """The question itself."""
        return Pick(self.about, tuple(choice.id for choice in self.choices))

    def take(self, step: str) -> Choice:
        """The choice of that option."""
        return next(choice for choice in self.choices if choice.id == step)


@dataclass(frozen=True, slots=True)
class Order:
    """What one rider is to do: so many rows, after drinking these bottles."""

    rider: str
    rows: int
    bottles: tuple[str, ...]


Question: TypeAlias = Ask | Offer
Questions: TypeAlias = Generator[Question, str, T]


def follow(questions: Questions[T], path: Path) -> tuple[Question, T | None]:
    """The question after the steps of `path`, or Ready and the decision; IllegalMove at the first wrong step."""
    question = next(questions)
    for at, step in enumerate(path):
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
    return question.ask if isinstance(question, Offer) else question


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


def own_bottles(view: LegstrongView, rider: str) -> tuple[str, ...]:
    """The bottles of one of the viewer's riders."""
    return tuple(bottle.id for bottle in view.bottles if bottle.rider == rider)


def ask_bottles(view: LegstrongView, rider: Rider, enough: Callable[[int], bool]) -> Questions[tuple[str, ...]]:
    """Which bottles he drinks before he moves (L18); only what leaves him with enough energy to move is offered."""
    held = own_bottles(view, rider.id) if rider.tiles else ()
    if not held:
        return ()
    ways: dict[str, tuple[str, ...]] = {"keep": (), **{bottle: (bottle,) for bottle in held}}
    if len(held) > 1:
        ways["all"] = held
    options = tuple(way for way, bottles in ways.items() if enough(rider.energy + drinks(bottles)))
    return ways[(yield Pick(f"bottle.{rider.id}", options))]


def drinks(bottles: tuple[str, ...]) -> int:
    """The energy in all of them."""
    return sum(drink_of(bottle) for bottle in bottles)


def without(bottles: tuple[Bottle, ...], drunk: tuple[str, ...]) -> tuple[Bottle, ...]:
    """The bottles that are left."""
    return tuple(bottle for bottle in bottles if bottle.id not in drunk)


def clockwise(seats: int, first: Seat) -> tuple[Seat, ...]:
    """All seats, from the first to his left."""
    return tuple((first + at) % seats for at in range(seats))
