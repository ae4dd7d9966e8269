"""Names and other typed texts, made safe to show: no pings, links, Markdown or changes of direction."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from locales import Catalogue
from model.match import Match

LONGEST = 24
# what Discord's Markdown may act on: a dot too, in an address or after a list's number
SPECIAL = re.compile(r"[\\`*_~|<>@#\[\]():]|^[-+]|\.(?=[^\W\d_]{2})|(?<=[Ww])\.|(?<=\d)\.(?!\S)")


def plain(name: str) -> str:
    """The name without invisible and control characters, cut to fit; "?" if nothing is left."""
    visible = _visible(name) or "?"
    return visible if len(visible) <= LONGEST else visible[: LONGEST - 1].rstrip() + "…"


def escaped(name: str) -> str:
    """The name, safe for a message."""
    return defused(plain(name))


def defused(text: str) -> str:
    """Typed text, safe for one line of a message: it looks the same and does nothing.

    A backslash cancels a character's meaning in all of Discord's Markdown: styles, quotes, headings, lists,
    links, invites, timestamps and emoji, mentions of people, roles, channels and commands. An @ is also separated from
    what follows, as notifications ignore backslashes.
    """
    return SPECIAL.sub(r"\\\g<0>", _visible(text)).replace("@", "@\u200b")


def called(user: int, name: str, say: Catalogue) -> str:
    """A person's name for a message; a forgotten person has none, and an id that is no one's."""
    return escaped(name) if user > 0 else say("career.left")


def newcomer(name: str, say: Catalogue) -> str:
    """The name for a message of the person who asked for a seat; a forgotten person has none."""
    return escaped(name) if name else say("career.left")


def match_name(match: Match, say: Catalogue) -> str:
    """A match's name; for an unknown game, with the game's key."""
    game = f"{match.game}.name"
    return say("match.title", game=say(game) if game in say else match.game, match=match.id)


def names_of(match: Match, say: Catalogue, shown: Callable[[str], str] = escaped) -> tuple[str, ...]:
    """The players' names by seat, safe for a message or as `shown`; computers by level, numbered if alike."""
    seats = sorted(match.seats, key=lambda row: row.seat)
    alike = Counter(row.opponent for row in seats)
    met: Counter[str] = Counter()
    names: list[str] = []
    for row in seats:
        if row.opponent is None:
            # a forgotten person has no name, and an id that is no one's
            names.append(shown(row.name) if row.user is None or row.user > 0 else say("career.left"))
            continue
        met[row.opponent] += 1
        number = f" {met[row.opponent]}" if alike[row.opponent] > 1 else ""
        names.append(say(f"opponent.{row.opponent}") + number)
    return tuple(names)


def _visible(text: str) -> str:
    return "".join(" " if ch.isspace() else ch for ch in text if ch.isspace() or _is_shown(ch)).strip()


def _is_shown(ch: str) -> bool:
    return unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def rest(match: Match, say: Catalogue) -> str:
    """Why a paused match rests, in a sentence."""
    return say(f"refusal.house.paused.{match.paused}")
