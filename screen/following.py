"""What a person reads who follows something from now on."""

from __future__ import annotations

from locales import Catalogue


def with_way(done: str, say: Catalogue, *, tells: bool) -> str:
    """That it is `done`, and how the person learns what has moved: I tell them by direct message, or they look."""
    return f"{done} {say('follow.told' if tells else 'follow.untold')}"
