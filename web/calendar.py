"""A person's calendar in the form that calendar programs read (RFC 5545)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from host.calendars import Entry, Occasion
from host.play.seen import Seen
from locales import Catalogue
from screen.links import link
from screen.names import match_name, plain

LONGEST = 75  # octets of a line
SHORT = 15 * 60.0  # seconds that an entry takes: those before a time that runs out, those after a beginning
PRODUCT = "-//Gruppetto//Calendar//EN"
REFRESH = "PT1H"
ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": ""})


def calendar_of(entries: Iterable[Entry], user: int, say: Catalogue, now: float) -> str:
    """The person's calendar, made at that time (unix seconds)."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(say('calendar.name'))}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
        *(line for entry in entries for line in _event(entry, user, say, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(entry: Entry, user: int, say: Catalogue, now: float) -> Iterator[str]:
    about = entry.about
    begin, end = (entry.at, entry.at + SHORT) if entry.occasion is Occasion.STAGE else (entry.at - SHORT, entry.at)
    yield "BEGIN:VEVENT"
    yield f"UID:{_uid(entry, user)}"
    yield f"DTSTAMP:{_time(now)}"
    yield f"DTSTART:{_time(begin)}"
    yield f"DTEND:{_time(end)}"
    yield f"SUMMARY:{_text(_summary(entry, say))}"
    if isinstance(about, Seen) and about.match.thread is not None and about.match.guild is not None:
        yield f"URL:{link(about.match.guild, about.match.thread)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _summary(entry: Entry, say: Catalogue) -> str:
    about = entry.about
    if not isinstance(about, Seen):
        return say("calendar.round", cup=plain(about.title), round=about.round)
    key = "calendar.stage" if entry.occasion is Occasion.STAGE else "calendar.due"
    return say(key, match=match_name(about.match, say))


def _uid(entry: Entry, user: int) -> str:
    """The name of an entry: the same each time, even behind a new link, and without a number of ours."""
    about = entry.about
    what = f"match {about.match.id}" if isinstance(about, Seen) else f"cup {about.id} {about.round}"
    return hashlib.sha256(f"{user} {entry.occasion} {what}".encode()).hexdigest()[:32] + "@gruppetto"


def _time(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return text.translate(ESCAPED)


def _folded(line: str) -> Iterator[str]:
    """The line in pieces of at most 75 octets; each but the first begins with a space, and no character is cut."""
    piece, size = "", 0
    for char in line:
        octets = len(char.encode())
        if size + octets > LONGEST:
            yield piece
            piece, size = " ", 1
        piece, size = piece + char, size + octets
    yield piece
