"""Deliveries: posts with what they are made from, where they stand then, and what can send them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from model.match import MessageRef, Post

Keep: TypeAlias = Callable[[MessageRef | None], Awaitable[None]]


class Unsent(Exception):
    """The post couldn't be sent now; it is tried again, `after` that many seconds if that is known."""

    def __init__(self, why: str = "", after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


@dataclass(frozen=True, slots=True)
class Delivery:
    """A post with what it is made from, for its reader's eyes."""

    post: Post
    place: MessageRef | None  # where the same post was sent before
    keep: Keep | None = field(kw_only=True)  # remembers where it stands now

    @property
    def through(self) -> int:
        """The row as of which it shows what it is about: older posts of its kind needn't be sent any more."""
        return self.post.seq


class Sender(Protocol):
    """Protocol of what can reach people, threads and channels."""

    async def deliver(self, delivery: Delivery, /) -> MessageRef | None:
        """Send or edit; returns where it is now, None: nowhere. Raises Unsent if it has to be tried again."""
        ...


# how a post of a cup or a server is made; None: a pointless one
Compose: TypeAlias = Callable[[Post], Awaitable[Delivery | None]]
