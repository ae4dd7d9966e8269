"""A life's server, opened again by the present bot on the life's database: the same people, ids and channels."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import discord

from tests.cogs.offline import obfuscate
from tests.cogs.world import Player, World
from tests.host.evening import PLACE
from tests.kept.people import ENDS, GUS, HERE, PEOPLE

STEWARD = discord.Permissions(manage_guild=True)


class KeptWorld(World):
    """The first server of the life, managed by Gus, who owns the bot.

    The bot has left the other one, so it sends nothing to that one's webhook.
    """

    def now(self) -> float:
        """The end of the life: a busy machine moves simcord's clock on, and the bot's buttons have times in them."""
        return ENDS

    async def begin(self, locale: str = "en-US") -> None:
        """Open the server and let the people in, then start the bot, which finds everything as it was."""
        obfuscate(self.env.backend)
        self.guild = self.env.create_guild("Gruppetto", id=HERE, preferred_locale=locale)
        with self._numbered(PLACE.channel):
            self.races = self.guild.create_text_channel("races")
        self.people = {user: self._known(user) for user in PEOPLE}
        self.bots[-1].owner_ids = {GUS}
        settle = self.env._settle_internal

        def patiently(*, timeout: float, **more: Any) -> Coroutine[Any, Any, None]:
            """Simcord gives a start five seconds; so much is due at this one that a busy machine takes longer."""
            return settle(**more)

        with patch.object(self.env, "_settle_internal", patiently):
            await self.env.start()
        await self.env.settle()

    def _known(self, user: int) -> Player:
        with self._numbered(user):
            handle = self.env.create_user(PEOPLE[user])
        manages = [self.guild.create_role("steward", permissions=STEWARD)] if user == GUS else []
        return Player(self, self.guild.add_member(handle, roles=manages))

    @contextmanager
    def _numbered(self, number: int) -> Iterator[None]:
        """What Discord makes meanwhile has this id."""
        with patch.object(self.env.backend, "snowflake", return_value=number):
            yield
