"""Budgets of a person: how much of others' attention a day and at a time.

All of it is counted in the database, so neither a restart nor another process begins again. How fast a person's presses
are answered has nothing to do with others' attention and is in `cogs.traffic.rate_limit`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from math import ceil
from types import MappingProxyType

from db.stores.limits import AWAY, LAST, Reached
from engines.table import Refused
from host.time.clocks import DAY
from model.match import Counted, Limit

# In 24 hours, over all servers. A lobby, cup or invitation that is called off counts: it has been seen.
DAILY: Mapping[Counted, int] = MappingProxyType(
    {
        Counted.INVITATIONS: 20,  # each is a message to a person
        Counted.LOBBIES: 20,  # each is a message in a channel, and may call a role
        Counted.CUPS: 4,  # each is a message in a channel that looks for players for a week
        Counted.VERDICTS: 60,  # each is a message to the people of a table
        Counted.ANNOUNCEMENTS: 5,  # each is a message to all who play in the server, and one more if it is taken back
        Counted.REPOSTS: 10,  # each calls all again who are waited for
    }
)
MANAGERS = 3  # times as many for people who manage the server where they press
STEWARDS = (
    Counted.VERDICTS,
    Counted.ANNOUNCEMENTS,
    Counted.REPOSTS,
)  # what they alone can do: the number is theirs as it stands

OPEN_CUPS = 2  # under way at a time, over all servers; of managers as many times as above
CUPS_OF_SERVER = 10  # under way at a time
ALONE = 10  # private matches that one person may have under way
OPEN_INVITATIONS = 5  # that one person may have to answer
NEWCOMERS = 3  # matches that someone may have under way who has finished none
WAIT = DAY  # seconds between one seat and the next, for people who weren't there in AWAY of their LAST matches


def daily(counted: Counted, user: int, now: float, *, manages: bool = False) -> Limit:
    """How often this person may do that in a day."""
    times = MANAGERS if manages and counted not in STEWARDS else 1
    return Limit(counted, user, times * DAILY[counted], since=now - DAY)


def open_cups(user: int, *, manages: bool) -> Limit:
    """How many cups this person may have under way."""
    return Limit(Counted.OPEN_CUPS, user, (MANAGERS if manages else 1) * OPEN_CUPS)


def cups_of(guild: int) -> Limit:
    """How many cups a server may have under way."""
    return Limit(Counted.CUPS_OF_SERVER, guild, CUPS_OF_SERVER)


def alone(user: int) -> Limit:
    """How many private matches this person may have under way."""
    return Limit(Counted.ALONE, user, ALONE)


def open_lobbies(user: int, guild: int, most: int) -> Limit:
    """How many lobbies this person may have open in a server, whose managers say how many."""
    return Limit(Counted.OPEN_LOBBIES, user, most, about=guild)


def open_invitations(guest: int, author: int, now: float) -> Limit:
    """How many invitations a guest may have to answer, as far as the author of another one may know."""
    return Limit(Counted.OPEN_INVITATIONS, guest, OPEN_INVITATIONS, since=now, about=author)


def under_way(user: int) -> Limit:
    """How many matches this person may have under way in servers."""
    return Limit(Counted.UNDER_WAY, user, NEWCOMERS)


def seats(user: int, now: float) -> tuple[Limit, ...]:
    """What keeps this person from a seat in a server: they have too many, or have to wait."""
    return under_way(user), Limit(Counted.SEATS, user, 1, since=now - WAIT)


@contextmanager
def kept() -> Generator[None]:
    """Refuse what goes over a limit."""
    try:
        yield
    except Reached as reached:
        raise _refusal(reached) from None


def _refusal(reached: Reached) -> Refused:
    """Why not, and when (unix seconds) it goes on, as far as that is known."""
    limit, until = reached.limit, ceil(reached.at + DAY)
    if limit.counted is Counted.SEATS:
        return Refused("entry.wait", {"n": AWAY, "last": LAST, "until": until})
    return _of_a_day(limit, until) or _at_a_time(limit)


def _of_a_day(limit: Limit, until: int) -> Refused | None:
    n = limit.most
    match limit.counted:
        case Counted.INVITATIONS:
            return Refused("limit.invitations", {"n": n, "until": until})
        case Counted.LOBBIES:
            return Refused("limit.lobbies", {"n": n, "until": until})
        case Counted.CUPS:
            return Refused("limit.cups", {"n": n, "until": until})
        case Counted.VERDICTS:
            return Refused("limit.verdicts", {"n": n, "until": until})
        case Counted.ANNOUNCEMENTS:
            return Refused("limit.announcements", {"n": n, "until": until})
        case Counted.REPOSTS:
            return Refused("limit.reposts", {"n": n, "until": until})
        case _:
            return None


def _at_a_time(limit: Limit) -> Refused:
    n = limit.most
    match limit.counted:
        case Counted.OPEN_LOBBIES:
            return Refused("lobby.many", {"n": n})
        case Counted.ALONE:
            return Refused("solo.many", {"n": n})
        case Counted.OPEN_CUPS:
            return Refused("limit.cups.open", {"n": n})
        case Counted.CUPS_OF_SERVER:
            return Refused("cup.many", {"n": n})
        case Counted.OPEN_INVITATIONS:
            return Refused("invite.crowded")
        case _:
            return Refused("entry.newcomer", {"n": n})
