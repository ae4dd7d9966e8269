"""Planning ahead: an answer given before one is asked, for the case that the others do what is to be expected.

What comes is foretold in worlds that the planner can't tell from the real one, and only where it is the same in all of
them: so nothing that was imagined, a hand, a card drawn, what somebody plays from it, is ever shown as if it were so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from db.codec import encode_json
from db.kinds import RowKind
from db.rows import LogRow, Plan
from engines.table import Event, Game, IllegalMove, Move, Path, Ready, Seat, View
from host.play.seen import Seen, first_path, may_hear
from host.play.undo import Drawn, NoDice

FAR = 64  # answers of the others that are foretold at most
SEED = 11  # any number: whoever asks twice is asked the same
PLAN_WORLDS = 32  # imagined ones: what differs in every eighth of them is missed once in 70 times


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a seat will be asked next if the others play their fallbacks: its view then, and what it will have heard."""

    view: View
    foretold: list[Event]


def ahead(seen: Seen) -> Ahead | None:
    """The next question of the seat that looks on, before it is asked, as far as it can know.

    None where that can't be foretold: luck, a sealed stage, the end or something hidden from the seat comes first, or
    the seat is asked already.
    """
    game, seat, rng = seen.game, seen.seat, Random(SEED)
    if seat is None or seat in seen.view.waiting or seen.match.phase != "running":
        return None
    worlds: list[Any] = []
    for _ in range(PLAN_WORLDS):
        world = game.imagine(seen.view, rng)
        if world not in worlds:  # where nothing is hidden all of them are one
            worlds.append(world)
    first: Ahead | None = None
    for world in worlds:
        future = _ahead_in(game, world, seat)
        if future is None or (first is not None and not _is_same(future, first)):
            return None
        first = first or future
    return first


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


def _is_same(one: Ahead, other: Ahead) -> bool:
    """Whether the seat sees and hears the same in both."""
    return one.view == other.view and encode_json(one.foretold) == encode_json(other.foretold)


def holds(plan: Plan, rows: Sequence[LogRow]) -> bool:
    """Whether nothing but what was foretold has happened in the rows since the plan was made.

    A draw, an undo or a rewind is never foretold.
    """
    events = [event for row in rows for event in row.events if may_hear(event, plan.seat)]
    happened = [event for event in events if not event.kind.startswith("house.")]
    surprise = any(row.draws or row.kind in (RowKind.UNDO, RowKind.REWIND) for row in rows)
    return not surprise and encode_json(happened) == encode_json(plan.foretold)


def is_whole(game: Game[Any, Any], view: View, path: Path) -> bool:
    """Whether the path is a complete legal answer in this view."""
    try:
        return isinstance(game.ask(view, path), Ready)
    except IllegalMove:
        return False


def plan_of(seen: Seen, future: Ahead | None, path: Path) -> Plan:
    """The plan to answer so; raises IllegalMove where nothing can be planned or the answer isn't whole."""
    if seen.seat is None or future is None:
        raise IllegalMove("plan.closed")
    if not is_whole(seen.game, future.view, path):
        raise IllegalMove("plan.short")
    return Plan(seen.match.id, seen.seat, seen.match.seq, path, future.foretold)
