"""Ownership check: whether this bot may run on this database."""

from __future__ import annotations

from base64 import urlsafe_b64decode

from db.upkeep.owner import SANDBOX

ADOPT = "`python bot.py --adopt`"


def known_by(token: str) -> str | None:
    """The application id in a token, which is its first part; None if it can't be read.

    Without a token, SANDBOX.
    """
    if not token:
        return SANDBOX
    first = token.partition(".")[0]
    try:
        number = urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except ValueError:
        return None
    return number if number.isdigit() else None


def refusal(owner: str | None, ours: str | None) -> str | None:
    """Why the application `ours` (None: unknown) must not run on a database with this owner; None if it may."""
    if None in (owner, ours) or owner == ours:
        return None
    if ours == SANDBOX:
        return (
            f"DISCORD_TOKEN: set it, for this database belongs to the application {owner} on Discord; {ADOPT} would "
            "give it to the sandbox."
        )
    if owner == SANDBOX:
        return f"DATABASE_URL: the sandbox has played in this database; name another one, or take it over with {ADOPT}."
    return (
        f"DISCORD_TOKEN: it is of the application {ours}, and this database belongs to {owner}; set that one's token, "
        f"name another DATABASE_URL, or take this one over with {ADOPT}."
    )


def named(owner: str) -> str:
    """An owner in words."""
    return "the sandbox" if owner == SANDBOX else f"the application {owner}"
