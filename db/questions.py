"""Questions and orders of every press and letter, made once: making one takes as long as answering it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, and_, bindparam, delete, func, insert, or_, select, update

from db.conditions import THREAD, is_foremost, is_owed, is_unhindered
from db.kinds import How, PostKind
from db.tables import deadlines, guilds, log, matches, messages, notes, outbox, people, plans, seats, snapshots

MATCH: BindParameter[Any] = bindparam("match_id")  # parameters; their names are those of no column
USER: BindParameter[Any] = bindparam("user_id")
GUILD: BindParameter[Any] = bindparam("guild_id")
SEQ: BindParameter[Any] = bindparam("at_seq")
AFTER: BindParameter[Any] = bindparam("after")
NOW: BindParameter[Any] = bindparam("now")
KIND: BindParameter[Any] = bindparam("of_kind")
KINDS: BindParameter[Any] = bindparam("of_kinds", expanding=True)
TO: BindParameter[Any] = bindparam("to_user")
MOST: BindParameter[Any] = bindparam("most")


def headers(*where: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Matches with their seats, the one that has rested longest first: one query, so that both are of one moment."""
    seat = [column for column in seats.c if column.name != "match"]
    query = select(matches, *seat).outerjoin(seats).where(*where)
    return query.order_by(matches.c.changed, matches.c.id, seats.c.seat)


# matches
HEADER = headers(matches.c.id == MATCH)
SNAPSHOT = select(snapshots).where(snapshots.c.match == MATCH, snapshots.c.seq == SEQ)
LOG = select(log).where(log.c.match == MATCH, log.c.seq > AFTER).order_by(log.c.seq)
PRESSED = select(log).where(log.c.press == bindparam("pressed"))
CHANGES = select(func.count().label("n")).where(log.c.match == MATCH, log.c.seq <= SEQ, log.c.how == How.CHANGED)
DEADLINES = select(deadlines).where(deadlines.c.match == MATCH).order_by(deadlines.c.due, deadlines.c.id)
NEXT_DUE = select(func.min(deadlines.c.ready).label("ready")).where(is_owed())
PLANS = select(plans).where(plans.c.match == MATCH).order_by(plans.c.seat)

# people
PREFERENCES = select(people.c.habits).where(people.c.user == USER)
_ZONE = select(guilds.c.zone).where(guilds.c.guild == GUILD)
PREFERENCES_NEAR = select(PREFERENCES.scalar_subquery().label("habits"), _ZONE.scalar_subquery().label("zone"))
LOCALE = select(people.c.locale).where(people.c.user == USER)
NOTE = select(notes.c.text).where(notes.c.match == MATCH, notes.c.user == USER)

# posts
_ready = and_(is_foremost(), is_unhindered())
NEXT_POST = select(func.min(outbox.c.ready).label("ready")).join(matches, matches.c.id == outbox.c.match).where(_ready)
READY = (
    select(outbox, matches.c.opened, matches.c.channel)
    .join(matches, matches.c.id == outbox.c.match)
    .where(_ready, outbox.c.ready <= NOW)
    .order_by(outbox.c.id)
    .limit(MOST)
    .with_for_update(of=outbox, skip_locked=True)
)
_here = and_(messages.c.match == MATCH, messages.c.kind == KIND, messages.c.to == TO)
_lobby = and_(messages.c.match == MATCH, messages.c.kind == PostKind.LOBBY, messages.c.to == THREAD)
PLACES = select(messages.c.kind, messages.c.channel, messages.c.message).where(or_(_here, _lobby))
TAKE = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("ids", expanding=True)))
    .values(ready=bindparam("until"), taken=bindparam("until"), tries=outbox.c.tries + 1)
)
_same = and_(
    outbox.c.match == MATCH, outbox.c.kind.in_(KINDS), outbox.c.to.is_not_distinct_from(TO), outbox.c.seq <= SEQ
)
TOLD = delete(outbox).where(or_(outbox.c.id == bindparam("post"), _same))

# a step
STEP = update(matches).where(matches.c.id == MATCH, matches.c.seq == SEQ).returning(matches.c.thread)
STAND_UP = delete(seats).where(seats.c.match == MATCH)
ADD = {table: insert(table) for table in (seats, log, deadlines, outbox, snapshots)}
