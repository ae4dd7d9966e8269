"""People who look for a table: a queue in each server, which opens a table when enough of them fit together.

Those who find none in their own server, and allow it, can get one across servers: all of them belong to one server, but
the table to none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from statistics import median
from typing import Protocol

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Store
from db.stores.entry import Standing
from db.stores.limits import Reached
from engines.table import Refused
from host.lobby.limits import kept, seats
from host.lobby.lobby import PRIVATE, ChannelRef, Lobby, MatchRequest, Person
from host.lobby.presets import AT_THE_TABLE, PRESETS, Offer, Presets
from host.time.clocks import DAY
from host.time.worker import Now
from model.match import Counted, Match
from model.pace import PACES
from model.rating import SCALE, RatingState, points_apart
from model.seeker import Seeker, Wishes
from model.terms import Terms

log: FilteringBoundLogger = structlog.get_logger()

HELD = DAY  # seconds for which a place in the queue holds; as long after that, those who ask again keep their turn
PATIENT = DAY  # seconds after which a person's turn comes before that of reliable people
EVEN = points_apart(0.75)  # points between two people of about the same strength: the better one wins three of four
# A person counts as reliable if they make nine moves of ten in time; everyone begins with a record of that.
GOOD, OF = 9, 10
PAST, LEAST_PAST = 20, 3  # waits that the forecast is made of: at most and at least
KEPT = 90 * DAY  # seconds for which waits are kept
BELONGS = 90 * DAY  # seconds for which a seat in a server shows that a person belongs to it
AGAIN = 300.0  # seconds until those who can't be seated for now are looked at again
OPENERS = (Counted.LOBBIES, Counted.OPEN_LOBBIES)  # limits that only keep a person from being the opener


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person looks for a table: their server, a channel for it, and whether everyone there sees that."""

    guild: int
    channel: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many people `wait` in a server, and how many seconds the last ones typically did; None: too few to tell."""

    wait: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the place in the queue of a person counts who allows tables across servers.

    `is_closed` tells whether their direct messages are known to be closed.
    """

    servers: frozenset[int]
    is_closed: bool


class Doors(Protocol):
    """Protocol of whatever knows who sees a channel."""

    async def seeing(self, guild: int, channel: int, people: Collection[int], /) -> set[int] | None:
        """Those of the people who see the channel, none if it is gone; None if that can't be known now."""
        ...

    async def members(self, guild: int, people: Collection[int], /) -> set[int] | None:
        """Those of the people who are in a server; None if that can't be known now."""
        ...


@dataclass(frozen=True, slots=True)
class Crowd:
    """The people who look for a table, in the order of their turns, and what keeps them apart.

    They are those of one server, or of all; then `servers` says where each belongs.
    """

    seekers: tuple[Seeker, ...]
    blocked: set[frozenset[int]]
    strengths: Mapping[tuple[int, str], float]
    servers: Mapping[int, frozenset[int]] | None = None

    def company(self, first: Seeker, game: str, length: str) -> list[Seeker]:
        """That person, and those who could play this with them, by turns."""
        company = [first]
        for other in self.seekers:
            plays = game in other.wishes.games and length in other.wishes.lengths
            if other != first and plays and self._suits(company, other, game):
                company.append(other)
        return company[:AT_THE_TABLE]

    def _suits(self, company: Sequence[Seeker], new: Seeker, game: str) -> bool:
        apart = any(frozenset((new.user, one.user)) in self.blocked for one in company)
        return not apart and self._meet((*company, new)) and all(self._even(one, new, game) for one in company)

    def _meet(self, company: Sequence[Seeker]) -> bool:
        """Whether there is a place for all of them: a channel that they see, or a server to which they belong."""
        if self.servers is None:
            return bool(_channels(company))
        return bool(frozenset[int].intersection(*(self.servers[seeker.user] for seeker in company)))

    def _even(self, one: Seeker, other: Seeker, game: str) -> bool:
        if not (one.wishes.near or other.wishes.near):
            return True
        mine, theirs = (self.strengths.get((seeker.user, game), RatingState().mu) for seeker in (one, other))
        return SCALE * abs(mine - theirs) <= EVEN

    def without(self, people: Iterable[int]) -> Crowd:
        """The crowd without these people."""
        gone = {*people}
        return replace(self, seekers=tuple(seeker for seeker in self.seekers if seeker.user not in gone))


class Seekers:
    """Keeps the queues, and opens tables. Who waits is known to no one; how many is known to those who wait."""

    def __init__(self, store: Store, lobby: Lobby, presets: Presets, *, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._lobby, self._presets = store, store.seekers, lobby, presets
        self._now, self._wake = now, wake
        self.doors: Doors | None = None  # without it everyone counts as seeing what they saw when they asked

    async def of(self, user: int) -> Seeker | None:
        """A person's place in a queue, if they have one."""
        return await self._tables.of(user, self._now())

    async def reach(self, user: int) -> Reach | None:
        """Where the place of a person counts, in all; None if they keep to the server in which they ask."""
        wanderers = await self._wanderers([user])
        if user not in wanderers:
            return None
        servers = await self._tables.servers([user], self._now() - BELONGS)
        return Reach(servers.get(user, frozenset()), await self._store.people.is_closed(user))

    async def check(self, user: int) -> None:
        """Raise Refused if this person couldn't sit down at any table now."""
        with kept():
            await self._store.limits.check(*seats(user, self._now()))

    async def ask(self, wishes: Wishes, place: Place, by: Person, *, move: bool = False) -> Seeker | None:
        """Let a person look for a table in a server; returns the place that stands.

        That is an older one in another server, unless they `move`, and none for a press that has led to a table. Those
        who ask again have other wishes, and keep their turn.
        """
        if not wishes.games or not wishes.lengths or {*wishes.lengths} - {*PRESETS}:
            raise Refused("house.preset")
        if {*wishes.games} - {*self._lobby.games}:
            raise Refused("house.game")
        if by.interaction_id is not None and await self._store.pressed(by.interaction_id):
            return None
        now = self._now()
        seeker = Seeker(
            user=by.user,
            guild=place.guild,
            channel=place.channel,
            is_open=place.is_open,
            name=by.name,
            press=by.interaction_id,
            manages=by.manages,
            wishes=wishes,
            since=now,
            until=now + HELD,
        )
        with kept():
            stands = await self._tables.ask(seeker, HELD, seats(by.user, now), move=move)
        self._wake()
        return stands

    async def leave(self, user: int) -> bool:
        """Give up a person's place; False if they had none."""
        return await self._tables.leave(user)

    async def guild_gone(self, guild: int) -> None:
        """Give up all places in a server that the bot has left."""
        await self._tables.clear(guild)

    async def outlook(self, guild: int) -> Outlook:
        """What can be known of a server's queue."""
        past = await self._tables.waits(guild, PAST)
        seconds = median(past) if len(past) >= LEAST_PAST else None
        return Outlook(await self._tables.number(guild, self._now()), seconds)

    async def work(self) -> float | None:
        """Open all tables for which enough people wait; returns when to look again."""
        now = self._now()
        await self._tables.lapse(now - HELD, now - KEPT)
        waiting = await self._tables.waiting(now)
        left: list[Seeker] = []
        for guild, seekers in groupby(waiting, key=lambda seeker: seeker.guild):
            try:
                left += await self._seat(guild, list(seekers))
            except Exception:
                log.exception("a queue failed", guild=guild)
        try:
            await self._seat_over_servers(left)
        except Exception:
            log.exception("the queue across servers failed")
        return now + AGAIN if waiting else None

    async def _seat(self, guild: int, seekers: Sequence[Seeker]) -> Sequence[Seeker]:
        """Open the tables for which enough people wait in this server; returns those who go on waiting."""
        if len(seekers) < 2:
            return seekers
        crowd = await self._crowd(seekers)
        while (party := await self._party(crowd)) is not None:
            crowd = crowd.without(await self._open(guild, *party))
        return crowd.seekers

    async def _seat_over_servers(self, seekers: Sequence[Seeker]) -> None:
        """Open the tables for which enough people wait across servers, under their global names."""
        names = await self._wanderers([seeker.user for seeker in seekers])
        if len(names) < 2:
            return
        known = await self._tables.servers([*names], self._now() - BELONGS)
        servers = {s.user: known.get(s.user, frozenset()) | {s.guild} for s in seekers if s.user in names}
        named = [replace(s, name=names[s.user], manages=False) for s in seekers if s.user in names]
        closed = {user for user in names if await self._store.people.is_closed(user)}
        crowd = await self._crowd(named, servers)
        while (party := await self._party(crowd)) is not None:
            company = [seeker.user for seeker in party[2]]
            common = frozenset[int].intersection(*(servers[user] for user in company))
            gone = await self._strangers(common, company)
            crowd = crowd.without(gone or await self._open_over_servers(*party, closed))

    async def _strangers(self, servers: Iterable[int], people: Collection[int]) -> Collection[int]:
        """Those of the people who keep a table across servers from opening: none, if all are in one of these servers.

        All of them, where that can't be known now.
        """
        if self.doors is None:
            return ()
        found = [members for guild in servers if (members := await self.doors.members(guild, people)) is not None]
        if any(members == {*people} for members in found):
            return ()
        return {*people} - max(found, key=len) if found else people

    async def _wanderers(self, people: Collection[int]) -> dict[int, str]:
        """The global names of those among these people who allow tables across servers, and don't hide from them."""
        allow = [user for user in people if (await self._store.people.preferences(user)).over_servers]
        return await self._store.people.names(allow, None) if allow else {}

    async def _crowd(self, seekers: Sequence[Seeker], servers: Mapping[int, frozenset[int]] | None = None) -> Crowd:
        people = [seeker.user for seeker in seekers]
        standings = {user: await self._store.entry.standing(user) for user in people}
        turns = sorted(seekers, key=lambda seeker: _turn(seeker, standings[seeker.user], self._now()))
        blocked, strengths = await self._tables.blocked(people), await self._tables.strengths(people)
        return Crowd(tuple(turns), blocked, strengths, servers)

    async def _party(self, crowd: Crowd) -> tuple[str, Offer, list[Seeker]] | None:
        """The people who sit down next, and to what: the largest company of the first person who has one."""
        for first in crowd.seekers:
            await asyncio.sleep(0)  # so that a long queue holds up no one
            companies = [
                (game, length, crowd.company(first, game, length))
                for game, length in product(first.wishes.games, first.wishes.lengths)
            ]
            for game, length, company in sorted(companies, key=lambda found: -len(found[2])):
                for places in range(len(company), 1, -1):
                    offer = await self._offer(game, length, places)
                    if offer is not None:
                        return game, offer, company[:places]
        return None

    async def _offer(self, game: str, length: str, places: int) -> Offer | None:
        try:
            return await self._presets.offer(game, length, places)
        except Refused:  # so many can't play that
            return None

    async def _open(self, guild: int, game: str, offer: Offer, company: list[Seeker]) -> list[int]:
        """Open a table for this company, by who of them asked last; returns who needn't be looked at any more.

        Those who don't see the channel any more in which they asked lose their place.
        """
        channel = await self._shared(guild, company)
        if channel is None:
            return await self._sent_away(guild, company)
        terms = replace((await self._store.servers.settings(guild)).terms(), clock=offer.clock)
        # at a live match all must be there: its opener, who asked last, sees when
        terms = replace(terms, waits=PACES[offer.clock].is_live)
        request = MatchRequest(game, offer.options, len(company), terms)
        return await self._gather(request, ChannelRef(guild, channel), company, _openings(company))

    async def _shared(self, guild: int, company: Sequence[Seeker]) -> int | None:
        """A channel that all of them see; None if there is none, or it can't be known now."""
        for channel in _channels(company):
            people = {seeker.user for seeker in company}
            if self.doors is None or await self.doors.seeing(guild, channel, people) == people:
                return channel
        return None

    async def _sent_away(self, guild: int, company: Sequence[Seeker]) -> list[int]:
        """Of people who have no channel in common any more, those who don't see their own; all if none can be found."""
        gone: list[int] = []
        for seeker in company:
            seeing = await self.doors.seeing(guild, seeker.channel, [seeker.user]) if self.doors else None
            if seeing is not None and seeker.user not in seeing:
                gone.append(seeker.user)
                await self._tables.lose(seeker)
        return gone or [seeker.user for seeker in company]

    async def _open_over_servers(
        self, game: str, offer: Offer, company: list[Seeker], closed: Collection[int]
    ) -> list[int]:
        """Open a table in no server, not rated, for people of several; see `_open`.

        A live match is started by a person with open direct messages, if there is one: the others can't see the button.
        """
        terms = Terms(offer.clock, rated=False, waits=PACES[offer.clock].is_live)
        request = MatchRequest(game, offer.options, len(company), terms)
        openings = sorted(_openings(company), key=lambda seekers: seekers[0].user in closed)
        return await self._gather(request, PRIVATE, company, openings)

    async def _gather(
        self, request: MatchRequest, place: ChannelRef, company: Sequence[Seeker], openings: Iterable[list[Seeker]]
    ) -> list[int]:
        for seekers in openings:
            try:
                match: Match | None = await self._lobby.gather(request, place, seekers)
            except Reached as reached:
                if reached.limit.counted in OPENERS:
                    continue
                return [reached.limit.whose]
            if match is None:
                log.info("no table found", guild=place.guild)
            else:
                log.info("table found", guild=place.guild, match=match.id)
            break
        return [seeker.user for seeker in company]


def _turn(seeker: Seeker, standing: Standing, now: float) -> tuple[int, float, int]:
    """Sorts people by turns: first those who have waited long, then reliable ones, and among these by their wait."""
    answers = standing.in_time + standing.late
    is_reliable = OF * (standing.in_time + GOOD) >= GOOD * (answers + OF)
    rank = 0 if now - seeker.since >= PATIENT else 1 if is_reliable else 2
    return rank, seeker.since, seeker.user


def _channels(company: Sequence[Seeker]) -> list[int]:
    """The channels that all of them see, as far as is known."""
    if found := [seeker.channel for seeker in company if seeker.is_open]:
        return list(dict.fromkeys(found))
    channels = {seeker.channel for seeker in company}
    return [*channels] if len(channels) == 1 else []


def _openings(company: Sequence[Seeker]) -> Iterator[list[Seeker]]:
    """The company with each of them as the opener, those who asked last first."""
    for opener in sorted(company, key=lambda seeker: -seeker.until):
        yield [opener, *(seeker for seeker in company if seeker != opener)]
