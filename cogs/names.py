"""Names as they may be shown: no pings, no Markdown, no tricks with the writing direction, short enough."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import discord

from host.seen import Seen
from locales import Catalogue

LONGEST = 24


def plain(name: str) -> str:
    """The name without invisible and control characters, cut to fit; "?" if nothing is left."""
    visible = "".join(" " if ch.isspace() else ch for ch in name if ch.isspace() or _is_shown(ch)).strip() or "?"
    return visible if len(visible) <= LONGEST else visible[: LONGEST - 1].rstrip() + "…"


def escaped(name: str) -> str:
    """The name as it may stand in a message."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(plain(name)))


def names_of(seen: Seen, say: Catalogue, shown: Callable[[str], str] = escaped) -> tuple[str, ...]:
    """The players by seat, fit for a message or as `shown` makes them; opponents are called by their words."""
    return tuple(
        say(f"opponent.{row.opponent}") if row.opponent else shown(row.name)
        for row in sorted(seen.match.seats, key=lambda row: row.seat)
    )


def _is_shown(ch: str) -> bool:
    return unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn")
