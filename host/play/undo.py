"""Undo: an answer may be taken back if it drew nothing, told nobody a secret and showed nothing that wasn't foreseen.

All of it is found by trying the answer in worlds that its seat can't tell from the real one, so no game has to say
which of its answers are final, and the same test tells beforehand whether a single click needs a Confirm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from db.codec import encode_json
from db.kinds import How, RowKind
from db.rows import LogRow, Match
from engines.table import Event, Game, IllegalMove, Move, Path, Seat, View
from host.play.easy import is_easy
from host.play.seen import Seen, forced_path, is_person

UNDO_WORLDS = 16  # if two things may come, the same one comes in all of them once in 32,768 times
STATELESS = (RowKind.PAUSE, RowKind.RESUME, RowKind.VOTE, RowKind.EXTEND)  # rows that leave the state as it is
NOBODY: Mapping[Seat, int] = MappingProxyType({})
SEED = 20  # any number: the same answer is judged alike by all who ask


class Drawn(Exception):
    """Something was drawn, so the answer is final."""


class NoDice:
    """Dice that refuse to fall."""

    def roll(self, why: str, sides: int, n: int = 1) -> list[int]:
        """Always Drawn."""
        raise Drawn(why)

    def shuffle(self, why: str, items: Sequence[str]) -> list[str]:
        """Always Drawn."""
        raise Drawn(why)


def can_take_back(seen: Seen, path: Path, easy: Mapping[Seat, int] = NOBODY) -> bool:
    """Whether undo will be open right after this answer of the seat that looks on.

    Forced answers of the same seat that follow go with it; any other answer of the house right after it closes undo.
    `easy` is up to how many sensible answers the house answers for a seat.
    """
    game, forced = seen.game, seen.match.forced
    futures = _futures(game, seen.view, path, forced=forced)
    if _foreseen(futures) is None or any(_goes_on(seen.match, game, state) for _, state in futures):
        return False
    public = game.view(futures[0][1], None)  # the same in all of them, since the same was foreseen
    asked = [] if public.sealed else [seat for seat in public.waiting if seat is not None and easy.get(seat)]
    return not any(is_easy(game, public, seat, easy[seat]) for seat in asked)


def taken_back_from(rows: Sequence[LogRow], seat: Seat) -> int | None:
    """The number of the log row that an undo by this seat would take back, if nobody else has done anything since.

    Forced answers of the same seat after it go with it.
    """
    for row in reversed(rows):
        if row.kind in STATELESS:
            continue
        if row.kind != RowKind.MOVE or row.by != seat or row.draws:
            return None
        if row.how == How.PLAYER:
            return row.seq
        if row.how != How.FORCED:
            return None
    return None


def was_free(game: Game[Any, Any], view: View, rows: Sequence[LogRow], *, forced: bool) -> bool:
    """Whether the rows, an answer of `view.viewer` and forced ones after it, showed just what it could foresee."""
    foreseen = _foreseen(_futures(game, view, rows[0].path, forced=forced))
    return foreseen is not None and foreseen == _spelled([event for row in rows for event in row.events])


def _foreseen(futures: Sequence[tuple[list[Event], Any]]) -> str | None:
    """What happens, if it is the same in all futures."""
    different = {_spelled(events) for events, _ in futures}
    return different.pop() if len(different) == 1 else None


def _futures(game: Game[Any, Any], view: View, path: Path, *, forced: bool) -> list[tuple[list[Event], Any]]:
    """Events and end of the answer in some imagined worlds; none if it draws, tells others a secret or is sealed.

    A sealed answer needs no undo: until all are in, a new one replaces it.
    """
    seat = view.viewer
    assert seat is not None, "the public doesn't answer"
    rng = Random(SEED)
    futures: list[tuple[list[Event], Any]] = []
    for _ in range(0 if view.sealed else UNDO_WORLDS):
        state = game.imagine(view, rng)
        try:
            events = _play(game, state, seat, path, forced=forced)
        except (Drawn, IllegalMove):
            return []
        if any(event.to is not None and event.to != frozenset({seat}) for event in events):
            return []
        futures.append((events, state))
    return futures


def _play(game: Game[Any, Any], state: Any, seat: Seat, path: Path, *, forced: bool) -> list[Event]:
    events: list[Event] = []
    step: Path | None = path
    while step is not None:
        events += game.apply(state, Move(seat, step), NoDice())
        waiting = game.view(state, None).waiting
        step = forced_path(game, state, seat) if forced and seat in waiting else None
    return events


def _goes_on(match: Match, game: Game[Any, Any], state: Any) -> bool:
    """Whether the match is over then, or somebody answers at once without being asked."""
    public: View = game.view(state, None)
    return public.over or any(
        who is None
        or not is_person(match.seats[who])
        or match.seats[who].play_on is not None
        or (match.forced and forced_path(game, state, who) is not None)
        for who in public.waiting
    )


def _spelled(events: Sequence[Event]) -> str:
    """Events to compare: those from the log hold tuples where fresh ones hold lists, and keys in another order."""
    return encode_json(events)
