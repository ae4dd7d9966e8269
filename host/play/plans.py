"""Plans: up to three answers, best first, given before the question.

An answer holds as long as it can be given and leads to the same for its own seat, whatever else the others do.

What comes is foretold in worlds that the planner can't tell from the real one, and only where it is the same in all of
them, else the question is put as if it were the planner's turn now; what an answer brings is what it brings in all of
them. So nothing that was imagined, a hand, a card drawn, what someone plays from it or what is revealed, is ever taken
as if it were so.
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

FAR = 64  # answers of the others that are foretold at most
SEED = 11  # any number: the same question gets the same answer
PLAN_WORLDS = 32  # imagined ones: what differs in every eighth of them is missed once in 70 times
MOST_ANSWERS = 3  # of a plan
OWN = "own"  # what a seat has after its answer, besides the events


@dataclass(frozen=True, slots=True)
class Ahead:
    """Next question of a seat if the others play their fallbacks: its view then, and what it will have heard."""

    view: View
    foretold: list[Event]


class EvenDice:
    """Dice that fall alike whenever they are asked: what comes of two answers can be compared."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """Ones."""
        return [1] * n

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """The order stays."""
        return list(items)


def coming(seen: Seen) -> View | None:
    """View of the seat that looks on when it is asked next, as far as it can know; None where it can't."""
    future = ahead(seen)
    if future is not None:
        return future.view
    goes_on = seen.seat is not None and seen.match.phase == "running"
    return as_if_asked(seen.game.spec.key, seen.view) if goes_on else None


def ahead(seen: Seen) -> Ahead | None:
    """The next question of the seat that looks on, before it is asked, if all others play their fallbacks.

    None where that can't be foretold: luck, a sealed stage, the end or something hidden from the seat comes first, or
    the seat is asked already.
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
    """States that the viewer can't tell from the real one, each once: one alone where nothing is hidden."""
    rng, worlds = Random(SEED), list[Any]()
    for _ in range(PLAN_WORLDS):
        world = game.imagine(view, rng)
        if world not in worlds:
            worlds.append(world)
    return worlds


def _ahead_in(game: Game[Any, Any], state: Any, seat: Seat) -> Ahead | None:
    """The seat's next question in this world, which is played on."""
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
    """Effect of a whole answer on its own seat, as far as everyone will see: its first events, and what it has then.

    Only what comes in all worlds that the seat can't tell from the real one: what the answer reveals in one of them was
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
    """The first answer of the plan that holds in the present view of its seat, which is asked; None if none does."""
    return next((answer.path for answer in plan.answers if _stands(game, view, answer)), None)


def _stands(game: Game[Any, Any], view: View, answer: PlannedAnswer) -> bool:
    if not is_whole(game, view, answer.path):
        return False
    return encode_json(leads_to(game, view, answer.path)) == encode_json(answer.leads)


def is_whole(game: Game[Any, Any], view: View, path: Path) -> bool:
    """Whether the path is a complete legal answer in this view."""
    try:
        return isinstance(game.ask(view, path), Ready)
    except IllegalMove:
        return False


def plan_of(seen: Seen, future: View | None, path: Path, before: Plan | None) -> Plan:
    """The plan with this answer added to those of `before`; raises Refused where it can't be.

    Those answers that the seat couldn't give any more are left out. An answer that is there already stays where it is.
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
