"""Actions on cups: open, sign up, leave, start, call off, correct. Each writes one row of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from db.store import Store
from engines.dice import SeededDice
from engines.table import Game, Refused
from host import judges
from host.access import Asker
from host.cups.duels import duel_of
from host.cups.formats import FORMATS, LEAST, MOST
from host.cups.state import awarded, lots_key, seeded, table_of
from host.cups.verify import PublishedCup, published
from host.lobby.limits import cups_of, daily, kept, open_cups
from host.lobby.lobby import KEY_BYTES, ChannelRef, Luck, Person
from host.lobby.playable import not_for, players, table_for
from host.play.match_log import TRIES
from host.time.clocks import DAY
from host.time.worker import Now
from model.cup import Cup, CupRow, CupStep, CupTable, Entrant, WholeCup
from model.kinds import CUPS_UNDER_WAY, VERDICTS, CupPhase, CupRowKind, EntrantState, ResultHow
from model.match import Counted, Match
from model.pace import DEFAULT_CLOCK, PACES

__all__ = ["LEAST", "MOST", "CupRequest", "Cups"]

P = ParamSpec("P")

SIGNUP_DAYS, ROUND_DAYS, SEASONS = 7, 14, 2  # defaults
TITLE = 60  # characters
ALL: tuple[CupPhase, ...] = ("signup", "running", "over", "cancelled")


class Overtaken(Exception):
    """Someone else changed the cup first."""


@dataclass(frozen=True, slots=True)
class CupRequest:
    """A request to open a cup."""

    game: str  # its key
    options: Mapping[str, str]  # the game's
    format: str  # a key of FORMATS
    title: str = ""  # as typed
    places: int | None = None  # None: as many as possible
    table: int | None = None  # players at one; None: the game's default
    days: int = ROUND_DAYS  # of a round
    signup: int = SIGNUP_DAYS  # days until the sign-up ends, unless someone starts the cup earlier
    seasons: int = SEASONS  # of a league
    clock: str = DEFAULT_CLOCK  # a key of PACES
    weekends: bool = False  # clocks rest on them
    rated: bool = True  # its matches are
    duplicate: bool | None = None  # the tables of a round have the same luck; None: where the game's default is so
    legs: bool = False  # each pair of a knock-out plays two matches


S = TypeVar("S", bound="Cups")


def retried(
    step: Callable[Concatenate[S, int, P], Awaitable[Cup]],
) -> Callable[Concatenate[S, int, P], Awaitable[Cup]]:
    """Run a cup step under the cup's lock, and retry it when another process was faster."""

    async def tried(self: S, number: int, /, *args: P.args, **kwargs: P.kwargs) -> Cup:
        async with self.lock(number):
            for _ in range(TRIES - 1):
                try:
                    return await step(self, number, *args, **kwargs)
                except Overtaken:
                    continue
            return await step(self, number, *args, **kwargs)

    return tried


class Cups:
    """People's actions on the cups of all servers; `host.cups.rounds` does what happens by itself."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        *,
        now: Now,
        luck: Luck,
        wake: Callable[[], None],
    ) -> None:
        self._store, self._tables, self._games = store, store.cups, games
        self._now, self.luck, self.wake = now, luck, wake
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, number: int) -> asyncio.Lock:
        """Lock on a cup within this process; between processes the store's compare-and-set decides."""
        return self._locks.setdefault(number, asyncio.Lock())

    # --- looking

    async def see(self, number: int, asker: Asker) -> WholeCup:
        """The cup, for someone in its server who sees its channel, directs it or has signed up.

        For everyone else it raises Refused, as for a number that no cup has.
        """
        record = await self._tables.whole(number)
        if record is None or record.cup.guild != asker.guild:
            raise Refused("cup.unknown")
        if not _is_near(record.cup, asker) and record.entrant(asker.user) is None:
            raise Refused("cup.unknown")
        return record

    async def known(self, asker: Asker, phases: tuple[CupPhase, ...] = ALL) -> list[Cup]:
        """The cups in these phases that `see` would show the asker, the newest first."""
        if asker.guild is None:
            return []
        entered = set(await self._tables.entered_by(asker.user))
        cups = await self._tables.of_guild(asker.guild, phases)
        return [cup for cup in cups if _is_near(cup, asker) or cup.id in entered]

    async def whole(self, number: int) -> WholeCup:
        """A cup, for news in its own channel."""
        record = await self._tables.whole(number)
        if record is None:
            raise Refused("cup.unknown")
        return record

    async def of_match(self, match: Match) -> tuple[WholeCup, CupTable] | None:
        """The cup and the table that a match belongs to; None for a match outside of cups."""
        if match.cup is None or (record := await self._tables.whole(match.cup)) is None:
            return None
        table = table_of(record, match.id)
        return None if table is None else (record, table)

    async def threads(self, numbers: Iterable[int]) -> dict[int, int]:
        """The threads of these matches, by match; matches without one are left out."""
        return await self._tables.threads([*numbers])

    async def log(self, number: int) -> list[CupRow]:
        """The log of a cup, in order, for everyone who may see the cup."""
        return await self._tables.log(number)

    async def published(self, number: int, asker: Asker) -> PublishedCup:
        """The published data behind a cup's draw, for anyone who may `see` the cup."""
        record = await self.see(number, asker)
        return published(record, await self._tables.log(number))

    async def wins(self, user: int, guild: int | None) -> int:
        """The number of cups a person has won by playing; cups decided by people don't count."""
        return await self._tables.won_by(user, guild)

    # --- gathering

    async def open(self, request: CupRequest, place: ChannelRef, by: Person) -> Cup:
        """Open a cup with its opener as director; Refused if it can't be played."""
        assert place.guild is not None, "a cup belongs to a server"
        if request.clock not in PACES or PACES[request.clock].is_live:  # a round may begin while players are away
            raise Refused("house.clock")
        if request.format not in FORMATS:
            raise Refused("cup.format")
        form = FORMATS[request.format]
        if form.sides and (
            request.places not in (None, form.most) or request.table not in (None, 2) or request.duplicate is False
        ):
            raise Refused("cup.teams")
        if request.places is not None and request.places > form.most:
            raise Refused("cup.places", {"n": form.most})
        game = self._games[request.game]
        options, rules, least, most = await asyncio.to_thread(self._settled, game, request)
        if form.sides and most != 2:
            raise Refused("cup.teams")
        if request.legs and (form.by_points or most > 2):
            raise Refused("cup.legs")
        now = self._now()
        cup = Cup(
            id=0,
            guild=place.guild,
            channel=place.channel,
            director=by.user,
            title=request.title.strip()[:TITLE],
            game=request.game,
            options=options,
            rules=rules,
            format=request.format,
            least=least,
            most=most,
            places=max(request.places or form.most, least, LEAST),
            seasons=request.seasons,
            days=request.days,
            clock=request.clock,
            weekends=request.weekends,
            rated=request.rated,
            duplicate=_has_duplicates(request, game),
            legs=request.legs,
            phase="signup",
            round=0,
            seq=0,
            due=now + request.signup * DAY,
            key=self.luck(KEY_BYTES),
            entropy="",
            opened=now,
            changed=now,
        )
        often = daily(Counted.CUPS, by.user, now, manages=by.manages)
        limits = (open_cups(by.user, manages=by.manages), cups_of(place.guild), often)
        with kept():
            created = await self._tables.create(cup, [CupRow(CupRowKind.OPEN, now, by=by.user)], limits)
        self.wake()
        return created

    def _settled(self, game: Game[Any, Any], request: CupRequest) -> tuple[dict[str, str], int, int, int]:
        """The full options, the rules, and the least and most players at a table."""
        fit = players(game, request.options, game.spec.rules)
        most = request.table or (2 if 2 in fit or not fit else fit[0])
        if fit and most not in fit:
            raise not_for(most, fit)
        table = table_for(game, request.options, game.spec.rules, most)
        least = most
        while least - 1 in fit and least > 2:
            least -= 1
        return table.options, table.rules, least, table.seats

    @retried
    async def join(self, number: int, by: Person) -> Cup:
        """Sign a person up, on the reserve list if the cup is full or has begun.

        People who have decided about others in the cup can't play in it.
        """
        record = await self.unfinished(number)
        entry = record.entrant(by.user)
        if entry is not None:
            # the place of a person who has left is someone else's by now, or forfeited
            raise Refused("cup.left" if entry.state == EntrantState.GONE else "cup.joined")
        await judges.check_joins(self._store, number, by.user)
        is_free = record.cup.phase == "signup" and len(record.playing()) < record.cup.places
        entrant = Entrant(
            by.user,
            max((e.number for e in record.entrants), default=0) + 1,
            by.name,
            EntrantState.IN if is_free else EntrantState.RESERVE,
            press=by.interaction_id,
        )
        return await self._save(record.cup, self._row(CupRowKind.JOIN, by), entrants=(entrant,))

    @retried
    async def leave(self, number: int, by: Person) -> Cup:
        """Take a person off the list; in a cup that has begun, they play no further round."""
        record = await self.unfinished(number)
        entrant = record.entrant(by.user)
        if entrant is None or entrant.state == EntrantState.GONE:
            raise Refused("cup.not.in" if entrant is None else "cup.left")
        self.check_changes(record.cup)
        return await self._out(record, entrant, self._row(CupRowKind.LEAVE, by))

    @staticmethod
    def check_changes(cup: Cup) -> None:
        """Raise Refused where the players of a cup stay the same, because it has begun its only round."""
        if FORMATS[cup.format].sides and cup.phase == "running":
            raise Refused("cup.teams.begun")

    @retried
    async def start(self, number: int, by: Person, *, manages: bool) -> Cup:
        """End the sign-up and draw; only for the director and managers, once there are enough players."""
        record = await self._gathering(number)
        self.check_director(record.cup, by, manages=manages)
        if len(record.playing()) < self.needed(record.cup):
            raise Refused("cup.few", {"n": self.needed(record.cup)})
        return await self._begin(record, by.user)

    async def start_or_cancel(self, record: WholeCup) -> Cup:
        """Start a cup whose sign-up is over, or call it off if too few people signed up."""
        if len(record.playing()) >= self.needed(record.cup):
            return await self._begin(record, None)
        cancelled = replace(record.cup, phase="cancelled", due=None)
        return await self._save(cancelled, CupRow(CupRowKind.CANCEL, self._now()))

    @staticmethod
    def needed(cup: Cup) -> int:
        """The number of players a cup needs to start."""
        return max(FORMATS[cup.format].least, cup.least)

    @retried
    async def cancel(self, number: int, by: Person, *, manages: bool) -> Cup:
        """Call the cup off; matches in progress go on, unless they have the same luck: those are called off too.

        Once the cup has begun this is a decision about others, so no one who plays in it may take it.
        """
        record = await self.check_cancel(number, by, manages=manages)
        cancelled = replace(record.cup, phase="cancelled", due=None)
        return await self._save(cancelled, self._row(CupRowKind.CANCEL, by))

    async def check_cancel(self, number: int, by: Person, *, manages: bool) -> WholeCup:
        """The cup, if this person may call it off; else raises Refused."""
        record = await self.unfinished(number)
        self.check_director(record.cup, by, manages=manages)
        if record.cup.phase == "running":
            await judges.check_cup(self._store, record, by.user)
        return record

    async def _begin(self, record: WholeCup, by: int | None) -> Cup:
        """Draw the cup: seed by rating, and by lot among equal or missing ratings."""
        presses = [str(entrant.press) for entrant in record.entrants if entrant.press is not None]
        cup = replace(record.cup, phase="running", due=None, entropy=",".join(presses))
        rated: list[Entrant] = []
        for entrant in record.playing():
            ratings = await self._store.careers.ratings_of(entrant.user, cup.guild)
            rated.append(replace(entrant, points=ratings[cup.game].points if cup.game in ratings else 0))
        order = seeded({result.number: result.points for result in rated}, SeededDice(lots_key(cup), 0))
        entrants = tuple(replace(result, place=order.index(result.number) + 1) for result in rated)
        return await self._save(cup, CupRow(CupRowKind.START, self._now(), by=by), entrants=entrants)

    # --- the director's corrections, if the director doesn't play in the cup

    async def is_concerned(self, record: WholeCup, user: int) -> bool:
        """Whether this person plays in the cup and so may not decide about others in it."""
        return await judges.is_of_cup(self._store, record, user)

    @retried
    async def replace(self, number: int, old: int, new: int, by: Person, *, manages: bool) -> Cup:
        """Give a person's place to someone on the reserve list, from the next round on.

        That way no one who didn't ask to play is drawn, called or rated.
        """
        record = await self.unfinished(number)
        self.check_director(record.cup, by, manages=manages)
        await judges.check_cup(self._store, record, by.user)
        self.check_changes(record.cup)
        entrant, waiting = record.entrant(old), record.entrant(new)
        if entrant is None or (entrant.place is None and entrant.state != EntrantState.IN):
            raise Refused("cup.nobody")
        if waiting is None:
            raise Refused("cup.not.waiting")
        if waiting.state != EntrantState.RESERVE:
            raise Refused("cup.has.place")
        if entrant.gone is not None and entrant.gone <= record.cup.round:
            raise Refused("cup.walked.over")
        rows = (self._verdict(CupRowKind.DROP, record, by, old), self._verdict(CupRowKind.REPLACE, record, by, new))
        taking = replace(waiting, state=EntrantState.IN, place=entrant.place)
        if record.cup.phase == "signup":
            return await self._save(record.cup, *rows, entrants=(taking,), left=(old,))
        leaving = replace(entrant, state=EntrantState.GONE, place=None, gone=record.cup.round + 1)
        return await self._save(record.cup, *rows, entrants=(leaving, taking))

    @retried
    async def drop(self, number: int, user: int, by: Person, *, manages: bool) -> Cup:
        """Take a person out, as if they had left; people who play in the cup can take out only themselves."""
        record = await self.unfinished(number)
        self.check_director(record.cup, by, manages=manages)
        if user != by.user:
            await judges.check_cup(self._store, record, by.user)
        entrant = record.entrant(user)
        if entrant is None or entrant.state == EntrantState.GONE:
            raise Refused("cup.nobody")
        self.check_changes(record.cup)
        return await self._out(record, entrant, self._verdict(CupRowKind.DROP, record, by, user))

    @retried
    async def set_result(
        self, number: int, table: int, winner: int, by: Person, *, manages: bool, seen: WholeCup
    ) -> Cup:
        """Set the winner of a table of this round, whatever its match says; the others share the next rank.

        Of two legs it sets both. When two people decide at once, the second is refused: the table no longer stands as
        they have `seen` it.
        """
        record = await self.unfinished(number)
        self.check_director(record.cup, by, manages=manages)
        await judges.check_cup(self._store, record, by.user)
        target, place = self.table_won(record, table, winner)
        before = next((t for t in seen.of_round(seen.cup.round) if t.number == table), None)
        if before is None or replace(before, match=target.match) != target:
            raise Refused("cup.overtaken")
        await self.check_known(record, target)
        duel = duel_of(record, target)
        set_by_hand = tuple(
            replace(leg, ranks=awarded(record, leg, place), how=ResultHow.DIRECTOR, points=None, leads=None)
            for leg in duel
        )
        if all(
            replace(leg, points=None, leads=None) == by_hand for leg, by_hand in zip(duel, set_by_hand, strict=True)
        ):
            raise Refused("cup.set", {"n": table})
        row = replace(self._verdict(CupRowKind.CORRECT, record, by, winner), number=target.number)
        return await self._save(record.cup, row, tables=set_by_hand)

    async def check_known(self, record: WholeCup, table: CupTable) -> None:
        """Raise Refused for a table in a set that goes on: others would learn of its luck, or how far it is."""
        tables = duel_of(record, table)
        if await self._store.sets.of_matches([other.match for other in tables if other.match is not None]):
            raise Refused("cup.hidden")

    @staticmethod
    def table_won(record: WholeCup, table: int, winner: int) -> tuple[CupTable, int]:
        """A table of this round and the winner's place at it; Refused if the person has no place there."""
        target = next((t for t in record.of_round(record.cup.round) if t.number == table), None)
        entrant = record.entrant(winner)
        if target is None:
            raise Refused("cup.table", {"n": len(record.of_round(record.cup.round))})
        if entrant is None or entrant.place is None or entrant.place not in target.places:
            raise Refused("cup.not.there", {"n": table})
        return target, entrant.place

    @retried
    async def move(self, number: int, channel: int, by: Person, *, manages: bool) -> Cup:
        """Move the cup, and the matches it has begun, to another channel because its own is gone."""
        record = await self.unfinished(number)
        self.check_director(record.cup, by, manages=manages)
        return await self._save(replace(record.cup, channel=channel), self._row(CupRowKind.MOVE, by))

    async def withdraw(self, user: int) -> None:
        """Take a person out of all unfinished cups, as if they had left."""
        for number in await self._tables.entered_by(user, CUPS_UNDER_WAY):
            await self._withdraw(number, user)

    @retried
    async def _withdraw(self, number: int, user: int) -> Cup:
        record = await self.whole(number)
        entrant = record.entrant(user)
        if record.cup.phase not in CUPS_UNDER_WAY or entrant is None or entrant.state == EntrantState.GONE:
            return record.cup
        return await self._out(record, entrant, CupRow(CupRowKind.LEAVE, self._now(), by=user))

    # --- how it is done

    async def _out(self, record: WholeCup, entrant: Entrant, row: CupRow) -> Cup:
        """Take an entrant out; during sign-up the first reserve moves up."""
        if record.cup.phase == "running" and entrant.state == EntrantState.IN:
            gone = replace(entrant, state=EntrantState.GONE, gone=record.cup.round + 1)
            return await self._save(record.cup, row, entrants=(gone,))
        waiting = [e for e in record.entrants if e.state == EntrantState.RESERVE]
        moves = record.cup.phase == "signup" and entrant.state == EntrantState.IN
        up = tuple(replace(e, state=EntrantState.IN) for e in waiting[: int(moves)])
        return await self._save(record.cup, row, entrants=up, left=(entrant.user,))

    async def _save(
        self,
        cup: Cup,
        *rows: CupRow,
        entrants: tuple[Entrant, ...] = (),
        left: tuple[int, ...] = (),
        tables: tuple[CupTable, ...] = (),
    ) -> Cup:
        verdicts = [row for row in rows if row.kind in VERDICTS and row.by not in (None, row.user)]
        limits = [daily(Counted.VERDICTS, row.by or 0, row.at) for row in verdicts[:1]]
        with kept():
            saved = await self._tables.commit(CupStep(cup, rows, entrants, left, tables), limits)
        if saved is None:
            raise Overtaken
        self.wake()
        return saved

    def _row(self, kind: CupRowKind, by: Person) -> CupRow:
        return CupRow(kind, self._now(), by=by.user)

    def _verdict(self, kind: CupRowKind, record: WholeCup, by: Person, user: int) -> CupRow:
        """A log row for a decision about someone else in the current round."""
        return replace(self._row(kind, by), user=user, round=record.cup.round)

    async def unfinished(self, number: int) -> WholeCup:
        """A cup in sign-up or in progress; Refused once it is over."""
        record = await self.whole(number)
        if record.cup.phase not in CUPS_UNDER_WAY:
            raise Refused("cup.over" if record.cup.phase == "over" else "cup.cancelled")
        return record

    async def _gathering(self, number: int) -> WholeCup:
        record = await self.unfinished(number)
        if record.cup.phase != "signup":
            raise Refused("cup.begun")
        return record

    @staticmethod
    def check_director(cup: Cup, by: Person, *, manages: bool) -> None:
        """Raise Refused unless the person directs the cup or manages its server."""
        if by.user == cup.director or manages:
            return
        if cup.director < 0:  # a director who asked to be forgotten
            raise Refused("cup.not.manager")
        raise Refused("cup.not.director", {"director": cup.director})


def _has_duplicates(request: CupRequest, game: Game[Any, Any]) -> bool:
    """Whether the tables of a round have the same luck; raises Refused where a table's winner goes on."""
    by_points = FORMATS[request.format].by_points
    if FORMATS[request.format].sides:
        return True
    if request.duplicate and not by_points:
        raise Refused("cup.duplicate")
    return by_points and (game.spec.duplicate if request.duplicate is None else request.duplicate)


def _is_near(cup: Cup, asker: Asker) -> bool:
    """Whether the asker directs the cup, sees its channel, or manages it as a server manager."""
    return asker.user == cup.director or asker.sees(cup.channel) or asker.keeps(cup.channel)
