"""What cups do by themselves: end sign-ups, open rounds, take in results, judge late tables.

Each step is written only if no one else's came first, so several bots may work at once, and one that dies in
between leaves nothing that the next run doesn't find.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import structlog
from structlog.typing import FilteringBoundLogger

from db.store import Stale
from engines.table import Refused, Standing
from host.cups.cups import Cups, Overtaken
from host.cups.duels import added_up, duel_of, leg_of
from host.cups.duplicates import Finished, leads, ranks
from host.cups.endings import TableEnding, ending_of
from host.cups.field import Field, Pairing
from host.cups.formats import FORMATS
from host.cups.state import awarded, decided, field_of, is_earned, is_final, outcomes_of, winners_of
from host.lobby.lobby import KEY_BYTES
from host.play.consequences import addressed, compared
from host.play.loaded_match import Origin
from host.play.match_log import MatchLog
from host.play.matches import Matches
from host.play.results import was_put_back
from host.play.seen import Seen, standings
from host.table.seats import Seats
from host.time.clocks import DAY, Running
from model.cup import Cup, CupRow, CupStep, CupTable, Entrant, WholeCup
from model.kinds import ENDED, CupRowKind, EntrantState, How, PauseReason, PostKind, ResultHow, RowKind
from model.match import Finish, LogRow, Match, Outgoing, SeatRow
from model.sets import LuckSet, SetEnd
from model.terms import Terms

log: FilteringBoundLogger = structlog.get_logger()

AGAIN = 60.0  # seconds until a failed step is retried
VANISHED = 3  # times in a row that a player's time ran out, after which they play no further round
LATE = 1  # the same when the round's time is up


@dataclass(frozen=True, slots=True)
class Judged:
    """A finished table with its result."""

    table: CupTable
    match: Match
    ending: TableEnding
    left: tuple[Entrant, ...]  # who vanished from it
    finished: Finished  # to compare it with


class Rounds:
    """Does what cups have due; the messages are posts written with each step."""

    def __init__(self, cups: Cups, match_log: MatchLog, matches: Matches, seats: Seats) -> None:
        self._cups, self._store, self._tables = cups, match_log.store, match_log.store.cups
        self._match_log, self._matches, self._seats = match_log, matches, seats
        self._now = match_log.now

    async def work(self) -> float | None:
        """Do whatever is due in any cup; returns when something is due next."""
        times: list[float] = []
        for cup in await self._tables.under_way():
            try:
                due = await self._tend(cup.id)
            except Exception:
                log.exception("cup failed", cup=cup.id)
                due = self._now() + AGAIN
            times += [] if due is None else [due]
        for stray in await self._store.sets.strays():
            try:
                await self._disband(stray)
            except Exception:
                log.exception("set failed", set=stray.id)
                times.append(self._now() + AGAIN)
        return min(times, default=None)

    async def _tend(self, number: int) -> float | None:
        """Do what is due in one cup; returns when something is due next, if that is known."""
        try:
            while await self._step(await self._cups.whole(number)):
                pass
        except (Overtaken, Stale):  # another process did it
            return self._now() + AGAIN
        return (await self._cups.whole(number)).cup.due

    async def _step(self, record: WholeCup) -> bool:
        """Take one step of a cup; False if nothing is due."""
        cup = record.cup
        if cup.phase == "signup" and cup.due is not None and cup.due <= self._now():
            await self._cups.start_or_cancel(record)
            return True
        if cup.phase != "running":
            return False
        tables = record.of_round(cup.round)
        for table in tables:
            if table.match is None and table.ranks is None:
                await self._seat(record, table)
                return True
        if await self._collect(record, [table for table in tables if table.ranks is None]):
            return True
        if all(table.ranks is not None for table in tables):
            await self._open_round(record)
            return True
        return False

    # --- a match for a table

    async def _seat(self, record: WholeCup, table: CupTable) -> None:
        """Begin the match of a table without a lobby, as its players are known.

        A person who asked to be forgotten since the draw forfeits.
        """
        cup, now = record.cup, self._now()
        sitting = [record.holder(place) for place in table.places]
        players = [entrant for entrant in sitting if entrant is not None and entrant.user > 0]
        if len(players) < len(sitting):
            ranks = tuple(1 if entrant in players else len(players) + 1 for entrant in sitting)
            row = CupRow(CupRowKind.WALKOVER, now, round=table.round, number=table.number)
            await self._commit(CupStep(cup, (row,), tables=(replace(table, ranks=ranks, how=ResultHow.FREE),)))
            return
        settings, shared = await self._store.servers.settings(cup.guild), self._shared(record, table)
        rows = tuple(SeatRow(seat, player.user, None, player.name) for seat, player in enumerate(players))
        match = Match(
            game=cup.game,
            options=cup.options,
            rules=cup.rules,
            phase="starting",
            places=len(rows),
            guild=cup.guild if shared is None else None,
            channel=cup.channel if shared is None else 0,
            host=cup.director,
            terms=Terms(cup.clock, cup.weekends, settings.evening, rated=cup.rated and shared is None),
            key=self._cups.luck(KEY_BYTES),
            entropy=",".join(str(player.press) for player in players if player.press is not None),
            opened=now,
            changed=now,
            seats=rows,
            cup=cup.id,
            hidden=shared is not None,
            settings_of=cup.guild,
        )
        row = LogRow(0, 1, RowKind.OPEN, None, (), How.HOUSE, [], [], None, None, now)
        announces = is_final(record, table.round) and leg_of(record, table) in (None, 1)  # a final is announced once
        opening = Outgoing(PostKind.OPENING)
        to_each = addressed(match, [opening]) if match.is_homeless else ()
        posts = [*to_each, opening, *([Outgoing(PostKind.FINAL)] if announces else [])]
        await self._tables.seat(cup.id, table, match, row, posts=posts, shared=shared)
        self._match_log.wake()

    def _shared(self, record: WholeCup, table: CupTable) -> LuckSet | None:
        """The set of a table in a cup of duplicates: all tables of its size in its round, if there are others."""
        cup = record.cup
        alike = [other for other in record.of_round(table.round) if len(other.places) == len(table.places)]
        if not cup.duplicate or len(alike) == 1:
            return None
        sitting = [record.holder(place) for other in alike for place in other.places]
        presses = ",".join(str(entrant.press) for entrant in sitting if entrant is not None and entrant.press)
        return LuckSet(
            game=cup.game,
            options=cup.options,
            rules=cup.rules,
            places=len(table.places),
            key=self._cups.luck(KEY_BYTES),
            opened=self._now(),
            entropy=presses,
            cup=cup.id,
            round=table.round,
        )

    # --- results

    async def _collect(self, record: WholeCup, tables: list[CupTable]) -> bool:
        """Take in the results of finished matches, and of all others once the round's time is up."""
        cup, now = record.cup, self._now()
        late = cup.due is not None and cup.due <= now
        phases = await self._tables.phases([table.match for table in tables if table.match is not None])
        sets = await self._store.sets.of_matches([*phases]) if cup.duplicate else {}
        over: list[CupTable] = []
        rests = False
        for table in tables:
            assert table.match is not None, "each has got one by now"
            if phases[table.match] in ENDED or (late and await self._end(table.match)):
                over.append(table)
            else:
                rests |= late
        # the tables of a set count at once, when the last of them is over, and so do two legs
        plays = [table for table in tables if table not in over]
        going_on = {sets[table.match] for table in plays if table.match in sets}
        judged = [
            await self._judged(record, table)
            for table in over
            if sets.get(table.match or 0) not in going_on and not any(leg in plays for leg in duel_of(record, table))
        ]
        ends = [await self._set_end(cup, number, judged, sets) for number in sorted({*sets.values()} - going_on)]
        alone = {table.table.number: (table.table, table.finished) for table in judged}
        ended = added_up(record, self._compared(judged, sets), alone)
        rows: list[CupRow] = []
        gone: dict[int, Entrant] = {}
        for table in judged:
            rows.extend(table.ending.rows)
            for entrant in table.left:
                if entrant.state == EntrantState.IN:
                    gone[entrant.user] = replace(entrant, state=EntrantState.GONE, gone=cup.round + 1)
                    at = table.table
                    rows.append(CupRow(CupRowKind.VANISHED, now, user=entrant.user, round=at.round, number=at.number))
        after = replace(cup, due=now + DAY) if rests else cup  # a match out of the bot's reach is judged later
        if not ended and after == cup:
            return False
        if not rows:
            rows.append(CupRow(CupRowKind.WAIT, now, round=cup.round))
        await self._commit(CupStep(after, tuple(rows), tuple(gone.values()), tables=tuple(ended)), ends)
        return True

    async def _end(self, match_id: int) -> bool:
        """End a late match as it stands; False if the bot is no longer in its server."""
        async with self._match_log.lock(match_id):
            match = await self._store.match(match_id)
            if match is None or match.phase in ENDED:
                return True
            if match.paused == PauseReason.GONE:
                return False
            if match.phase == "running":
                try:
                    opened = await self._match_log.load(match_id)
                except Refused:  # its save can't be read, so it is called off, which counts as a tie
                    await self._seats.call_off(match)
                else:
                    await self._seats.end(opened, "over", Origin(How.HOUSE), [])
            else:
                await self._seats.call_off(match)
            return True

    async def _disband(self, stray: LuckSet) -> None:
        """End a set whose cup was called off: without it there is nothing that its tables would be compared for."""
        assert stray.cup is not None, "it is of a cup"
        numbers, cup = await self._store.sets.matches(stray.id), (await self._cups.whole(stray.cup)).cup
        ends: dict[int, Finish] = {}
        for number in numbers:
            await self._seats.cancel(number)
            match = await self._store.match(number)
            finish = None if match is None or match.phase != "over" else await self._match_log.brought(match, cup.guild)
            ends |= {} if finish is None else {number: finish}
        await self._store.sets.close(SetEnd(stray.id, ends, cup.guild, cup.channel), self._now())

    async def _set_end(self, cup: Cup, number: int, judged: Sequence[Judged], sets: Mapping[int, int]) -> SetEnd:
        """The end of a set whose tables are all over: what each of them brings to its people."""
        over = [table.match for table in judged if sets.get(table.match.id) == number and table.match.phase == "over"]
        brought = {match.id: await self._match_log.brought(match, cup.guild) for match in over}
        ends = {number: finish for number, finish in brought.items() if finish is not None}
        told = {match.id: compared(match) for match in over if match.id in ends}
        return SetEnd(number, ends, cup.guild, cup.channel, told)

    @staticmethod
    def _compared(judged: Sequence[Judged], sets: Mapping[int, int]) -> list[CupTable]:
        """The tables with their ranks; in a set by what each seat is ahead of the same seat at the other tables."""
        compared = {table.match.id: table.table for table in judged}
        for number in {*sets.values()}:
            alike = [table for table in judged if sets.get(table.match.id) == number]
            finished = [table.finished for table in alike]
            for table, lead in zip(alike, leads(finished), strict=True):
                if lead:
                    by_seat = tuple(float(lead[seat]) for seat in sorted(lead))
                    compared[table.match.id] = replace(table.table, ranks=ranks(table.finished, lead), leads=by_seat)
        return [*compared.values()]

    async def _judged(self, record: WholeCup, table: CupTable) -> Judged:
        """A finished table with its result, how it ended, and the entrants who vanished from it.

        Entrants vanish if their time ran out too often in a row. Players who gave up their seat or were replaced by a
        computer rank behind everyone else. A match that was called off, or whose save can't be read, is a tie, unless
        its players have voted that one of them wins.
        """
        assert table.match is not None
        match = await self._store.match(table.match)
        assert match is not None, "the table holds it"
        sat = sorted(await self._store.careers.sittings(match.id), key=lambda sitting: sitting.seq, reverse=True)
        began = {row.seat: row.user for row in match.seats} | {sitting.seat: sitting.user for sitting in sat}
        away = {row.seat for row in match.seats if _is_away(row, began[row.seat])}
        order: dict[int, tuple[bool, int]] = dict.fromkeys(range(len(match.seats)), (False, 0))
        is_finished, points, stood = False, None, list[Standing]()
        seen = await self._seen_over(match)
        if seen is not None:
            stood = standings(seen.match, seen.view)
            order = {s.seat: (s.seat in away, s.rank) for s in stood}
            points = tuple(s.points for s in sorted(seen.view.standings, key=lambda standing: standing.seat))
            is_finished = seen.view.over
        rows = await self._store.log(match.id)
        ending = ending_of(table, rows, sat, began, self._now(), is_finished=is_finished)
        missed = LATE if ending.how == ResultHow.JUDGED else VANISHED
        vanished = [row.seat for row in match.seats if row.seat in away or row.missed >= missed]
        entered = [record.entrant(user) for seat in vanished if (user := began[seat]) is not None]
        ranked = tuple(1 + sum(other < order[seat] for other in order.values()) for seat in range(len(match.seats)))
        if ending.awarded is not None:
            ranked, points, stood = awarded(record, table, table.places[ending.awarded]), None, []
        if record.cup.duplicate and was_put_back(rows):
            stood = []  # it has left its set
        return Judged(
            table=replace(table, ranks=ranked, how=ending.how, points=points),
            match=match,
            ending=ending,
            left=tuple(entrant for entrant in entered if entrant is not None),
            finished=Finished(tuple(stood), frozenset(away)),
        )

    async def _seen_over(self, match: Match) -> Seen | None:
        """What everyone sees of a match that is over; None for any other, and if its save can't be read."""
        if match.phase != "over":
            return None
        try:
            return await self._matches.see(match.id, None)
        except Refused:
            return None

    # --- rounds

    async def _open_round(self, record: WholeCup) -> None:
        """Open the next round with reserves on vacant places, or end the cup."""
        cup, now, number = record.cup, self._now(), record.cup.round + 1
        filled, rows = await self._filled(record, number)
        pairings = await asyncio.to_thread(_next, filled, field_of(filled))
        changed = tuple(entrant for entrant in filled.entrants if entrant not in record.entrants)
        if not pairings:
            winners, done = winners_of(record), await self._tables.log(cup.id)  # a reserve who met no one can't win
            honours = all(is_earned(record, winner.place or 0, done) for winner in winners)
            kind = CupRowKind.END if honours else CupRowKind.UNEARNED
            ends = [
                CupRow(kind, now, user=winner.user, number=len(decided(record, winner.place)) or None)
                for winner in winners
            ]
            over = replace(cup, phase="over", due=None)
            await self._commit(CupStep(over, tuple(ends) or (CupRow(kind, now),)))
            return
        tables = tuple(
            CupTable(
                number,
                n,
                pairing.group,
                pairing.places,
                ranks=(1,) if len(pairing.places) == 1 else None,
                how=ResultHow.FREE if len(pairing.places) == 1 else None,
            )
            for n, pairing in enumerate(pairings, 1)
        )
        # a round keeps its length, whatever downtime is announced
        running = Running(outages=self._match_log.heartbeat.outages, announced=self._match_log.announced(cup.guild))
        opened = replace(cup, round=number, due=running.after(now, cup.days * DAY))
        rows.append(CupRow(CupRowKind.ROUND, now, round=number))
        await self._commit(CupStep(opened, tuple(rows), changed, tables=tables))

    async def _filled(self, record: WholeCup, number: int) -> tuple[WholeCup, list[CupRow]]:
        """The cup with reserves on the places that became free since the last round and are still in play."""
        field = field_of(record)
        free = {place for place, since in field.gone.items() if since == number}
        waiting = [entrant for entrant in record.entrants if entrant.state == EntrantState.RESERVE]
        if not free or not waiting:
            return record, []
        as_if = replace(field, gone={place: since for place, since in field.gone.items() if place not in free})
        wanted = {place for pairing in await asyncio.to_thread(_next, record, as_if) for place in pairing.places}
        entrants, rows = {entrant.user: entrant for entrant in record.entrants}, list[CupRow]()
        for place, new in zip(sorted(free & wanted), waiting, strict=False):
            old = record.holder(place)
            assert old is not None, "someone has held it"
            entrants[old.user] = replace(old, place=None)
            entrants[new.user] = replace(new, place=place, state=EntrantState.IN)
            rows.append(CupRow(CupRowKind.RESERVE, self._now(), user=new.user, round=number))
        return replace(record, entrants=tuple(entrants.values())), rows

    async def _commit(self, step: CupStep, sets: Sequence[SetEnd] = ()) -> Cup:
        saved = await self._tables.commit(step, sets=sets)
        if saved is None:
            raise Overtaken
        self._match_log.wake()
        if sets:
            self._store.webhooks.wake()
        return saved


def _next(record: WholeCup, field: Field) -> tuple[Pairing, ...]:
    return FORMATS[record.cup.format].pairings(field, outcomes_of(record))


def _is_away(row: SeatRow, began: int | None) -> bool:
    """Whether the person who began on the seat no longer sits there."""
    return row.resigned or row.substitute is not None or row.user != began
