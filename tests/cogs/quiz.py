"""A game that asks each player the questions of a test's choice, with plain words and hardly a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from PIL import Image

import render
from engines import EXTRAS
from engines.dice import SeededDice
from engines.extras import Extras
from engines.table import (
    Ask,
    Dice,
    Event,
    Move,
    Path,
    Ready,
    Refused,
    Rng,
    Seat,
    Spec,
    Standing,
    Table,
    View,
    Viewer,
    check_viewer,
    read,
    require,
)
from host.play.seen import Seen
from model.match import Match, SeatRow
from model.terms import Terms
from opponents.random import play_random
from render import Help, Renderer, RulesPage, Say, kit
from render.style import Style

LIMIT = 8  # seats
PIXEL = kit.png(Image.new("RGB", (1, 1)), kit.palette([kit.INK], []))


@dataclass(slots=True)
class State:
    """The answers given so far, by seat."""

    table: Table
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class QuizView(View):
    """Everything: a quiz has no secrets."""

    table: Table
    given: tuple[tuple[str, str], ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """What has been answered, without saying who answered."""
        return tuple(sorted(answer for _, answer in self.given))


class Quiz:
    """All are asked the same questions, one after the other; the match ends with the last answer.

    With `rolls` a die falls after each answer, so that none can be taken back.
    """

    State = State

    def __init__(self, *asks: Ask, rolls: bool = False) -> None:
        self.asks = (*asks, Ready())
        self._rolls = rolls
        # the key is Pistard's, so that commands and words are there
        self.spec = Spec("pistard", range(1, LIMIT + 1), (), 1, 1, LIMIT, difficulty=1)

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """No one has answered."""
        return State(table, {}), []

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One whole answer."""
        require(self, state, move)
        assert move.by is not None
        state.answers[str(move.by)] = "/".join(move.path)
        if self._rolls:
            dice.roll("answered", 6)
        return [Event("answered", None, {"seat": move.by, "path": "/".join(move.path)})]

    def view(self, state: State, viewer: Viewer) -> QuizView:
        """The same for all."""
        check_viewer(viewer, state.table.seats)
        waiting = tuple(seat for seat in range(state.table.seats) if str(seat) not in state.answers)
        return QuizView(
            viewer=viewer,
            stage="quiz",
            waiting=waiting,
            standings=tuple(Standing(seat, 1, 0) for seat in range(state.table.seats)),
            over=not waiting,
            sealed=False,
            table=state.table,
            given=tuple(sorted(state.answers.items())),
        )

    def ask(self, view: QuizView, path: Path = ()) -> Ask | None:
        """The question after this many steps."""
        if view.viewer not in view.waiting:
            return None
        for at, step in enumerate(path):
            read(self.asks[min(at, len(self.asks) - 1)], step)
        return self.asks[len(path)]

    def fallback(self, view: QuizView) -> Path:
        """Whatever is first."""
        first: Any = _First()
        return play_random(self, view, first)

    def imagine(self, view: QuizView, rng: Rng) -> State:
        """The real state: nothing is hidden."""
        return State(view.table, dict(view.given))


class _First:
    """Luck that always falls on the first."""

    def randint(self, a: int, b: int) -> int:
        """The least number."""
        return a

    def sample(self, population: tuple[str, ...], k: int) -> list[str]:
        """The first of them, up to this number."""
        return list(population[:k])


class PlainRenderer:
    """Words without wit: ids are their own labels."""

    STYLE = Style()

    def __init__(self, longest_label: int = 10) -> None:
        self._longest_label = longest_label

    def board(self, view: QuizView, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        """Something that looks like a picture, another one for each path."""
        return PIXEL + repr(path).encode()

    def hand(self, view: QuizView, path: Path = ()) -> bytes | None:
        """Nothing private."""
        return None

    def hand_alt(self, view: QuizView, path: Path, say: Say) -> str | None:
        """No picture, no words."""
        return None

    def question(self, view: QuizView, path: Path, say: Say) -> str:
        """The steps so far."""
        return f"Question {len(path) + 1} after {' '.join(path) or 'nothing'}"

    def label(self, view: QuizView, path: Path, option: str, say: Say) -> str:
        """The option's id, made as long as a renderer's label may be."""
        return option.ljust(self._longest_label, "~")

    def headline(self, view: QuizView, names: tuple[str, ...], say: Say) -> str:
        """The seat that is to answer."""
        return "waiting for " + ", ".join(names[seat] for seat in view.waiting if seat is not None)

    def sentence(self, event: Event, names: tuple[str, ...], say: Say) -> str | None:
        """The seat and its answer."""
        return f"{names[int(str(event.data['seat']))]} answers {event.data['path']}."

    def refusal(self, illegal: Refused, names: tuple[str, ...], say: Say) -> str:
        """The reason's id."""
        return f"no: {illegal.reason}"

    def alt(self, view: QuizView, path: Path, say: Say) -> str:
        """The steps so far."""
        return f"a quiz after {len(path)} steps"

    def text_board(self, view: QuizView, path: Path, say: Say) -> str:
        """The answers."""
        return "\n".join(view.answers) or "no answers"

    def help(self, view: QuizView, path: Path, say: Say) -> Help:
        """The only page; a view doesn't know what is asked."""
        return Help(0)

    def rules(self, say: Say) -> list[RulesPage]:
        """None worth a page."""
        return [RulesPage("Quiz", "Answer.", None)]


def dress_as_pistard(monkeypatch: pytest.MonkeyPatch, renderer: Renderer | None = None) -> None:
    """Let the plain renderer speak for Pistard; a quiz has no badges."""
    monkeypatch.setitem(render.RENDERERS, "pistard", renderer or PlainRenderer())
    monkeypatch.setitem(EXTRAS, "pistard", Extras())


def seen(*asks: Ask, seat: Seat | None = 0, match: int = 1, answered: bool = False) -> Seen:
    """How a quiz of these questions looks from a seat, without any Discord around it."""
    game = Quiz(*asks)
    state, _ = game.setup(Table(2, {}, 1), SeededDice(bytes(32), 0))
    if answered:
        state.answers["0"] = "done"
    return Seen(_header(match), seat, game.view(state, seat), game)


def _header(match: int) -> Match:
    facts: dict[str, Any] = {"options": {}, "rules": 1, "phase": "running", "seq": 3, "places": 2, "terms": Terms()}
    where: dict[str, Any] = {"guild": 1, "channel": 2, "thread": 3, "host": 11}
    seats = (SeatRow(0, 11, None, "Ann"), SeatRow(1, 12, None, "Bob"))
    return Match(id=match, game="pistard", **facts, **where, key=b"", opened=0.0, changed=0.0, seats=seats)
