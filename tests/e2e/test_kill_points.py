"""The bot is killed just before and just after each of its commits: then it starts again as if nothing had been."""

import asyncio
import inspect
import re
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from db.store import Store
from tests.driver import Driver, Failed, Message, Player, running_sandbox
from tests.e2e.mortal_bot import WRITES
from tests.e2e.programs import PATIENCE, Bot, ForkedBot, port_of, running_lives
from tests.e2e.trouble import COMPUTER, Stubborn, tells_the_truth

PROGRAM = Path(__file__).with_name("mortal_bot.py")
SHOT = -9
MOMENT = 0.3  # seconds: the bot can do in them what it was asked for; else it is asked again
LIFE = 60.0  # seconds within which the bot must have come to a point
EXPECTED = {"post failed", "deadline failed"}
WHEN = ("before", "after")

# What the house commits, play by play, in the order of a match's life: the transaction, the method of the store that
# writes it, and what the players do to bring it about ("": they just play). Forced answers and openings are no part of
# a race of Pistard; they are committed like the other answers of the house.
PLAYS = {
    "lobby": [
        ("set_meta", "set_meta", ""),
        ("forget_leases", "forget_leases", ""),
        ("set_locale", "set_locale", ""),
        ("open", "create", ""),
        ("take_posts", "take_posts", ""),
        ("remember lobby", "remember", ""),
        ("told lobby", "told", ""),
        ("join", "commit", ""),
        ("leave", "commit", "Leave"),
        ("cancel", "commit", "Cancel"),
        ("hurry", "hurry", "cancel late"),
        ("start", "commit", ""),
        ("set_thread", "set_thread", ""),
    ],
    "opening": [
        ("remember opening", "remember", ""),
        ("deal", "commit", ""),
        ("told opening", "told", ""),
        ("remember board", "remember", ""),
        ("told board", "told", ""),
        ("remember turn", "remember", ""),
        ("told turn", "told", ""),
        ("move player", "commit", ""),
    ],
    "played": [
        ("undo", "commit", "Undo"),
        ("move auto", "commit", "Play this turn for me"),
        ("put_off", "put_off", "dawdle"),
        ("retry", "retry", "fail"),
        ("pause_guild gone", "pause_guild", "kick"),
        ("pause_guild None", "pause_guild", "kick"),
    ],
    "ended": [
        ("resign", "commit", "resign"),
        ("remember result", "remember", ""),
        ("told result", "told", ""),
        ("remember end", "remember", ""),
        ("told end", "told", ""),
    ],
    "alone": [
        ("opponent", "commit", ""),
        ("move computer", "commit", ""),
        ("due", "due", ""),
        ("postpone", "postpone", "miss"),
    ],
    "absent": [
        ("move absent", "commit", "resign"),
    ],
}
OTHERS = {"alone": (COMPUTER,), "absent": ("Bob", "Carla")}


def test_every_method_of_the_store_that_commits_is_in_a_play() -> None:
    commits = re.compile(r"self\._(engine\.begin|writing|put|take)\(")
    methods = {name: method for name, method in vars(Store).items() if not name.startswith("_")}
    writing = {name for name, method in methods.items() if commits.search(inspect.getsource(method))}
    assert writing == set(WRITES) == {method for play in PLAYS.values() for _, method, _ in play}


class Drama:
    """One match after another, played on by whoever can do something, while the bot dies again and again.

    After so many `answers` a match is given up; None: they are played to the end.
    """

    def __init__(self, driver: Driver, bot: Bot, others: tuple[str, ...], answers: int | None) -> None:
        self.driver, self.bot, self.others, self.answers = driver, bot, others, answers
        self.players = self._strangers()
        self.ended = 0

    def _strangers(self) -> Stubborn:
        """Players who have no match yet."""
        return Stubborn(self.driver, self.bot, *self.others, answers=self.answers)

    async def die_at(self, point: str, deed: str) -> None:
        """Let the bot live until it passes this point, while the players do what leads there."""
        self.bot.settings |= {"FAIL_POINT": point, "RAISE": "owe" if deed == "miss" else ""}
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
        self.bot.settings |= {"FAIL_POINT": "", "RAISE": ""}
        self.bot.start()
        ended = self.ended
        while self.ended == ended:
            await self._go_on("")

    def _count(self) -> None:
        for player in self.players.players if self.players.moment not in ("open", "join", "start") else ():
            self.players.count(player)

    async def _go_on(self, deed: str) -> None:
        """Do the deed if this is the moment for it, else bring the match on; look at the truth when it is over."""
        driver, players = self.driver, self.players
        await driver.wait(lambda: driver.online, PATIENCE)
        if deed in LED_TO:
            await LED_TO[deed](driver)
        if not driver.has_bot:
            await driver.invite()
        moment = players.moment
        if moment == "over":
            self._count()
            await tells_the_truth(players.match)
            self.players, self.ended = self._strangers(), self.ended + 1
        elif players.called_off:
            self.players = self._strangers()
        elif moment == "start" and deed == "cancel late":
            await driver.fault("POST", ".*/threads", 400)
            for label in ("Start", "Cancel"):
                await press_lobby(players.players[0], players.match.lobby, label)
        elif moment == "start" and deed in ("Leave", "Cancel"):
            await press_lobby(players.players[deed == "Leave"], players.match.lobby, deed)
        elif moment == "play" and (panel := self._panel_with(deed)):
            player, message = panel
            await players.press(player, message, message.button(deed)["custom_id"])
        elif moment == "play" and deed == "dawdle" and (player := await players.asked()):
            await self._look_slowly(player)
            await players.answer(player)
        else:
            if deed == "resign":
                players.answers = 0
            await players.go_on()

    async def _look_slowly(self, asked: Player) -> None:
        """Let the other player look at his move, at length, so that the next call to him has to wait."""
        driver, board = self.driver, self.players.match.news[-1]
        await driver.no_faults()
        await driver.fault("PATCH", "/webhooks/.*/messages/@original", before=5.0)
        for player in self.players.players:
            if player.id != asked.id:
                button = board.button("Your move")["custom_id"]
                with suppress(Failed):
                    await driver.act(do="press", user=player.id, message_id=board.id, custom_id=button)
        await asyncio.sleep(MOMENT)  # so that it is his panel that comes late, and not what answers the asked one

    def _panel_with(self, label: str) -> tuple[Player, Message] | None:
        """The newest panel in somebody's DMs, if it has this button."""
        for player in self.players.players:
            panels = [message for message in player.sees(player.dm()) if message.parts]
            if panels and label in panels[-1].labels:
                return player, panels[-1]
        return None


async def press_lobby(player: Player, message: Message, label: str) -> None:
    """Press a button of a lobby, and give the bot the time to do it."""
    with suppress(Failed):
        await player.press(message, label, silent=True)
    await asyncio.sleep(MOMENT)


async def come_and_go(driver: Driver) -> None:
    """Throw the bot out of the server, and invite it when it has had the time to note that."""
    await (driver.kick() if driver.has_bot else driver.invite())
    await asyncio.sleep(MOMENT)


async def fail(driver: Driver) -> None:
    """Let Discord take no post."""
    await driver.no_faults()
    await driver.fault("*", "/channels/.*", 400, times=1000)


LED_TO: dict[str, Callable[[Driver], Awaitable[None]]] = {"kick": come_and_go, "fail": fail}


@pytest.fixture(scope="module")
def lives() -> Iterator[subprocess.Popen[str]]:
    with running_lives(PROGRAM) as lives:
        yield lives


@pytest.fixture
def bot(tmp_path: Path, lives: subprocess.Popen[str]) -> Iterator[Bot]:
    with running_sandbox() as url:
        bot = ForkedBot(tmp_path, lives, SANDBOX_PORT=port_of(url))
        assert bot.check() == 0  # there is a database before the first life
        yield bot
        bot.close()
        assert set(bot.faults) <= EXPECTED, bot.log


@pytest.mark.parametrize("play", PLAYS)
async def test_a_kill_before_and_after_each_commit(bot: Bot, play: str) -> None:
    points = [(f"{when} {name}", deed) for name, _, deed in PLAYS[play] for when in WHEN]
    listed = {f"{when} {name}" for one in PLAYS.values() for name, _, _ in one for when in WHEN}
    async with await Driver.connect(f"http://127.0.0.1:{bot.settings['SANDBOX_PORT']}/") as driver:
        drama = Drama(driver, bot, OTHERS.get(play, ("Bob",)), 0 if play == "lobby" else None)
        for point, deed in points:
            try:
                async with asyncio.timeout(LIFE):
                    await drama.die_at(point, deed)
            except TimeoutError:
                pytest.fail(f"It never came to {point}.\n{driver.account()}")
        await drama.to_the_end()
    assert re.findall("^killed: (.*)$", bot.log, re.MULTILINE) == [point for point, _ in points]
    assert set(re.findall("^passed: (.*)$", bot.log, re.MULTILINE)) <= listed
