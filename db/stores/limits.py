"""Limits on a person, checked in the transaction that uses them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.conditions import is_for_company, was_in_company
from db.sql.reader import Reader
from db.sql.tables import (
    blocks,
    cup_log,
    cups,
    downtimes,
    followed_matches,
    followed_people,
    invitations,
    lines,
    log,
    matches,
    results,
    seats,
    sittings,
    webhooks,
)
from model.kinds import CUPS_UNDER_WAY, UNFINISHED, VERDICTS, CupRowKind, InvitationState, Phase, ResultKind, RowKind
from model.match import Counted, Limit

BEGUN: tuple[Phase, ...] = ("starting", "running")
SITTING_DOWN = (RowKind.OPEN, RowKind.JOIN)
LAST, AWAY = 5, 2  # absent in so many of their last matches, a person has to wait between seats

# a limit's fields in the queries
WHOSE: BindParameter[int] = bindparam("whose")
SINCE: BindParameter[float] = bindparam("since")
ABOUT: BindParameter[int] = bindparam("about")


class Reached(Exception):
    """A limit is reached; the oldest of the newest `limit.most` counted acts was `at` that time."""

    def __init__(self, limit: Limit, time: float) -> None:
        super().__init__(f"{limit.most} {limit.counted} are the most")
        self.limit, self.at = limit, time


class LimitTables:
    """Queries about limits."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def check(self, *limits: Limit) -> None:
        """Raise Reached for the first limit that is reached; writing checks it once more."""
        for limit in limits:
            _judge(limit, [row[0] for row in await self._reader.tuples(_newest(limit.counted), **_values(limit))])


async def hold(write: AsyncConnection, limits: Sequence[Limit], people: Collection[int] = ()) -> None:
    """Raise Reached for the first limit that doesn't allow what the transaction is about to write.

    Others with limits of the same people or servers wait until it is over.
    """
    if write.dialect.name == "postgresql":  # SQLite has one writer at a time
        for whose in sorted({*people, *(limit.whose for limit in limits)}):
            await write.execute(select(func.pg_advisory_xact_lock(whose)))
    for limit in limits:
        _judge(limit, (await write.execute(_newest(limit.counted), _values(limit))).scalars().all())


@cache
def _newest(counted: Counted) -> Select[float]:
    """Times of what is counted, the newest first; built once, as building it takes longer than its answer."""
    query = COUNTS[counted]()
    return query.order_by(query.selected_columns[0].desc()).limit(bindparam("most", type_=Integer))


def _values(limit: Limit) -> dict[str, Any]:
    return {"whose": limit.whose, "since": limit.since, "about": limit.about, "most": limit.most}


def _judge(limit: Limit, times: Sequence[float]) -> None:
    if len(times) >= limit.most:
        raise Reached(limit, times[-1])


# --- what is counted: each query gives the times of the acts


def _invitations() -> Select[float]:
    """Times of invitations; they count even when their lobby is called off."""
    sent = and_(invitations.c.author == WHOSE, invitations.c.at > SINCE)
    return select(invitations.c.at).where(sent, invitations.c.state != InvitationState.ACCEPTED)


def _lobbies() -> Select[float]:
    """Times of opening lobbies, from log rows, as others may be openers by now; those called off count, too."""
    accepted = and_(invitations.c.match == matches.c.id, invitations.c.state == InvitationState.ACCEPTED)
    is_challenge = and_(matches.c.invited_only, exists().where(accepted))
    counts = or_(matches.c.phase == "cancelled", and_(matches.c.rematch_of.is_(None), ~is_challenge))
    query = select(log.c.at).join(matches, matches.c.id == log.c.match)
    return query.where(_done(RowKind.OPEN), matches.c.guild.is_not(None), counts)


def _reposts() -> Select[float]:
    return select(log.c.at).where(_done(RowKind.REPOST))


def _lines() -> Select[float]:
    return select(lines.c.shared).where(lines.c.user == WHOSE, lines.c.shared > SINCE)


def _cups() -> Select[float]:
    opened = and_(cup_log.c.author == WHOSE, cup_log.c.kind == CupRowKind.OPEN)
    return select(cup_log.c.at).where(opened, cup_log.c.at > SINCE)


def _verdicts() -> Select[float]:
    """Times of decisions about others; taking out oneself doesn't count."""
    decided = and_(cup_log.c.author == WHOSE, cup_log.c.kind.in_(VERDICTS), cup_log.c.user != WHOSE)
    return select(cup_log.c.at).where(decided, cup_log.c.at > SINCE)


def _announcements() -> Select[float]:
    return select(downtimes.c.announced).where(downtimes.c.author == WHOSE, downtimes.c.announced > SINCE)


def _seats() -> Select[float]:
    """Times of seats taken; none for a person who was there in enough of their last matches."""
    row = select(log.c.match, log.c.at).where(log.c.at > SINCE)
    sat_down = row.where(log.c.user == WHOSE, log.c.kind.in_(SITTING_DOWN))
    # the row may be the last voter's, or the clock's
    seated = and_(sittings.c.match == log.c.match, sittings.c.seq == log.c.seq, sittings.c.user == WHOSE)
    took_over = row.join(sittings, seated).where(log.c.kind == RowKind.TAKEOVER)
    done = union_all(sat_down, took_over).subquery()
    query = select(done.c.at).join(matches, matches.c.id == done.c.match)
    return query.where(is_for_company(), _times_away().scalar_subquery() >= AWAY)


def _open_lobbies() -> Select[float]:
    condition = and_(matches.c.guild == ABOUT, matches.c.host == WHOSE)
    return select(matches.c.opened).where(condition, matches.c.phase == "lobby")


def _alone() -> Select[float]:
    private = and_(~is_for_company(), matches.c.host == WHOSE, matches.c.cup.is_(None))
    return select(matches.c.opened).where(private, matches.c.phase.in_(UNFINISHED))


def _open_cups() -> Select[float]:
    return select(cups.c.opened).where(cups.c.director == WHOSE, cups.c.phase.in_(CUPS_UNDER_WAY))


def _cups_of_server() -> Select[float]:
    return select(cups.c.opened).where(cups.c.guild == WHOSE, cups.c.phase.in_(CUPS_UNDER_WAY))


def _webhooks() -> Select[float]:
    return select(webhooks.c.opened).where(webhooks.c.guild == WHOSE)


def _open_invitations() -> Select[float]:
    """Times of open invitations; those the person has blocked count only for their author.

    So no refusal reveals whose invitations are blocked, and blocked ones take no room.
    """
    blocked = and_(blocks.c.user == invitations.c.user, blocks.c.author == invitations.c.author)
    visible = or_(~exists().where(blocked), invitations.c.author == ABOUT)
    asked = and_(invitations.c.user == WHOSE, invitations.c.state == InvitationState.OPEN)
    stands = and_(invitations.c.until > SINCE, matches.c.phase == "lobby")
    return select(invitations.c.at).join(matches).where(asked, stands, visible)


def _under_way() -> Select[float]:
    """Times of matches, including lobbies opened by others; opening has a limit of its own."""
    seated = select(seats.c.match).where(seats.c.user == WHOSE, seats.c.resigned.is_(False))
    gathers = and_(matches.c.phase == "lobby", matches.c.host != WHOSE)
    alive = and_(is_for_company(), or_(matches.c.phase.in_(BEGUN), gathers))
    finished = and_(results.c.user == WHOSE, was_in_company(), results.c.kind != ResultKind.LEFT)
    return select(matches.c.opened).where(matches.c.id.in_(seated), alive, ~exists().where(finished))


def _followed_matches() -> Select[float]:
    query = select(followed_matches.c.since).join(matches, matches.c.id == followed_matches.c.match)
    return query.where(followed_matches.c.user == WHOSE, matches.c.phase.in_(UNFINISHED))


def _followed_people() -> Select[float]:
    return select(followed_people.c.since).where(followed_people.c.user == WHOSE)


def _done(kind: RowKind) -> ColumnElement[bool]:
    return and_(log.c.user == WHOSE, log.c.kind == kind, log.c.at > SINCE)


def _times_away() -> Select[int]:
    """The number of a person's last matches in which a computer replaced them and they haven't returned.

    Matches they left without a move count too.
    """
    sat = select(sittings.c.match).where(sittings.c.user == WHOSE)
    newest = (
        select(matches.c.id)
        .where(matches.c.id.in_(sat), is_for_company(), matches.c.phase.in_(("running", "over")))
        .order_by(matches.c.changed.desc(), matches.c.id.desc())
        .limit(LAST)
        .subquery()
    )
    held = and_(seats.c.match == newest.c.id, seats.c.user == WHOSE, seats.c.resigned.is_(False))
    away = exists().where(held, seats.c.substitute.is_not(None))
    # someone else has taken over the seat since
    left = and_(results.c.match == newest.c.id, results.c.user == WHOSE, results.c.kind == ResultKind.LEFT)
    replaced = exists().where(left, results.c.late > 0)
    return select(func.count()).select_from(newest).where(or_(away, replaced))


COUNTS: Mapping[Counted, Callable[[], Select[float]]] = MappingProxyType(
    {
        Counted.INVITATIONS: _invitations,
        Counted.LOBBIES: _lobbies,
        Counted.CUPS: _cups,
        Counted.VERDICTS: _verdicts,
        Counted.ANNOUNCEMENTS: _announcements,
        Counted.REPOSTS: _reposts,
        Counted.LINES: _lines,
        Counted.SEATS: _seats,
        Counted.OPEN_LOBBIES: _open_lobbies,
        Counted.ALONE: _alone,
        Counted.OPEN_CUPS: _open_cups,
        Counted.CUPS_OF_SERVER: _cups_of_server,
        Counted.WEBHOOKS: _webhooks,
        Counted.OPEN_INVITATIONS: _open_invitations,
        Counted.UNDER_WAY: _under_way,
        Counted.FOLLOWED_MATCHES: _followed_matches,
        Counted.FOLLOWED_PEOPLE: _followed_people,
    }
)
