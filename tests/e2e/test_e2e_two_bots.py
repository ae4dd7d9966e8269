"""Two bots on one PostgreSQL database play one match: either may be killed at any moment, and the match goes on.

They are two shards, each with what the other doesn't hear, or the same bot twice, as while a new one takes over from
the old. What a dead one had in hand is free after a minute, which here passes at once.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.store import LEASE
from tests.driver import Driver, Failed, Message, Player, running_sandbox
from tests.e2e.match import PLAYED, SHORT, Match, answers_by_name, is_confirm
from tests.e2e.programs import PATIENCE, Bot, port_of


class Pair:
    """Two bots that serve one match; `doubtful` counts the answers of each player of which nobody told him the fate."""

    def __init__(self, driver: Driver, bots: tuple[Bot, Bot]) -> None:
        self.driver, self.bots = driver, bots
        self.match: Match
        self.doubtful: Counter[str] = Counter()

    async def start(self, *bots: Bot) -> None:
        """Start these bots and wait until both, or the only one, are online."""
        for bot in bots:
            bot.start()
        running = sum(bot.runs for bot in self.bots)
        await self.driver.wait(lambda: self.driver.sessions == running and self.driver.commands, PATIENCE)

    async def kill(self, bot: Bot) -> None:
        """Kill a bot; a minute later the other one has done all that it owed."""
        bot.kill()
        await self.driver.wait(lambda: self.driver.sessions == sum(bot.runs for bot in self.bots))
        await self.driver.pass_time(LEASE)
        await self.all_is_told()

    async def all_is_told(self) -> None:
        """Wait until everything that was to be sent was sent."""
        async with asyncio.timeout(PATIENCE):
            while self.bots[0].query("SELECT 1 FROM outbox LIMIT 1"):  # noqa: ASYNC110 (a table tells nobody)
                await asyncio.sleep(0.05)

    async def at_confirm(self) -> tuple[Player, Message]:
        """Play on until a player is about to press Confirm; gives him and his panel."""
        while True:
            player, panel = await self.asked()
            while buttons := self.match.steps(panel):
                if is_confirm(buttons[0]):
                    return player, panel
                panel = await player.press(panel, custom_id=buttons[0]["custom_id"])
            self._count(player, panel)

    def press(self, player: Player, panel: Message) -> asyncio.Task[Any]:
        """Press the first button of a panel, in which nothing may come of it."""
        self.doubtful[player.name] += 1
        custom_id = self.match.steps(panel)[0]["custom_id"]
        return asyncio.create_task(
            self.driver.act(do="press", user=player.id, message_id=panel.id, custom_id=custom_id)
        )

    async def settle(self, player: Player, panel: Message, pressing: asyncio.Task[Any]) -> None:
        """See what came of a press: whether the player was told that his answer was played."""
        (outcome,) = await asyncio.gather(pressing, return_exceptions=True)
        assert not isinstance(outcome, BaseException) or isinstance(outcome, Failed)
        if self._count(player, panel):
            self.doubtful[player.name] -= 1

    def _count(self, player: Player, panel: Message) -> bool:
        told = PLAYED in panel.content
        self.match.played[player.name] = self.match.played.get(player.name, 0) + told
        return told

    async def asked(self) -> tuple[Player, Message]:
        """Wait for a player who has been called, and his panel."""
        player = await self.match.asked()
        assert player is not None
        panel = self.match.panel(player)
        assert panel is not None
        return player, panel

    async def play_in_thread(self, answers: int) -> None:
        """Play so many answers or more, in the private panels that players open below the board.

        Such a panel is answered until it asks nothing more: nobody is called to what he has before him.
        """
        enough = sum(self.match.played.values()) + answers
        async with asyncio.timeout(PATIENCE):
            while sum(self.match.played.values()) < enough:
                for player in self.match.players:
                    panel = await player.press(self.match.news[-1], "Your move")
                    while buttons := self.match.steps(panel):
                        panel = await player.press(panel, custom_id=buttons[0]["custom_id"])
                        self._count(player, panel)

    async def finish(self) -> None:
        """Play to the end: all that was told was played, and played and said once."""
        await self.match.play()
        answers = answers_by_name(await self.match.export_finished())
        for name, told in self.match.played.items():
            assert told <= answers[name] <= told + self.doubtful[name], (name, answers, self.doubtful)
        await self.all_is_told()
        assert said_twice(self.driver) == []


def said_twice(driver: Driver) -> list[tuple[str, ...]]:
    """What the bots said twice in a channel."""
    said = Counter(
        (m.channel_id, m.content, str(m.embeds), *(file["filename"] for file in m.attachments))
        for m in driver.messages.values()
        if not m.ephemeral and m.raw["author"].get("bot")
    )
    return [message for message, times in said.items() if times > 1]


@pytest.fixture
def sandbox() -> Iterator[str]:
    with running_sandbox() as url:
        yield url


@pytest.fixture
def bots(sandbox: str, postgres_url: str, tmp_path: Path) -> Iterator[tuple[Bot, Bot]]:
    """Two bots that aren't running yet; at the end neither may have reported a fault."""

    def bot(name: str) -> Bot:
        (tmp_path / name).mkdir()
        return Bot(tmp_path / name, SANDBOX_PORT=port_of(sandbox), DATABASE_URL=postgres_url)

    with closing(bot("one")) as one, closing(bot("two")) as two:
        yield one, two
        assert (one.faults, two.faults) == ([], []), one.log + two.log


async def test_a_shard_does_what_the_dead_one_owed(sandbox: str, bots: tuple[Bot, Bot]) -> None:
    """Direct messages belong to the first shard, the server to the second: so people go where the bot answers."""
    first, second = bots
    for n, bot in enumerate(bots):
        bot.settings |= {"SHARD_COUNT": 2, "SHARD_IDS": n}
    async with await Driver.connect(sandbox) as driver:
        pair = Pair(driver, bots)
        await pair.start(first, second)
        match = pair.match = await Match.begin(driver, "Ann", "Bob", opponents=1, **SHORT)
        await pair.kill(second)  # it owes the answer of the computer, which takes its time
        await match.play(4)
        await pair.start(second)

        player, panel = await pair.at_confirm()
        pressing = pair.press(player, panel)
        await pressing  # the bot has taken note of it, no more
        await pair.kill(first)
        await pair.settle(player, panel, pressing)
        await pair.play_in_thread(3)
        await pair.start(first)
        await pair.finish()


async def test_a_new_bot_takes_over_from_the_old(sandbox: str, bots: tuple[Bot, Bot]) -> None:
    """While both run, both hear of every press, and one of them answers it."""
    old, new = bots
    async with await Driver.connect(sandbox) as driver:
        pair = Pair(driver, bots)
        await pair.start(old)
        match = pair.match = await Match.begin(driver, "Ann", "Bob")
        await match.play(2)
        await pair.start(new)
        await match.play(3)
        player, panel = await pair.at_confirm()
        assert await player.complete(match.thread, "move", focused="choice", choice="")
        refused = await player.slash(match.thread, "move", choice="banana")
        assert refused is not None and "isn't possible" in refused.content
        pressing = pair.press(player, panel)
        await pressing
        assert old.stop() == 0
        await driver.wait(lambda: PLAYED in panel.content and driver.sessions == 1)
        await pair.settle(player, panel, pressing)
        await match.play(1)

        await pair.start(old)
        player, panel = await pair.at_confirm()
        pressing = pair.press(player, panel)
        await driver.player("Carla").say("general", "Go!")  # the sandbox takes in turn what it is told
        await pair.kill(new)
        await pair.settle(player, panel, pressing)
        await pair.finish()
