"""Entry checks of a table: invitations, time, its opener's conditions."""

from __future__ import annotations

from db.store import Store
from engines.table import Refused
from host.lobby.limits import seats
from host.lobby.rematch import Holds
from host.time.worker import Now
from model.kinds import InvitationState
from model.match import Invitation, Limit, Match


class Entry:
    """Checks whether a person may take a seat, by whichever way they come."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now, self._holds = store, now, Holds(store, now)

    async def check(self, match: Match, user: int) -> tuple[Limit, ...]:
        """Raise Refused, with the reason and a way out, if this person can't sit down at a match.

        Someone who has played in it, or in the match it repeats or goes on from, needs no invitation and meets all
        conditions. So does a guest of its opener. Returns the limits that must still hold when they sit down.
        """
        limits = await self.limits(match, user)
        if not limits:
            return ()
        before = match.rematch_of or match.position_of
        knows_table = before is not None and await self._holds.has_played(before, user)
        invitation = await self._invitation(match.id, user)
        if match.terms.invited_only and not knows_table and invitation is None:
            raise Refused("invite.private")
        if not knows_table and (invitation is None or invitation.author != match.host):
            await self._check_wishes(match, user)
        return limits

    async def limits(self, match: Match, user: int) -> tuple[Limit, ...]:
        """Limits that must hold when this person sits down at a match; none for someone who has played in it."""
        return () if await self._holds.has_played(match.id, user) else seats(user, self._now())

    async def check_opener(self, old: Match, user: int) -> None:
        """Raise Refused unless this person may open the rematch of a finished match."""
        if old.terms.invited_only and not await self._holds.has_played(old.id, user):
            raise Refused("invite.private")
        await self._holds.check_opener(old, user)

    async def _check_wishes(self, match: Match, user: int) -> None:
        """Raise Refused unless this person meets the conditions of the match's opener."""
        if not match.terms.least_finished and not match.terms.least_in_time:
            return
        standing = await self._store.entry.standing(user)
        if standing.finished < match.terms.least_finished:
            raise Refused("entry.finished", {"n": match.terms.least_finished, "have": standing.finished})
        answers = standing.in_time + standing.late
        if match.terms.least_in_time and not answers:
            raise Refused("entry.unknown", {"least": match.terms.least_in_time})
        if match.terms.least_in_time and 100 * standing.in_time < match.terms.least_in_time * answers:
            have = 100 * standing.in_time // answers
            raise Refused("entry.in_time", {"least": match.terms.least_in_time, "have": have})

    async def _invitation(self, match: int, user: int) -> Invitation | None:
        """The person's invitation to a match, if it is still valid."""
        row = await self._store.invitations.of(match, user)
        holds = row is not None and (row.state == InvitationState.ACCEPTED or row.until > self._now())
        return row if holds else None
