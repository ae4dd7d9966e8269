"""Links to places on Discord."""

from __future__ import annotations


def link(guild: int | None, channel: int | str, message: int | None = None) -> str:
    """A link to a channel or thread of a server, or to a `message` there; without a `guild` to direct messages."""
    place = f"https://discord.com/channels/{'@me' if guild is None else guild}/{channel}"
    return place if message is None else f"{place}/{message}"
