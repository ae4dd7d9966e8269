"""The rest of the life's evening: what seldom happens to a match, and people who want everything otherwise."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from datetime import date

from engines.orders import offered
from host.lobby.lobby import MatchRequest
from host.lobby.seekers import Place
from host.repair.steward import Steward
from host.time.clocks import HOUR
from model.kinds import CallChannel, Owed, PlayOn, QuickConfirm, VoteKind
from model.match import Preferences
from model.seeker import Wishes
from model.terms import Terms
from opponents.random import play_random
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening
from tests.host.repair.stewards import number, points
from tests.kept.cups import Cups
from tests.kept.people import ELSEWHERE, EVE, FLO, GUS, HERE, PEOPLE, QUICK, THERE


class Incidents:
    """They go on from where the life has come; `live` goes through all of them."""

    def __init__(self, evening: Evening, deliver: Callable[[], Awaitable[None]]) -> None:
        self.evening, self.house, self.store, self.deliver = evening, evening.house, evening.store, deliver

    async def live(self) -> None:
        """First what is over or only begins, then what goes on, of which the posts wait in the outbox."""
        await self.settle_in()
        await self.change_seats()
        await Cups(self.evening, self.deliver).hold()
        await self.play_elsewhere()
        await self.gather()
        await self.begin()

    async def begin(self) -> None:
        """Matches that go on, and what happens in them."""
        evening = self.evening
        rests = await evening.play(ADA, BO, CY, game="pistard", clock="relaxed", days="024", **QUICK)
        live = await evening.play(ADA, BO, game="pistard", clock="daily", **QUICK)
        nest = await evening.play(GUS, BO, game="schlangennest", clock="daily", score="sum")
        tour = await evening.play(BO, CY, ADA, game="superechelon", clock="brisk", room="open")
        haste = await evening.play(CY, DEE, EVE, game="pistard", clock="live", race="lap")
        await evening.answer(rests, ADA)
        await self.rest(rests)
        await self.play_live(live)
        await self.leave_to_the_bot(nest, tour)
        await self.put_right(nest)
        await self.ask_for_a_seat(tour)
        await self.be_late(haste)
        await self.house.holidays.take(DEE, HERE, date(2026, 1, 3), date(2026, 1, 5))

    async def settle_in(self) -> None:
        """People and servers that leave nothing as it was."""
        await self.house.languages.remember(EVE, "de", PEOPLE[EVE])
        await self.store.people.set_language(EVE, "es")
        far = Preferences(
            channel=CallChannel.THREAD,
            moments=("half",),
            zone="Asia/Tokyo",
            quiet=(0, 60),
            easy=3,
            quick=QuickConfirm.ALWAYS,
            hides_accuracy=True,
            in_words=True,
            over_servers=True,
        )
        await self.store.people.set_preferences(EVE, far)
        await self.store.people.set_preferences(
            DEE, Preferences(CallChannel.OFF, quick=QuickConfirm.NEVER, over_servers=True)
        )
        await self.store.people.set_preferences(CY, Preferences(over_servers=True, easy=1))
        await self.store.people.hide(EVE, hidden=True)
        await self.store.servers.change(
            THERE,
            months=1,
            first=2,
            ceremonies=881,
            rated=False,
            lobbies=3,
            language="fr",
            holidays=20,
            longest=7,
            forum=882,
        )

    async def change_seats(self) -> None:
        """A seat that is given up, taken over and played to the end, while its first person is forgotten."""
        evening = self.evening
        match = await evening.play(CY, DEE, EVE, FLO, game="pistard", **QUICK)
        await self.play(match, 9)
        await evening.seats.resign(match, FLO, evening.press())
        await evening.seats.take_over(match, 3, GUS, PEOPLE[GUS], evening.press())
        await self.house.privacy.forget(FLO)
        nest = await evening.play(GUS, BO, game="schlangennest", board="6x6", border="fence", ends="one")
        for over in (match, nest):
            await self.play(over)
            await self.deliver()
            assert await self.house._dormancy.pack(over)

    async def play(self, match: int, moves: int = 10_000) -> None:
        """Play that many moves at random, or to the end."""
        until = (await self.evening.header(match)).seq + moves
        await self.evening.play_on(match, random.Random(match), lambda seen: seen.match.seq >= until)

    async def play_elsewhere(self) -> None:
        """A tour of which a webhook is to hear everything."""
        wanted = MatchRequest("superechelon", {"tours": "1"}, 2, Terms("brisk", forced=False, rated=False))
        match = await self.evening.lobby.open(wanted, ELSEWHERE, self.evening.person(ADA))
        await self.evening.lobby.join(match.id, self.evening.person(BO))
        await self.evening.start(match.id, ADA)
        await self.play(match.id)
        await self.deliver()
        assert await self.house._dormancy.pack(match.id)

    async def gather(self) -> None:
        """Lobbies that are left, called off and closed, a full one that waits, and a table that reopens no more."""
        evening, lobby = self.evening, self.evening.lobby
        left = await evening.open(EVE, BO, game="superechelon", hour=18)
        await lobby.leave(left.id, evening.person(EVE))
        off = await evening.open(EVE, game="schlangennest", weekends=True, rated=False)
        await lobby.cancel(off.id, evening.person(EVE))
        idle = await evening.open(EVE, game="legstrong", invited_only=True)
        [deadline] = await self.store.deadlines(idle.id)
        await lobby.start_or_close(deadline)
        full = await evening.open(EVE, game="pistard", clock="brisk", days="024")
        await lobby.invite(full.id, evening.person(CY), evening.person(EVE))
        await self.house.invitations.accept(full.id, evening.person(CY))
        for opponent in ("champion", "escapee"):
            await lobby.add_opponent(full.id, opponent, evening.person(EVE))
        for _ in range(3):  # it waits, hurries, and waits
            await lobby.wait(full.id, evening.person(EVE))
        again = await evening.open(EVE, game="legstrong", clock="relaxed", tour="weekend")
        await self.house.standing_tables.keep(again.id, evening.person(EVE))
        assert await self.house.standing_tables.channel_gone(again.id)
        await self.seek_over_servers()
        await self.house.open_tables.set_role(HERE, 71)
        await self.house.open_tables.set_shares(HERE, shares=True)
        await self.house.open_tables.work()
        await self.deliver()

    async def seek_over_servers(self) -> None:
        """Two people of different servers get a table."""
        for user, place in ((CY, Place(HERE, PLACE.channel, is_open=True)), (DEE, Place(THERE, 88, is_open=True))):
            await self.house.seekers.ask(Wishes(("schlangennest",), ("week",)), place, self.evening.person(user))
        await self.house.seekers.work()

    async def rest(self, match: int) -> None:
        """Votes for more time, a pause, its end, and a pause that lasts; at last someone asks to go back."""
        for about in (VoteKind.EXTEND, VoteKind.PAUSE, VoteKind.RESUME, VoteKind.PAUSE):
            await self.evening.ask(match, ADA, about)
            await self.evening.say(match, BO, yes=True)
        [point, *_] = await points(self.evening, match)
        now = await number(self.evening, match)
        await self.house.rewinds.ask(match, point.number, now, self.evening.person(ADA))

    async def play_live(self, match: int) -> None:
        """Both have just moved, and agree to play live for the evening, which goes on."""
        evening = self.evening
        await evening.play_on(match, random.Random(1), lambda seen: seen.match.live is not None)
        for user in (ADA, BO):
            await self.house.live.agree(match, user, evening.press())
        assert (await evening.header(match)).is_live

    async def put_right(self, match: int) -> None:
        """An undo; and all that a manager can put right."""
        evening = self.evening
        user, _ = await evening.due(match)
        await evening.answer(match, user)
        await evening.matches.undo(match, user, None, evening.press())
        [point, *_] = await points(evening, match)
        await self.house.rewinds.rewind(match, point.number, await number(evening, match), self.steward())
        await self.house.repairs.excuse(match, None, 2, await number(evening, match), self.steward())
        await self.house.repairs.repost(match, await number(evening, match), self.steward())
        other = await self.evening.open(ADA, game="pistard")
        await self.house.repairs.drop(other.id, await number(evening, other.id), self.steward())

    def steward(self) -> Steward:
        """Dee, who manages the server and doesn't play in these matches, presses a button."""
        return Steward(DEE, PEOPLE[DEE], self.evening.press())

    async def ask_for_a_seat(self, match: int) -> None:
        """The others are asked whether someone may have a seat that knows its hand."""
        await self.evening.seats.resign(match, CY, self.evening.press())
        voted = await self.evening.seats.take_over(match, 1, EVE, PEOPLE[EVE], self.evening.press())
        assert voted.vote is not None

    async def leave_to_the_bot(self, nest: int, tour: int) -> None:
        """Moves that people have ordered, planned, or left to the bot; a hint and a reminder."""
        evening, matches = self.evening, self.evening.matches
        await evening.move(nest, 2)
        for is_planned in (False, True):
            user, seen = await evening.due(nest)
            [other] = [row.user for row in seen.match.seats if row.user not in (None, user)]
            waits = await matches.see(nest, other)
            if is_planned:
                future = await matches.planning(waits)
                await matches.plan(nest, other, future.game.fallback(future.view))
            else:
                await matches.order(nest, other, offered(seen.game.spec.key, waits.view, ())[-1])
            await evening.answer(nest, user)
            await self.owe(nest)
        user, seen = await evening.due(nest)
        assert seen.seat is not None
        await self.store.count_hint(nest, seen.seat, seen.fingerprint)
        await matches.snooze(nest, user, evening.now() + 2 * HOUR)
        await evening.move(tour, 3)
        for user in (BO, CY):
            waits = await matches.see(tour, user)
            for order in offered(waits.game.spec.key, waits.view, ())[:1]:
                await matches.order(tour, user, order)
        user, _ = await evening.due(tour)
        await matches.play_for(tour, user, PlayOn.LEG, None, evening.press())

    async def be_late(self, match: int) -> None:
        """An answer is changed; someone's time runs out, and twice the others vote for a computer in their place."""
        evening = self.evening
        seen = await evening.matches.see(match, CY)
        for seed in range(2):
            await evening.answer(match, CY, play_random(seen.game, seen.view, random.Random(seed)))
        for user in (DEE, EVE):
            await evening.answer(match, user)
        await self.owe(match)
        evening.now.later(660)
        [late] = [deadline for deadline in await self.store.deadlines(match) if deadline.kind == Owed.LATE]
        await evening.autoplayer.play_due(late)
        await self.owe(match)
        for comes_back in (True, False):
            user, seen = await evening.due(match)
            one, other = [row.user for row in seen.match.seats if row.user not in (None, user)]
            evening.now.later(301)
            await evening.ask(match, one, VoteKind.REPLACE, seen.seat)
            await evening.say(match, other, yes=True)
            if comes_back:
                await evening.seats.come_back(match, user, evening.press())

    async def owe(self, match: int) -> None:
        """Let the bot make the moves that it owes to this match now."""
        while owed := await self.evening.owed(match):
            await self.evening.autoplayer.play_due(owed[0])
