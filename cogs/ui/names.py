"""Names and other people's words, made safe to show: no pings, links, Markdown or changes of direction."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

from locales import Catalogue
from model.match import Match

LONGEST = 24
# what Discord's Markdown may take for something: a dot as part of an address, or of a list's number
SPECIAL = re.compile(r"[\\`*_~|<>@#\[\]():]|^[-+]|\.(?=[^\W\d_]{2})|(?<=[Ww])\.|(?<=\d)\.(?!\S)")


def plain(name: str) -> str:
    """The name without invisible and control characters, cut to fit; "?" if nothing is left."""
    visible = _visible(name) or "?"
    return visible if len(visible) <= LONGEST else visible[: LONGEST - 1].rstrip() + "…"


def escaped(name: str) -> str:
    """The name as it may stand in a message."""
    return defused(plain(name))


def defused(text: str) -> str:
    """Typed text as it may stand in a message, in one line: it looks the same there and does nothing.

    A backslash before a sign takes its meaning away in all of Discord's Markdown: styles, quotes, headings, lists,
    links, invites, timestamps and emoji, mentions of people, roles, channels and commands. An @ is also cut off from
    what follows, for notifications know no backslash.
    """
    return SPECIAL.sub(r"\\\g<0>", _visible(text)).replace("@", "@\u200b")


def called(user: int, name: str, say: Catalogue) -> str:
    """A person as they may stand in a message; one who was forgotten has no name, and an id that is no one's."""
    return escaped(name) if user > 0 else say("career.left")


def newcomer(name: str, say: Catalogue) -> str:
    """The person who asked for a seat, as they may stand in a message; one who was forgotten has no name."""
    return escaped(name) if name else say("career.left")


def match_name(match: Match, say: Catalogue) -> str:
    """Name of a match; one of a game that isn't here any more goes by the game's key."""
    game = f"{match.game}.name"
    return say("match.title", game=say(game) if game in say else match.game, match=match.id)


def names_of(match: Match, say: Catalogue, shown: Callable[[str], str] = escaped) -> tuple[str, ...]:
    """The players by seat, fit for a message or as `shown` makes them; opponents by their words, numbered if alike."""
    seats = sorted(match.seats, key=lambda row: row.seat)
    alike = Counter(row.opponent for row in seats)
    met: Counter[str] = Counter()
    names: list[str] = []
    for row in seats:
        if row.opponent is None:
            # a person who was forgotten has no name, and an id that is no one's
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
    """Reason why a paused match rests, in a sentence."""
    return say(f"refusal.house.paused.{match.paused}")
