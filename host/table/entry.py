"""Who may sit down at a table at all."""

from __future__ import annotations

from db.kinds import InvitationState
from db.rows import Match
from db.store import Store
from engines.table import IllegalMove
from host.table.rematch import Holds
from host.time.worker import Now


class Entry:
    """Says whether a person may take a place, whichever door they come through."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now, self._holds = store, now, Holds(store, now)

    async def check_invited(self, match: Match, user: int) -> None:
        """IllegalMove if the match is for invited people, and this person is none of them and of those who played."""
        if not match.invited_only or await self._is_invited(match.id, user):
            return
        for known in (match.id, match.rematch_of):
            if known is not None and await self._holds.has_played(known, user):
                return
        raise IllegalMove("invite.private")

    async def check_opener(self, old: Match, user: int) -> None:
        """IllegalMove unless this person may open the rematch of a match that is over."""
        if old.invited_only and not await self._holds.has_played(old.id, user):
            raise IllegalMove("invite.private")
        await self._holds.check_opener(old, user)

    async def _is_invited(self, match: int, user: int) -> bool:
        found = await self._store.invitations.of(match, user)
        return found is not None and (found.state == InvitationState.ACCEPTED or found.until > self._now())
