"""A token that is lost or swapped at night: the bot stays off a database that isn't its own."""

import asyncio
import base64
from contextlib import closing
from pathlib import Path

from sandbox.world import BOT_ID
from tests.driver import Driver, running_sandbox
from tests.e2e.programs import ForkedBot, port_of
from tests.forks import shared_forks

OTHER = "2" + BOT_ID[1:]
UNREADABLE = "a-token-of-another-form"


def token(application: str) -> str:
    return base64.b64encode(application.encode()).decode().rstrip("=") + ".GhUe5X.hush-hush"


async def test_a_lost_token_and_one_that_tells_nothing_before_the_login_touch_nothing(tmp_path: Path) -> None:
    with running_sandbox() as url:
        on_discord = {"DISCORD_API": url.rstrip("/"), "DISCORD_TOKEN": token(BOT_ID), "BACKUP_HOURS": 0}
        with closing(ForkedBot(tmp_path, shared_forks(), **on_discord)) as bot:
            async with await Driver.connect(url) as driver:
                bot.start()
                await driver.ready()
                assert bot.stop() == 0
            assert bot.query("SELECT value FROM meta WHERE key = 'owner'") == [(BOT_ID,)]
            assert not bot.faults
        kept = bot.database.read_bytes()

        async def refused(token: str) -> str:
            settings = on_discord | {"DISCORD_TOKEN": token, "SANDBOX_PORT": port_of(url)}
            ended = await asyncio.to_thread(ForkedBot(tmp_path, shared_forks(), **settings).run)
            assert ended.returncode == 1 and "Traceback" not in ended.stderr, ended
            assert bot.database.read_bytes() == kept
            return (ended.stdout + ended.stderr).splitlines()[-1]

        lost = f"DISCORD_TOKEN: set it, for this database belongs to the application {BOT_ID} on Discord;"
        assert (await refused("")).startswith(lost)
        bot.query(f"UPDATE meta SET value = '{OTHER}' WHERE key = 'owner'")
        kept = bot.database.read_bytes()
        assert (await refused(UNREADABLE)).startswith(f"DISCORD_TOKEN: it is of the application {BOT_ID}, and")
