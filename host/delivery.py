"""Deliveries: posts with what they are made from, where they stand then, and what can send them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from model.match import Post


class Unsent(Exception):
    """The post couldn't be sent now; it is tried again, `after` that many seconds if that is known."""

    def __init__(self, why: str = "", after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


@dataclass(frozen=True, slots=True)
class MessageRef:
    """Where a post is to be seen: a message in a channel; `private` if it has just gone to one person alone."""

    channel: int
    message: int
    private: bool = False
    also: MessageRef | None = None  # where it is to be seen besides

    def is_of(self, other: MessageRef | None) -> bool:
        """Whether the other one is the same message."""
        return other is not None and self.message == other.message


@dataclass(frozen=True, slots=True)
class Delivery:
    """A post with what it is made from, for its reader's eyes; `place` is where the same post was sent before."""

    post: Post
    place: MessageRef | None

    @property
    def through(self) -> int:
        """The row as of which it shows what it is about: older posts of its kind needn't be sent any more."""
        return self.post.seq


class Sender(Protocol):
    """What can reach people, threads and channels."""

    async def deliver(self, delivery: Delivery, /) -> MessageRef | None:
        """Send or edit; returns where it is now, None: nowhere. Raises Unsent if it has to be tried again."""
        ...


async def _forget(_delivery: Delivery, _place: MessageRef | None) -> None:
    """Keep nothing of a post that is never renewed."""


Keep: TypeAlias = Callable[[Any, MessageRef | None], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of post of a cup or a server: how it is made, None for a pointless one, and how its place is kept."""

    compose: Callable[[Post], Awaitable[Delivery | None]]
    keep: Keep = _forget
