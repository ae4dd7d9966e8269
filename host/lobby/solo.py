"""Solo matches: a person against computers, in no server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from db.store import Stale, Store
from engines.table import Refused
from host.lobby.lobby import PRIVATE, Lobby, MatchRequest, Person
from host.lobby.playable import players, table_for
from host.play.matches import Matches
from model.kinds import UNFINISHED, RowKind
from model.match import Match, StoredPosition
from model.pace import ENDLESS
from opponents import OPPONENTS, STRONG


class Solo:
    """Opens private matches and begins them. No clock runs in them, and none of them is rated."""

    def __init__(self, store: Store, lobby: Lobby, matches: Matches) -> None:
        self._store, self._lobby, self._matches = store, lobby, matches

    async def open(self, request: MatchRequest, opponent: str, by: Person) -> Match:
        """A private match with computers of this kind on all places but the first; as few as can play, unless asked.

        It waits to be begun, for the person is to be told first what vouches for the dice; if no one begins it, it
        does so by itself. One that is the same and in which they haven't answered yet is returned instead. Refused
        if such a table can't be played.
        """
        if opponent not in OPPONENTS:
            raise Refused("lobby.opponent")
        wanted = await asyncio.to_thread(self._settled, request)
        assert wanted.places is not None
        computers = [opponent] * (wanted.places - 1)
        async for match in self._untouched(by):
            if (match.game, match.options, match.position_of) != (wanted.game, wanted.options, None):
                continue
            if [row.opponent for row in match.seats if row.user is None] == computers:
                return match
        return await self._lobby.open(wanted, PRIVATE, by, computers)

    async def open_at(self, source: Match, position: StoredPosition, by: Person) -> Match:
        """A private match against computers from a position of another match; one that is the same and untouched."""
        computers = {row.seat: row.opponent or STRONG for row in source.seats if row.seat != position.seat}
        async for match in self._untouched(by):
            if match.position_of == source.id and await self._store.position(match.id) == position:
                return match
        return await self._lobby.open_at(source, position, computers, by)

    async def again(self, match_id: int, by: Person) -> Match:
        """The next match at the same table; like the first one it waits to be begun. There is one, however often.

        What began in the middle of another match begins there once more.
        """
        if (position := await self._store.position(match_id)) is not None:
            old = await self._store.match(match_id)
            source = old and old.position_of and await self._store.match(old.position_of)
            if not source:
                raise Refused("house.unknown")
            return await self.open_at(source, position, by)
        try:
            return await self._opened(match_id) or await self._lobby.rematch(match_id, by)
        except Refused:  # pressed twice in one moment: the other press has opened it
            if (rematch := await self._opened(match_id)) is None:
                raise
            return rematch

    async def _opened(self, match_id: int) -> Match | None:
        """The rematch of a match, unless it was called off."""
        rematch = await self._store.rematch_of(match_id)
        return None if rematch is None or rematch.phase == "cancelled" else rematch

    async def begin(self, match: Match, by: Person) -> None:
        """Draw the start of a match that waits for that; nothing happens to one that has begun."""
        if match.phase == "lobby":
            try:
                await self._lobby.start(match.id, replace(by, interaction_id=None))  # that has opened it
            except (Refused, Stale):  # it has begun by itself just now
                now = await self._store.match(match.id)
                if now is None or now.phase == "lobby":
                    raise
        await self._matches.deal(match.id)

    def _settled(self, request: MatchRequest) -> MatchRequest:
        """The request with every option spelled out, and the number of places; without a clock, and unrated."""
        game = self._matches.games[request.game]
        fit = players(game, request.options, game.spec.rules)
        places = fit[0] if request.places is None and fit else request.places
        table = table_for(game, request.options, game.spec.rules, places)
        terms = replace(request.terms, clock=ENDLESS, weekends=False, days="", rated=False)
        return replace(request, options=table.options, places=table.seats, terms=terms)

    async def _untouched(self, by: Person) -> AsyncIterator[Match]:
        """The person's private matches in which they haven't answered yet."""
        for match in await self._store.matches_of(by.user, UNFINISHED):
            if match.is_private and match.paused is None:
                rows = await self._store.log(match.id)
                if not any(row.kind == RowKind.MOVE and row.user == by.user for row in rows):
                    yield match
