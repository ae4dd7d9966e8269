"""Budgets of a person: how much of others' attention a day and at a time.

All of it is counted in the database, so neither a restart nor another process begins again. How fast a person's presses
are answered has nothing to do with others' attention and is in `cogs.traffic.rate_limit`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
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
    """Limits on a person's seats in a server: they have too many, or have to wait."""
    return under_way(user), Limit(Counted.SEATS, user, 1, since=now - WAIT)


# why not, for as many as a limit allows, and when (unix seconds) it goes on
REFUSALS: Mapping[Counted, Callable[[int, int], Refused]] = MappingProxyType(
    {
        Counted.INVITATIONS: lambda n, until: Refused("limit.invitations", {"n": n, "until": until}),
        Counted.LOBBIES: lambda n, until: Refused("limit.lobbies", {"n": n, "until": until}),
        Counted.CUPS: lambda n, until: Refused("limit.cups", {"n": n, "until": until}),
        Counted.VERDICTS: lambda n, until: Refused("limit.verdicts", {"n": n, "until": until}),
        Counted.ANNOUNCEMENTS: lambda n, until: Refused("limit.announcements", {"n": n, "until": until}),
        Counted.REPOSTS: lambda n, until: Refused("limit.reposts", {"n": n, "until": until}),
        Counted.SEATS: lambda _, until: Refused("entry.wait", {"n": AWAY, "last": LAST, "until": until}),
        Counted.OPEN_LOBBIES: lambda n, _: Refused("lobby.many", {"n": n}),
        Counted.ALONE: lambda n, _: Refused("solo.many", {"n": n}),
        Counted.OPEN_CUPS: lambda n, _: Refused("limit.cups.open", {"n": n}),
        Counted.CUPS_OF_SERVER: lambda n, _: Refused("cup.many", {"n": n}),
        Counted.OPEN_INVITATIONS: lambda _, __: Refused("invite.crowded"),
        Counted.UNDER_WAY: lambda n, _: Refused("entry.newcomer", {"n": n}),
    }
)


@contextmanager
def kept() -> Generator[None]:
    """Refuse what goes over a limit."""
    try:
        yield
    except Reached as reached:
        limit = reached.limit
        raise REFUSALS[limit.counted](limit.most, ceil(reached.at + DAY)) from None
