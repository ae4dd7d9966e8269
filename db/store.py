"""The store of matches, logs, deadlines and outgoing posts; each method is one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any, Self, TypeAlias

from sqlalchemy import URL, ColumnElement, Select, Table, and_, delete, exists, func, insert, select, text, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql import queries
from db.sql.codec import BrokenSave, encode_json
from db.sql.conditions import THREAD, is_owed, is_same
from db.sql.engine import TimedEngine, one_statement, transaction
from db.sql.mapping import (
    deadline_columns,
    plan_columns,
    post_columns,
    to_deadline,
    to_facts,
    to_log_row,
    to_match,
    to_post,
)
from db.sql.reader import Reader
from db.sql.tables import cups, deadlines, matches, messages, meta, orders, outbox, plans, positions, seats, snapshots
from db.sql.upsert import put, upsert
from db.sql.url import read_url
from db.stores.careers import CareerTables
from db.stores.cups import CupTables
from db.stores.dormant import DormantMatches, Unpacked
from db.stores.entry import EntryTables
from db.stores.follows import FollowTables
from db.stores.invitations import InvitationTables
from db.stores.leases import Turns
from db.stores.lessons import LessonTable
from db.stores.limits import LimitTables, Reached, hold
from db.stores.lines import LineTable
from db.stores.open_tables import OpenTablesStore
from db.stores.outages import Outages
from db.stores.page import PageTables
from db.stores.people import People
from db.stores.privacy import PersonalRows
from db.stores.puzzles import PuzzleTables
from db.stores.reviews import ReviewTables, freed_reviews
from db.stores.seasons import SeasonTables
from db.stores.seekers import SeekerTables
from db.stores.servers import ServerTables
from db.stores.sets import SetTables
from db.stores.standing_tables import StandingTableStore
from db.stores.steps import Stale, show, together_from, write_first, write_step
from db.stores.webhooks import WebhookTables, freed_webhooks, write_news
from db.upkeep.backup import Written, back_up, rehearse
from db.upkeep.checkup import Checkup
from db.upkeep.migrate import open_newest
from db.upkeep.owner import claim
from model.kinds import DeadlineKind, How, Phase, PostKind
from model.match import (
    Deadline,
    Limit,
    LogRow,
    Match,
    MatchFacts,
    Outgoing,
    Plan,
    Post,
    Shown,
    Snapshot,
    Step,
    StoredPosition,
)

SIZES = {  # how to ask each kind of database for its size in bytes
    "sqlite": "SELECT (page_count - freelist_count) * page_size "
    "FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}
LEAST = 64 * 2**20  # bytes that must stay free on the disk of the database file
LEASE = 60.0  # seconds until a deadline or post is handed out again if its taker died
TOUCHED = "touched"  # the key written to test whether writing works
TAKING = 0x706F7374  # PostgreSQL's number of the lock for taking posts


REMADE = 4  # unpacked matches kept for reading: as many as a film needs
Remake: TypeAlias = Callable[[Match, bytes], Unpacked]


class Doubled(Exception):
    """The press has been counted already, as log row `seq` of `match`."""

    def __init__(self, match: int, seq: int) -> None:
        super().__init__(f"counted already as row {seq} of match {match}")
        self.match = match
        self.seq = seq


class Store:
    """The only access to the database."""

    def __init__(self, engine: TimedEngine, remake: Remake | None = None) -> None:
        """`remake` replays packed matches, which needs the games."""
        self._engine, self._reader = engine, Reader(engine)
        self._once = one_statement(engine)
        self.file = engine.url.database if engine.dialect.name == "sqlite" else None
        self._room_takers = 0  # backups being made or tested
        self.dormant = DormantMatches(engine, self._reader)
        self.remake = remake
        self._remade: dict[int, tuple[bytes, Unpacked]] = {}
        self.checkup = Checkup(self._reader)
        self.turns = Turns(engine)
        self.outages = Outages(engine, self._reader)
        self.people = People(self._once, self._reader)
        self.limits = LimitTables(self._reader)
        self.lessons = LessonTable(self._once, self._reader)
        self.reviews = ReviewTables(engine, self._reader)
        self.puzzles = PuzzleTables(engine, self._reader)
        self.careers = CareerTables(engine, self._reader)
        self.cups = CupTables(engine, self._reader)
        self.open_tables = OpenTablesStore(engine, self._reader)
        self.servers = ServerTables(self._once, self._reader)
        self.entry = EntryTables(self._reader)
        self.invitations = InvitationTables(engine, self._reader)
        self.seasons = SeasonTables(engine, self._reader)
        self.seekers = SeekerTables(engine, self._reader)
        self.standing_tables = StandingTableStore(engine, self._reader)
        self.personal = PersonalRows(engine, self._reader)
        self.page = PageTables(engine, self._reader)
        self.lines = LineTable(engine, self._reader)
        self.sets = SetTables(engine, self._reader)
        self.webhooks = WebhookTables(engine, self._reader)
        self.follows = FollowTables(engine, self._reader)

    @classmethod
    async def open(cls, url: str | URL, backups: Path | None = None, *, remake: Remake | None = None) -> Self:
        """Open the database at `url` after any migration; raises DatabaseClosed.

        Before a migration, the old data is backed up into the folder `backups`, if given.
        """
        checked = read_url(url)
        return cls(await open_newest(checked, backups), remake)

    async def close(self) -> None:
        """Close the connections; the store can't be used afterwards."""
        await self._reader.close()
        await self._engine.dispose()

    # Matches

    async def create(
        self,
        match: Match,
        row: LogRow,
        posts: Sequence[Outgoing] = (),
        owed: Sequence[Deadline] = (),
        position: StoredPosition | None = None,
        *,
        limits: Sequence[Limit] = (),
    ) -> Match:
        """Create a match whose log row number 1 is `row`; `owed` are its deadlines.

        With a `position` it begins there. Raises Doubled if its press has been counted, Stale if the match it repeats
        has a rematch already, or the match it goes on from a lobby, and Reached if one of the `limits` is reached.
        """

        async def written(write: AsyncConnection) -> Match:
            await hold(write, limits)
            new = await write_first(write, match, row, posts, owed)
            if new is None:
                raise Stale(f"match {match.rematch_of or match.position_of} has an open one already")
            if position is not None:
                await write.execute(insert(positions), [{"match": new.id, **asdict(position)}])
            return new

        return await self._counted_once(row, written)

    async def commit(self, step: Step) -> Match:
        """Write one step of a match, all of it or nothing, and return the new header.

        Raises Doubled if the press has been counted, else Stale if the match isn't at the `seq` that was seen, and
        Reached if one of the step's limits is reached.
        """

        has_news = False

        async def written(write: AsyncConnection) -> Match:
            nonlocal has_news
            new = await write_step(write, step)
            if new is None:
                raise Stale(f"match {step.match.id} isn't at {step.match.seq} any more")
            has_news = step.news is not None and await write_news(
                write, new.guild, {new.id: new.seq}, step.news, step.row.at
            )
            return new

        saved = await self._counted_once(step.row, written)
        if has_news:
            self.webhooks.wake()
        return saved

    async def changes(self, match: int, through: int) -> int:
        """The number of rows up to number `through` that changed a sealed move."""
        [row] = await self._reader.rows(queries.CHANGES, match_id=match, at_seq=through)
        if row["packed"] and (unpacked := await self._unpacked(match)):
            return row["n"] + sum(r.how == How.CHANGED for r in unpacked.rows if r.seq <= through)
        return row["n"]

    @transaction
    async def set_thread(self, write: AsyncConnection, match: int, thread: int, time: float) -> None:
        """Store the match's thread, unless it has one. This is no step of the match, so `seq` stays.

        The message of its cup links to the thread, so it is updated from `time` (unix seconds) on.
        """
        bare = and_(matches.c.id == match, matches.c.thread.is_(None))
        bound = await write.execute(update(matches).where(bare).values(thread=thread).returning(matches.c.cup))
        cup = bound.scalar()
        if cup is None:
            return
        # blocks steps of the cup, so that a message without the link can't count as this update
        played = select(cups.c.seq).where(cups.c.id == cup, cups.c.phase == "running").with_for_update()
        if (seq := (await write.execute(played)).scalar()) is not None:
            await write.execute(insert(outbox), [post_columns(Outgoing(PostKind.CUP), seq + 1, time, cup=cup)])

    @transaction
    async def lose_thread(
        self, write: AsyncConnection, match: int, thread: int, called: int | None, time: float
    ) -> None:
        """Forget the match's thread, unless it has another by now, and repeat the calls that stood in it.

        `called` is a person who is being called anyway; the others are called from `time` (unix seconds) on.
        """
        played = and_(matches.c.id == match, matches.c.thread == thread)
        theirs = and_(
            messages.c.match == match, messages.c.channel == thread, messages.c.to.not_in((THREAD, called or THREAD))
        )
        lost = await write.execute(update(matches).where(played).values(thread=None).returning(matches.c.seq))
        seq = lost.scalar()
        if seq is None:
            return
        left = await write.execute(delete(messages).where(theirs).returning(messages.c.to))
        seated = and_(seats.c.match == match, seats.c.user.in_({row.to for row in left}))
        people = await write.execute(select(seats.c.user, seats.c.seat).where(seated))
        calls = [Outgoing(PostKind.TURN, row.user, row.seat) for row in people]
        if calls:
            await write.execute(insert(outbox), [post_columns(call, seq, time, match=match) for call in calls])

    async def match(self, match: int) -> Match | None:
        """The match with this id."""
        return next(iter(_grouped(await self._reader.rows(queries.HEADER, match_id=match))), None)

    async def facts(self, match: int) -> MatchFacts | None:
        """The match with this id, with everything stored beside it."""
        rows = await self._reader.rows(queries.FACTS, match_id=match)
        return to_facts(rows) if rows else None

    async def matches_of(self, user: int, phases: Collection[Phase]) -> list[Match]:
        """The matches in these phases with a seat of the user, the longest untouched first."""
        seated = select(seats.c.match).where(seats.c.user == user)
        return await self._matches(matches.c.id.in_(seated), matches.c.phase.in_(phases))

    async def matches_in(
        self,
        phases: Collection[Phase],
        *,
        guild: int | None = None,
        settings_of: int | None = None,
        channel: int | None = None,
    ) -> list[Match]:
        """The matches in these phases of a guild, of a channel, or of all; the longest untouched first.

        Those with the `settings_of` a guild are its matches and the hidden tables of its cups.
        """
        where: list[ColumnElement[bool]] = [matches.c.phase.in_(phases)]
        if guild is not None:
            where.append(matches.c.guild == guild)
        if settings_of is not None:
            where.append(matches.c.settings_of == settings_of)
        if channel is not None:
            where.append(matches.c.channel == channel)
        return await self._matches(*where)

    async def by_thread(self, thread: int) -> Match | None:
        """The match played in this thread."""
        return next(iter(await self._matches(matches.c.thread == thread)), None)

    async def rematch_of(self, match: int) -> Match | None:
        """The rematch of this match; one that was called off only if there is no other."""
        return next(iter(await self._matches(matches.c.rematch_of == match)), None)

    async def together_of(self, source: int) -> Match | None:
        """The open lobby in which people gather who play on from a position of this match."""
        return next(iter(await self._matches(together_from(source))), None)

    async def snapshot(self, match: int, seq: int | None = None) -> Snapshot | None:
        """The match's newest snapshot, or the one after log row `seq`."""
        if seq is None:
            newest = select(snapshots).where(snapshots.c.match == match).order_by(snapshots.c.seq.desc()).limit(1)
            rows = await self._reader.rows(newest)
        else:
            rows = await self._reader.rows(queries.SNAPSHOT, match_id=match, at_seq=seq)
            if not rows and (unpacked := await self._unpacked(match)):
                return unpacked.snapshots.get(seq)
        return Snapshot(match, rows[0]["seq"], rows[0]["schema"], rows[0]["body"]) if rows else None

    async def position(self, match: int) -> StoredPosition | None:
        """The starting position of a match that begins in the middle of another."""
        query = select(positions).where(positions.c.match == match)
        rows = await self._reader.rows(query)
        return StoredPosition(rows[0]["seq"], rows[0]["seat"], rows[0]["schema"], rows[0]["body"]) if rows else None

    async def log(self, match: int, after: int = 0) -> list[LogRow]:
        """The match's log rows after number `after`, in order."""
        rows = [to_log_row(row) for row in await self._reader.rows(queries.LOG, match_id=match, after=after)]
        if (not rows or rows[0].seq > after + 1) and (unpacked := await self._unpacked(match)):
            return [*(row for row in unpacked.rows if row.seq > after), *rows]
        return rows

    async def course(
        self, match: int, first: int, last: int, every: int = 1
    ) -> tuple[list[LogRow], dict[int, Snapshot]]:
        """The log rows from number `first` to `last`, and the snapshots of the last and every `every`th, by number."""
        values = {"match_id": match, "first": first, "at_seq": last, "every": every}
        rows = await self._reader.rows(queries.COURSE, **values)
        if (not rows or rows[0]["seq"] > first) and (unpacked := await self._unpacked(match)):
            course = [row for row in unpacked.rows if first <= row.seq <= last]
            wanted = {row.seq for row in course if row.seq % every == 0 or row.seq == last}
            return course, {seq: snapshot for seq, snapshot in unpacked.snapshots.items() if seq in wanted}
        kept = {
            row["seq"]: Snapshot(match, row["seq"], row["schema"], row["body"])
            for row in rows
            if row["body"] is not None
        }
        return [to_log_row(row) for row in rows], kept

    async def pressed(self, interaction_id: int) -> LogRow | None:
        """The log row that this press led to."""
        rows = await self._reader.rows(queries.PRESSED, pressed=interaction_id)
        return to_log_row(rows[0]) if rows else None

    # Deadlines

    async def deadlines(self, match: int) -> list[Deadline]:
        """The deadlines of the match, earliest first."""
        return [to_deadline(row) for row in await self._reader.rows(queries.DEADLINES, match_id=match)]

    async def due(self, now: float, limit: int, lease: float = LEASE) -> list[Deadline]:
        """Take up to `limit` due deadlines of running matches and lobbies, earliest first.

        They aren't handed out again for `lease` seconds, and never if the match moves on meanwhile, as each step
        replaces its match's deadlines.
        """
        query = select(deadlines).where(is_owed(), deadlines.c.ready <= now).order_by(deadlines.c.due, deadlines.c.id)
        rows = await self._take(deadlines, query.limit(limit), now + lease)
        return [to_deadline(row) for row in rows]

    async def next_due(self) -> float | None:
        """The time from which `due` has something to hand out."""
        return await self._reader.value(queries.NEXT_DUE)

    async def stuck(self, kinds: Collection[DeadlineKind], now: float) -> list[int]:
        """The unfinished matches that nothing moves on by itself.

        They aren't paused, have no future deadline of these kinds, and no opening to be sent.
        """
        moved = exists().where(deadlines.c.match == matches.c.id, deadlines.c.kind.in_(kinds), deadlines.c.due > now)
        opening = exists().where(outbox.c.match == matches.c.id, outbox.c.kind == PostKind.OPENING)
        begun = matches.c.phase.in_(("starting", "running"))
        query = select(matches.c.id).where(begun, matches.c.paused.is_(None), ~moved, ~opening).order_by(matches.c.id)
        return [row["id"] for row in await self._reader.rows(query)]

    async def postpone(self, deadline: Deadline, until: float) -> None:
        """Let a failed deadline rest until then."""
        await self._once.execute(update(deadlines).where(is_same(deadline)).values(ready=until))

    async def delay(self, deadline: Deadline, due: float) -> None:
        """Move a deadline to a later time, when it proves to be due later."""
        await self._once.execute(update(deadlines).where(is_same(deadline)).values(due=due, ready=due))

    async def drop(self, deadline: Deadline) -> None:
        """Delete a deadline that has become pointless."""
        await self._once.execute(delete(deadlines).where(is_same(deadline)))

    @transaction
    async def remind(self, write: AsyncConnection, deadline: Deadline, *posts: Outgoing) -> bool:
        """Put a reminder's posts into the outbox, once; False if that has been done."""
        gone = await write.execute(delete(deadlines).where(is_same(deadline)).returning(deadlines.c.id))
        if not gone.all():
            return False
        columns = [post_columns(post, deadline.seq, deadline.due, match=deadline.match) for post in posts]
        await write.execute(insert(outbox), columns)
        return True

    @transaction
    async def talk(self, write: AsyncConnection, match: int, part: int, post: Outgoing, seq: int) -> bool:
        """Put what a rider says into the outbox; False if one has spoken in this part of the match, or it is over."""
        silent = and_(matches.c.id == match, matches.c.talked < part, matches.c.phase == "running")
        spoken = await write.execute(update(matches).where(silent).values(talked=part).returning(matches.c.changed))
        at = spoken.scalar_one_or_none()
        if at is None:
            return False
        await write.execute(insert(outbox), [post_columns(post, seq, at, match=match)])
        return True

    @transaction
    async def snooze(self, write: AsyncConnection, deadline: Deadline) -> None:
        """Set a reminder for a seat at a time of its choice, in place of an earlier one."""
        earlier = and_(
            deadlines.c.match == deadline.match, deadlines.c.kind == deadline.kind, deadlines.c.seat == deadline.seat
        )
        one_at_a_time = select(matches.c.id).where(matches.c.id == deadline.match).with_for_update()
        await write.execute(one_at_a_time)
        await write.execute(delete(deadlines).where(earlier))
        await write.execute(insert(deadlines), [deadline_columns(deadline.match, deadline.seq, deadline)])

    # Plans

    @transaction
    async def plan(self, write: AsyncConnection, plan: Plan, seq: int) -> None:
        """Store a seat's plan in place of an earlier one. Raises Stale if the match isn't at `seq`."""
        await _hold_at(write, plan.match, seq)
        await put(write, plans, {"match": plan.match, "seat": plan.seat}, plan_columns(plan))

    @transaction
    async def drop_plan(self, write: AsyncConnection, match: int, seat: int, seq: int) -> None:
        """Delete a plan. Raises Stale if the match isn't at `seq` any more, as the plan may be being played."""
        await _hold_at(write, match, seq)
        await write.execute(delete(plans).where(plans.c.match == match, plans.c.seat == seat))

    @transaction
    async def give_orders(self, write: AsyncConnection, match: int, seat: int, seq: int, keys: tuple[str, ...]) -> None:
        """Store a seat's standing orders; () for none. Raises Stale like `plan`."""
        await _hold_at(write, match, seq)
        if keys:
            await put(write, orders, {"match": match, "seat": seat}, {"given": encode_json(keys)})
        else:
            await write.execute(delete(orders).where(orders.c.match == match, orders.c.seat == seat))

    # Live play

    @transaction
    async def agree(self, write: AsyncConnection, match: int, seat: int, seq: int, now: float) -> None:
        """Note that a seat's person agrees to play live for an evening. Raises Stale like `plan`."""
        await _hold_at(write, match, seq)
        await write.execute(queries.AGREE, {"match_id": match, "at_seat": seat, "at_time": now})

    # Hints

    @transaction
    async def count_hint(self, write: AsyncConnection, match: int, seat: int, fingerprint: str) -> None:
        """Count a hint to the seat about this view; a repeated hint about the same view isn't counted."""
        await write.execute(queries.HINT, {"match_id": match, "at_seat": seat, "about": fingerprint})

    # Outgoing posts

    async def take_posts(self, now: float, limit: int, lease: float = LEASE) -> list[Post]:
        """Take up to `limit` posts for sending, oldest first; they aren't handed out again for `lease` seconds.

        Only the oldest post of one match (or cup, or kind of a server) to one addressee is ever handed out, so they
        arrive in order. Posts to one person, and about lobbies in one channel, go one at a time, whichever process
        sends them. Call it again after `settle` until it returns none. Each handing out counts as a try, as a taker
        that dies may have sent the post.
        """
        is_shared = self._engine.dialect.name == "postgresql"

        async def taken(write: AsyncConnection) -> list[Post]:
            if is_shared:
                # two takers at once could each take a post to the same person without seeing the other's
                await write.execute(select(func.pg_advisory_xact_lock(TAKING)))
            rows = (await write.execute(queries.TAKE, {"now": now, "most": limit, "until": now + lease})).mappings()
            return [to_post(row) for row in sorted(rows, key=lambda row: int(row["id"]))]

        return await (self._engine if is_shared else self._once).run(taken)

    async def renew(self, posts: Collection[int], until: float) -> None:
        """Renew the leases of posts under way: they aren't handed out before then."""
        ours = and_(outbox.c.id.in_(posts), outbox.c.taken.is_not(None))
        await self._once.execute(update(outbox).where(ours).values(ready=until, taken=until))

    async def next_post(self, now: float = 0.0) -> float | None:
        """The time from which `take_posts` has something to hand out, given what is under way `now`."""
        return await self._reader.value(queries.NEXT_POST, now=now)

    async def settle(
        self,
        post: Post,
        through: int,
        about: Collection[int] = (),
        kinds: Collection[PostKind] = (),
        *,
        moot: Collection[PostKind] = (),
    ) -> None:
        """Remove a post from the outbox: it has arrived, or never will.

        The message shows the match as of row `through`, so it makes older posts to the same addressee superfluous
        if they are of the same kind, or of a `moot` one. If it was a call that also named the matches `about`,
        the person's posts of these `kinds` there are removed too.
        """
        about_same = {"match_id": post.match, "cup_id": post.cup, "guild_id": post.guild}
        same = {**about_same, "of_kinds": [post.kind, *moot], "to_user": post.to, "at_seq": through}

        async def settled(write: AsyncConnection) -> None:
            await write.execute(queries.SETTLE, {"post": post.id, **same})
            if about:
                named = and_(outbox.c.to == post.to, outbox.c.match.in_(about), outbox.c.kind.in_(kinds))
                await write.execute(delete(outbox).where(named))

        await (self._engine if about else self._once).run(settled)

    async def retry(self, post: int, time: float) -> None:
        """Hand a failed post out again from then on."""
        await self._once.execute(update(outbox).where(outbox.c.id == post).values(ready=time, taken=None))

    async def put_off(self, post: int, time: float) -> None:
        """Hand an untried post out from then on."""
        await self._once.execute(queries.PUT_OFF, {"post": post, "until": time})

    async def hurry(self, match: int, now: float) -> None:
        """Hand out the match's postponed posts at once, except those under way."""
        late = and_(outbox.c.match == match, outbox.c.ready > now, outbox.c.taken.is_(None))
        await self._once.execute(update(outbox).where(late).values(ready=now))

    @transaction
    async def forget_leases(self, write: AsyncConnection, now: float) -> None:
        """On SQLite, where there is one bot, hand out at once what its earlier run had taken."""
        if self._engine.dialect.name != "sqlite":
            return
        await write.execute(update(outbox).where(outbox.c.ready > now).values(ready=now, taken=None))
        await write.execute(update(deadlines).where(deadlines.c.ready > now).values(ready=deadlines.c.due))
        await write.execute(freed_reviews(now))
        await write.execute(freed_webhooks(now))

    # Where posts stand in Discord

    async def remember(self, match: int, kind: str, to: int | None, channel: int, message: int) -> None:
        """Store where the post is, in place of an older place."""
        key = {"match": match, "kind": kind, "to": to or THREAD}
        await upsert(self._once, messages, key, {"channel": channel, "message": message})

    async def forget_places(self, match: int, shown: Collection[int]) -> None:
        """Forget that these messages show a post of the match to a person."""
        theirs = and_(messages.c.match == match, messages.c.to != THREAD, messages.c.message.in_(shown))
        await self._once.execute(delete(messages).where(theirs))

    async def show_panel(self, kind: str, user: int, channel: int, message: int, match: int | None) -> None:
        """Note that a private message shows the person's present question in this match (None: no question)."""
        key = {"to_user": user, "in_message": message}
        if match is None:
            await self._once.execute(queries.MOVE_ON, key)
        # mostly it shows something of the match already
        elif not await self._once.execute(queries.RENAME, {"match_id": match, "as_kind": kind, **key}):
            await self._engine.run(lambda write: show(write, match, Shown(kind, user, channel, message)))

    # Small facts about the whole database

    async def claim(self, owner: str) -> str:
        """Store the database's owner unless it has one; returns the owner."""
        return await claim(self._engine, owner)

    async def meta(self, key: str) -> str | None:
        """The text that `set_meta` stored under this key."""
        rows = await self._reader.rows(select(meta.c.value).where(meta.c.key == key))
        return rows[0]["value"] if rows else None

    async def set_meta(self, key: str, value: str) -> None:
        """Store a text under a key."""
        await upsert(self._once, meta, {"key": key}, {"value": value})

    async def touch(self) -> None:
        """Write something, to test whether writing works."""
        await upsert(self._once, meta, {"key": TOUCHED}, {"value": str(time.time())})

    # Backups

    async def back_up(self, file: Path, now: float) -> Written:
        """Back up the whole database to a new file, in a thread; raises BackupRefused, see `back_up`."""
        with self._taking_room():
            return await asyncio.to_thread(back_up, self._engine.url, file, now)

    async def rehearse(self, file: Path) -> None:
        """Test-restore a backup, in a thread; raises BackupRefused, also if fewer than LEAST bytes would stay free."""
        size = int(await self._reader.value(text(SIZES[self._engine.dialect.name])))
        with self._taking_room():
            await asyncio.to_thread(rehearse, file, size + LEAST)

    @property
    def is_backing_up(self) -> bool:
        """Whether a backup is being made or tested, which takes space for a while."""
        return self._room_takers > 0

    @contextmanager
    def _taking_room(self) -> Generator[None]:
        self._room_takers += 1
        try:
            yield
        finally:
            self._room_takers -= 1

    # How it is done

    async def _counted_once(self, row: LogRow, work: Callable[[AsyncConnection], Coroutine[Any, Any, Match]]) -> Match:
        """Run a transaction; raises Doubled if it fails because the row's press has been counted."""
        try:
            return await self._engine.run(work)
        except (Stale, Reached, IntegrityError):
            # The faster press is visible only now that it is committed.
            if row.interaction_id is not None and (first := await self.pressed(row.interaction_id)):
                raise Doubled(first.match, first.seq) from None
            raise

    async def _unpacked(self, match: int) -> Unpacked | None:
        """A packed match, remade; None for one that isn't packed."""
        body = await self.dormant.body(match)
        if body is None:
            return None
        if self.remake is None:
            raise BrokenSave(f"The log of match {match} is packed, and the store was opened without games.")
        made = self._remade.get(match)
        if made is None or made[0] != body:
            header = await self.match(match)
            assert header is not None, "its row is held by the piece"
            made = self._remade[match] = (body, await asyncio.to_thread(self.remake, header, body))
            if len(self._remade) > REMADE:
                del self._remade[next(iter(self._remade))]
        return made[1]

    async def _matches(self, *where: ColumnElement[bool]) -> list[Match]:
        return _grouped(await self._reader.rows(queries.headers(*where)))

    @transaction
    async def _take(
        self, write: AsyncConnection, table: Table, query: Select[*tuple[Any, ...]], until: float
    ) -> Sequence[RowMapping]:
        """The query's rows that no one else is taking; until `until` they aren't ready for others."""
        free = query.with_for_update(of=table, skip_locked=True)
        rows = (await write.execute(free)).mappings().all()
        if rows:
            taken = table.c.id.in_([row["id"] for row in rows])
            await write.execute(update(table).where(taken).values(ready=until))
        return rows


async def _hold_at(write: AsyncConnection, match: int, seq: int) -> None:
    """Lock the match where it was seen; raises Stale if it has moved on."""
    query = select(matches.c.id).where(matches.c.id == match, matches.c.seq == seq).with_for_update()
    if (await write.execute(query)).one_or_none() is None:
        raise Stale(f"match {match} isn't at {seq} any more")


def _grouped(rows: Sequence[RowMapping]) -> list[Match]:
    """The matches from rows that each hold a header and a seat."""
    return [to_match(list(group)) for _, group in groupby(rows, key=lambda row: int(row["id"]))]
