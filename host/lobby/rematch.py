"""The same people once more: rematches, with free seats reserved for a day, and matches from an earlier position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from db.store import Store
from engines.table import Refused, Seat, Table, Viewer
from host.time.clocks import DAY
from host.time.worker import Now
from model.kinds import RowKind
from model.match import Match, SeatRow
from model.terms import Terms
from opponents import STRONG

HELD = DAY  # seconds for which a rematch is reserved for the old players and their guests


@dataclass(frozen=True, slots=True)
class Hold:
    """The reservation of a rematch for those who played match `old` and their guests, `until` then (unix seconds)."""

    old: int
    until: float


def hold_on(match: Match) -> Hold | None:
    """The reservation of a rematch's free seats; None for other matches."""
    return None if match.rematch_of is None else Hold(match.rematch_of, match.opened + HELD)


class Holds:
    """Checks who may open a rematch, take its free seats and invite others while they are reserved."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store, self._now = store, now

    async def check_opener(self, old: Match, user: int) -> None:
        """Raise Refused unless this person may open the rematch of a finished match."""
        if self._now() < old.changed + HELD and not await self.has_played(old.id, user):
            raise Refused("rematch.unopened", {"match": old.id, "until": ceil(old.changed + HELD)})

    async def check_welcome(self, match: Match, user: int) -> None:
        """Raise Refused while the free seats are reserved for others."""
        if match.is_together:
            await self.check_again(match, user)
        hold = hold_on(match)
        if hold is not None and self._now() < hold.until and not await self._is_welcome(match, hold, user):
            raise Refused("rematch.theirs", {"match": hold.old, "until": ceil(hold.until)})

    async def check_inviter(self, match: Match, user: int) -> None:
        """Raise Refused unless this person may invite others: at first those who played, then those with a seat.

        At a private table only the opener invites.
        """
        hold = hold_on(match)
        if hold is not None and self._now() < hold.until:
            if not await self.has_played(hold.old, user):
                raise Refused("rematch.not.played", {"match": hold.old})
        elif all(row.user != user for row in match.seats):
            raise Refused("lobby.not.seated")
        elif match.terms.invited_only and match.host != user:
            raise Refused("lobby.not.host", {"host": match.host})

    async def check_again(self, match: Match, user: int, seat: Viewer = None) -> None:
        """Raise Refused for a match from a position in which this person had no seat, or not this `seat`.

        What a seat knows there is true, so that it is no one else's.
        """
        assert match.position_of is not None, "it begins at one"
        source = await self._store.match(match.position_of)
        before = None if source is None else seat_before(source, user)
        if before is None or seat not in (None, before.seat):
            raise Refused("together.theirs", {"match": match.position_of})

    async def _is_welcome(self, match: Match, hold: Hold, user: int) -> bool:
        """Whether a person played the match that this one repeats, or was invited by someone who did."""
        invited = (row.user == user and row.kind == RowKind.INVITE for row in await self._store.log(match.id))
        return any(invited) or await self.has_played(hold.old, user)

    async def has_played(self, match_id: int, user: int) -> bool:
        """Whether a person has or ever had a seat in the match while it was played."""
        match, sat = await self._store.match(match_id), await self._store.careers.sittings(match_id)
        return user in {row.user for row in (*(() if match is None else match.seats), *sat)}


def next_match(old: Match, table: Table, user: int, name: str, *, key: bytes, now: float) -> Match:
    """The next match at this table, with its opener and the computer players seated again."""
    computers = [SeatRow(row.seat, None, row.opponent, row.name) for row in old.seats if row.opponent is not None]
    return Match(
        game=old.game,
        options=old.options,
        rules=table.rules,
        places=table.seats,
        guild=old.guild,
        channel=old.channel,
        host=user,
        key=key,
        opened=now,
        changed=now,
        seats=rotated(old, (SeatRow(0, user, None, name), *computers)),
        terms=replace(old.terms, waits=False),
        rematch_of=old.id,
    )


def begun_at(source: Match, seats: Iterable[SeatRow], user: int, *, key: bytes, now: float) -> Match:
    """The private match that begins in the middle of another, opened by the person on one of its seats."""
    return Match(
        game=source.game,
        options=source.options,
        rules=source.rules,
        places=source.places,
        guild=None,
        channel=0,
        host=user,
        key=key,
        opened=now,
        changed=now,
        seats=tuple(sorted(seats, key=lambda row: row.seat)),
        terms=Terms(forced=source.terms.forced, rated=False),
        position_of=source.id,
    )


def together_at(source: Match, user: int, name: str, *, key: bytes, now: float) -> Match:
    """The match from a position of another one for those who played that, with its opener and the computers seated."""
    computers = [row for row in source.seats if row.opponent is not None]
    mine = [replace(row, name=name) for row in source.seats if row.user == user]
    old = source.terms
    terms = Terms(old.clock, old.weekends, old.hour, old.days, forced=old.forced, rated=False, invited_only=True)
    return Match(
        game=source.game,
        options=source.options,
        rules=source.rules,
        places=len(source.seats),
        guild=source.guild,
        channel=source.channel,
        host=user,
        key=key,
        opened=now,
        changed=now,
        seats=as_before(source, [SeatRow(0, row.user, row.opponent, row.name) for row in (*mine, *computers)]),
        terms=terms,
        position_of=source.id,
    )


def seat_before(source: Match, user: int) -> SeatRow | None:
    """The seat of this person in a finished match, also if they gave it up and no one else has taken it."""
    return next((row for row in source.seats if row.user == user), None)


def company(source: Match, user: int) -> list[int]:
    """The other people who can sit down again at a position of this match; none unless the person themselves can."""
    people = [row.user for row in source.seats if row.user is not None and row.user > 0]  # below: they are forgotten
    return [person for person in people if person != user] if user in people else []


def as_before(source: Match, seats: Iterable[SeatRow]) -> tuple[SeatRow, ...]:
    """These players in the order in which they sat in another match; computers who come in take the seats left."""
    left, sitting = list(seats), dict[Seat, SeatRow]()
    for before in source.seats:
        again = next((row for row in left if (row.user, row.opponent) == (before.user, before.opponent)), None)
        if again is not None:
            left.remove(again)
            sitting[before.seat] = again
    free = [row.seat for row in source.seats if row.seat not in sitting]
    sitting |= dict(zip(free, left, strict=False))
    return tuple(replace(sitting[place], seat=seat) for seat, place in enumerate(sorted(sitting)))


def filled(source: Match, seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """All seats of the other match: these players, and a computer for each person who hasn't come."""
    missing = len(source.seats) - len(seats)
    return as_before(source, (*seats, *(SeatRow(0, None, STRONG, STRONG) for _ in range(missing))))


def rotated(old: Match, seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The players who sit down again, each moved on by one seat, the first to last; new players at the end."""
    left, sitting = list(seats), list[SeatRow]()
    for before in (*old.seats[1:], *old.seats[:1]):
        again = next((row for row in left if (row.user, row.opponent) == (before.user, before.opponent)), None)
        if again is not None:
            left.remove(again)
            sitting.append(again)
    return tuple(replace(row, seat=seat) for seat, row in enumerate((*sitting, *left)))
