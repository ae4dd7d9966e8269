"""Cups at a host where nothing happens by itself: people by number, months that pass in a moment."""

from __future__ import annotations

from typing import Any

from engines.table import Amount
from host.access import Asker
from host.cups.cups import CupRequest
from host.cups.messages import CupMessage
from host.lobby.lobby import Person
from host.time.clocks import DAY, HOUR
from model.cup import Cup, Entrant, WholeCup
from tests.host.evening import PLACE, Evening
from tests.host.repair.stewards import number as rows_of
from tests.host.repair.stewards import steward

FIRST = 1000  # the id of the first person; others follow


class Gathering:
    """A host with cups in it."""

    def __init__(self, evening: Evening) -> None:
        self.enter(evening)

    def enter(self, evening: Evening) -> None:
        """Go on with this host: the first, or one after a restart."""
        self.evening, self.cups, self.rounds = evening, evening.house.cups, evening.house.rounds

    @property
    def shown(self) -> list[WholeCup]:
        """How each of the messages about cups has shown them."""
        notices = self.evening.box.notices
        return [notice.record for notice in notices if isinstance(notice, CupMessage) and not notice.verdicts]

    async def restart(self) -> None:
        """Another process takes over where this one ended."""
        await self.evening.store.close()
        self.enter(await type(self.evening).begin(self.evening.url, self.evening.now))

    def person(self, number: int) -> Person:
        return Person(FIRST + number, f"Rider {number}", self.evening.press())

    async def open(self, people: int = 0, by: int = 0, **request: Any) -> Cup:
        """A cup that person 0 directs, unless another is named, with the persons from 1 on signed up."""
        wanted = CupRequest(**{"game": "rope", "options": {}, "format": "knockout", "clock": "daily"} | request)
        cup = await self.cups.open(wanted, PLACE, self.person(by))
        for number in range(1, people + 1):
            await self.cups.join(cup.id, self.person(number))
        return cup

    async def begin(self, people: int, **request: Any) -> WholeCup:
        """The same, started, with its first round opened."""
        cup = await self.open(people, **request)
        await self.cups.start(cup.id, self.person(0), manages=False)
        return await self.work(cup.id)

    async def work(self, cup: int) -> WholeCup:
        """Let the host do what cups owe and send the posts of matches; returns the cup then."""
        await self.rounds.work()
        await self.evening.deliver()
        return await self.cups.whole(cup)

    async def play(self, match: int, winner: int) -> None:
        """Let a match of the rope be played; this user climbs fastest."""
        while True:
            seen = await self.evening.matches.see(match, None)
            if seen.match.phase != "running":
                return
            await self.evening.think(match)
            for seat in (await self.evening.matches.see(match, None)).view.waiting:
                row = seen.match.seats[seat or 0]
                if row.user is not None:
                    await self.answer(match, row.user, 4 if row.user == winner else 1)

    async def answer(self, match: int, user: int, knots: int) -> None:
        """The user climbs so many knots, or as many as there are, if it is their turn."""
        ask = (await self.evening.matches.see(match, user)).ask()
        if isinstance(ask, Amount):
            await self.evening.answer(match, user, (str(min(ask.most, knots)),))

    async def finish_round(self, whole: WholeCup) -> WholeCup:
        """Let all matches of the round be played: the better seeded win."""
        for table in whole.of_round(whole.cup.round):
            if table.match is not None and table.ranks is None:
                await self.play(table.match, holder(whole, min(table.places)).user)
        return await self.work(whole.cup.id)

    async def decide_round(self, whole: WholeCup) -> WholeCup:
        """Let the director say that the better seeded have won all tables of the round."""
        for table in whole.of_round(whole.cup.round):
            if table.ranks is None:
                await self.decide(whole.cup.id, table.number, holder(whole, min(table.places)).user)
        return await self.work(whole.cup.id)

    async def decide(self, cup: int, table: int, winner: int, by: int = 0, *, manages: bool = False) -> Cup:
        """Let a person, the director by default, say who has won a table, having just looked at the cup."""
        seen = await self.cups.whole(cup)
        return await self.cups.set_result(cup, table, winner, self.person(by), manages=manages, seen=seen)

    async def call_off(self, match: int) -> None:
        """Meg, who manages the server and plays nowhere, calls a match off."""
        await self.evening.house.repairs.drop(match, await rows_of(self.evening, match), steward(self.evening))

    async def later(self, days: float, step: float = 6 * HOUR) -> None:
        """Let time pass, and the clock play whatever is due meanwhile."""
        end = self.evening.now() + days * DAY
        while self.evening.now() < end:
            self.evening.now.later(min(step, end - self.evening.now()))
            await self.evening.owe()
            await self.rounds.work()
            await self.evening.deliver()


def holder(whole: WholeCup, place: int) -> Entrant:
    """The entrant who holds this place."""
    entrant = whole.holder(place)
    assert entrant is not None
    return entrant


def entrant_of(whole: WholeCup, user: int) -> Entrant:
    """The entrant who is this user."""
    entrant = whole.entrant(user)
    assert entrant is not None
    return entrant


def asker(guild: int | None = PLACE.guild, *, sees: bool = True) -> Asker:
    """A person who asks from a server."""
    return Asker(1, guild, lambda channel: sees)
