"""Queries and statements for all presses and messages, built once, as building takes as long as running."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    union_all,
    update,
)

from db.sql.conditions import is_foremost, is_one_of, is_owed, is_replaced, is_unhindered
from db.sql.tables import (
    deadlines,
    dormant,
    guilds,
    lines,
    log,
    matches,
    messages,
    notes,
    orders,
    outbox,
    people,
    plans,
    seats,
    snapshots,
    webhooks,
)
from model.kinds import OF_A_PLAYER, How, PostKind
from model.server_settings import ServerSettings

MATCH: BindParameter[Any] = bindparam("match_id")  # parameters; no column has their names
USER: BindParameter[Any] = bindparam("user_id")
GUILD: BindParameter[Any] = bindparam("guild_id")
SEQ: BindParameter[Any] = bindparam("at_seq")
AFTER: BindParameter[Any] = bindparam("after")
NOW: BindParameter[Any] = bindparam("now")
KINDS: BindParameter[Any] = bindparam("of_kinds", expanding=True)
TO: BindParameter[Any] = bindparam("to_user")
MOST: BindParameter[Any] = bindparam("most")


def headers(*where: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Matches with their seats in one query, so that both are from one moment; the longest untouched first."""
    seat = [column for column in seats.c if column.name != "match"]
    query = select(matches, *seat).outerjoin(seats).where(*where)
    return query.order_by(matches.c.changed, matches.c.id, seats.c.seat)


# matches
HEADER = headers(matches.c.id == MATCH)
SNAPSHOT = select(snapshots).where(snapshots.c.match == MATCH, snapshots.c.seq == SEQ)
LOG = select(log).where(log.c.match == MATCH, log.c.seq > AFTER).order_by(log.c.seq)
# log rows in a range, with the state after the last and after every so many of the others
COURSE = (
    select(log, snapshots.c.schema, snapshots.c.body)
    .outerjoin(
        snapshots,
        and_(
            snapshots.c.match == log.c.match,
            snapshots.c.seq == log.c.seq,
            or_(snapshots.c.seq % bindparam("every") == 0, snapshots.c.seq == SEQ),
        ),
    )
    .where(log.c.match == MATCH, log.c.seq >= bindparam("first"), log.c.seq <= SEQ)
    .order_by(log.c.seq)
)
PRESSED = select(log).where(log.c.press == bindparam("pressed"))
_packed = select(func.count()).select_from(dormant).where(dormant.c.match == MATCH)
CHANGES = select(func.count().label("n"), _packed.scalar_subquery().label("packed")).where(
    log.c.match == MATCH, log.c.seq <= SEQ, log.c.how == How.CHANGED
)
DEADLINES = select(deadlines).where(deadlines.c.match == MATCH).order_by(deadlines.c.due, deadlines.c.id)
NEXT_DUE = select(func.min(deadlines.c.ready).label("ready")).where(is_owed())

# a match with everything stored beside it: a row per seat, and more for seats with several things
_deadline = select(
    deadlines.c.id.label("number"),
    deadlines.c.kind,
    func.coalesce(deadlines.c.seat, 0).label("beside"),  # deadlines without a seat go with the first one
    deadlines.c.seat,
    deadlines.c.seq,
    deadlines.c.due,
    null().label("to"),
    null().label("channel"),
).where(deadlines.c.match == MATCH)
_message = select(
    messages.c.message,
    messages.c.kind,
    literal(0),
    null(),
    null(),
    null(),
    messages.c.to,
    messages.c.channel,
).where(messages.c.match == MATCH)
_things = union_all(_deadline, _message).subquery()
_moved = exists().where(log.c.match == matches.c.id, log.c.user == seats.c.user, is_one_of(log.c.kind, OF_A_PLAYER))
_tried = exists().where(lines.c.match == matches.c.id, lines.c.user == seats.c.user, lines.c.number > 0)
_coming = exists().where(outbox.c.match == matches.c.id, outbox.c.to == seats.c.user)
_other_seat, _other_match = seats.alias("other_seat"), matches.alias("other_match")
_waiting = select(_other_seat.c.match).join(_other_match, _other_match.c.id == _other_seat.c.match)
_elsewhere = _waiting.where(
    _other_seat.c.user == seats.c.user,
    _other_seat.c.match != matches.c.id,
    _other_seat.c.asked.is_not(None),
    _other_match.c.phase == "running",
)
_PLAIN = ServerSettings()  # of a server whose managers have decided nothing
FACTS = (
    select(
        matches,
        *(column for column in seats.c if column.name != "match"),
        guilds.c.zone,
        func.coalesce(guilds.c.months, _PLAIN.months).label("season_length"),
        func.coalesce(guilds.c.first, _PLAIN.first).label("season_begin"),
        guilds.c.holidays.label("holidays_given"),
        exists().where(webhooks.c.guild == matches.c.guild).correlate(matches).label("has_webhooks"),
        people.c.habits,
        people.c.holidays.label("holidays_taken"),
        people.c.dm,
        people.c.dm_closed,
        plans.c.answers,
        orders.c.given,
        notes.c.text.label("note"),
        _coming.correlate(matches, seats).label("is_called"),
        _moved.correlate(matches, seats).label("has_moved"),
        exists(_elsewhere.correlate(matches, seats)).label("has_others"),
        _tried.correlate(matches, seats).label("has_lines"),
        *(column.label(f"thing_{column.name}") for column in _things.c),
    )
    .outerjoin(seats, seats.c.match == matches.c.id)
    .outerjoin(guilds, guilds.c.guild == matches.c.settings_of)
    .outerjoin(people, people.c.user == seats.c.user)
    .outerjoin(plans, and_(plans.c.match == matches.c.id, plans.c.seat == seats.c.seat))
    .outerjoin(orders, and_(orders.c.match == matches.c.id, orders.c.seat == seats.c.seat))
    .outerjoin(notes, and_(notes.c.match == matches.c.id, notes.c.user == seats.c.user))
    .outerjoin(_things, _things.c.beside == func.coalesce(seats.c.seat, 0))
    .where(matches.c.id == MATCH)
    .order_by(seats.c.seat, _things.c.due, _things.c.number)
)

# servers and people
SERVER = select(guilds).where(guilds.c.guild == GUILD)
PREFERENCES = select(people.c.habits).where(people.c.user == USER)
_ZONE = select(guilds.c.zone).where(guilds.c.guild == GUILD)
PREFERENCES_NEAR = select(PREFERENCES.scalar_subquery().label("habits"), _ZONE.scalar_subquery().label("zone"))
TONGUE = select(people.c.locale, people.c.language, people.c.name).where(people.c.user == USER)

# posts
_ready = and_(is_foremost(), is_unhindered())
_posts = outbox.outerjoin(matches, matches.c.id == outbox.c.match)
NEXT_POST = select(func.min(outbox.c.ready).label("ready")).select_from(_posts).where(_ready)
# Only one post at a time is under way to a person, into a channel with lobbies, and into a match's thread.
# `is_foremost` orders those that belong to no match.
_of_lobby = outbox.c.kind == PostKind.LOBBY
_destination = (
    outbox.c.to,
    case({and_(outbox.c.to.is_(None), _of_lobby): matches.c.channel}),
    case({and_(outbox.c.to.is_(None), ~_of_lobby): outbox.c.match}),
    case({outbox.c.match.is_(None): outbox.c.id}),
)
_lines = (
    select(outbox.c.id, func.row_number().over(partition_by=_destination, order_by=outbox.c.id).label("place"))
    .select_from(_posts)
    .where(_ready, outbox.c.ready <= NOW)
    .correlate(None)
    .subquery()
)
_firsts = select(_lines.c.id).where(_lines.c.place == 1).order_by(_lines.c.id).limit(MOST)
_free = select(outbox.c.id).where(outbox.c.id.in_(_firsts)).with_for_update(skip_locked=True).correlate(None)
# on SQLite, SQLAlchemy names columns after RETURNING without their table, so others' columns need names of their own
_others = select(
    outbox.c.id.label("other_id"),
    outbox.c.match.label("other_match"),
    outbox.c.to.label("other_to"),
    outbox.c.ready.label("other_ready"),
    outbox.c.taken.label("other_taken"),
).subquery("others")
_to_person = select(_others.c.other_id).where(_others.c.other_to == outbox.c.to, _others.c.other_id != outbox.c.id)
_about_match = select(_others.c.other_id).where(
    _others.c.other_match == outbox.c.match, _others.c.other_to.is_(None), _others.c.other_id != outbox.c.id
)
_is_followed = or_(
    exists(_to_person.correlate(outbox)),
    and_(outbox.c.to.is_(None), exists(_about_match.correlate(outbox))),
    _of_lobby,  # by those of other matches in its channel
    outbox.c.match.is_(None),
)
_later = select(func.min(_others.c.other_ready)).where(_others.c.other_ready > NOW, _others.c.other_taken.is_(None))
TAKE = (
    update(outbox)
    .where(outbox.c.id.in_(_free))
    .values(ready=bindparam("until"), taken=bindparam("until"), tries=outbox.c.tries + 1)
    .returning(outbox, _is_followed.label("is_followed"), _later.scalar_subquery().label("later"))
)
_about = or_(outbox.c.match == MATCH, outbox.c.cup == bindparam("cup_id"), outbox.c.guild == GUILD)
_same = and_(_about, outbox.c.kind.in_(KINDS), outbox.c.to.is_not_distinct_from(TO), outbox.c.seq <= SEQ)
MOVE_ON = delete(messages).where(messages.c.to == TO, messages.c.message == bindparam("in_message"))
_other = messages.alias("other")
_taken = exists().where(_other.c.match == MATCH, _other.c.to == TO, _other.c.kind == bindparam("as_kind"))
_twice = exists().where(
    _other.c.match == MATCH,
    _other.c.to == TO,
    _other.c.message == bindparam("in_message"),
    _other.c.kind != messages.c.kind,
)
RENAME = (
    update(messages)
    .where(
        messages.c.match == MATCH, messages.c.to == TO, messages.c.message == bindparam("in_message"), ~_taken, ~_twice
    )
    .values(kind=bindparam("as_kind"))
)
SETTLE = delete(outbox).where(or_(outbox.c.id == bindparam("post"), _same))
PUT_OFF = (
    update(outbox)
    .where(outbox.c.id == bindparam("post"))
    .values(ready=bindparam("until"), taken=None, tries=outbox.c.tries - 1)
)

# a step
STEP = update(matches).where(matches.c.id == MATCH, matches.c.seq == SEQ).returning(matches.c.thread)
OWE_NO_MORE = delete(deadlines).where(deadlines.c.match == MATCH)  # at the end
REPLACE = OWE_NO_MORE.where(is_replaced(NOW))
STAND_UP = delete(seats).where(seats.c.match == MATCH)
_kept = ("match", "seat", "hints", "hinted", "agreed")
RESEAT = (
    update(seats)
    .where(seats.c.match == MATCH, seats.c.seat == bindparam("at_seat"))
    .values({column.name: bindparam(f"new_{column.name}") for column in seats.c if column.name not in _kept})
)
HINT = (
    update(seats)
    .where(seats.c.match == MATCH, seats.c.seat == bindparam("at_seat"), seats.c.hinted != bindparam("about"))
    .values(hints=seats.c.hints + 1, hinted=bindparam("about"))
)
AGREE = (
    update(seats)
    .where(seats.c.match == MATCH, seats.c.seat == bindparam("at_seat"))
    .values(agreed=bindparam("at_time"))
)
ADD = {table: insert(table) for table in (seats, log, deadlines, outbox, snapshots)}
