"""Two bots on one PostgreSQL database play one match: either may be killed at any moment, and the match goes on.

They are two shards, each with what the other doesn't hear, or the same bot twice, as while a new one takes over from
the old. What a dead one had in hand is free after a minute, which here passes at once.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from db.store import LEASE
from host.time.worker import LONGEST
from tests.driver import PATIENCE, Driver, Failed, Json, Message, Outcome, Player
from tests.e2e.match import PLAYED, SHORT, Match, answers_by_name, is_confirm
from tests.e2e.programs import Bot, acquaint, port_of
from tests.e2e.trouble import doubled

DEATHS = 6
OWED = "SELECT 1 FROM outbox UNION SELECT 1 FROM deadlines WHERE kind = 'computer'"


@dataclass
class Press:
    """A press in a panel, and how that looked before; `noted` when the bot has taken note of it, or failed to."""

    player: Player
    panel: Message
    before: Json
    noted: asyncio.Task[Outcome]


class Pair:
    """Two bots that serve one match; `doubtful` counts the answers of each player whose fate they were never told."""

    def __init__(self, driver: Driver, bots: tuple[Bot, Bot]) -> None:
        self.driver, self.bots = driver, bots
        self.match: Match
        self.doubtful: Counter[str] = Counter()

    async def start(self, *bots: Bot) -> None:
        """Start these bots and wait until both, or the only one, are online."""
        for bot in bots:
            bot.start()
        running = sum(bot.runs for bot in self.bots)
        await self.driver.wait(lambda: self.driver.sessions == running and self.driver.commands)

    async def kill(self, bot: Bot) -> None:
        """Kill a bot; the other one is alone."""
        bot.kill()
        await self.driver.wait(lambda: self.driver.sessions == sum(bot.runs for bot in self.bots))

    async def after_a_minute(self) -> None:
        """Let a minute pass, and see that everything owed is done."""
        await self.driver.pass_time(LEASE)
        await self.nothing_is_owed()

    async def nothing_is_owed(self, within: float = PATIENCE) -> None:
        """Wait until everything was sent that is to be sent, and the computer has answered."""
        async with asyncio.timeout(within):
            while self.bots[0].query(OWED):  # noqa: ASYNC110 (a table doesn't tell when it is empty)
                await asyncio.sleep(0.05)

    async def at_confirm(self) -> tuple[Player, Message]:
        """Play on until a player is about to press Confirm; returns the player and the panel."""
        while True:
            player, panel = await self.asked()
            while buttons := self.match.steps(panel):
                if is_confirm(buttons[0]):
                    return player, panel
                panel = await player.press(panel, custom_id=buttons[0]["custom_id"])
                self._count(player, panel)

    def press(self, player: Player, panel: Message) -> Press:
        """Press the first button of a panel, which may come to nothing."""
        self.doubtful[player.name] += 1
        custom_id = self.match.steps(panel)[0]["custom_id"]
        act = self.driver.act(do="press", user=player.id, message_id=panel.id, custom_id=custom_id)
        return Press(player, panel, panel.raw, asyncio.create_task(act))

    async def settle(self, press: Press) -> None:
        """See what came of a press: whether the player read that their move was played.

        Where no bot has taken note of it by now, the one that was to has died.
        """
        press.noted.cancel()
        (outcome,) = await asyncio.gather(press.noted, return_exceptions=True)
        assert not isinstance(outcome, BaseException) or isinstance(outcome, Failed | asyncio.CancelledError)
        if press.panel.raw is not press.before and self._count(press.player, press.panel):
            self.doubtful[press.player.name] -= 1

    def _count(self, player: Player, panel: Message) -> bool:
        text = PLAYED in panel.content
        self.match.played[player.name] = self.match.played.get(player.name, 0) + text
        return text

    async def asked(self) -> tuple[Player, Message]:
        """Wait for a player who has been called, and their panel."""
        player = await self.match.asked()
        assert player is not None
        panel = self.match.panel(player)
        assert panel is not None
        return player, panel

    async def play_in_thread(self, answers: int) -> None:
        """Play this many answers or more, in the private panels that players open below the board.

        Such a panel is answered until it asks nothing more: no one is called to a question that is open before them.
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
        """Play to the end: all that players read was played, and played and said once."""
        await self.match.play()
        answers = answers_by_name(await self.match.export_finished())
        for name, played in self.match.played.items():
            assert played <= answers[name] <= played + self.doubtful[name], (name, answers, self.doubtful)
        await self.nothing_is_owed()
        assert doubled(self.driver) == []


@pytest.fixture
def bots(sandbox: str, postgres_url: str, tmp_path: Path) -> Iterator[tuple[Bot, Bot]]:
    """Two bots that aren't running yet; at the end neither may have reported a fault."""

    def bot(name: str) -> Bot:
        (tmp_path / name).mkdir()
        return Bot(tmp_path / name, SANDBOX_PORT=port_of(sandbox), DATABASE_URL=postgres_url)

    acquaint(postgres_url)
    with closing(bot("one")) as one, closing(bot("two")) as two:
        yield one, two
        assert (one.faults, two.faults) == ([], []), one.log + two.log


def share_shards(bots: tuple[Bot, Bot]) -> tuple[Bot, Bot]:
    """Let the first bot be the first shard, which hears direct messages, and the second the one with the server."""
    for n, bot in enumerate(bots):
        bot.settings |= {"SHARD_COUNT": 2, "SHARD_IDS": n}
    return bots


@pytest.mark.long
async def test_a_shard_does_what_the_dead_one_owed(sandbox: str, bots: tuple[Bot, Bot]) -> None:
    """Direct messages belong to the first shard, the server to the second: so people go where the bot answers."""
    first, second = share_shards(bots)
    async with await Driver.connect(sandbox) as driver:
        pair = Pair(driver, bots)
        await pair.start(first, second)
        match = pair.match = await Match.begin(driver, "Ann", "Bob", opponents=1, **SHORT)
        await pair.kill(second)  # it owes the answer of the computer, which takes its time
        await pair.after_a_minute()
        await match.play(4)
        await pair.start(second)

        player, panel = await pair.at_confirm()
        press = pair.press(player, panel)
        await press.noted  # the bot has taken note of it, no more
        await pair.kill(first)
        await pair.after_a_minute()
        await pair.settle(press)
        await pair.play_in_thread(3)
        await pair.start(first)
        await pair.finish()


@pytest.mark.long
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
        assert refused is not None and "doesn't work" in refused.content
        press = pair.press(player, panel)
        await press.noted
        assert old.stop() == 0
        await driver.wait(lambda: PLAYED in panel.content and driver.sessions == 1)
        await pair.settle(press)
        await match.play(1)

        await pair.start(old)
        player, panel = await pair.at_confirm()
        press = pair.press(player, panel)
        await driver.player("Carla").say("general", "Go!")  # the sandbox takes its orders in turn
        await pair.kill(new)
        await pair.after_a_minute()
        await pair.settle(press)
        await pair.finish()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sharing", [True, False], ids=["two shards", "one shard"])
async def test_either_dies_at_any_moment(sandbox: str, bots: tuple[Bot, Bot], sharing: bool, seed: int) -> None:
    """Killed so soon after a press that no one knows how far it has got."""
    rng = random.Random(seed)
    if sharing:
        share_shards(bots)
    async with await Driver.connect(sandbox) as driver:
        pair = Pair(driver, bots)
        await pair.start(*bots)
        match = pair.match = await Match.begin(driver, "Ann", "Bob", opponents=1, **SHORT)
        for _ in range(DEATHS):
            if await match.asked() is None:
                break
            player, panel = await pair.asked()
            press = pair.press(player, panel)
            await asyncio.sleep(rng.random() * 0.3)
            victim = rng.choice(bots)
            await pair.kill(victim)
            await pair.after_a_minute()
            await pair.settle(press)
            if match.result is None:
                await (pair.play_in_thread(1) if sharing and victim is bots[0] else match.play(1))
            await pair.start(victim)
            await match.play(1)
        await pair.finish()


@pytest.mark.long
async def test_what_a_dead_bot_owes_is_done_within_a_minute_or_two(sandbox: str, bots: tuple[Bot, Bot]) -> None:
    """Real minutes: no one makes the time leap."""
    first, second = share_shards(bots)
    async with await Driver.connect(sandbox) as driver:
        pair = Pair(driver, bots)
        await pair.start(first, second)
        pair.match = await Match.begin(driver, "Ann", "Bob", opponents=1, **SHORT)
        await pair.kill(second)
        assert first.query(OWED)  # the computer takes its time to answer
        await pair.nothing_is_owed(within=LEASE + LONGEST + PATIENCE)
        await pair.start(second)
        await pair.finish()
