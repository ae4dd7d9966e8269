"""Renewal of panels that wait for a computer's move.

A press can be answered for fifteen minutes. Each step of the match wakes what waits for it; nothing polls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from host.play.matches import Matches
from host.play.presence import NEAR
from host.play.seen import Seen, is_thinking

log: FilteringBoundLogger = structlog.get_logger()

Interaction: TypeAlias = discord.Interaction[discord.Client]  # any client's: only its age matters
Show: TypeAlias = Callable[[Seen], Awaitable[None]]


@dataclass(slots=True)
class Waiting:
    """A panel and the press that showed it; `moved` if the match has gone on since."""

    interaction: Interaction
    matches: Matches
    show: Show
    moved: bool = False
    task: asyncio.Task[None] | None = None


class Renewals:
    """This process's panels that wait for a computer, by match and person: the newest of each."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[int, int], Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def keep(self, interaction: Interaction, seen: Seen, matches: Matches, show: Show) -> None:
        """Note what a panel shows; if it waits for computers, it is renewed when they have moved."""
        key = seen.match.id, interaction.user.id
        self._waiting = {k: r for k, r in self._waiting.items() if k != key and not r.interaction.is_expired()}
        if is_thinking(seen) and not seen.planning:
            self._waiting[key] = Waiting(interaction, matches, show)

    def leave(self, match_id: int, user: int) -> None:
        """Stop renewing a panel, because its person's next press will show the match and its news."""
        self._waiting.pop((match_id, user), None)

    def moved(self, match_id: int) -> None:
        """Note that a step of the match has been written."""
        for (match, user), renewal in self._waiting.items():
            if match == match_id:
                renewal.moved = True
                if renewal.task is None:
                    renewal.task = asyncio.create_task(self._renew(match, user, renewal), name=f"renew {match}")
                    self._tasks.add(renewal.task)
                    renewal.task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Let running renewals finish before the database closes, and start no others."""
        self._waiting.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _renew(self, match_id: int, user: int, waiting: Waiting) -> None:
        """Show the match again, unless another computer is thinking; no call is sent meanwhile."""
        try:
            with waiting.matches.presence.pressing(match_id, user):
                while waiting.moved and self._waiting.get((match_id, user)) is waiting:
                    waiting.moved = False
                    seen = await waiting.matches.see(match_id, user)
                    if self._waiting.get((match_id, user)) is not waiting:
                        break
                    if waiting.interaction.is_expired():
                        del self._waiting[match_id, user]
                    elif not is_thinking(seen):
                        del self._waiting[match_id, user]
                        await waiting.show(seen)
        except Exception:
            log.exception("panel can't be renewed", match=match_id)
        finally:
            waiting.task = None


def is_near(interaction: Interaction, now: float) -> bool:
    """Whether the press was a moment ago, so that its person still looks at the panel."""
    return now - interaction.created_at.timestamp() <= NEAR
