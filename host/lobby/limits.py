"""Limits on a person's share of other people's attention, per day and at a time.

All counts are kept in the database, so a restart or another process doesn't reset them. The rate of a person's presses
takes no one's attention; `cogs.traffic.rate_limit` limits it.
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

# Per 24 hours, over all servers. A lobby, cup or invitation that was called off counts: people have seen it.
DAILY: Mapping[Counted, int] = MappingProxyType(
    {
        Counted.INVITATIONS: 20,  # each is a message to a person
        Counted.LOBBIES: 20,  # each is a message in a channel and may ping a role
        Counted.CUPS: 4,  # each is a message in a channel that looks for players for a week
        Counted.VERDICTS: 60,  # each is a message to the players of a table
        Counted.ANNOUNCEMENTS: 5,  # each is a message to all who play in the server, and another if it is taken back
        Counted.REPOSTS: 10,  # each calls everyone again whose move is missing
        Counted.LINES: 5,  # each is a message in a thread
    }
)
MANAGERS = 3  # times as many for people who manage the server they press in
STEWARDS = (
    Counted.VERDICTS,
    Counted.ANNOUNCEMENTS,
    Counted.REPOSTS,
)  # only managers can do this, so the number holds for them unchanged

OPEN_CUPS = 2  # under way at a time, over all servers; more for managers, as above
CUPS_OF_SERVER = 10  # under way at a time
WEBHOOKS = 3  # of a server
ALONE = 10  # private matches one person may have under way
OPEN_INVITATIONS = 5  # that a person may have open
FOLLOWED = 25  # matches, and as many people, that one person may follow
NEWCOMERS = 3  # matches that someone without a finished match may have under way
WAIT = DAY  # seconds between two seats for people who were away in AWAY of their LAST matches


def daily(counted: Counted, user: int, now: float, *, manages: bool = False) -> Limit:
    """The daily limit on this action for this person."""
    times = MANAGERS if manages and counted not in STEWARDS else 1
    return Limit(counted, user, times * DAILY[counted], since=now - DAY)


def open_cups(user: int, *, manages: bool) -> Limit:
    """The limit on cups this person may have under way."""
    return Limit(Counted.OPEN_CUPS, user, (MANAGERS if manages else 1) * OPEN_CUPS)


def cups_of(guild: int) -> Limit:
    """The limit on cups a server may have under way."""
    return Limit(Counted.CUPS_OF_SERVER, guild, CUPS_OF_SERVER)


def webhooks_of(guild: int) -> Limit:
    """The limit on webhooks a server may have."""
    return Limit(Counted.WEBHOOKS, guild, WEBHOOKS)


def alone(user: int) -> Limit:
    """The limit on private matches this person may have under way."""
    return Limit(Counted.ALONE, user, ALONE)


def open_lobbies(user: int, guild: int, most: int) -> Limit:
    """The limit on this person's open lobbies in a server, `most`, which its managers set."""
    return Limit(Counted.OPEN_LOBBIES, user, most, about=guild)


def open_invitations(guest: int, author: int, now: float) -> Limit:
    """The limit on a guest's open invitations, as far as the next sender may know of them."""
    return Limit(Counted.OPEN_INVITATIONS, guest, OPEN_INVITATIONS, since=now, about=author)


def followed(counted: Counted, user: int) -> Limit:
    """The limit on what this person may follow: matches or people."""
    return Limit(counted, user, FOLLOWED)


def under_way(user: int) -> Limit:
    """The limit on this person's matches under way in servers and over them."""
    return Limit(Counted.UNDER_WAY, user, NEWCOMERS)


def seats(user: int, now: float) -> tuple[Limit, ...]:
    """The limits on a person's seats in servers and over them: not too many, and a wait after absences."""
    return under_way(user), Limit(Counted.SEATS, user, 1, since=now - WAIT)


# the refusal for each limit, from its number and the time (unix seconds) when it ends
REFUSALS: Mapping[Counted, Callable[[int, int], Refused]] = MappingProxyType(
    {
        Counted.INVITATIONS: lambda n, until: Refused("limit.invitations", {"n": n, "until": until}),
        Counted.LOBBIES: lambda n, until: Refused("limit.lobbies", {"n": n, "until": until}),
        Counted.CUPS: lambda n, until: Refused("limit.cups", {"n": n, "until": until}),
        Counted.VERDICTS: lambda n, until: Refused("limit.verdicts", {"n": n, "until": until}),
        Counted.ANNOUNCEMENTS: lambda n, until: Refused("limit.announcements", {"n": n, "until": until}),
        Counted.REPOSTS: lambda n, until: Refused("limit.reposts", {"n": n, "until": until}),
        Counted.LINES: lambda n, until: Refused("limit.lines", {"n": n, "until": until}),
        Counted.SEATS: lambda _, until: Refused("entry.wait", {"n": AWAY, "last": LAST, "until": until}),
        Counted.OPEN_LOBBIES: lambda n, _: Refused("lobby.many", {"n": n}),
        Counted.ALONE: lambda n, _: Refused("solo.many", {"n": n}),
        Counted.OPEN_CUPS: lambda n, _: Refused("limit.cups.open", {"n": n}),
        Counted.CUPS_OF_SERVER: lambda n, _: Refused("cup.many", {"n": n}),
        Counted.WEBHOOKS: lambda n, _: Refused("webhook.many", {"n": n}),
        Counted.OPEN_INVITATIONS: lambda _, __: Refused("invite.crowded"),
        Counted.UNDER_WAY: lambda n, _: Refused("entry.newcomer", {"n": n}),
        Counted.FOLLOWED_MATCHES: lambda n, _: Refused("follow.matches", {"n": n}),
        Counted.FOLLOWED_PEOPLE: lambda n, _: Refused("follow.people", {"n": n}),
    }
)


@contextmanager
def kept() -> Generator[None]:
    """Turn a reached limit into its refusal."""
    try:
        yield
    except Reached as reached:
        limit = reached.limit
        raise REFUSALS[limit.counted](limit.most, ceil(reached.at + DAY)) from None
