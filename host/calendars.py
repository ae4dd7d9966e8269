"""A person's calendar: when their time runs out, stages begin and rounds of cups end, behind a secret link."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from db.store import Store
from engines.table import Refused
from host.browsers import hash_of
from host.play.matches import Matches
from host.play.seen import Seen, seat_of
from model.cup import Cup, WholeCup
from model.kinds import EntrantState

MOST = 100  # matches that are looked at


class Occasion(StrEnum):
    """Kind of an entry of a calendar."""

    DUE = "due"  # the time for the person's move is over
    STAGE = "stage"  # the next stage of a match begins
    ROUND = "round"  # the round of a cup is over


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a calendar, about a match or a cup, at a time (unix seconds)."""

    occasion: Occasion
    about: Seen | Cup
    at: float


class Calendars:
    """Links to calendars, of which the bot keeps hashes alone, and what people find there."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._store, self._matches = store, matches

    async def renew(self, user: int) -> str:
        """A new secret for the link to this person's calendar; an earlier link ends."""
        token = secrets.token_urlsafe()
        await self._store.page.set_calendar(user, hash_of(token))
        return token

    async def end(self, user: int) -> None:
        """End the link to this person's calendar."""
        await self._store.page.set_calendar(user, None)

    async def reader(self, token: str) -> int | None:
        """The person whose link has this secret; None for one that was never given, or has ended."""
        return await self._store.page.calendar(hash_of(token))

    async def entries(self, user: int) -> list[Entry]:
        """What is to come for this person, as they may see it, the earliest first."""
        entries = [*await self._of_matches(user), *await self._of_cups(user)]
        return sorted(entries, key=lambda entry: entry.at)

    async def _of_matches(self, user: int) -> list[Entry]:
        entries: list[Entry] = []
        for match in [m for m in await self._matches.mine(user) if m.phase == "running"][:MOST]:
            if match.paused is not None or seat_of(match, user) is None:
                continue
            with suppress(Refused):  # its save can't be read
                seen = await self._matches.see(match.id, user)
                if seen.own.due is not None and seen.seat in seen.view.waiting:
                    entries.append(Entry(Occasion.DUE, seen, seen.own.due))
                if seen.opens is not None:
                    entries.append(Entry(Occasion.STAGE, seen, seen.opens))
        return entries

    async def _of_cups(self, user: int) -> list[Entry]:
        entries: list[Entry] = []
        for number in await self._store.cups.entered_by(user, ("running",)):
            record = await self._store.cups.whole(number)
            if record is not None and record.cup.due is not None and _plays(record, user):
                entries.append(Entry(Occasion.ROUND, record.cup, record.cup.due))
        return entries


def _plays(record: WholeCup, user: int) -> bool:
    """Whether the person's table of this round has no result yet."""
    entrant = record.entrant(user)
    if entrant is None or entrant.state != EntrantState.IN:
        return False
    return any(entrant.place in table.places and table.ranks is None for table in record.of_round(record.cup.round))
