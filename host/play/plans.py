"""Plans: up to three moves, best first, given before the question.

A planned move holds as long as it is legal and has the same effect on its own seat, whatever the others do.

The next question is predicted in worlds that the planner can't tell from the real one, and only if it is the same in
all of them; otherwise the planner answers as if it were their turn now. A move's effect is what it has in all worlds.
So nothing imagined, such as a hand, a drawn card, another's play or what is revealed, is ever taken
for real.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

from db.sql.codec import encode_json
from engines.foresight import as_if_asked, own
from engines.table import TURN, Event, Game, IllegalMove, Move, Path, Ready, Refused, Seat, View
from host.play.seen import Seen, first_path, may_hear
from host.play.undo import Drawn, NoDice
from model.match import Plan, PlannedAnswer

FAR = 64  # moves of others that are predicted at most
SEED = 11  # arbitrary: the same question gets the same result
PLAN_WORLDS = 32  # imagined ones: a difference in every eighth of them is missed once in 70 times
MOST_ANSWERS = 3  # in a plan
OWN = "own"  # what a seat has after its move, besides the events


@dataclass(frozen=True, slots=True)
class Ahead:
    """A seat's next question if the others play their fallbacks: its view then, and what it will have heard."""

    view: View
    foretold: list[Event]


class EvenDice:
    """Dice that always fall alike, so that the effects of two moves can be compared."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """Roll only ones."""
        return [1] * n

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """Leave the order as it is."""
        return list(items)


def coming(seen: Seen) -> View | None:
    """The viewer's view at their next question, as far as they can know it; None if they can't."""
    future = ahead(seen)
    if future is not None:
        return future.view
    goes_on = seen.seat is not None and seen.match.phase == "running"
    return as_if_asked(seen.game.spec.key, seen.view) if goes_on else None


def ahead(seen: Seen) -> Ahead | None:
    """The viewer's next question if all others play their fallbacks.

    None if it can't be predicted: luck, a sealed stage, the end or something hidden from the seat comes first, or
    the seat is to move already.
    """
    game, seat = seen.game, seen.seat
    if seat is None or seat in seen.view.waiting or seen.match.phase != "running":
        return None
    first: Ahead | None = None
    for world in _worlds(game, seen.view):
        future = _ahead_in(game, world, seat)
        if future is None or (first is not None and not _is_same(future, first)):
            return None
        first = first or future
    return first


def _worlds(game: Game[Any, Any], view: View) -> list[Any]:
    """Different states that the viewer can't tell from the real one; only one if nothing is hidden."""
    rng, worlds = Random(SEED), list[Any]()
    for _ in range(PLAN_WORLDS):
        world = game.imagine(view, rng)
        if world not in worlds:
            worlds.append(world)
    return worlds


def _ahead_in(game: Game[Any, Any], state: Any, seat: Seat) -> Ahead | None:
    """The seat's next question in this world, which this changes."""
    foretold: list[Event] = []
    for _ in range(FAR):
        public = game.view(state, None)
        if public.over or public.sealed:
            return None
        if seat in public.waiting:
            return Ahead(game.view(state, seat), foretold) if foretold else None
        who = public.waiting[0]
        try:
            view = game.view(state, who)
            path = first_path(game, view) if who is None else game.fallback(view)
            events = game.apply(state, Move(who, path), NoDice())
        except Drawn:
            return None
        foretold += [event for event in events if may_hear(event, seat)]
    return None


def _is_same(first: Ahead, other: Ahead) -> bool:
    """Whether the seat sees and hears the same in both."""
    return first.view == other.view and encode_json(first.foretold) == encode_json(other.foretold)


def leads_to(game: Game[Any, Any], view: View, path: Path) -> list[Event]:
    """A whole move's effect on its own seat, as far as it is certain: its first events, and what the seat has then.

    Only what is the same in all worlds that the seat can't tell from the real one: anything else is
    imagined.
    """
    seat = view.viewer
    assert seat is not None, "the public doesn't answer"

    def is_own(event: Event) -> bool:
        return event.to is None and event.kind != TURN and event.data.get("seat") == seat

    brought, has = list[Event](), list[str | int]()
    for number, world in enumerate(_worlds(game, view)):
        events = takewhile(is_own, game.apply(world, Move(seat, path), EvenDice()))
        then = own(game.spec.key, game.view(world, seat))
        if not number:
            brought, has = list(events), then
            continue
        same = takewhile(lambda pair: pair[0] == pair[1], zip(brought, events, strict=False))
        brought, has = [event for event, _ in same], has if has == then else []
        if not brought and not has:
            break
    return [*brought, *([Event(OWN, None, {"has": has})] if has else [])]


def planned_answer(game: Game[Any, Any], view: View, plan: Plan) -> Path | None:
    """The first planned move that still holds in the seat's present view; None if none does."""
    return next((answer.path for answer in plan.answers if _stands(game, view, answer)), None)


def _stands(game: Game[Any, Any], view: View, answer: PlannedAnswer) -> bool:
    if not is_whole(game, view, answer.path):
        return False
    return encode_json(leads_to(game, view, answer.path)) == encode_json(answer.leads)


def is_whole(game: Game[Any, Any], view: View, path: Path) -> bool:
    """Whether the path is a complete legal move in this view."""
    try:
        return isinstance(game.ask(view, path), Ready)
    except IllegalMove:
        return False


def plan_of(seen: Seen, future: View | None, path: Path, before: Plan | None) -> Plan:
    """The plan with this move added to those of `before`; raises Refused if it can't be added.

    Moves that have become impossible are dropped. A move already in the plan keeps its place.
    """
    if seen.seat is None or future is None:
        raise Refused("plan.closed")
    if not is_whole(seen.game, future, path):
        raise Refused("plan.short")
    kept = tuple(answer for answer in (before.answers if before else ()) if is_whole(seen.game, future, answer.path))
    if all(answer.path != path for answer in kept):
        if len(kept) >= MOST_ANSWERS:
            raise Refused("plan.full", {"most": MOST_ANSWERS})
        kept = (*kept, PlannedAnswer(path, tuple(leads_to(seen.game, future, path))))
    return Plan(seen.match.id, seen.seat, kept)
