"""Days later: when the sandbox's page lets time pass, what the bot owes falls due, and its messages have grown old."""

import time
from pathlib import Path

from tests.driver import Driver, running_sandbox
from tests.e2e.match import Match
from tests.e2e.programs import running_bot

DAY = 86_400.0


async def test_a_player_whose_time_is_up_days_later_is_late(tmp_path: Path) -> None:
    with running_sandbox() as url, running_bot(tmp_path, url) as bot:
        async with await Driver.connect(url) as driver:
            await driver.ready()
            match = await Match.begin(driver, "Ann", "Bob")
            await match.play(3)
            player = await match.asked()
            assert player is not None
            before, boards = await match.settled(), len(match.news)
            seat = match.players.index(player)
            ((due,),) = bot.query("SELECT due FROM deadlines WHERE kind = 'late'")

            await driver.pass_time((due - time.time()) / 2)
            await bot.says("time leaps")
            await driver.pass_time((due - time.time()) / 2)
            await driver.wait(lambda: len(match.news) > boards)  # yesterday's board is too old to be edited
            ((how, by, at),) = bot.query(f'SELECT how, "by", at FROM log WHERE seq = {len(before["log"]) + 1}')
            assert (how, by) == ("late", seat)
            assert due <= at < due + DAY / 2

            assert bot.stop() == 0
            await driver.wait(lambda: not driver.online)
            bot.start()
            await driver.wait(lambda: driver.online)
            await match.play(2)  # the player who was late first learns that their panel is an old one
            ((answered,),) = bot.query("SELECT max(at) FROM log")
            assert at < answered < due + DAY / 2
