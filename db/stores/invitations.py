"""Store of invitations and of blocked senders; each method is one transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import blocks, followed_people, invitations, matches, outbox
from db.sql.upsert import put, put_new
from model.kinds import InvitationState
from model.match import Invitation, Outgoing


class InvitationTables:
    """Queries about invitations."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader

    async def of(self, match: int, user: int) -> Invitation | None:
        """The person's invitation to a match."""
        query = select(invitations).where(invitations.c.match == match, invitations.c.user == user)
        return next(iter(await self._rows(query)), None)

    async def by(self, match: int, author: int) -> list[Invitation]:
        """The invitations to a match sent by this person, in order."""
        query = select(invitations).where(invitations.c.match == match, invitations.c.author == author)
        return await self._rows(query.order_by(invitations.c.at, invitations.c.user))

    async def open_to(self, user: int, now: float) -> list[Invitation]:
        """The invitations a person can still accept, the newest first."""
        blocked = exists().where(blocks.c.user == invitations.c.user, blocks.c.author == invitations.c.author)
        query = select(invitations).join(matches).where(_is_open(user, now), ~blocked)
        return await self._rows(query.order_by(invitations.c.at.desc(), invitations.c.match.desc()))

    async def waiting(self, match: int, now: float) -> int:
        """The number of unanswered invitations to a match."""
        asked = and_(invitations.c.match == match, invitations.c.state == InvitationState.OPEN)
        return await self._count(select(func.count()).select_from(invitations).where(asked, invitations.c.until > now))

    async def is_blocked(self, user: int, author: int) -> bool:
        """Whether the person has blocked invitations from this author."""
        query = select(func.count()).select_from(blocks).where(blocks.c.user == user, blocks.c.author == author)
        return bool(await self._count(query))

    @transaction
    async def decline(
        self, write: AsyncConnection, invitation: Invitation, seq: int, post: Outgoing, now: float, *, block: bool
    ) -> bool:
        """Decline an invitation and, with `block`, all future ones of its author; `post` informs the author.

        A blocked author doesn't follow the person any more. False if it was answered before: then no one hears of this.
        """
        condition = and_(invitations.c.match == invitation.match, invitations.c.user == invitation.user)
        still_open = and_(condition, invitations.c.state == InvitationState.OPEN)
        if block:
            await put_new(write, blocks, {"user": invitation.user, "author": invitation.author}, {})
            by_author = and_(followed_people.c.user == invitation.author, followed_people.c.followed == invitation.user)
            await write.execute(delete(followed_people).where(by_author))
        declined = update(invitations).where(still_open).values(state=InvitationState.DECLINED)
        if not (await write.execute(declined)).rowcount:
            return False
        await write.execute(insert(outbox), [post_columns(post, seq, now, match=invitation.match)])
        return True

    @transaction
    async def allow(self, write: AsyncConnection, user: int, author: int) -> None:
        """Unblock the author's invitations."""
        await write.execute(delete(blocks).where(blocks.c.user == user, blocks.c.author == author))

    async def _count(self, query: Select[int]) -> int:
        [row] = await self._reader.tuples(query)
        return int(row[0])

    async def _rows(self, query: Select[*tuple[Any, ...]]) -> list[Invitation]:
        return [value_of(Invitation, row) for row in await self._reader.rows(query)]


async def add_invitation(write: AsyncConnection, invitation: Invitation) -> None:
    """Write an invitation, in place of an expired one to the same match.

    Inviting someone unblocks their invitations.
    """
    await write.execute(delete(blocks).where(blocks.c.user == invitation.author, blocks.c.author == invitation.user))
    await put(
        write,
        invitations,
        {"match": invitation.match, "user": invitation.user},
        columns_of(invitation, "match", "user"),
    )


async def accept_invitation(write: AsyncConnection, match: int, user: int) -> None:
    """Accept the invitation of a person who sits down, whichever way they came."""
    mine = and_(invitations.c.match == match, invitations.c.user == user)
    await write.execute(update(invitations).where(mine).values(state=InvitationState.ACCEPTED))


def _is_open(user: int, now: float) -> ColumnElement[bool]:
    """Whether this person's invitation is unanswered, in a query joined with its match."""
    asked = and_(invitations.c.user == user, invitations.c.state == InvitationState.OPEN)
    return and_(asked, invitations.c.until > now, matches.c.phase == "lobby")
