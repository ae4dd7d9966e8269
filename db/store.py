"""Every question to the database, each method one transaction: matches, their log, deadlines, outgoing posts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import groupby
from typing import Any, Self

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.careers import Careers
from db.codec import encode_json
from db.conditions import THREAD, is_foremost, is_owed, is_placed, is_replaced, is_same, is_unhindered
from db.endings import record, strike
from db.engine import READING, make_engine
from db.mapping import (
    deadline_columns,
    header_columns,
    log_columns,
    post_columns,
    seat_columns,
    sitting_columns,
    to_deadline,
    to_log_row,
    to_match,
    to_plan,
    to_post,
)
from db.migrate import migrate, read_url
from db.people import People
from db.privacy import PersonalRows
from db.rows import (
    CHANGED,
    GATHERING,
    GONE,
    LOBBY,
    TIMED,
    Change,
    Deadline,
    LogRow,
    Match,
    Note,
    Phase,
    Plan,
    Post,
    Snapshot,
)
from db.seasons import SeasonTables
from db.tables import deadlines, log, matches, messages, meta, outages, outbox, plans, seats, sittings, snapshots
from db.upsert import put, upsert

LEASE = 60.0  # seconds after which a deadline or post whose taker died is handed out again
TAKING = 0x706F7374  # PostgreSQL's number of the lock under which posts are taken
ALIVE = "alive"  # the key under which the time of the last beat is kept


class Stale(Exception):
    """The match has moved on since it was read (or doesn't exist): read it again."""


class Doubled(Exception):
    """The press has been counted already: it is log row `seq` of `match`."""

    def __init__(self, match: int, seq: int) -> None:
        super().__init__(f"counted already as row {seq} of match {match}")
        self.match = match
        self.seq = seq


class Store:
    """The one door to the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.people = People(engine)
        self.careers = Careers(engine)
        self.seasons = SeasonTables(engine)
        self.personal = PersonalRows(engine)
        self._engine = engine
        self._reader = engine.execution_options(**READING)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Bring the database at `url` up to date and open it; raises DatabaseClosed or DatabaseNewer."""
        checked = read_url(url)
        await migrate(checked)
        return cls(make_engine(checked))

    async def close(self) -> None:
        """Give the connections back; the store is of no use afterwards."""
        await self._engine.dispose()

    # Matches

    async def create(
        self, match: Match, row: LogRow, notes: Sequence[Note] = (), owed: Sequence[Deadline] = ()
    ) -> Match:
        """A new match whose first log row, number 1, is `row`; `owed` are its deadlines.

        Raises Doubled if its press has been counted, and Stale if the match that it is a rematch of has one already.
        """
        async with self._writing(row) as write:
            new = replace(match, seq=1, changed=row.at)
            values = {**header_columns(new), "game": match.game, "opened": match.opened, "thread": match.thread}
            if match.rematch_of is not None:
                # On PostgreSQL this waits for whoever opens a rematch of the same match.
                first = update(matches).where(matches.c.id == match.rematch_of).values(id=match.rematch_of)
                await write.execute(first)
                repeats = matches.c.rematch_of == match.rematch_of
                called_off = and_(repeats, matches.c.phase == "cancelled")
                await write.execute(update(matches).where(called_off).values(rematch_of=None))
                if (await write.execute(select(matches.c.id).where(repeats))).all():
                    raise Stale(f"match {match.rematch_of} has a rematch")
                values |= {"rematch_of": match.rematch_of}
            got = await write.execute(insert(matches).values(values).returning(matches.c.id))
            new = replace(new, id=got.scalar_one())
            await _add_step(write, new, row, notes, owed)
            return new

    async def commit(self, change: Change) -> Match:
        """Write one step of a match, all of it or nothing, and return the new header.

        Raises Doubled if the press has been counted, else Stale if the match isn't at the `seq` that was seen.
        """
        seen = change.match
        async with self._writing(change.row) as write:
            new = replace(seen, seq=seen.seq + 1, changed=seen.changed if change.silent else change.row.at)
            here = and_(matches.c.id == seen.id, matches.c.seq == seen.seq)
            # On PostgreSQL this waits for whoever writes the match, and then looks at `seq` again.
            moved = await write.execute(
                update(matches).where(here).values(header_columns(new)).returning(matches.c.thread)
            )
            thread = moved.one_or_none()
            if thread is None:
                raise Stale(f"match {seen.id} isn't at {seen.seq} any more")
            new = replace(new, thread=thread.thread)
            await write.execute(delete(seats).where(seats.c.match == new.id))
            if change.silent:
                # whoever has taken one, as of the row before, will find it gone: let it be taken anew
                owed = and_(deadlines.c.match == new.id, deadlines.c.seq == seen.seq)
                await write.execute(update(deadlines).where(owed).values(seq=new.seq, ready=deadlines.c.due))
            else:
                replaced = is_replaced(change.row.at) if new.phase == "running" else true()
                await write.execute(delete(deadlines).where(deadlines.c.match == new.id, replaced))
            await _add_step(write, new, change.row, change.notes, change.deadlines)
            if change.done:
                await write.execute(delete(plans).where(plans.c.match == new.id, plans.c.seat.in_(change.done)))
            if change.snapshot is not None:
                kept = {"match": new.id, "seq": new.seq, "schema": change.snapshot.schema, "body": change.snapshot.body}
                await write.execute(insert(snapshots).values(kept))
            if change.panel is not None:
                theirs = and_(messages.c.match == new.id, messages.c.to != THREAD, messages.c.message == change.panel)
                await write.execute(delete(messages).where(theirs))
            if change.sat:
                await write.execute(insert(sittings), [sitting_columns(new, new.seats[seat]) for seat in change.sat])
            if change.finish is not None:
                await record(write, new.id, change.finish)
            elif change.row.kind != "move":
                await strike(write, new.id)
            return new

    async def changes(self, match: int, through: int) -> int:
        """How many rows up to number `through` changed a sealed answer."""
        silent = and_(log.c.match == match, log.c.seq <= through, log.c.how == CHANGED)
        rows = await self._read(select(func.count().label("n")).where(silent))
        return int(rows[0]["n"])

    async def set_thread(self, match: int, thread: int | None, lost: int | None = None) -> None:
        """Remember the match's thread, if it had none or is known to have `lost` the one it had.

        That is no step of the match, so `seq` stays.
        """
        here = and_(matches.c.id == match, or_(matches.c.thread.is_(None), matches.c.thread == lost))
        async with self._engine.begin() as write:
            await write.execute(update(matches).where(here).values(thread=thread))

    async def match(self, match: int) -> Match | None:
        """The match of this id."""
        return next(iter(await self._matches(matches.c.id == match)), None)

    async def matches_of(self, user: int, phases: Collection[Phase]) -> list[Match]:
        """The matches in these phases in which the user has a seat, the one that has rested longest first."""
        seated = select(seats.c.match).where(seats.c.user == user)
        return await self._matches(matches.c.id.in_(seated), matches.c.phase.in_(phases))

    async def matches_in(
        self, phases: Collection[Phase], *, guild: int | None = None, channel: int | None = None
    ) -> list[Match]:
        """The matches in these phases of a guild, of a channel, or of all; the one that has rested longest first."""
        where: list[ColumnElement[bool]] = [matches.c.phase.in_(phases)]
        if guild is not None:
            where.append(matches.c.guild == guild)
        if channel is not None:
            where.append(matches.c.channel == channel)
        return await self._matches(*where)

    async def guilds_with(self, phases: Collection[Phase]) -> list[int]:
        """The guilds with matches in these phases, besides those that rest since the bot is out of their guild."""
        here = and_(matches.c.phase.in_(phases), matches.c.guild.is_not(None), matches.c.paused.is_distinct_from(GONE))
        rows = await self._read(select(matches.c.guild).where(here).distinct().order_by(matches.c.guild))
        return [row["guild"] for row in rows]

    async def by_thread(self, thread: int) -> Match | None:
        """The match that is played in this thread."""
        return next(iter(await self._matches(matches.c.thread == thread)), None)

    async def rematch_of(self, match: int) -> Match | None:
        """The rematch of this match, unless it was called off."""
        return next(iter(await self._matches(matches.c.rematch_of == match, matches.c.phase != "cancelled")), None)

    async def snapshot(self, match: int, seq: int | None = None) -> Snapshot | None:
        """The match's newest snapshot, or the one after log row `seq`."""
        query = select(snapshots).where(snapshots.c.match == match).order_by(snapshots.c.seq.desc()).limit(1)
        rows = await self._read(query if seq is None else query.where(snapshots.c.seq == seq))
        return Snapshot(match, rows[0]["seq"], rows[0]["schema"], rows[0]["body"]) if rows else None

    async def log(self, match: int, after: int = 0) -> list[LogRow]:
        """The match's log rows past number `after`, in order."""
        query = select(log).where(log.c.match == match, log.c.seq > after).order_by(log.c.seq)
        return [to_log_row(row) for row in await self._read(query)]

    async def pressed(self, press: int) -> LogRow | None:
        """The log row that this press has become."""
        rows = await self._read(select(log).where(log.c.press == press))
        return to_log_row(rows[0]) if rows else None

    # Deadlines

    async def deadlines(self, match: int) -> list[Deadline]:
        """What is owed to the match, earliest first."""
        query = select(deadlines).where(deadlines.c.match == match).order_by(deadlines.c.due, deadlines.c.id)
        return [to_deadline(row) for row in await self._read(query)]

    async def due(self, now: float, limit: int, lease: float = LEASE) -> list[Deadline]:
        """Take up to `limit` deadlines of running matches and of lobbies that are due, earliest first.

        They aren't handed out again for `lease` seconds, and never if the match moves on meanwhile: each step replaces
        the deadlines of its match.
        """
        query = select(deadlines).where(is_owed(), deadlines.c.ready <= now).order_by(deadlines.c.due, deadlines.c.id)
        rows = await self._take(deadlines, query.limit(limit), now + lease)
        return [to_deadline(row) for row in rows]

    async def next_due(self) -> float | None:
        """The time at which `due` has something to hand out."""
        rows = await self._read(select(func.min(deadlines.c.ready).label("ready")).where(is_owed()))
        return rows[0]["ready"]

    async def stuck(self, kinds: Collection[str], now: float) -> list[int]:
        """The unfinished matches that nothing moves on by itself.

        They aren't paused, no deadline of these kinds lies in front of them, and no opening waits to be sent.
        """
        moved = exists().where(deadlines.c.match == matches.c.id, deadlines.c.kind.in_(kinds), deadlines.c.due > now)
        opening = exists().where(outbox.c.match == matches.c.id, outbox.c.kind == "opening")
        begun = matches.c.phase.in_(("starting", "running"))
        query = select(matches.c.id).where(begun, matches.c.paused.is_(None), ~moved, ~opening).order_by(matches.c.id)
        return [row["id"] for row in await self._read(query)]

    async def postpone(self, deadline: Deadline, until: float) -> None:
        """Let a deadline that couldn't be kept rest until then."""
        async with self._engine.begin() as write:
            await write.execute(update(deadlines).where(is_same(deadline)).values(ready=until))

    async def delay(self, deadline: Deadline, due: float) -> None:
        """A deadline falls due later than was thought."""
        async with self._engine.begin() as write:
            await write.execute(update(deadlines).where(is_same(deadline)).values(due=due, ready=due))

    async def drop(self, deadline: Deadline) -> None:
        """A deadline has become pointless."""
        async with self._engine.begin() as write:
            await write.execute(delete(deadlines).where(is_same(deadline)))

    async def remind(self, deadline: Deadline, note: Note) -> bool:
        """A moment to remind somebody has come: put the note into the outbox, once; False if that has been done."""
        async with self._engine.begin() as write:
            gone = await write.execute(delete(deadlines).where(is_same(deadline)).returning(deadlines.c.id))
            if not gone.all():
                return False
            await write.execute(insert(outbox), [post_columns(deadline.match, deadline.seq, note, deadline.due)])
            return True

    async def snooze(self, deadline: Deadline) -> None:
        """Remind a seat at a time that it has chosen itself; an earlier wish of it is forgotten."""
        wished = and_(
            deadlines.c.match == deadline.match, deadlines.c.kind == deadline.kind, deadlines.c.seat == deadline.seat
        )
        one_at_a_time = select(matches.c.id).where(matches.c.id == deadline.match).with_for_update()
        async with self._engine.begin() as write:
            await write.execute(one_at_a_time)
            await write.execute(delete(deadlines).where(wished))
            await write.execute(insert(deadlines), [deadline_columns(deadline.match, deadline.seq, deadline)])

    # Plans

    async def plan(self, plan: Plan) -> None:
        """Keep what a seat wants to answer; it replaces an earlier plan. Raises Stale if the match has moved on."""
        key = {"match": plan.match, "seat": plan.seat}
        values = {"seq": plan.seq, "path": encode_json(plan.path), "foretold": encode_json(plan.foretold)}
        async with self._still_at(plan.match, plan.seq) as write:
            await put(write, plans, key, values)

    async def plans(self, match: int) -> list[Plan]:
        """The plans of the match's seats."""
        rows = await self._read(select(plans).where(plans.c.match == match).order_by(plans.c.seat))
        return [to_plan(row) for row in rows]

    async def drop_plan(self, match: int, seat: int, seq: int) -> None:
        """The plan is withdrawn. Raises Stale if the match isn't at `seq` any more: it may be played just now."""
        async with self._still_at(match, seq) as write:
            await write.execute(delete(plans).where(plans.c.match == match, plans.c.seat == seat))

    # Outages

    async def beat(self, now: float) -> None:
        """Somebody runs now."""
        await upsert(self._engine, meta, {"key": ALIVE}, {"value": str(now)})

    async def begin(self, now: float) -> None:
        """Somebody begins to run: what has passed since the last beat was an outage.

        What clocks still bring is due so much later then, or later still where weekends are off: ask the clock. What
        lobbies are to do by themselves is put off as well.
        """
        said = select(meta.c.value).where(meta.c.key == ALIVE).with_for_update()
        async with self._engine.begin() as write:
            last = (await write.execute(said)).scalar_one_or_none()
            if last is not None and now > float(last):
                await self._add_outage(write, float(last), now)
            await put(write, meta, {"key": ALIVE}, {"value": str(now)})

    @staticmethod
    async def _add_outage(write: AsyncConnection, since: float, until: float) -> None:
        gap = until - since
        later = {"due": deadlines.c.due + gap, "ready": deadlines.c.ready + gap}
        await write.execute(insert(outages).values(since=since, until=until))
        put_off = deadlines.c.kind.in_((*TIMED, *GATHERING))
        await write.execute(update(deadlines).where(put_off, deadlines.c.due > since).values(later))

    async def outages(self, after: float) -> tuple[tuple[float, float], ...]:
        """The times (since, until), in order, in which nobody ran, as far as they reach past `after`."""
        query = select(outages).where(outages.c.until > after).order_by(outages.c.since)
        return tuple((row["since"], row["until"]) for row in await self._read(query))

    # Outgoing posts

    async def take_posts(self, now: float, limit: int, lease: float = LEASE) -> list[Post]:
        """Take up to `limit` posts for sending, oldest first; they aren't handed out again for `lease` seconds.

        Of the posts of one match to one addressee only the oldest is ever handed out, so that they arrive in order;
        to one person, and about lobbies in one channel, one at a time whoever sends it. Ask again after `told`, until
        none comes. It counts as a try, for a taker that dies may have sent them.
        """
        query = select(outbox, matches.c.opened, matches.c.channel).join(matches, matches.c.id == outbox.c.match)
        query = query.where(is_foremost(), is_unhindered(), outbox.c.ready <= bindparam("now")).order_by(outbox.c.id)
        async with self._engine.begin() as write:
            if write.dialect.name == "postgresql":
                # two takers at a time could each take a post to the same person without seeing the other's
                await write.execute(select(func.pg_advisory_xact_lock(TAKING)))
            free = query.limit(limit).with_for_update(of=outbox, skip_locked=True)
            ready = (await write.execute(free, {"now": now})).mappings().all()
            firsts: dict[tuple[str, int], RowMapping] = {}
            for row in ready:
                firsts.setdefault(_destination(row), row)
            rows = list(firsts.values())
            if rows:
                taken = outbox.c.id.in_([row["id"] for row in rows])
                leased = {"ready": now + lease, "taken": now + lease, "tries": outbox.c.tries + 1}
                await write.execute(update(outbox).where(taken).values(leased))
            return [to_post(row) for row in rows]

    async def renew(self, posts: Collection[int], until: float) -> None:
        """These posts are still under way: they aren't handed out before then."""
        async with self._engine.begin() as write:
            ours = and_(outbox.c.id.in_(posts), outbox.c.taken.is_not(None))
            await write.execute(update(outbox).where(ours).values(ready=until, taken=until))

    async def next_post(self, now: float = 0.0) -> float | None:
        """The time at which `take_posts` has something to hand out, as far as nothing under way `now` hinders it."""
        query = select(func.min(outbox.c.ready).label("ready")).join(matches, matches.c.id == outbox.c.match)
        rows = await self._read(query.where(is_foremost(), is_unhindered()), now=now)
        return rows[0]["ready"]

    async def told(self, post: Post, through: int, about: Collection[int] = (), kinds: Collection[str] = ()) -> None:
        """The post has arrived, or never will: it leaves the outbox.

        What was sent shows the match as of row `through`, so posts of the same kind to the same addressee go with it
        up to there. If it was a call that named the matches `about` as well, posts of these `kinds` go that would call
        the person there.
        """
        same = and_(
            outbox.c.match == post.match,
            outbox.c.kind == post.kind,
            outbox.c.to == post.to,
            outbox.c.seq <= through,
        )
        named = and_(outbox.c.to == post.to, outbox.c.match.in_(about), outbox.c.kind.in_(kinds))
        async with self._engine.begin() as write:
            await write.execute(delete(outbox).where(or_(outbox.c.id == post.id, same, *([named] if about else ()))))

    async def retry(self, post: int, at: float) -> None:
        """The post couldn't be sent: hand it out once more, from then on."""
        async with self._engine.begin() as write:
            await write.execute(update(outbox).where(outbox.c.id == post).values(ready=at, taken=None))

    async def put_off(self, post: int, at: float) -> None:
        """The post wasn't tried: hand it out from then on."""
        not_tried = {"ready": at, "taken": None, "tries": outbox.c.tries - 1}
        async with self._engine.begin() as write:
            await write.execute(update(outbox).where(outbox.c.id == post).values(not_tried))

    async def hurry(self, match: int, now: float) -> None:
        """Posts of the match that were put off are handed out at once; those that are under way aren't."""
        late = and_(outbox.c.match == match, outbox.c.ready > now, outbox.c.taken.is_(None))
        async with self._engine.begin() as write:
            await write.execute(update(outbox).where(late).values(ready=now))

    async def forget_leases(self, now: float) -> None:
        """On SQLite, where there is one bot: what another life of it had taken is handed out again at once."""
        if self._engine.dialect.name != "sqlite":
            return
        async with self._engine.begin() as write:
            await write.execute(update(outbox).where(outbox.c.ready > now).values(ready=now, taken=None))
            await write.execute(update(deadlines).where(deadlines.c.ready > now).values(ready=deadlines.c.due))

    # Where posts stand in Discord

    async def places(
        self, match: int, kind: str, to: int | None
    ) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """Channel and message of the newest post of this kind to this addressee (None: the thread); of the lobby."""
        columns = (messages.c.kind, messages.c.channel, messages.c.message)
        query = select(*columns).where(or_(is_placed(match, kind, to), is_placed(match, LOBBY, None)))
        found = {row["kind"]: (row["channel"], row["message"]) for row in await self._read(query)}
        return found.get(kind), found.get(LOBBY)

    async def remember(self, match: int, kind: str, to: int | None, channel: int, message: int) -> None:
        """Keep where the post stands; an older place is forgotten."""
        key = {"match": match, "kind": kind, "to": to or THREAD}
        await upsert(self._engine, messages, key, {"channel": channel, "message": message})

    async def open_calls(
        self, match: int, kinds: Collection[str], to: int | None = None
    ) -> list[tuple[str, int, int, int]]:
        """Kind, person, channel and message of the match's posts of these kinds to this person (None: to anybody)."""
        whose = messages.c.to != THREAD if to is None else messages.c.to == to
        columns = (messages.c.kind, messages.c.to, messages.c.channel, messages.c.message)
        query = select(*columns).where(messages.c.match == match, messages.c.kind.in_(kinds), whose)
        rows = await self._read(query.order_by(messages.c.message))
        return [(row["kind"], row["to"], row["channel"], row["message"]) for row in rows]

    async def forget_places(self, match: int, shown: Collection[int]) -> None:
        """What stands in these messages is no post of the match to a person any more."""
        theirs = and_(messages.c.match == match, messages.c.to != THREAD, messages.c.message.in_(shown))
        async with self._engine.begin() as write:
            await write.execute(delete(messages).where(theirs))

    async def show_panel(self, kind: str, user: int, channel: int, message: int, match: int | None) -> None:
        """A private message shows what this match asks the person (None: no question), whatever it was before."""
        async with self._engine.begin() as write:
            await write.execute(delete(messages).where(messages.c.to == user, messages.c.message == message))
            if match is not None:
                key = {"match": match, "kind": kind, "to": user}
                await put(write, messages, key, {"channel": channel, "message": message})

    # Small things about the whole house

    async def meta(self, key: str) -> str | None:
        """What `set_meta` has stored under this key."""
        rows = await self._read(select(meta.c.value).where(meta.c.key == key))
        return rows[0]["value"] if rows else None

    async def set_meta(self, key: str, value: str) -> None:
        """Store a text under a key."""
        await upsert(self._engine, meta, {"key": key}, {"value": value})

    # How it is done

    @asynccontextmanager
    async def _writing(self, row: LogRow) -> AsyncGenerator[AsyncConnection]:
        """A transaction; where it ends in vain because the row's press has been counted: Doubled."""
        try:
            async with self._engine.begin() as write:
                yield write
        except (Stale, IntegrityError):
            # Only now, when whoever was faster has committed, is his press there to be seen.
            if row.press is not None and (first := await self.pressed(row.press)):
                raise Doubled(first.match, first.seq) from None
            raise

    @asynccontextmanager
    async def _still_at(self, match: int, seq: int) -> AsyncGenerator[AsyncConnection]:
        """A transaction that holds the match where it was seen; raises Stale if it has moved on."""
        here = select(matches.c.id).where(matches.c.id == match, matches.c.seq == seq).with_for_update()
        async with self._engine.begin() as write:
            if (await write.execute(here)).one_or_none() is None:
                raise Stale(f"match {match} isn't at {seq} any more")
            yield write

    async def _read(self, query: Select[*tuple[Any, ...]], **values: float) -> Sequence[RowMapping]:
        async with self._reader.begin() as read:
            return (await read.execute(query, values)).mappings().all()

    async def _matches(self, *where: ColumnElement[bool]) -> list[Match]:
        # One query, so that header and seats are of the same moment.
        seat = [column for column in seats.c if column.name != "match"]
        query = select(matches, *seat).outerjoin(seats).where(*where)
        rows = await self._read(query.order_by(matches.c.changed, matches.c.id, seats.c.seat))
        return [to_match(list(group)) for _, group in groupby(rows, key=lambda row: int(row["id"]))]

    async def _take(self, table: Table, query: Select[*tuple[Any, ...]], until: float) -> Sequence[RowMapping]:
        """The rows of the query that nobody else is just taking; `until` then they aren't ready for others."""
        async with self._engine.begin() as write:
            free = query.with_for_update(of=table, skip_locked=True)
            rows = (await write.execute(free)).mappings().all()
            if rows:
                taken = table.c.id.in_([row["id"] for row in rows])
                await write.execute(update(table).where(taken).values(ready=until))
            return rows


def _destination(row: RowMapping) -> tuple[str, int]:
    """Where only one post at a time is under way to: a person, a channel with lobbies, a match's thread."""
    if row["to"] is not None:
        return "person", row["to"]
    return ("channel", row["channel"]) if row["kind"] == LOBBY else ("thread", row["match"])


async def _add_step(
    write: AsyncConnection, match: Match, row: LogRow, notes: Sequence[Note], owed: Sequence[Deadline] = ()
) -> None:
    """Insert what belongs to the step that has brought the match to its present seq."""
    sitting = [seat_columns(match.id, seat) for seat in match.seats]
    done = log_columns(match.id, match.seq, row)
    owing = [deadline_columns(match.id, match.seq, one) for one in owed]
    telling = [post_columns(match.id, match.seq, note, row.at) for note in notes]
    for table, rows in ((seats, sitting), (log, [done]), (deadlines, owing), (outbox, telling)):
        if rows:
            await write.execute(insert(table), rows)
