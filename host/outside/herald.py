"""What the worker of webhooks needs of Discord: who sees a channel, and the words of news."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from engines.table import Event
from host.play.seen import Seen
from model.kinds import NewsKind


class Place(Enum):
    """A channel, as far as webhooks are concerned."""

    OPEN = auto()  # everyone in its server sees it
    CLOSED = auto()  # not everyone does, or no one can tell
    GONE = auto()  # the bot is in its server no more
    UNKNOWN = auto()  # Discord hasn't said yet


@dataclass(frozen=True, slots=True)
class Told:
    """News of a match: what everyone could see when it happened, or can by now, and the events it is about."""

    kind: NewsKind
    seen: Seen  # of the public
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """News in the language of its server, in Discord's Markdown."""

    title: str  # the match
    text: str  # what has happened
    link: str  # to its thread; "" if there is none


class Herald(Protocol):
    """Protocol of whatever knows the servers."""

    def hears_of(self, guild: int, /) -> bool:
        """Whether this process would know that the bot has left the server."""
        ...

    def place(self, guild: int, channel: int, /) -> Place:
        """What is known of a channel."""
        ...

    def words(self, guild: int, told: Told, /) -> Words:
        """The news in words."""
        ...
