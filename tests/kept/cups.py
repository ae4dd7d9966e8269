"""Cups of the life: one that is played to its end, one that its director decides, one of sides, and one called off."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from host.cups.cups import CupRequest
from host.repair.steward import Steward
from model.cup import CupTable, WholeCup
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening
from tests.host.repair.stewards import number
from tests.kept.people import EVE, GUS, PEOPLE, QUICK


class Cups:
    """The cups at an evening; `deliver` sends what is due, in one order."""

    def __init__(self, evening: Evening, deliver: Callable[[], Awaitable[None]]) -> None:
        self.evening, self.cups, self.deliver = evening, evening.house.cups, deliver

    async def hold(self) -> None:
        """All of them."""
        swiss = await self.begin(EVE, (GUS, ADA, CY, DEE), format="swiss", days=3)
        await self.play(swiss)
        robin = await self.begin(BO, (GUS, ADA, CY, DEE, EVE), format="robin", places=4, duplicate=False)
        await self.decide(robin)
        await self.begin(EVE, (ADA, BO, CY, DEE), format="teams", clock="relaxed", weekends=True)
        off = await self.begin(CY, (ADA, BO, CY, DEE, EVE), format="groups", places=3, legs=True, starts=False)
        await self.cups.leave(off, self.evening.person(BO))
        await self.cups.cancel(off, self.evening.person(CY), manages=False)
        league = await self.begin(ADA, (ADA, BO, GUS, CY), format="league", seasons=3, duplicate=False)
        await self.call_off(league)
        await self.ask(league, ADA)

    async def begin(self, director: int, people: Sequence[int], *, starts: bool = True, **request: Any) -> int:
        """A cup of these people, whose first round is opened; its number."""
        wanted = CupRequest("pistard", QUICK, **request)
        cup = await self.cups.open(wanted, PLACE, self.evening.person(director))
        for user in people:
            await self.cups.join(cup.id, self.evening.person(user))
        if starts:
            await self.cups.start(cup.id, self.evening.person(director), manages=False)
            await self.work(cup.id)
        return cup.id

    async def work(self, cup: int) -> WholeCup:
        """Let the host do what cups owe; returns this one then."""
        await self.evening.house.rounds.work()
        await self.deliver()
        return await self.cups.whole(cup)

    async def play(self, cup: int) -> None:
        """Play all matches of all rounds; they are packed afterwards."""
        whole = await self.cups.whole(cup)
        while whole.cup.phase == "running":
            for table in whole.of_round(whole.cup.round):
                assert table.match is not None
                await self.evening.play_on(table.match, random.Random(table.match))
                await self.deliver()
            whole = await self.work(cup)
        for table in whole.tables:
            assert table.match is not None
            assert await self.evening.house._dormancy.pack(table.match)

    async def decide(self, cup: int) -> None:
        """Say who has won a table, give a place to someone of the reserve list, and take someone out."""
        whole, bo = await self.cups.whole(cup), self.evening.person(BO)
        table = whole.of_round(1)[0]
        winner, loser = self.people(whole, table)
        await self.cups.set_result(cup, table.number, winner, bo, manages=False, seen=whole)
        await self.cups.replace(cup, loser, EVE, self.evening.person(BO), manages=False)
        await self.cups.drop(cup, winner, self.evening.person(BO), manages=False)
        await self.cups.move(cup, PLACE.channel, self.evening.person(BO), manages=False)
        await self.work(cup)

    async def call_off(self, cup: int) -> None:
        """Dee, who manages the server, calls off the match in which the director plays."""
        whole = await self.cups.whole(cup)
        [match] = [table.match for table in whole.of_round(1) if whole.cup.director in self.people(whole, table)]
        assert match is not None
        by = Steward(DEE, PEOPLE[DEE], self.evening.press())
        await self.evening.house.repairs.drop(match, await number(self.evening, match), by)
        await self.work(cup)

    async def ask(self, cup: int, director: int) -> None:
        """Let a table vote on its winner, as its director plays in the cup."""
        whole = await self.cups.whole(cup)
        table = next(table for table in whole.of_round(1) if director not in self.people(whole, table))
        [winner, _] = self.people(whole, table)
        await self.evening.house.awards.ask(cup, table.number, winner, self.evening.person(director), manages=False)

    @staticmethod
    def people(whole: WholeCup, table: CupTable) -> list[int]:
        """The people at a table, in the order of its seats."""
        return [holder.user for place in table.places if (holder := whole.holder(place)) is not None]
