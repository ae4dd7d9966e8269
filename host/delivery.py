"""Deliveries: posts with their contents and place, and the sender that delivers them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from model.match import MessageRef, Post

Keep: TypeAlias = Callable[[MessageRef | None], Awaitable[None]]


class Unsent(Exception):
    """The post couldn't be sent now and is retried, after `after` seconds if that is known."""

    def __init__(self, why: str = "", after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


@dataclass(frozen=True, slots=True)
class Delivery:
    """A post with all that its text is made from, limited to what its reader may see."""

    post: Post
    place: MessageRef | None  # where the same post was sent before
    keep: Keep | None = field(kw_only=True)  # remembers where it stands now

    @property
    def through(self) -> int:
        """The row number as of which it shows its subject: older posts of its kind needn't be sent."""
        return self.post.seq


class Sender(Protocol):
    """Protocol of whatever can reach people, threads and channels."""

    async def deliver(self, delivery: Delivery, /) -> MessageRef | None:
        """Send or edit the post; returns its place, or None if it has none. Raises Unsent if it must be retried."""
        ...


# makes a post of a cup or a server; None if it has become pointless
Compose: TypeAlias = Callable[[Post], Awaitable[Delivery | None]]
