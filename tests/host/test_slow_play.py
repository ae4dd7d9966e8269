"""Slow play with everything that may come together: a machine that plays on over votes, undo, absence and outages."""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from db.sql.codec import decode, encode
from db.store import Doubled, Stale, Store
from engines.dice import RecordedDice
from engines.orders import offered
from engines.table import Move, Refused
from host.play.easy import LIMITS
from host.play.matches import PLAY_ON
from host.play.plans import coming
from host.play.seat_clocks import clock_times
from host.play.seen import Seen, is_person
from host.table.votes import VOTES
from host.time.clocks import HOUR
from model.kinds import Evening as Evenings
from model.kinds import How, Owed, PlayOn, VoteKind
from model.match import Deadline, LogRow, Match, Outgoing, Preferences, Step
from model.pace import PACES
from opponents.random import play_random
from tests.engines.facts import FACTS, TINY
from tests.host.evening import ADA, BO, CY, DEE, NAMES, Evening
from tests.host.rope import KNOTS

T = TypeVar("T")

SEATED = (ADA, BO, CY)
EVERYBODY = (*SEATED, DEE)
WITHOUT_STATE = (
    *("vote", "extend", "pause", "resume", "resign", "takeover", "return", "replace", "end", "holiday", "live"),
)
GUILD = 7
NIGHT = (20, 9)  # hours of the day, in UTC
QUIET = Preferences(zone="UTC", quiet=(NIGHT[0] * 60, NIGHT[1] * 60))
PREFERENCES = {ADA: Preferences(), BO: QUIET, CY: QUIET}
ASLEEP = {BO, CY}
CONSERVED = {  # what no answer changes, by game
    "pistard": FACTS["pistard"].conserved,
    "schlangennest": FACTS["schlangennest"].conserved,
    "tiny": TINY.conserved,
    "rope": lambda state: sum(state.climbed) <= KNOTS,
}

people = st.sampled_from(EVERYBODY)
luck = st.integers(0, 2**16)


class SlowPlay(RuleBasedStateMachine):
    """One match, on whose thread and panels anything is pressed at any time."""

    empty: Path  # a database without matches, to begin with

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.reminded: Counter[tuple[Any, ...]] = Counter()
        self.looked_at = 0  # the last log row that was gone through
        self.old: list[tuple[int, Seen]] = []  # panels that people still have in front of them

    def run(self, doing: Coroutine[Any, Any, T]) -> T | None:
        """Do it; what the rules of the host refuse doesn't happen."""
        try:
            return self.runner.run(doing)
        except (Refused, Stale, Doubled):
            return None

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            self.runner.run(self.evening.store.close())
        self.runner.close()
        self.folder.cleanup()

    # --- what happens

    @initialize(
        wanted=st.fixed_dictionaries(
            {
                "game": st.sampled_from(("rope", "rope", "tiny", "pistard", "schlangennest")),
                "clock": st.sampled_from(tuple(PACES)),
                "weekends": st.booleans(),
                "days": st.sampled_from(("", "", "024", "012345")),
                "hour": st.sampled_from((None, 7, 18)),
                "invited_only": st.booleans(),
            }
        ),
        computer=st.booleans(),
    )
    def begin(self, wanted: dict[str, Any], computer: bool) -> None:
        file = Path(self.folder.name) / "house.db"
        shutil.copy(self.empty, file)
        self.runner.run(self._begin(f"sqlite+aiosqlite:///{file}", wanted, ["easy"] if computer else []))

    async def _begin(self, url: str, wanted: dict[str, Any], opponents: list[str]) -> None:
        self.evening = await Evening.begin(url)
        self._watch()
        await self.evening.wake_up()
        for user, preferences in PREFERENCES.items():
            await self.evening.house.notifications.set_preferences(user, preferences)
        if wanted["invited_only"]:
            self.match = await self._play_by_invitation(wanted, opponents)
        else:
            self.match = await self.evening.play(*SEATED, opponents=opponents, **wanted)
        game_of, state = await self._state((await self.evening.header(self.match)).seq)
        self.books = CONSERVED[game_of.spec.key](state)

    async def _play_by_invitation(self, wanted: dict[str, Any], opponents: list[str]) -> int:
        """A private table; one of the guests hasn't answered when the match begins."""
        house, places = self.evening.house, len(SEATED) + len(opponents)
        match = (await self.evening.open(ADA, places=places, **wanted)).id
        for guest in (BO, CY, DEE):
            await self.evening.lobby.invite(match, self.evening.person(guest), self.evening.person(ADA))
        for guest in (BO, CY):
            await house.invitations.accept(match, self.evening.person(guest))
        for opponent in opponents:
            await self.evening.lobby.add_opponent(match, opponent, self.evening.person(ADA))
        return await self.evening.start(match, ADA)

    def _watch(self) -> None:
        """Count how often a player is reminded of one question, and look at each step of live play."""
        remind, commit = self.evening.store.remind, self.evening.store.commit

        async def counted(deadline: Deadline, post: Outgoing) -> bool:
            header = await self.evening.header(deadline.match)
            # an answer in the same moment ends the question: the outbox will drop what reminds of it
            asked = deadline.due if deadline.seat is None else header.seats[deadline.seat].asked or deadline.due
            done = await remind(deadline, post)
            if done and deadline.kind != "snooze":
                extended = sum(row.kind == "extend" for row in await self.evening.log(deadline.match))
                self.reminded[deadline.kind, deadline.seat, asked, extended] += 1
            return done

        async def looked_at(step: Step) -> Match:
            before = await self.evening.store.match(step.match.id)
            saved = await commit(step)
            if before is not None:
                check_live(before, saved, step.row)
            return saved

        self.evening.store.remind = counted  # type: ignore[method-assign]
        self.evening.store.commit = looked_at  # type: ignore[method-assign]

    @rule(seed=luck, gust=st.integers(1, 6))
    def answer(self, seed: int, gust: int) -> None:
        """The people who are asked answer, one after the other."""
        for _ in range(gust):
            self.run(self._answer(random.Random(seed)))

    async def _answer(self, rng: random.Random) -> None:
        public = await self.evening.matches.see(self.match, None)
        asked = [row.user for row in public.match.seats if row.seat in public.view.waiting and is_person(row)]
        if asked:
            user = rng.choice(asked)
            assert user is not None
            seen = await self.evening.matches.see(self.match, user)
            self.old = [*self.old[-3:], (user, seen)]
            await self.evening.answer(self.match, user, play_random(seen.game, seen.view, rng))

    @rule(user=st.sampled_from(SEATED), easy=st.sampled_from(LIMITS))
    def leave_what_is_easy_to_the_house(self, user: int, easy: int) -> None:
        self.run(self.evening.house.notifications.set_preferences(user, replace(PREFERENCES[user], easy=easy)))

    @rule(seed=luck)
    def press_an_old_panel(self, seed: int) -> None:
        for user, seen in self.old:
            path = play_random(seen.game, seen.view, random.Random(seed))
            self.run(self.evening.matches.play(self.match, user, path, seen.fingerprint, self.evening.press()))

    @rule(seed=luck, press_first=st.booleans())
    def press_when_the_time_is_up(self, seed: int, press_first: bool) -> None:
        self.run(self._race(random.Random(seed), press_first=press_first))

    async def _race(self, rng: random.Random, *, press_first: bool) -> None:
        late = [deadline for deadline in await self.evening.store.deadlines(self.match) if deadline.kind == How.LATE]
        header = await self.evening.header(self.match)
        user = header.seats[late[0].seat].user if late and late[0].seat is not None else None
        if user is None or header.paused is not None:
            return
        self.evening.now.time = max(self.evening.now(), late[0].due)
        seen = await self.evening.matches.see(self.match, user)
        path = play_random(seen.game, seen.view, rng)
        press = self.evening.matches.play(self.match, user, path, seen.fingerprint, self.evening.press())
        both = [press, self.evening.owe()] if press_first else [self.evening.owe(), press]
        ends = await asyncio.gather(*both, return_exceptions=True)
        mine = [row.how for row in await self.evening.log(self.match) if row.seq > header.seq and row.by == seen.seat]
        counted = isinstance(ends[0 if press_first else 1], Seen)
        assert mine.count(How.PLAYER) == counted == (mine[:1] == ["player"]), "either the press or the clock counts"

    @rule(user=people)
    def undo(self, user: int) -> None:
        self.run(self.evening.matches.undo(self.match, user, None, self.evening.press()))

    @rule(user=people, seed=luck, answers=st.integers(1, 3))
    def plan(self, user: int, seed: int, answers: int) -> None:
        """One answer or several, the later ones for when the first can't be given."""
        for turn in range(answers):
            self.run(self._plan(user, random.Random(seed + turn)))

    async def _plan(self, user: int, rng: random.Random) -> None:
        seen = await self.evening.matches.see(self.match, user)
        future = coming(seen)
        if future is not None:
            await self.evening.matches.plan(self.match, user, play_random(seen.game, future, rng))

    @rule(user=people, seed=luck)
    def order(self, user: int, seed: int) -> None:
        self.run(self._order(user, random.Random(seed)))

    async def _order(self, user: int, rng: random.Random) -> None:
        seen = await self.evening.matches.see(self.match, user)
        if found := offered(seen.match.game, seen.view, seen.own.orders):
            await self.evening.matches.order(self.match, user, rng.choice(found))

    @rule(user=people)
    def countermand(self, user: int) -> None:
        self.run(self.evening.matches.withdraw_orders(self.match, user))

    @rule(user=people)
    def withdraw(self, user: int) -> None:
        self.run(self.evening.matches.withdraw(self.match, user))

    @rule(user=st.sampled_from(SEATED), begins=st.integers(0, 3), lasts=st.integers(0, 15))
    def take_a_holiday(self, user: int, begins: int, lasts: int) -> None:
        first = datetime.fromtimestamp(self.evening.now(), UTC).date() + timedelta(days=begins)
        self.run(self.evening.house.holidays.take(user, GUILD, first, first + timedelta(days=lasts)))

    @rule(user=st.sampled_from(SEATED))
    def be_back(self, user: int) -> None:
        self.run(self.evening.house.holidays.end(user))

    @rule(user=people, until=st.sampled_from(PLAY_ON))
    def play_for(self, user: int, until: PlayOn) -> None:
        self.run(self.evening.matches.play_for(self.match, user, until, None, self.evening.press()))

    @rule(user=people, about=st.sampled_from(VOTES[:4]), seat=st.integers(0, 3))
    def ask(self, user: int, about: VoteKind, seat: int) -> None:
        self.run(self.evening.votes.open(self.match, user, about, seat, self.evening.press()))

    @rule(users=st.lists(people, min_size=1, max_size=3), yes=st.booleans())
    def vote(self, users: list[int], yes: bool) -> None:
        for user in users:
            self.run(self.evening.votes.cast(self.match, user, yes=yes, interaction_id=self.evening.press()))

    @rule(users=st.lists(people, min_size=1, max_size=3, unique=True))
    def play_live(self, users: list[int]) -> None:
        """Those who are asked answer, and then some agree to live play."""
        for user in users:
            self.run(self._answer(random.Random(user)))
        for user in users:
            self.run(self.evening.house.live.agree(self.match, user, self.evening.press()))

    @rule(seed=luck)
    def play_live_with_all(self, seed: int) -> None:
        for turn in range(9):
            self.run(self._answer(random.Random(seed + turn)))
        for user in EVERYBODY:
            self.run(self.evening.house.live.agree(self.match, user, self.evening.press()))

    @rule(user=people)
    def say_enough(self, user: int) -> None:
        self.run(self.evening.house.live.enough(self.match, user, self.evening.press()))

    @rule(user=people)
    def resign(self, user: int) -> None:
        self.run(self.evening.seats.resign(self.match, user, self.evening.press()))

    @rule(user=people, seat=st.integers(0, 3))
    def take_over(self, user: int, seat: int) -> None:
        self.run(self.evening.seats.take_over(self.match, seat, user, NAMES[user], self.evening.press()))

    @rule(user=people, says=st.sampled_from(("accept", "decline", "block")))
    def answer_an_invitation(self, user: int, says: str) -> None:
        invitations = self.evening.house.invitations
        if says == "accept":
            self.run(invitations.accept(self.match, self.evening.person(user)))
        else:
            self.run(
                invitations.decline(self.match, user) if says == "decline" else invitations.block(self.match, user)
            )

    @rule(user=people)
    def come_back(self, user: int) -> None:
        self.run(self.evening.seats.come_back(self.match, user, self.evening.press()))

    @rule(user=people, hours=st.sampled_from((1, 12)))
    def snooze(self, user: int, hours: int) -> None:
        self.run(self.evening.matches.snooze(self.match, user, self.evening.now() + hours * HOUR))

    @rule(gone=st.booleans())
    def put_the_bot_out(self, gone: bool) -> None:
        pausing = self.evening.pauses
        self.run(pausing.guild_gone(GUILD) if gone else pausing.guild_back(GUILD))

    @rule(hours=st.sampled_from((0.01, 1, 9, 30, 100)))
    def later(self, hours: float) -> None:
        self.evening.now.later(hours * HOUR)
        self.runner.run(self._live())

    async def _live(self) -> None:
        """The host does what is due and sends what may be sent; after that nothing is due."""
        await self.evening.owe()
        away = await self._away()
        called = {message.post.to for message in await self.evening.deliver()}
        assert not called & away, "somebody is called on holiday"
        hour = datetime.fromtimestamp(self.evening.now(), UTC).hour
        assert not (called & ASLEEP and (hour >= NIGHT[0] or hour < NIGHT[1])), "somebody is called at night"
        header = await self.evening.header(self.match)
        if header.phase == "running" and header.paused is None:
            assert all(deadline.due > self.evening.now() for deadline in await self.evening.store.deadlines(self.match))

    async def _away(self) -> set[int | None]:
        """Whose clocks stand now since they are on holiday; their time never ends in one."""
        facts, away = await self.evening.store.facts(self.match), set[int | None]()
        assert facts is not None
        for row in facts.match.seats:
            holidays = self.evening.matches.holidays(facts, row.seat)
            clock = self.evening.house._match_log.clock_of(facts, row)
            late = clock_times(facts.match, row, clock).get(Owed.LATE)
            assert not any(since < late < until for since, until in holidays if late is not None)
            away |= {row.user for since, until in holidays if since <= self.evening.now() < until}
        return away

    @rule(hours=st.sampled_from((0.01, 5, 200)))
    def restart(self, hours: float) -> None:
        self.runner.run(self._restart(hours))

    async def _restart(self, hours: float) -> None:
        await self.evening.owe()  # time that was up when a press came has run out before the outage
        await self.evening.store.outages.beat(self.evening.now())
        await self.evening.store.close()
        self.evening.now.later(hours * HOUR)
        late = [row.seq for row in await self._late_rows()]
        self.evening = await Evening.begin(self.evening.url, self.evening.now)
        self._watch()
        await self.evening.wake_up()
        await self._live()
        assert [row.seq for row in await self._late_rows()] == late, "an outage has cost somebody time"

    async def _late_rows(self) -> list[LogRow]:
        store = await Store.open(self.evening.url)
        rows = await store.log(self.match)
        await store.close()
        return [row for row in rows if any(event.kind == "house.late" for event in row.events)]

    # --- what is always so

    @invariant()
    def the_match_lives(self) -> None:
        if hasattr(self, "match"):
            self.runner.run(self._check())

    async def _check(self) -> None:
        header = await self.evening.header(self.match)
        await self._check_log(header)
        owed, plans = await self.evening.store.deadlines(self.match), await self.evening.plans(self.match)
        assert all(count == 1 for count in self.reminded.values()), self.reminded
        if header.phase != "running":
            assert owed == plans == []
            return
        for plan in plans:
            assert is_person(header.seats[plan.seat])
            assert header.seats[plan.seat].asked is None
        assert all(deadline.seq == header.seq for deadline in owed if deadline.kind in (*Owed, *Evenings, "vote"))
        assert header.is_live or not any(deadline.kind in Evenings for deadline in owed)
        assert (header.vote is None) == all(deadline.kind != "vote" for deadline in owed)
        public = await self.evening.matches.see(self.match, None)
        assert public.view.waiting, "a match that isn't over waits for somebody"
        if header.paused is None:
            for who in public.view.waiting:
                self._check_waiting(header, who, {deadline.kind for deadline in owed if deadline.seat == who})

    @staticmethod
    def _check_waiting(header: Match, who: int | None, kinds: set[str]) -> None:
        """The bot moves for the people waited for, or their time runs."""
        if who is not None and is_person(header.seats[who]) and not kinds.intersection({*Owed} - {How.LATE}):
            assert header.seats[who].asked is not None
            assert (How.LATE in kinds) is not header.pace.is_endless
        else:
            assert len(kinds.intersection(Owed)) == 1, "one answer, and nothing else besides"

    async def _check_log(self, header: Match) -> None:
        """Each new row is one answer to the state before it, and nothing got lost or was won by it."""
        rows = await self.evening.store.log(self.match, self.looked_at)
        assert [row.seq for row in rows] == list(range(self.looked_at + 1, header.seq + 1))
        for row in rows:
            if row.kind in ("move", "undo", *WITHOUT_STATE):
                game, state = await self._state(row.seq)
                assert CONSERVED[game.spec.key](state) == self.books
                if row.kind != "undo":
                    _, before = await self._state(row.seq - 1)
                    if row.kind == "move":
                        game.apply(before, Move(row.by, row.path), RecordedDice(row.draws))
                    assert encode(game.spec, before) == encode(game.spec, state)
        self.looked_at = header.seq

    async def _state(self, seq: int) -> tuple[Any, Any]:
        header, snapshot = await self.evening.header(self.match), await self.evening.store.snapshot(self.match, seq)
        assert snapshot is not None
        game = self.evening.matches.games[header.game]
        return game, decode(game, snapshot.schema, snapshot.body)


def check_live(before: Match, after: Match, row: LogRow) -> None:
    """In live play no one's time runs out; when it ends, every clock goes on where it was when it began."""
    if not before.is_live or after.phase != "running":
        return
    assert before.live is not None
    assert row.how != How.LATE
    if after.is_live:
        assert after.live is not None and after.live.clocks == before.live.clocks
        return
    pace = after.terms.pace
    for old, seat in zip(before.live.clocks, after.seats, strict=True):
        if row.kind == "rewind":
            continue
        if seat.asked is not None and seat.asked == old.asked:
            assert seat.bank == old.bank and seat.credit >= old.credit, "the same question, and the same time for it"
        elif old.asked is not None:
            assert seat.bank <= old.bank, "nothing was won"
            assert seat.bank + seat.credit >= old.bank + old.credit - (before.live.since - old.asked) - pace.grace
        elif seat.asked is None:
            assert (seat.bank, seat.credit, seat.stopped) == (old.bank, old.credit, old.stopped)
        else:
            assert seat.bank in (old.bank, 0.0, min(pace.most, old.bank + pace.more))


def play(examples: int, steps: int, run: int = 0) -> None:
    how = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
    )
    run_state_machine_as_test(seed(run)(SlowPlay), settings=how)


@pytest.fixture(autouse=True)
def empty(rope: None, tmp_path: Path) -> None:
    SlowPlay.empty = tmp_path / "empty.db"

    async def make() -> None:
        await (await Store.open(f"sqlite+aiosqlite:///{SlowPlay.empty}")).close()

    asyncio.run(make())


def test_whatever_comes_together_a_match_goes_on() -> None:
    play(examples=5, steps=25)


@pytest.mark.long
@pytest.mark.parametrize("run", range(1, 6))
def test_whatever_comes_together_for_long_a_match_goes_on(run: int) -> None:
    play(examples=20, steps=50, run=run)
