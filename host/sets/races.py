"""The race of the day: one solo match for everyone, with the same luck, the same computers and one try."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Stale, Store
from engines.table import Refused, View
from host.lobby.limits import alone, kept
from host.lobby.lobby import KEY_BYTES, Luck, Person
from host.lobby.presets import Presets, places_for
from host.play.fair_dice import commitment
from host.play.match_log import MatchLog
from host.play.results import was_put_back
from host.play.seen import standings
from host.table.seats import Seats
from host.time.clocks import DAY, HOUR
from model.kinds import How, PostKind, RowKind
from model.match import Finish, LogRow, Match, Outgoing, SeatRow
from model.pace import ENDLESS
from model.sets import LuckSet, Placed, Race, Racer, RaceResult, SetEnd
from model.terms import Terms
from opponents import FAIR

log: FilteringBoundLogger = structlog.get_logger()

GRACE = 6 * HOUR  # after the day's end for tables that were begun in it
AGAIN = 60.0  # seconds until a failed close is retried
LENGTH = "tonight"  # the preset of its table
SHOWN = 3  # places with a name and a film


class Races:
    """Opens races, seats people in them, and closes them."""

    def __init__(self, match_log: MatchLog, presets: Presets, seats: Seats, *, luck: Luck) -> None:
        self._match_log, self._presets, self._seats, self._luck = match_log, presets, seats, luck
        self._store: Store = match_log.store
        self._tables, self._now = match_log.store.sets, match_log.now

    async def today(self) -> Race:
        """The race of the day."""
        return await self._race(await self._of_today())

    async def own(self, user: int) -> Match | None:
        """The person's table in the race of the day, if they have begun."""
        race = await self._tables.race(self._day())
        racer = race and await self._tables.racer(race.id, user)
        return await self._store.match(racer.match) if racer else None

    async def enter(self, by: Person, guild: int | None) -> Match:
        """The person's table in the race of the day, which waits for its deal if it is new.

        A second press, or one in another server, gives the same table. Raises Refused if they have too many private
        matches under way, or have raced today and were forgotten since.
        """
        now = self._now()
        race = await self._of_today()
        computers = tuple(SeatRow(seat, None, FAIR, FAIR) for seat in range(1, race.places))
        match = Match(
            game=race.game,
            options=race.options,
            rules=race.rules,
            phase="starting",
            places=race.places,
            guild=None,
            channel=0,
            host=by.user,
            key=race.key,
            entropy=race.entropy,
            opened=now,
            changed=now,
            seats=(SeatRow(0, by.user, None, by.name), *computers),
            terms=Terms(ENDLESS, rated=False),
            of_set=race.id,
            hidden=True,
        )
        row = LogRow(0, 1, RowKind.OPEN, None, (), How.PLAYER, [], [], None, by.user, now)
        racer = Racer(race.id, by.user, 0, guild, mark=_mark(race, by.user))
        with kept():
            number = await self._tables.enter(racer, match, row, [Outgoing(PostKind.OPENING)], [alone(by.user)])
        if number is None:
            raise Refused("race.once")
        entered = await self._store.match(number)
        assert entered is not None, "it has just been written"
        self._match_log.wake()
        return entered

    async def result(self, user: int, guild: int | None) -> RaceResult | None:
        """The result of the newest race that is over; None before the first."""
        race = await self._tables.last_race()
        if race is None:
            return None
        home = [racer for racer in await self._tables.racers(race.id) if racer.place is not None]
        known = [racer for racer in home if racer.user > 0]  # without people who asked to be forgotten
        here = _placed([racer for racer in known if guild is not None and racer.guild == guild])[:SHOWN]
        best, mine = await self._best(known), [racer for racer in known if racer.user == user]
        return RaceResult(
            race=await self._race(race),
            seed=race.key.hex(),
            here=await self._named(here, guild),
            best=await self._named(best, None),
            own=next(iter(await self._named(mine, None)), None),
            home=len(home),
        )

    async def news(self, guild: int) -> RaceResult | None:
        """The result for a server's daily post: of the last race, if it ended today and someone came home."""
        race = await self._tables.last_race()
        if race is None or race.closed is None or race.closed < self._now() - DAY:
            return None
        result = await self.result(0, guild)
        return result if result is not None and result.home else None

    async def film(self, day: int, place: int) -> int:
        """The match of one of the best in the newest race that is over, by its index there; Refused for any other."""
        race = await self._tables.last_race()
        if race is None or race.day != day:
            raise Refused("race.film")
        known = [racer for racer in await self._tables.racers(race.id) if racer.place is not None and racer.user > 0]
        best = await self._best(known)
        if not 0 <= place < len(best):
            raise Refused("race.film")
        return best[place].match

    async def work(self) -> float | None:
        """Close the races that are due; returns when to look again."""
        day = int((self._now() - GRACE) // DAY)
        due = closes(day * DAY)
        for race in await self._tables.late_races(day):
            try:
                await self._close(race)
            except Stale:  # another process does it too, or someone was forgotten meanwhile
                due = self._now() + AGAIN
            except Exception:
                log.exception("race can't be closed", race=race.id)
                due = self._now() + AGAIN
        return due

    # --- how it is done

    def _day(self) -> int:
        return int(self._now() // DAY)

    async def _of_today(self) -> LuckSet:
        day = self._day()
        return await self._tables.race(day) or await self._open(day)

    async def _open(self, day: int) -> LuckSet:
        """The games take turns."""
        games = [*self._match_log.games]
        game = games[day % len(games)]
        spec = self._match_log.games[game].spec
        places = places_for(spec, alone=True)
        options = dict((await self._presets.offer(game, LENGTH, places, alone=True)).options)
        new = LuckSet(game, options, spec.rules, places, self._luck(KEY_BYTES), self._now(), day=day)
        return await self._tables.open_race(new)

    async def _race(self, race: LuckSet) -> Race:
        assert race.day is not None, "it is a race"
        return Race(
            day=race.day,
            game=race.game,
            options=race.options,
            rules=race.rules,
            places=race.places,
            ends=(race.day + 1) * DAY,
            closes=closes(race.day * DAY),
            commitment=commitment(race.key),
            begun=len(await self._tables.racers(race.id)),
        )

    async def _best(self, racers: Sequence[Racer]) -> list[Racer]:
        """The first of them that other servers may see."""
        best: list[Racer] = []
        for racer in racers:
            if len(best) < SHOWN and not await self._store.people.hidden(racer.user):
                best.append(racer)
        return best

    async def _named(self, racers: Sequence[Racer], guild: int | None) -> tuple[Placed, ...]:
        names = await self._store.people.names([racer.user for racer in racers], guild)
        return tuple(
            Placed(racer.place or 0, racer.user, names.get(racer.user, ""), racer.rank, racer.points, racer.match)
            for racer in racers
        )

    async def _close(self, race: LuckSet) -> None:
        """Call off what isn't over, and let all that was come to count at once."""
        racers = await self._tables.racers(race.id)
        for racer in racers:
            await self._seats.cancel(racer.match)
        home: list[Racer] = []
        ends: dict[int, Finish] = {}
        for racer in racers:
            match = await self._store.match(racer.match)
            if match is None or match.phase != "over":
                continue
            finish = await self._match_log.brought(match, None)
            if finish is None:  # one save that can't be read keeps no one else from their result
                continue
            ends[match.id] = finish
            public: View = self._match_log.game(match).view(await self._match_log.look(match), None)
            mine = match.seats[0].user == racer.user and not match.seats[0].resigned
            if public.over and mine and not was_put_back(await self._store.log(match.id)):
                own = next(standing for standing in standings(match, public) if standing.seat == 0)
                home.append(replace(racer, rank=own.rank, points=own.points))
        await self._tables.close(SetEnd(race.id, ends), self._now(), _placed(home))


def _mark(race: LuckSet, user: int) -> bytes:
    """What a race keeps of a person who is forgotten: no one can tell whose it is without the seed."""
    return hmac.digest(race.key, f"racer:{user}".encode(), "sha256")


def closes(moment: float) -> float:
    """When the race of the day of this moment is over, in unix seconds."""
    return (moment // DAY + 1) * DAY + GRACE


def _worth(racer: Racer) -> tuple[int, int]:
    """The order of a race: the better rank at the own table, then the more points."""
    return racer.rank, -racer.points


def _placed(home: Sequence[Racer]) -> list[Racer]:
    """Everyone who came home with their place; equals share one."""
    placed: list[Racer] = []
    for _, equals in groupby(sorted(home, key=_worth), key=_worth):
        place = 1 + len(placed)
        placed += [replace(racer, place=place) for racer in equals]
    return placed
