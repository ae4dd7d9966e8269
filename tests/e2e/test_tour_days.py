"""Tours over days, while the bot is killed between legs, inside them and whenever it commits: all happens once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.driver import PATIENCE, Driver, running_sandbox
from tests.e2e.match import answers_by_name, decide
from tests.e2e.programs import Bot, ForkedBot, port_of
from tests.e2e.tour import Tour
from tests.e2e.trouble import doubled, revive
from tests.forks import Forks

SHOT = -9
ZONE = ZoneInfo("Europe/Brussels")
MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
NIGHTLY: dict[str, Any] = {"rest": "day", "clock": "live", "doping": "off"}
ANN, BOB = 0, 1
LATE_AFTER = 25 * MINUTE  # without an answer in a live match


@pytest.fixture
def bot(tmp_path: Path, forks: Forks) -> Iterator[Bot]:
    with running_sandbox() as url:
        bot = ForkedBot(tmp_path, forks, SANDBOX_PORT=port_of(url))
        bot.meet()
        assert bot.run("--check").returncode == 0
        yield bot
        bot.close()
        assert bot.faults == [], bot.log


@pytest.fixture
async def driver(bot: Bot) -> AsyncIterator[Driver]:
    """Connected at noon of the day before the clocks in Brussels change, when the bot comes: everyone is awake."""
    async with await Driver.connect(f"http://127.0.0.1:{bot.settings['SANDBOX_PORT']}/") as driver:
        now = datetime.now(ZONE)
        day = (now + timedelta(days=1)).replace(hour=12)
        while (day + timedelta(days=1)).utcoffset() == day.utcoffset():
            day += timedelta(days=1)
        await driver.pass_time(day.timestamp() - now.timestamp())
        bot.start()
        await driver.ready()
        await decide(driver, "zone", "Europe/Berlin")  # with the hours of Brussels
        yield driver


class Story:
    """A tour, what happens to the bot on it, and what must have come of that."""

    def __init__(self, bot: Bot, tour: Tour) -> None:
        self.bot, self.tour, self.driver = bot, tour, tour.driver
        self.missed: list[int] = []  # seats whose time was up

    async def die(self, point: str, deed: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let the bot live until it passes this point, to which a deed brings it; then it lives on."""
        self.bot.kill()
        self.bot.settings["FAIL_POINT"] = point
        await revive(self.bot, self.driver)
        doing = asyncio.create_task(deed())
        try:
            assert await asyncio.wait_for(self.bot.dies(), PATIENCE) == SHOT
        except TimeoutError:
            fault = doing.exception() if doing.done() else None
            pytest.fail(f"It never came to {point}: {fault!r}\n{self.driver.account()}")
        doing.cancel()  # the player pressed, and waits for a reply
        await asyncio.gather(doing, return_exceptions=True)
        self.bot.settings["FAIL_POINT"] = ""
        await revive(self.bot, self.driver)
        self._count()

    async def press(self, point: str) -> None:
        """A player presses Confirm, and the bot dies of it: the move counts if it was written."""

        async def confirm() -> None:
            _, act = await self.tour.at_confirm()
            await self.driver.act(**act)

        before = sum(self.tour.played.values())
        await self.die(point, confirm)
        assert sum(self.tour.played.values()) == before + point.startswith("after")

    async def press_again(self) -> None:
        """The player who pressed when the bot died at a leg's end presses once more, and learns that it is over."""
        for player in self.tour.players:
            if self.tour.panel(player):
                await self.tour.answer(player)
                assert not self.tour.panel(player)

    async def miss_start(self, seat: int, point: str) -> None:
        """The other one answers if asked; the bot dies where the time of this seat is up."""
        self.missed.append(seat)
        other = self.tour.players[1 - seat]
        await self.driver.wait(lambda: any(map(self.tour.panel, self.tour.players)))
        if self.tour.panel(other):
            await self.tour.answer(other)
        await self.die(point, lambda: self.driver.pass_time(LATE_AFTER))
        await self.driver.wait(lambda: self._late(seat))

    async def sleep(self) -> None:
        """Let the time pass until the next leg opens, and not before."""
        due = await self._opens()
        leaps = self.bot.log.count("time leaps")
        await self.driver.pass_time(due - self.tour.now - MINUTE)
        await self.bot.says("time leaps", leaps + 1)
        assert await self._opens() == due
        await self.driver.pass_time(MINUTE)

    async def oversleep(self, seconds: float) -> None:
        """Let the bot be dead when the next leg opens, and for some time after it."""
        due = await self._opens()
        self.bot.kill()
        await self.driver.pass_time(due + seconds - self.tour.now)
        await revive(self.bot, self.driver)

    async def ride(self) -> None:
        """Play on to the end of the leg."""
        await self.tour.play()
        assert self.tour.result or len(self.tour.tables) == self.tour.leg, self.driver.account()
        self.tour.leg += 1

    async def _opens(self) -> float:
        """When the next leg opens; nothing is under way then that Discord would know as a repeat for minutes only."""
        await self.bot.has_sent_all()
        ((due,),) = self.bot.query("SELECT due FROM deadlines WHERE kind = 'opening'")
        return float(due)

    def _count(self) -> None:
        """Record the one answer that may have been written though its player wasn't told."""
        own = "SELECT \"by\", count(*) FROM log WHERE kind = 'move' AND how = 'player' GROUP BY \"by\""
        written = {self.tour.players[seat].name: answers for seat, answers in self.bot.query(own)}
        untold = {name: answers - self.tour.played.get(name, 0) for name, answers in written.items()}
        assert sorted(untold.values())[-1:] in ([], [0], [1]) and sum(untold.values()) <= 1, untold
        self.tour.played = written

    def _late(self, seat: int) -> bool:
        return bool(self.bot.query(f"SELECT 1 FROM log WHERE how = 'late' AND \"by\" = {seat}"))

    async def all_happened_once(self, hours_late: dict[int, float]) -> None:
        """Every leg was opened once and at its hour, or as late as given; each missed start counted once; told once."""
        tour, legs = self.tour, self.tour.leg - 1
        export = await tour.export_finished()
        await self.bot.has_sent_all()
        assert answers_by_name(export) == tour.played
        late = [event for row in export["log"] for event in row["events"] if event["kind"] == "house.late"]
        assert [event["data"]["seat"] for event in late] == self.missed
        assert all(row["by"] in self.missed for row in export["log"] if row["how"] == "late")
        assert {seat for seat, *_ in self.bot.query("SELECT seat FROM seats WHERE substitute IS NOT NULL")} == set()
        assert self.bot.query("SELECT * FROM deadlines") == []

        openings = [row for row in export["log"] if row["how"] == "opening"]
        assert [row["path"] for row in openings] == [[f"leg.{leg}"] for leg in range(1, legs + 1)]
        rows = self.bot.query("SELECT at FROM log WHERE how = 'opening' ORDER BY seq")
        times = [datetime.fromtimestamp(at, ZONE) for (at,) in rows]
        for leg, at in enumerate(times, 1):
            due = times[0] + timedelta(days=leg - 1, hours=hours_late.get(leg, 0.0))  # the same hour by the clock
            assert abs((at.replace(tzinfo=None) - due.replace(tzinfo=None)).total_seconds()) < MINUTE, (leg, times)

        assert len(tour.tables) == legs - 1
        for leg, table in enumerate(tour.tables, 1):
            assert f"**Stage {leg}**: 1. " in table.content
        assert doubled(self.driver) == []


async def begin(bot: Bot, driver: Driver, **options: Any) -> Story:
    """Ann and Bob on a tour, who have named their sprinters."""
    return Story(bot, await Tour.begin(driver, "Ann", "Bob", game="legstrong", **NIGHTLY, **options))


@pytest.mark.long
async def test_a_short_tour_while_the_clocks_change(bot: Bot, driver: Driver) -> None:
    story = await begin(bot, driver, tour="custom", course="FFFF FFFF")
    await story.press("after move player")
    await story.ride()
    await story.die("before move opening", story.sleep)
    await story.miss_start(BOB, "after move late")
    await story.ride()
    await story.all_happened_once({})


@pytest.mark.long
async def test_a_tour_of_five_legs_over_five_days(bot: Bot, driver: Driver) -> None:
    story = await begin(bot, driver, tour="classic")
    await story.press("before move player")
    await story.ride()
    await story.die("before move opening", story.sleep)
    await story.press("after move player")
    await story.ride()
    await story.die("after move opening", story.sleep)
    await story.miss_start(BOB, "before move late")
    await story.die("before settle ridden", story.tour.play)
    await story.press_again()
    await story.ride()
    await story.oversleep(HOUR)
    await story.press("before move player")
    await story.ride()
    bot.kill()
    await revive(bot, driver)
    await story.sleep()
    await story.miss_start(ANN, "after move late")
    await story.ride()
    await story.all_happened_once({4: 1.0})
