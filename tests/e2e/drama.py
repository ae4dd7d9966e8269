"""Matches that players play on as they can, while their bot dies again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeAlias

from tests.driver import Driver, Message, Player
from tests.e2e.programs import Bot
from tests.e2e.trouble import Stubborn, tells_the_truth

SHOT = -9
# By name: when in the life of a match ("": at any time), and what.
Deeds: TypeAlias = "Mapping[str, tuple[str, Callable[[Drama], Awaitable[bool]]]]"


class Drama:
    """One match after another, played on by players who can do something, while the bot dies again and again.

    After that number of `answers` a match is given up; None: they are played to the end.
    """

    def __init__(self, driver: Driver, bot: Bot, others: tuple[str, ...], answers: int | None, deeds: Deeds) -> None:
        self._deeds = deeds
        self.driver, self.bot, self.others, self.answers = driver, bot, others, answers
        self.players = self._strangers()
        self.ended = 0
        self.has_elsewhere = False  # whether the players also have a match in which one of them is asked

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.players.match.number

    def panel(self, fits: Callable[[Message], bool]) -> tuple[Player, Message] | None:
        """A player and the newest panel in their DMs, if that one fits."""
        for player in self.players.players:
            panels = [message for message in player.sees(player.dm()) if message.parts]
            if panels and fits(panels[-1]):
                return player, panels[-1]
        return None

    def _strangers(self) -> Stubborn:
        """Players who have no match yet."""
        return Stubborn(self.driver, self.bot, *self.others, answers=self.answers)

    def start_anew(self) -> None:
        """Leave the match alone and begin another."""
        self.players = self._strangers()

    async def die_at(self, point: str, deed: str, flaws: Collection[str]) -> None:
        """Let the bot live until it passes this point, while the players do what leads there.

        A deed among the `flaws` of the bot is its own.
        """
        self.bot.settings |= {"FAIL_POINT": point, "FLAW": deed if deed in flaws else ""}
        self.bot.start()
        dying = asyncio.ensure_future(self.bot.dies())
        while not dying.done():
            going = asyncio.ensure_future(self._go_on(deed))
            await asyncio.wait({dying, going}, return_when=asyncio.FIRST_COMPLETED)
            going.cancel()
            (fault,) = await asyncio.gather(going, return_exceptions=True)
            if isinstance(fault, Exception) and not dying.done():
                raise fault
        assert dying.result() == SHOT
        await self.driver.no_faults()
        await self.driver.wait(lambda: not self.driver.online)
        self._count()

    async def to_the_end(self) -> None:
        """Let the bot live on, and play the match that is under way to its end."""
        self.bot.settings |= {"FAIL_POINT": "", "FLAW": ""}
        if self.players.moment == "play":
            self._look_who_sits()
        self.bot.start()
        ended = self.ended
        while self.ended == ended:
            await self._go_on("")

    def _look_who_sits(self) -> None:
        """A newcomer may have taken a seat over, and with it what was played there."""
        for seat, name in self.bot.query(f"SELECT seat, name FROM seats WHERE match = {self.number}"):
            if seat < len(self.players.players) and name != self.players.players[seat].name:
                self.players.hand_over(seat, self.driver.player(name))

    def _count(self) -> None:
        for player in self.players.players if self.players.moment not in ("open", "join", "start") else ():
            self.players.count(player)

    async def _go_on(self, deed: str) -> None:
        """Do the deed if this is the moment for it, else bring the match on; look at the truth when it is over."""
        await self.driver.wait(lambda: self.driver.online)
        if self.players.called_off:
            self.start_anew()
        moment, doing = self._deeds[deed]
        if moment in ("", self.players.moment) and await doing(self):
            return
        if not self.driver.has_bot:
            await self.driver.invite()
        if self.players.moment == "over":
            self._count()
            await tells_the_truth(self.players.match)
            self.ended += 1
            self.start_anew()
        else:
            await self.players.go_on()
