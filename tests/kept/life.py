"""A life led at the host in each of the project's games, after which every table of the database has a row."""

from __future__ import annotations

import itertools
import random
import zlib
from unittest.mock import patch

import msgspec

from engines import GAMES
from engines.orders import offered
from host.coach.puzzles import Puzzles
from host.cups.cups import CupRequest
from host.lobby.limits import webhooks_of
from host.lobby.lobby import MatchRequest
from host.lobby.seekers import Place
from model.kinds import CallChannel, RowKind, VoteKind
from model.match import Downtime, Preferences
from model.page import Invited
from model.seeker import Wishes
from model.terms import Terms
from model.webhook import Webhook
from opponents.comparing import Stand
from opponents.review import Choice, Moment
from opponents.sparring import SPARRING
from tests.host.coach.planted import STOCK
from tests.host.evening import ADA, BO, CY, DEE, NAMES, PLACE, Evening, Noon
from tests.kept.incidents import Incidents
from tests.kept.people import BEGINS, ELSEWHERE, FLO, FORGOTTEN, GUS, HERE, OWNER, PEOPLE, QUICK, THERE

SECRETS = (b"token", b"other token")


class Life:
    """One evening of Gus and others; `lead` goes through all of it."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.house, self.store = evening, evening.house, evening.store

    async def lead(self) -> None:
        """Live from the first greeting to matches that wait for their next move."""
        await self.settle_in()
        over = await self.finish()
        await self.learn(over)
        await self.solve_and_race()
        await self.enter_a_cup()
        await self.play_in_another_server()
        await self.deliver()
        running = await self.begin()
        await self.prepare_moves(running)
        await self.open_lobbies()
        await self.follow(running[0])
        await self.look_from_a_browser(running[0])
        await self.deliver()
        await self.announce()
        await self.evening.answer(running[0], ADA)
        await Incidents(self.evening, self.deliver).live()

    async def deliver(self) -> None:
        """Send what is due, one after the other: the outbox sends in parallel, in an order that is by chance."""
        while posts := await self.store.take_posts(self.evening.now(), limit=1):
            await self.evening.outbox.send(posts[0])

    async def settle_in(self) -> None:
        """People are met, and say how they want to be called."""
        await self.store.claim(OWNER)
        await self.store.outages.beat(BEGINS - 700)
        await self.store.outages.begin(BEGINS - 100)
        for user, locale in ((GUS, "fr"), (ADA, "de"), (BO, "en-GB"), (CY, "es-ES"), (DEE, "en-US")):
            await self.house.languages.remember(user, locale, PEOPLE[user])
        people = self.store.people
        await people.set_preferences(GUS, Preferences(channel=CallChannel.BOTH))
        await people.set_preferences(BO, Preferences(zone="Europe/Brussels", quiet=(1320, 420)))
        await people.set_dm(GUS, 60)
        await self.store.servers.change(HERE, zone="Europe/Rome", evening=20)
        await self.house.lessons.open(GUS, "pistard", "lap")

    async def finish(self) -> int:
        """Matches that are over, three of them packed, one given up against a computer; returns the one not packed."""
        played: list[int] = []
        for game, others, options in (
            ("pistard", (BO,), QUICK),
            ("pistard", (), QUICK),
            ("superechelon", (), {"tours": "1"}),
            ("legstrong", (), {"tour": "race"}),
        ):
            match = await self.evening.play(GUS, ADA, *others, game=game, **options)
            await self.evening.play_on(match, random.Random(match))
            await self.deliver()
            played.append(match)
        over, *packed = played
        for match in packed:
            assert await self.house._dormancy.pack(match)
        alone = await self.evening.play(GUS, opponents=(SPARRING,), game="pistard", **QUICK)
        await self.evening.answer(alone, GUS)
        await self.evening.seats.resign(alone, GUS, self.evening.press())
        season = await self.house.seasons.at(HERE, self.evening.now())
        assert await self.store.seasons.close(HERE, "pistard", season.key, season.ends)
        await self.deliver()
        return over

    async def learn(self, over: int) -> None:
        """A match is reviewed, a moment of it played again, and a rematch opened."""
        await self.store.reviews.order(over, self.evening.now())
        rows = (await self.house.reviews._course(over)).record.rows
        stand = Stand((1 / 3,) * 3, (0.01,) * 3, 8)
        moments = [Moment(at, stand, None, None) for at in range(len(rows) + 1)]
        moves = [at for at, row in enumerate(rows, 1) if row.by == 0]
        turn = moves[len(moves) // 2]
        moments[turn] = Moment(turn, stand, None, Choice(rows[turn - 1].path, 0.3, 0.01), is_confirmed=True)
        await self.store.reviews.plan(over, [1.0] * len(moments))
        await self.store.reviews.add(over, 0, zlib.compress(msgspec.json.encode(moments)))
        await self.store.reviews.finish(over, {GUS: 81.5, ADA: 60.0})
        own = next(row for row in await self.evening.log(over) if row.user == GUS and row.kind == RowKind.MOVE)
        source, position = await self.house.reviews.position(over, own.seq, GUS)
        await self.house.solo.open_at(source, position, self.evening.person(GUS))
        await self.evening.lobby.rematch(over, self.evening.person(ADA))

    async def solve_and_race(self) -> None:
        """The puzzle and the race of the day."""
        puzzles = Puzzles(self.store, GAMES, self.evening.now, lambda: STOCK)
        posed = await puzzles.today()
        await puzzles.answer(posed, GUS, HERE, posed.stored.puzzle.best)
        await self.house.daily.set_place(HERE, PLACE.channel, 9)
        await self.house.daily.work()
        await self.house.races.enter(self.evening.person(GUS), HERE)

    async def enter_a_cup(self) -> None:
        """A cup under way, and another that still signs up."""
        for people in ((GUS, ADA, BO, CY), (DEE, GUS)):
            request = CupRequest("pistard", QUICK, "knockout", title="Coupe d'hiver")
            cup = await self.house.cups.open(request, PLACE, self.evening.person(people[0]))
            for user in people:
                await self.house.cups.join(cup.id, self.evening.person(user))
            if people[0] == GUS:
                await self.house.cups.start(cup.id, self.evening.person(GUS), manages=False)
                await self.house.rounds.work()

    async def play_in_another_server(self) -> None:
        """A match of whose next move a webhook is to hear."""
        wanted = MatchRequest("schlangennest", {}, 2, Terms("daily"))
        match = await self.evening.lobby.open(wanted, ELSEWHERE, self.evening.person(ADA))
        await self.evening.lobby.join(match.id, self.evening.person(BO))
        await self.evening.start(match.id, ADA)
        now = self.evening.now()
        hook = Webhook(
            id=0,
            guild=THERE,
            channel=ELSEWHERE.channel,
            author=GUS,
            address="https://example.org/hook",
            secret="secret",
            opened=now,
            confirmed=now,
            failures=0,
            ready=now,
        )
        await self.store.webhooks.add(hook, webhooks_of(THERE))
        await self.evening.move(match.id)

    async def begin(self) -> list[int]:
        """Matches under way, one of each game, the first in a sealed stage with a move in."""
        evening = self.evening
        pistard = await evening.play(GUS, ADA, BO, game="pistard", clock="daily", track="classic")
        await evening.answer(pistard, GUS)
        nest = await evening.play(GUS, ADA, game="schlangennest", clock="daily", snakes="hunt")
        await evening.move(nest, 7)
        echelon = await evening.play(ADA, GUS, BO, CY, game="superechelon", clock="evening")
        stages = await evening.play(
            ADA, BO, GUS, opponents=("fair",), game="legstrong", clock="daily", tour="grand", doping="on"
        )
        for match, moves in ((echelon, 12), (stages, 12)):
            await self.move_on(match, moves)
            await self.deliver()
        return [pistard, nest, echelon, stages]

    async def move_on(self, match: int, moves: int) -> None:
        """Play that many moves at random."""
        until = (await self.evening.header(match)).seq + moves
        await self.evening.play_on(match, random.Random(5), lambda seen: seen.match.seq >= until)

    async def prepare_moves(self, running: list[int]) -> None:
        """Plans, standing orders, lines and notes, a vote, and a seat given up."""
        evening = self.evening
        for match, user in itertools.product(running, (GUS, ADA, BO, CY)):
            seat = next((row.seat for row in (await evening.header(match)).seats if row.user == user), None)
            if seat is None:
                continue
            seen = await evening.matches.see(match, user)
            for order in offered(seen.game.spec.key, seen.view, seen.own.orders)[:1]:
                await evening.matches.order(match, user, order)
            if await evening.matches.can_plan(seen):
                future = await evening.matches.planning(seen)
                await evening.matches.plan(match, user, future.game.fallback(future.view))
            if seat in seen.view.waiting and not seen.view.sealed:
                await self.house.lines.answer(seen, seen.game.fallback(seen.view))
        await self.store.people.set_note(running[0], GUS, "Ada rides ahead")
        await evening.ask(running[1], ADA, VoteKind.PAUSE)
        await evening.seats.resign(running[2], CY, evening.press())

    async def open_lobbies(self) -> None:
        """Lobbies of all kinds, invitations, and people who look for a table."""
        evening = self.evening
        asked = await evening.open(ADA, game="legstrong", places=4)
        await evening.lobby.invite(asked.id, evening.person(GUS), evening.person(ADA))
        await self.house.invitations.block(asked.id, GUS)
        lobby = await evening.open(GUS, ADA, game="superechelon", places=4, tours="2")
        await evening.lobby.invite(lobby.id, evening.person(CY), evening.person(GUS))
        alone = await evening.open(GUS, game="schlangennest", clock="daily")
        await self.house.standing_tables.keep(alone.id, evening.person(GUS))
        starting = await evening.open(BO, CY, game="pistard", places=2)
        await evening.lobby.start(starting.id, evening.person(BO))
        await self.house.open_tables.set_channel(HERE, PLACE.channel)
        place = Place(HERE, PLACE.channel, is_open=True)
        for user in (CY, DEE):
            await self.house.seekers.ask(Wishes(("pistard",), ("week",)), place, evening.person(user))
        await self.house.seekers.work()
        await self.house.seekers.ask(Wishes(("legstrong",), ("tonight",)), place, evening.person(GUS))

    async def follow(self, running: int) -> None:
        """People follow each other, and a match."""
        for person, other in ((GUS, BO), (BO, GUS)):
            await self.house.follows.allow(person, allowed=True)
            await self.house.follows.follow_person(person, other, HERE)
        await self.house.follows.follow_match(running, DEE)

    async def look_from_a_browser(self, running: int) -> None:
        """Links to the page, one of them used, and one to a calendar; the host's own come by chance."""
        now = self.evening.now()
        for secret in SECRETS:
            await self.store.page.leave(secret, Invited(GUS, running, "reply"), now=now, until=now + 300)
        assert await self.store.page.spend(SECRETS[0], b"session", now, now + 3600) is not None
        await self.store.page.grant(running, DEE, now, now + 3600)
        await self.store.page.set_calendar(GUS, b"calendar")

    async def announce(self) -> None:
        """A time in which the bot will be away."""
        now = self.evening.now()
        await self.store.outages.announce(Downtime(THERE, now + 86400, now + 90000, GUS), now)


async def lead_a_life(url: str) -> None:
    """Lead the life in the new database at this URL, by a clock, dice and presses that are always the same."""
    clock = Noon()
    clock.time = BEGINS
    with (
        patch.dict(NAMES, PEOPLE | FORGOTTEN),
        patch("tests.host.evening.PRESSES", itertools.count(1)),
        patch("secrets.randbits", return_value=FLO),
    ):
        evening = await Evening.begin(url, clock)
        await Life(evening).lead()
        rows = await evening.rows()
        await evening.house.thoughts.stop()
        await evening.store.close()
    assert all(rows.values()), f"nothing is in {', '.join(name for name, found in rows.items() if not found)}"
