"""Lobbies: players and options, until the match starts or is called off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec, TypeAlias

from db.store import Stale, Store
from db.stores.limits import Reached
from engines.table import Event, Game, Refused, Seat, Table
from host.lobby.entry import Entry
from host.lobby.limits import alone, daily, kept, open_invitations, open_lobbies, seats, under_way
from host.lobby.playable import not_for, players, table_for
from host.lobby.rematch import (
    Holds,
    as_before,
    begun_at,
    company,
    filled,
    next_match,
    rotated,
    seat_before,
    together_at,
)
from host.play.consequences import gathering, is_full
from host.play.loaded_match import Origin
from host.play.match_log import TRIES
from host.play.matches import Matches
from host.play.seen import without_key
from host.time.clocks import DAY, WEEK, days_on
from host.time.worker import Now
from model.kinds import ENDED, UNDEALT, Gathering, How, InvitationState, Phase, PostKind, RowKind
from model.match import Counted, Deadline, Invitation, Limit, LogRow, Match, Outgoing, SeatRow, Step, StoredPosition
from model.pace import DEFAULT_CLOCK, PACES
from model.seeker import Seeker
from model.standing_table import StandingTable
from model.terms import Terms
from opponents import OPPONENTS, SPARRING

Luck: TypeAlias = Callable[[int], bytes]  # random bytes, as many as asked for
Wake: TypeAlias = Callable[[], None]

P = ParamSpec("P")

KEY_BYTES = 32
HOURS = range(24)
DAILY = Terms(DEFAULT_CLOCK)
LOBBY = Outgoing(PostKind.LOBBY, None, None)  # the lobby's message is out of date
INVITED_FOR = 3 * DAY  # seconds for which an invitation is valid
MOST_ASKED = 10  # invitations to a table that may be open at once


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user who presses something: id, display name, and the interaction's id.

    `manages` tells whether they may manage the server in which they press.
    """

    user: int
    name: str
    interaction_id: int | None
    manages: bool = False


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request for a match: game, options of the game, places (None: as many as possible), terms."""

    game: str
    options: Mapping[str, str]
    places: int | None = None
    terms: Terms = DAILY


@dataclass(frozen=True, slots=True)
class ChannelRef:
    """A channel of a server; without `guild` it belongs to none."""

    guild: int | None
    channel: int


PRIVATE = ChannelRef(None, 0)  # outside of servers: no channel has this id


def anew(step: Callable[P, Awaitable[Match]]) -> Callable[P, Awaitable[Match]]:
    """Retry a lobby step from the newest state when someone else was faster."""

    @wraps(step)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> Match:
        for _ in range(TRIES - 1):
            with suppress(Stale):
                return await step(*args, **kwargs)
        return await step(*args, **kwargs)

    return tried


class Lobby:
    """Opens matches and seats people. Each step writes one row of the log, as a move does."""

    def __init__(self, store: Store, matches: Matches, *, now: Now, luck: Luck, wake: Wake) -> None:
        self._store, self.games, self._matches = store, matches.games, matches
        self._now, self._luck, self._wake = now, luck, wake
        self._holds, self._entry = Holds(store, now), Entry(store, now)

    async def open(self, request: MatchRequest, place: ChannelRef, by: Person, opponents: Sequence[str] = ()) -> Match:
        """Open a match with its opener on the first seat and `opponents` on the next ones.

        Refused if no such table can be played.
        """
        terms = _checked(request.terms)
        game = self.games[request.game]
        table = await asyncio.to_thread(table_for, game, request.options, game.spec.rules, request.places)
        computers = [SeatRow(seat, None, key, key) for seat, key in enumerate(opponents, 1)]
        match = self._new(replace(request, terms=terms), table, place, by)
        return await self._create(replace(match, seats=(*match.seats, *computers)), by)

    async def gather(self, request: MatchRequest, place: ChannelRef, seekers: Sequence[Seeker]) -> Match | None:
        """Open a match for these people, who look for a table, with a seat for each; the first is its opener.

        Without a place, they come from several servers. None if one of them doesn't look for one any more. Raises
        Reached for a limit.
        """
        game = self.games[request.game]
        table = await asyncio.to_thread(table_for, game, request.options, game.spec.rules, len(seekers))
        first, *others = [Person(s.user, s.name, s.press, manages=s.manages) for s in seekers]
        match = replace(self._new(request, table, place, first), over_servers=place == PRIVATE)
        row, joins, gathered = self._row(match, RowKind.OPEN, first), list[Step](), match
        for by in others:
            gathered = replace(gathered, seats=(*gathered.seats, SeatRow(len(gathered.seats), by.user, None, by.name)))
            joins.append(Step(gathered, self._row(match, RowKind.JOIN, by), limits=seats(by.user, self._now())))
        found = tuple(Outgoing(PostKind.FOUND, seeker.user, None) for seeker in seekers)
        lobby = () if match.is_homeless else (LOBBY,)
        last = replace(joins[-1], deadlines=gathering(gathered, joins[-1].row), posts=(*lobby, *found))
        limits = await self._opening(match, first, is_lobby=True)
        opened = await self._store.seekers.gather(match, row, [*joins[:-1], last], seekers, limits)
        self._wake()
        return opened and without_key(opened)

    async def open_at(
        self, source: Match, position: StoredPosition, computers: Mapping[Seat, str], by: Person
    ) -> Match:
        """Open a private match at this position of a finished match, unrated and without a clock.

        Its opener takes the position's seat, and `computers` the others.
        """
        assert position.seat is not None, "one person plays on"
        mine = SeatRow(position.seat, by.user, None, by.name)
        others = [SeatRow(seat, None, key, key) for seat, key in computers.items()]
        match = begun_at(source, (mine, *others), by.user, key=self._luck(KEY_BYTES), now=self._now())
        return await self._create(match, by, position)

    async def open_together(self, source: Match, position: StoredPosition, by: Person) -> Match:
        """Open an unrated match from this position for those who played `source`, or join it if it is open already.

        Each can only have their own seat there, since a seat knows what it knew. There is one such lobby at a time.
        """
        if source.is_homeless or not company(source, by.user):
            raise Refused("together.alone" if seat_before(source, by.user) else "together.theirs", {"match": source.id})
        position = replace(position, seat=None)
        if (lobby := await self._store.together_of(source.id)) is not None:
            if await self._store.position(lobby.id) != position:
                raise Refused("together.open", {"match": lobby.id, "channel": lobby.channel})
            seated = any(row.user == by.user for row in lobby.seats)
            return without_key(lobby) if seated else await self.join(lobby.id, by)
        match = together_at(source, by.user, by.name, key=self._luck(KEY_BYTES), now=self._now())
        try:
            return await self._create(match, by, position)
        except Stale:  # another person opened one first
            return await self.open_together(source, position, by)

    async def rematch(self, match_id: int, by: Person) -> Match:
        """Open the next match at the same table, or join it if someone has opened it already.

        The computer players come along, and the seats rotate by one. For a while after the end only
        those who played may open it, and for as long after the opening only they and their guests may join it.
        """
        old = await self._store.match(match_id)
        if old is None:
            raise Refused("house.unknown")
        if old.phase not in ENDED:
            raise Refused("rematch.running")
        if old.hidden and not old.is_private:
            raise Refused("rematch.hidden")
        if old.over_servers:
            raise Refused("rematch.over.servers")
        rematch = await self._store.rematch_of(old.id)
        if rematch is not None and rematch.phase != "cancelled":
            return await self.join(rematch.id, by)
        game = self._game(old)
        places = max(len(old.seats), game.spec.seats[0])  # a lobby that was called off may have had fewer
        table = await asyncio.to_thread(table_for, game, old.options, game.spec.rules, places)
        await self._entry.check_opener(old, by.user)
        match = next_match(old, table, by.user, by.name, key=self._luck(KEY_BYTES), now=self._now())
        try:
            # a rematch after one that was called off counts as a new lobby
            return await self._create(match, by, is_lobby=rematch is not None)
        except Stale:  # another person opened it first
            return await self.rematch(match_id, by)

    async def reopen(self, table: StandingTable, old: Match) -> Match | None:
        """Open a standing table again as it was at first, without a press; None if someone else was faster.

        Raises Reached for a limit of its opener.
        """
        assert old.guild is not None, "it is in a server"
        game = self._game(old)
        setting = await asyncio.to_thread(table_for, game, old.options, game.spec.rules, old.places)
        seated = next((row.name for row in old.seats if row.user == table.user), "")
        name = seated or (await self._store.people.names({table.user}, old.guild)).get(table.user, "")
        request = MatchRequest(old.game, old.options, old.places, replace(old.terms, waits=False))
        by = Person(table.user, name, None)
        match = self._new(request, setting, ChannelRef(old.guild, old.channel), by)
        row = replace(self._row(match, RowKind.OPEN, by), how=How.HOUSE)
        limits = await self._opening(match, by, is_lobby=True)
        opened = await self._store.standing_tables.reopen(
            table, match, row, shown(match), gathering(match, row), limits=limits
        )
        self._wake()
        return opened and without_key(opened)

    async def check_host(self, match_id: int, by: Person, *, managers: bool = False) -> Match:
        """The lobby of this match; Refused for everyone but its opener and (`managers`) those who manage its server."""
        match = await self._open_match(match_id)
        if match.host != by.user and not (managers and by.manages):
            raise Refused("lobby.not.host", {"host": match.host})
        return match

    @anew
    async def join(self, match_id: int, by: Person) -> Match:
        """Take the next free seat."""
        match = await self._open_match(match_id)
        if any(row.user == by.user for row in match.seats):
            raise Refused("lobby.joined")
        await self._holds.check_welcome(match, by.user)
        limits = await self._entry.check(match, by.user)
        return await self._seat(match, SeatRow(len(match.seats), by.user, None, by.name), RowKind.JOIN, by, limits)

    @anew
    async def invite(self, match_id: int, guest: Person, by: Person) -> Match:
        """Invite a person; the invitation also admits them to a rematch or a private table."""
        match = await self._open_match(match_id)
        await self._holds.check_inviter(match, by.user)
        await self._check_guest(match, guest, by)
        events = [Event("lobby.invite", None, {"name": guest.name})]
        # the row is the guest's: it unlocks the lobby for them, and is deleted with them when they are forgotten
        row = replace(self._row(match, RowKind.INVITE, by), user=guest.user, events=events)
        state, until = InvitationState.OPEN, row.at + INVITED_FOR
        asks = Invitation(match.id, guest.user, by.user, guest.name, state, row.at, until)
        called, limits = Outgoing(PostKind.INVITED, guest.user, None), inviting(guest.user, by, row.at)
        return await self._commit(match, row, called, invitation=asks, limits=limits)

    async def check_inviter(self, match_id: int, user: int) -> None:
        """Raise Refused unless this person could invite someone to the match now."""
        match = await self._open_match(match_id)
        await self._holds.check_inviter(match, user)
        if is_full(match):
            raise Refused("lobby.full")

    async def _check_guest(self, match: Match, guest: Person, by: Person) -> None:
        if guest.user == by.user:
            raise Refused("invite.self")
        if any(row.user == guest.user for row in match.seats):
            raise Refused("invite.seated")
        if match.is_together:
            await self._holds.check_again(match, guest.user)
        if is_full(match):
            raise Refused("lobby.full")
        invitation = await self._store.invitations.of(match.id, guest.user)
        if invitation is not None and invitation.until > self._now():
            raise Refused("invite.declined" if invitation.state == InvitationState.DECLINED else "invite.twice")
        if await self._store.invitations.waiting(match.id, self._now()) >= MOST_ASKED:
            raise Refused("invite.many", {"n": MOST_ASKED})

    @anew
    async def add_opponent(self, match_id: int, opponent: str, by: Person) -> Match:
        """Add a computer player on the next free seat; everyone seated may do so, but only the opener adds Sparring."""
        match = await self._open_match(match_id)
        self._check_seated(match, by)
        if opponent not in OPPONENTS:
            raise Refused("lobby.opponent")
        if opponent == SPARRING:  # it adapts to the opener, whatever that does to the others' ratings
            self._check_host(match, by)
            match = replace(match, terms=replace(match.terms, rated=False))
        return await self._seat(match, SeatRow(len(match.seats), None, opponent, opponent), RowKind.OPPONENT, by)

    async def check_room(self, match_id: int, user: int) -> None:
        """Raise Refused unless this person could fill a free seat now."""
        match = await self._open_match(match_id)
        if all(row.user != user for row in match.seats):
            raise Refused("lobby.not.seated")
        if is_full(match):
            raise Refused("lobby.full")

    @anew
    async def leave(self, match_id: int, by: Person) -> Match:
        """Leave a lobby; the next person becomes its opener, and if no one is left the match is called off.

        No one else can come to a lobby across servers: the others go on without that person, if so many can play.
        """
        match = await self._open_match(match_id)
        self._check_seated(match, by)
        stay = [row for row in match.seats if row.user != by.user]
        persons = [row.user for row in stay if row.user is not None]
        host = match.host if match.host in persons else next(iter(persons), match.host)
        seats = tuple(replace(row, seat=seat) for seat, row in enumerate(stay))
        phase = "lobby" if persons else "cancelled"
        # only for the opener who wanted that; across servers no one did, but all must be there
        waits = match.terms.waits and (host == match.host or match.over_servers)
        left = replace(match, seats=seats, host=host, phase=phase, terms=replace(match.terms, waits=waits))
        if match.over_servers:
            goes_on = len(stay) in self.players(match)
            left = replace(left, places=max(len(stay), 1), phase="lobby" if goes_on else "cancelled")
        return await self._save(left, RowKind.LEAVE, by)

    @anew
    async def wait(self, match_id: int, by: Person) -> Match:
        """Switch a full lobby between waiting for its opener and starting by itself; for the opener only."""
        match = await self._open_match(match_id)
        self._check_host(match, by)
        terms = replace(match.terms, waits=not match.terms.waits)
        return await self._save(replace(match, terms=terms), RowKind.WAIT if terms.waits else RowKind.HURRY, by)

    @anew
    async def cancel(self, match_id: int, by: Person) -> Match:
        """Call the match off while no die has been rolled; for the opener only."""
        match = await self._open_match(match_id, UNDEALT)
        self._check_host(match, by)
        cancelled = await self._save(replace(match, phase="cancelled"), RowKind.CANCEL, by)
        if match.phase == "starting":
            # an opening that couldn't be sent blocks what follows: its next try drops it
            await self._store.hurry(match_id, self._now())
            self._wake()
        return cancelled

    @anew
    async def start(self, match_id: int, by: Person) -> Match:
        """Start the match: the opener with enough seats taken, anyone seated once all are taken and it doesn't wait."""
        match = await self._open_match(match_id)
        self._check_seated(match, by)
        if match.terms.waits or not is_full(match):
            self._check_host(match, by)
        if match.is_together:
            match = replace(match, seats=filled(await self._before(match), match.seats))
        fit = self.players(match)
        if fit and len(match.seats) < fit[0] <= match.places:
            raise Refused("lobby.alone", {"n": fit[0]})
        if len(match.seats) not in fit:
            raise await self._unfit(match, len(match.seats))
        try:
            with kept():
                begun = await self._matches.begin(
                    match, Origin(How.PLAYER, by.user, by.interaction_id), _starting(match)
                )
        except Refused:
            self._check_host(match, by)  # the opener's limit is none of the others' business
            raise
        self._wake()
        return without_key(begun)

    async def start_or_close(self, deadline: Deadline) -> None:
        """Start a full lobby, or close one that no one has touched, unless something has happened since.

        A lobby whose opener has too many matches under way waits for them.
        """
        match = await self._store.match(deadline.match)
        if match is None or match.phase != "lobby" or match.paused is not None or match.seq != deadline.seq:
            return
        if deadline.kind != Gathering.FILL:
            row = self._row_of_house(match, RowKind.CLOSE, Event("lobby.close", None, {}))
            await self._commit(replace(match, phase="cancelled"), row)
        elif match.game in self.games and len(match.seats) in self.players(match):
            try:
                await self._matches.begin(match, Origin(How.HOUSE), _starting(match))
            except Reached:  # the opener starts it when they have room
                call, row = Outgoing(PostKind.FULL, match.host, None), self._row_of_house(match, RowKind.WAIT)
                await self._commit(replace(match, terms=replace(match.terms, waits=True)), row, call)
        else:
            await self._store.drop(deadline)  # only a newer version of the bot can play it

    def players(self, match: Match) -> tuple[int, ...]:
        """The numbers of players with which the match can start."""
        return players(self._game(match), match.options, match.rules)

    async def starts(self, match: Match) -> float | None:
        """When a full lobby starts by itself (unix seconds); None if it doesn't."""
        owed = await self._store.deadlines(match.id) if match.phase == "lobby" else []
        return next((deadline.due for deadline in owed if deadline.kind == Gathering.FILL), None)

    async def was_closed(self, match: Match) -> bool:
        """Whether a match was called off because no one touched its lobby."""
        rows = await self._store.log(match.id, match.seq - 1) if match.phase == "cancelled" else []
        return any(row.kind == RowKind.CLOSE for row in rows)

    async def _seat(
        self, match: Match, seat: SeatRow, kind: RowKind, by: Person, limits: tuple[Limit, ...] = ()
    ) -> Match:
        if is_full(match):
            raise Refused("lobby.full")
        seats = (*match.seats, seat)
        if len(seats) > max(self.players(match), default=0):
            raise await self._unfit(match, len(seats))
        if match.rematch_of is not None and (old := await self._store.match(match.rematch_of)) is not None:
            seats = rotated(old, seats)
        if match.is_together:
            seats = as_before(await self._before(match), seats)
        return await self._save(replace(match, seats=seats), kind, by, limits)

    async def _before(self, match: Match) -> Match:
        """The match from whose position this one goes on."""
        source = match.position_of and await self._store.match(match.position_of)
        if not source:
            raise Refused("house.unknown")
        return source

    def _new(self, request: MatchRequest, table: Table, place: ChannelRef, by: Person) -> Match:
        """The header of a new match with its opener on the first seat."""
        now = self._now()
        return Match(
            game=request.game,
            options=table.options,
            rules=table.rules,
            places=table.seats,
            guild=place.guild,
            channel=place.channel,
            host=by.user,
            key=self._luck(KEY_BYTES),
            opened=now,
            changed=now,
            seats=(SeatRow(0, by.user, None, by.name),),
            terms=request.terms,
        )

    async def _create(
        self, match: Match, by: Person, position: StoredPosition | None = None, *, is_lobby: bool = True
    ) -> Match:
        """Store the new lobby, unless its opener has reached a limit."""
        row = self._row(match, RowKind.OPEN, by)
        limits = await self._opening(match, by, is_lobby=is_lobby)
        with kept():
            created = await self._store.create(match, row, shown(match), gathering(match, row), position, limits=limits)
        self._wake()
        return without_key(created)

    async def _opening(self, match: Match, by: Person, *, is_lobby: bool) -> tuple[Limit, ...]:
        """Limits on the opener of this match; it counts as a lobby of the day only if it `is_lobby`."""
        if match.over_servers:
            return seats(by.user, self._now())
        if match.guild is None:
            return (alone(by.user),)
        most = (await self._store.servers.settings(match.guild)).lobbies
        often = [daily(Counted.LOBBIES, by.user, self._now(), manages=by.manages)] if is_lobby else []
        return *seats(by.user, self._now()), open_lobbies(by.user, match.guild, most), *often

    async def _save(self, match: Match, kind: RowKind, by: Person, limits: tuple[Limit, ...] = ()) -> Match:
        row = self._row(match, kind, by)
        call = (Outgoing(PostKind.FULL, match.host, None),) if await self._calls_host(match, by) else ()
        return await self._commit(match, row, *call, limits=limits)

    async def _calls_host(self, match: Match, by: Person) -> bool:
        """Whether to call an opener who made the lobby wait, because this person has just filled the table.

        No call if the opener filled it themselves, or was called before and a seat was only vacated and retaken.
        """
        if not match.terms.waits or not is_full(match) or by.user == match.host or match.over_servers:
            return False
        taken = len(match.seats) - 1
        for row in reversed(await self._store.log(match.id)):
            if row.kind == RowKind.WAIT:
                break
            if row.kind in (RowKind.JOIN, RowKind.OPPONENT):
                if taken == match.places and row.user == by.user:
                    return False
                taken -= 1
            elif row.kind == RowKind.LEAVE:
                taken += 1
        return True

    async def _commit(
        self,
        match: Match,
        row: LogRow,
        *posts: Outgoing,
        invitation: Invitation | None = None,
        limits: tuple[Limit, ...] = (),
    ) -> Match:
        step = Step(match, row, posts=(*shown(match, row.user), *posts), invitation=invitation, limits=limits)
        with kept():
            saved = await self._store.commit(replace(step, deadlines=gathering(match, row)))
        self._wake()
        return without_key(saved)

    def _row(self, match: Match, kind: RowKind, by: Person) -> LogRow:
        events = [Event(f"lobby.{kind}", None, {"name": by.name})]
        return LogRow(
            match.id, match.seq + 1, kind, None, (), How.PLAYER, [], events, by.interaction_id, by.user, self._now()
        )

    def _row_of_house(self, match: Match, kind: RowKind, *events: Event) -> LogRow:
        return LogRow(match.id, match.seq + 1, kind, None, (), How.HOUSE, [], [*events], None, None, self._now())

    def _game(self, match: Match) -> Game[Any, Any]:
        if match.game not in self.games:
            raise Refused("house.game")
        return self.games[match.game]

    async def _unfit(self, match: Match, seats: int) -> Refused:
        """The reason why so many players can't play: either others can, or, in an old lobby, no number can."""
        try:
            await asyncio.to_thread(table_for, self._game(match), match.options, match.rules, None)
        except Refused as refused:
            return refused
        return not_for(seats, self.players(match))

    async def _open_match(self, match_id: int, phases: Collection[Phase] = ("lobby",)) -> Match:
        match = await self._store.match(match_id)
        if match is None:
            raise Refused("house.unknown")
        if match.phase not in phases:
            begun = "lobby.starting" if match.phase == "starting" else "lobby.started"
            raise Refused("lobby.cancelled" if match.phase == "cancelled" else begun)
        self._game(match)
        return match

    @staticmethod
    def _check_seated(match: Match, by: Person) -> None:
        if all(row.user != by.user for row in match.seats):
            raise Refused("lobby.not.seated")

    @staticmethod
    def _check_host(match: Match, by: Person) -> None:
        if match.host != by.user:
            raise Refused("lobby.not.host", {"host": match.host})


def inviting(guest: int, by: Person, now: float) -> tuple[Limit, ...]:
    """Limits on inviting this guest."""
    return open_invitations(guest, by.user, now), daily(Counted.INVITATIONS, by.user, now, manages=by.manages)


def _checked(terms: Terms) -> Terms:
    """The terms with their weekdays in order; Refused for an unknown clock, hour or day."""
    if terms.clock not in PACES:
        raise Refused("house.clock")
    if terms.hour not in HOURS:
        raise Refused("house.hour")
    days = "".join(day for day in WEEK if day in terms.days)
    if (terms.days and not days) or not days_on(weekends=terms.weekends, days=days):
        raise Refused("house.days")
    return replace(terms, days="" if days == WEEK else days)


def _starting(match: Match) -> tuple[Limit, ...]:
    """Limits on the opener of a match that starts; open lobbies have a limit of their own."""
    return () if match.guild is None else (under_way(match.host),)


def shown(match: Match, by: int | None = None) -> tuple[Outgoing, ...]:
    """Posts that show a step of a lobby: its message; across servers, those of the players and of the person who acts.

    Who sits there is in it, so those who have left still learn that they have.
    """
    if not match.over_servers:
        return () if match.is_homeless else (LOBBY,)
    users = {row.user: None for row in match.seats} | {by: None}
    return tuple(Outgoing(PostKind.FOUND, user, None) for user in users if user is not None)
