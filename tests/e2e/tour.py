"""A tour of stage races as its players see it: its legs open at their hour; each ends with the tour's standings."""

import time
from dataclasses import dataclass

from tests.driver import Message, Player
from tests.e2e.match import Match


@dataclass
class Tour(Match):
    """A match of LEGSTRONG; `leg` is the one that is being ridden."""

    leg: int = 1

    @property
    def tables(self) -> list[Message]:
        """The messages in the thread that give the tour's standings after a leg: pictures without buttons."""
        messages = (m for m in self.driver.messages.values() if m.channel_id == self.thread.id and m.attachments)
        return [m for m in messages if not m.ephemeral and "History" not in m.labels]

    @property
    def is_ridden(self) -> bool:
        """Whether the thread tells that the leg is over."""
        return self.result is not None or len(self.tables) >= self.leg

    @property
    def now(self) -> float:
        """The time in the sandbox, in unix seconds."""
        return time.time() + self.driver.offset

    async def asked(self) -> Player | None:
        """Wait for a player who has a question to answer; None if the leg is over first."""

        def first() -> Player | None:
            return next((player for player in self.players if self.panel(player)), None)

        await self.driver.wait(lambda: self.is_ridden or first())
        return None if self.is_ridden else first()
