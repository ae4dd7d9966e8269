"""Outages, found by heartbeats, and announced downtime: clocks skip both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, one_statement, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import cups, deadlines, downtimes, matches, meta, outages, outbox
from db.sql.upsert import put, upsert
from db.stores.limits import hold
from model.kinds import TIMED, CupPhase, Gathering, PostKind
from model.match import Downtime, Limit, Outgoing
from model.pace import PACES

ALIVE = "alive"  # the key of the last beat's time
BEATS = 150.0  # seconds: a bot beats every minute, so one with an older beat doesn't run
ANNOUNCING = "announcing"  # a key whose row makes simultaneous announcers wait
Span = tuple[float, float]  # since, until
There = tuple[ColumnElement[bool], ColumnElement[bool]]  # conditions for matches and for cups
RUNNING: CupPhase = "running"
NOTABLE = 600.0  # seconds: shorter outages, such as restarts, don't update the messages of all cups


class Outages:
    """Heartbeats, the outages between them, and announced downtime."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader
        self._once = one_statement(engine)

    async def beat(self, now: float) -> None:
        """Beat: a process is running now."""
        await upsert(self._once, meta, {"key": ALIVE}, {"value": str(now)})

    @transaction
    async def begin(self, write: AsyncConnection, now: float) -> None:
        """Start running: the time since the last heartbeat was an outage.

        Everything due by clocks is put off by it, or further where weekends are off; only the clock knows. Automatic
        steps of lobbies and the ends of cup rounds are put off too. Time covered by announced downtime was put off
        already.
        """
        said = select(meta.c.value).where(meta.c.key == ALIVE).with_for_update()
        last = (await write.execute(said)).scalar_one_or_none()
        if last is not None and now > float(last):
            await _add(write, float(last), now)
        await put(write, meta, {"key": ALIVE}, {"value": str(now)})

    @transaction
    async def leap(self, write: AsyncConnection, before: float, now: float, least: float) -> float:
        """Beat by a clock that has gone on by more than `least` seconds since the one `before`, or back.

        If no other process has beaten meanwhile, the time up to now was an outage. What was due by a clock that went
        back is due now. Returns the seconds of outage, 0 if others went on as ever, negative if the clock went back.
        """
        said = select(meta.c.value).where(meta.c.key == ALIVE).with_for_update()
        last = max(before, float((await write.execute(said)).scalar_one_or_none() or before))
        if now - last > least:
            await _add(write, last, now)
        elif last - now > least:
            await self._turn_back(write, now, last + least)
        else:
            last = now
        await put(write, meta, {"key": ALIVE}, {"value": str(now)})
        return now - last

    @staticmethod
    async def _turn_back(write: AsyncConnection, now: float, until: float) -> None:
        """What was due by the old clock doesn't wait again; what is due a moment early checks its time itself."""
        for table in (deadlines, outbox):
            due = {"due": now} if table is deadlines else {}
            was_due = table.c.ready.between(now, until)
            await write.execute(update(table).where(was_due).values({"ready": now, **due}))

    async def past(self, after: float) -> tuple[Span, ...]:
        """The times (since, until), in order, when no process ran, as far as they extend past `after`."""
        query = select(outages).where(outages.c.until > after).order_by(outages.c.since)
        return tuple((row["since"], row["until"]) for row in await self._reader.rows(query))

    async def downtimes(self, after: float) -> tuple[Downtime, ...]:
        """The announced downtimes, in order, as far as they extend past `after`."""
        query = select(downtimes).where(downtimes.c.until > after).order_by(downtimes.c.since, downtimes.c.id)
        return tuple(value_of(Downtime, row) for row in await self._reader.rows(query))

    @transaction
    async def announce(self, write: AsyncConnection, new: Downtime, now: float, limits: Sequence[Limit] = ()) -> bool:
        """Store an announcement; False, and no change, if there is one already.

        Deadlines are put off for its author as well, until each match renews its own. Raises Reached if one
        of the limits allows no further announcement.
        """
        await hold(write, limits)
        await put(write, meta, {"key": ANNOUNCING}, {"value": ""})
        ahead = select(downtimes.c.id).where(downtimes.c.until > now, _of(new.guild))
        if (await write.execute(ahead)).first() is not None:
            return False
        await _put_off(write, (new.since, new.until), now, new.guild)
        await write.execute(insert(downtimes).values(columns_of(new) | {"announced": now}))
        return True

    @transaction
    async def end(self, write: AsyncConnection, guild: int | None, now: float) -> Downtime | None:
        """End or withdraw the announced downtime; returns it, None if there was none.

        The announcement itself stays stored.
        """
        await put(write, meta, {"key": ANNOUNCING}, {"value": ""})
        row = (await write.execute(select(downtimes).where(downtimes.c.until > now, _of(guild)))).mappings().first()
        if row is None:
            return None
        condition, was = downtimes.c.id == row["id"], value_of(Downtime, row)
        await write.execute(update(downtimes).where(condition).values(since=min(was.since, now), until=now))
        await _put_off(write, (max(now, was.since), was.until), now, guild, from_=was.until, sign=-1)
        return was


async def _add(write: AsyncConnection, since: float, until: float) -> None:
    await write.execute(insert(outages).values(since=since, until=until))
    await _put_off(write, (since, until), until)


async def _put_off(
    write: AsyncConnection,
    span: Span,
    now: float,
    guild: int | None = None,
    *,
    from_: float | None = None,
    sign: int = 1,
) -> None:
    """Put off what is due after `from_` (None: the beginning of the span) by the span, or (`sign` -1) bring it forward.

    For one server, or (None) all. Time covered by earlier announcements doesn't count again.
    """
    touching = select(downtimes).where(downtimes.c.until > span[0], downtimes.c.since < span[1])
    spans = [value_of(Downtime, row) for row in (await write.execute(touching)).mappings()]
    servers = {outage.guild for outage in spans if outage.guild is not None} if guild is None else {guild}
    after = span[0] if from_ is None else from_
    for server in servers:
        covers = [outage for outage in spans if outage.guild in (None, server)]
        conditions = (matches.c.guild == server, cups.c.guild == server)
        await _move(write, sign * _uncovered(span, covers), after, now, conditions)
    if guild is None:
        rest = _uncovered(span, [outage for outage in spans if outage.guild is None])
        elsewhere = (or_(matches.c.guild.is_(None), matches.c.guild.not_in(servers)), cups.c.guild.not_in(servers))
        await _move(write, sign * rest, after, now, elsewhere if servers else None)


async def _move(write: AsyncConnection, seconds: float, after: float, now: float, where: There | None) -> None:
    """Move the deadlines of matches and the ends of cup rounds; `where` (None: anywhere) limits it."""
    if not seconds:
        return
    # what is due in the evening stays there or moves to the next: its clock decides when it falls due
    by_evenings = matches.c.clock.in_([clock for clock, pace in PACES.items() if pace.by_evenings])
    moved = or_(deadlines.c.kind.in_(Gathering), and_(deadlines.c.kind.in_(TIMED), ~_is_in(by_evenings)))
    timed = and_(moved, deadlines.c.due > after)
    ends = and_(cups.c.phase == RUNNING, cups.c.due > after)
    if where is not None:
        of_match, of_cup = where
        timed = and_(timed, _is_in(of_match))
        ends = and_(ends, of_cup)
    later = {"due": deadlines.c.due + seconds, "ready": deadlines.c.ready + seconds}
    await write.execute(update(deadlines).where(timed).values(later))
    # readers of the cup read it again, and its message shows the new time
    is_told = abs(seconds) >= NOTABLE
    shift = update(cups).where(ends).values(due=cups.c.due + seconds, seq=cups.c.seq + int(is_told))
    shifted = (await write.execute(shift.returning(cups.c.id, cups.c.seq))).all()
    if shifted and is_told:
        post = Outgoing(PostKind.CUP)
        await write.execute(insert(outbox), [post_columns(post, row.seq, now, cup=row.id) for row in shifted])


def _is_in(there: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists(select(matches.c.id).where(matches.c.id == deadlines.c.match, there))


def _of(guild: int | None) -> ColumnElement[bool]:
    return downtimes.c.guild.is_(None) if guild is None else downtimes.c.guild == guild


def _uncovered(span: Span, covers: Iterable[Downtime]) -> float:
    """The seconds of the span that none of these covers."""
    time, left = span[0], 0.0
    for cover in sorted(covers, key=lambda cover: cover.since):
        left += max(0.0, min(cover.since, span[1]) - time)
        time = max(time, cover.until)
    return left + max(0.0, span[1] - time)
