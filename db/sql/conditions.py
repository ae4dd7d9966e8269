"""Shared WHERE clauses."""

from __future__ import annotations

from functools import cache

from sqlalchemy import ColumnElement, and_, bindparam, exists, or_, select

from db.sql.tables import deadlines, matches, outbox
from model.kinds import DEADLINE_KINDS, RETIRING, Ballot, Gathering, PauseReason, PostKind, Reminder
from model.match import Deadline

THREAD = 0  # stands for "to no one in particular" where a key can't hold NULL; no user has this id


def is_same(deadline: Deadline) -> ColumnElement[bool]:
    """The deadline is this one."""
    return and_(
        deadlines.c.match == deadline.match,
        deadlines.c.seq == deadline.seq,
        deadlines.c.kind == deadline.kind,
        deadlines.c.seat.is_not_distinct_from(deadline.seat),
    )


def is_replaced(time: float) -> ColumnElement[bool]:
    """A step of the deadline's match puts another in its place; reminders that were due by then are still owed."""
    owed = and_(deadlines.c.kind.in_([*Reminder]), deadlines.c.due <= time)
    return and_(deadlines.c.kind != Reminder.SNOOZE, ~owed)


def outlives(deadline: Deadline, time: float) -> bool:
    """Whether it stays where a step of its match replaces the others, see `is_replaced`."""
    return deadline.kind == Reminder.SNOOZE or (deadline.kind in Reminder and deadline.due <= time)


@cache
def is_owed() -> ColumnElement[bool]:
    """The deadline's match is running and isn't paused; a vote goes on where the players have paused it.

    Deadlines of a lobby are owed as long as it is one, and those of a kind that another version knows to that alone.
    """
    votes = and_(deadlines.c.kind == Ballot.VOTE, matches.c.paused != PauseReason.GONE)
    running = and_(matches.c.phase == "running", or_(matches.c.paused.is_(None), votes))
    gathering = and_(deadlines.c.kind.in_([*Gathering]), matches.c.phase == "lobby", matches.c.paused.is_(None))
    is_known = deadlines.c.kind.in_([*DEADLINE_KINDS])
    in_its_phase = select(matches.c.id).where(matches.c.id == deadlines.c.match, or_(running, gathering))
    return and_(is_known, exists(in_its_phase))


@cache
def is_foremost() -> ColumnElement[bool]:
    """The bot is in the guild of the post's match, and no older post of the match waits for the same addressee.

    Posts of a cup go one after the other, too, and those of a kind of a server. A post that retires calls waits for no
    call that wasn't tried yet: that may be put off for a night, and won't be sent. The lobby's message stands in the
    channel and all else in the thread: neither waits for the other, except around what opens the thread. A post of a
    kind that another version of the bot knows is left to that.
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
        or_(outbox.c.kind.not_in(RETIRING), older.c.tries > 0),
        or_(older.c.kind == PostKind.OPENING, outbox.c.kind == PostKind.OPENING, same_channel),
    )
    awake = and_(matches.c.id == outbox.c.match, matches.c.paused.is_distinct_from(PauseReason.GONE))
    is_awake = or_(outbox.c.match.is_(None), exists(select(matches.c.id).where(awake).correlate(outbox)))
    return and_(outbox.c.kind.in_([*PostKind]), is_awake, ~exists(select(older.c.id).where(ahead)))


@cache
def is_unhindered() -> ColumnElement[bool]:
    """No one is just sending another post to the same person or, for a lobby's post, one of a lobby in its channel.

    For a post joined with its match, if any; the parameter `now` is the time. Posts of one match to one addressee
    are in order anyway, see `is_foremost`.
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
