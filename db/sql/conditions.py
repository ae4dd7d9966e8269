"""WHERE clauses shared by queries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, String, and_, bindparam, exists, literal_column, or_, select

from db.sql.tables import deadlines, matches, outbox, results
from model.kinds import DEADLINE_KINDS, RETIRING, Ballot, Gathering, PauseReason, PostKind, Reminder
from model.match import Deadline

THREAD = 0  # stands for "to the thread" where a key can't hold NULL; no user has this id


def is_one_of(column: ColumnElement[str], names: Iterable[str]) -> ColumnElement[bool]:
    """Whether a column has one of these names of ours, written into the statement: parameters cost time each run."""
    return column.in_([literal_column(f"'{name}'", String) for name in names])


@cache
def is_for_company() -> ColumnElement[bool]:
    """Whether a match is one that people join: in a server, or found for people of several servers."""
    return or_(matches.c.guild.is_not(None), matches.c.over_servers)


@cache
def was_in_company() -> ColumnElement[bool]:
    """Whether a result is of such a match."""
    its = matches.alias()
    over = select(its.c.id).where(its.c.id == results.c.match, its.c.over_servers)
    return or_(results.c.guild.is_not(None), over.exists())


def is_same(deadline: Deadline) -> ColumnElement[bool]:
    """Whether a row is this deadline."""
    return and_(
        deadlines.c.match == deadline.match,
        deadlines.c.seq == deadline.seq,
        deadlines.c.kind == deadline.kind,
        deadlines.c.seat.is_not_distinct_from(deadline.seat),
    )


def is_replaced(time: BindParameter[Any]) -> ColumnElement[bool]:
    """Whether a step of the match replaces the deadline; reminders due by then stay."""
    owed = and_(is_one_of(deadlines.c.kind, Reminder), deadlines.c.due <= time)
    return and_(deadlines.c.kind != Reminder.SNOOZE, ~owed)


def outlives(deadline: Deadline, time: float) -> bool:
    """Whether a deadline survives a step of its match, see `is_replaced`."""
    return deadline.kind == Reminder.SNOOZE or (deadline.kind in Reminder and deadline.due <= time)


@cache
def is_owed() -> ColumnElement[bool]:
    """Whether the deadline's match runs and isn't paused; votes go on during a pause by the players.

    A lobby's deadlines count while it is a lobby. Kinds known only to another version are left to it.
    """
    votes = and_(deadlines.c.kind == Ballot.VOTE, matches.c.paused != PauseReason.GONE)
    running = and_(matches.c.phase == "running", or_(matches.c.paused.is_(None), votes))
    gathering = and_(is_one_of(deadlines.c.kind, Gathering), matches.c.phase == "lobby", matches.c.paused.is_(None))
    is_known = is_one_of(deadlines.c.kind, DEADLINE_KINDS)
    in_its_phase = select(matches.c.id).where(matches.c.id == deadlines.c.match, or_(running, gathering))
    return and_(is_known, exists(in_its_phase))


@cache
def is_foremost() -> ColumnElement[bool]:
    """Whether the bot is in the guild of the post's match, and no older post of the match waits for the same addressee.

    Posts of a cup, and posts of one kind of a server, also go one after another. A post that retires calls doesn't wait
    for an untried call: that may be put off for a night, and then is dropped. The lobby's message is in the
    channel and all else in the thread, so neither waits for the other, except around the opening of the thread. Kinds
    known only to another version of the bot are left to it.
    """
    older = outbox.alias("older")
    same_channel = or_(
        and_(older.c.kind == PostKind.LOBBY, outbox.c.kind == PostKind.LOBBY),
        and_(older.c.kind != PostKind.LOBBY, outbox.c.kind != PostKind.LOBBY),
    )
    of_server = and_(older.c.guild == outbox.c.guild, older.c.kind == outbox.c.kind)
    ahead = and_(
        or_(older.c.match == outbox.c.match, older.c.cup == outbox.c.cup, of_server),
        older.c.to.is_not_distinct_from(outbox.c.to),
        older.c.id < outbox.c.id,
        or_(~is_one_of(outbox.c.kind, RETIRING), older.c.tries > 0),
        or_(older.c.kind == PostKind.OPENING, outbox.c.kind == PostKind.OPENING, same_channel),
    )
    awake = and_(matches.c.id == outbox.c.match, matches.c.paused.is_distinct_from(PauseReason.GONE))
    is_awake = or_(outbox.c.match.is_(None), exists(select(matches.c.id).where(awake).correlate(outbox)))
    return and_(is_one_of(outbox.c.kind, PostKind), is_awake, ~exists(select(older.c.id).where(ahead)))


@cache
def is_unhindered() -> ColumnElement[bool]:
    """Whether no other post is being sent to the same person or, for a lobby's post, into its channel.

    For a post joined with its match, if it has one; the parameter `now` is the time. Posts of one match to one
    addressee are in order already, see `is_foremost`.
    """
    other, its = outbox.alias("other"), matches.alias("its")
    under_way = and_(other.c.taken > bindparam("now"), other.c.id != outbox.c.id)
    to_person = select(other.c.id).where(under_way, other.c.to == outbox.c.to)
    nearby = and_(
        under_way, other.c.kind == PostKind.LOBBY, its.c.id == other.c.match, its.c.channel == matches.c.channel
    )
    in_channel = select(other.c.id).where(nearby)
    held_up = and_(outbox.c.kind == PostKind.LOBBY, exists(in_channel.correlate(outbox, matches)))
    return and_(~exists(to_person.correlate(outbox)), ~held_up)
