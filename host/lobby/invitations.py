"""Invitations as guests see them: list, accept, decline, block the sender."""

from __future__ import annotations

from collections.abc import Callable

from db.store import Store
from engines.table import Refused
from host.lobby.limits import kept
from host.lobby.lobby import Lobby, Person, inviting
from host.play.seen import without_key
from host.time.worker import Now
from model.kinds import PostKind
from model.match import Invitation, Match, Outgoing


class Invitations:
    """Invitations to matches, for senders and guests.

    A sender learns that an invitation was declined, but never why.
    """

    def __init__(self, store: Store, lobby: Lobby, *, now: Now, wake: Callable[[], None]) -> None:
        self._store, self._tables, self._lobby = store, store.invitations, lobby
        self._now, self._wake = now, wake

    async def check_guest(self, guest: int, by: Person) -> None:
        """Raise Refused if this person couldn't invite the guest at all; checked before a match is opened for them."""
        if guest == by.user:
            raise Refused("invite.self")
        with kept():
            await self._store.limits.check(*inviting(guest, by, self._now()))

    async def sent(self, match_id: int, by: int) -> list[Invitation]:
        """The invitations a person has sent for this match; Refused unless they may send some."""
        await self._lobby.check_inviter(match_id, by)
        return await self._tables.by(match_id, by)

    async def open_to(self, user: int) -> list[tuple[Invitation, Match]]:
        """The invitations a person can accept, with their matches, the newest first."""
        invitations = await self._tables.open_to(user, self._now())
        matches = [(invitation, await self._store.match(invitation.match)) for invitation in invitations]
        return [(m, without_key(match)) for m, match in matches if match is not None]

    async def accept(self, match_id: int, by: Person) -> Match:
        """Accept an invitation and sit down."""
        if (await self._of(match_id, by.user)).until <= self._now():
            raise Refused("invite.expired")
        return await self._lobby.join(match_id, by)

    async def decline(self, match_id: int, user: int) -> None:
        """Decline an invitation and let the sender know."""
        if not await self._decline(await self._of(match_id, user), block=False):
            raise Refused("invite.answered")

    async def block(self, match_id: int, user: int) -> int:
        """Decline, and block the sender; returns who that is. The sender learns only of the declining."""
        invitation = await self._of(match_id, user)
        await self._decline(invitation, block=True)
        return invitation.author

    async def allow(self, match_id: int, user: int) -> int:
        """Unblock the sender of this invitation; returns who that is."""
        invitation = await self._of(match_id, user)
        await self._tables.allow(user, invitation.author)
        return invitation.author

    async def _decline(self, invitation: Invitation, *, block: bool) -> bool:
        match = await self._store.match(invitation.match)
        assert match is not None, "the invitation holds it"
        post = Outgoing(PostKind.DECLINED, invitation.author, None)
        declined = await self._tables.decline(invitation, match.seq, post, self._now(), block=block)
        self._wake()
        return declined

    async def _of(self, match_id: int, user: int) -> Invitation:
        invitation = await self._tables.of(match_id, user)
        if invitation is None:
            raise Refused("house.unknown")
        return invitation
