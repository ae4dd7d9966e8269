"""People who look for tables, block, join and leave, in any order, at two processes; and tables that reopen."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from db.store import Doubled, Stale, Store
from engines.table import Refused
from host.lobby.limits import NEWCOMERS
from host.lobby.lobby import Person
from host.lobby.presets import Offer, Presets
from host.lobby.seekers import Place
from host.lobby.standing_tables import AT_A_TIME, AWAY, UNJOINED
from host.time.clocks import DAY, HOUR
from model.kinds import RowKind
from model.match import Match
from model.seeker import Wishes
from tests.host.evening import ADA, BO, CY, DEE, NAMES, Evening

T = TypeVar("T")

EVERYBODY = (ADA, BO, CY, DEE)
PLACES = (Place(7, 77, is_open=True), Place(7, 78, is_open=False), Place(8, 88, is_open=True))
CLOCKS = {"tonight": "live", "week": "daily", "long": "relaxed"}

people = st.sampled_from(EVERYBODY)
wishes = st.builds(
    Wishes,
    st.sampled_from((("pistard",), ("legstrong",), ("pistard", "legstrong"))),
    st.sampled_from((("week",), ("tonight", "week", "long"))),
    st.booleans(),
)


class Gathering(RuleBasedStateMachine):
    """Two servers with their queues and tables, kept by two processes."""

    empty: Path  # a database without matches, to begin with

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.blocked: set[frozenset[int]] = set()
        self.known: set[int] = set()  # matches that were looked at

    def run(self, doing: Coroutine[Any, Any, T]) -> T | None:
        """Do it; what the rules of the host refuse doesn't happen."""
        try:
            return self.runner.run(doing)
        except (Refused, Stale, Doubled):
            return None

    def teardown(self) -> None:
        for house in getattr(self, "houses", ()):
            self.runner.run(house.store.close())
        self.runner.close()
        self.folder.cleanup()

    @initialize()
    def begin(self) -> None:
        file = Path(self.folder.name) / "house.db"
        shutil.copy(self.empty, file)
        self.url = f"sqlite+aiosqlite:///{file}"
        first = self.runner.run(Evening.begin(self.url))
        self.now = first.now
        self.houses = [first, self.runner.run(Evening.begin(self.url, self.now))]

    @property
    def house(self) -> Evening:
        return self.houses[0]

    # --- what happens

    @rule(user=people, wishes=wishes, place=st.sampled_from(PLACES), move=st.booleans())
    def look(self, user: int, wishes: Wishes, place: Place, move: bool) -> None:
        seekers, by = self.house.house.seekers, self.house.person(user)
        before = self.runner.run(seekers.of(user))
        stands = self.run(seekers.ask(wishes, place, by, move=move))
        if stands is not None and before is not None and before.guild != place.guild and not move:
            assert stands == before

    @rule(user=people)
    def look_no_more(self, user: int) -> None:
        self.run(self.house.house.seekers.leave(user))

    @rule(user=people, author=people)
    def block(self, user: int, author: int) -> None:
        self.run(self._block(user, author))

    async def _block(self, user: int, author: int) -> None:
        if user == author:
            return
        match = await self.house.open(author, places=3)
        self.known.add(match.id)
        await self.house.lobby.invite(match.id, Person(user, NAMES[user], None), self.house.person(author))
        await self.house.house.invitations.block(match.id, user)
        self.blocked.add(frozenset((user, author)))
        await self.house.lobby.cancel(match.id, self.house.person(author))

    @rule()
    def find_tables_at_two_processes(self) -> None:
        self.runner.run(self._find())

    async def _find(self) -> None:
        await asyncio.gather(*(house.house.seekers.work() for house in self.houses))

    @rule(user=people)
    def keep_a_table_reopening(self, user: int) -> None:
        self.run(self._stand(user))

    async def _stand(self, user: int) -> None:
        match = await self.house.open(user, places=2)
        self.known.add(match.id)
        await self.house.house.standing_tables.keep(match.id, self.house.person(user))

    @rule(user=people, number=st.integers(0, 5))
    def join(self, user: int, number: int) -> None:
        lobbies = self.runner.run(self.house.store.matches_in(("lobby",)))
        if lobbies:
            self.run(self._join(user, lobbies[number % len(lobbies)]))

    async def _join(self, user: int, match: Match) -> None:
        await self.house.lobby.join(match.id, self.house.person(user))

    @rule(user=people, number=st.integers(0, 5), action=st.sampled_from(("leave", "cancel", "resign")))
    def give_up(self, user: int, number: int, action: str) -> None:
        matches = self.runner.run(self.house.store.matches_of(user, ("lobby", "running")))
        if matches:
            self.run(self._give_up(user, matches[number % len(matches)], action))

    async def _give_up(self, user: int, match: Match, action: str) -> None:
        if match.phase == "running":
            await self.house.seats.resign(match.id, user, self.house.press())
        elif action == "cancel":
            await self.house.lobby.cancel(match.id, self.house.person(user))
        else:
            await self.house.lobby.leave(match.id, self.house.person(user))

    @rule(seconds=st.sampled_from((1.0, 61.0, HOUR, DAY, 8 * DAY, AWAY)))
    def time_passes(self, seconds: float) -> None:
        self.now.later(seconds)
        self.runner.run(self.house.owe())
        self.runner.run(self.house.deliver())

    @rule()
    def reopen_at_two_processes(self) -> None:
        self.runner.run(self._reopen())

    async def _reopen(self) -> None:
        before = {table.match for table in await self.house.store.standing_tables.going_on()}
        await asyncio.gather(*(house.house.standing_tables.work() for house in self.houses))
        after = {table.match for table in await self.house.store.standing_tables.going_on()}
        assert len(after) <= len(before)
        for match in after - before:
            header = await self.house.header(match)
            assert (header.phase, len(header.seats)) == ("lobby", 1)
            begun = await self.house.store.matches_of(header.host, ("starting", "running"))
            assert sum(m.host == header.host and m.game == header.game for m in begun) < AT_A_TIME
        self.known |= after

    @rule()
    def a_process_restarts(self) -> None:
        self.runner.run(self._restart())

    async def _restart(self) -> None:
        old = self.houses.pop(0)
        await old.house.thoughts.stop()
        await old.store.close()
        self.houses.append(await Evening.begin(self.url, self.now))

    # --- what always holds

    @invariant()
    def tables_found_hold_what_was_promised(self) -> None:
        if hasattr(self, "houses"):
            self.runner.run(self._look_at_tables())

    async def _look_at_tables(self) -> None:
        found = [m for m in await self.house.store.matches_in(("lobby",)) if m.id not in self.known]
        waiting = {seeker.user: seeker for seeker in await self.house.store.seekers.waiting(self.now())}
        for match in found:
            self.known.add(match.id)
            rows = await self.house.log(match.id)
            together = [row.user for row in rows if row.kind in (RowKind.OPEN, RowKind.JOIN)]
            assert 2 <= len(together) == match.places <= 4
            assert len({*together}) == len(together)
            assert not any(pair <= {*together} for pair in self.blocked)
            assert (match.guild, match.channel) in {(place.guild, place.channel) for place in PLACES}
            assert match.terms.waits == match.terms.pace.is_live
        for user in waiting:
            begun = await self.house.store.matches_of(user, ("starting", "running"))
            assert len(begun) <= NEWCOMERS + AT_A_TIME
        tables = await self.house.store.standing_tables.going_on()
        assert all(table.unjoined < UNJOINED for table in tables)
        assert len({table.match for table in tables}) == len(tables)


def play(examples: int, steps: int) -> None:
    how = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
    )
    run_state_machine_as_test(seed(42)(Gathering), settings=how)


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty database, and presets whose length is known without a trial."""

    async def offer(_: object, game: str, name: str, places: int, *, alone: bool = False) -> Offer:
        return Offer(name, {}, CLOCKS[name], (2, 3, 4))

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{Gathering.empty}")).close()

    monkeypatch.setattr(Presets, "offer", offer)
    Gathering.empty = tmp_path / "empty.db"
    asyncio.run(make())


def test_whatever_comes_together_people_find_the_right_tables() -> None:
    play(examples=5, steps=25)


@pytest.mark.long
def test_whatever_comes_together_for_long_people_find_the_right_tables() -> None:
    play(examples=100, steps=60)
