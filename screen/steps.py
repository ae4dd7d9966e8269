"""Steps of a match since a person's last move: which look different, and what happened in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf

from engines.table import Event, Refused
from host.house import House
from host.play.matches import Matches
from host.play.replay import Frame
from host.play.seen import Seen
from locales import Catalogue
from model.match import LogRow
from screen.pictures import Pictures
from screen.sentences import sentences

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds

COMPARED = 100  # steps


@dataclass(frozen=True, slots=True)
class Past:
    """What a person looks back on: the rows of a match after public row number `first`."""

    match: int
    user: int
    first: int


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step, its place among all of them, and what happened in it, a sentence each."""

    place: int
    frame: Frame
    news: list[str]


async def unlike(house: House, pictures: Pictures, past: Past, say: Catalogue) -> list[int]:
    """The steps without those that look like the step before; their news go with the next.

    If comparing all of them would take too long, all are kept.
    """
    steps = await house.replays.steps(past.match, past.user, past.first)
    if len(steps) > COMPARED:
        return steps
    kept: list[int] = []
    last: bytes | None = None
    for frame in await house.replays.frames(past.match, past.user, steps):
        look = await pictures.look(frame.seen, say)
        if look != last:
            kept.append(frame.seq)
        last = look
    return kept


async def step_at(house: House, steps: Sequence[int], past: Past, place: int, say: Catalogue) -> ShownStep:
    """The step at this place, or at the nearest; raises Refused if there is none."""
    place = max(0, min(place, len(steps) - 1))
    frame = await house.replays.frame(past.match, past.user, steps[place]) if steps else None
    if frame is None:
        raise Refused("since.nothing")
    before = steps[place - 1] if place else 0  # a place in the log, while `past.first` is a public number
    heard = await house.matches.history(past.match, past.user, past.first)
    last = place == len(steps) - 1  # nothing visible changed after it
    news = chain.from_iterable(events for row, events in heard if before < row.seq and (last or row.seq <= frame.seq))
    first = [] if place else plan_came_true(house.matches, frame.seen, heard, say)
    return ShownStep(place, frame, [*first, *sentences(frame.seen, news, say)])


def plan_came_true(
    matches: Matches, seen: Seen, heard: Sequence[tuple[LogRow, list[Event]]], say: Catalogue
) -> list[str]:
    """That a plan of the viewer has been played since their own last move, and how long a wait that saved; [] if none.

    `heard` are the log rows since then, or more.
    """
    seconds = matches.spared(seen, heard)
    return [] if seconds is None else [_saved(seconds, say)]


def _saved(seconds: float, say: Catalogue) -> str:
    for name, unit, most in (("minutes", MINUTE, HOUR), ("hours", HOUR, 2 * DAY), ("days", DAY, inf)):
        if unit <= seconds < most:
            return say(f"plan.true.{name}", n=int(seconds // unit))
    return say("plan.true")
