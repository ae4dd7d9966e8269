"""Writes the steps of matches within a transaction: header, seats, log row, deadlines, posts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql import queries
from db.sql.mapping import (
    deadline_columns,
    header_columns,
    log_columns,
    match_columns,
    post_columns,
    reseated,
    seat_columns,
    sitting_columns,
)
from db.sql.tables import deadlines, log, matches, messages, orders, outbox, plans, seats, sittings, snapshots
from db.sql.upsert import put
from db.stores.endings import record, strike
from db.stores.invitations import accept_invitation, add_invitation
from db.stores.limits import hold
from model.kinds import RowKind
from model.match import Deadline, LogRow, Match, Outgoing, SeatRow, Shown, Step


class Stale(Exception):
    """The match has moved on since it was read, or doesn't exist: read it again."""


async def write_first(
    write: AsyncConnection, match: Match, row: LogRow, posts: Sequence[Outgoing], owed: Sequence[Deadline]
) -> Match | None:
    """Write a new match with its first log row.

    None if the match it repeats has a rematch already, or the match that people go on from together has a lobby.
    """
    new = replace(match, seq=1, changed=row.at)
    source = match.position_of if match.is_together else match.rematch_of
    if source is not None:
        # On PostgreSQL this waits for another process that opens a match after the same one.
        await write.execute(update(matches).where(matches.c.id == source).values(id=source))
    if match.is_together and source is not None:
        gathering = await write.execute(select(matches.c.id).where(together_from(source)))
        if gathering.all():
            return None
    if match.rematch_of is not None:
        repeats = matches.c.rematch_of == match.rematch_of
        called_off = and_(repeats, matches.c.phase == "cancelled")
        await write.execute(update(matches).where(called_off).values(rematch_of=None))
        if (await write.execute(select(matches.c.id).where(repeats))).all():
            return None
    got = await write.execute(insert(matches).values(match_columns(new)).returning(matches.c.id))
    new = replace(new, id=got.scalar_one())
    await _seat(write, new, None)
    await _add_step(write, new, row, posts, owed)
    return new


def together_from(source: int) -> ColumnElement[bool]:
    """The condition of lobbies in which people gather to go on from a match together."""
    return and_(matches.c.position_of == source, matches.c.guild.is_not(None), matches.c.phase == "lobby")


async def write_step(write: AsyncConnection, step: Step) -> Match | None:
    """Write a step of a match; None if the match isn't at the `seq` that was seen. Raises Reached, see `hold`."""
    await hold(write, step.limits)
    before = step.match
    new = replace(before, seq=before.seq + 1, changed=before.changed if step.silent else step.row.at)
    # On PostgreSQL this waits for another writer of the match, and then checks `seq` again.
    key = {"match_id": before.id, "at_seq": before.seq}
    moved = await write.execute(queries.STEP, {**header_columns(new), **key})
    thread = moved.one_or_none()
    if thread is None:
        return None
    new = replace(new, thread=thread.thread)
    await _seat(write, new, step.seats_before)
    if step.silent:
        # a process that holds one as of the row before will find it gone, so let it be taken again
        owed = and_(deadlines.c.match == new.id, deadlines.c.seq == before.seq)
        await write.execute(update(deadlines).where(owed).values(seq=new.seq, ready=deadlines.c.due))
    else:
        forgotten = queries.REPLACE if new.phase == "running" else queries.OWE_NO_MORE
        await write.execute(forgotten, {"match_id": new.id, "now": step.row.at})
    await _add_step(write, new, step.row, step.posts, step.deadlines)
    if step.dropped_orders:
        await write.execute(delete(orders).where(orders.c.match == new.id, orders.c.seat.in_(step.dropped_orders)))
    if step.dropped_plans:
        await write.execute(delete(plans).where(plans.c.match == new.id, plans.c.seat.in_(step.dropped_plans)))
    if step.snapshot is not None:
        kept = {"match": new.id, "seq": new.seq, "schema": step.snapshot.schema, "body": step.snapshot.body}
        await write.execute(queries.ADD[snapshots], kept)
    if step.row.kind == RowKind.JOIN and step.row.user is not None:
        await accept_invitation(write, new.id, step.row.user)
    if step.invitation is not None:
        await add_invitation(write, step.invitation)
    if step.panel is not None:
        await _move_on(write, new.id, step.panel)
    if step.sat_down:
        await write.execute(insert(sittings), [sitting_columns(new, new.seats[seat]) for seat in step.sat_down])
    if step.finish is not None:
        await record(write, new.id, step.finish, again=step.has_ended)
    elif step.has_ended and step.row.kind != RowKind.MOVE:
        await strike(write, new.id)
    return new


async def show(write: AsyncConnection, match: int, panel: Shown) -> None:
    """Note that a private message now shows this of the match."""
    await write.execute(queries.MOVE_ON, {"to_user": panel.to, "in_message": panel.message})
    key = {"match": match, "kind": panel.kind, "to": panel.to}
    await put(write, messages, key, {"channel": panel.channel, "message": panel.message})


async def _move_on(write: AsyncConnection, match: int, panel: Shown) -> None:
    """Update a message that already shows something of the match, mostly in one statement."""
    key = {"match_id": match, "to_user": panel.to, "as_kind": panel.kind, "in_message": panel.message}
    if not (await write.execute(queries.RENAME, key)).rowcount:
        await show(write, match, panel)


async def _seat(write: AsyncConnection, match: Match, before: tuple[SeatRow, ...] | None) -> None:
    """Write who sits where: only the seats that differ from those `before`, if known."""
    if before is None or len(before) != len(match.seats):
        await write.execute(queries.STAND_UP, {"match_id": match.id})
        if match.seats:
            await write.execute(queries.ADD[seats], [seat_columns(match.id, seat) for seat in match.seats])
        return
    changed = [reseated(match.id, new) for old, new in zip(before, match.seats, strict=True) if new != old]
    if changed:
        await write.execute(queries.RESEAT, changed)


async def _add_step(
    write: AsyncConnection, match: Match, row: LogRow, posts: Sequence[Outgoing], owed: Sequence[Deadline] = ()
) -> None:
    """Insert the log row, deadlines and posts of the match's present step."""
    done = log_columns(match.id, match.seq, row)
    due = [deadline_columns(match.id, match.seq, deadline) for deadline in owed]
    outgoing = [post_columns(post, match.seq, row.at, match=match.id) for post in posts]
    for table, rows in ((log, [done]), (deadlines, due), (outbox, outgoing)):
        if rows:
            await write.execute(queries.ADD[table], rows)
