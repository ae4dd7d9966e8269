"""Solo matches: a person against computers, outside of servers."""

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
    """Opens private matches and starts them. They have no clock and are never rated."""

    def __init__(self, store: Store, lobby: Lobby, matches: Matches) -> None:
        self._store, self._lobby, self._matches = store, lobby, matches

    async def open(self, request: MatchRequest, opponent: str, by: Person) -> Match:
        """Open a private match with this computer on all other seats; the fewest seats unless asked otherwise.

        The match waits to be started, because the person must first see the commitment to the dice. After a while it
        starts by itself. If the person has the same match, still untouched, that one is returned instead. Refused
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
        """Open a private match against computers from another match's position, or return the same untouched one."""
        computers = {row.seat: row.opponent or STRONG for row in source.seats if row.seat != position.seat}
        async for match in self._untouched(by):
            if match.position_of == source.id and await self._store.position(match.id) == position:
                return match
        return await self._lobby.open_at(source, position, computers, by)

    async def again(self, match_id: int, by: Person) -> Match:
        """The next match at the same table, which waits to be started like the first; pressing twice opens only one.

        A match that began in the middle of another begins there again.
        """
        if (position := await self._store.position(match_id)) is not None:
            old = await self._store.match(match_id)
            source = old and old.position_of and await self._store.match(old.position_of)
            if not source:
                raise Refused("house.unknown")
            return await self.open_at(source, position, by)
        try:
            return await self._opened(match_id) or await self._lobby.rematch(match_id, by)
        except Refused:  # a second press at the same moment: the first has opened it
            if (rematch := await self._opened(match_id)) is None:
                raise
            return rematch

    async def _opened(self, match_id: int) -> Match | None:
        """The rematch of a match, unless it was called off."""
        rematch = await self._store.rematch_of(match_id)
        return None if rematch is None or rematch.phase == "cancelled" else rematch

    async def begin(self, match: Match, by: Person) -> None:
        """Deal a match that waits to be started; does nothing if it has started."""
        if match.phase == "lobby":
            try:
                await self._lobby.start(match.id, replace(by, interaction_id=None))  # that press has opened the match
            except (Refused, Stale):  # it has started by itself just now
                now = await self._store.match(match.id)
                if now is None or now.phase == "lobby":
                    raise
        await self._matches.deal(match.id)

    def _settled(self, request: MatchRequest) -> MatchRequest:
        """The request with all options and the number of seats filled in; without a clock, and unrated."""
        game = self._matches.games[request.game]
        fit = players(game, request.options, game.spec.rules)
        places = fit[0] if request.places is None and fit else request.places
        table = table_for(game, request.options, game.spec.rules, places)
        terms = replace(request.terms, clock=ENDLESS, weekends=False, days="", rated=False)
        return replace(request, options=table.options, places=table.seats, terms=terms)

    async def _untouched(self, by: Person) -> AsyncIterator[Match]:
        """The person's private matches in which they haven't moved yet."""
        for match in await self._store.matches_of(by.user, UNFINISHED):
            if match.is_private and match.paused is None:
                rows = await self._store.log(match.id)
                if not any(row.kind == RowKind.MOVE and row.user == by.user for row in rows):
                    yield match
