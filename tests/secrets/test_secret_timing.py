"""When a sealed answer is seen to be there, and what is sent meanwhile, tells nothing of what it is.

The worst that could be: computers whose time to think depends on their answer alone, and people whose answers are as
various. Over many sealed stages no figure that others see goes with a hidden one.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from random import Random
from statistics import fmean

import pytest

from engines.table import Path, Seat
from host.lobby.limits import DAILY
from host.play.seen import Seen
from host.play.step_facts import SEALED_THOUGHT
from host.time.clocks import DAY
from model.match import Counted
from opponents.random import play_random
from opponents.thinking import Ranking, Weighed
from opponents.worker import Question
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, GAMES, Evening, Noon

PEOPLE = ADA, BO
LEVELS = ("champion", "strong")
OPTIONS = {"tour": "custom", "course": "FFFF"}
LONGEST = SEALED_THOUGHT[0] - 1.0  # seconds of the longest thought: a longer one is answered by Fair
SURE = 4.0  # standard errors of a correlation of nothing: one in 16,000 is further off


def weight(path: Path) -> float:
    """Something about an answer, from 0 to 1, that no one else may learn."""
    return Random("+".join(path)).random()


class OpenBook(Desk):
    """Computers that answer at random, and whose time to think is written in their answer."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self.ready: list[tuple[float, asyncio.Future[None]]] = []
        self.now = now
        self.hidden: dict[Seat, float] = {}

    async def think(self, question: Question) -> Ranking | None:
        path = play_random(GAMES[question.game], question.view, Random(question.seed))
        assert question.view.viewer is not None
        if question.view.sealed:
            self.hidden[question.view.viewer] = weight(path)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready.append((self.now() + LONGEST * weight(path) * question.view.sealed, done))
        await done
        return [Weighed(path)]

    def come(self) -> None:
        """Let the thoughts come that are done by now."""
        for moment, done in self.ready:
            if moment <= self.now() and not done.done():
                done.set_result(None)
        self.ready = [task for task in self.ready if not task[1].done()]


@pytest.fixture
async def evening(sqlite_url: str) -> AsyncIterator[tuple[Evening, OpenBook]]:
    now = Noon()
    desk = OpenBook(now)
    evening = await Evening.begin(sqlite_url, now, pool=desk)
    yield evening, desk
    await evening.house.thoughts.stop()
    await evening.store.close()


async def settle(evening: Evening, desk: OpenBook) -> None:
    """Let all happen that is due at this moment."""
    for _ in range(3):
        await evening.owe()
        desk.come()
        await asyncio.sleep(0.001)


class Ledger:
    """Pairs of what is hidden and what is seen, by what is seen and the kind of stage, which everyone knows."""

    def __init__(self) -> None:
        self.pairs: dict[str, dict[str, list[tuple[float, float]]]] = {}

    def note(self, seen: str, kind: str, hidden: float, value: float) -> None:
        self.pairs.setdefault(seen, {}).setdefault(kind, []).append((hidden, value))

    def arrivals(self) -> dict[str, float]:
        """By how many standard errors of nothing each figure goes with what is hidden, in stages of one kind.

        Answers to other questions are others, and other things are sent then.
        """
        found: dict[str, float] = {}
        for seen, kinds in self.pairs.items():
            pairs = [pair for alike in kinds.values() for pair in centred(alike)]
            found[seen] = correlation(pairs) * math.sqrt(len(pairs))
        return found


def centred(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The pairs without their means."""
    hidden, seen = fmean(pair for pair, _ in pairs), fmean(other for _, other in pairs)
    return [(pair - hidden, other - seen) for pair, other in pairs]


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Between -1 and 1; 0 where one of both never changes."""
    first, second = fmean(pair for pair, _ in pairs), fmean(other for _, other in pairs)
    both = sum((f - first) * (other - second) for f, other in pairs)
    spreads = sum((pair - first) ** 2 for pair, _ in pairs) * sum((other - second) ** 2 for _, other in pairs)
    return both / math.sqrt(spreads) if spreads else 0.0


async def stage(evening: Evening, desk: OpenBook, ledger: Ledger, public: Seen, rng: Random) -> None:
    """One sealed stage: what everyone sees of it, whenever something can happen, beside what is hidden."""
    match, began, seats = public.match.id, evening.now(), [seat for seat in public.view.waiting if seat is not None]
    presses = {seat: began + rng.uniform(1, 25) for seat in seats if seat < len(PEOPLE)}
    hidden = {seat: desk.hidden[seat] for seat in seats if seat not in presses}
    left, sent = dict[Seat, float](), list[float]()
    while len(left) < len(seats):
        for seat in [seat for seat, moment in presses.items() if moment <= evening.now()]:
            del presses[seat]
            own = await evening.matches.see(match, PEOPLE[seat])
            path = play_random(own.game, own.view, rng)
            hidden[seat] = weight(path)
            await evening.answer(match, PEOPLE[seat], path)
        await settle(evening, desk)
        posted = [message for message in await evening.deliver() if message.post.to is None]
        now = await evening.matches.see(match, None)
        is_over = now.fingerprint != public.fingerprint  # waiting seats are no part of it
        if not is_over:  # what comes of answers that are revealed may tell of them
            sent += [evening.now() - began] * len(posted)
        left |= {seat: evening.now() - began for seat in seats if is_over or seat not in now.view.waiting} | left
        if not is_over:
            dues = [deadline.due for deadline in await evening.store.deadlines(match)]
            moments = [*dues, *presses.values(), *(moment for moment, _ in desk.ready)]
            evening.now.time = min(moment for moment in moments if moment > evening.now())
    order = sorted(seats, key=lambda seat: left[seat])
    for seat, value in hidden.items():
        kind = "person" if seat < len(PEOPLE) else "computer"
        ledger.note(f"{kind}: when", public.view.stage, value, left[seat])
        ledger.note(f"{kind}: order", public.view.stage, value, order.index(seat))
        ledger.note(f"{kind}: messages", public.view.stage, value, len(sent))
        ledger.note(f"{kind}: last message", public.view.stage, value, max(sent, default=0.0))


async def played(evening: Evening, desk: OpenBook, stages: int) -> Ledger:
    """So many sealed stages in matches of two people and two computers that think."""
    ledger, rng, done = Ledger(), Random(stages), 0
    while done < stages:
        evening.now.later(DAY / DAILY[Counted.LOBBIES])  # as many as a person may open
        match = await evening.play(*PEOPLE, opponents=LEVELS, game="legstrong", **OPTIONS)
        while done < stages:
            await settle(evening, desk)
            await evening.deliver()
            public = await evening.matches.see(match, None)
            if public.match.phase != "running":
                break
            people = [seat for seat in public.view.waiting if seat is not None and seat < len(PEOPLE)]
            if public.view.sealed and public.view.waiting:
                await stage(evening, desk, ledger, public, rng)
                done += 1
            elif people:
                own = await evening.matches.see(match, PEOPLE[people[0]])
                await evening.answer(match, PEOPLE[people[0]], play_random(own.game, own.view, rng))
            else:
                evening.now.later(5)
    return ledger


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_a_thousand_sealed_stages_tell_nothing(evening: tuple[Evening, OpenBook]) -> None:
    ledger = await played(*evening, stages=1000)
    told = ledger.arrivals()
    assert len(told) == 8 and sum(map(len, ledger.pairs["computer: when"].values())) >= 1000
    assert not {seen: errors for seen, errors in told.items() if abs(errors) > SURE}, told
