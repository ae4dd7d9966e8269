"""Whether what a page is sent is in a language: made of the texts of its catalogue, and of none of the English ones."""

import json
import re
from collections import defaultdict
from string import Formatter
from typing import Any

from babel.dates import get_month_names
from playwright.async_api import Page, WebSocket

from locales import FOLDER
from locales.po import written
from tests.cogs.local.test_cogs_language import texts
from tests.cogs.local.test_cogs_translated import in_english

NAMES = {"Ann", "Bob", "Carla", "Dmitri", "gruppetto", "races", "UTC"}  # that no catalogue has
MARKS = re.compile(  # Discord's own mentions and times, addresses, boards in characters, checksums
    r"<[@#t:/][^>]*>|https?://\S+|```.*?```|\b[0-9a-f]{16,}\b", re.DOTALL
)
CODES = re.compile(  # of squares, riders, cards, groups; a course's rows; and what is left of words that were cut
    r"\b[A-Z](?:\d{1,2})?\b|\b[FGMD]{3,}\b|[^.,;:…]*\w ?…"
)
WORD = re.compile(r"[^\W\d_]+")


class Spoken:
    """All texts that the bot sends to a page, in the order in which they come."""

    def __init__(self, page: Page, language: str) -> None:
        self.language = language
        self.bodies: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    @property
    def lines(self) -> list[str]:
        """Each line once."""
        found = (line.strip() for body in self.bodies for text in texts(body) for line in _plain(text).split("\n"))
        return [line for line in dict.fromkeys(found) if line]

    def foreign(self) -> list[str]:
        """Lines that aren't in the language, with the words that its catalogue doesn't explain."""
        known = _fragments(self.language)
        unknown = {line: left for line in self.lines if (left := _left(line, known))}
        english = in_english(self.bodies, self.language)
        return [f"{left}: {line}" for line, left in unknown.items()] + [f"English: {text}" for text in sorted(english)]

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _hear(self, news: dict[str, Any]) -> None:
        match news["t"]:
            case "message" if news["op"] != "delete" and news["message"]["author"].get("bot"):
                self.bodies.append(news["message"])
            case "channel" if news["op"] != "delete":
                self.bodies.append(news["channel"])
            case "modal":
                self.bodies.append(news["modal"])
            case _:
                pass


def _plain(text: str) -> str:
    return MARKS.sub(" ", text)


def _fragments(language: str) -> dict[str, list[list[str]]]:
    """What stands between the placeholders of the catalogue's texts, as words, by the first of them."""
    found: set[tuple[str, ...]] = set()
    for text in written(language, FOLDER).texts.values():
        for form in [text] if isinstance(text, str) else text:
            for literal, *_ in Formatter().parse(form):
                found.update(tuple(WORD.findall(line)) for line in CODES.sub(" ", _plain(literal)).split("\n"))
    found |= {
        tuple(WORD.findall(name))
        for width in ("wide", "abbreviated")
        for name in get_month_names(width, locale=language).values()
    }
    by_first: dict[str, list[list[str]]] = defaultdict(list)
    for words in found:
        if words:
            by_first[words[0].lower()].append([word.lower() for word in words])
    return by_first


def _left(line: str, known: dict[str, list[list[str]]]) -> list[str]:
    """The words of a line that are in no text of the catalogue, if it is cut into texts so that few are."""
    words = WORD.findall(CODES.sub(" ", line))
    lower = [word.lower() for word in words]
    left: list[list[str]] = [[] for _ in range(len(words) + 1)]  # of what begins at each word
    for at in reversed(range(len(words))):
        lengths = [len(part) for part in known.get(lower[at], ()) if lower[at : at + len(part)] == part]
        alone = [] if words[at] in NAMES else [words[at]]
        left[at] = min([alone + left[at + 1], *(left[at + length] for length in lengths)], key=len)
    return left[0]
